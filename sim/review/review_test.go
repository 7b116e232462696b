package review_test

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/review"
)

var tables = sync.OnceValue(shape.New)

func specOf(t testing.TB, text string) policy.Spec {
	t.Helper()
	spec, err := policy.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// played records hands of four bots of a kind.
func played(t testing.TB, r rules.Rules, bot string, hands int64) []*record.Record {
	t.Helper()
	spec := specOf(t, bot)
	c := &sim.Config{Rules: r, Seed: 5, Hands: hands, Walls: sim.Shared, Seats: [engine.NumSeats]policy.Spec{spec, spec, spec, spec}}
	replayer, err := sim.NewReplayer(c, tables())
	if err != nil {
		t.Fatal(err)
	}
	var list []*record.Record
	for i := range hands {
		h, err := replayer.Hand(i)
		if err != nil {
			t.Fatal(err)
		}
		rec := &record.Record{Rules: r, Deck: h.Deck, Seeded: true, Seed: 5, Hand: i, Visibility: record.Full, Events: slices.Clone(h.Events)}
		for s := range rec.Ledger {
			rec.Seats[s], rec.Ledger[s] = bot, h.Seats[s].Account
		}
		list = append(list, rec)
	}
	return list
}

func config(t testing.TB, by string) *review.Config {
	return &review.Config{By: specOf(t, by), Worlds: review.MinWorlds, Seed: 1, Level: 0.95}
}

func run(t testing.TB, c *review.Config, r *record.Record, seat, workers int) *review.Hand {
	t.Helper()
	h, err := review.Run(context.Background(), c, r, seat, review.Options{Tables: tables(), Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestEveryChoice reviews hands of every preset, of bots that meet every rule: each
// choice of the seat is there once, with what was played among its options.
func TestEveryChoice(t *testing.T) {
	kinds := map[string]int{}
	for _, p := range rules.Presets() {
		for n, r := range played(t, p.Rules, "rare", 2) {
			seat := 3 * n
			h := run(t, config(t, "fast"), r, seat, 2)
			want := choices(t, r, seat)
			if len(h.Choices) != want {
				t.Errorf("%s: %d choices, want %d", p.Rules.Name, len(h.Choices), want)
			}
			for i := range h.Choices {
				kinds[h.Choices[i].Kind]++
				checkChoice(t, &h.Choices[i])
			}
			checkSums(t, h)
		}
	}
	for _, kind := range []string{"exchange", "void", "turn", "claim"} {
		if kinds[kind] == 0 {
			t.Errorf("no choice of the kind %s among %v", kind, kinds)
		}
	}
}

// choices counts a seat's choices, an exchange as one.
func choices(t *testing.T, r *record.Record, seat int) (n int) {
	t.Helper()
	exchanged := false
	err := record.Follow(r, tables(), func(_ *engine.Engine, h *engine.Hand, legal []engine.Action, _ engine.Action, _ int) {
		switch {
		case h.Asked() != seat || len(legal) < 2:
		case h.Phase() != engine.PhaseExchange:
			n++
		case !exchanged:
			exchanged = true
			n++
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func checkChoice(t *testing.T, x *review.Choice) {
	t.Helper()
	at := slices.IndexFunc(x.Options, func(o review.Option) bool { return o.Action == x.Played })
	switch {
	case at < 0:
		t.Errorf("%s is not among the options", x.Played)
	case x.Options[at].Difference != nil || x.Options[0].Action != x.Best:
		t.Errorf("%s: the options are %+v", x.Played, x.Options)
	case (x.Best == x.Played) != (x.Given == nil) || (x.Given == nil) != (x.Verdict == review.Best) || (x.Given == nil) != (x.Kept == nil):
		t.Errorf("played %s, best %s, given away %v, %s", x.Played, x.Best, x.Given, x.Verdict)
	case x.Given != nil && *x.Given != *x.Options[0].Difference:
		t.Errorf("given away %v, the best option has %v", x.Given, x.Options[0].Difference)
	case x.Verdict == review.Mistake && x.Given.Lo <= 0:
		t.Errorf("a mistake of %v", x.Given)
	}
	for _, o := range x.Options {
		if o.Difference != nil && math.Abs(o.Points.Value-x.Options[at].Points.Value-o.Difference.Value) > 1e-9 {
			t.Errorf("%s: %v less %v is not %v", o.Action, o.Points, x.Options[at].Points, o.Difference)
		}
	}
}

func checkSums(t *testing.T, h *review.Hand) {
	t.Helper()
	given, kept, squares := 0.0, 0.0, 0.0
	for _, x := range h.Choices {
		if x.Given != nil {
			given, kept = given+x.Given.Value, kept+*x.Kept
			squares += x.Given.Half() * x.Given.Half()
		}
	}
	if math.Abs(h.Given.Value-given) > 1e-9 || math.Abs(h.Kept-kept) > 1e-9 || math.Abs(h.Given.Half()-math.Sqrt(squares)) > 1e-9 {
		t.Errorf("given away %v, kept %v; the choices have %v ± %v and %v", h.Given, h.Kept, given, math.Sqrt(squares), kept)
	}
}

// TestSeesOnlyItsOwn reviews a choice after the unseen tiles have changed places: what
// the options are worth is the same.
func TestSeesOnlyItsOwn(t *testing.T) {
	r := played(t, rules.Presets()[1].Rules, "fast", 1)[0]
	seat := r.Deck.Dealer
	other := *r
	slices.Reverse(other.Deck.Tiles[53:]) // the wall
	// Only the exchange comes before all that the wall decides: compare it alone.
	first := func(r *record.Record) review.Choice { return run(t, config(t, "fast"), r, seat, 1).Choices[0] }
	a := first(r)
	h, err := replayed(t, &other)
	if err != nil {
		t.Fatal(err)
	}
	b := first(h)
	a.Kept, b.Kept = nil, nil
	if !reflect.DeepEqual(a, b) {
		t.Errorf("the exchange is judged differently over another wall:\n%+v\n%+v", a, b)
	}
}

// replayed plays a record's deck with fast at all seats.
func replayed(t *testing.T, r *record.Record) (*record.Record, error) {
	t.Helper()
	e, err := engine.New(r.Rules, tables())
	if err != nil {
		return nil, err
	}
	var rec record.Recorder
	p := sim.NewPlayer(e.Observed(&rec, engine.AllEvents), sim.PlayerOptions{})
	for s := range engine.NumSeats {
		p.Sit(s, specOf(t, "fast").New())
	}
	p.Deal(r.Seed, r.Hand, &r.Deck)
	err = p.Finish()
	out := *r
	out.Seeded, out.Events, out.Ledger = false, slices.Clone(rec.Events()), *p.Hand().Ledger()
	return &out, err
}

// TestSameWithAnyWorkers reviews a hand with one goroutine and with three.
func TestSameWithAnyWorkers(t *testing.T) {
	r := played(t, rules.Presets()[0].Rules, "rare", 1)[0]
	a, b := run(t, config(t, "fast"), r, 2, 1), run(t, config(t, "fast"), r, 2, 3)
	if !reflect.DeepEqual(a, b) {
		t.Error("the number of goroutines changes the review")
	}
	if _, err := json.Marshal(a); err != nil {
		t.Error(err)
	}
}

// TestFindsBlunders: a random player gives more away than one that plays as the judge.
func TestFindsBlunders(t *testing.T) {
	of := func(bot string) float64 {
		var hands []*review.Hand
		for _, r := range played(t, rules.Presets()[1].Rules, bot, 3) {
			hands = append(hands, run(t, config(t, "fast"), r, 0, 2))
		}
		s := review.Summarise(hands, 0.95)
		if s.Reviews != 3 || s.Other < s.Mistakes {
			t.Errorf("%s: %+v", bot, s)
		}
		return s.Given.Value
	}
	random, fast := of("random"), of("fast")
	if random < fast+1 {
		t.Errorf("random gives away %.1f points a hand, fast %.1f", random, fast)
	}
}

func TestRefuses(t *testing.T) {
	r := played(t, rules.Presets()[0].Rules, "fast", 1)[0]
	few := config(t, "fast")
	few.Worlds = review.MinWorlds - 1
	for _, tt := range []struct {
		name   string
		config *review.Config
		record *record.Record
		seat   int
		want   string
	}{
		{"few worlds", few, r, 0, "worlds"},
		{"no such seat", config(t, "fast"), r, 4, "seat 4"},
		{"not full", config(t, "fast"), record.Redact(r, record.Public), 0, "not full"},
	} {
		_, err := review.Run(context.Background(), tt.config, tt.record, tt.seat, review.Options{Tables: tables(), Workers: 1})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestWorst(t *testing.T) {
	hands := make([]*review.Hand, 3)
	for i, v := range []float64{1, 3, 2} {
		hands[i] = &review.Hand{Index: int64(i)}
		hands[i].Given.Value = v
	}
	if got := review.Worst(hands, 2); len(got) != 2 || got[0].Index != 1 || got[1].Index != 2 {
		t.Errorf("got %v", got)
	}
}
