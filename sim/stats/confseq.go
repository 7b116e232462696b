package stats

import (
	"errors"
	"fmt"
	"math"
)

// Defaults of [ConfidenceSequence].
const (
	defaultLevel   = 0.95
	defaultStart   = 100
	defaultTightAt = 10_000
)

// ConfidenceSequence gives intervals for a mean that hold at all times
// together: with probability about Level none of them, from unit Start on,
// ever misses the mean. One may look after every unit and stop for any reason.
// The price is width: near unit TightAt about one and a half times Student's.
//
// It is the asymptotic confidence sequence from the normal mixture boundary
// (I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas,
// "Time-uniform central limit theory and asymptotic confidence sequences",
// arXiv:2103.06476, 2021, theorem 2.2): with the standard deviation σ, after n
// units,
//
//	mean ± σ · √( 2·(nρ²+1)/(n²ρ²) · ln(√(nρ²+1)/α) ),  α = 1 − Level
//
// The units must be independent and enter in a fixed order, by number rather
// than by completion. "Asymptotic" is what Start is for: it leaves the
// estimate of σ time to settle. The zero value uses the defaults.
type ConfidenceSequence struct {
	Level   float64 // nominal coverage at all times together; 0 means 0.95
	Start   int64   // first unit at which there is an interval, at least 2; 0 means 100
	TightAt int64   // unit near which the interval is as narrow as can be, at least Start; 0 means 10,000 or Start
}

// Validate returns an error that names the first field that makes no sense.
func (c ConfidenceSequence) Validate() error {
	c = c.filled()
	switch {
	case !(c.Level > 0 && c.Level < 1):
		return fmt.Errorf("stats: confidence sequence: Level %g is outside (0, 1)", c.Level)
	case c.Start < 2:
		return errors.New("stats: confidence sequence: Start is below 2")
	case c.TightAt < c.Start:
		return fmt.Errorf("stats: confidence sequence: TightAt %d is below Start %d", c.TightAt, c.Start)
	}
	return nil
}

// Interval returns the sequence's interval after the units in m. It is
// unbounded before Start, and while all units are equal: a variance that has
// not shown itself yet bounds nothing. It panics if c is not valid.
func (c ConfidenceSequence) Interval(m Moments) Interval {
	return c.around(m.Mean(), m.StdErr(), m.n)
}

// RatioInterval is Interval for a ratio, whose linearization is the mean of the
// units' residuals: what holds asymptotically for means holds for it. It carries
// [NoisyDenominator] where that is in doubt.
func (c ConfidenceSequence) RatioInterval(r Ratio) Interval {
	i := c.around(r.Value(), r.StdErr(), r.N())
	if !r.empty() && r.noisy() {
		i = i.With(NoisyDenominator)
	}
	return i
}

// around returns the interval around an estimate from n units.
func (c ConfidenceSequence) around(value, stdErr float64, n int64) Interval {
	if c.Validate() != nil {
		panic("stats: invalid confidence sequence")
	}
	c = c.filled()
	i := unbounded(value, n, c.Level)
	if n >= c.Start && stdErr > 0 {
		half := stdErr * c.boundary(float64(n))
		i.Lo, i.Hi = value-half, value+half
	}
	return warned(i, stdErr)
}

// boundary returns the half width after n units in standard errors of the
// mean: with u = nρ², √( (u+1)/u · (ln(u+1) + a) ), where a = −2·ln α.
func (c ConfidenceSequence) boundary(n float64) float64 {
	a := -2 * math.Log(1-c.Level)
	u := tightest(a) * n / float64(c.TightAt)
	return math.Sqrt((u + 1) / u * (math.Log1p(u) + a))
}

// tightest returns the u at which the boundary is lowest. Setting its
// derivative to 0 leaves u = ln(u+1) + a. From u = a that iteration rises to
// the root, each step shrinking the error by the factor u+1.
func tightest(a float64) float64 {
	u := a
	for range 64 {
		u = math.Log1p(u) + a
	}
	return u
}

// filled returns c with its defaults in place.
func (c ConfidenceSequence) filled() ConfidenceSequence {
	if c.Level == 0 {
		c.Level = defaultLevel
	}
	if c.Start == 0 {
		c.Start = defaultStart
	}
	if c.TightAt == 0 {
		c.TightAt = max(defaultTightAt, c.Start)
	}
	return c
}
