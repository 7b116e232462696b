package referee

import (
	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// Coverage counts how often hands put each rule to the test. The keys are
// paths such as "pattern/root", "kong/added_kong/late", "robbing/2",
// "lock/until_draw/refused", "refund/withheld" or "flow/wins/3". A nil
// Coverage counts nothing. It must not be shared between goroutines; Merge
// adds several up.
type Coverage map[string]int

// Merge adds the counts of other.
func (c Coverage) Merge(other Coverage) {
	for key, n := range other {
		c[key] += n
	}
}

func (c Coverage) count(key string) {
	if c != nil {
		c[key]++
	}
}

func (g *game) count(key string) { g.cover.count(key) }

// digit returns n, which is small, in text.
func digit(n int) string {
	if n > 9 {
		return "10+"
	}
	return string(rune('0' + n))
}

// countKong counts a kong by its kind and by whether the tile that makes it
// was just taken.
func (g *game) countKong(k tile.MeldKind, immediate bool) {
	if immediate {
		g.count("kong/" + k.String() + "/immediate")
	} else {
		g.count("kong/" + k.String() + "/late")
	}
}

// countDiscard counts what the seat whose turn it is could have done, or
// could not for its lock, instead of discarding.
func (g *game) countDiscard() {
	if g.cover == nil {
		return
	}
	if g.mayWinOwn() {
		g.count("declined/self_draw")
	}
	t := g.turn.drawn
	if !g.locked(g.turn.seat) || t == tile.None || g.seats[g.turn.seat].held[t] != 4 {
		return
	}
	if ok, _ := g.kongAllowed(t); ok && !g.sameWaits(&g.seats[g.turn.seat], t) {
		g.count("flow/locked_kong_refused")
	}
}

// countWin counts a win's patterns and situation.
func (g *game) countWin(e engine.Event) {
	if g.cover == nil {
		return
	}
	for p := range fan.NumPatterns {
		if e.Patterns.Has(p) {
			g.count("pattern/" + p.String())
		}
	}
	if e.Patterns == 0 {
		g.count("pattern/none")
	}
	if int(e.Fan) > g.rules.FanCap {
		g.count("fan/above_cap")
	}
	for flag, name := range map[fan.Situation]string{
		fan.WallEmpty: "wall_empty", fan.AfterKong: "after_kong", fan.OnReplacement: "on_replacement",
		fan.OnDeal: "on_deal", fan.OnFirstDraw: "on_first_draw",
	} {
		if e.Situation&flag == 0 {
			continue
		}
		if e.Situation&fan.BySelfDraw != 0 {
			g.count("win/" + name + "/self_draw")
		} else {
			g.count("win/" + name + "/other")
		}
	}
	if g.locked(int(e.Seat)) {
		g.count("flow/repeat_win")
	}
}

// settlement counts which branches of the settlement a hand takes.
func (c Coverage) settlement(at *[engine.NumSeats]standing) {
	pigs, ready, unready := 0, 0, 0
	for _, s := range at {
		switch {
		case s.won:
		case s.pig:
			pigs++
		case s.ready:
			ready++
		default:
			unready++
		}
	}
	c.count("settlement/pigs/" + digit(pigs))
	switch {
	case ready == 0 && unready == 0:
		c.count("settlement/none_clean")
	case unready == 0:
		c.count("settlement/all_ready")
	case ready == 0:
		c.count("settlement/none_ready")
	default:
		c.count("settlement/mixed")
	}
}

// fifthCopy counts seats whose every wait is on a tile they own all four of.
func (c Coverage) fifthCopy(r *rules.Rules, s *seat, at standing) {
	if c == nil || at.won || at.pig {
		return
	}
	shape := len(shapeWaits(r, &s.held, s.melds, s.void))
	live := len(winningKinds(r, &s.held, s.melds, s.void))
	switch {
	case shape == 0 || live > 0:
	case at.ready:
		c.count("fifth_copy/ready")
	default:
		c.count("fifth_copy/not_ready")
	}
}
