package shape

import (
	"math/bits"

	"xuezhan/engine/tile"
)

// The index splits a suit's word into the five low ranks and the four high
// ones. Of the 5⁵ = 3,125 low patterns, sorted by their number of tiles, those
// that may go with a given high pattern are a prefix: all that leave the
// suit at 14 tiles or fewer. So the states of one high pattern are numbered by
// the place of their low pattern in the sorted list, the high patterns follow
// each other, and lo[low] + hi[high] is dense over all states.
const (
	numLowRanks  = 5
	numHighRanks = tile.Ranks - numLowRanks
	lowBits      = numLowRanks * tile.RankBits
	lowMask      = 1<<lowBits - 1

	// MaxTiles is the most tiles a suit may have.
	MaxTiles = 14
	// NumStates is the number of states of a suit.
	NumStates = 405_350
	// stateRoom is the next power of two: an index masked to it needs no
	// bounds check.
	stateRoom = 1 << 19
)

// The table of the high ranks has room for every word shifted down, although
// only valid ones are looked up, so that neither mask nor bounds check stands in
// the way: what lies beyond the valid patterns is never touched.
type index struct {
	lo [lowMask + 1]uint16
	hi [1 << (32 - lowBits)]uint32
}

// of returns the number of a suit's state, 0 to NumStates−1. The word must
// have at most 14 tiles and four of a kind; for others the result is
// meaningless, though below stateRoom.
func (x *index) of(w tile.SuitWord) uint32 {
	return (uint32(x.lo[w&lowMask]) + x.hi[w>>lowBits]) & (stateRoom - 1)
}

// patterns returns the valid words of n ranks in ascending order.
func patterns(ranks int) []tile.SuitWord {
	list := []tile.SuitWord{0}
	for r := range ranks {
		unit := tile.Unit(r)
		for n, count := len(list), 1; count <= tile.Copies; count++ {
			for _, w := range list[:n] {
				list = append(list, w+tile.SuitWord(count)*unit)
			}
		}
	}
	return list
}

// build fills the index, and returns how many low patterns there are of fewer than n
// tiles.
func (x *index) build() (upTo [MaxTiles + 2]int) {
	next := 0
	for n, list := range byTotal(patterns(numLowRanks)) {
		for _, w := range list {
			x.lo[w] = uint16(next)
			next++
		}
		upTo[n+1] = next
	}
	next = 0
	for _, w := range patterns(numHighRanks) {
		if n := w.Total(); n <= MaxTiles {
			x.hi[w] = uint32(next)
			next += upTo[MaxTiles-n+1]
		}
	}
	return upTo
}

// byTotal sorts patterns by their number of tiles.
func byTotal(list []tile.SuitWord) [MaxTiles + 1][]tile.SuitWord {
	var by [MaxTiles + 1][]tile.SuitWord
	for _, w := range list {
		if n := w.Total(); n <= MaxTiles {
			by[n] = append(by[n], w)
		}
	}
	return by
}

// Index returns the number of a suit's state in the tables, dense over 0 to
// NumStates−1. The word must have at most 14 tiles and four of a kind.
func (t *Tables) Index(w tile.SuitWord) int { return int(t.index.of(w)) }

// fits reports whether w is a state of the tables.
func fits(w tile.SuitWord) bool {
	overFour := w >> 2 & (w | w>>1) & 0o111111111
	return overFour == 0 && w.Total() <= MaxTiles && bits.Len32(uint32(w)) <= tile.Ranks*tile.RankBits
}
