package plain

import "xuezhan/engine/tile"

const (
	maxGroups = 4
	numPairs  = 7
)

// Counts is the number of held tiles of each kind.
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

// holds reports whether there is a tile of a suit.
func (c *Counts) holds(s tile.Suit) bool {
	for _, n := range c.suit(s) {
		if n > 0 {
			return true
		}
	}
	return false
}

// startsRun reports whether a run can begin at a kind.
func startsRun(k int) bool { return k%tile.Ranks <= tile.Ranks-3 }
