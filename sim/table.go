package sim

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/policy"
)

// A Table plays hands one after the other with the four policies of a
// configuration. It is one worker's own.
type Table struct {
	config   *Config
	engine   *engine.Engine
	policies [engine.NumSeats]policy.Policy // by place in Config.Seats
	bots     [engine.NumSeats]int
	check    bool
	actions  bool // keep the actions in the batch
	witness  Witness

	hand   engine.Hand
	starts int // the seat whose policy is told to start, −1 for none
	legal  []engine.Action
	rec    recorder
}

// NewTable returns a table. With check set every action is tested for legality
// and every state for its invariants.
func NewTable(c *Config, tables *shape.Tables, check bool) (*Table, error) {
	e, err := engine.New(c.Rules, tables)
	if err != nil {
		return nil, err
	}
	t := &Table{config: c, check: check, legal: make([]engine.Action, 0, engine.NumActions)}
	t.engine = e.Observed(&t.rec, engine.Mask(engine.EventWin))
	for i, spec := range c.Seats {
		t.policies[i] = spec.New()
		t.bots[i] = c.botOf(i)
	}
	return t, nil
}

// PlayUnit plays one unit, a hand or a whole game, and appends its outcomes to
// the batch. A panic of a policy or of the engine is returned as a *Fault; the
// table is of no use after it.
func (t *Table) PlayUnit(unit int64, b *Batch) error {
	var seating [engine.NumSeats]int
	for s := range seating {
		seating[s] = t.config.seatAt(s, unit)
	}
	dealer := t.config.firstDealer(unit)
	var points [engine.NumSeats]int
	for s := range points {
		points[s] = t.config.Rules.StartPoints
	}
	hands := t.config.unitHands()
	for k := range hands {
		b.Outcomes = append(b.Outcomes, Outcome{Hand: unit*hands + k, Game: unit, InGame: int(k)})
		o := &b.Outcomes[len(b.Outcomes)-1]
		for s := range o.Seats {
			o.Seats[s].Bot = t.bots[seating[s]]
			o.Seats[s].GamePoints = points[s]
		}
		if err := t.playHand(dealer, seating, o, b); err != nil {
			return err
		}
		for s := range points {
			points[s] += o.Seats[s].Account.Total()
		}
		dealer = NextDealer(t.config.Rules.Dealer, &t.hand)
	}
	return nil
}

func (t *Table) playHand(dealer int, seating [engine.NumSeats]int, o *Outcome, b *Batch) (err error) {
	t.starts = -1
	defer t.caught(o, &err)
	if err := t.playOut(dealer, seating, o, b); err != nil {
		return fmt.Errorf("hand %d of seed %d: %w", o.Hand, t.config.Seed, err)
	}
	return nil
}

func (t *Table) playOut(dealer int, seating [engine.NumSeats]int, o *Outcome, b *Batch) error {
	deck := t.config.Deck(o.Hand, dealer)
	var seats [engine.NumSeats]policy.Policy
	for s := range seats {
		seats[s] = t.policies[seating[s]]
		t.starts = s
		seats[s].Start(s, PolicySeed(t.config.Seed, o.Hand, s))
	}
	h := &t.hand
	t.rec.start(b, o.Hand)
	t.engine.Deal(h, &deck)
	t.starts = -1
	noteDeal(t.engine, h, o)
	var tr trace
	for h.Phase() == engine.PhaseExchange {
		if err := t.step(h, &seats, &tr, o, b); err != nil {
			return err
		}
	}
	for h.Phase() == engine.PhaseVoid {
		if err := t.step(h, &seats, &tr, o, b); err != nil {
			return err
		}
	}
	noteVoids(t.engine, h, o)
	for !h.Over() {
		if err := t.step(h, &seats, &tr, o, b); err != nil {
			return err
		}
	}
	o.Trace = uint64(tr)
	noteEnd(t.engine, h, o, b.Wins[t.rec.first:])
	return nil
}

// step plays one action. A decision without a choice is not put to the policy.
func (t *Table) step(h *engine.Hand, seats *[engine.NumSeats]policy.Policy, tr *trace, o *Outcome, b *Batch) error {
	legal := t.engine.Legal(h, t.legal[:0])
	a, asked := legal[0], h.Asked()
	if len(legal) > 1 {
		a = seats[asked].Act(t.engine.View(h, asked), legal)
		if t.witness != nil {
			t.witness.Decided(o.Hand, t.engine.View(h, asked), legal, a)
		}
	}
	if t.check {
		if err := t.engine.Check(h, a); err != nil {
			return fmt.Errorf("action %d: %w", o.Actions, err)
		}
	}
	if h.Phase() == engine.PhaseExchange && o.Seats[asked].ExchangeSuit == tile.NoSuit {
		o.Seats[asked].ExchangeSuit = a.Tile().Suit()
	}
	t.engine.Apply(h, a)
	tr.add(a)
	o.Actions++
	if t.actions {
		b.Actions = append(b.Actions, a)
	}
	if t.check {
		if err := t.engine.Verify(h); err != nil {
			return fmt.Errorf("after action %d (%s): %w", o.Actions-1, a, err)
		}
	}
	return nil
}

// A trace is a hash of the actions of a hand in order (64-bit FNV-1a over their
// ids).
type trace uint64

func (t *trace) add(a engine.Action) {
	if *t == 0 {
		*t = 0xcbf29ce484222325
	}
	*t = (*t ^ trace(a)) * 0x100000001b3
}

// recorder notes the wins of hands in a batch.
type recorder struct {
	batch *Batch
	hand  int64
	first int // place in the batch of the hand's first win
}

func (r *recorder) start(b *Batch, hand int64) {
	r.batch, r.hand, r.first = b, hand, len(b.Wins)
}

// Observe appends a win.
func (r *recorder) Observe(h *engine.Hand, e engine.Event) {
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

func noteDeal(e *engine.Engine, h *engine.Hand, o *Outcome) {
	o.Dealer, o.Direction = h.Dealer(), 0
	if e.Rules().ExchangeTiles > 0 {
		o.Direction = h.Direction()
	}
	for s := range o.Seats {
		p := &o.Seats[s]
		held := h.Held(s)
		p.ExchangeSuit = tile.NoSuit
		p.StartShanten = e.Tables().Shanten(&held, 0, tile.NoSuit)
		p.LongestSuit = max(held[0].Total(), held[1].Total(), held[2].Total())
		p.Pairs = held[0].Pairs() + held[1].Pairs() + held[2].Pairs()
	}
}

func noteVoids(e *engine.Engine, h *engine.Hand, o *Outcome) {
	for s := range o.Seats {
		p := &o.Seats[s]
		held := h.Held(s)
		p.Void = h.Void(s)
		p.VoidTiles = held[p.Void].Total()
		p.VoidShanten = e.Tables().Shanten(&held, 0, p.Void)
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
