package stats

import (
	"math"
	"math/big"
)

// maxDenominatorCV is the coefficient of variation of the mean denominator
// above which the delta method is not to be trusted: below it the bias of the
// ratio is under a tenth of its standard error (Cochran, Sampling Techniques,
// 3rd ed. 1977, chapter 6).
const maxDenominatorCV = 0.1

// Ratio accumulates a numerator y and a denominator x for each independent
// unit, exactly, and estimates R = Σy/Σx. It is the tool for any "per hand",
// "per win" or "per turn" whose events within a unit are correlated: only the
// units need be independent. The zero value is empty.
//
// Add and Merge panic where those of [Moments] would, for y or for x.
type Ratio struct {
	y, x Moments
	xy   int128
}

// Add records one unit with numerator y and denominator x ≥ 0. A unit without
// events is still a unit: Add(0, 0). It panics if x < 0.
func (r *Ratio) Add(y, x int64) {
	if x < 0 {
		panic("stats: negative denominator")
	}
	r.y.Add(y)
	r.x.Add(x)
	r.xy = r.xy.plus(product(x, y))
}

// Merge records every unit of o.
func (r *Ratio) Merge(o Ratio) {
	r.y.Merge(o.y)
	r.x.Merge(o.x)
	r.xy = r.xy.plus(o.xy)
}

// N returns the number of units.
func (r Ratio) N() int64 { return r.x.n }

// Numerator returns the moments of the units' numerators.
func (r Ratio) Numerator() Moments { return r.y }

// Denominator returns the moments of the units' denominators.
func (r Ratio) Denominator() Moments { return r.x }

// Value returns R = Σy/Σx in numerator units per denominator unit, correctly
// rounded, or 0 while Σx is 0.
func (r Ratio) Value() float64 {
	if r.empty() {
		return 0
	}
	return quotient(r.y.sum.big(), r.x.sum.big())
}

// StdErr returns the delta method's (linearization) standard error of Value,
//
//	√( n/(n−1) · Σ(y−R·x)² ) / Σx
//
// (Cochran 1977, chapter 6). It is 0 for fewer than two units or Σx = 0.
//
// With X = Σx and Y = Σy the sum of squared residuals times X² is the integer
// X²·Σy² − 2·X·Y·Σxy + Y²·Σx², so only the last division rounds.
func (r Ratio) StdErr() float64 {
	if r.N() < 2 || r.empty() {
		return 0
	}
	_, x := r.totals()
	xx := times(x, x)
	num := r.residuals()
	num.Mul(num, big.NewInt(r.N()))
	den := times(xx, xx)
	den.Mul(den, big.NewInt(r.N()-1))
	return math.Sqrt(quotient(num, den))
}

// residuals returns the integer (Σx)²·Σ(y−R·x)².
func (r Ratio) residuals() *big.Int {
	y, x := r.totals()
	e := times(x, x, r.y.squares.big())
	cross := times(x, y, r.xy.big())
	e.Sub(e, cross.Lsh(cross, 1))
	return e.Add(e, times(y, y, r.x.squares.big()))
}

// totals returns Σy and Σx.
func (r Ratio) totals() (y, x *big.Int) { return r.y.sum.big(), r.x.sum.big() }

// Interval returns the delta-method interval for the ratio, with Student's t
// at n−1 degrees of freedom. It is unbounded for fewer than two units or while
// Σx is 0, and carries [NoisyDenominator] where the delta method itself is in
// doubt. It panics unless 0 < level < 1.
func (r Ratio) Interval(level float64) Interval {
	if r.empty() {
		return studentInterval(0, 0, 0, level)
	}
	i := studentInterval(r.Value(), r.StdErr(), r.N(), level)
	if r.noisy() {
		i = i.With(NoisyDenominator)
	}
	return i
}

// PValue returns the two-sided p-value of the hypothesis that the ratio is
// rho. It is below 1−level exactly where Interval(level) leaves rho out, and 1
// for fewer than two units or while Σx is 0.
func (r Ratio) PValue(rho float64) float64 {
	if r.empty() {
		return 1
	}
	return studentP(r.Value()-rho, r.StdErr(), r.N())
}

// noisy reports whether the mean denominator is known too badly for the delta
// method.
func (r Ratio) noisy() bool { return r.x.StdErr() > maxDenominatorCV*r.x.Mean() }

// empty reports whether there is nothing to divide by.
func (r Ratio) empty() bool { return r.x.sum == int128{} }
