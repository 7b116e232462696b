package oracle

import (
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A Reading is one way to count a won hand: the patterns that are claimed and
// their fan, before the cap.
type Reading struct {
	Fan      int
	Patterns fan.Patterns
	order    int
}

// The orders of readings. Of equally dear ones the lowest counts.
const (
	byHook = iota
	byPungs
	byJiang
	byGroups
	byPairs
	byTerminalPairs
	byLimit
)

// add adds a pattern. One worth nothing is switched off and leaves the reading
// as it is.
func (x *Reading) add(p fan.Pattern, value int) {
	if value > 0 {
		x.Fan += value
		x.Patterns |= fan.Of(p)
	}
}

// Score returns what a hand is worth under the rules, or false if it is no
// winning hand. Arguments are those of fan.Scorer's method: the held tiles,
// 14−3·melds of them, include the one that was won on.
func Score(r *rules.Rules, held *Counts, melds []tile.Meld, win tile.Tile, how fan.Situation) (fan.Result, bool) {
	won, best := false, Reading{}
	roots := read(r, held, melds, win, how, func(x Reading) {
		if !won || x.Fan > best.Fan || x.Fan == best.Fan && x.order < best.order {
			won, best = true, x
		}
	})
	if !won {
		return fan.Result{}, false
	}
	return fan.Result{Fan: best.Fan, Points: r.Points(best.Fan), Roots: roots, Patterns: best.Patterns}, true
}

// Best returns the readings of the most fan.
func Best(r *rules.Rules, held *Counts, melds []tile.Meld, win tile.Tile, how fan.Situation) []Reading {
	var best []Reading
	read(r, held, melds, win, how, func(x Reading) {
		switch {
		case len(best) == 0 || x.Fan > best[0].Fan:
			best = []Reading{x}
		case x.Fan == best[0].Fan:
			best = append(best, x)
		}
	})
	return best
}

// A reader reads a hand under the rules.
type reader struct {
	taker
	rules *rules.Rules
	melds int
	win   tile.Tile
	how   fan.Situation
	suits int // owned, melds included
	roots int
	found func(Reading)
}

// read calls found with every reading of a won hand that is worth enough fan to
// win, and returns the hand's roots. A hand that the rules pay at the limit has
// one reading only, perhaps several times. A pattern that replaces another is an
// alternative to it, never a must: the reading with the other one is found too,
// and counts where it is worth more.
func read(r *rules.Rules, held *Counts, melds []tile.Meld, win tile.Tile, how fan.Situation, found func(Reading)) int {
	all := owned(*held, melds)
	x := reader{taker: taker{held: *held}, rules: r, melds: len(melds), win: win, how: how, suits: all.suits(), roots: Roots(*held, melds), found: found}
	if x.suits == tile.NumSuits {
		return 0
	}
	for i, m := range melds {
		x.groups[i] = group{int(m.Tile()), false}
	}
	x.taken = len(melds)
	x.each = x.readGroups
	x.takeApart()
	x.readPairs()
	return x.roots
}

// readGroups reads the groups and the pair that were taken.
func (x *reader) readGroups() {
	r := x.rules
	groups := Reading{order: byGroups}
	if x.all(group.hasTerminal) && isTerminal(x.pair) {
		groups.add(fan.TerminalGroups, r.TerminalGroups)
	}
	if !x.all(group.isPung) {
		x.finish(groups)
		return
	}
	pungs := groups
	pungs.order = byPungs
	pungs.add(fan.AllPungs, r.AllPungs)
	x.finish(pungs)
	if r.GoldenHook > 0 && x.isGolden() {
		hook := groups
		if r.GoldenStacks {
			hook = pungs
		}
		hook.order = byHook
		hook.add(fan.GoldenHook, r.GoldenHook)
		x.finish(hook)
	}
	if r.JiangPungs > 0 && x.all(group.isJiang) && isJiang(x.pair) {
		jiang := Reading{order: byJiang}
		jiang.add(fan.JiangPungs, r.JiangPungs)
		x.finish(jiang)
	}
}

// isGolden reports whether a hand of pungs is a golden hook: four declared, or
// where the rules ask less, won on the pair.
func (x *reader) isGolden() bool {
	return x.melds == maxGroups || !x.rules.GoldenDeclared && x.pair == int(x.win)
}

// readPairs reads the held tiles as seven pairs. Rules that give seven pairs no
// fan do not know the form.
func (x *reader) readPairs() {
	r := x.rules
	if r.SevenPairs == 0 || x.melds > 0 || !x.held.arePairs(Quads(r.SevenPairsQuads)) {
		return
	}
	pairs := Reading{order: byPairs}
	pairs.add(fan.SevenPairs, r.SevenPairs)
	x.finish(pairs)
	if r.TerminalSevenPairs > 0 && x.held.areTerminals() {
		terminal := Reading{order: byTerminalPairs}
		terminal.add(fan.TerminalSevenPairs, r.TerminalSevenPairs)
		x.finish(terminal)
	}
}

// areTerminals reports whether all tiles are 1s and 9s.
func (c *Counts) areTerminals() bool {
	for k, n := range c {
		if n > 0 && !isTerminal(k) {
			return false
		}
	}
	return true
}

// finish adds to a reading what all have in common, and hands it over.
func (x *reader) finish(y Reading) {
	r := x.rules
	switch {
	case r.Heavenly && x.how&fan.OnDeal != 0:
		y = Reading{r.FanCap, fan.Of(fan.Heavenly), byLimit}
	case r.Earthly && x.how&fan.OnFirstDraw != 0:
		y = Reading{r.FanCap, fan.Of(fan.Earthly), byLimit}
	default:
		if x.suits == 1 {
			y.add(fan.FullFlush, r.FullFlush)
		}
		x.addRoots(&y)
		addSituation(r, &y, x.how)
	}
	if y.Fan >= r.MinFan {
		x.found(y)
	}
}

// addRoots adds the roots; a dragon is seven pairs with theirs.
func (x *reader) addRoots(y *Reading) {
	if x.rules.DragonSevenPairs && x.roots > 0 && y.Patterns.Has(fan.SevenPairs) {
		y.Fan += x.roots * x.rules.Root
		y.Patterns ^= fan.Of(fan.SevenPairs, fan.DragonSevenPairs)
		return
	}
	y.add(fan.Root, x.roots*x.rules.Root)
}

// addSituation adds what the way of winning is worth.
func addSituation(r *rules.Rules, y *Reading, how fan.Situation) {
	has := func(flag fan.Situation) bool { return how&flag != 0 }
	if has(fan.BySelfDraw) {
		y.add(fan.SelfDraw, r.SelfDrawFan)
	}
	if has(fan.OnReplacement) {
		y.add(fan.Replacement, r.Replacement)
	}
	if has(fan.ByRobbing) {
		y.add(fan.Robbing, r.Robbing)
	}
	if has(fan.AfterKong) {
		y.add(fan.ShotAfterKong, r.ShotAfterKong)
	}
	switch {
	case !has(fan.WallEmpty):
	case has(fan.BySelfDraw):
		y.add(fan.LastTile, r.LastTile)
	default:
		y.add(fan.LastDiscard, r.LastDiscard)
	}
}
