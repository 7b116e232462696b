package stats

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// begin returns a test of the question, which must be valid.
func begin(t *testing.T, c SPRTConfig) SPRT {
	t.Helper()
	s, err := NewSPRT(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var question = SPRTConfig{Mu0: 0, Mu1: 0.2, Alpha: 0.05, Beta: 0.05}

func TestSPRTConfigValidate(t *testing.T) {
	tests := []struct {
		change func(*SPRTConfig)
		want   string
	}{
		{func(c *SPRTConfig) {}, ""},
		{func(c *SPRTConfig) { c.Mu1 = math.NaN() }, "finite"},
		{func(c *SPRTConfig) { c.Mu0 = math.Inf(-1) }, "finite"},
		{func(c *SPRTConfig) { c.Mu0 = 0.2 }, "Mu0"},
		{func(c *SPRTConfig) { c.Alpha = 0 }, "Alpha"},
		{func(c *SPRTConfig) { c.Alpha = math.NaN() }, "Alpha"},
		{func(c *SPRTConfig) { c.Beta = 0.5 }, "Beta"},
	}
	for _, tt := range tests {
		c := question
		tt.change(&c)
		_, err := NewSPRT(c)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: error %v, want %q", c, err, tt.want)
		}
	}
}

func TestSPRTByHand(t *testing.T) {
	s := begin(t, SPRTConfig{Mu0: 0, Mu1: 1, Alpha: 0.05, Beta: 0.1})
	lower, upper := s.Bounds()
	near(t, "lower", lower, math.Log(0.1/0.95), 1e-15)
	near(t, "upper", upper, math.Log(18), 1e-14)
	if s.LLR() != 0 || s.Mean() != 0 || s.Verdict() != Undecided {
		t.Errorf("without blocks: %+v", s)
	}
	for _, x := range []float64{1, 0, 2, 1} {
		s.Add(x)
	}
	// S0 = 1+0+4+1 = 6, S1 = 0+1+1+0 = 2.
	near(t, "LLR", s.LLR(), 2*math.Log(3), 1e-14)
	if s.N() != 4 || s.NonZero() != 3 || s.Mean() != 1 {
		t.Errorf("N, NonZero, Mean = %d, %d, %v", s.N(), s.NonZero(), s.Mean())
	}
}

func TestSPRTWaitsAndThenStands(t *testing.T) {
	s := begin(t, SPRTConfig{Mu0: 0, Mu1: 1, Alpha: 0.05, Beta: 0.05})
	for n := 1; n < MinUnits; n++ {
		s.Add(0)
		if v := s.Add(5 + float64(n%2)); v != Undecided {
			t.Fatalf("%v after %d blocks that are not zero", v, n)
		}
	}
	if v := s.Add(5); v != Better || s.NonZero() != MinUnits {
		t.Fatalf("verdict = %v after %d", v, s.NonZero())
	}
	stood := s
	for range 1000 {
		s.Add(-5)
	}
	if s != stood {
		t.Error("blocks after the verdict changed the test")
	}
}

func TestSPRTSelfPlayNeverEnds(t *testing.T) {
	s := begin(t, question)
	for range 10_000 {
		if s.Add(0) != Undecided {
			t.Fatal("identical bots got a verdict")
		}
	}
}

func TestSPRTWithoutVariance(t *testing.T) {
	for x, want := range map[float64]Verdict{question.Mu1: Better, -0.1: NotBetter} {
		s := begin(t, question)
		for range MinUnits {
			s.Add(x)
		}
		if s.Verdict() != want || math.IsNaN(s.LLR()) {
			t.Errorf("all %v: %v, LLR %v", x, s.Verdict(), s.LLR())
		}
	}
}

func TestSPRTPanics(t *testing.T) {
	s := begin(t, question)
	panics(t, "stats: block difference is not finite", func() { s.Add(math.NaN()) })
	panics(t, "stats: block difference is not finite", func() { s.Add(math.Inf(1)) })
	panics(t, "stats: SPRT not made by NewSPRT", func() { new(SPRT).Add(1) })
	quiet(t, "SPRT", func() { s.Add(0.1); s.Add(-0.1) })
}

// skewed draws a difference as a single seat might: half of them 0, mostly
// small losses, some big wins; mean 0, variance 2, skewness 2.1.
func skewed(r *rand.Rand) float64 {
	switch u := r.IntN(40); {
	case u < 20:
		return 0
	case u < 36:
		return -1
	default:
		return 4
	}
}

// balanced draws a difference as complementary seatings make it.
func balanced(r *rand.Rand) float64 { return skewed(r) - skewed(r) }

// errorRate plays the test at the mean truth and returns how often it says
// wrong, and after how many blocks it ends on average.
func errorRate(t *testing.T, c SPRTConfig, law func(*rand.Rand) float64, truth float64, wrong Verdict) (rate, blocks float64) {
	const runs = 1000
	r := source(12)
	for range runs {
		s := begin(t, c)
		for s.Add(law(r)+truth) == Undecided {
		}
		if s.Verdict() == wrong {
			rate++
		}
		blocks += float64(s.N())
	}
	return rate / runs, blocks / runs
}

// TestSPRTCalibration measures both error rates where each hypothesis is true.
// At 1,000 runs a rate of 0.05 has a standard error of 0.007: three of them are
// allowed. Skewed blocks get a longer test: see the comment on SPRT.
func TestSPRTCalibration(t *testing.T) {
	tests := []struct {
		name string
		law  func(*rand.Rand) float64
		mu1  float64
	}{
		{"normal", (*rand.Rand).NormFloat64, 0.3},
		{"balanced", balanced, 0.3},
		{"skewed", skewed, 0.05},
	}
	for _, tt := range tests {
		c := SPRTConfig{Mu0: 0, Mu1: tt.mu1, Alpha: 0.05, Beta: 0.05}
		for truth, wrong := range map[float64]Verdict{c.Mu0: Better, c.Mu1: NotBetter} {
			rate, blocks := errorRate(t, c, tt.law, truth, wrong)
			t.Logf("%s, mean %v: error rate %.3f, %.0f blocks", tt.name, truth, rate, blocks)
			if rate > 0.05+0.021 || rate < 0.01 {
				t.Errorf("%s, mean %v: error rate %.3f, want about 0.05", tt.name, truth, rate)
			}
		}
	}
}

func TestVerdictText(t *testing.T) {
	for _, v := range []Verdict{Undecided, Better, NotBetter} {
		data, err := json.Marshal(v)
		back := Verdict(9)
		if err != nil || json.Unmarshal(data, &back) != nil || back != v {
			t.Errorf("%v: %s, %v, back %v", v, data, err, back)
		}
	}
	var v Verdict
	if v.UnmarshalText([]byte("perhaps")) == nil || Verdict(9).String() != "unknown-verdict" {
		t.Error("an unknown verdict has a text")
	}
	if _, err := Verdict(9).MarshalText(); err == nil {
		t.Error("an unknown verdict is written")
	}
}
