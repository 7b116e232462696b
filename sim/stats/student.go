package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// manyDF is the number of degrees of freedom above which Student's t is taken
// as a corrected normal. There the corrections are good to seven digits and
// more, and better with every further degree; the incomplete beta function
// loses them from about there on and has five left at 1e10.
const manyDF = 1e5

// TwoSidedP returns the probability that Student's t with df degrees of
// freedom is at least as far from 0 as t. An infinite t gives 0. It panics if
// t is NaN or df is not positive.
func TwoSidedP(t, df float64) float64 {
	if math.IsNaN(t) || !(df > 0) {
		panic("stats: no such t statistic")
	}
	if math.IsInf(t, 0) {
		return 0
	}
	if df > manyDF {
		return math.Erfc(math.Abs(normalOfT(t, df)) / math.Sqrt2)
	}
	// The tails are one incomplete beta (Abramowitz and Stegun 26.7.1): no
	// subtraction from 1, so small p-values keep their digits.
	return mathext.RegIncBeta(df/2, 0.5, df/(df+t*t))
}

// normalOfT returns the normal deviate whose tail is that of t (Abramowitz and
// Stegun 26.7.8).
func normalOfT(t, df float64) float64 {
	return t * (1 - 1/(4*df)) / math.Sqrt(1+t*t/(2*df))
}

// studentQuantile returns the t that |T| exceeds with probability 1−level.
func studentQuantile(level, df float64) float64 {
	z := normalQuantile(level)
	if df > manyDF {
		// Abramowitz and Stegun 26.7.5, two terms.
		zz := z * z
		return z + z*(zz+1)/(4*df) + z*((5*zz+16)*zz+3)/(96*df*df)
	}
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile((1 + level) / 2)
}

// normalQuantile returns the z that |Z| exceeds with probability 1−level. Every
// interval passes here, so the level is checked here.
func normalQuantile(level float64) float64 {
	if !(level > 0 && level < 1) {
		panic("stats: level outside (0, 1)")
	}
	return math.Sqrt2 * math.Erfinv(level)
}

// studentInterval returns value ± t·stdErr with n−1 degrees of freedom and the
// warnings that follow from its arguments.
func studentInterval(value, stdErr float64, n int64, level float64) Interval {
	i := unbounded(value, n, level)
	t := studentQuantile(level, float64(max(n-1, 1)))
	if n >= 2 {
		i.Lo, i.Hi = value-t*stdErr, value+t*stdErr
	}
	return warned(i, stdErr)
}

// warned adds the warnings that follow from an interval and the standard error
// behind it.
func warned(i Interval, stdErr float64) Interval {
	if i.N < MinUnits {
		i = i.With(FewUnits)
	}
	if i.N >= 2 && stdErr == 0 {
		i = i.With(ZeroVariance)
	}
	if i.Covers(0) {
		i = i.With(CoversZero)
	}
	return i
}

// studentP returns the two-sided p-value of an estimate that is off by
// distance, agreeing with studentInterval.
func studentP(distance, stdErr float64, n int64) float64 {
	if n < 2 || distance == 0 {
		return 1
	}
	return TwoSidedP(distance/stdErr, float64(n-1)) // ±Inf if stdErr is 0
}
