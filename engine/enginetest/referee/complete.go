package referee

import (
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// isComplete reports whether held tiles with that many melds are a winning
// shape: groups and a pair, or seven pairs.
func isComplete(r *rules.Rules, held *counts, melds int) bool {
	return isStandard(held) || melds == 0 && isSevenPairs(r, held)
}

// isSevenPairs reports whether fourteen tiles are seven pairs. Rules that give
// seven pairs no fan do not know the shape.
func isSevenPairs(r *rules.Rules, held *counts) bool {
	if r.SevenPairs == 0 {
		return false
	}
	pairs := 0
	for _, n := range held {
		if n%2 != 0 || n == 4 && !r.SevenPairsQuads {
			return false
		}
		pairs += n / 2
	}
	return pairs == 7
}

// isStandard reports whether the tiles are groups and one pair. One suit then
// has a number of tiles that is two more than a multiple of three, and the
// others a multiple.
func isStandard(held *counts) bool {
	pairSuit := -1
	for s := range tile.NumSuits {
		switch total(suitOf(held, s)) % 3 {
		case 1:
			return false
		case 2:
			if pairSuit >= 0 {
				return false
			}
			pairSuit = s
		}
	}
	if pairSuit < 0 {
		return false
	}
	for s := range tile.NumSuits {
		if s != pairSuit && !areGroups(suitOf(held, s)) {
			return false
		}
	}
	return arePairAndGroups(suitOf(held, pairSuit))
}

// ranks says how many tiles of each rank of one suit there are.
type ranks [tile.Ranks]int

func suitOf(held *counts, s int) ranks { return ranks(held[s*tile.Ranks : (s+1)*tile.Ranks]) }

func total(c ranks) int {
	n := 0
	for _, x := range c {
		n += x
	}
	return n
}

func arePairAndGroups(c ranks) bool {
	for r := range c {
		if c[r] < 2 {
			continue
		}
		rest := c
		rest[r] -= 2
		if areGroups(rest) {
			return true
		}
	}
	return false
}

// areGroups reports whether the tiles fall into pungs and sequences. The
// lowest tile is in one or the other.
func areGroups(c ranks) bool {
	r := 0
	for r < len(c) && c[r] == 0 {
		r++
	}
	if r == len(c) {
		return true
	}
	if c[r] >= 3 {
		rest := c
		rest[r] -= 3
		if areGroups(rest) {
			return true
		}
	}
	if r+2 < len(c) && c[r+1] > 0 && c[r+2] > 0 {
		c[r]--
		c[r+1]--
		c[r+2]--
		return areGroups(c)
	}
	return false
}

// A group is a pung or kong of tile, or the sequence that begins with it.
type group struct {
	tile     tile.Tile
	sequence bool
}

// A reading is one way to read tiles as groups and a pair.
type reading struct {
	pair   tile.Tile
	groups []group
}

// readings returns all ways to read the held tiles as groups and a pair, each
// with the melds as further groups.
func readings(held counts, melds []tile.Meld) []reading {
	var declared []group
	for _, m := range melds {
		declared = append(declared, group{m.Tile(), false})
	}
	var all []reading
	for t := range tile.Tile(tile.Count) {
		if held[t] < 2 {
			continue
		}
		rest := held
		rest[t] -= 2
		for _, groups := range divide(rest, 0) {
			all = append(all, reading{t, append(groups, declared...)})
		}
	}
	return all
}

// divide returns all ways to divide the tiles, all from the kind from on, into
// groups.
func divide(held counts, from int) [][]group {
	for from < len(held) && held[from] == 0 {
		from++
	}
	if from == len(held) {
		return [][]group{nil}
	}
	t := tile.Tile(from)
	var all [][]group
	if held[from] >= 3 {
		rest := held
		rest[from] -= 3
		for _, groups := range divide(rest, from) {
			all = append(all, append(groups, group{t, false}))
		}
	}
	if t.Rank() <= 7 && held[from+1] > 0 && held[from+2] > 0 {
		rest := held
		rest[from]--
		rest[from+1]--
		rest[from+2]--
		for _, groups := range divide(rest, from) {
			all = append(all, append(groups, group{t, true}))
		}
	}
	return all
}

// owned returns how many tiles of t are held and in melds.
func owned(held *counts, melds []tile.Meld, t tile.Tile) int {
	n := held[t]
	for _, m := range melds {
		if m.Tile() == t {
			n += m.Size()
		}
	}
	return n
}

// shapeWaits returns, ascending, the kinds outside the void suit that
// complete the held tiles, as if there were copies without end.
func shapeWaits(r *rules.Rules, held *counts, melds []tile.Meld, void tile.Suit) []tile.Tile {
	var waits []tile.Tile
	if held.hasSuit(void) {
		return nil
	}
	for t := range tile.Tile(tile.Count) {
		if t.Suit() == void {
			continue
		}
		with := *held
		with[t]++
		if isComplete(r, &with, len(melds)) {
			waits = append(waits, t)
		}
	}
	return waits
}

// winningKinds returns, ascending, the kinds that the tiles wait on as in
// play: kinds that the seat owns all four of, held or in melds, do not count.
func winningKinds(r *rules.Rules, held *counts, melds []tile.Meld, void tile.Suit) []tile.Tile {
	var kinds []tile.Tile
	for _, t := range shapeWaits(r, held, melds, void) {
		if owned(held, melds, t) < 4 {
			kinds = append(kinds, t)
		}
	}
	return kinds
}
