package stats

import (
	"math"
	"slices"
	"testing"
)

func TestHolmKnownValues(t *testing.T) {
	// R: p.adjust(p, "holm")
	tests := []struct{ p, want []float64 }{
		{nil, nil},
		{[]float64{0.2}, []float64{0.2}},
		{[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}},
		{[]float64{0.5, 0.9, 0, 1}, []float64{1, 1, 0, 1}},
		{[]float64{0.01, 0.01, 0.01}, []float64{0.03, 0.03, 0.03}},
	}
	for _, tt := range tests {
		kept := slices.Clone(tt.p)
		got := Holm(tt.p)
		if len(got) != len(tt.want) || !slices.Equal(tt.p, kept) {
			t.Fatalf("Holm(%v) = %v, argument now %v", kept, got, tt.p)
		}
		for i := range got {
			near(t, "adjusted", got[i], tt.want[i], 1e-15)
		}
	}
	for _, bad := range []float64{-0.1, 1.1, math.NaN()} {
		panics(t, "stats: p-value outside [0, 1]", func() { Holm([]float64{bad}) })
	}
}

// TestHolmFamilyError tests ten true hypotheses at a time.
func TestHolmFamilyError(t *testing.T) {
	r := source(11)
	const families = 4000
	wrong := 0
	for range families {
		p := make([]float64, 10)
		for i := range p {
			p[i] = r.Float64()
		}
		if slices.Min(Holm(p)) <= 0.05 {
			wrong++
		}
	}
	// 1−0.995^10 = 0.0489; three standard errors are 0.0102.
	near(t, "family error", float64(wrong)/families, 0.0489, 0.0102)
}
