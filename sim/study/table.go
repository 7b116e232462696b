package study

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim"
)

// A table plays hands one after the other, and the alternatives of their forks.
// It is one worker's own.
type table struct {
	config *Config
	engine *engine.Engine
	bots   [engine.NumSeats]int
	own    [engine.NumSeats]player
	others []player // the question's policies
	check  bool

	rec     recorder
	deck    engine.Deck
	hand    engine.Hand  // as the bots played it
	wins    []win        // of that
	branch  engine.Hand  // as an alternative has it
	playing *engine.Hand // one of the two
	history []step
	forks   []fork
	moment  Moment
	legal   []engine.Action
}

// A player is a policy and whether it has to be led through a hand's past.
type player struct {
	policy.Policy
	memory bool
}

func newPlayer(s policy.Spec) player {
	p := s.New()
	return player{p, policy.HasMemory(p)}
}

// A step is an action of a hand and who made it.
type step struct {
	seat   int
	action engine.Action
}

// A fork is a moment at which a hand was copied.
type fork struct {
	hand         engine.Hand
	step         int // actions before it
	seat         int
	features     Features
	alternatives []Alternative
}

func newTable(c *Config, tables *shape.Tables, check bool) (*table, error) {
	e, err := engine.New(c.Rules, tables)
	if err != nil {
		return nil, err
	}
	t := &table{config: c, check: check}
	t.playing = &t.hand
	t.engine = e.Observed(&t.rec, engine.Mask(engine.EventWin))
	bots := c.Bots()
	for s, spec := range c.Seats {
		t.own[s] = newPlayer(spec)
		t.bots[s] = slices.Index(bots, spec.String())
	}
	for _, p := range c.Question.Policies {
		t.others = append(t.others, newPlayer(p.Spec))
	}
	return t, nil
}

// play plays a hand, in each order of its wall, and its forks, and appends the
// rows. A panic of a policy, of the question or of the engine is returned as a
// *sim.Fault; the table is of no use after it.
func (t *table) play(hand int64, rows []Row) (all []Row, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = t.panicked(hand, p)
		}
	}()
	return t.playOrders(hand, rows)
}

// panicked returns the error of a hand in which something panicked.
func (t *table) panicked(hand int64, what any) *sim.Fault {
	seat := t.playing.Asked()
	return &sim.Fault{
		Seed: t.config.Seed, Hand: hand, Action: t.rec.step, Seat: seat,
		Bot: t.config.Seats[seat].String(), Panic: fmt.Sprint(what), Stack: string(debug.Stack()),
	}
}

func (t *table) playOrders(hand int64, rows []Row) ([]Row, error) {
	number := 0
	for order := range t.config.orders() {
		t.deck = t.config.deck(hand, order)
		if err := t.playBase(hand); err != nil {
			return rows, fmt.Errorf("hand %d of seed %d, order %d: %w", hand, t.config.Seed, order, err)
		}
		t.wins = append(t.wins[:0], t.rec.wins...)
		t.chooseAll()
		for i := range t.forks {
			f := &t.forks[i]
			own := t.outcome(&t.hand, f, t.wins)
			own.Actions = len(t.history) - f.step
			row := Row{Hand: hand, Order: order, Fork: number, Seat: f.seat, Bot: t.bots[f.seat], Step: f.step}
			var err error
			if rows, err = t.playFork(f, row, &own, rows); err != nil {
				return rows, fmt.Errorf("hand %d of seed %d, order %d, fork %d: %w", hand, t.config.Seed, order, number, err)
			}
			number++
		}
	}
	return rows, nil
}

// playBase plays the hand as its bots do and notes the forks.
func (t *table) playBase(hand int64) error {
	h := &t.hand
	t.playing = h // and no longer a branch
	t.history, t.forks = t.history[:0], t.forks[:0]
	t.rec = recorder{wins: t.rec.wins[:0]}
	t.start(hand, &t.own)
	for t.engine.Deal(h, &t.deck); !h.Over(); t.rec.step++ {
		t.legal = t.engine.Legal(h, t.legal[:0])
		a, seat := t.legal[0], h.Asked()
		if len(t.legal) > 1 {
			a = t.own[seat].Act(t.engine.View(h, seat), t.legal)
			if t.config.Studied.Has(seat) {
				t.note(h, seat, a)
			}
		}
		if err := t.apply(h, a); err != nil {
			return err
		}
		t.history = append(t.history, step{seat, a})
	}
	return nil
}

