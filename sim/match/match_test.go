package match

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

var testTables = sync.OnceValue(shape.New)

// botOf returns a bot of the catalog.
func botOf(t testing.TB, spec string) Bot {
	t.Helper()
	s, err := policy.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return Bot{Spec: s.String(), New: s.New}
}

// configOf returns a match of a preset on lanes.
func configOf(t testing.TB, preset string, d Design, specs ...string) *Config {
	t.Helper()
	r, err := rules.Lookup(preset)
	if err != nil {
		t.Fatal(err)
	}
	c := &Config{Rules: r, Seed: 1, Walls: sim.Lanes, Design: d, Stopping: Stopping{Blocks: 100}}
	for _, s := range specs {
		c.Bots = append(c.Bots, botOf(t, s))
	}
	return c
}

// A testPlayer is a player whose errors end the test.
type testPlayer struct {
	*player
	t testing.TB
}

func (p testPlayer) play(number int64) Block {
	p.t.Helper()
	b, err := p.player.play(number)
	if err != nil {
		p.t.Fatal(err)
	}
	return b
}

func newTestPlayer(t testing.TB, c *Config) testPlayer {
	t.Helper()
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	p, err := newPlayer(c, testTables())
	if err != nil {
		t.Fatal(err)
	}
	return testPlayer{p, t}
}

func presets() []string { return rules.Names() }

func catalog() []string {
	var names []string
	for _, d := range policy.NewCatalog().Bots() {
		name := d.Name
		if name == "search" {
			name += ":playouts=4" // or it takes long
		}
		names = append(names, name)
	}
	return names
}

// quick is the catalog without search, which takes most of the time where every bot
// meets every other.
func quick() []string {
	return slices.DeleteFunc(catalog(), isSearch)
}

func isSearch(bot string) bool { return strings.HasPrefix(bot, "search") }

// blocksOf returns how many of n blocks a test plays with a bot: of search, each of
// whose decisions is many hands, one in ten.
func blocksOf(bot string, n int64) int64 {
	if isSearch(bot) {
		return max(n/10, 2)
	}
	return n
}

