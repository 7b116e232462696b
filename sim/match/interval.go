package match

import (
	"math"

	"xuezhan/sim/stats"
)

// studentInterval returns value ± t·stdErr at a level, with df degrees of
// freedom, and the warnings that follow from n units.
func studentInterval(value, stdErr float64, n int64, df, level float64) stats.Interval {
	half := studentQuantile(level, max(df, 1)) * stdErr
	i := stats.Interval{Value: value, Lo: value - half, Hi: value + half, N: n, Level: level}
	if n < 2 {
		i.Lo, i.Hi = math.Inf(-1), math.Inf(1)
	}
	if n < stats.MinUnits {
		i = i.With(stats.FewUnits)
	}
	if n >= 2 && stdErr == 0 {
		i = i.With(stats.ZeroVariance)
	}
	if i.Covers(0) {
		i = i.With(stats.CoversZero)
	}
	return i
}

// studentQuantile returns the t that |T| exceeds with probability 1 − level: the
// root of stats.TwoSidedP by halving.
func studentQuantile(level, df float64) float64 {
	lo, hi := 0.0, 1.0
	for stats.TwoSidedP(hi, df) > 1-level {
		lo, hi = hi, 2*hi
	}
	return root(lo, hi, func(t float64) float64 { return 1 - level - stats.TwoSidedP(t, df) })
}

// root returns where an increasing function passes 0 between lo and hi, by
// halving until it is known to as many digits as a float64 has.
func root(lo, hi float64, f func(float64) float64) float64 {
	for range 54 {
		middle := lo + (hi-lo)/2
		if f(middle) < 0 {
			lo = middle
		} else {
			hi = middle
		}
	}
	return lo + (hi-lo)/2
}
