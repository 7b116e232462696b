package study

import (
	"math"

	"xuezhan/sim/stats"
)

// badPoints is what a bad hand ends below.
const badPoints = -10

// The points at which the distribution is counted; quartiles are looked for in between.
const (
	leastPoints = -64
	mostPoints  = 64
	numPoints   = mostPoints - leastPoints + 1
)

// A RiskResult says how much the points of a label's alternatives vary from hand to
// hand.
type RiskResult struct {
	Label     string          `json:"label"`
	Deviation *stats.Interval `json:"standard_deviation"`
	Bad       *stats.Interval `json:"below_minus_10_share"`
	// Quartiles are the points that a quarter, a half and three quarters of the
	// alternatives do not exceed.
	Quartiles [3]*stats.Interval `json:"quartiles"`
}

// A risk has the exact sums of how a label's points vary.
type risk struct {
	points, squares, both stats.Ratio            // of x, x² and x + x²
	upTo                  [numPoints]stats.Ratio // share of alternatives with at most so many points

	// Of the hand that is being added.
	n, sum, sum2 int64
	counts       [numPoints]int64
}

// add counts an alternative.
func (r *risk) add(points int64) {
	r.n++
	r.sum += points
	r.sum2 += points * points
	if points <= mostPoints {
		r.counts[max(points, leastPoints)-leastPoints]++
	}
}

// flush makes the hand a unit.
func (r *risk) flush() {
	if r.n == 0 {
		return
	}
	r.points.Add(r.sum, r.n)
	r.squares.Add(r.sum2, r.n)
	r.both.Add(r.sum+r.sum2, r.n)
	below := int64(0)
	for i, n := range r.counts {
		below += n
		r.upTo[i].Add(below, r.n)
	}
	r.n, r.sum, r.sum2, r.counts = 0, 0, 0, [numPoints]int64{}
}

// merge adds what o has counted of the hands that follow.
func (r *risk) merge(o *risk) {
	r.points.Merge(o.points)
	r.squares.Merge(o.squares)
	r.both.Merge(o.both)
	for i := range r.upTo {
		r.upTo[i].Merge(o.upTo[i])
	}
}

// result makes the result of a label.
func (r *risk) result(label string, level float64) RiskResult {
	x := RiskResult{Label: label}
	if r.points.N() < stats.MinUnits {
		return x
	}
	deviation, bad := r.deviation(level), r.upTo[badPoints-1-leastPoints].Interval(level)
	bad.Lo, bad.Hi = max(bad.Lo, 0), min(bad.Hi, 1)
	x.Deviation, x.Bad = &deviation, &bad
	for i := range x.Quartiles {
		q := r.quantile(float64(i+1)/4, level)
		x.Quartiles[i] = &q
	}
	return x
}

// deviation returns the standard deviation, by the delta method: the error of the
// variance v = mean of x² − m² is that of the mean of x² − 2·m·x.
func (r *risk) deviation(level float64) stats.Interval {
	m := r.points.Value()
	sd := math.Sqrt(max(r.squares.Value()-m*m, 0))
	vx, vxx, vboth := square(r.points.StdErr()), square(r.squares.StdErr()), square(r.both.StdErr())
	covariance := (vboth - vx - vxx) / 2
	i := r.squares.Interval(level) // its t and its warnings
	half := 0.0
	if se := r.squares.StdErr(); se > 0 && sd > 0 {
		half = i.Half() / se * math.Sqrt(max(vxx+4*m*m*vx-4*m*covariance, 0)) / (2 * sd)
	}
	i.Value, i.Lo, i.Hi = sd, max(sd-half, 0), sd+half
	return i
}

func square(x float64) float64 { return x * x }

// quantile returns the least number of points that a share p of the alternatives does
// not exceed. Its bounds are the points at which the distribution, whose error is
// known, passes p less and p plus that error (Woodruff 1952).
func (r *risk) quantile(p, level float64) stats.Interval {
	at := r.first(p)
	i := r.upTo[at].Interval(level)
	half := max(i.Half(), r.upTo[max(at-1, 0)].Interval(level).Half())
	i.Value, i.Lo, i.Hi = float64(at+leastPoints), float64(r.first(p-half)+leastPoints), float64(r.first(p+half)+leastPoints)
	return i
}

// first returns the first index up to which a share p of the alternatives is.
func (r *risk) first(p float64) int {
	for i := range r.upTo {
		if r.upTo[i].Value() >= p {
			return i
		}
	}
	return numPoints - 1
}
