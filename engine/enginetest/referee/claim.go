package referee

import (
	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// claims is what a seat may do with another seat's tile other than passing.
type claims struct{ win, pung, kong bool }

func (c claims) any() bool { return c.win || c.pung || c.kong }

// allows reports whether a is one of the claims or a pass.
func (c claims) allows(a engine.Action) bool {
	switch a {
	case engine.Win:
		return c.win
	case engine.Pung:
		return c.pung
	case engine.Kong:
		return c.kong
	}
	return a == engine.Pass
}

// mayWinOn reports whether seat s may win on another's tile t.
func (g *game) mayWinOn(s int, t tile.Tile, situation fan.Situation) bool {
	me := &g.seats[s]
	if !g.complete(me, t) || !g.enough(g.worth(s, t, situation)) {
		return false
	}
	robbing := situation&fan.ByRobbing != 0
	if g.rules.SacredDiscard && me.discarded[t] && (!robbing || g.rules.SacredRobbing) {
		g.count("lock/sacred_discard/refused")
		return false
	}
	if me.passedFan == noFan {
		return true
	}
	switch g.rules.PassedWin {
	case rules.UntilDraw:
		g.count("lock/until_draw/refused")
		return false
	case rules.HigherFan:
		if g.capped(g.worth(s, t, situation)) <= me.passedFan {
			g.count("lock/higher_fan/refused")
			return false
		}
		g.count("lock/higher_fan/allowed")
	}
	return true
}

// worth returns the fan of a win of seat s on another's tile t.
func (g *game) worth(s int, t tile.Tile, situation fan.Situation) int {
	me := &g.seats[s]
	held := me.held
	held[t]++
	return best(g.rules, &hand{held, me.melds, t}, situation).fan
}

// mayMeld reports whether seat s may claim discards of t at all.
func (g *game) mayMeld(s int, t tile.Tile) bool {
	me := &g.seats[s]
	if g.locked(s) || t.Suit() == me.void {
		return false
	}
	return g.rules.ClaimWithVoid || !me.holdsVoid()
}

// mayPung reports whether seat s may claim t for a pung.
func (g *game) mayPung(s int, t tile.Tile) bool {
	me := &g.seats[s]
	if me.held[t] < 2 || !g.mayMeld(s, t) {
		return false
	}
	if g.rules.PassedPung && me.passedPung[t] {
		g.count("lock/passed_pung/refused")
		return false
	}
	return true
}

// mayClaimKong reports whether seat s may claim t for a kong.
func (g *game) mayClaimKong(s int, t tile.Tile) bool {
	return g.seats[s].held[t] == 3 && g.wall.left() > 0 && g.mayMeld(s, t)
}

// claimsOn returns what seat s may do with another's tile.
func (g *game) claimsOn(s int, t tile.Tile, situation fan.Situation) claims {
	if g.out(s) {
		return claims{}
	}
	c := claims{win: g.mayWinOn(s, t, situation)}
	if situation&fan.ByRobbing == 0 {
		c.pung = g.mayPung(s, t)
		c.kong = g.mayClaimKong(s, t)
	}
	return c
}

// answers judges who was asked about the tile of the seat whose turn it is,
// and what they said: exactly the seats with a claim, in turn order. It
// returns the seats that win and the one that claims a pung or kong, -1 for
// none, with its action.
func (g *game) answers(t tile.Tile, situation fan.Situation) (winners []int, claimer int, claim engine.Action) {
	claimer = -1
	for i := 1; i < engine.NumSeats; i++ {
		s := (g.turn.seat + i) % engine.NumSeats
		c := g.claimsOn(s, t, situation)
		if !c.any() {
			continue
		}
		a := g.answer(s, t, c)
		g.remember(s, t, situation, c, a)
		switch a {
		case engine.Win:
			winners = append(winners, s)
		case engine.Pung, engine.Kong:
			claimer, claim = s, a
		}
	}
	if len(winners) > 1 && !g.rules.MultipleWins {
		winners = winners[:1]
		g.count("nearest_winner_only")
	}
	return winners, claimer, claim
}

// answer judges one seat's answer.
func (g *game) answer(s int, t tile.Tile, c claims) engine.Action {
	want := engine.Event{Kind: engine.EventAnswer, Seat: uint8(s), Other: uint8(g.turn.seat), Tile: tile.None, Action: engine.Pass}
	e := g.next("answer", want)
	if e.Seat != want.Seat || e.Other != want.Other {
		g.fail("answer", "expected %s, found %s", describe(want), describe(e))
	}
	if e.Tile != t && e.Tile != tile.None {
		g.fail("answer", "the tile asked about is %s, found %s", t, e.Tile)
	}
	if !c.allows(e.Action) {
		g.fail("answer", "seat %d may not answer %s with %s", s, t, e.Action)
	}
	return e.Action
}

// remember notes what seat s passed. A seat that could win and did anything else
// has passed the win; only one that passed altogether has passed the pung.
func (g *game) remember(s int, t tile.Tile, situation fan.Situation, c claims, a engine.Action) {
	me := &g.seats[s]
	if c.win && a != engine.Win {
		worth := 0
		if g.rules.PassedWin == rules.HigherFan {
			worth = g.capped(g.worth(s, t, situation))
		}
		if g.rules.PassedWin != rules.NoLock {
			me.passedFan = max(me.passedFan, worth)
		}
		if situation&fan.ByRobbing != 0 {
			g.count("declined/robbing")
		} else {
			g.count("declined/discard")
		}
	}
	if c.pung && a == engine.Pass {
		me.passedPung[t] = true
	}
}

// answerKong judges the answers to an added kong and returns who robs it.
func (g *game) answerKong(t tile.Tile) []int {
	winners, _, _ := g.answers(t, g.robbingSituation())
	return winners
}

// answerDiscard judges the answers to a discard and what becomes of it.
func (g *game) answerDiscard(t tile.Tile, situation fan.Situation) {
	winners, claimer, claim := g.answers(t, situation)
	switch {
	case len(winners) > 0:
		g.othersWin(winners, t, situation)
	case claim == engine.Pung:
		g.claimPung(claimer, t)
	case claim == engine.Kong:
		g.claimKong(claimer, t)
	default:
		g.begin(g.after(g.turn.seat))
	}
}

func (g *game) claimPung(s int, t tile.Tile) {
	me := &g.seats[s]
	m := tile.MakeMeld(tile.Pung, t)
	g.mustMeld(s, m)
	me.held[t] -= 2
	me.melds = append(me.melds, m)
	g.called = true
	if g.wall.left() == 0 {
		g.count("pung/wall_empty")
	}
	g.turn = turn{seat: s, drawn: tile.None, kong: noKong}
}

func (g *game) claimKong(s int, t tile.Tile) {
	me := &g.seats[s]
	discarder := g.turn.seat
	m := tile.MakeMeld(tile.ClaimedKong, t)
	g.mustMeld(s, m)
	me.held[t] -= 3
	me.melds = append(me.melds, m)
	g.countKong(tile.ClaimedKong, true)
	g.payKong(engine.CauseClaimedKong, s, same([]int{discarder}, g.rules.KongClaimed))
	g.draw(s, true)
}

// mustMeld judges the announcement of a meld claimed from the turn's discard.
func (g *game) mustMeld(s int, m tile.Meld) {
	want := engine.Event{Kind: engine.EventMeld, Seat: uint8(s), Other: uint8(g.turn.seat), Tile: tile.None, Meld: m}
	e := g.next("claim", want)
	if e.Seat != want.Seat || e.Other != want.Other || e.Meld != m {
		g.fail("claim", "expected %s, found %s", describe(want), describe(e))
	}
}
