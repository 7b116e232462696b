package sim

import (
	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// noted are the events that a recorder wants.
var noted = engine.Mask(engine.EventVoid, engine.EventWin)

// A recorder notes the void suits of a hand in its outcome and the wins in the
// batch.
type recorder struct {
	tables *shape.Tables
	batch  *Batch
	hand   int64
	first  int // index in the batch of the hand's first win
}

// start begins the hand of the batch's last outcome.
func (r *recorder) start(b *Batch, o *Outcome) {
	r.batch, r.hand, r.first = b, o.Hand, len(b.Wins)
}

// Observe takes an event.
func (r *recorder) Observe(h *engine.Hand, e engine.Event) {
	if e.Kind == engine.EventVoid {
		r.noteVoid(h, int(e.Seat))
		return
	}
	r.batch.Wins = append(r.batch.Wins, Win{
		Hand:      r.hand,
		Order:     len(r.batch.Wins) - r.first + 1,
		Seat:      int(e.Seat),
		From:      int(e.Other),
		Tile:      e.Tile,
		Situation: e.Situation,
		Patterns:  e.Patterns,
		Fan:       int(e.Fan),
		Points:    int(e.Points),
		Left:      h.Left(),
		Draws:     int(h.Milestones(int(e.Seat)).Draws),
	})
}

func (r *recorder) noteVoid(h *engine.Hand, seat int) {
	p := &r.batch.Outcomes[len(r.batch.Outcomes)-1].Seats[seat]
	held := h.Held(seat)
	p.Void = h.Void(seat)
	p.VoidTiles = held[p.Void].Total()
	p.VoidShanten = r.tables.Shanten(&held, 0, p.Void)
}

func noteDeal(e *engine.Engine, h *engine.Hand, o *Outcome) {
	o.Dealer, o.Direction = h.Dealer(), 0
	if e.Rules().ExchangeTiles > 0 {
		o.Direction = h.Direction()
	}
	for s := range o.Seats {
		p := &o.Seats[s]
		held := h.Held(s)
		p.ExchangeSuit = tile.NoSuit
		p.StartShanten = e.Tables().BestShanten(&held, 0)
		p.LongestSuit = max(held[0].Total(), held[1].Total(), held[2].Total())
		p.Pairs = held[0].Pairs() + held[1].Pairs() + held[2].Pairs()
	}
}

// noteExchange notes the suit of the first tile that each seat passes on. The seats
// pass on all of theirs one after the other.
func noteExchange(p *Player, o *Outcome) {
	n := p.Engine().Rules().ExchangeTiles
	if n == 0 {
		return
	}
	for i := range o.Seats {
		first := p.Steps()[i*n]
		o.Seats[first.Seat].ExchangeSuit = first.Action.Tile().Suit()
	}
}

func noteEnd(e *engine.Engine, h *engine.Hand, o *Outcome, wins []Win) {
	o.Left, o.Exhausted, o.Wins = h.Left(), h.Exhausted(), len(wins)
	for s := range o.Seats {
		p := &o.Seats[s]
		p.Milestones = h.Milestones(s)
		p.WinOrder = h.WinOrder(s)
		p.Ending = e.Standing(h, s)
		p.Account = h.Ledger()[s]
		noteMelds(p, h.Melds(s))
		if p.WinOrder > 0 {
			o.Winners++
		}
	}
	for i := range wins {
		noteWin(o, &wins[i])
	}
}

func noteMelds(p *SeatOutcome, m tile.Melds) {
	p.Melds = int(m.N)
	for _, x := range m.All() {
		switch x.Kind() {
		case tile.ConcealedKong:
			p.ConcealedKongs++
		case tile.ClaimedKong:
			p.ClaimedKongs++
		case tile.AddedKong:
			p.AddedKongs++
		}
	}
}

func noteWin(o *Outcome, w *Win) {
	winner := &o.Seats[w.Seat]
	switch {
	case w.Situation&fan.BySelfDraw != 0:
		winner.WinsBySelfDraw++
	case w.Situation&fan.ByRobbing != 0:
		winner.WinsByRobbing++
	default:
		winner.WinsByDiscard++
	}
	if w.From != w.Seat {
		o.Seats[w.From].DealIns++
	}
}
