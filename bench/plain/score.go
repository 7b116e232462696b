package plain

import (
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// Score returns what a hand is worth under the rules, or false if it is no
// winning hand: it takes the held tiles apart in every way, and each way is read
// for its patterns. Arguments are those of fan.Scorer's method.
func Score(r *rules.Rules, c *Counts, melds *tile.Melds, win tile.Tile, how fan.Situation) (fan.Result, bool) {
	s := scorer{rules: r, held: *c, melds: melds.All(), win: win}
	for i, m := range s.melds {
		s.groups[i] = group{int(m.Tile()), false}
	}
	s.taken = len(s.melds)
	s.own()
	if s.suits > 2 {
		return fan.Result{}, false
	}
	s.takeApart()
	s.readPairs()
	if !s.won {
		return fan.Result{}, false
	}
	return s.result(how), true
}

type group struct {
	first int // lowest kind
	isRun bool
}

// A reading is a way to count a won hand. Of equally dear ones the one of the
// lowest order counts.
type reading struct {
	fan      int
	patterns fan.Patterns
	order    int
}

// The orders of readings.
const (
	byHook = iota
	byPungs
	byJiang
	byGroups
	byPairs
	byTerminalPairs
)

func (x *reading) add(p fan.Pattern, value int) {
	if value > 0 {
		x.fan += value
		x.patterns |= fan.Of(p)
	}
}

type scorer struct {
	rules  *rules.Rules
	held   Counts
	melds  []tile.Meld
	win    tile.Tile
	groups [maxGroups]group // declared ones first
	taken  int              // of the groups, so far
	pair   int

	// What the seat owns, melds included.
	suits int
	roots int

	won  bool
	best reading
}

// own counts the suits and the roots.
func (s *scorer) own() {
	owned := s.held
	for _, m := range s.melds {
		owned[m.Tile()] += m.Size()
	}
	for suit := range tile.Suit(tile.NumSuits) {
		if owned.holds(suit) {
			s.suits++
		}
	}
	for _, n := range owned {
		if n >= tile.Copies {
			s.roots++
		}
	}
}

// read takes a reading if it is the best so far.
func (s *scorer) read(x reading) {
	if s.suits == 1 {
		x.add(fan.FullFlush, s.rules.FullFlush)
	}
	if !s.won || x.fan > s.best.fan || x.fan == s.best.fan && x.order < s.best.order {
		s.won, s.best = true, x
	}
}

// takeApart tries every pair.
func (s *scorer) takeApart() {
	for k := range s.held {
		if s.held[k] < 2 {
			continue
		}
		s.held[k] -= 2
		s.pair = k
		s.takeGroups(0)
		s.held[k] += 2
	}
}

// takeGroups tries all that the lowest tile, at k or above, can belong to.
func (s *scorer) takeGroups(k int) {
	for k < len(s.held) && s.held[k] == 0 {
		k++
	}
	if k == len(s.held) {
		s.readGroups()
		return
	}
	if s.held[k] >= 3 {
		s.held[k] -= 3
		s.take(group{k, false})
		s.held[k] += 3
	}
	if startsRun(k) && s.held[k+1] > 0 && s.held[k+2] > 0 {
		s.held.addRun(k, -1)
		s.take(group{k, true})
		s.held.addRun(k, 1)
	}
}

func (s *scorer) take(g group) {
	s.groups[s.taken] = g
	s.taken++
	s.takeGroups(g.first)
	s.taken--
}

// readGroups reads the groups and the pair that were taken.
func (s *scorer) readGroups() {
	r := s.rules
	groups := reading{order: byGroups}
	if s.all(group.hasTerminal) && isTerminal(s.pair) {
		groups.add(fan.TerminalGroups, r.TerminalGroups)
	}
	s.read(groups)
	if !s.all(group.isPung) {
		return
	}
	pungs := groups
	pungs.order = byPungs
	pungs.add(fan.AllPungs, r.AllPungs)
	s.read(pungs)
	if r.GoldenHook > 0 && s.isGolden() {
		hook := groups
		if r.GoldenStacks {
			hook = pungs
		}
		hook.order = byHook
		hook.add(fan.GoldenHook, r.GoldenHook)
		s.read(hook)
	}
	if r.JiangPungs > 0 && s.all(group.isJiang) && isJiang(s.pair) {
		jiang := reading{order: byJiang}
		jiang.add(fan.JiangPungs, r.JiangPungs)
		s.read(jiang)
	}
}

// isGolden reports whether a hand of pungs is a golden hook.
func (s *scorer) isGolden() bool {
	return len(s.melds) == maxGroups || !s.rules.GoldenDeclared && s.pair == int(s.win)
}

func (s *scorer) all(is func(group) bool) bool {
	for _, g := range s.groups[:s.taken] {
		if !is(g) {
			return false
		}
	}
	return true
}

func (g group) isPung() bool  { return !g.isRun }
func (g group) isJiang() bool { return !g.isRun && isJiang(g.first) }

func (g group) hasTerminal() bool {
	return isTerminal(g.first) || g.isRun && isTerminal(g.first+2)
}

func isTerminal(k int) bool { return k%tile.Ranks == 0 || k%tile.Ranks == tile.Ranks-1 }
func isJiang(k int) bool    { return k%3 == 1 }

// readPairs reads the held tiles as seven pairs.
func (s *scorer) readPairs() {
	r := s.rules
	if r.SevenPairs == 0 || len(s.melds) > 0 || !s.held.arePairs() || s.roots > 0 && !r.SevenPairsQuads {
		return
	}
	pairs := reading{order: byPairs}
	pairs.add(fan.SevenPairs, r.SevenPairs)
	s.read(pairs)
	for k, n := range s.held {
		if n > 0 && !isTerminal(k) {
			return
		}
	}
	if r.TerminalSevenPairs > 0 {
		terminal := reading{order: byTerminalPairs}
		terminal.add(fan.TerminalSevenPairs, r.TerminalSevenPairs)
		s.read(terminal)
	}
}

// result adds roots and how the win came about to the best reading.
func (s *scorer) result(how fan.Situation) fan.Result {
	r, x := s.rules, s.best
	switch {
	case r.Heavenly && how&fan.OnDeal != 0:
		return s.limit(fan.Heavenly)
	case r.Earthly && how&fan.OnFirstDraw != 0:
		return s.limit(fan.Earthly)
	}
	if r.DragonSevenPairs && s.roots > 0 && x.patterns.Has(fan.SevenPairs) {
		x.fan += s.roots * r.Root
		x.patterns ^= fan.Of(fan.SevenPairs, fan.DragonSevenPairs)
	} else {
		x.add(fan.Root, s.roots*r.Root)
	}
	for _, w := range []struct {
		holds   bool
		pattern fan.Pattern
		value   int
	}{
		{how&fan.BySelfDraw != 0, fan.SelfDraw, r.SelfDrawFan},
		{how&fan.OnReplacement != 0, fan.Replacement, r.Replacement},
		{how&fan.ByRobbing != 0, fan.Robbing, r.Robbing},
		{how&fan.AfterKong != 0, fan.ShotAfterKong, r.ShotAfterKong},
		{how&fan.WallEmpty != 0 && how&fan.BySelfDraw != 0, fan.LastTile, r.LastTile},
		{how&fan.WallEmpty != 0 && how&fan.BySelfDraw == 0, fan.LastDiscard, r.LastDiscard},
	} {
		if w.holds {
			x.add(w.pattern, w.value)
		}
	}
	return fan.Result{Fan: x.fan, Points: r.Points(x.fan), Roots: s.roots, Patterns: x.patterns}
}

// limit is a win that pays the cap, whatever its shape.
func (s *scorer) limit(p fan.Pattern) fan.Result {
	r := s.rules
	return fan.Result{Fan: r.FanCap, Points: r.Points(r.FanCap), Roots: s.roots, Patterns: fan.Of(p)}
}
