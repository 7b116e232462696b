package policy

import (
	"math/bits"

	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// A taste breaks ties, so that no suit is played otherwise than another and no end of
// a suit otherwise than the other: it is an order of the suits and of the ranks, up or
// down. Every seat has its own in every hand. The zero taste takes m, p, s and the
// lowest first.
type taste uint8

// numTastes is the number of tastes: six orders of the suits, each up and down.
const numTastes = 12

// A parting is what a taste stands for.
type parting struct {
	suits [tile.NumSuits]tile.Suit
	down  bool
	place [tile.Count]uint8 // of each kind in the order of all
}

var partings = func() (list [numTastes]parting) {
	orders := [...][tile.NumSuits]tile.Suit{
		{tile.Characters, tile.Dots, tile.Bamboo}, {tile.Characters, tile.Bamboo, tile.Dots},
		{tile.Dots, tile.Characters, tile.Bamboo}, {tile.Dots, tile.Bamboo, tile.Characters},
		{tile.Bamboo, tile.Characters, tile.Dots}, {tile.Bamboo, tile.Dots, tile.Characters},
	}
	for i := range list {
		p := &list[i]
		p.suits, p.down = orders[i/2], i%2 == 1
		for n, s := range p.suits {
			for r := range tile.Ranks {
				place := n*tile.Ranks + r
				if p.down {
					place = n*tile.Ranks + tile.Ranks - 1 - r
				}
				p.place[tile.Of(s, r+1)] = uint8(place)
			}
		}
	}
	return list
}()

// tasteOf draws a taste from the seed of a seat's hand.
func tasteOf(seed uint64) taste {
	x := seed ^ 0x9e3779b97f4a7c15 // mixed, as other chance begins with the same seed
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return taste(below(x^x>>31, numTastes))
}

func (t taste) parting() *parting { return &partings[t%numTastes] }

// suits returns the suits in order.
func (t taste) suits() [tile.NumSuits]tile.Suit { return t.parting().suits }

// prefers reports whether a comes before b, which may be None.
func (t taste) prefers(a, b tile.Tile) bool {
	if b >= tile.Count {
		return true
	}
	p := t.parting()
	return p.place[a] < p.place[b]
}

// first returns the first kind of a set that is not empty.
func (t taste) first(k tile.Kinds) tile.Tile {
	p := t.parting()
	for _, s := range p.suits {
		if in := k >> (uint(s) * tile.Ranks) % (1 << tile.Ranks); in != 0 {
			return tile.Of(s, 1+p.rank(uint32(in), 1))
		}
	}
	panic("policy: the first of no kinds")
}

// rank returns the index of the first rank among marks that are n bits apart.
func (p *parting) rank(marks uint32, step int) int {
	if p.down {
		return (bits.Len32(marks) - 1) / step
	}
	return bits.TrailingZeros32(marks) / step
}

// firstRank returns the index of the first rank that is marked in a word.
func (t taste) firstRank(w tile.SuitWord) int { return t.parting().rank(uint32(w), tile.RankBits) }

// firstOf returns the first of some discards.
func (t taste) firstOf(discards []engine.Action) engine.Action {
	return engine.Discard(t.first(kindsOf(discards)))
}

// nth returns the action at an index of the legal ones, in the order of taste: as they
// are listed, but calls of one kind by their tiles, and void suits. Discards, which are
// no calls, stay as they are listed.
func (t taste) nth(legal []engine.Action, n int) engine.Action {
	kind := legal[n].Kind()
	if kind == engine.KindDiscard {
		return legal[n]
	}
	first := n
	for first > 0 && legal[first-1].Kind() == kind {
		first--
	}
	for _, a := range legal[first:] {
		if a.Kind() != kind {
			break
		}
		before := 0
		for _, b := range legal[first:] {
			if b.Kind() == kind && t.precedes(b, a) {
				before++
			}
		}
		if before == n-first {
			return a
		}
	}
	panic("policy: an order without all actions")
}

// precedes reports whether a comes before b of the same kind.
func (t taste) precedes(a, b engine.Action) bool {
	if a.Kind() == engine.KindNameVoid {
		p := t.parting()
		return p.place[tile.Of(a.Suit(), 5)] < p.place[tile.Of(b.Suit(), 5)]
	}
	return a != b && a.Tile() != tile.None && t.prefers(a.Tile(), b.Tile())
}

// A tasted is a part whose ties go by a taste that is drawn for every hand.
type tasted struct {
	thinking
	taste *taste
}

// Start draws the taste.
func (p tasted) Start(_ int, seed uint64) { *p.taste = tasteOf(seed) }

// setTaste sets the taste of the hand.
func (p tasted) setTaste(t taste) { *p.taste = t }
