package stats

import (
	"math"
	"math/big"
)

// MinUnits is the number of independent units below which a result carries
// [FewUnits], and the number of non-zero blocks an [SPRT] waits for.
const MinUnits = 30

// Moments accumulates the count, sum and sum of squares of integer
// observations, one an independent unit, exactly. The zero value is empty.
//
// Add, AddN and Merge panic if the count reaches 2^63 or the sum of squares
// reaches 2^127. The second needs 2^63 observations of magnitude 2^32 or more:
// out of reach for points.
type Moments struct {
	n       int64
	sum     int128
	squares int128
}

// Add records one observation.
func (m *Moments) Add(x int64) {
	m.Merge(Moments{1, widen(x), product(x, x)})
}

// AddN records n observations of the same value x. It panics if n < 0.
func (m *Moments) AddN(x, n int64) {
	if n < 0 {
		panic("stats: negative count")
	}
	squares, ok := product(x, x).times(n)
	if !ok {
		panic("stats: sum of squares overflows")
	}
	m.Merge(Moments{n, product(x, n), squares})
}

// Merge records every observation of o.
func (m *Moments) Merge(o Moments) {
	m.n += o.n
	m.sum = m.sum.plus(o.sum)
	m.squares = m.squares.plus(o.squares)
	// Counts and sums of squares below 2^63 and 2^127 overflow into the sign.
	if m.n < 0 {
		panic("stats: count overflows")
	}
	if m.squares.hi < 0 {
		panic("stats: sum of squares overflows")
	}
}

// N returns the number of observations.
func (m Moments) N() int64 { return m.n }

// Sum returns the sum of the observations in their unit, correctly rounded: exact
// below 2^53.
func (m Moments) Sum() float64 { return quotient(m.sum.big(), big.NewInt(1)) }

// Mean returns the mean in the unit of the observations, correctly rounded, or
// 0 if there is none.
func (m Moments) Mean() float64 {
	if m.n == 0 {
		return 0
	}
	return quotient(m.sum.big(), big.NewInt(m.n))
}

// Variance returns the unbiased sample variance
//
//	(n·Σx² − (Σx)²) / (n·(n−1))
//
// in squared units, evaluated in integers and rounded once, so that no large
// mean cancels it away. It is 0 for fewer than two observations.
func (m Moments) Variance() float64 {
	if m.n < 2 {
		return 0
	}
	n, sum := big.NewInt(m.n), m.sum.big()
	num := new(big.Int).Mul(n, m.squares.big())
	num.Sub(num, sum.Mul(sum, sum))
	return quotient(num, n.Mul(n, big.NewInt(m.n-1)))
}

// StdErr returns the standard error of the mean, in the unit of the
// observations. It is 0 for fewer than two observations.
func (m Moments) StdErr() float64 {
	if m.n < 2 {
		return 0
	}
	return math.Sqrt(m.Variance() / float64(m.n))
}

// Interval returns Student's t interval for the mean, with n−1 degrees of
// freedom, in the unit of the observations. With fewer than two observations
// it is unbounded; with two or more that are all equal it is that one point
// and carries [ZeroVariance]. It panics unless 0 < level < 1.
func (m Moments) Interval(level float64) Interval {
	return studentInterval(m.Mean(), m.StdErr(), m.n, level)
}

// PValue returns the two-sided p-value of Student's t test that the mean is
// mu. It is below 1−level exactly where Interval(level) leaves mu out: 1 for
// fewer than two observations, 0 or 1 for observations that are all equal.
func (m Moments) PValue(mu float64) float64 {
	return studentP(m.Mean()-mu, m.StdErr(), m.n)
}
