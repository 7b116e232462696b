package oracle

import "xuezhan/engine/tile"

// Shanten returns how many tiles are missing to be ready: −1 for a complete
// hand, 0 for a ready one. It is the lesser of the standard form and, without
// melds, of seven pairs.
func (o *Oracle) Shanten(held *Counts, melds int, void tile.Suit) int {
	if melds > 0 {
		return o.Standard(held, melds, void)
	}
	return min(o.Standard(held, melds, void), o.Pairs(held, void))
}

// Standard returns the shanten of the standard form, 4−melds groups and a
// pair.
func (o *Oracle) Standard(held *Counts, melds int, void tile.Suit) int {
	return leastVoid(void, func(void tile.Suit) int {
		return o.standardMissing(held, maxGroups-melds, void) - 1
	})
}

// Pairs returns the shanten of seven pairs, where four of a kind are two.
func (o *Oracle) Pairs(held *Counts, void tile.Suit) int {
	return leastVoid(void, func(void tile.Suit) int { return pairsMissing(held, void) - 1 })
}

// leastVoid returns f of the void suit, for NoSuit the least of f over all.
func leastVoid(void tile.Suit, f func(tile.Suit) int) int {
	if void != tile.NoSuit {
		return f(void)
	}
	return min(f(tile.Characters), f(tile.Dots), f(tile.Bamboo))
}

// Acceptance returns the kinds whose addition lowers the shanten. Kinds of
// which four are held are not among them.
func (o *Oracle) Acceptance(held *Counts, melds int, void tile.Suit) tile.Kinds {
	return lowering(held, func(held *Counts) int { return o.Shanten(held, melds, void) })
}

// StandardAcceptance is Acceptance for the standard form alone.
func (o *Oracle) StandardAcceptance(held *Counts, melds int, void tile.Suit) tile.Kinds {
	return lowering(held, func(held *Counts) int { return o.Standard(held, melds, void) })
}

// PairsAcceptance is Acceptance for seven pairs alone.
func (o *Oracle) PairsAcceptance(held *Counts, void tile.Suit) tile.Kinds {
	return lowering(held, func(held *Counts) int { return o.Pairs(held, void) })
}

// lowering returns the kinds, fewer than four held, that lower a shanten.
func lowering(held *Counts, shanten func(*Counts) int) tile.Kinds {
	var kinds tile.Kinds
	before := shanten(held)
	for t := range held {
		more := *held
		more[t]++
		if held[t] < tile.Copies && shanten(&more) < before {
			kinds |= tile.Tile(t).Bit()
		}
	}
	return kinds
}

// standardMissing returns the least number of tiles to add for that many groups
// and a pair, over every way to share them out to the suits in use.
func (o *Oracle) standardMissing(held *Counts, groups int, void tile.Suit) int {
	var suits [][2][5]int
	for _, s := range others(void) {
		suits = append(suits, o.SuitDistance([tile.Ranks]int(held.suit(s))))
	}
	return share(suits, groups, 1)
}

// share returns the least total distance at which the suits together hold so
// many groups and that many pairs, 0 or 1.
func share(suits [][2][5]int, groups, pairs int) int {
	const impossible = 1000
	if len(suits) == 0 {
		if groups == 0 && pairs == 0 {
			return 0
		}
		return impossible
	}
	least := impossible
	for m := range groups + 1 {
		for p := range pairs + 1 {
			least = min(least, suits[0][p][m]+share(suits[1:], groups-m, pairs-p))
		}
	}
	return least
}

// pairsMissing returns the least number of tiles to add for seven pairs.
// least[k] is that number for k pairs out of the kinds looked at so far, each
// of which gives none, one or two.
func pairsMissing(held *Counts, void tile.Suit) int {
	const impossible = 1000
	least := [8]int{0, impossible, impossible, impossible, impossible, impossible, impossible, impossible}
	for t, n := range held {
		if tile.Tile(t).Suit() == void {
			continue
		}
		for k := 7; k > 0; k-- {
			for pairs := 1; pairs <= min(2, k); pairs++ {
				least[k] = min(least[k], least[k-pairs]+max(0, 2*pairs-n))
			}
		}
	}
	return least[7]
}
