package stats

import (
	"iter"
	"math/big"
)

// The smallest and largest value a [Histogram] counts: room for shanten, fan,
// turns and tiles, not for points.
const (
	HistogramMin = -16
	HistogramMax = 239
)

// Histogram counts small integers, each in [HistogramMin, HistogramMax]. It
// says how values are distributed, not how sure that is: what it counts need
// not be independent. The zero value is empty. It is 2 KB: pass a pointer.
type Histogram struct {
	counts [HistogramMax - HistogramMin + 1]int64
}

// Add counts k once. It panics if k is outside [HistogramMin, HistogramMax].
func (h *Histogram) Add(k int) { h.AddN(k, 1) }

// AddN counts k n times. It panics if k is outside [HistogramMin,
// HistogramMax] or n < 0. All counts together must stay below 2^63.
func (h *Histogram) AddN(k int, n int64) {
	if !counts(k) {
		panic("stats: histogram value out of range")
	}
	if n < 0 {
		panic("stats: negative count")
	}
	h.counts[k-HistogramMin] += n
}

// Merge adds the counts of o.
func (h *Histogram) Merge(o *Histogram) {
	for i, n := range o.counts {
		h.counts[i] += n
	}
}

// N returns how many values were counted.
func (h *Histogram) N() int64 {
	var n int64
	for _, c := range h.counts {
		n += c
	}
	return n
}

// Count returns how often k was counted: 0 for a k no histogram can hold.
func (h *Histogram) Count(k int) int64 {
	if !counts(k) {
		return 0
	}
	return h.counts[k-HistogramMin]
}

// Share returns the part of all values that are k, in [0, 1], or 0 if the
// histogram is empty.
func (h *Histogram) Share(k int) float64 {
	n := h.N()
	if n == 0 {
		return 0
	}
	return float64(h.Count(k)) / float64(n)
}

// Mean returns the mean of the values, correctly rounded, or 0 if there is
// none.
func (h *Histogram) Mean() float64 {
	n := h.N()
	if n == 0 {
		return 0
	}
	var sum int128
	for k, c := range h.All() {
		sum = sum.plus(product(int64(k), c))
	}
	return quotient(sum.big(), big.NewInt(n))
}

// Quantile returns the smallest value k such that at least the share q of all
// values is k or less: the inverse of the empirical distribution function
// (type 1 of Hyndman and Fan, The American Statistician 50, 1996), with q = 0
// the minimum. It returns 0 if the histogram is empty, and panics unless
// 0 ≤ q ≤ 1.
func (h *Histogram) Quantile(q float64) int {
	if !(q >= 0 && q <= 1) {
		panic("stats: quantile outside [0, 1]")
	}
	n := float64(h.N())
	var below int64
	for k, c := range h.All() {
		below += c
		// Divided, not multiplied: 3/10 rounds to the constant 0.3.
		if float64(below)/n >= q {
			return k
		}
	}
	return 0
}

// All returns the values that were counted with their counts, ascending.
func (h *Histogram) All() iter.Seq2[int, int64] {
	return func(yield func(int, int64) bool) {
		for i, c := range h.counts {
			if c > 0 && !yield(i+HistogramMin, c) {
				return
			}
		}
	}
}

// counts reports whether a histogram has room for k.
func counts(k int) bool { return HistogramMin <= k && k <= HistogramMax }
