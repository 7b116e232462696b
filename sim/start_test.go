package sim

import (
	"context"
	"math"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/policy"
)

// startConfig returns a run in which seat 0 is dealt some tiles.
func startConfig(t *testing.T, text string) *Config {
	t.Helper()
	held, err := tile.ParseHeld(text)
	if err != nil {
		t.Fatal(err)
	}
	c := &Config{Seed: 5, Hands: 2000, Hand: held}
	c.Rules, _ = rules.Lookup("wap-battle")
	fast, err := policy.Parse("fast")
	if err != nil {
		t.Fatal(err)
	}
	c.Seats = [engine.NumSeats]policy.Spec{fast, fast, fast, fast}
	return c
}

// startOf returns the tiles that a seat is dealt.
func startOf(d *engine.Deck, seat int) (h tile.Held) {
	for i, t := range d.Tiles[:53] {
		if (d.Dealer+i)%engine.NumSeats == seat {
			h.Add(t)
		}
	}
	return h
}

// TestStart demands that seat 0 is dealt the tiles given in every hand, that the deck is
// whole, and that seat 0 deals if it has 14 of them, and else as the seed says.
func TestStart(t *testing.T) {
	for _, text := range []string{"5s", "19m19p19s", "1112345678999m", "123456789m1133p", "123456789m11335p"} {
		c := startConfig(t, text)
		dealers := map[int]int{}
		for hand := range c.Hands {
			d := c.Deck(hand, c.FirstDealer(hand))
			if err := d.Validate(); err != nil {
				t.Fatalf("%s: hand %d: %v", text, hand, err)
			}
			has := startOf(&d, 0)
			for k, n := range c.Hand.All() {
				if has.Count(k) < n {
					t.Fatalf("%s: hand %d: seat 0 is dealt %s", text, hand, has)
				}
			}
			dealers[d.Dealer]++
		}
		if want := map[bool]int{true: 1, false: engine.NumSeats}[c.Hand.Total() == maxStart]; len(dealers) != want {
			t.Errorf("%s: %d seats deal, want %d", text, len(dealers), want)
		}
	}
}

// TestStartLeavesTheRestToChance demands that every tile that is not given is as likely
// at every place that is not seat 0's.
func TestStartLeavesTheRestToChance(t *testing.T) {
	c := startConfig(t, "1112223334445m") // 4 of the 95 others are 1p, 1 is 1m
	const hands = 20_000
	var at [2]map[int]int // places of 1p and of 1m
	at[0], at[1] = map[int]int{}, map[int]int{}
	for hand := range int64(hands) {
		d := c.Deck(hand, 1) // seat 0 is dealt every fourth tile from the fourth on
		for i, x := range d.Tiles {
			switch x.String() {
			case "1p":
				at[0][i]++
			case "1m":
				at[1][i]++
			}
		}
	}
	for i := range tile.Total {
		if i < 52 && (1+i)%engine.NumSeats == 0 {
			continue
		}
		for k, copies := range []float64{4, 1} {
			p := copies / 95
			if d := math.Abs(float64(at[k][i])/hands - p); d > 5*math.Sqrt(p*(1-p)/hands) {
				t.Errorf("place %d: tile %d in %d of %d hands, want %.0f", i, k, at[k][i], hands, p*hands)
			}
		}
	}
}

// TestStartIsRepeated demands that workers do not change the hands of a start, and that
// another start makes others.
func TestStartIsRepeated(t *testing.T) {
	digest := func(text string, workers int) string {
		r, err := Run(context.Background(), startConfig(t, text), Options{Tables: shape.New(), Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		return r.Digest
	}
	one := digest("123456789m1133p", 1)
	if two := digest("123456789m1133p", 2); one != two {
		t.Errorf("two workers: %s, want %s", two, one)
	}
	if other := digest("123456789m1134p", 1); other == one {
		t.Error("another start has the same hands")
	}
}

// TestStartWrongly demands an error of what cannot be dealt.
func TestStartWrongly(t *testing.T) {
	for _, x := range []struct {
		change func(c *Config)
		want   string
	}{
		{func(c *Config) { c.Hand = tile.FromCounts(&[tile.Count]uint8{4, 4, 4, 3}) }, "15 tiles"},
		{func(c *Config) { c.Hand = tile.FromCounts(&[tile.Count]uint8{5}) }, "5 of 1m"},
		{func(c *Config) { c.Rotate = true }, "without rotation"},
		{func(c *Config) { c.Hands, c.Games = 0, 3 }, "played alone"},
		{func(c *Config) { c.Hands, c.Decks = 1, []engine.Deck{Deck(1, 0, 0, Shared)} }, "of a seed"},
	} {
		c := startConfig(t, "123m")
		x.change(c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("got %v, want %q", err, x.want)
		}
	}
}
