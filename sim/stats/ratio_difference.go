package stats

import (
	"math"
	"math/big"
)

// A Cross is what the covariance of two ratios over the same units needs: the
// sums of the products of either numerator and denominator of the one with
// either of the other. The zero value is empty. A unit in which one of the two
// has neither numerator nor denominator adds nothing and may be left out.
type Cross struct {
	yy, yx, xy, xx int128 // first letter: of the first ratio
}

// Add records one unit.
func (c *Cross) Add(y1, x1, y2, x2 int64) {
	c.yy = c.yy.plus(product(y1, y2))
	c.yx = c.yx.plus(product(y1, x2))
	c.xy = c.xy.plus(product(x1, y2))
	c.xx = c.xx.plus(product(x1, x2))
}

// Merge records every unit of o.
func (c *Cross) Merge(o Cross) {
	c.yy = c.yy.plus(o.yy)
	c.yx = c.yx.plus(o.yx)
	c.xy = c.xy.plus(o.xy)
	c.xx = c.xx.plus(o.xx)
}

// RatioDifference accumulates two ratios over the same independent units,
// exactly, and estimates R1 − R2 = Σy1/Σx1 − Σy2/Σx2. What the two share within
// a unit (the wall, the table, that one's gain is the other's loss) enters the
// interval through their covariance. The zero value is empty.
//
// Add and Merge panic where those of [Ratio] would.
type RatioDifference struct {
	first, second Ratio
	cross         Cross
}

// MakeRatioDifference returns the difference of two ratios that were
// accumulated over the same units, with the cross sums of these. It panics if
// the numbers of units differ.
func MakeRatioDifference(first, second Ratio, c Cross) RatioDifference {
	if first.N() != second.N() {
		panic("stats: ratios over different units")
	}
	return RatioDifference{first, second, c}
}

// Add records one unit: numerator and denominator ≥ 0 of the first ratio and
// of the second. A unit in which either has no events is still a unit. It
// panics if x1 < 0 or x2 < 0.
func (d *RatioDifference) Add(y1, x1, y2, x2 int64) {
	d.first.Add(y1, x1)
	d.second.Add(y2, x2)
	d.cross.Add(y1, x1, y2, x2)
}

// Merge records every unit of o.
func (d *RatioDifference) Merge(o RatioDifference) {
	d.first.Merge(o.first)
	d.second.Merge(o.second)
	d.cross.Merge(o.cross)
}

// N returns the number of units.
func (d RatioDifference) N() int64 { return d.first.N() }

// First returns the ratio R1.
func (d RatioDifference) First() Ratio { return d.first }

// Second returns the ratio R2.
func (d RatioDifference) Second() Ratio { return d.second }

// Value returns R1 − R2, correctly rounded, or 0 while Σx1 or Σx2 is 0.
func (d RatioDifference) Value() float64 {
	if d.empty() {
		return 0
	}
	y1, x1 := d.first.totals()
	y2, x2 := d.second.totals()
	num := times(y1, x2)
	num.Sub(num, times(y2, x1))
	return quotient(num, times(x1, x2))
}

// StdErr returns the delta method's standard error of Value: with the unit's
// residual e = (y1−R1·x1)/Σx1 − (y2−R2·x2)/Σx2,
//
//	√( n/(n−1) · Σe² )
//
// (Cochran 1977, chapter 6). It is 0 for fewer than two units or while Σx1
// or Σx2 is 0.
//
// With X = Σx and E the integers X²·Σ(y−R·x)² and X1·X2·Σ(y1−R1·x1)(y2−R2·x2),
//
//	Σe² = ( E11·X2⁴ + E22·X1⁴ − 2·E12·X1²·X2² ) / (X1⁴·X2⁴)
//
// so only the last division rounds.
func (d RatioDifference) StdErr() float64 {
	if d.N() < 2 || d.empty() {
		return 0
	}
	_, x1 := d.first.totals()
	_, x2 := d.second.totals()
	square1, square2 := times(x1, x1), times(x2, x2)
	num := times(d.first.residuals(), square2, square2)
	num.Add(num, times(d.second.residuals(), square1, square1))
	common := times(d.residuals(), square1, square2)
	num.Sub(num, common.Lsh(common, 1))

	num.Mul(num, big.NewInt(d.N()))
	den := times(square1, square1, square2, square2)
	den.Mul(den, big.NewInt(d.N()-1))
	return math.Sqrt(quotient(num, den))
}

// residuals returns E12.
func (d RatioDifference) residuals() *big.Int {
	y1, x1 := d.first.totals()
	y2, x2 := d.second.totals()
	e := times(x1, x2, d.cross.yy.big())
	e.Sub(e, times(x1, y2, d.cross.yx.big()))
	e.Sub(e, times(y1, x2, d.cross.xy.big()))
	return e.Add(e, times(y1, y2, d.cross.xx.big()))
}

// Interval returns the delta-method interval for R1 − R2, with Student's t at
// n−1 degrees of freedom. It is unbounded for fewer than two units or while
// Σx1 or Σx2 is 0, and carries [NoisyDenominator] where either ratio would. It
// panics unless 0 < level < 1.
func (d RatioDifference) Interval(level float64) Interval {
	if d.empty() {
		return studentInterval(0, 0, 0, level)
	}
	i := studentInterval(d.Value(), d.StdErr(), d.N(), level)
	if d.first.noisy() || d.second.noisy() {
		i = i.With(NoisyDenominator)
	}
	return i
}

// PValue returns the two-sided p-value of the hypothesis that R1 − R2 is
// delta. It is below 1−level exactly where Interval(level) leaves delta out,
// and 1 for fewer than two units or while Σx1 or Σx2 is 0.
func (d RatioDifference) PValue(delta float64) float64 {
	if d.empty() {
		return 1
	}
	return studentP(d.Value()-delta, d.StdErr(), d.N())
}

// empty reports whether there is nothing to divide by.
func (d RatioDifference) empty() bool { return d.first.empty() || d.second.empty() }

// times returns the product of its arguments as a fresh big.Int.
func times(factors ...*big.Int) *big.Int {
	p := big.NewInt(1)
	for _, f := range factors {
		p.Mul(p, f)
	}
	return p
}
