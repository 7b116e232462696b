package stats

import (
	"math"
	"testing"
)

func TestRatioDifferenceByHand(t *testing.T) {
	// R1 = 9/6 with residuals 0.5, 1, −1.5; R2 = 3/3 with residuals 1, −1, 0.
	// Divided by 6 and by 3 they differ by −1.5/6, 3/6 and −1.5/6.
	var d RatioDifference
	d.Add(2, 1, 2, 1)
	d.Add(4, 2, 0, 1)
	d.Add(3, 3, 1, 1)
	if d.N() != 3 || d.Value() != 0.5 || d.First().Value() != 1.5 || d.Second().Value() != 1 {
		t.Errorf("N, value = %d, %v, want 3, 0.5", d.N(), d.Value())
	}
	want := math.Sqrt(1.5 * (1.5*1.5 + 3*3 + 1.5*1.5) / 36)
	near(t, "standard error", d.StdErr(), want, 1e-15)
	i := d.Interval(0.95)
	near(t, "half width", i.Half(), 4.302652729911275*want, 1e-9)
	if got := i.Warnings.String(); got != "few-units,covers-zero,noisy-denominator" {
		t.Errorf("warnings = %s", got)
	}
	near(t, "p", d.PValue(0), TwoSidedP(0.5/want, 2), 1e-15)
}

// TestRatioDifferenceAgainstResiduals recomputes the standard error from the
// residuals in floating point.
func TestRatioDifferenceAgainstResiduals(t *testing.T) {
	g := source(21)
	for range 100 {
		n := 3 + g.IntN(200)
		units := make([][4]float64, n)
		var d RatioDifference
		var sum [4]float64
		for i := range units {
			x1, x2 := int64(g.IntN(4)), int64(1+g.IntN(3))
			y1, y2 := 2*x1+int64(g.IntN(41))-20, int64(g.IntN(31))-15
			d.Add(y1, x1, y2, x2)
			units[i] = [4]float64{float64(y1), float64(x1), float64(y2), float64(x2)}
			for k, v := range units[i] {
				sum[k] += v
			}
		}
		if sum[1] == 0 {
			continue
		}
		squares := 0.0
		for _, u := range units {
			e := (u[0]-sum[0]/sum[1]*u[1])/sum[1] - (u[2]-sum[2]/sum[3]*u[3])/sum[3]
			squares += e * e
		}
		want := math.Sqrt(float64(n) / float64(n-1) * squares)
		near(t, "standard error", d.StdErr(), want, 1e-12*want)
		near(t, "value", d.Value(), sum[0]/sum[1]-sum[2]/sum[3], 1e-13*(1+math.Abs(sum[0]/sum[1])))
	}
}

// TestRatioDifferenceOfConstantDenominators is the paired mean of differences.
func TestRatioDifferenceOfConstantDenominators(t *testing.T) {
	g := source(22)
	var d RatioDifference
	var m Moments
	for range 50 {
		y1, y2 := int64(g.IntN(99)), int64(g.IntN(99))
		d.Add(y1, 2, y2, 2)
		m.Add(y1 - y2)
	}
	got, want := d.Interval(0.9), m.Interval(0.9).Scaled(1.0/2)
	near(t, "lo", got.Lo, want.Lo, 1e-12*math.Abs(want.Lo))
	near(t, "hi", got.Hi, want.Hi, 1e-12*math.Abs(want.Hi))
}

func TestRatioDifferenceOfTheSame(t *testing.T) {
	g := source(23)
	var d RatioDifference
	for range 50 {
		y, x := wild(g)>>8, int64(g.IntN(4))
		d.Add(y, x, y, x)
	}
	if d.Value() != 0 || d.StdErr() != 0 || d.PValue(0) != 1 {
		t.Errorf("value, standard error, p = %v, %v, %v, want 0, 0, 1", d.Value(), d.StdErr(), d.PValue(0))
	}
}

// TestRatioDifferenceCoverage draws walls at which two bots sit in varying
// numbers, so that one's gain is the other's loss, and counts how often the
// interval holds the true difference, and how often one that takes the two for
// independent does.
func TestRatioDifferenceCoverage(t *testing.T) {
	g := source(24)
	const runs, walls, truth = 1000, 200, 1.0
	covered, naive := 0, 0
	for range runs {
		var d RatioDifference
		for range walls {
			x1 := int64(g.IntN(4))
			x2 := int64(1 + g.IntN(3))
			luck := int64(g.IntN(9)) - 4
			y1 := x1*(3+luck) + int64(g.IntN(5)) - 2
			y2 := x2*(2-luck) + int64(g.IntN(5)) - 2
			d.Add(y1, x1, y2, x2)
		}
		if d.Interval(0.95).Covers(truth) {
			covered++
		}
		half := 1.96 * math.Hypot(d.First().StdErr(), d.Second().StdErr())
		if math.Abs(d.Value()-truth) <= half {
			naive++
		}
	}
	// Three binomial standard errors at 1,000 runs are 0.021.
	near(t, "coverage", float64(covered)/runs, 0.95, 0.021)
	if share := float64(naive) / runs; share > 0.9 {
		t.Errorf("coverage without covariance = %v: the ratios are not correlated", share)
	}
}

func TestRatioDifferenceWithoutDenominator(t *testing.T) {
	var one RatioDifference
	one.Add(3, 1, 0, 0)
	for _, d := range []RatioDifference{{}, one} {
		if i := d.Interval(0.95); i.Defined() || i.Value != 0 || d.Value() != 0 || d.StdErr() != 0 || d.PValue(3) != 1 {
			t.Errorf("%+v: interval = %+v", d, i)
		}
	}
	panics(t, "stats: negative denominator", func() { new(RatioDifference).Add(1, 1, 1, -1) })
	panics(t, "stats: ratios over different units", func() {
		MakeRatioDifference(ratioOf([2]int64{1, 1}), Ratio{}, Cross{})
	})
}

func TestRatioDifferenceMergeIsExactInAnyOrder(t *testing.T) {
	g := source(25)
	for range 100 {
		var want RatioDifference
		parts := make([]RatioDifference, 1+g.IntN(8))
		for range g.IntN(100) {
			y1, y2 := wild(g)>>4, wild(g)>>4
			x1, x2 := max(0, wild(g)>>4), max(0, wild(g)>>4)
			want.Add(y1, x1, y2, x2)
			parts[g.IntN(len(parts))].Add(y1, x1, y2, x2)
		}
		g.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		var got RatioDifference
		for _, p := range parts {
			got.Merge(p)
		}
		if got != want {
			t.Fatalf("merged %+v, want %+v", got, want)
		}
		if again := MakeRatioDifference(got.First(), got.Second(), got.cross); again != want {
			t.Fatalf("made %+v, want %+v", again, want)
		}
	}
}

func TestRatioDifferenceAllocatesNothing(t *testing.T) {
	var d, o RatioDifference
	o.Add(1, 2, 3, 4)
	quiet(t, "RatioDifference", func() { d.Add(-7, 2, 5, 2); d.Merge(o) })
}

func BenchmarkRatioDifferenceAdd(b *testing.B) {
	var d RatioDifference
	for b.Loop() {
		d.Add(-24, 2, 24, 2)
	}
}
