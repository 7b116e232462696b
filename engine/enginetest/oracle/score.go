package oracle

import (
	"slices"

	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A Reading is one way to count a won hand: the patterns that are claimed and
// their fan, before the cap.
type Reading struct {
	Fan      int
	Patterns fan.Patterns
}

// plus returns the reading with one pattern more. A pattern worth nothing is
// switched off and leaves the reading as it is.
func (x Reading) plus(p fan.Pattern, value int) Reading {
	if value > 0 {
		x.Fan += value
		x.Patterns |= fan.Of(p)
	}
	return x
}

// Score returns the fan and patterns of the highest reading of a won hand.
// The held tiles, 14−3·melds of them, include the one that was won on. It
// reports false for a hand that is not won. Of equal readings it takes the
// first in the order of Readings.
func Score(r rules.Rules, held [27]int, melds []tile.Meld, win tile.Tile, s fan.Situation) (int, fan.Patterns, bool) {
	best := Best(Readings(r, held, melds, win, s))
	if len(best) == 0 {
		return 0, 0, false
	}
	return best[0].Fan, best[0].Patterns, true
}

// Best returns the readings of the most fan, in their order.
func Best(readings []Reading) []Reading {
	var best []Reading
	for _, x := range readings {
		switch {
		case len(best) == 0 || x.Fan > best[0].Fan:
			best = []Reading{x}
		case x.Fan == best[0].Fan:
			best = append(best, x)
		}
	}
	return best
}

// Readings returns every reading of a won hand: first the standard ones that
// are all pungs, then the other standard ones, then seven pairs; where one
// pattern replaces another, the reading with the one that replaces stands
// first. A hand that the rules pay at the limit has one reading only. No
// reading means no win: wrong number of tiles, three suits, no shape, or no
// reading of enough fan.
//
// A pattern that replaces another is an alternative to it, never a must: the
// reading with the other one is listed too, and wins where it is worth more.
func Readings(r rules.Rules, held [27]int, melds []tile.Meld, win tile.Tile, s fan.Situation) []Reading {
	if total(held) != 14-3*len(melds) || held[win] == 0 || suits(held, melds) > 2 {
		return nil
	}
	shapes := shapeReadings(r, held, melds, win)
	if len(shapes) == 0 {
		return nil
	}
	switch {
	case s&fan.OnDeal != 0 && r.Heavenly:
		return []Reading{{r.FanCap, fan.Of(fan.Heavenly)}}
	case s&fan.OnFirstDraw != 0 && r.Earthly:
		return []Reading{{r.FanCap, fan.Of(fan.Earthly)}}
	}
	for i, x := range shapes {
		if suits(held, melds) == 1 {
			x = x.plus(fan.FullFlush, r.FullFlush)
		}
		shapes[i] = situation(r, x, s)
	}
	return slices.DeleteFunc(shapes, func(x Reading) bool { return x.Fan < r.MinFan })
}

// shapeReadings returns the readings without full flush and situation.
func shapeReadings(r rules.Rules, held [27]int, melds []tile.Meld, win tile.Tile) []Reading {
	var pungs, others []Reading
	for _, d := range Decompositions(held) {
		for _, m := range melds {
			d.Groups = append(d.Groups, Group{First: m.Tile()})
		}
		if isAllPungs(d) {
			pungs = append(pungs, pungReadings(r, d, len(melds), win)...)
		} else {
			others = append(others, terminals(r, d, Reading{}))
		}
	}
	standard := append(pungs, others...)
	for i, x := range standard {
		standard[i] = x.plus(fan.Root, r.Root*Roots(held, melds))
	}
	return append(standard, pairReadings(r, held, melds)...)
}

// pungReadings returns the readings of a hand of pungs: 2s, 5s and 8s only,
// the golden hook beside or instead of all pungs, and all pungs alone.
func pungReadings(r rules.Rules, d Decomposition, declared int, win tile.Tile) []Reading {
	plain := Reading{}.plus(fan.AllPungs, r.AllPungs)
	var readings []Reading
	if isJiang(d) && r.JiangPungs > 0 {
		readings = append(readings, Reading{}.plus(fan.JiangPungs, r.JiangPungs))
	}
	if isGoldenHook(r, d, declared, win) && r.GoldenHook > 0 {
		hook := Reading{}
		if r.GoldenStacks {
			hook = plain
		}
		readings = append(readings, hook.plus(fan.GoldenHook, r.GoldenHook))
	}
	readings = append(readings, plain)
	for i, x := range readings {
		readings[i] = terminals(r, d, x)
	}
	return readings
}

// terminals adds the pattern of a terminal in every group and the pair.
func terminals(r rules.Rules, d Decomposition, x Reading) Reading {
	if hasTerminals(d) {
		return x.plus(fan.TerminalGroups, r.TerminalGroups)
	}
	return x
}

// hasTerminals reports whether every group and the pair contain a 1 or a 9.
func hasTerminals(d Decomposition) bool {
	for _, g := range d.Groups {
		tiles := g.Tiles()
		if !isTerminal(tiles[0]) && !isTerminal(tiles[2]) {
			return false
		}
	}
	return isTerminal(d.Pair)
}

// pairReadings returns the readings as seven pairs. Rules that give seven
// pairs no fan do not know the form.
func pairReadings(r rules.Rules, held [27]int, melds []tile.Meld) []Reading {
	if len(melds) > 0 || r.SevenPairs == 0 || !isSevenPairs(held, Quads(r.SevenPairsQuads)) {
		return nil
	}
	var readings []Reading
	quads := Roots(held, nil)
	if onlyTerminals(held) && r.TerminalSevenPairs > 0 {
		x := Reading{}.plus(fan.TerminalSevenPairs, r.TerminalSevenPairs)
		readings = append(readings, x.plus(fan.Root, r.Root*quads))
	}
	if quads > 0 && r.DragonSevenPairs {
		return append(readings, Reading{}.plus(fan.DragonSevenPairs, r.SevenPairs+r.Root*quads))
	}
	x := Reading{}.plus(fan.SevenPairs, r.SevenPairs)
	return append(readings, x.plus(fan.Root, r.Root*quads))
}

// situation adds what the way of winning is worth.
func situation(r rules.Rules, x Reading, s fan.Situation) Reading {
	has := func(flag fan.Situation) bool { return s&flag != 0 }
	if has(fan.BySelfDraw) {
		x = x.plus(fan.SelfDraw, r.SelfDrawFan)
		if has(fan.OnReplacement) {
			x = x.plus(fan.Replacement, r.Replacement)
		}
		if has(fan.WallEmpty) {
			x = x.plus(fan.LastTile, r.LastTile)
		}
		return x
	}
	if has(fan.ByRobbing) {
		x = x.plus(fan.Robbing, r.Robbing)
	}
	if has(fan.AfterKong) {
		x = x.plus(fan.ShotAfterKong, r.ShotAfterKong)
	}
	if has(fan.WallEmpty) {
		x = x.plus(fan.LastDiscard, r.LastDiscard)
	}
	return x
}

func isAllPungs(d Decomposition) bool {
	for _, g := range d.Groups {
		if g.Run {
			return false
		}
	}
	return true
}

// isJiang reports whether pungs and pair are all of the ranks 2, 5 and 8.
func isJiang(d Decomposition) bool {
	for _, g := range d.Groups {
		if g.First.Rank()%3 != 2 {
			return false
		}
	}
	return d.Pair.Rank()%3 == 2
}

// isGoldenHook reports whether a hand of pungs is a golden hook: the last
// tile pairs the only one held, or where rules ask less, pairs any.
func isGoldenHook(r rules.Rules, d Decomposition, declared int, win tile.Tile) bool {
	if r.GoldenDeclared {
		return declared == maxGroups
	}
	return d.Pair == win
}

func isTerminal(t tile.Tile) bool { return t.Rank() == 1 || t.Rank() == 9 }

func onlyTerminals(held [27]int) bool {
	for t, n := range held {
		if n > 0 && !isTerminal(tile.Tile(t)) {
			return false
		}
	}
	return true
}

// Roots counts the kinds of which held tiles and melds have four copies; a
// fifth, possible in the ready check, does not make another root.
func Roots(held [27]int, melds []tile.Meld) int {
	count := 0
	for _, n := range owned(held, melds) {
		if n >= tile.Copies {
			count++
		}
	}
	return count
}

// suits counts the suits of held tiles and melds.
func suits(held [27]int, melds []tile.Meld) int {
	count := 0
	for s := range tile.Suit(tile.NumSuits) {
		if hasSuit(owned(held, melds), s) {
			count++
		}
	}
	return count
}
