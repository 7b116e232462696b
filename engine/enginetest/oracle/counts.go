package oracle

import "xuezhan/engine/tile"

const (
	maxGroups = 4
	numPairs  = 7
)

// Counts is the number of tiles of each kind.
type Counts [tile.Count]int

// Count returns the numbers of held tiles.
func Count(h tile.Held) Counts {
	var c Counts
	for k := range c {
		c[k] = h.Count(tile.Tile(k))
	}
	return c
}

// suit returns the counts of one suit, in place.
func (c *Counts) suit(s tile.Suit) []int { return c[int(s)*tile.Ranks : int(s+1)*tile.Ranks] }

// has reports whether there is a tile of a suit. It is false for NoSuit.
func (c *Counts) has(s tile.Suit) bool {
	if s == tile.NoSuit {
		return false
	}
	for _, n := range c.suit(s) {
		if n > 0 {
			return true
		}
	}
	return false
}

// suits counts the suits in use.
func (c *Counts) suits() int {
	n := 0
	for s := range tile.Suit(tile.NumSuits) {
		if c.has(s) {
			n++
		}
	}
	return n
}

func (c *Counts) total() int {
	sum := 0
	for _, n := range c {
		sum += n
	}
	return sum
}

// addRun adds n to a kind and the two above it.
func (c *Counts) addRun(k, n int) {
	c[k] += n
	c[k+1] += n
	c[k+2] += n
}

// startsRun reports whether a run can begin at a kind.
func startsRun(k int) bool { return k%tile.Ranks <= tile.Ranks-3 }

// owned returns the counts of held tiles and melds together.
func owned(held Counts, melds []tile.Meld) Counts {
	for _, m := range melds {
		held[m.Tile()] += m.Size()
	}
	return held
}

// Roots counts the kinds of which held tiles and melds have four copies; a
// fifth, possible in the ready check, does not make another root.
func Roots(held Counts, melds []tile.Meld) int {
	roots := 0
	for _, n := range owned(held, melds) {
		if n >= tile.Copies {
			roots++
		}
	}
	return roots
}
