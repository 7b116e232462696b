package study

import (
	"context"
	"math"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

func spotOf(t *testing.T, own, void, seen string, left int) Spot {
	t.Helper()
	set, err := tile.Parse(own)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := tile.ParseSuit(void)
	return Spot{Own: set, Void: s, Seen: heldOf(t, seen), Left: left}
}

func positionOf(t *testing.T, s Spot, samples int64) *PositionConfig {
	t.Helper()
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		t.Fatal(err)
	}
	return &PositionConfig{
		Rules: r, Playout: specOf(t, "fast"), Samples: samples, Seed: 1, Level: 0.95,
		Source: func(e *engine.Engine) (Source, error) { return FromSpot(e, s), nil },
	}
}

// TestSpotSamples: every sample is a hand that can be, and shows the seat what the
// spot says.
func TestSpotSamples(t *testing.T) {
	for _, p := range rules.Presets() {
		e, err := engine.New(p.Rules, tables())
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []Spot{
			spotOf(t, "123m456p7889p24m99p", "s", "", -1),
			spotOf(t, "123m456p788m99p[555m]", "s", "69m13579s", 20),
			spotOf(t, "1s123m456p2789p[5555mc]", "s", "123456789s", 0),
		} {
			if err := s.Validate(); err != nil {
				t.Fatal(err)
			}
			x := FromSpot(e, s)
			var h engine.Hand
			for seed := range uint64(50) {
				x.Sample(&h, seed)
				v := e.View(&h, 0)
				seen := v.Unseen()
				if err := e.Verify(&h); err != nil {
					t.Fatal(err)
				}
				if v.Held() != s.Own.Held || v.Melds(0) != s.Own.Melds || v.Void(0) != s.Void || v.Left() != s.left() || v.Drawn() != s.Own.Last {
					t.Fatalf("%s: the seat sees another spot", p.Rules.Name)
				}
				for k := range tile.Tile(tile.Count) {
					if seen.Count(k) > tile.Copies-s.Seen.Count(k) {
						t.Fatalf("%s: %s is seen, but not in the sample", p.Rules.Name, k)
					}
				}
			}
		}
	}
}

