package stats

import (
	"math"
	"testing"
)

// ratioOf accumulates units given as (numerator, denominator) pairs.
func ratioOf(units ...[2]int64) Ratio {
	var r Ratio
	for _, u := range units {
		r.Add(u[0], u[1])
	}
	return r
}

func TestRatioByHand(t *testing.T) {
	// R = 9/6; residuals y − R·x are 0.5, 1, −1.5, their squares sum to 3.5.
	r := ratioOf([2]int64{2, 1}, [2]int64{4, 2}, [2]int64{3, 3})
	if r.N() != 3 || r.Value() != 1.5 {
		t.Errorf("N, value = %d, %v, want 3, 1.5", r.N(), r.Value())
	}
	want := math.Sqrt(3.5 * 3 / 2 / 36)
	near(t, "standard error", r.StdErr(), want, 1e-15)
	i := r.Interval(0.95)
	near(t, "half width", i.Half(), 4.302652729911275*want, 1e-9)
	if got := i.Warnings.String(); got != "few-units,covers-zero,noisy-denominator" {
		t.Errorf("warnings = %s", got)
	}
	near(t, "p", r.PValue(0), TwoSidedP(1.5/want, 2), 1e-15)
}

// TestRatioAgainstResiduals recomputes the standard error from the residuals
// in floating point, in two passes over the kept units.
func TestRatioAgainstResiduals(t *testing.T) {
	g := source(6)
	for range 200 {
		n := 2 + g.IntN(200)
		var r Ratio
		var xs, ys []float64
		var sx, sy float64
		for range n {
			x := int64(g.IntN(5))
			y := x*3 + int64(g.IntN(41)) - 20
			r.Add(y, x)
			xs, ys = append(xs, float64(x)), append(ys, float64(y))
			sx, sy = sx+float64(x), sy+float64(y)
		}
		if sx == 0 {
			continue
		}
		squares := 0.0
		for i := range xs {
			d := ys[i] - sy/sx*xs[i]
			squares += d * d
		}
		want := math.Sqrt(float64(n)/float64(n-1)*squares) / sx
		near(t, "standard error", r.StdErr(), want, 1e-12*want)
		if r.Value() != sy/sx {
			t.Errorf("value = %v, want %v", r.Value(), sy/sx)
		}
	}
}

func TestRatioOfConstantDenominatorIsAMean(t *testing.T) {
	g := source(7)
	var r Ratio
	var m Moments
	for range 50 {
		y := wild(g) >> 40
		r.Add(y, 4)
		m.Add(y)
	}
	got, want := r.Interval(0.9), m.Interval(0.9).Scaled(1.0/4)
	near(t, "lo", got.Lo, want.Lo, 1e-12*math.Abs(want.Lo))
	near(t, "hi", got.Hi, want.Hi, 1e-12*math.Abs(want.Hi))
	if got.Warnings != want.Warnings {
		t.Errorf("warnings = %v, want %v", got.Warnings, want.Warnings)
	}
}

// TestRatioCoverage draws walls of correlated hands and counts how often the
// interval holds the true ratio, and how often one that takes hands for
// independent does.
func TestRatioCoverage(t *testing.T) {
	g := source(8)
	const runs, walls, truth = 1000, 200, 2.0
	byWall, byHand := 0, 0
	for range runs {
		var r Ratio
		var hands Moments
		for range walls {
			luck := int64(g.IntN(9)) - 4 // shared by the hands of a wall
			n := int64(1 + g.IntN(4))
			sum := int64(0)
			for range n {
				y := int64(truth) + luck + int64(g.IntN(5)) - 2
				hands.Add(y)
				sum += y
			}
			r.Add(sum, n)
		}
		if r.Interval(0.95).Covers(truth) {
			byWall++
		}
		if hands.Interval(0.95).Covers(truth) {
			byHand++
		}
	}
	// Three binomial standard errors at 1,000 runs are 0.021.
	near(t, "coverage by wall", float64(byWall)/runs, 0.95, 0.021)
	if share := float64(byHand) / runs; share > 0.88 {
		t.Errorf("coverage by hand = %v: the walls are not correlated", share)
	}
}

func TestRatioWithoutDenominator(t *testing.T) {
	for _, r := range []Ratio{{}, ratioOf([2]int64{0, 0}, [2]int64{0, 0})} {
		if i := r.Interval(0.95); i.Defined() || i.Value != 0 || r.Value() != 0 || r.StdErr() != 0 || r.PValue(3) != 1 {
			t.Errorf("%+v: interval = %+v", r, i)
		}
	}
	one := ratioOf([2]int64{3, 2})
	if i := one.Interval(0.95); i.Defined() || i.Value != 1.5 {
		t.Errorf("one unit: interval = %+v", i)
	}
	panics(t, "stats: negative denominator", func() { new(Ratio).Add(1, -1) })
}

func TestRatioMergeIsExactInAnyOrder(t *testing.T) {
	g := source(9)
	for range 200 {
		var want Ratio
		parts := make([]Ratio, 1+g.IntN(8))
		for range g.IntN(100) {
			y, x := wild(g)>>4, max(0, wild(g)>>4)
			want.Add(y, x)
			parts[g.IntN(len(parts))].Add(y, x)
		}
		g.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		var got Ratio
		for _, p := range parts {
			got.Merge(p)
		}
		if got != want {
			t.Fatalf("merged %+v, want %+v", got, want)
		}
	}
}

// TestRatioHoldsProductsAtTheLimit fills the squares to just under 2^127,
// where a sum of products is largest.
func TestRatioHoldsProductsAtTheLimit(t *testing.T) {
	var r Ratio
	r.Add(math.MinInt64+1, math.MaxInt64)
	r.Add(math.MaxInt64, 0)
	if r.Value() != 0 {
		t.Errorf("value = %v, want 0", r.Value())
	}
	if got := r.Numerator().N() + r.Denominator().N(); got != 4 {
		t.Errorf("units = %d, want 4", got)
	}
	if se := r.StdErr(); math.IsNaN(se) || se <= 0 {
		t.Errorf("standard error = %v", se)
	}
}

func TestRatioAllocatesNothing(t *testing.T) {
	var r, o Ratio
	o.Add(1, 2)
	quiet(t, "Ratio", func() { r.Add(-7, 2); r.Merge(o) })
}

func BenchmarkRatioAdd(b *testing.B) {
	var r Ratio
	for b.Loop() {
		r.Add(-24, 4)
	}
}
