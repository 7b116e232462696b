package match

import (
	"math"

	"xuezhan/sim/stats"
)

// An outcome is how a sequential test has ended, as far as its median-unbiased
// estimate depends on it.
type outcome struct {
	test      stats.SPRTConfig
	verdict   stats.Verdict
	blocks    int64
	mean      float64 // of the blocks
	deviation float64 // of a block
	atGate    bool    // the verdict fell as soon as one was allowed
}

// overshoot is how far beyond its bound a random walk is on average when it
// stops, in standard deviations of a step; bounds moved out by as much make the
// Brownian motion stop as late as the walk (D. Siegmund, Sequential Analysis,
// 1985, section 10.3).
const overshoot = 0.5826

// interval returns the median-unbiased estimate of the mean after the test, with
// bounds at a level: it is as often too high as too low, which the mean of the
// blocks is not, for the test stops where luck helps.
//
// Outcomes are ordered by stages (A. A. Tsiatis, G. L. Rosner and C. R. Mehta,
// Biometrics 40, 1984): "better" is the higher the sooner it fell, "not better"
// the lower the sooner, and no verdict lies between, by the mean. The estimate
// is the mean with which what has happened, or anything higher, has probability
// one half; the bounds those with (1−level)/2 and (1+level)/2. The
// log-likelihood ratio is taken as a Brownian motion, whose probabilities are in
// closed form. With S0 and S1 the sums of squares around μ0 and μ1 = μ0+δ and m
// the middle between these, a block of mean μ and deviation σ moves
//
//	(n/2)·ln(S0/S1) ≈ n²·δ·(mean − m) / ((S0+S1)/2)
//
// by (μ−m)·δ/s² on average and by σδ/s² at random, s² = σ² + (mean−m)² + δ²/4.
// So n blocks are the time n·(σδ/s²)², and the mean μ is the drift (μ−m)·s²/σ²δ.
//
// A verdict that was reached as soon as one was allowed says nothing about luck in
// stopping: the estimate is then the mean itself.
func (o outcome) interval(level float64) stats.Interval {
	n := float64(o.blocks)
	stdErr := o.deviation / math.Sqrt(n)
	if o.atGate || stdErr == 0 {
		return studentInterval(o.mean, stdErr, o.blocks, n-1, level)
	}
	at := func(p float64) float64 {
		return root(o.mean-20*stdErr-o.delta(), o.mean+20*stdErr+o.delta(), func(mean float64) float64 { return o.tail(mean) - p })
	}
	i := stats.Interval{Value: at(0.5), Lo: at((1 - level) / 2), Hi: at((1 + level) / 2), N: o.blocks, Level: level}
	if i.Covers(0) {
		i = i.With(stats.CoversZero)
	}
	return i
}

func (o outcome) delta() float64 { return o.test.Mu1 - o.test.Mu0 }

// tail returns the probability of an outcome at least as high as this one, if
// the mean is as given.
func (o outcome) tail(mean float64) float64 {
	middle, delta := (o.test.Mu0+o.test.Mu1)/2, o.delta()
	variance := o.deviation * o.deviation
	around := variance + (o.mean-middle)*(o.mean-middle) + delta*delta/4
	step := o.deviation * delta / around
	time := float64(o.blocks) * step * step
	drift := (mean - middle) * around / (variance * delta)
	lower, upper := bounds(o.test)
	c := corridor{lower - overshoot*step, upper + overshoot*step}
	switch o.verdict {
	case stats.Better:
		return c.leavesAbove(drift, time)
	case stats.NotBetter:
		return 1 - c.leavesBelow(drift, time)
	}
	z := float64(o.blocks) * (o.mean - middle) * delta / around
	return c.leavesAbove(drift, time) + c.staysAbove(z, drift, time)
}

// bounds returns the bounds of a test's log-likelihood ratio.
func bounds(c stats.SPRTConfig) (lower, upper float64) {
	s, err := stats.NewSPRT(c)
	if err != nil {
		panic("match: a test that was not validated")
	}
	return s.Bounds()
}