func TestSpotValidate(t *testing.T) {
	good := spotOf(t, "123m456p788m99p[555m]", "s", "", -1)
	for _, c := range []struct {
		change func(*Spot)
		want   string
	}{
		{func(s *Spot) {}, ""},
		{func(s *Spot) { s.Void = tile.NoSuit }, "void suit"},
		{func(s *Spot) { s.Void = tile.Characters }, "of the void suit"},
		{func(s *Spot) { s.Own.Held.Remove(s.Own.Last) }, "14 tiles"},
		{func(s *Spot) { s.Left = 56 }, "cannot be left"},
		{func(s *Spot) { s.Dealer = 4 }, "dealer"},
		{func(s *Spot) { s.Seen.AddN(s.Own.Last, 4) }, "more than four"},
	} {
		s := good
		c.change(&s)
		err := s.Validate()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

// TestPosition adds up the points of each discard in floating point, playing plainly
// from the same samples, and compares; any number of workers finds the same.
func TestPosition(t *testing.T) {
	s := spotOf(t, "123m456p7889p24m99p", "s", "", 30)
	c := positionOf(t, s, 150)
	got, err := RunPosition(context.Background(), c, Options{Tables: tables(), Check: true})
	if err != nil {
		t.Fatal(err)
	}
	if more, err := RunPosition(context.Background(), c, Options{Tables: tables(), Workers: 3}); err != nil || jsonOf(t, more) != jsonOf(t, got) {
		t.Errorf("three workers find another; %v", err)
	}
	e, err := engine.New(c.Rules, tables())
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]float64{}
	var h engine.Hand
	var bots [engine.NumSeats]policy.Policy
	for s := range bots {
		bots[s] = specOf(t, "fast").New()
	}
	for i := range c.Samples {
		for s := range bots {
			bots[s].Start(s, sim.PolicySeed(c.Seed, i, s))
		}
		FromSpot(e, s).Sample(&h, sim.PlayoutSeed(c.Seed, i, 0))
		for _, first := range e.Legal(&h, nil) {
			branch := h
			e.Apply(&branch, first)
			for !branch.Over() {
				a := e.Legal(&branch, nil)
				if len(a) > 1 {
					a[0] = bots[branch.Asked()].Act(e.View(&branch, branch.Asked()), a)
				}
				e.Apply(&branch, a[0])
			}
			sums[first.String()] += float64(branch.Ledger()[0].Total())
		}
	}
	if len(got.Actions) != len(sums) || len(sums) != 10 {
		t.Fatalf("%d actions, want %d", len(got.Actions), len(sums))
	}
	for i, x := range got.Actions {
		want := sums[x.Action] / float64(c.Samples)
		if math.Abs(x.Points.Value-want) > 1e-9 {
			t.Errorf("%s is worth %v, want %v", x.Action, x.Points.Value, want)
		}
		if best := got.Actions[0]; i > 0 && math.Abs(x.Difference.Value-(best.Points.Value-want)) > 1e-9 || x.Points.Value > best.Points.Value {
			t.Errorf("%s: difference %v to the best", x.Action, x.Difference)
		}
	}
}

// TestPositionPrecision: a study ends where the lead is known, and its interval is
// wider for that; few samples have no numbers.
func TestPositionPrecision(t *testing.T) {
	c := positionOf(t, spotOf(t, "123m456p7889p24m99p", "s", "", 30), 20000)
	c.Precision = 1
	r, err := RunPosition(context.Background(), c, Options{Tables: tables()})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Reached || r.Samples >= r.Planned || r.Samples%(sampleBlock*precisionBlocks) != 0 || r.Lead.Half() > 1 || !r.Always {
		t.Errorf("%d of %d samples, reached %v, lead %v", r.Samples, r.Planned, r.Reached, r.Lead)
	}
	if plain := r.Actions[1].Difference; plain.Half() >= r.Lead.Half() {
		t.Errorf("an interval that always holds, %v, is no wider than %v", r.Lead, plain)
	}
	c.Samples, c.Precision = 10, 0
	few, err := RunPosition(context.Background(), c, Options{Tables: tables()})
	if err != nil || few.Actions[0].Points != nil || few.Actions[0].Verdict != stats.TooFew || few.Lead != nil {
		t.Errorf("ten samples have numbers: %+v; %v", few, err)
	}
}

// TestFromHand: samples of a hand in play show the seat what it sees there.
func TestFromHand(t *testing.T) {
	c := configOf(t, "wap-battle", 5, Void(), "fast")
	e, err := engine.New(c.Rules, tables())
	if err != nil {
		t.Fatal(err)
	}
	bot := specOf(t, "fast").New()
	deck := c.Deck(3, 0)
	var h, sample engine.Hand
	looked := 0
	for e.Deal(&h, &deck); !h.Over(); {
		legal := e.Legal(&h, nil)
		if h.Phase() == engine.PhaseTurn {
			x := FromHand(e, &h)
			x.Sample(&sample, 7)
			a, b := e.View(&h, h.Asked()), e.View(&sample, h.Asked())
			if err := e.Verify(&sample); err != nil {
				t.Fatal(err)
			}
			if a.Held() != b.Held() || a.Unseen() != b.Unseen() || a.Left() != b.Left() || sample.Asked() != h.Asked() {
				t.Fatal("the seat sees another hand")
			}
			looked++
		}
		e.Apply(&h, bot.Act(e.View(&h, h.Asked()), legal))
	}
	if looked < 10 {
		t.Errorf("only %d turns", looked)
	}
}

// Positions in which bots once erred: what they choose now in most samples is within its
// interval of the best that a fresh study finds.
func TestMistakesFound(t *testing.T) {
	samples := int64(4000)
	if testing.Short() {
		samples = 600
	}
	for _, x := range []struct {
		name, tiles, void string
		left              int
		bots              []string
	}{
		{"eights and nines whose sevens are a kong", "234589p34568s[7777p]", "m", 36, []string{"fast", "value"}},
		{"the same with more of the other suit", "23489p345689s[7777p]", "m", 36, []string{"value"}},
		{"an edge wait next to a pair that others feed", "12355888p334899s", "m", -1, []string{"value"}},
		{"two tiles left", "34555p456667s[7777p]", "m", 2, []string{"value"}},
		{"the wall is empty", "3488m4556s[111s][9999s]", "p", 0, []string{"value"}},
	} {
		c := positionOf(t, spotOf(t, x.tiles, x.void, "", x.left), samples)
		c.Playout = specOf(t, "value")
		r, err := RunPosition(context.Background(), c, Options{Tables: tables(), Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		for _, bot := range x.bots {
			e, err := engine.New(c.Rules, tables())
			if err != nil {
				t.Fatal(err)
			}
			source, err := c.Source(e)
			if err != nil {
				t.Fatal(err)
			}
			list, err := Opinions(e, source, specOf(t, bot), 2)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range list {
				if o.Chosen > 0.5 {
					wantGood(t, x.name, bot, r, o.Action)
				}
			}
		}
	}
}

// wantGood demands that an action is within its interval of the best.
func wantGood(t *testing.T, name, bot string, r *PositionResult, action string) {
	t.Helper()
	for i := range r.Actions {
		if a := &r.Actions[i]; a.Action == action && a.Difference != nil && a.Difference.Lo > 0 {
			t.Errorf("%s: %s takes %s, which is %.2f behind %s", name, bot, action, a.Difference.Value, r.Actions[0].Action)
		}
	}
}
