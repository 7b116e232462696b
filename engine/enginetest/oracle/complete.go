package oracle

import (
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// Quads says what four tiles alike are among seven pairs; the rules' SevenPairsQuads
// has the same meaning.
type Quads bool

// What four tiles alike are among seven pairs.
const (
	QuadsAreNoPairs  Quads = false
	QuadsAreTwoPairs Quads = true
)

// arePairs reports whether the tiles are seven pairs.
func (c *Counts) arePairs(q Quads) bool {
	tiles := 0
	for _, n := range c {
		if n%2 != 0 || n == tile.Copies && q == QuadsAreNoPairs {
			return false
		}
		tiles += n
	}
	return tiles == 2*numPairs
}

// Complete reports whether the held tiles, 14−3·melds of them, are a complete
// hand by shape: groups and a pair, or seven pairs without melds. One tile of
// the void suit spoils it, and so do three suits where none is void.
func Complete(held *Counts, melds int, void tile.Suit, q Quads) bool {
	return held.voidable(void) && (melds == 0 && held.arePairs(q) || held.areGroupsAndPair())
}

// CompleteStandard is Complete for groups and a pair alone.
func CompleteStandard(held *Counts, melds int, void tile.Suit) bool {
	return held.voidable(void) && held.total() == 14-3*melds && held.areGroupsAndPair()
}

// CompleteTerminals is CompleteStandard with a 1 or 9 in every held group and
// in the pair.
func CompleteTerminals(held *Counts, melds int, void tile.Suit) bool {
	if !CompleteStandard(held, melds, void) {
		return false
	}
	found := false
	t := taker{held: *held}
	t.each = func() { found = found || t.all(group.hasTerminal) && isTerminal(t.pair) }
	t.takeApart()
	return found
}

// voidable reports whether no tile is of the void suit, or with NoSuit of
// some suit.
func (c *Counts) voidable(void tile.Suit) bool {
	if void == tile.NoSuit {
		return c.suits() < tile.NumSuits
	}
	return !c.has(void)
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

// Waits returns the kinds that complete 13−3·melds held tiles: each is added on
// trial. It looks at shape alone, so that a fifth copy may be among them.
func Waits(held *Counts, melds int, void tile.Suit, q Quads) tile.Kinds {
	return waits(held, void, func() bool { return Complete(held, melds, void, q) })
}

func waits(held *Counts, void tile.Suit, complete func() bool) tile.Kinds {
	var kinds tile.Kinds
	if held.has(void) {
		return 0
	}
	for k := range held {
		if tile.Tile(k).Suit() == void {
			continue
		}
		held[k]++
		if complete() {
			kinds |= tile.Tile(k).Bit()
		}
		held[k]--
	}
	return kinds
}

// WaitsInPlay returns the kinds of Waits that can still be won on: those of
// which held tiles and melds do not have all four copies.
func WaitsInPlay(held *Counts, melds []tile.Meld, void tile.Suit, q Quads) tile.Kinds {
	kinds := Waits(held, len(melds), void, q)
	for t, n := range owned(*held, melds) {
		if n >= tile.Copies {
			kinds &^= tile.Tile(t).Bit()
		}
	}
	return kinds
}

// ReadyWaits returns the kinds that make the hand ready for the ready check
// of the rules, under their reading of a fifth copy.
func ReadyWaits(r *rules.Rules, held *Counts, melds []tile.Meld, void tile.Suit) tile.Kinds {
	q := Quads(r.SevenPairsQuads)
	switch r.ReadyFifthCopy {
	case rules.ExcludeOwned:
		return WaitsInPlay(held, melds, void, q)
	case rules.ExcludeConcealed:
		kinds := Waits(held, len(melds), void, q)
		for t, n := range held {
			if n >= tile.Copies {
				kinds &^= tile.Tile(t).Bit()
			}
		}
		return kinds
	}
	return Waits(held, len(melds), void, q)
}
