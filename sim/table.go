package sim

import (
	"context"
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

	// The hand in play.
	hand   engine.Hand
	seats  [engine.NumSeats]policy.Policy // nil for external bots
	starts int                            // the seat whose policy is told to start, −1 for none
	trace  trace
	legal  []engine.Action
	rec    recorder

	crowded *crowded // for external bots; nil without
}

// NewTable returns a table. Of the options it takes Tables, Check, Actions and
// External. With external bots it has to be closed.
func NewTable(c *Config, o Options) (*Table, error) {
	if o.Tables == nil {
		o.Tables = shape.New()
	}
	t, err := newTable(c, o.Tables, o.Check)
	if err != nil {
		return nil, err
	}
	t.actions = o.Actions
	t.crowded = newCrowded(t, o.Tables, o.External)
	return t, nil
}

// newTable returns a table without external bots: where one sits there is no
// policy.
func newTable(c *Config, tables *shape.Tables, check bool) (*Table, error) {
	e, err := engine.New(c.Rules, tables)
	if err != nil {
		return nil, err
	}
	t := &Table{config: c, check: check, legal: make([]engine.Action, 0, engine.NumActions)}
	t.engine = e.Observed(&t.rec, engine.Mask(engine.EventWin))
	for i, spec := range c.Seats {
		if !spec.IsExternal() {
			t.policies[i] = spec.New()
		}
		t.bots[i] = c.botOf(i)
	}
	return t, nil
}

// Close ends the external bots of the table.
func (t *Table) Close() error {
	if t.crowded == nil {
		return nil
	}
	return t.crowded.crowd.Close()
}

// fault returns one of the external bots' faults, empty for none.
func (t *Table) fault() string {
	if t.crowded == nil {
		return ""
	}
	return t.crowded.crowd.Fault()
}

// PlayUnit plays one unit, a hand or a whole game, and appends its outcomes to
// the batch. A panic of a policy or of the engine is returned as a *Fault; the
// table is of no use after it.
func (t *Table) PlayUnit(unit int64, b *Batch) error {
	if t.crowded != nil {
		return t.crowded.play(context.Background(), unit, unit+1, b)
	}
	u := t.begin(unit)
	for u.left > 0 {
		o := t.open(&u, b)
		if err := t.playHand(&u, o, b); err != nil {
			return err
		}
		t.close(&u, o)
	}
	return nil
}

// playUnits plays the units from one to before another.
func (t *Table) playUnits(ctx context.Context, unit, end int64, b *Batch) error {
	if t.crowded != nil {
		return t.crowded.play(ctx, unit, end, b)
	}
	for ; unit < end; unit++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.PlayUnit(unit, b); err != nil {
			return err
		}
	}
	return nil
}

// A unit is how far a hand played alone or a game has come.
type unit struct {
	number  int64
	seating [engine.NumSeats]int // places in Config.Seats, by seat
	dealer  int                  // of the next hand
	points  [engine.NumSeats]int // running
	left    int64                // hands not yet played
}

func (t *Table) begin(number int64) unit {
	u := unit{number: number, dealer: t.config.firstDealer(number), left: t.config.unitHands()}
	for s := range u.seating {
		u.seating[s] = t.config.seatAt(s, number)
		u.points[s] = t.config.Rules.StartPoints
	}
	return u
}

// open appends the outcome of the unit's next hand to the batch.
func (t *Table) open(u *unit, b *Batch) *Outcome {
	hands := t.config.unitHands()
	k := hands - u.left
	b.Outcomes = append(b.Outcomes, Outcome{Hand: u.number*hands + k, Game: u.number, InGame: int(k)})
	o := &b.Outcomes[len(b.Outcomes)-1]
	for s := range o.Seats {
		o.Seats[s].Bot = t.bots[u.seating[s]]
		o.Seats[s].GamePoints = u.points[s]
	}
	return o
}

// close adds what the hand has come to.
func (t *Table) close(u *unit, o *Outcome) {
	for s := range u.points {
		u.points[s] += o.Seats[s].Account.Total()
	}
	u.dealer = NextDealer(t.config.Rules.Dealer, &t.hand)
	u.left--
}

