package oracle

import "xuezhan/engine/tile"

// Suits is a map of all suits that are made of groups, or of groups and a pair,
// as libraries in Go commonly keep them. The key of a suit has the counts of its
// ranks as decimal digits, so that 1112345678999 is 311111113.
type Suits map[uint32]made

// made says what a suit is made of: a set of the flags below.
type made uint8

const (
	ofGroups made = 1 << iota
	ofGroupsAndPair
)

// NewSuits returns the map.
func NewSuits() Suits {
	m := Suits{}
	var c [tile.Ranks]int
	m.add(&c, 0, maxGroups)
	return m
}

// add enters a suit and all that it becomes with more groups, taken in
// ascending order. Five of a kind are kept for the wait for a fifth copy.
func (m Suits) add(c *[tile.Ranks]int, first, groups int) {
	m[key(c[:])] |= ofGroups
	for r := range c {
		c[r] += 2
		m.enter(c, ofGroupsAndPair)
		c[r] -= 2
	}
	if groups == 0 {
		return
	}
	for g := first; g < len(groupRanks); g++ {
		addGroup(c, g, 1)
		if possible(c) {
			m.add(c, g, groups-1)
		}
		addGroup(c, g, -1)
	}
}

func (m Suits) enter(c *[tile.Ranks]int, is made) {
	if possible(c) {
		m[key(c[:])] |= is
	}
}

func possible(c *[tile.Ranks]int) bool {
	for _, n := range c {
		if n > tile.Copies+1 {
			return false
		}
	}
	return true
}

// groupRanks are the ranks, from 0, of the nine pungs and seven runs of a suit.
var groupRanks = func() (g [16][3]int) {
	for r := range tile.Ranks {
		g[r] = [3]int{r, r, r}
	}
	for r := range tile.Ranks - 2 {
		g[tile.Ranks+r] = [3]int{r, r + 1, r + 2}
	}
	return g
}()

func addGroup(c *[tile.Ranks]int, group, n int) {
	for _, r := range groupRanks[group] {
		c[r] += n
	}
}

func key(suit []int) uint32 {
	var k uint32
	for _, n := range suit {
		k = 10*k + uint32(n)
	}
	return k
}

// Complete is the package's Complete with the map: both live suits must be in
// it, and just one with a pair.
func (m Suits) Complete(c *Counts, melds int, void tile.Suit) bool {
	return !c.has(void) && (melds == 0 && c.arePairs(QuadsAreTwoPairs) || m.areGroupsAndPair(c))
}

func (m Suits) areGroupsAndPair(c *Counts) bool {
	paired := false
	for s := range tile.Suit(tile.NumSuits) {
		suit := c.suit(s)
		tiles := 0
		for _, n := range suit {
			tiles += n
		}
		is := m[key(suit)]
		switch {
		case tiles%3 == 0 && is&ofGroups != 0:
		case tiles%3 == 2 && is&ofGroupsAndPair != 0 && !paired:
			paired = true
		default:
			return false
		}
	}
	return paired
}

// Waits is the package's Waits with the map.
func (m Suits) Waits(c *Counts, melds int, void tile.Suit) tile.Kinds {
	return waits(c, void, func() bool { return m.Complete(c, melds, void) })
}
