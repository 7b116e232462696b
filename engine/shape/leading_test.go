package shape

import (
	"math/rand/v2"
	"testing"

	"xuezhan/engine/tile"
)

// completes reports whether so many live tiles complete a hand.
func completes(x *Tables, h tile.Held, melds int, void tile.Suit, live tile.Kinds, n int) bool {
	if n == 0 {
		return x.Shanten(&h, melds, void) < 0
	}
	for k := live &^ tile.SuitKinds(void); k != 0; k = k.Rest() {
		t := k.First()
		if h.Count(t) < tile.Copies && x.Shanten(&h, melds, void) >= 0 && completes(x, h.With(t), melds, void, live, n-1) {
			return true
		}
	}
	return false
}

// The kinds of Leading are those after which as many live tiles as are lacking complete
// the hand, of all hands that are one or two tiles from ready.
func TestLeading(t *testing.T) {
	x, rng := New(), rand.New(rand.NewPCG(5, 6))
	tried, cut := 0, 0
	for tried < 300 {
		var h tile.Held
		melds := 1 + rng.IntN(3)
		for n := 0; n < 13-3*melds; {
			if k := tile.Tile(9 + rng.IntN(18)); h.Count(k) < tile.Copies && rng.IntN(3) > 0 {
				h.Add(k)
				n++
			}
		}
		some, more := rng.Uint32(), rng.Uint32()
		live := tile.Kinds(some|more) & tile.AllKinds
		accepts := func(h tile.Held) (int, tile.Kinds) { return x.Acceptance(&h, melds, tile.Characters) }
		shanten, got := Leading(h, live, accepts)
		if shanten < 1 || shanten > mostLeading {
			continue
		}
		tried++
		_, all := accepts(h)
		for k := all & live; k != 0; k = k.Rest() {
			kind := k.First()
			want := completes(x, h.With(kind), melds, tile.Characters, live, shanten)
			if got.Has(kind) != want {
				t.Fatalf("%s, %d melds, live %v: %s leads on is %t", h, melds, live, kind, got.Has(kind))
			}
			if !want {
				cut++
			}
		}
	}
	if cut < 100 {
		t.Errorf("only %d kinds lead nowhere", cut)
	}
}
