package stats

import "math/bits"

// A Sum is what a [Moments] is made of, less the number of units: the sum and
// the sum of squares of small integers. It is for callers that keep many
// numerators over few denominators and count the units themselves: most
// numerators of most units are 0, and Add(0) need not be called. The zero
// value is empty. What it makes is as exact as a Moments that was fed unit by
// unit.
type Sum struct {
	sum     int64
	squares int128
}

// MakeSum returns the sum of observations whose sum and sum of squares the
// caller has. It panics if squares < 0.
func MakeSum(sum, squares int64) Sum {
	if squares < 0 {
		panic("stats: sum of squares overflows")
	}
	return Sum{sum, widen(squares)}
}

// Add records x, which must lie within 32 bits: that is not checked.
func (s *Sum) Add(x int64) {
	s.sum += x
	lo, carry := bits.Add64(s.squares.lo, uint64(x*x), 0)
	s.squares = int128{s.squares.hi + int64(carry), lo}
}

// Merge records everything that o recorded.
func (s *Sum) Merge(o Sum) {
	s.sum += o.sum
	s.squares = s.squares.plus(o.squares)
}

// Total returns the sum.
func (s Sum) Total() int64 { return s.sum }

// Moments returns the moments of n units; those not added count as 0. It
// panics if n < 0.
func (s Sum) Moments(n int64) Moments {
	if n < 0 {
		panic("stats: negative count")
	}
	return Moments{n, widen(s.sum), s.squares}
}

// A Product is the sum of the products of two small integers a unit: what a
// [Ratio] needs besides two Sums. The zero value is empty.
type Product struct{ sum int128 }

// MakeProduct returns the sum of products that the caller has.
func MakeProduct(sum int64) Product { return Product{widen(sum)} }

// Add records x·y, which must lie within 64 bits: that is not checked.
func (p *Product) Add(x, y int64) { p.sum = p.sum.plus(widen(x * y)) }

// Merge records everything that o recorded.
func (p *Product) Merge(o Product) { p.sum = p.sum.plus(o.sum) }

// MakeRatio returns the ratio of n units whose numerators y, denominators x
// and products were recorded, those not recorded being 0. It panics if n < 0
// or the denominators sum to less than 0.
func MakeRatio(n int64, y, x Sum, xy Product) Ratio {
	if x.sum < 0 {
		panic("stats: negative denominator")
	}
	return Ratio{y.Moments(n), x.Moments(n), xy.sum}
}
