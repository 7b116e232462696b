package sim

import (
	"context"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/policy"
)

func replayConfig(t *testing.T, r rules.Rules) *Config {
	t.Helper()
	c := &Config{Rules: r, Seed: 5, Hands: 1200, Rotate: true, Walls: Lanes}
	for s, text := range []string{"fast", "random", "big", "timeout"} {
		spec, err := policy.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		c.Seats[s] = spec
	}
	return c
}

// TestDecksAreTheSeed plays a run of a seed and one of the decks that it makes.
func TestDecksAreTheSeed(t *testing.T) {
	tables := shape.New()
	for _, preset := range rules.Presets() {
		bySeed := replayConfig(t, preset.Rules)
		byDecks := *bySeed
		byDecks.Walls = Shared
		for i := range bySeed.Hands {
			byDecks.Decks = append(byDecks.Decks, bySeed.Deck(i, FirstDealer(bySeed.Seed, i)))
		}
		a, err := Run(context.Background(), bySeed, Options{Tables: tables, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		b, err := Run(context.Background(), &byDecks, Options{Tables: tables, Workers: 1, Actions: true})
		if err != nil {
			t.Fatal(err)
		}
		if a.Digest != b.Digest {
			t.Errorf("%s: digest %s by seed, %s by decks", preset.Rules.Name, a.Digest, b.Digest)
		}
	}
}

func TestDecksRefused(t *testing.T) {
	good := replayConfig(t, rules.Presets()[0].Rules)
	good.Hands, good.Walls, good.Decks = 1, Shared, []engine.Deck{good.Deck(0, 0)}
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(c *Config){
		"hands":      func(c *Config) { c.Hands = 2 },
		"games":      func(c *Config) { c.Hands, c.Games = 0, 1 },
		"walls":      func(c *Config) { c.Walls = Lanes },
		"five tiles": func(c *Config) { c.Decks[0].Tiles = [tile.Total]tile.Tile{} },
		"dealer":     func(c *Config) { c.Decks[0].Dealer = 4 },
	} {
		bad := *good
		bad.Decks = append([]engine.Deck(nil), good.Decks...)
		change(&bad)
		if bad.Validate() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestReplay plays single hands of runs again, verifies their records and
// compares them with the run's outcomes.
func TestReplay(t *testing.T) {
	tables := shape.New()
	for _, preset := range rules.Presets() {
		c := replayConfig(t, preset.Rules)
		if preset.Rules.HandsPerGame > 1 {
			c.Hands, c.Games = 0, 6
		}
		table, err := NewWorker(c, Options{Tables: tables, Check: true})
		if err != nil {
			t.Fatal(err)
		}
		replayer, err := NewReplayer(c, tables)
		if err != nil {
			t.Fatal(err)
		}
		for unit := range int64(6) {
			var want Batch
			if err := table.PlayUnit(unit, &want); err != nil {
				t.Fatal(err)
			}
			if len(want.Actions) > 0 {
				t.Fatal("actions that were not asked for")
			}
			for i := range want.Outcomes {
				o := &want.Outcomes[i]
				got, err := replayer.Hand(o.Hand)
				if err != nil {
					t.Fatal(err)
				}
				if *got.Outcome != *o || len(got.Actions) != o.Actions {
					t.Fatalf("%s: hand %d played again differs", c.Rules.Name, o.Hand)
				}
				rec := &record.Record{Rules: c.Rules, Deck: got.Deck, Visibility: record.Full, Events: got.Events}
				for s := range o.Seats {
					rec.Ledger[s] = o.Seats[s].Account
				}
				if err := record.Verify(rec, tables); err != nil {
					t.Fatalf("%s: hand %d: %v", c.Rules.Name, o.Hand, err)
				}
				if o.Seats[0].Bot != c.Bot(0, o.Hand) {
					t.Fatalf("%s: hand %d: seat 0 has bot %d", c.Rules.Name, o.Hand, o.Seats[0].Bot)
				}
			}
		}
		for _, hand := range []int64{-1, c.TotalHands()} {
			if _, err := replayer.Hand(hand); err == nil {
				t.Errorf("hand %d of %d exists", hand, c.TotalHands())
			}
		}
	}
}
