package match

import (
	"math"

	"xuezhan/sim/stats"
)

// A fold is the blocks from which a coefficient of luck is computed: moments of
// differences x and luck c, both times scale and in LuckUnit, and of their sum,
// which makes their covariance.
type fold struct{ x, c, sum stats.Moments }

func (f *fold) add(x, c int64) {
	f.x.Add(x)
	f.c.Add(c)
	f.sum.Add(x + c)
}

func (f fold) merged(g fold) fold {
	f.x.Merge(g.x)
	f.c.Merge(g.c)
	f.sum.Merge(g.sum)
	return f
}

func (f *fold) covariance() float64 {
	return (f.sum.Variance() - f.x.Variance() - f.c.Variance()) / 2
}

// slope returns the coefficient that leaves the least variance, 0 if there is
// no luck to judge by.
func (f *fold) slope() float64 {
	v := f.c.Variance()
	if v == 0 {
		return 0
	}
	return f.covariance() / v
}

// variance returns the variance of x − slope·c.
func (f *fold) variance(slope float64) float64 {
	return max(f.x.Variance()-2*slope*f.covariance()+slope*slope*f.c.Variance(), 0)
}

// adjust returns a block's difference without its luck, in LuckUnit. The
// coefficient comes from earlier blocks alone, so the mean stays what it is and
// a sequential test may be fed with it.
func (d *duelScore) adjust(b *Block, x int64) int64 {
	if b.Number%slopeEvery == 0 {
		all := d.folds[0].merged(d.folds[1])
		d.slope = all.slope()
	}
	c := d.difference(b.Luck)
	x *= luckPerPoint
	d.folds[b.Number%2].add(x, c)
	return x - int64(math.Round(d.slope*float64(c)))
}

// crossFitted returns the difference without luck at a number of blocks fixed
// beforehand: each half of the blocks, by the parity of their numbers, with the
// coefficient of the other half. Neither coefficient knows the blocks that it is
// used on, so the mean stays what it is.
func (d *duelScore) crossFitted() (mean, stdErr float64, slopes [2]float64) {
	slopes = [2]float64{d.folds[1].slope(), d.folds[0].slope()}
	n, variance := float64(d.blocks), 0.0
	for i := range d.folds {
		f := &d.folds[i]
		share := float64(f.x.N()) / n
		mean += share * (f.x.Mean() - slopes[i]*f.c.Mean())
		variance += share * f.variance(slopes[i]) / n
	}
	unit := 1 / (d.scale * luckPerPoint)
	return mean * unit, math.Sqrt(variance) * unit, slopes
}

// luck returns what is known of the luck itself.
func (d *duelScore) luck() *Luck {
	all := d.folds[0].merged(d.folds[1])
	level, unit := d.config.level(), 1/(d.scale*luckPerPoint)
	return &Luck{
		Unadjusted:   d.differences.Interval(level).Scaled(1 / d.scale),
		Mean:         all.c.Interval(level).Scaled(unit),
		Coefficients: [2]float64{d.slope, d.slope},
	}
}