// run plays a match that must go well.
func run(t testing.TB, c *Config) Result {
	t.Helper()
	r, err := Run(t.Context(), c, Options{Tables: testTables(), Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A against A differs in no block, whatever the design.
func TestSelfPlayIsZero(t *testing.T) {
	for _, preset := range presets() {
		for _, bot := range catalog() {
			for _, d := range []Design{Pairs, OneVsThree, ThreeVsOne} {
				c := configOf(t, preset, d, bot, bot)
				c.Luck, c.Blocks = true, blocksOf(bot, 12)
				if d == Pairs {
					c.Walls = sim.Shared
				}
				r := run(t, c)
				if r.Differ != 0 || r.Difference.Value != 0 || r.Luck.Mean.Value != 0 || r.Verdict != stats.Undecided {
					t.Errorf("%s, %s, %s: %d of %d blocks differ", preset, bot, d, r.Differ, r.Blocks)
				}
				if len(r.Faults) != 2 || r.Faults[0]+r.Faults[1] != 0 {
					t.Errorf("%s, %s, %s: faults %v", preset, bot, d, r.Faults)
				}
			}
		}
	}
}

// The verdict does not depend on the number of workers.
func TestWorkersDoNotMatter(t *testing.T) {
	c := configOf(t, "planet", Pairs, "fast", "big")
	c.Luck = true
	want := ""
	for _, workers := range []int{1, 3} {
		r, err := Run(t.Context(), c, Options{Tables: testTables(), Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		got := jsonOf(t, r)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d workers: got\n%s\nwant\n%s", workers, got, want)
		}
	}
}

func jsonOf(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A better bot is found better in every design, and the bots' places in the
// command do not matter.
func TestVerdicts(t *testing.T) {
	for _, d := range []Design{Pairs, OneVsThree, ThreeVsOne} {
		c := configOf(t, "wap-battle", d, "fast", "timeout")
		if r := run(t, c); r.Verdict != stats.Better || r.Hands != 100*int64(d.hands()) {
			t.Errorf("%s: got %s", d, jsonOf(t, r))
		}
		c = configOf(t, "wap-battle", d, "timeout", "fast")
		if r := run(t, c); r.Verdict != stats.NotBetter {
			t.Errorf("%s: got %s", d, jsonOf(t, r))
		}
	}
}

// Exchanging A and B changes the sign and nothing else.
func TestExchangedBots(t *testing.T) {
	c := configOf(t, "mil", Pairs, "fast", "big")
	d := configOf(t, "mil", Pairs, "big", "fast")
	x, y := run(t, c), run(t, d)
	if x.Difference.Value != -y.Difference.Value || x.Difference.Lo != -y.Difference.Hi || x.Differ != y.Differ {
		t.Errorf("got %s and %s", x.Difference, y.Difference)
	}
}

func TestSPRTEndsTheMatch(t *testing.T) {
	c := configOf(t, "wap-battle", Pairs, "fast", "timeout")
	c.Blocks, c.SPRT = 5000, &stats.SPRTConfig{Mu0: 0, Mu1: 0.5, Alpha: 0.05, Beta: 0.05}
	r := run(t, c)
	if r.Verdict != stats.Better || r.Blocks >= 5000 || r.Differ < stats.MinUnits || r.Unbiased == nil {
		t.Fatalf("got %s", jsonOf(t, r))
	}
	if *r.SPRT.LLR < r.SPRT.Upper || !r.Difference.Warnings.Has(stats.StoppedByTest) {
		t.Errorf("got %s", jsonOf(t, r))
	}
	c.Luck = true
	if r := run(t, c); r.Verdict != stats.Better || r.Luck == nil {
		t.Errorf("with luck: got %s", jsonOf(t, r))
	}
}

func TestWatch(t *testing.T) {
	c := configOf(t, "wap-battle", Pairs, "fast", "timeout")
	c.Watch, c.Blocks = true, 200
	r := run(t, c)
	if r.Verdict != stats.Better || r.Sequence == nil || r.Sequence.Half() <= r.Difference.Half() {
		t.Errorf("got %s", jsonOf(t, r))
	}
}

func TestConfigValidate(t *testing.T) {
	tests := []struct {
		change func(*Config)
		want   string
	}{
		{func(c *Config) {}, ""},
		{func(c *Config) { c.Rules.FanCap = -1 }, "fan"},
		{func(c *Config) { c.Design = numDesigns }, "unknown design"},
		{func(c *Config) { c.Bots = c.Bots[:1] }, "two bots, not 1"},
		{func(c *Config) { c.Design = Field }, "3 to 24"},
		{func(c *Config) { c.Design, c.Luck, c.Bots = Field, true, append(c.Bots, c.Bots...) }, "for two bots"},
		{func(c *Config) { c.Bots[1].New = nil }, "bot 1"},
		{func(c *Config) { c.Blocks = 0 }, "blocks"},
		{func(c *Config) { c.Level = 1 }, "level"},
		{func(c *Config) { c.SPRT = &stats.SPRTConfig{} }, "Mu0"},
		{func(c *Config) {
			c.SPRT, c.Watch = &stats.SPRTConfig{Mu0: 0, Mu1: 1, Alpha: 0.05, Beta: 0.05}, true
		}, "exclude"},
	}
	for _, tt := range tests {
		c := configOf(t, "planet", Pairs, "fast", "big")
		tt.change(c)
		err := c.Validate()
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got error %v, want %q", err, tt.want)
		}
	}
}

// A match that is broken off has a result, and an error that says why.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := configOf(t, "planet", Pairs, "fast", "big")
	c.Blocks = 1 << 30
	r, err := Run(ctx, c, Options{Tables: testTables(), Workers: 2, Progress: func(hands int64, status func() Status) {
		if s := status(); s.Hands != hands || s.Duel == nil {
			t.Errorf("%d hands, status %+v", hands, s)
		}
		if hands > 200 {
			cancel()
		}
	}})
	if err == nil || r.Hands <= 200 || r.Hands > 1000 {
		t.Errorf("got error %v, %d hands", err, r.Hands)
	}
}

func TestPlan(t *testing.T) {
	c := configOf(t, "wap-battle", Pairs, "fast", "fast:call=never")
	p, err := MakePlan(t.Context(), c, 0.1, Options{Tables: testTables(), Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if p.Pilot != pilotBlocks || p.Deviation <= 0 || p.AtNone >= p.AtHalf || p.AtDelta != p.AtNone || p.AtDelta >= p.Fixed {
		t.Errorf("got %+v", p)
	}
	want := math.Pow(2*1.6448536*p.Deviation/0.1, 2)
	if math.Abs(float64(p.Fixed)-want) > 1+1e-6*want {
		t.Errorf("got %d blocks, want %.1f", p.Fixed, want)
	}
	if _, err := MakePlan(t.Context(), c, 0, Options{}); err == nil {
		t.Error("a plan for no difference")
	}
	same := configOf(t, "wap-battle", Pairs, "fast", "fast")
	if p, err := MakePlan(t.Context(), same, 0.1, Options{Tables: testTables()}); err != nil || p.Fixed != 0 {
		t.Errorf("equal bots: %+v, %v", p, err)
	}
}
