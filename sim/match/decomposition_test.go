package match

import (
	"math"
	"slices"
	"strings"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

// partsOf returns the decomposition of two bots.
func partsOf(t testing.TB, rounds int64, a, b string) *LadderConfig {
	t.Helper()
	return partsIn(t, policy.NewCatalog(), rounds, a, b)
}

func partsIn(t testing.TB, bots *policy.Catalog, rounds int64, a, b string) *LadderConfig {
	t.Helper()
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		t.Fatal(err)
	}
	var specs [2]policy.Spec
	for i, text := range []string{a, b} {
		if specs[i], err = bots.Parse(text); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Decompose(&r, specs[0], specs[1])
	if err != nil {
		t.Fatal(err)
	}
	c.Seed, c.Walls, c.Rounds = 5, sim.Lanes, rounds
	return c
}

// decomposed plays a decomposition.
func decomposed(t testing.TB, c *LadderConfig) *Decomposed {
	t.Helper()
	l, err := PlayLadder(t.Context(), c, Options{Tables: testTables(), Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if l.Rounds != c.Rounds || l.Hands != c.Hands(sim.Shard{}) {
		t.Errorf("%d rounds of %d hands, want %d of %d", l.Rounds, l.Hands, c.Rounds, c.Hands(sim.Shard{}))
	}
	return l.Decomposed
}

// TestStepsAddUp: whoever has parameters, and whichever parts differ, the steps are the
// whole difference, which is that of a match.
func TestStepsAddUp(t *testing.T) {
	for _, bots := range [][2]string{
		{"fast", "big"}, {"fast", "big:min_fan=3"}, {"value:flush=2", "fast"}, {"value:flush=2", "big:min_fan=3"},
		{"fast:win=min2", "fast:call=never"}, {"value", "value:flush=2"},
	} {
		c := partsOf(t, 90, bots[0], bots[1])
		d := decomposed(t, c)
		sum := 0.0
		for _, p := range d.Parts {
			if p.Way == InOrder {
				sum += p.Difference.Value
			}
			if p.Of == p.To && p.Plus != p.Minus {
				t.Errorf("%v: %s is the same part, but %s plays %s", bots, p.Part, p.With, p.Without)
			}
		}
		if math.Abs(sum-d.Whole.Value) > 1e-9 {
			t.Errorf("%v: the steps add up to %v, want %v", bots, sum, d.Whole.Value)
		}
		m := c.match([]Bot{c.Bots[0], c.Bots[len(c.Bots)-1]})
		if r := run(t, m); r.Difference != d.Whole {
			t.Errorf("%v: the whole is %s, but the match says %s", bots, d.Whole, r.Difference)
		}
	}
}

// TestPathOfParts: the steps lead from A to B, each from where the one before has ended.
func TestPathOfParts(t *testing.T) {
	for _, bots := range [][2]string{{"fast", "big"}, {"fast", "big:min_fan=3"}} {
		c := partsOf(t, 1, bots[0], bots[1])
		at := 0
		for _, s := range c.Decomposition.Rows[:6] {
			if s.Plus != at {
				t.Errorf("%v: %s starts at %s, not at %s", bots, s.Part, c.Bots[s.Plus].Spec, c.Bots[at].Spec)
			}
			at = s.Minus
		}
		if at != len(c.Bots)-1 || c.Bots[at].Spec != bots[1] || c.Bots[0].Spec != bots[0] {
			t.Errorf("%v: the path ends at %s", bots, c.Bots[at].Spec)
		}
	}
}

// TestEqualPartsAreWorthNothing: parts that are the same, by whatever name, differ by
// exactly 0, where they leave nothing to chance.
func TestEqualPartsAreWorthNothing(t *testing.T) {
	bots := policy.NewCatalog()
	bots.Add(policy.Entry{Description: policy.Description{Name: "swift"}, New: func(policy.Values) policy.Parts {
		s, err := policy.Parse("timeout")
		if err != nil {
			panic(err)
		}
		return s.Parts()
	}})
	for _, p := range decomposed(t, partsIn(t, bots, 60, "timeout", "swift:win=always")).Parts {
		if d := p.Difference; d.Value != 0 || d.Lo != 0 || d.Hi != 0 {
			t.Errorf("%s, %s: %s", p.Way, p.Part, d)
		}
	}
}

// TestRenamedPartsAreWorthTheSame: a bot by another name gives the same numbers.
func TestRenamedPartsAreWorthTheSame(t *testing.T) {
	bots := policy.NewCatalog()
	bots.Add(policy.Entry{Description: policy.Description{Name: "large"}, New: func(policy.Values) policy.Parts {
		s, err := policy.Parse("big")
		if err != nil {
			panic(err)
		}
		return s.Parts()
	}})
	want := decomposed(t, partsIn(t, bots, 60, "fast", "big")).Parts
	for i, p := range decomposed(t, partsIn(t, bots, 60, "fast", "large")).Parts {
		if p.Difference != want[i].Difference {
			t.Errorf("%s, %s: %s, want %s", p.Way, p.Part, p.Difference, want[i].Difference)
		}
	}
}

func TestDecomposeErrors(t *testing.T) {
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		t.Fatal(err)
	}
	fast, err := policy.Parse("fast")
	if err != nil {
		t.Fatal(err)
	}
	own := policy.Own("mine", func() policy.Policy { return fast.New() })
	for want, b := range map[string]policy.Spec{"same bot": fast, "no parts": own} {
		if _, err := Decompose(&r, fast, b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	c := partsOf(t, 10, "fast", "big")
	c.Decomposition.Rows = slices.Clone(c.Decomposition.Rows)
	c.Decomposition.Rows[2].Minus = len(c.Bots)
	if err := c.Validate(); err == nil {
		t.Error("a row of a bot that is not there: no error")
	}
}

// TestPartsCoverage: the intervals of all rows cover the truth in 95 % of the runs: each
// run is a decomposition with a seed of its own, the truth what all runs together say.
func TestPartsCoverage(t *testing.T) {
	runs, rounds, allowed := 60, int64(60), 4*math.Sqrt(0.05*0.95/60)
	if *calibrate {
		runs, allowed = 1000, 0.015
	}
	c := partsOf(t, rounds, "fast", "big")
	results := make([]*Decomposed, runs)
	for i := range results {
		c.Seed = uint64(1000 + i)
		results[i] = decomposed(t, c)
	}
	for row := range results[0].Parts {
		p := &results[0].Parts[row]
		truth, differ, in := 0.0, int64(0), 0
		for _, d := range results {
			truth += d.Parts[row].Difference.Value / float64(runs)
			differ += d.Parts[row].Differ
		}
		for _, d := range results {
			if d.Parts[row].Difference.Covers(truth) {
				in++
			}
		}
		t.Logf("| %s | %s | %+.3f | %.1f | %.1f %% |", p.Way, p.Part, truth, float64(differ)/float64(runs), 100*share(in, runs))
		// Of a part that rarely matters no run says more than that there is too little.
		if differ >= int64(runs)*stats.MinUnits && math.Abs(share(in, runs)-0.95) > allowed {
			t.Errorf("%s, %s: covered in %d of %d runs", p.Way, p.Part, in, runs)
		}
	}
}