func (t *table) start(hand int64, players *[engine.NumSeats]player) {
	for s := range players {
		players[s].Start(s, sim.PolicySeed(t.config.Seed, hand, s))
	}
}

func (t *table) apply(h *engine.Hand, a engine.Action) error {
	if t.check {
		if err := t.engine.Check(h, a); err != nil {
			return fmt.Errorf("action %d: %w", t.rec.step, err)
		}
	}
	t.engine.Apply(h, a)
	return nil
}

// note asks the question about a decision and copies the hand at its moments.
func (t *table) note(h *engine.Hand, seat int, own engine.Action) {
	m := &t.moment
	*m = Moment{View: t.engine.View(h, seat), Legal: t.legal, Own: own, Did: m.Did[:0], alternatives: m.alternatives[:0]}
	for i := range t.forks {
		if t.forks[i].seat == seat {
			m.Forks++
		}
	}
	if !t.config.Question.Moment(m) {
		return
	}
	n := len(t.forks)
	t.forks = slices.Grow(t.forks, 1)[:n+1]
	f := &t.forks[n]
	f.hand, f.step, f.seat, f.features = *h, len(t.history), seat, m.Features
	f.alternatives = append(f.alternatives[:0], m.alternatives...)
}

// chooseAll adds the alternatives of all forks, where that waits for the end of
// the hand.
func (t *table) chooseAll() {
	choose := t.config.Question.Choose
	if choose == nil {
		return
	}
	for i := range t.forks {
		f, m := &t.forks[i], &t.moment
		*m = Moment{
			View: t.engine.View(&f.hand, f.seat), Features: f.features,
			Did: t.did(f, m.Did[:0]), alternatives: m.alternatives[:0],
		}
		choose(m)
		f.alternatives = append(f.alternatives[:0], m.alternatives...)
	}
}

// did appends the first actions of a fork's seat from the fork on.
func (t *table) did(f *fork, dst []engine.Action) []engine.Action {
	for _, s := range t.history[f.step:] {
		if s.seat == f.seat && len(dst) < MaxForced {
			dst = append(dst, s.action)
		}
	}
	return dst
}

// playFork plays a fork's alternatives and appends their rows, which begin as row
// does. The first that does what the bot did has the hand's own outcome; without
// one, a row for it is added.
func (t *table) playFork(f *fork, row Row, own *Outcome, rows []Row) ([]Row, error) {
	ownAt := slices.IndexFunc(f.alternatives, func(a Alternative) bool { return t.isOwn(f, &a) })
	if ownAt < 0 {
		ownAt = len(f.alternatives)
		f.alternatives = append(f.alternatives, Alternative{
			Forced: [MaxForced]engine.Action{t.history[f.step].action}, NForced: 1, Features: f.features,
		})
	}
	for i := range f.alternatives {
		row.Alternative, row.Number, row.Own, row.Outcome = f.alternatives[i], i, i == ownAt, *own
		if !row.Own || t.check {
			o, err := t.playOut(row.Hand, f, &row.Alternative)
			if err != nil {
				return rows, err
			}
			if row.Own && o != *own {
				return rows, fmt.Errorf("the bot's own choice ends otherwise than the hand: %v, not %v", o, *own)
			}
			row.Outcome = o
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// isOwn reports whether an alternative is what the seat's bot did.
func (t *table) isOwn(f *fork, a *Alternative) bool {
	if a.Policy != 0 && t.config.Question.Policies[a.Policy-1].Spec.String() != t.config.Seats[f.seat].String() {
		return false
	}
	if a.NForced == 0 {
		return false
	}
	forced := a.Forced[:a.NForced]
	for _, s := range t.history[f.step:] {
		if len(forced) == 0 {
			return true
		}
		if s.seat != f.seat {
			continue
		}
		if s.action != forced[0] {
			return false
		}
		forced = forced[1:]
	}
	return len(forced) == 0
}

// playOut plays an alternative of a fork to the end of the hand.
func (t *table) playOut(hand int64, f *fork, a *Alternative) (Outcome, error) {
	players := t.own
	if a.Policy != 0 {
		players[f.seat] = t.others[a.Policy-1]
	}
	t.lead(hand, f, &players)
	h := &t.branch
	*h, t.playing = f.hand, h
	t.rec = recorder{wins: t.rec.wins[:0], step: f.step}
	forced, refused := a.Forced[:a.NForced], a.Refused
	for ; !h.Over(); t.rec.step++ {
		var choice engine.Action
		var err error
		if seat := h.Asked(); seat == f.seat && len(forced) > 0 {
			choice, err = t.force(h, players[seat], forced[0])
			forced = forced[1:]
		} else {
			choice, err = t.choose(h, players[seat], refused)
		}
		if err == nil {
			err = t.apply(h, choice)
		}
		if err != nil {
			return Outcome{}, err
		}
		refused = 0 // but at the moment itself
	}
	o := t.outcome(h, f, t.rec.wins)
	o.Actions = t.rec.step - f.step
	return o, nil
}

// force returns a forced action. A policy with memory is asked all the same, as
// it would have been.
func (t *table) force(h *engine.Hand, p player, a engine.Action) (engine.Action, error) {
	t.legal = t.engine.Legal(h, t.legal[:0])
	if !slices.Contains(t.legal, a) {
		return a, fmt.Errorf("forced action %q is not legal", a)
	}
	if p.memory && len(t.legal) > 1 {
		p.Act(t.engine.View(h, h.Asked()), t.legal)
	}
	return a, nil
}

// choose returns what a policy does, some kinds of action being refused.
func (t *table) choose(h *engine.Hand, p player, refused Actions) (engine.Action, error) {
	t.legal = t.engine.Legal(h, t.legal[:0])
	if refused != 0 {
		t.legal = slices.DeleteFunc(t.legal, refused.Has)
	}
	switch len(t.legal) {
	case 0:
		return engine.Pass, errors.New("everything is refused")
	case 1:
		return t.legal[0], nil
	}
	return p.Act(t.engine.View(h, h.Asked()), t.legal), nil
}

// lead starts the policies and takes those with memory through the hand up to the
// fork: they are asked what they were asked, and what they answer is known.
func (t *table) lead(hand int64, f *fork, players *[engine.NumSeats]player) {
	t.start(hand, players)
	if !slices.ContainsFunc(players[:], func(p player) bool { return p.memory }) {
		return
	}
	h := &t.branch
	t.engine.Deal(h, &t.deck)
	for _, s := range t.history[:f.step] {
		if p := &players[s.seat]; p.memory {
			if legal := t.engine.Legal(h, t.legal[:0]); len(legal) > 1 {
				p.Act(t.engine.View(h, s.seat), legal)
			}
		}
		t.engine.Apply(h, s.action)
	}
}

// outcome returns what a seat has at a hand's end beyond what it had at the fork.
func (t *table) outcome(h *engine.Hand, f *fork, wins []win) Outcome {
	return outcomeOf(t.engine, &f.hand, h, f.seat, f.step, wins)
}

// outcomeOf returns what a seat has at a hand's end beyond what it had before, at the
// given step of the wins.
func outcomeOf(e *engine.Engine, before, end *engine.Hand, seat, step int, wins []win) Outcome {
	o := Outcome{First: FirstWin{Fan: -1}, Standing: e.Standing(end, seat), Left: end.Left()}
	was, is := before.Ledger(), end.Ledger()
	for s := range o.Account {
		o.Account[s] = is[seat][s] - was[seat][s]
	}
	for i := range wins {
		if w := &wins[i]; w.seat == seat && w.step >= step {
			if o.Wins == 0 {
				o.First = w.FirstWin
			}
			o.Wins++
		}
	}
	return o
}

// A recorder notes the wins of a hand.
type recorder struct {
	wins []win
	step int // actions made so far
}

// A win is a win of any seat.
type win struct {
	seat, step int // step: actions before the one that won
	FirstWin
}

// Observe notes a win.
func (r *recorder) Observe(h *engine.Hand, e engine.Event) {
	r.wins = append(r.wins, win{int(e.Seat), r.step, FirstWin{
		Fan: int(e.Fan), Points: int(e.Points), Left: h.Left(), Situation: e.Situation,
	}})
}
