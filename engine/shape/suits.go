package shape

import "xuezhan/engine/tile"

// liveSuits returns the two suits other than the void suit. Which suit is void
// changes seldom from one call to the next, so that branches cost less here than
// arithmetic would.
func liveSuits(void tile.Suit) (a, b tile.Suit) {
	switch void {
	case tile.Characters:
		return 1, 2
	case tile.Dots:
		return 0, 2
	}
	return 0, 1
}

// wordsOf returns the words of the two suits other than the void suit, and of that.
func wordsOf(h *tile.Held, void tile.Suit) (a, b, dead tile.SuitWord) {
	switch void {
	case tile.Characters:
		return h[1], h[2], h[0]
	case tile.Dots:
		return h[0], h[2], h[1]
	}
	return h[0], h[1], h[2]
}

// twoSuits are the kinds of two suits side by side.
const twoSuits tile.Kinds = 1<<(2*tile.Ranks) - 1

// apart puts kinds of the two live suits, side by side, where they belong: those
// above the void suit a suit further up.
func apart(k tile.Kinds, void tile.Suit) tile.Kinds {
	below := k & belowSuit[void&3]
	return below | (k^below)<<tile.Ranks
}

// belowSuit are the kinds below a suit.
var belowSuit = [4]tile.Kinds{0, 1<<tile.Ranks - 1, twoSuits, tile.AllKinds}

// oddKinds has bit 3r set for every rank of the first suit held an odd number of
// times, and those of the second after them.
func oddKinds(a, b tile.SuitWord) uint64 { return (uint64(a) | uint64(b)<<27) & bothOnes }

const (
	oneEach  = 0o111111111
	bothOnes = oneEach | oneEach<<27
)
