package stats

import (
	"math"
	"testing"
)

func TestStudentQuantileKnownValues(t *testing.T) {
	// R: qt((1+level)/2, df)
	tests := []struct{ level, df, want float64 }{
		{0.95, 1, 12.706204736},
		{0.95, 2, 4.302652730},
		{0.95, 9, 2.262157163},
		{0.99, 9, 3.249835542},
		{0.95, 29, 2.045229642},
		{0.90, 120, 1.657650899},
		{0.95, 1e12, 1.959963985},
	}
	for _, tt := range tests {
		near(t, "t", studentQuantile(tt.level, tt.df), tt.want, 2e-9)
		near(t, "level of t", TwoSidedP(tt.want, tt.df), 1-tt.level, 1e-9)
	}
	// df = 1 and 2 have closed forms.
	near(t, "Cauchy", studentQuantile(0.8, 1), math.Tan(math.Pi*0.4), 1e-12)
	near(t, "df 2", TwoSidedP(3, 2), 1-3/math.Sqrt(11), 1e-15)
}

// TestManyDF compares the two forms where one takes over from the other. The
// step is small enough that t itself does not change.
func TestManyDF(t *testing.T) {
	const step = 1e-3
	for _, level := range []float64{0.01, 0.5, 0.95, 0.999, 0.999999} {
		near(t, "quantile", studentQuantile(level, manyDF+step), studentQuantile(level, manyDF), 1e-10)
	}
	for _, x := range []float64{0.1, 1, 2, 5} {
		below := TwoSidedP(x, manyDF)
		near(t, "p", TwoSidedP(x, manyDF+step), below, 1e-7*below)
	}
}

func TestTwoSidedPEdges(t *testing.T) {
	for _, df := range []float64{1, 10, 1e7} {
		if TwoSidedP(0, df) != 1 || TwoSidedP(math.Inf(-1), df) != 0 {
			t.Errorf("df %v: p of 0 is %v, of −Inf %v", df, TwoSidedP(0, df), TwoSidedP(math.Inf(-1), df))
		}
		if TwoSidedP(2, df) != TwoSidedP(-2, df) {
			t.Errorf("df %v: not symmetric", df)
		}
	}
	if p := TwoSidedP(40, 200); !(p > 0 && p < 1e-90) {
		t.Errorf("p far out = %v: the tail has lost its digits", p)
	}
	panics(t, "stats: no such t statistic", func() { TwoSidedP(math.NaN(), 3) })
	panics(t, "stats: no such t statistic", func() { TwoSidedP(1, 0) })
	for _, level := range []float64{0, 1, math.NaN()} {
		panics(t, "stats: level outside (0, 1)", func() { Moments{}.Interval(level) })
	}
}
