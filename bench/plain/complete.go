package plain

import "xuezhan/engine/tile"

// Complete reports whether held tiles, 14 less three a meld and none of the
// void suit, are groups and a pair or, without melds, seven pairs.
func Complete(c *Counts, melds int, void tile.Suit) bool {
	return !c.holds(void) && (melds == 0 && c.arePairs() || c.areGroupsAndPair())
}

func (c *Counts) arePairs() bool {
	tiles := 0
	for _, n := range c {
		if n%2 != 0 {
			return false
		}
		tiles += n
	}
	return tiles == 2*numPairs
}

// areGroupsAndPair tries every pair.
func (c *Counts) areGroupsAndPair() bool {
	for k := range c {
		if c[k] < 2 {
			continue
		}
		c[k] -= 2
		complete := c.areGroups(0)
		c[k] += 2
		if complete {
			return true
		}
	}
	return false
}

// areGroups tries what the lowest tile, at k or above, can belong to.
func (c *Counts) areGroups(k int) bool {
	for k < len(c) && c[k] == 0 {
		k++
	}
	if k == len(c) {
		return true
	}
	if c[k] >= 3 {
		c[k] -= 3
		complete := c.areGroups(k)
		c[k] += 3
		if complete {
			return true
		}
	}
	if !startsRun(k) || c[k+1] == 0 || c[k+2] == 0 {
		return false
	}
	c.addRun(k, -1)
	complete := c.areGroups(k)
	c.addRun(k, 1)
	return complete
}

func (c *Counts) addRun(k, n int) {
	c[k] += n
	c[k+1] += n
	c[k+2] += n
}

// Waits returns the kinds that complete held tiles: each is added on trial. It
// looks at shape alone, so that a fifth copy may be among them.
func Waits(c *Counts, melds int, void tile.Suit) tile.Kinds {
	return waits(c, void, func() bool { return Complete(c, melds, void) })
}

func waits(c *Counts, void tile.Suit, complete func() bool) tile.Kinds {
	var kinds tile.Kinds
	if c.holds(void) {
		return 0
	}
	for k := range c {
		if tile.Tile(k).Suit() == void {
			continue
		}
		c[k]++
		if complete() {
			kinds |= tile.Tile(k).Bit()
		}
		c[k]--
	}
	return kinds
}
