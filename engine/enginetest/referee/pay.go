package referee

import (
	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// A transfer is points that one seat owes another.
type transfer struct {
	seat, other int // seat receives from other
	cause       engine.Cause
	points      int
}

func (t transfer) event() engine.Event {
	return engine.Event{
		Kind: engine.EventTransfer, Seat: uint8(t.seat), Other: uint8(t.other),
		Cause: t.cause, Points: int32(t.points), Tile: tile.None,
	}
}

// same returns amounts in which each payer pays the same.
func same(payers []int, amount int) (amounts [engine.NumSeats]int) {
	for _, p := range payers {
		amounts[p] = amount
	}
	return amounts
}

// nonzero counts the amounts that are not zero.
func nonzero(amounts [engine.NumSeats]int) int {
	n := 0
	for _, a := range amounts {
		if a != 0 {
			n++
		}
	}
	return n
}

// firstOpen returns the first seat after s in turn order with an amount that
// is not zero. There must be one.
func firstOpen(amounts [engine.NumSeats]int, s int) int {
	for {
		s = (s + 1) % engine.NumSeats
		if amounts[s] != 0 {
			return s
		}
	}
}

// pay judges the transfers of one win or kong: from each payer its amount,
// once, in any order; nothing from those who owe nothing.
func (g *game) pay(cause engine.Cause, payee int, amounts [engine.NumSeats]int) {
	open := amounts
	for left := nonzero(open); left > 0; left-- {
		payer := firstOpen(open, payee)
		want := transfer{payee, payer, cause, open[payer]}
		e := g.next("payment", want.event())
		if int(e.Seat) != payee || e.Cause != cause || open[e.Other] == 0 || int(e.Points) != open[e.Other] {
			g.fail("payment", "expected %s, found %s", describe(want.event()), describe(e))
		}
		open[e.Other] = 0
		g.book(e)
	}
}

// book enters a transfer in the referee's own accounts.
func (g *game) book(e engine.Event) {
	gain, loss := lines(e.Cause)
	g.ledger[e.Seat][gain] += e.Points
	g.ledger[e.Other][loss] -= e.Points
}

// lines returns the lines of an account for points received and points paid
// for a cause.
func lines(c engine.Cause) (gain, loss engine.Source) {
	switch c {
	case engine.CauseDiscardWin:
		return engine.FromDiscardWins, engine.FromDealIns
	case engine.CauseSelfDraw:
		return engine.FromSelfDraws, engine.FromSelfDrawPaid
	case engine.CauseRobbing:
		return engine.FromRobbing, engine.FromRobbed
	case engine.CauseConcealedKong, engine.CauseClaimedKong, engine.CauseAddedKong:
		return engine.FromKongs, engine.FromKongsPaid
	case engine.CauseKongReversal:
		return engine.FromReversals, engine.FromReversals
	}
	line := stageLine(c)
	return line, line
}

// compareLedger judges the final ledger by the transfers.
func (g *game) compareLedger(final *engine.Ledger) {
	g.now = len(g.events)
	for s := range engine.NumSeats {
		for source := range engine.NumSources {
			if want, got := g.ledger[s][source], final[s][source]; want != got {
				g.fail("ledger", "seat %d's %s: expected %d, found %d", s, source, want, got)
			}
		}
	}
}
