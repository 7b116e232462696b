package stats

import (
	"math"
	"testing"
)

func TestWilsonKnownValues(t *testing.T) {
	// R. G. Newcombe, Statistics in Medicine 17, 1998, table I, method 3.
	tests := []struct {
		k, n   int64
		lo, hi float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	}
	for _, tt := range tests {
		var p Proportion
		p.Add(tt.k, tt.n)
		i := p.Interval(0.95)
		near(t, "lo", i.Lo, tt.lo, 5e-5)
		near(t, "hi", i.Hi, tt.hi, 5e-5)
		if i.Value != float64(tt.k)/float64(tt.n) || i.N != tt.n {
			t.Errorf("%d/%d: interval = %+v", tt.k, tt.n, i)
		}
		if got := i.Warnings.Has(FewUnits); got != (tt.n < 30) {
			t.Errorf("%d/%d: few units = %v", tt.k, tt.n, got)
		}
	}
}

func TestWilsonStaysInside(t *testing.T) {
	for n := int64(1); n <= 60; n++ {
		for k := int64(0); k <= n; k++ {
			var p, q Proportion
			p.Add(k, n)
			q.Add(n-k, n)
			i, j := p.Interval(0.99), q.Interval(0.99)
			if !(0 <= i.Lo && i.Lo <= i.Value && i.Value <= i.Hi && i.Hi <= 1) || i.Lo == i.Hi {
				t.Fatalf("%d/%d: interval = %v", k, n, i)
			}
			near(t, "mirrored bound", i.Lo, 1-j.Hi, 1e-15)
		}
	}
}

func TestProportionEdges(t *testing.T) {
	var p Proportion
	if i := p.Interval(0.95); i.Lo != 0 || i.Hi != 1 || i.Value != 0 || i.Defined() {
		t.Errorf("empty: interval = %+v", i)
	}
	var a, b Proportion
	a.Add(1, 2)
	b.Add(3, 5)
	a.Merge(b)
	if a.Successes() != 4 || a.N() != 7 {
		t.Errorf("merged = %+v", a)
	}
	panics(t, "stats: successes outside their trials", func() { p.Add(2, 1) })
	panics(t, "stats: successes outside their trials", func() { p.Add(-1, 1) })
	panics(t, "stats: level outside (0, 1)", func() { p.Interval(95) })
	panics(t, "stats: count overflows", func() { p.Add(0, math.MaxInt64); p.Add(0, 1) })
	quiet(t, "Proportion", func() { a.Add(1, 1); a.Merge(b) })
}
