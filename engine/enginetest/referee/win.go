package referee

import (
	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/tile"
)

// othersWin judges the wins on a tile of the seat whose turn it is: a discard
// or the tile of a robbed kong. Each winner is paid by that seat alone; then
// the kong before a shot is paid back.
func (g *game) othersWin(winners []int, t tile.Tile, situation fan.Situation) {
	payer := g.turn.seat
	cause, name := engine.CauseDiscardWin, "discard_win/"
	if situation&fan.ByRobbing != 0 {
		cause, name = engine.CauseRobbing, "robbing/"
	}
	g.count(name + digit(len(winners)))
	for _, s := range winners {
		want := engine.Event{Kind: engine.EventWin, Seat: uint8(s), Other: uint8(payer), Tile: t}
		e := g.must("win", g.authored(want, situation))
		held := g.seats[s].held
		held[t]++
		g.checkWin(e, held, situation)
		g.pay(cause, s, same([]int{payer}, points(g.rules, int(e.Fan))))
		g.markWin(s)
	}
	if g.rules.ShotReturns && situation&fan.AfterKong != 0 {
		g.reverse(situation)
	}
	if !g.decided() {
		g.begin(g.after(winners[len(winners)-1]))
	}
}

// authored fills in what a win is worth where an author writes the event.
func (g *game) authored(e engine.Event, situation fan.Situation) engine.Event {
	if g.author == nil {
		return e
	}
	held := g.seats[e.Seat].held
	if e.Seat != e.Other {
		held[e.Tile]++
	}
	v := best(g.rules, &hand{held, g.seats[e.Seat].melds, e.Tile}, situation)
	e.Situation, e.Fan, e.Points, e.Patterns = situation, int16(v.fan), int32(points(g.rules, v.fan)), v.sets[0]
	return e
}

// checkWin judges what a win of the held tiles, the winning tile among them,
// is said to be worth.
func (g *game) checkWin(e engine.Event, held counts, situation fan.Situation) {
	if e.Situation != situation {
		g.fail("situation", "expected flags %07b, found %07b", situation, e.Situation)
	}
	v := best(g.rules, &hand{held, g.seats[e.Seat].melds, e.Tile}, situation)
	if int(e.Fan) != v.fan {
		g.fail("fan", "expected %d fan by %s, found %d by %s", v.fan, names(v.sets[0]), e.Fan, names(e.Patterns))
	}
	known := false
	for _, set := range v.sets {
		known = known || e.Patterns == set
	}
	if !known {
		g.fail("patterns", "expected %s, found %s", names(v.sets[0]), names(e.Patterns))
	}
	if want := points(g.rules, v.fan); int(e.Points) != want {
		g.fail("points", "expected %d, found %d", want, e.Points)
	}
	g.countWin(e)
}

// names lists the patterns of a set.
func names(set fan.Patterns) string {
	text := ""
	for p := range fan.NumPatterns {
		if set.Has(p) {
			text += " " + p.String()
		}
	}
	if text == "" {
		return "nothing"
	}
	return text[1:]
}

// markWin notes that a seat has won.
func (g *game) markWin(s int) {
	g.seats[s].won = true
	g.seats[s].wins++
	g.called = true
}

// reverse judges the return of the payment of the kong that the turn's seat
// declared last, to those who made it.
func (g *game) reverse(situation fan.Situation) {
	owner := g.turn.seat
	k := &g.seats[owner].kongs[g.turn.kong]
	if situation&fan.ByRobbing != 0 {
		g.count("reversal/robbing")
	} else {
		g.count("reversal/discard")
	}
	var open [engine.NumSeats]int
	open, k.paid = k.paid, open
	for left := nonzero(open); left > 0; left-- {
		back := firstOpen(open, owner)
		want := transfer{back, owner, engine.CauseKongReversal, open[back]}
		e := g.next("reversal", want.event())
		if int(e.Other) != owner || e.Cause != want.cause || open[e.Seat] == 0 || int(e.Points) != open[e.Seat] {
			g.fail("reversal", "expected %s, found %s", describe(want.event()), describe(e))
		}
		open[e.Seat] = 0
		g.book(e)
	}
}

// decided ends the hand when three seats have left it.
func (g *game) decided() bool {
	won := 0
	for s := range g.seats {
		if g.seats[s].won {
			won++
		}
	}
	if !g.leaves() || won < 3 {
		return false
	}
	g.count("end/three_winners")
	g.finish()
	return true
}

// finish judges the end of the hand.
func (g *game) finish() {
	g.next("end", engine.Event{Kind: engine.EventEnd, Tile: tile.None})
	g.over = true
	for s := range g.seats {
		if !g.leaves() {
			g.count("flow/wins/" + digit(g.seats[s].wins))
		}
	}
}
