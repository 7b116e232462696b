package study

import (
	"testing"

	"xuezhan/engine/tile"
)

// TestReach measures shapes by hand.
func TestReach(t *testing.T) {
	for _, c := range []struct {
		held          string
		melds         string
		name          int
		missing, live int
	}{
		{"123456789m12355p", "", goalFlush, 5, 27}, // any of the 27 unseen m is nearer
		{"11122233344m556p", "", goalPungs, 1, 4},
		{"1122334455m667p", "", goalPairs, 1, 3},
		{"1122334455m678p", "", goalPairs, 2, 9},
		{"11567m", "[222m][333m][444m]", goalFlush, 0, 0},
		{"11m567p", "[222m][333m][444p]", goalFlush, noDistance, 0}, // a meld of another suit
	} {
		set, err := tile.Parse(c.held + c.melds)
		if err != nil {
			t.Fatal(err)
		}
		r := reach{tables: tables(), held: set.Held, suits: [2]tile.Suit{tile.Characters, tile.Dots}, melds: int(set.Melds.N), called: set.Melds.Kinds()}
		for k := range tile.Tile(tile.Count) {
			called := set.Melds.Tiles()
			r.unseen.AddN(k, tile.Copies-set.Held.Count(k)-called.Count(k))
		}
		missing := r.missing(c.name)
		if missing != c.missing {
			t.Errorf("%s%s lacks %d for %s, want %d", c.held, c.melds, missing, goalNames[c.name], c.missing)
		}
		if live := r.live(c.name, missing); missing > 0 && missing < noDistance && live != c.live {
			t.Errorf("%s%s has %d live tiles for %s, want %d", c.held, c.melds, live, goalNames[c.name], c.live)
		}
	}
}

// TestFourth: the fourth tile of a kind of three makes a root.
func TestFourth(t *testing.T) {
	set, err := tile.Parse("111m2222m345p[666p][7777p]")
	if err != nil {
		t.Fatal(err)
	}
	r := reach{held: set.Held, called: set.Melds.Kinds()}
	for _, text := range []string{"1m", "2m", "3p", "6p"} {
		x, err := tile.ParseTile(text)
		if err != nil {
			t.Fatal(err)
		}
		if text != "2m" {
			r.unseen.Add(x)
		}
	}
	if got, want := r.fourth().String(), "1m6p"; got != want {
		t.Errorf("fourth tiles are %s, want %s", got, want)
	}
}
