package oracle

import (
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A Group is a run or a pung; a kong counts as a pung.
type Group struct {
	First tile.Tile // its lowest tile
	Run   bool
}

// Tiles returns the three tiles of the group.
func (g Group) Tiles() [3]tile.Tile {
	if g.Run {
		return [3]tile.Tile{g.First, g.First + 1, g.First + 2}
	}
	return [3]tile.Tile{g.First, g.First, g.First}
}

// A Decomposition is one way to read held tiles as groups and a pair.
type Decomposition struct {
	Pair   tile.Tile
	Groups []Group
}

// Decompositions returns every way to read the held tiles as groups and a
// pair that leaves nothing over.
func Decompositions(held [27]int) []Decomposition {
	var all []Decomposition
	for t := range held {
		if held[t] < 2 {
			continue
		}
		rest := held
		rest[t] -= 2
		for _, groups := range groupings(rest) {
			all = append(all, Decomposition{tile.Tile(t), groups})
		}
	}
	return all
}

// groupings returns every way to read the tiles as groups. The lowest tile
// must start a pung or a run; the one empty reading of no tiles ends it.
func groupings(counts [27]int) [][]Group {
	low := 0
	for low < len(counts) && counts[low] == 0 {
		low++
	}
	if low == len(counts) {
		return [][]Group{nil}
	}
	var all [][]Group
	for _, g := range []Group{{tile.Tile(low), false}, {tile.Tile(low), true}} {
		rest, ok := take(counts, g)
		if !ok {
			continue
		}
		for _, others := range groupings(rest) {
			all = append(all, append([]Group{g}, others...))
		}
	}
	return all
}

// take takes a group's tiles away, if they are there.
func take(counts [27]int, g Group) ([27]int, bool) {
	if g.Run && g.First.Rank() > 7 {
		return counts, false
	}
	for _, t := range g.Tiles() {
		if counts[t] == 0 {
			return counts, false
		}
		counts[t]--
	}
	return counts, true
}

// Quads says what four tiles alike are among seven pairs; the rules' SevenPairsQuads
// has the same meaning.
type Quads bool

// What four tiles alike are among seven pairs.
const (
	QuadsAreNoPairs  Quads = false
	QuadsAreTwoPairs Quads = true
)

// isSevenPairs reports whether the tiles are seven pairs.
func isSevenPairs(held [27]int, q Quads) bool {
	pairs := 0
	for _, n := range held {
		switch {
		case n == 2:
			pairs++
		case n == 4 && q == QuadsAreTwoPairs:
			pairs += 2
		case n != 0:
			return false
		}
	}
	return pairs == 7
}

// Complete reports whether the held tiles, 14−3·melds of them, are a complete
// hand by shape: groups and a pair, or seven pairs without melds. One tile of
// the void suit spoils it, and so do three suits where none is void.
func Complete(held [27]int, melds int, void tile.Suit, q Quads) bool {
	return CompleteStandard(held, melds, void) ||
		melds == 0 && voidable(held, void) && isSevenPairs(held, q)
}

// CompleteStandard is Complete for groups and a pair alone.
func CompleteStandard(held [27]int, melds int, void tile.Suit) bool {
	return total(held) == 14-3*melds && voidable(held, void) && len(Decompositions(held)) > 0
}

// CompleteTerminals is CompleteStandard with a 1 or 9 in every held group and
// in the pair.
func CompleteTerminals(held [27]int, melds int, void tile.Suit) bool {
	if !CompleteStandard(held, melds, void) {
		return false
	}
	for _, d := range Decompositions(held) {
		if hasTerminals(d) {
			return true
		}
	}
	return false
}

// voidable reports whether no tile is of the void suit, or with NoSuit of
// some suit.
func voidable(held [27]int, void tile.Suit) bool {
	if void == tile.NoSuit {
		return suits(held, nil) <= 2
	}
	return !hasSuit(held, void)
}

// Waits returns the kinds that complete 13−3·melds held tiles by shape alone:
// a fifth copy counts.
func Waits(held [27]int, melds int, void tile.Suit, q Quads) tile.Kinds {
	var kinds tile.Kinds
	for t := range held {
		more := held
		more[t]++
		if Complete(more, melds, void, q) {
			kinds |= tile.Tile(t).Bit()
		}
	}
	return kinds
}

// WaitsInPlay returns the kinds of Waits that can still be won on: those of
// which held tiles and melds do not have all four copies.
func WaitsInPlay(held [27]int, melds []tile.Meld, void tile.Suit, q Quads) tile.Kinds {
	var kinds tile.Kinds
	shape := Waits(held, len(melds), void, q)
	for t, n := range owned(held, melds) {
		if shape.Has(tile.Tile(t)) && n < tile.Copies {
			kinds |= tile.Tile(t).Bit()
		}
	}
	return kinds
}

// ReadyWaits returns the kinds that make the hand ready for the ready check
// of the rules, under their reading of a fifth copy.
func ReadyWaits(r rules.Rules, held [27]int, melds []tile.Meld, void tile.Suit) tile.Kinds {
	shape := Waits(held, len(melds), void, Quads(r.SevenPairsQuads))
	switch r.ReadyFifthCopy {
	case rules.ExcludeOwned:
		return WaitsInPlay(held, melds, void, Quads(r.SevenPairsQuads))
	case rules.ExcludeConcealed:
		for t, n := range held {
			if n >= tile.Copies {
				shape &^= tile.Tile(t).Bit()
			}
		}
	}
	return shape
}

// owned returns the counts of held tiles and melds together.
func owned(held [27]int, melds []tile.Meld) [27]int {
	for _, m := range melds {
		held[m.Tile()] += m.Size()
	}
	return held
}

func total(held [27]int) int {
	sum := 0
	for _, n := range held {
		sum += n
	}
	return sum
}

func hasSuit(held [27]int, s tile.Suit) bool {
	for t, n := range held {
		if n > 0 && tile.Tile(t).Suit() == s {
			return true
		}
	}
	return false
}
