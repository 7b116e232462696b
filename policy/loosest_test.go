package policy

import (
	"testing"

	"xuezhan/engine/tile"
)

// holds says how much a tile of rank index r holds together with the others of
// its suit: a copy counts four, a neighbour two, a gap of one between them one.
func holds(w tile.SuitWord, r int) int {
	n := 4 * (w.Rank(r) - 1)
	for other := range tile.Ranks {
		if w.Rank(other) > 0 {
			switch other - r {
			case -1, 1:
				n += 2
			case -2, 2:
				n++
			}
		}
	}
	return n
}

// The loosest tile of every suit is the one that holds least.
func TestLoosest(t *testing.T) {
	var from func(w tile.SuitWord, r int)
	from = func(w tile.SuitWord, r int) {
		if r < tile.Ranks {
			for n := range min(tile.Copies, 14-w.Total()) + 1 {
				from(w+tile.SuitWord(n)*tile.Unit(r), r+1)
			}
			return
		}
		want, least := 0, 100
		for r := range tile.Ranks {
			if n := holds(w, r); w.Rank(r) > 0 && n < least {
				want, least = r, n
			}
		}
		if w != 0 && Loosest(w, 1) != tile.Unit(want) {
			t.Fatalf("%09o: got %09o, want rank index %d", w, Loosest(w, 1), want)
		}
	}
	from(0, 0)
}
