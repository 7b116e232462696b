package stats

import (
	"errors"
	"fmt"
	"math"
)

// Verdict is what a sequential test has decided.
type Verdict uint8

// The verdicts. Better accepts the hypothesis that the mean is Mu1, NotBetter
// that it is Mu0. A test never says Identical: who compares two things that turn out
// to be the same gives that verdict without one.
const (
	Undecided Verdict = iota
	Better
	NotBetter
	Identical
)

// verdicts are the text forms.
var verdicts = [...]string{Undecided: "undecided", Better: "better", NotBetter: "not-better", Identical: "identical"}

// String returns "undecided", "better", "not-better" or "identical".
func (v Verdict) String() string {
	if int(v) >= len(verdicts) {
		return "unknown-verdict"
	}
	return verdicts[v]
}

// MarshalText returns what String returns; an unknown verdict is an error.
func (v Verdict) MarshalText() ([]byte, error) {
	if int(v) >= len(verdicts) {
		return nil, fmt.Errorf("stats: unknown verdict %d", uint8(v))
	}
	return []byte(verdicts[v]), nil
}

// UnmarshalText reads what MarshalText writes.
func (v *Verdict) UnmarshalText(text []byte) error {
	for k, s := range verdicts {
		if s == string(text) {
			*v = Verdict(k)
			return nil
		}
	}
	return fmt.Errorf("stats: unknown verdict %q", text)
}

// SPRTConfig poses the question of a sequential test. It has no default: the
// bounds are the question.
type SPRTConfig struct {
	Mu0   float64 `json:"mu0"`   // points per hand that would not be worth having
	Mu1   float64 `json:"mu1"`   // points per hand that would; above Mu0
	Alpha float64 `json:"alpha"` // chance of Better when the mean is Mu0, in (0, 0.5)
	Beta  float64 `json:"beta"`  // chance of NotBetter when the mean is Mu1, in (0, 0.5)
}

// Validate returns an error that names the first field that makes no sense.
func (c SPRTConfig) Validate() error {
	switch {
	case !finite(c.Mu0) || !finite(c.Mu1):
		return errors.New("stats: SPRT: Mu0 and Mu1 must be finite")
	case c.Mu0 >= c.Mu1:
		return fmt.Errorf("stats: SPRT: Mu0 %g is not below Mu1 %g", c.Mu0, c.Mu1)
	case !(c.Alpha > 0 && c.Alpha < 0.5):
		return fmt.Errorf("stats: SPRT: Alpha %g is outside (0, 0.5)", c.Alpha)
	case !(c.Beta > 0 && c.Beta < 0.5):
		return fmt.Errorf("stats: SPRT: Beta %g is outside (0, 0.5)", c.Beta)
	}
	return nil
}

// SPRT is the generalized sequential probability ratio test of "the mean block
// difference is Mu1" against "it is Mu0", for blocks of unknown variance.
//
// For normal blocks the likelihood at mean μ, maximized over the variance, is
// proportional to S^(−n/2) with S = Σ(X−μ)², so
//
//	LLR = (n/2)·ln(S0/S1)
//
// and the test ends where LLR leaves Wald's bounds ln(β/(1−α)) and
// ln((1−β)/α) (A. Wald, Annals of Mathematical Statistics 16, 1945; X. Li, J.
// Liu and Z. Ying, Sequential Analysis 33, 2014, for the generalized ratio).
// The error rates are asymptotic: no verdict falls before [MinUnits] blocks
// that are not zero, because until then the variance is a guess. They hold
// well for blocks that are about symmetric, as complementary seatings make
// them. Skewed blocks (many small losses, a rare big win) need a long test: at
// skewness 2 a test that ends after some hundred blocks called the better bot
// NotBetter up to three times as often as Beta, one of four thousand hardly
// more often.
//
// Blocks are added in the order of their number, never of completion: what is
// quick to finish differs from what is slow. The result is then the same on
// every machine. Make one with [NewSPRT]; it is a plain value.
type SPRT struct {
	config     SPRTConfig
	n, nonzero int64
	mean       float64
	deviations float64 // Σ(X−mean)²
	verdict    Verdict
}

// NewSPRT returns a test without blocks, or the error of c.Validate.
func NewSPRT(c SPRTConfig) (SPRT, error) {
	if err := c.Validate(); err != nil {
		return SPRT{}, err
	}
	return SPRT{config: c}, nil
}

// Add adds the next block's difference x, in points per hand, and returns the
// verdict. The first verdict is final: later blocks are ignored, so that N and
// Mean remain those of the stopping time. It panics if x is infinite or NaN,
// or if the test was not made by NewSPRT.
func (s *SPRT) Add(x float64) Verdict {
	if !finite(x) {
		panic("stats: block difference is not finite")
	}
	if s.config.Mu0 >= s.config.Mu1 {
		panic("stats: SPRT not made by NewSPRT")
	}
	if s.verdict == Undecided {
		s.include(x)
		s.verdict = s.judge()
	}
	return s.verdict
}

// include updates the mean and the deviations from it (B. P. Welford,
// Technometrics 4, 1962).
func (s *SPRT) include(x float64) {
	s.n++
	if x != 0 {
		s.nonzero++
	}
	d := x - s.mean
	s.mean += d / float64(s.n)
	s.deviations += d * (x - s.mean)
}

// judge compares the ratio with its bounds.
func (s *SPRT) judge() Verdict {
	if s.nonzero < MinUnits {
		return Undecided
	}
	lower, upper := s.Bounds()
	switch llr := s.LLR(); {
	case llr >= upper:
		return Better
	case llr <= lower:
		return NotBetter
	}
	return Undecided
}

// Verdict returns the verdict so far.
func (s *SPRT) Verdict() Verdict { return s.verdict }

// N returns the number of blocks the test rests on.
func (s *SPRT) N() int64 { return s.n }

// NonZero returns how many of them differed from 0.
func (s *SPRT) NonZero() int64 { return s.nonzero }

// Mean returns the mean block difference in points per hand, 0 without blocks.
// Once there is a verdict it is exaggerated: the test stops where luck helps.
func (s *SPRT) Mean() float64 { return s.mean }

// LLR returns the generalized log-likelihood ratio of Mu1 to Mu0, 0 without
// blocks. It is infinite where every block equals one of the two.
func (s *SPRT) LLR() float64 {
	s0, s1 := s.around(s.config.Mu0), s.around(s.config.Mu1)
	if s0 == s1 {
		return 0
	}
	return float64(s.n) / 2 * math.Log(s0/s1)
}

// around returns Σ(X−mu)².
func (s *SPRT) around(mu float64) float64 {
	d := s.mean - mu
	return s.deviations + float64(s.n)*d*d
}

// Bounds returns the values of LLR at and below which the verdict is
// NotBetter, and at and above which it is Better.
func (s *SPRT) Bounds() (lower, upper float64) {
	a, b := s.config.Alpha, s.config.Beta
	return math.Log(b / (1 - a)), math.Log((1 - b) / a)
}

// finite reports whether x is a number other than the infinities.
func finite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }
