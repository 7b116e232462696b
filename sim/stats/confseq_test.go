package stats

import (
	"math"
	"strings"
	"testing"
)

func TestConfidenceSequenceFormula(t *testing.T) {
	// The half width as the paper writes it, at a ρ of our own choosing.
	c := ConfidenceSequence{Level: 0.95, Start: 2, TightAt: 500}
	a := -2 * math.Log(0.05)
	rho2 := tightest(a) / 500
	var m Moments
	for n := int64(1); n <= 2000; n++ {
		m.Add(n % 7)
		if n < 2 {
			continue
		}
		sigma, f := math.Sqrt(m.Variance()), float64(n)
		want := sigma * math.Sqrt(2*(f*rho2+1)/(f*f*rho2)*math.Log(math.Sqrt(f*rho2+1)/0.05))
		near(t, "half width", c.Interval(m).Half(), want, 1e-12*want)
	}
}

func TestConfidenceSequenceIsTightWhereAsked(t *testing.T) {
	for _, level := range []float64{0.5, 0.9, 0.95, 0.999} {
		at := func(tight int64) float64 {
			return ConfidenceSequence{Level: level, Start: 2, TightAt: tight}.boundary(1000)
		}
		for _, other := range []int64{250, 900, 1100, 4000} {
			if at(other) <= at(1000) {
				t.Errorf("level %v: tight at %d is narrower at 1000", level, other)
			}
		}
	}
	ratio := ConfidenceSequence{}.filled().boundary(defaultTightAt) / studentQuantile(0.95, defaultTightAt)
	near(t, "price of watching", ratio, 1.55, 0.01)
}

// TestConfidenceSequenceCoverage watches every unit from Start to 5,000 and
// counts the runs that ever miss the mean, next to Student's interval watched
// in the same way.
func TestConfidenceSequenceCoverage(t *testing.T) {
	const runs, units = 400, 5000
	r := source(13)
	c := ConfidenceSequence{Start: 100, TightAt: 1000}.filled()
	var boundary [units + 1]float64
	for n := range boundary {
		boundary[n] = c.boundary(float64(n))
	}
	missed, peeked := 0, 0
	for range runs {
		var n, sum, squares float64 // exact: small integers
		out, outStudent := false, false
		for unit := 1; unit <= units; unit++ {
			x := skewed(r)
			n, sum, squares = float64(unit), sum+x, squares+x*x
			if unit < int(c.Start) {
				continue
			}
			mean := sum / n
			stdErr := math.Sqrt((squares/n - mean*mean) / (n - 1))
			out = out || math.Abs(mean) > stdErr*boundary[unit]
			outStudent = outStudent || math.Abs(mean) > 1.96*stdErr
		}
		if out {
			missed++
		}
		if outStudent {
			peeked++
		}
	}
	t.Logf("ever missed: %.3f; with Student's interval: %.3f", float64(missed)/runs, float64(peeked)/runs)
	// Three standard errors at 400 runs are 0.033.
	if share := float64(missed) / runs; share > 0.05+0.033 {
		t.Errorf("ever missed: %.3f, want at most 0.05", share)
	}
	if share := float64(peeked) / runs; share < 0.2 {
		t.Errorf("peeking at Student's interval missed in only %.3f: the test proves nothing", share)
	}
}

func TestConfidenceSequenceWithoutBounds(t *testing.T) {
	var c ConfidenceSequence
	var m Moments
	m.AddN(0, 1000)
	if i := c.Interval(m); i.Defined() || !i.Warnings.Has(ZeroVariance) {
		t.Errorf("no variance: interval = %+v", i)
	}
	m = Moments{}
	for n := int64(1); n <= defaultStart; n++ {
		if i := c.Interval(m); i.Defined() {
			t.Fatalf("interval before the start: %+v", i)
		}
		m.Add(10 + n%2)
	}
	if i := c.Interval(m); !i.Defined() || i.Level != defaultLevel || i.Warnings != 0 || !i.Covers(10.5) {
		t.Errorf("interval at the start: %+v", i)
	}
}

func TestConfidenceSequenceValidate(t *testing.T) {
	tests := []struct {
		c    ConfidenceSequence
		want string
	}{
		{ConfidenceSequence{}, ""},
		{ConfidenceSequence{Start: 1_000_000}, ""},
		{ConfidenceSequence{Level: 1}, "Level"},
		{ConfidenceSequence{Level: math.NaN()}, "Level"},
		{ConfidenceSequence{Start: 1}, "Start"},
		{ConfidenceSequence{TightAt: 99}, "TightAt"},
	}
	for _, tt := range tests {
		err := tt.c.Validate()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: error %v, want %q", tt.c, err, tt.want)
		}
	}
	panics(t, "stats: invalid confidence sequence", func() { ConfidenceSequence{Level: 2}.Interval(Moments{}) })
}
