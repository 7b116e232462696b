package stats

import "math"

// Proportion accumulates successes among independent trials. Where several
// trials belong to one unit, use a [Ratio] of successes to trials instead. The
// zero value is empty.
type Proportion struct {
	successes, trials int64
}

// Add records trials and how many of them succeeded. It panics unless
// 0 ≤ successes ≤ trials, or if the trials reach 2^63.
func (p *Proportion) Add(successes, trials int64) {
	if successes < 0 || successes > trials {
		panic("stats: successes outside their trials")
	}
	p.successes += successes
	p.trials += trials
	if p.trials < 0 {
		panic("stats: count overflows")
	}
}

// Merge records every trial of o.
func (p *Proportion) Merge(o Proportion) { p.Add(o.successes, o.trials) }

// N returns the number of trials.
func (p Proportion) N() int64 { return p.trials }

// Successes returns the number of trials that succeeded.
func (p Proportion) Successes() int64 { return p.successes }

// Value returns the share of trials that succeeded, in [0, 1], or 0 if there
// is none.
func (p Proportion) Value() float64 {
	if p.trials == 0 {
		return 0
	}
	return float64(p.successes) / float64(p.trials)
}

// Interval returns Wilson's score interval (E. B. Wilson, JASA 22, 1927,
// 209–212) without continuity correction. It lies within [0, 1], which is also
// what it is without trials, and keeps its width at 0 and at n successes. It
// never carries [CoversZero], which is no news of a share. It panics unless
// 0 < level < 1.
func (p Proportion) Interval(level float64) Interval {
	z := normalQuantile(level)
	i := Interval{Value: p.Value(), Lo: 0, Hi: 1, N: p.trials, Level: level}
	if p.trials < MinUnits {
		i = i.With(FewUnits)
	}
	if p.trials == 0 {
		return i
	}
	n, share := float64(p.trials), i.Value
	shrink := 1 + z*z/n
	center := (share + z*z/(2*n)) / shrink
	half := z * math.Sqrt(share*(1-share)/n+z*z/(4*n*n)) / shrink
	// At the ends the bound is exactly the end, whatever rounding says.
	if p.successes > 0 {
		i.Lo = max(0, center-half)
	}
	if p.successes < p.trials {
		i.Hi = min(1, center+half)
	}
	return i
}
