package stats

import (
	"math"
	"slices"
	"testing"
)

func TestHistogramKnownValues(t *testing.T) {
	var h Histogram
	for _, k := range []int{-1, 0, 0, 2, 2, 2, 3, 5, 5, 239} {
		h.Add(k)
	}
	if h.N() != 10 || h.Count(2) != 3 || h.Count(4) != 0 || h.Count(1000) != 0 {
		t.Errorf("counts wrong: N = %d", h.N())
	}
	if h.Mean() != 25.7 || h.Share(2) != 0.3 || h.Share(-1000) != 0 {
		t.Errorf("mean %v, share of 2 %v", h.Mean(), h.Share(2))
	}
	// R: quantile(c(-1,0,0,2,2,2,3,5,5,239), q, type = 1)
	tests := []struct {
		q    float64
		want int
	}{
		{0, -1}, {0.1, -1}, {0.11, 0}, {0.3, 0}, {0.31, 2}, {0.5, 2}, {0.6, 2}, {0.7, 3}, {0.9, 5}, {0.91, 239}, {1, 239},
	}
	for _, tt := range tests {
		if got := h.Quantile(tt.q); got != tt.want {
			t.Errorf("quantile %v = %d, want %d", tt.q, got, tt.want)
		}
	}
}

func TestHistogramAgainstSortedValues(t *testing.T) {
	r := source(10)
	for range 100 {
		var h, other Histogram
		var values []int
		for range 1 + r.IntN(200) {
			k := HistogramMin + r.IntN(HistogramMax-HistogramMin+1)
			values = append(values, k)
			if r.IntN(2) == 0 {
				h.Add(k)
			} else {
				other.AddN(k, 1)
			}
		}
		swapped := other
		swapped.Merge(&h)
		h.Merge(&other)
		if h != swapped {
			t.Fatal("Merge depends on the order")
		}
		slices.Sort(values)
		for i := range values {
			q := float64(i+1) / float64(len(values))
			if got := h.Quantile(q); got != values[i] {
				t.Fatalf("quantile %d/%d = %d, want %d", i+1, len(values), got, values[i])
			}
		}
	}
}

func TestHistogramEdges(t *testing.T) {
	var h Histogram
	if h.N() != 0 || h.Mean() != 0 || h.Share(0) != 0 || h.Quantile(0.5) != 0 {
		t.Error("an empty histogram is not all zero")
	}
	h.AddN(3, 0)
	for k := range h.All() {
		t.Errorf("All yields %d, never counted", k)
	}
	h.Add(HistogramMin)
	h.Add(HistogramMax)
	for range h.All() {
		break // an early stop must not panic
	}
	panics(t, "stats: histogram value out of range", func() { h.Add(HistogramMax + 1) })
	panics(t, "stats: histogram value out of range", func() { h.Add(HistogramMin - 1) })
	panics(t, "stats: negative count", func() { h.AddN(0, -1) })
	panics(t, "stats: quantile outside [0, 1]", func() { h.Quantile(math.NaN()) })
	var o Histogram
	quiet(t, "Histogram", func() { h.Add(1); h.Merge(&o) })
}
