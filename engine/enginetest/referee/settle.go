package referee

import (
	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// exhaust judges the end of a hand whose wall has run out.
func (g *game) exhaust() {
	g.next("exhaustion", engine.Event{Kind: engine.EventExhausted, Tile: tile.None})
	g.count("end/exhausted")
	g.settled(settle(g.rules, &g.seats, g.cover))
	g.finish()
}

// settled judges the transfers of a settlement. Flower pig, ready check and
// refunds come in this order; within each any order is right, and what a seat
// returns to another for several kongs may come in one sum or in several.
func (g *game) settled(owed []transfer) {
	stage := stages[0].cause
	for len(owed) > 0 {
		e := g.next("settlement", owed[0].event())
		i := find(owed, e)
		if i < 0 || e.Cause < stage || e.Points <= 0 || int(e.Points) > owed[i].points ||
			e.Cause != engine.CauseRefund && int(e.Points) < owed[i].points {
			g.fail("settlement", "expected %s among others, found %s", describe(owed[0].event()), describe(e))
		}
		stage = e.Cause
		g.book(e)
		owed[i].points -= int(e.Points)
		if owed[i].points == 0 {
			owed = append(owed[:i], owed[i+1:]...)
		}
	}
}

// find returns the index of what is owed that e pays, -1 for none.
func find(owed []transfer, e engine.Event) int {
	for i, t := range owed {
		if t.seat == int(e.Seat) && t.other == int(e.Other) && t.cause == e.Cause {
			return i
		}
	}
	return -1
}

// A standing is the state of a seat when the wall has run out.
type standing struct {
	won, pig, ready bool
	worth           int // points of the seat's dearest wait, where it is ready
}

// A settlement is what the wall's end finds.
type settlement struct {
	rules *rules.Rules
	seats *[engine.NumSeats]seat
	at    [engine.NumSeats]standing
	cover Coverage
}

// stages are the parts of a settlement in the order of the rules: the cause of
// their transfers, the line of an account on which these are booked either way,
// and who owes what.
var stages = []struct {
	cause engine.Cause
	line  engine.Source
	owed  func(*settlement) []transfer
}{
	{engine.CauseFlowerPig, engine.FromFlowerPig, (*settlement).flowerPigs},
	{engine.CauseReadyCheck, engine.FromReadyCheck, (*settlement).readyChecks},
	{engine.CauseRefund, engine.FromRefunds, (*settlement).refunds},
}

// stageLine returns the line on which a settlement's transfers for a cause are
// booked.
func stageLine(c engine.Cause) engine.Source {
	for _, x := range stages {
		if x.cause == c {
			return x.line
		}
	}
	panic("referee: no line for the cause " + c.String())
}

// settle returns what the seats owe each other when the wall has run out, in
// the order of the rules, with at most one transfer for each cause and pair
// of seats.
func settle(r *rules.Rules, seats *[engine.NumSeats]seat, c Coverage) []transfer {
	x := settlement{rules: r, seats: seats, cover: c}
	for s := range seats {
		x.at[s] = stand(r, &seats[s])
		c.fifthCopy(r, &seats[s], x.at[s])
	}
	c.settlement(&x.at)
	var owed []transfer
	for _, stage := range stages {
		owed = append(owed, stage.owed(&x)...)
	}
	return owed
}

// stand works out the standing of a seat. A seat that has won is neither pig nor
// unready, but its waits count where winners collect. A flower pig is not
// ready.
func stand(r *rules.Rules, s *seat) standing {
	at := standing{won: s.won, pig: !s.won && s.holdsVoid()}
	if at.pig {
		return at
	}
	for _, t := range shapeWaits(r, &s.held, s.melds, s.void) {
		if !waitCounts(r, s, t) {
			continue
		}
		at.ready = true
		with := s.held
		with[t]++
		v := best(r, &hand{with, s.melds, t}, structural)
		at.worth = max(at.worth, points(r, v.fan))
	}
	return at
}

// waitCounts reports whether a wait on t makes ready although the seat may
// own all four already.
func waitCounts(r *rules.Rules, s *seat, t tile.Tile) bool {
	switch r.ReadyFifthCopy {
	case rules.ExcludeOwned:
		return owned(&s.held, s.melds, t) < 4
	case rules.ExcludeConcealed:
		return s.held[t] < 4
	}
	return true
}

// flowerPigs returns what the pigs owe each seat that is not one: those still in
// the hand, ready or not, and the winners where the rules include them.
func (x *settlement) flowerPigs() []transfer {
	r, at := x.rules, &x.at
	var owed []transfer
	for pig := range at {
		for s := range at {
			entitled := !at[s].pig && (!at[s].won || r.PigPaysWinners)
			if amount := pigAmount(r, at[s]); at[pig].pig && entitled && amount > 0 {
				owed = append(owed, transfer{s, pig, engine.CauseFlowerPig, amount})
			}
		}
	}
	return owed
}

// pigAmount returns what a pig owes one entitled seat. A winner who has left the
// hand waits on nothing any more and gets the fixed amount.
func pigAmount(r *rules.Rules, to standing) int {
	hasLeft := to.won && r.AfterWin == rules.Leave
	if r.PigAmount == rules.LargerPig && to.ready && !hasLeft && to.worth > r.FlowerPig {
		return to.worth
	}
	return r.FlowerPig
}

// readyChecks returns what each seat that is not ready owes each that is:
// the most that the latter's waits are worth, as a plain win on a discard.
func (x *settlement) readyChecks() []transfer {
	r, at := x.rules, &x.at
	if !r.ReadyCheck {
		return nil
	}
	var owed []transfer
	for payer := range at {
		p := at[payer]
		pays := !p.won && !p.ready && (!p.pig || r.PigPaysReady)
		for s := range at {
			collects := at[s].ready && (!at[s].won || r.ReadyWinnersCollect)
			if pays && collects {
				owed = append(owed, transfer{s, payer, engine.CauseReadyCheck, at[s].worth})
			}
		}
	}
	return owed
}

// refunds returns what each seat that is neither ready nor has won gives back
// of its kong income.
func (x *settlement) refunds() []transfer {
	r, seats, at := x.rules, x.seats, &x.at
	if r.Refund == rules.NoRefund {
		return nil
	}
	var owed []transfer
	for s := range seats {
		if at[s].won || at[s].ready {
			continue
		}
		var paid [engine.NumSeats]int
		for _, k := range seats[s].kongs {
			for p := range paid {
				paid[p] += k.paid[p]
			}
		}
		for p := range paid {
			switch {
			case paid[p] == 0:
			case r.Refund == rules.RefundReadyOrWon && !at[p].ready && !at[p].won:
				x.cover.count("refund/withheld")
			default:
				x.cover.count("refund/paid")
				owed = append(owed, transfer{p, s, engine.CauseRefund, paid[p]})
			}
		}
	}
	return owed
}

// structural is the situation of a win that is worth no more than its tiles.
const structural fan.Situation = 0
