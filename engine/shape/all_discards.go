package shape

import (
	"math/bits"

	"xuezhan/engine/tile"
)

// A Discard is a discard, the shanten that it leaves, and the kinds that then
// lower it.
type Discard struct {
	Tile    tile.Tile
	Shanten int8
	Kinds   tile.Kinds
}

// AllDiscards appends to dst what each discard among a set of held kinds leaves,
// in ascending order: its Acceptance without the tile. The held tiles are 14
// less three a meld, those of the void suit included; void must be a suit.
//
// What is discarded of the void suit changes nothing, so that those discards are
// all alike.
func (t *Tables) AllDiscards(h *tile.Held, melds int, void tile.Suit, among tile.Kinds, dst []Discard) []Discard {
	var d discarding
	d.begin(t, h, melds, void)
	p := noPairs
	if melds == 0 {
		p = pairsOf(*h, void)
	}
	dead := among & tile.SuitKinds(void)
	below := among & (tile.Of(void, 1).Bit() - 1)
	dst = d.all(dst, &p, below)
	if dead != 0 {
		dst = t.voidDiscards(dst, h, melds, void, dead)
	}
	return d.all(dst, &p, among&^below&^dead)
}

// voidDiscards appends the discards of the void suit.
func (t *Tables) voidDiscards(dst []Discard, h *tile.Held, melds int, void tile.Suit, among tile.Kinds) []Discard {
	shanten, kinds := t.Acceptance(h, melds, void)
	for ; among != 0; among = among.Rest() {
		dst = append(dst, Discard{among.First(), int8(shanten), kinds})
	}
	return dst
}

// all appends what the discards of some kinds of the live suits leave.
func (d *discarding) all(dst []Discard, p *pairs, among tile.Kinds) []Discard {
	for ; among != 0; among = among.Rest() {
		x := among.First()
		missing, kinds := d.without(x)
		byPairs, pairKinds := p.without(x)
		if byPairs < missing {
			kinds = 0
		}
		if byPairs <= missing {
			missing, kinds = byPairs, kinds|pairKinds
		}
		dst = append(dst, Discard{x, int8(missing - 1), kinds})
	}
	return dst
}

// pairs is what the way to seven pairs depends on: the pairs held, the kinds held
// an odd number of times, those held four times, and those of the live suits.
type pairs struct {
	held           int
	odd, full, all tile.Kinds
}

// noPairs stands where there cannot be seven pairs: it is farther away than any
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
