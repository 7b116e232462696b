package referee

import (
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A hand is complete tiles: what is held, the winning tile among it, and the
// melds.
type hand struct {
	held  counts
	melds []tile.Meld
	win   tile.Tile
}

// A value is what a hand is worth before the cap, and the sets of patterns
// that make it worth that. Readings of equal worth may name different
// patterns; any of them is right.
type value struct {
	fan  int
	sets []fan.Patterns
}

// A sum adds up patterns. A pattern whose fan is zero is turned off.
type sum struct {
	fan      int
	patterns fan.Patterns
}

func (s *sum) add(p fan.Pattern, n int) {
	if n > 0 {
		s.fan += n
		s.patterns |= 1 << p
	}
}

// points returns the base value of n fan.
func points(r *rules.Rules, n int) int {
	base := 1
	for range min(n, r.FanCap) {
		base *= 2
	}
	return base
}

// best returns what the dearest reading of a complete hand is worth.
func best(r *rules.Rules, h *hand, situation fan.Situation) value {
	if r.Heavenly && situation&fan.OnDeal != 0 {
		return value{r.FanCap, []fan.Patterns{fan.Of(fan.Heavenly)}}
	}
	if r.Earthly && situation&fan.OnFirstDraw != 0 {
		return value{r.FanCap, []fan.Patterns{fan.Of(fan.Earthly)}}
	}
	v := value{fan: -1}
	for _, s := range sums(r, h, situation) {
		if s.fan > v.fan {
			v = value{fan: s.fan}
		}
		if s.fan == v.fan {
			v.sets = append(v.sets, s.patterns)
		}
	}
	return v
}

// sums returns what each reading of the hand adds up to.
func sums(r *rules.Rules, h *hand, situation fan.Situation) []sum {
	var all []sum
	if len(h.melds) == 0 && isSevenPairs(r, &h.held) {
		all = append(all, sevenPairs(r, h))
	}
	for _, rd := range readings(h.held, h.melds) {
		all = append(all, standard(r, h, rd))
	}
	for i := range all {
		if oneSuit(h) {
			all[i].add(fan.FullFlush, r.FullFlush)
		}
		addSituation(r, &all[i], situation)
	}
	return all
}

// roots counts the kinds with all four tiles owned. A fifth copy,
// which only the ready check looks at, makes no second root.
func roots(h *hand) int {
	n := 0
	for t := range tile.Tile(tile.Count) {
		if owned(&h.held, h.melds, t) >= 4 {
			n++
		}
	}
	return n
}

// sevenPairs adds up the hand read as seven pairs. Terminals replace
// seven pairs and leave the roots; otherwise quads make a dragon, one pattern
// that includes its roots, where the rules name it so.
func sevenPairs(r *rules.Rules, h *hand) sum {
	var s sum
	quads := roots(h)
	switch {
	case r.TerminalSevenPairs > 0 && every(h, isTerminal):
		s.add(fan.TerminalSevenPairs, r.TerminalSevenPairs)
		s.add(fan.Root, quads*r.Root)
	case r.DragonSevenPairs && quads > 0:
		s.add(fan.DragonSevenPairs, r.SevenPairs+quads*r.Root)
	default:
		s.add(fan.SevenPairs, r.SevenPairs)
		s.add(fan.Root, quads*r.Root)
	}
	return s
}

// standard adds up one reading as groups and a pair.
func standard(r *rules.Rules, h *hand, rd reading) sum {
	var s sum
	pungs, terminals := true, isTerminal(rd.pair)
	for _, g := range rd.groups {
		pungs = pungs && !g.sequence
		terminals = terminals && hasTerminal(g)
	}
	switch {
	case !pungs:
	case r.JiangPungs > 0 && every(h, isJiang):
		s.add(fan.JiangPungs, r.JiangPungs)
	case r.GoldenHook > 0 && isGolden(r, h, rd):
		s.add(fan.GoldenHook, r.GoldenHook)
		if r.GoldenStacks {
			s.add(fan.AllPungs, r.AllPungs)
		}
	default:
		s.add(fan.AllPungs, r.AllPungs)
	}
	if terminals {
		s.add(fan.TerminalGroups, r.TerminalGroups)
	}
	s.add(fan.Root, roots(h)*r.Root)
	return s
}

// isGolden reports whether a reading of four pungs is a golden hook: all four
// declared, or, where that is not wanted, won on the pair.
func isGolden(r *rules.Rules, h *hand, rd reading) bool {
	if r.GoldenDeclared {
		return len(h.melds) == 4
	}
	return rd.pair == h.win
}

func isTerminal(t tile.Tile) bool { return t.Rank() == 1 || t.Rank() == 9 }

func isJiang(t tile.Tile) bool { return t.Rank() == 2 || t.Rank() == 5 || t.Rank() == 8 }

// hasTerminal reports whether a 1 or a 9 is in the group.
func hasTerminal(g group) bool {
	if g.sequence {
		return g.tile.Rank() == 1 || g.tile.Rank() == 7
	}
	return isTerminal(g.tile)
}

// every reports whether all the hand's tiles are such.
func every(h *hand, such func(tile.Tile) bool) bool {
	for t := range tile.Tile(tile.Count) {
		if owned(&h.held, h.melds, t) > 0 && !such(t) {
			return false
		}
	}
	return true
}

// oneSuit reports whether all tiles, melds too, are of one suit.
func oneSuit(h *hand) bool {
	for s := tile.Characters; s < tile.NoSuit; s++ {
		if every(h, func(t tile.Tile) bool { return t.Suit() == s }) {
			return true
		}
	}
	return false
}

// addSituation adds what a win is worth for how it comes about.
func addSituation(r *rules.Rules, s *sum, situation fan.Situation) {
	has := func(f fan.Situation) bool { return situation&f != 0 }
	if has(fan.BySelfDraw) {
		s.add(fan.SelfDraw, r.SelfDrawFan)
	}
	if has(fan.OnReplacement) {
		s.add(fan.Replacement, r.Replacement)
	}
	if has(fan.ByRobbing) {
		s.add(fan.Robbing, r.Robbing)
	}
	if has(fan.AfterKong) {
		s.add(fan.ShotAfterKong, r.ShotAfterKong)
	}
	switch {
	case !has(fan.WallEmpty):
	case has(fan.BySelfDraw):
		s.add(fan.LastTile, r.LastTile)
	default:
		s.add(fan.LastDiscard, r.LastDiscard)
	}
}
