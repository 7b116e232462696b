package engine

import (
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// Standing is how a seat ended a hand.
type Standing uint8

// The standings. Ready and not ready are as the ready check has it, even where
// the hand ended before the wall did.
const (
	Won Standing = iota
	Ready
	NotReady
	FlowerPig
)

var standingNames = [...]string{"won", "ready", "not_ready", "flower_pig"}

// String returns the standing's name as columns write it.
func (s Standing) String() string { return standingNames[s] }

// Standing returns how a seat would end if the wall were empty now.
func (e *Engine) Standing(h *Hand, s int) Standing {
	p := &h.seats[s]
	switch {
	case p.everWon:
		return Won
	case p.held.HasSuit(p.void):
		return FlowerPig
	case e.readyWaits(p) != 0:
		return Ready
	}
	return NotReady
}

// A standing is what the settlement needs to know of a seat.
type standing struct {
	won   bool
	pig   bool // has not won and holds its void suit
	ready bool // waits on something that counts, and holds no void suit
	worth int  // the most its waits are worth, if ready
}

// settle ends a hand whose wall is empty: flower pigs pay, seats that are not
// ready pay those that are, and give back what they took for kongs.
func (e *Engine) settle(h *Hand) {
	h.exhausted = true
	if e.watches(EventExhausted) {
		e.tell(h, Event{Kind: EventExhausted, Tile: tile.None, Suit: tile.NoSuit})
	}
	var st [NumSeats]standing
	for s := range st {
		st[s] = e.standing(&h.seats[s])
	}
	e.payFlowerPigs(h, &st)
	if e.rules.ReadyCheck {
		e.payReadyCheck(h, &st)
	}
	if e.rules.Refund != rules.NoRefund {
		e.refundKongs(h, &st)
	}
	e.end(h)
}

func (e *Engine) end(h *Hand) {
	h.phase = PhaseOver
	if e.watches(EventEnd) {
		e.tell(h, Event{Kind: EventEnd, Tile: tile.None, Suit: tile.NoSuit})
	}
}

// standing judges one seat. A winner that has left is not looked at further; a
// locked one is as ready as when it won.
func (e *Engine) standing(p *seat) standing {
	st := standing{won: p.everWon}
	if p.left {
		return st
	}
	if p.held.HasSuit(p.void) {
		st.pig = true
		return st
	}
	waits := e.readyWaits(p)
	st.ready = waits != 0
	for ; waits != 0; waits = waits.Rest() {
		t := waits.First()
		full := p.held.With(t)
		r, ok := e.byAny.ScoreByShape(&full, &p.melds, t, 0)
		if !ok {
			panic("engine: a wait that is not complete")
		}
		st.worth = max(st.worth, r.Points)
	}
	return st
}

// readyWaits returns the kinds whose wait makes a seat ready at exhaustion.
func (e *Engine) readyWaits(p *seat) tile.Kinds {
	return e.ReadyWaits(&p.held, &p.melds, p.void)
}

// ReadyWaits returns the kinds whose wait makes a seat with these tiles ready
// at exhaustion. All rules look at shape; they differ on kinds that the seat
// has four of.
func (e *Engine) ReadyWaits(h *tile.Held, m *tile.Melds, void tile.Suit) tile.Kinds {
	k := e.Waits(h, int(m.N), void)
	if k == 0 {
		return 0
	}
	switch e.rules.ReadyFifthCopy {
	case rules.ExcludeOwned:
		k &^= tile.OwnsFour(h, m)
	case rules.ExcludeConcealed:
		k &^= h.Quads()
	}
	return k
}

// payFlowerPigs has every flower pig pay every seat that is not one; earlier
// winners only if the rules say so. Where the rules say so too, a ready seat
// gets what its waits are worth, if that is more than the fixed amount.
func (e *Engine) payFlowerPigs(h *Hand, st *[NumSeats]standing) {
	for pig := range st {
		for s := range st {
			if st[pig].pig && !st[s].pig && (!st[s].won || e.rules.PigPaysWinners) {
				amount := e.rules.FlowerPig
				if e.rules.PigAmount == rules.LargerPig {
					amount = max(amount, st[s].worth)
				}
				e.pay(h, uint8(pig), uint8(s), amount, CauseFlowerPig)
			}
		}
	}
}

// payReadyCheck has every seat that is not ready pay every one that is. Winners
// never pay; whether they collect, and whether flower pigs pay here too, is for
// the rules.
func (e *Engine) payReadyCheck(h *Hand, st *[NumSeats]standing) {
	for payer := range st {
		if st[payer].won || st[payer].ready || st[payer].pig && !e.rules.PigPaysReady {
			continue
		}
		for s := range st {
			if st[s].ready && (!st[s].won || e.rules.ReadyWinnersCollect) {
				e.pay(h, uint8(payer), uint8(s), st[s].worth, CauseReadyCheck)
			}
		}
	}
}

// refundKongs has every seat that never won and is not ready give back what its
// kongs still hold.
func (e *Engine) refundKongs(h *Hand, st *[NumSeats]standing) {
	for s := range st {
		if st[s].won || st[s].ready {
			continue
		}
		for _, k := range h.seats[s].kongs {
			if k.points == 0 {
				continue
			}
			for payer := range st {
				entitled := e.rules.Refund == rules.RefundPayers || st[payer].won || st[payer].ready
				if k.payers>>payer&1 != 0 && entitled {
					e.pay(h, uint8(s), uint8(payer), int(k.points), CauseRefund)
				}
			}
		}
	}
}
