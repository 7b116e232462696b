package shape

import (
	"math/bits"

	"xuezhan/engine/tile"
)

// A pattern is a pattern of the low or of the high ranks, as the index splits a suit.
type pattern struct {
	number uint32 // of a low pattern its place in a row, of a high one that of its first state
	halves uint16 // its pairs and odd kinds, as outlines add them up
	// more and less are the patterns of one tile more and of one tile less.
	more, less neighbours
}

// neighbours are patterns that are one tile away.
type neighbours struct {
	list [numLowRanks]neighbour
	n    uint8
}

type neighbour struct {
	number uint32
	rank   uint8 // rank index of the tile
}

func (x *neighbours) all() []neighbour { return x.list[:x.n] }

// newPattern returns a pattern of n ranks from a first rank index on. Patterns of
// more tiles than a suit may have are no neighbours.
func newPattern(w tile.SuitWord, first, ranks int, numberOf func(tile.SuitWord) uint32) pattern {
	p := pattern{number: numberOf(w)}
	p.halves = uint16(w.Pairs()) | uint16(bits.OnesCount32(uint32(w.Odd())))<<3
	total := w.Total()
	for r := range ranks {
		unit := tile.Unit(r)
		if w.Rank(r) < tile.Copies && total < MaxTiles {
			p.more.add(neighbour{numberOf(w + unit), uint8(first + r)})
		}
		if w.Rank(r) > 0 {
			p.less.add(neighbour{numberOf(w - unit), uint8(first + r)})
		}
	}
	return p
}

func (x *neighbours) add(y neighbour) {
	x.list[x.n] = y
	x.n++
}
