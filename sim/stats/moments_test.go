package stats

import (
	"math"
	"testing"
)

// momentsOf accumulates xs one by one.
func momentsOf(xs ...int64) Moments {
	var m Moments
	for _, x := range xs {
		m.Add(x)
	}
	return m
}

// sleep holds ten times the paired differences of Student's sleep data (1908;
// "sleep" in R): extra hours under drug 1 minus drug 2.
var sleep = []int64{-12, -24, -13, -13, 0, -10, -18, -8, -46, -14}

func TestMomentsKnownValues(t *testing.T) {
	tests := []struct {
		name                 string
		xs                   []int64
		mean, variance, stde float64
	}{
		{"empty", nil, 0, 0, 0},
		{"one", []int64{7}, 7, 0, 0},
		{"equal", []int64{3, 3, 3}, 3, 0, 0},
		{"textbook", []int64{2, 4, 4, 4, 5, 5, 7, 9}, 5, 32.0 / 7, math.Sqrt(32.0 / 56)},
		{"negative", []int64{-1, 1}, 0, 2, 1},
		{"sleep", sleep, -15.8, 151.2888888888889, 3.889587238883953},
		{"far from 0", []int64{1<<61 + 1, 1<<61 + 2, 1<<61 + 3}, 1 << 61, 1, math.Sqrt(1.0 / 3)},
	}
	for _, tt := range tests {
		m := momentsOf(tt.xs...)
		if m.N() != int64(len(tt.xs)) {
			t.Errorf("%s: N = %d", tt.name, m.N())
		}
		near(t, tt.name+" mean", m.Mean(), tt.mean, 0)
		near(t, tt.name+" variance", m.Variance(), tt.variance, 1e-13*tt.variance)
		near(t, tt.name+" standard error", m.StdErr(), tt.stde, 1e-13)
	}
}

func TestMomentsStudentTest(t *testing.T) {
	// R: t.test(extra ~ group, data = sleep, paired = TRUE)
	m := momentsOf(sleep...)
	i := m.Interval(0.95).Scaled(0.1)
	near(t, "mean", i.Value, -1.58, 1e-15)
	near(t, "lo", i.Lo, -2.4598858, 5e-8)
	near(t, "hi", i.Hi, -0.7001142, 5e-8)
	near(t, "p", m.PValue(0), 0.00283289, 5e-9)
	if i.N != 10 || i.Level != 0.95 || i.Warnings.String() != "few-units" {
		t.Errorf("interval = %+v", i)
	}
}

func TestMomentsWithoutBounds(t *testing.T) {
	for _, m := range []Moments{momentsOf(), momentsOf(5)} {
		i := m.Interval(0.9)
		if i.Defined() || !math.IsInf(i.Lo, -1) || !math.IsInf(i.Hi, 1) || !i.Covers(-1e300) {
			t.Errorf("N = %d: interval = %+v", m.N(), i)
		}
		if got := m.PValue(1); got != 1 {
			t.Errorf("N = %d: p = %v, want 1", m.N(), got)
		}
	}
}

func TestMomentsWithoutVariance(t *testing.T) {
	m := momentsOf(4, 4, 4)
	i := m.Interval(0.95)
	if i.Lo != 4 || i.Hi != 4 || !i.Defined() || !i.Warnings.Has(ZeroVariance) || i.Warnings.Has(CoversZero) {
		t.Errorf("interval = %+v", i)
	}
	if on, off := m.PValue(4), m.PValue(0); on != 1 || off != 0 {
		t.Errorf("p at the mean = %v, elsewhere %v, want 1 and 0", on, off)
	}
}

func TestPValueAgreesWithInterval(t *testing.T) {
	r := source(3)
	for range 500 {
		var m Moments
		for range 2 + r.IntN(60) {
			m.Add(int64(r.IntN(21)) - 9)
		}
		for _, level := range []float64{0.5, 0.9, 0.95, 0.99} {
			if got, want := m.PValue(0) < 1-level, !m.Interval(level).Covers(0); got != want {
				t.Errorf("%+v at %v: p = %v but interval %v", m, level, m.PValue(0), m.Interval(level))
			}
		}
	}
}

func TestMomentsMergeIsExactInAnyOrder(t *testing.T) {
	r := source(4)
	for range 200 {
		xs := make([]int64, r.IntN(100))
		for i := range xs {
			xs[i] = wild(r) >> 4
		}
		want := momentsOf(xs...)
		parts := make([]Moments, 1+r.IntN(8))
		for _, x := range xs {
			parts[r.IntN(len(parts))].Add(x)
		}
		r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		var left Moments
		for _, p := range parts {
			left.Merge(p)
		}
		right := parts[len(parts)-1]
		for i := len(parts) - 2; i >= 0; i-- {
			p := parts[i]
			p.Merge(right)
			right = p
		}
		if left != want || right != want {
			t.Fatalf("merged %+v and %+v, want %+v", left, right, want)
		}
	}
}

func TestMomentsAddN(t *testing.T) {
	r := source(5)
	for range 200 {
		x, n := wild(r)>>8, int64(r.IntN(50))
		var got, want Moments
		got.AddN(x, n)
		for range n {
			want.Add(x)
		}
		if got != want {
			t.Fatalf("AddN(%d, %d) = %+v, want %+v", x, n, got, want)
		}
	}
}

func TestMomentsOverflow(t *testing.T) {
	var m Moments
	m.Add(math.MinInt64)
	if got := m.Mean(); got != math.MinInt64 {
		t.Errorf("mean = %v", got)
	}
	panics(t, "stats: sum of squares overflows", func() { m.Add(math.MinInt64) })
	panics(t, "stats: sum of squares overflows", func() { new(Moments).AddN(math.MaxInt64, 3) })
	panics(t, "stats: negative count", func() { new(Moments).AddN(1, -1) })
	var full Moments
	full.AddN(1, math.MaxInt64)
	panics(t, "stats: count overflows", func() { full.Add(0) })
}

func TestMomentsAllocateNothing(t *testing.T) {
	var m, o Moments
	o.Add(-3)
	quiet(t, "Moments", func() { m.Add(9); m.AddN(2, 3); m.Merge(o) })
}

func BenchmarkMomentsAdd(b *testing.B) {
	var m Moments
	for b.Loop() {
		m.Add(-24)
	}
}
