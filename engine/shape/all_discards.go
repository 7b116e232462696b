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
// As in BestDiscards a discard changes one suit, and the other keeps its state
// and class. What is discarded of the void suit changes nothing, so that those
// discards are all alike.
func (t *Tables) AllDiscards(h tile.Held, melds int, void tile.Suit, among tile.Kinds, dst []Discard) []Discard {
	d := discarding{tables: t, base: (maxGroups - melds) << (2 * classBits), pairs: noPairs}
	if melds == 0 {
		d.pairs = pairsOf(h, void)
	}
	for s := range tile.Suit(tile.NumSuits) {
		switch kinds := among & tile.SuitKinds(s); {
		case kinds == 0:
		case s == void:
			dst = t.voidDiscards(dst, h, melds, void, kinds)
		default: // the numbers of the three suits add up to three
			dst = d.fromSuit(dst, &h, s, tile.NumSuits-s-void, kinds)
		}
	}
	return dst
}

// voidDiscards appends the discards of the void suit.
func (t *Tables) voidDiscards(dst []Discard, h tile.Held, melds int, void tile.Suit, among tile.Kinds) []Discard {
	shanten, kinds := t.Acceptance(h, melds, void)
	for ; among != 0; among = among.Rest() {
		dst = append(dst, Discard{among.First(), int8(shanten), kinds})
	}
	return dst
}

// A discarding is what all discards of one hand have in common.
type discarding struct {
	tables *Tables
	base   int // of the groups needed, in the merge tables
	pairs  pairs
}

// fromSuit appends the discards from suit s, which stands beside the other live
// suit.
func (d *discarding) fromSuit(dst []Discard, h *tile.Held, s, other tile.Suit, among tile.Kinds) []Discard {
	t := d.tables
	shift, shiftOther := uint(s)*tile.Ranks, uint(other)*tile.Ranks
	b := t.side(h[other])
	for ; among != 0; among = among.Rest() {
		x := among.First()
		a := t.side(h[s] - tile.Unit(int(x)-int(shift)))
		at := d.base + a.class<<classBits + b.class
		missing := int(t.merge[at])
		kinds := a.lowered(t.reaching(at))<<shift |
			b.lowered(t.reaching(d.base+b.class<<classBits+a.class))<<shiftOther
		byPairs, pairKinds := d.pairs.without(x)
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

// A side is what the tables say of one suit of a hand: its class, and the kinds
// that lower each of its distances.
type side struct {
	class     int
	low, high uint64
}

func (t *Tables) side(w tile.SuitWord) side {
	s := t.index.of(w)
	at := t.lower[s]
	return side{int(t.class[s]), t.lowerLow[at&(maxLowerLow-1)], t.lowerHigh[at>>16&(maxLowerHigh-1)]}
}

// reaching returns the mask of the fields by which the minimum at a place in the
// merge tables is reached.
func (t *Tables) reaching(at int) uint64 { return t.spread[t.split[at]&(1<<numFields-1)] }

// lowered returns the ranks that lower one of the fields that the mask keeps.
func (s *side) lowered(keep uint64) tile.Kinds {
	return tile.Kinds(fold(s.low&keep) | fold(s.high&keep)<<numLowRanks)
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
