package shape

import (
	"math/bits"

	"xuezhan/engine/tile"
)

const numPairs = 7

// pairsMissing returns how many tiles two outlines lack for seven pairs: their
// pairs and odd kinds are added up side by side. Two suits have at most 14 tiles,
// so that neither field overflows. Melds rule seven pairs out: each adds more
// than any hand lacks.
func (t *Tables) pairsMissing(a, b uint, melds int) int {
	return int(t.byPairs[(a+b)&pairsMask]) + melds<<4
}

// buildPairs works out the way to seven pairs.
func (t *Tables) buildPairs() {
	for i := range t.byPairs {
		wanted, odd := numPairs-i&7, i>>3
		t.byPairs[i] = uint8(2*wanted - min(odd, wanted))
	}
}

// PairsAcceptance is Acceptance for seven pairs alone, where four of a kind
// are two pairs.
func PairsAcceptance(h tile.Held, void tile.Suit) (shanten int, kinds tile.Kinds) {
	h[void] = 0
	odd := tile.Held{h[0].Odd(), h[1].Odd(), h[2].Odd()}
	kinds = odd.Kinds()
	wanted := numPairs - h[0].Pairs() - h[1].Pairs() - h[2].Pairs()
	if n := kinds.Len(); n < wanted { // too few halves: the first half of a pair helps as well
		return 2*wanted - n - 1, tile.AllKinds &^ tile.SuitKinds(void) &^ h.Quads()
	}
	return wanted - 1, kinds
}

// PairsAccepts returns the kinds of two suits side by side that lower what
// PairsMissing returns.
func PairsAccepts(a, b tile.SuitWord) tile.Kinds {
	odd := sideBySide(a.Odd(), b.Odd())
	if odd.Len() < numPairs-a.Pairs()-b.Pairs() { // too few halves: the first half of a pair helps as well
		return twoSuits &^ sideBySide(a.AtLeast4(), b.AtLeast4())
	}
	return odd
}

// PairsKeeps returns the held kinds of two suits side by side of which a tile may go
// without raising what PairsMissing returns: those of which an odd number is held,
// where more halves of pairs are held than pairs are wanted.
func PairsKeeps(a, b tile.SuitWord) tile.Kinds {
	odd := sideBySide(a.Odd(), b.Odd())
	if odd.Len() <= numPairs-a.Pairs()-b.Pairs() {
		return 0
	}
	return odd
}

// PairsWaits returns the kind that completes 13 held tiles as seven pairs, if
// all others are paired: the one kind held an odd number of times. The held
// tiles must be 13; if any is of the void suit there are no waits.
func PairsWaits(h tile.Held, void tile.Suit) tile.Kinds {
	if h.HasSuit(void) || void >= tile.NumSuits && h[0] != 0 && h[1] != 0 && h[2] != 0 {
		return 0
	}
	odd := tile.Held{h[0].Odd(), h[1].Odd(), h[2].Odd()}
	if k := odd.Kinds(); k&(k-1) == 0 {
		return k
	}
	return 0
}

// PairsComplete reports whether 14 held tiles are seven pairs, four of a kind
// being two. With NoSuit any absent suit may be the void one.
func PairsComplete(h tile.Held, void tile.Suit) bool {
	if h.HasSuit(void) || void >= tile.NumSuits && h[0] != 0 && h[1] != 0 && h[2] != 0 {
		return false
	}
	return (h[0]|h[1]|h[2])&0o111111111 == 0 && h.Total() == 2*numPairs
}

// pairs is what the way to seven pairs depends on: the pairs held, the kinds held
// an odd number of times, those held four times, and those of the live suits.
type pairs struct {
	held           int
	odd, full, all tile.Kinds
}

// noPairs is the distance where there cannot be seven pairs: it is farther away than any
// hand.
var noPairs = pairs{held: -numPairs}

func pairsOf(h tile.Held, void tile.Suit) pairs {
	h[void] = 0
	var odd tile.Held
	p := pairs{all: tile.AllKinds &^ tile.SuitKinds(void), full: h.Quads()}
	for s, w := range h {
		odd[s] = w.Odd()
		p.held += w.Pairs()
	}
	p.odd = odd.Kinds()
	return p
}

// without returns how many tiles are missing for seven pairs without one tile
// held, and the kinds that then lower it. A tile taken from an odd kind takes a
// half, one from an even kind leaves a half of a pair.
func (p *pairs) without(x tile.Tile) (missing int, kinds tile.Kinds) {
	wanted := numPairs - p.held
	if !p.odd.Has(x) {
		wanted++
	}
	odd := p.odd ^ x.Bit()
	halves := bits.OnesCount32(uint32(odd))
	if halves >= wanted {
		return wanted, odd
	}
	return 2*wanted - halves, p.all &^ (p.full &^ x.Bit())
}