// playHand plays the unit's next hand. A panic becomes its error.
func (t *Table) playHand(u *unit, o *Outcome, b *Batch) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = t.panicked(o, p)
		}
	}()
	if err := t.playOut(u, o, b); err != nil {
		return fmt.Errorf("hand %d of seed %d: %w", o.Hand, t.config.Seed, err)
	}
	return nil
}

func (t *Table) playOut(u *unit, o *Outcome, b *Batch) error {
	t.deal(u.dealer, u.seating, o, b)
	h := &t.hand
	for h.Phase() <= engine.PhaseVoid {
		if err := t.step(o, b); err != nil {
			return err
		}
	}
	noteVoids(t.engine, h, o)
	for !h.Over() {
		if err := t.step(o, b); err != nil {
			return err
		}
	}
	t.end(o, b)
	return nil
}

// deal deals a hand.
func (t *Table) deal(dealer int, seating [engine.NumSeats]int, o *Outcome, b *Batch) {
	deck := t.config.Deck(o.Hand, dealer)
	for s := range t.seats {
		t.seats[s] = t.policies[seating[s]]
		if t.seats[s] != nil {
			t.starts = s
			t.seats[s].Start(s, PolicySeed(t.config.Seed, o.Hand, s))
		}
	}
	t.starts = -1
	t.trace = emptyTrace
	t.rec.start(b, o.Hand)
	t.engine.Deal(&t.hand, &deck)
	noteDeal(t.engine, &t.hand, o)
}

// end notes how the hand has ended.
func (t *Table) end(o *Outcome, b *Batch) {
	o.Trace = uint64(t.trace)
	noteEnd(t.engine, &t.hand, o, b.Wins[t.rec.first:])
}

// step plays one action. A decision without a choice is not put to the policy.
func (t *Table) step(o *Outcome, b *Batch) error {
	h := &t.hand
	legal := t.engine.Legal(h, t.legal[:0])
	a := legal[0]
	if len(legal) > 1 {
		a = t.seats[h.Asked()].Act(t.engine.View(h, h.Asked()), legal)
		if t.witness != nil {
			t.witness.Decided(o.Hand, t.engine.View(h, h.Asked()), legal, a)
		}
	}
	if h.Phase() == engine.PhaseExchange {
		noteExchange(h, o, a)
	}
	if t.check {
		if err := t.checked(a, o); err != nil {
			return err
		}
	} else {
		t.engine.Apply(h, a)
	}
	t.trace.add(a)
	o.Actions++
	if t.actions {
		b.Actions = append(b.Actions, a)
	}
	return nil
}

// checked plays an action and has it verified that it was legal and that the
// hand is sound after it.
func (t *Table) checked(a engine.Action, o *Outcome) error {
	if err := t.engine.Check(&t.hand, a); err != nil {
		return fmt.Errorf("action %d: %w", o.Actions, err)
	}
	t.engine.Apply(&t.hand, a)
	if err := t.engine.Verify(&t.hand); err != nil {
		return fmt.Errorf("after action %d (%s): %w", o.Actions, a, err)
	}
	return nil
}

// A trace is a hash of the actions of a hand in order (64-bit FNV-1a over their
// ids).
type trace uint64

const emptyTrace trace = 0xcbf29ce484222325

func (t *trace) add(a engine.Action) { *t = (*t ^ trace(a)) * 0x100000001b3 }

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
		p.StartShanten = e.Tables().BestShanten(&held, 0)
		p.LongestSuit = max(held[0].Total(), held[1].Total(), held[2].Total())
		p.Pairs = held[0].Pairs() + held[1].Pairs() + held[2].Pairs()
	}
}

// noteExchange notes the suit of the first tile that a seat passes on.
func noteExchange(h *engine.Hand, o *Outcome, a engine.Action) {
	if p := &o.Seats[h.Asked()]; p.ExchangeSuit == tile.NoSuit {
		p.ExchangeSuit = a.Tile().Suit()
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
