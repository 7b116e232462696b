package stats

import (
	"math"
	"testing"
)

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 999: "999", 1000: "1,000", -999: "-999", -1000: "-1,000", 1234567: "1,234,567",
		math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := Grouped(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}

func TestIntervalTexts(t *testing.T) {
	i := func(value, lo, hi float64) Interval {
		return Interval{Value: value, Lo: lo, Hi: hi, N: 50, Level: 0.95}
	}
	inf := math.Inf(1)
	for _, c := range []struct {
		i                              Interval
		gain, amount, bracketed, three string
	}{
		{i(1.2345, 1.1945, 1.2745), "+1.234 ± 0.040", "1.234 ± 0.040", "+1.234 [+1.194, +1.274]", "+1.234 [+1.194, +1.274]"},
		{i(-12, -15, -9), "-12.0 ± 3.0", "-12.0 ± 3.0", "-12.0 [-15.0, -9.0]", "-12.000 [-15.000, -9.000]"},
		{i(0, -0.5, 0.5), "0.00 ± 0.50", "0.00 ± 0.50", "0.00 [-0.50, +0.50]", "0.000 [-0.500, +0.500]"},
		{i(1234, 1000, 1468), "+1234 ± 234", "1234 ± 234", "+1234 [+1000, +1468]", "+1234.000 [+1000.000, +1468.000]"},
		{i(2, -inf, inf), "+2.000 ± ?", "2.000 ± ?", "+2.000 [?]", "+2.000 [?]"},
		{i(0.25, 0.25, 0.25), "0.25", "0.25", "+0.250 [+0.250, +0.250]", "+0.250 [+0.250, +0.250]"},
		{i(0, 0, 0).With(ZeroVariance), "0", "0", "0.000 [0.000, 0.000]", "0.000 [0.000, 0.000]"},
		{Interval{Lo: -inf, Hi: inf}, "-", "-", "0.000 [?]", "0.000 [?]"},
		{i(1e-9, -1e-9, 3e-9), "0.000000 ± 0.000000", "0.000000 ± 0.000000", "0.000000 [0.000000, 0.000000]", "0.000 [0.000, 0.000]"},
	} {
		for _, got := range [][2]string{{c.i.Gain(), c.gain}, {c.i.Amount(), c.amount}, {c.i.Bracketed(), c.bracketed}, {c.i.BracketedTo(3), c.three}} {
			if got[0] != got[1] {
				t.Errorf("%v: got %q, want %q", c.i, got[0], got[1])
			}
		}
	}
	if got := i(1.5, 1, 2).GainTo(2); got != "+1.50 ± 0.50" {
		t.Errorf("GainTo: got %q", got)
	}
}

func TestFindings(t *testing.T) {
	for _, c := range []struct {
		i    Interval
		want Finding
		name string
	}{
		{Interval{Value: 2, Lo: 1, Hi: 3, N: 30}, BetterA, "fast"},
		{Interval{Value: -2, Lo: -3, Hi: -1, N: 30}, BetterB, "big"},
		{Interval{Value: 2, Lo: -1, Hi: 5, N: 30}, NoDifference, "~"},
		{Interval{Value: 2, Lo: 1, Hi: 3, N: 29}, TooFew, "too few"},
		{Interval{Value: 2, Lo: math.Inf(-1), Hi: math.Inf(1), N: 30}, TooFew, "too few"},
	} {
		f := c.i.Finding()
		if f != c.want || f.Name("fast", "big") != c.name || f.Established() != (c.want == BetterA || c.want == BetterB) {
			t.Errorf("%v: got %q, named %q", c.i, f, f.Name("fast", "big"))
		}
	}
	for _, c := range []struct {
		difference, p float64
		want          Finding
	}{{1, 0.05, BetterA}, {-1, 0.01, BetterB}, {1, 0.051, NoDifference}, {0, 0, NoDifference}} {
		if got := FindingOf(c.difference, c.p, 0.05); got != c.want {
			t.Errorf("difference %v, p %v: got %q", c.difference, c.p, got)
		}
	}
}
