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

// A forker plays hands one after the other, and the alternatives of their forks.
// It is one worker's own.
type forker struct {
	config *Config
	engine *engine.Engine
	bots   [engine.NumSeats]int
	own    [engine.NumSeats]policy.Policy
	field  [engine.NumSeats][]policy.Policy // each bot of the field, at each seat
	others []policy.Policy                  // the question's policies
	check  bool

	sequel *sequel // nil without a game

	rec     recorder
	deck    engine.Deck
	base    *sim.Player // plays the hand as the bots do
	wins    []win       // of that
	branch  *sim.Player // plays an alternative
	playing *sim.Player // one of the two
	noted   Seats       // whose decisions are noted
	table   [engine.NumSeats]policy.Spec
	forks   []fork
	moment  Moment
}

// A fork is a moment at which a hand was copied.
type fork struct {
	hand         engine.Hand
	step         int // actions before it
	seat         int
	features     Features
	alternatives []Alternative
}

func newForker(c *Config, tables *shape.Tables, check bool) (*forker, error) {
	e, err := engine.New(c.Rules, tables)
	if err != nil {
		return nil, err
	}
	f := &forker{config: c, check: check}
	f.engine = e.Observed(&f.rec, engine.Mask(engine.EventWin))
	f.base = sim.NewPlayer(f.engine, sim.PlayerOptions{Check: check, Witness: f})
	f.branch = sim.NewPlayer(f.engine, sim.PlayerOptions{Check: check})
	bots := c.Bots()
	for s, spec := range c.Seats {
		f.own[s] = spec.New()
		f.base.Sit(s, f.own[s])
		f.branch.Sit(s, f.own[s])
		f.bots[s] = slices.Index(bots, spec.String())
		for _, b := range c.Field {
			f.field[s] = append(f.field[s], b.Spec.New())
		}
	}
	f.noted, f.table = c.Studied, c.Seats
	if c.Game != nil {
		if f.sequel, err = newSequel(c, tables); err != nil {
			return nil, err
		}
	}
	for _, p := range c.Question.Policies {
		f.others = append(f.others, p.Spec.New())
	}
	return f, nil
}

// play plays a hand, in each order of its wall, and its forks, and appends the
// rows. A panic of a policy, of the question or of the engine is returned as a
// *sim.Fault; the forker is of no use after it.
func (t *forker) play(hand int64, rows []Row) (all []Row, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = t.panicked(hand, p)
		}
		if f := (*sim.Fault)(nil); errors.As(err, &f) {
			f.Bot = t.table[f.Seat].String()
			f.Action += t.rec.before
			err = f
		}
	}()
	if len(t.config.Field) == 0 {
		rows, _, err = t.playOrders(hand, Row{Hand: hand}, rows)
		return rows, err
	}
	drawn := t.config.Field.drawn(t.config.Seed, hand)
	first := Row{Hand: hand}
	for _, seat := range t.config.Studied.List() {
		t.sitAmong(seat, drawn)
		first.Others = othersOf(seat, drawn)
		if rows, first.Fork, err = t.playOrders(hand, first, rows); err != nil {
			return rows, err
		}
	}
	return rows, nil
}

// sitAmong seats the bot of a studied seat among those drawn from the field.
func (t *forker) sitAmong(seat int, drawn [engine.NumSeats]int) {
	t.noted = 1 << seat
	for s, bot := range drawn {
		t.table[s] = t.config.Field[bot].Spec
		sits := t.field[s][bot]
		if s == seat {
			t.table[s], sits = t.config.Seats[s], t.own[s]
		}
		t.base.Sit(s, sits)
		t.branch.Sit(s, sits)
	}
}

// panicked returns the error of a hand in which the question panicked.
func (t *forker) panicked(hand int64, what any) *sim.Fault {
	return &sim.Fault{
		Seed: t.config.Seed, Hand: hand, Action: len(t.playing.Steps()), Seat: t.playing.Asked(),
		Panic: fmt.Sprint(what), Stack: string(debug.Stack()),
	}
}

// playOrders plays a hand in each order of its wall and appends the rows of its forks,
// which begin as first does. It returns the number of the next fork.
func (t *forker) playOrders(hand int64, first Row, rows []Row) (all []Row, number int, err error) {
	number = first.Fork
	for order := range t.config.orders() {
		t.deck = t.config.deck(hand, order)
		if err := t.playBase(hand); err != nil {
			return rows, number, fmt.Errorf("hand %d of seed %d, order %d: %w", hand, t.config.Seed, order, err)
		}
		t.wins = append(t.wins[:0], t.rec.wins...)
		t.chooseAll()
		for i := range t.forks {
			f := &t.forks[i]
			own := t.outcome(t.base.Hand(), f, t.wins)
			own.Actions = len(t.base.Steps()) - f.step
			row := first
			row.Order, row.Fork, row.Seat, row.Bot, row.Step = order, number, f.seat, t.bots[f.seat], f.step
			err := t.pay(&row, t.base.Hand())
			if err != nil {
				return rows, number, err
			}
			if rows, err = t.playFork(f, row, &own, rows); err != nil {
				return rows, number, fmt.Errorf("hand %d of seed %d, order %d, fork %d: %w", hand, t.config.Seed, order, number, err)
			}
			number++
		}
	}
	return rows, number, nil
}

// playBase plays the hand as its bots do and notes the forks.
func (t *forker) playBase(hand int64) error {
	t.forks = t.forks[:0]
	t.turnTo(t.base, 0)
	t.base.Deal(t.config.Seed, hand, &t.deck)
	return t.base.Finish()
}

// turnTo is called before a player plays a hand from one of its actions on.
func (t *forker) turnTo(p *sim.Player, before int) {
	t.playing = p
	t.rec = recorder{wins: t.rec.wins[:0], player: p, before: before}
}

// Decided notes a decision of a studied seat, as sim.Witness says.
func (t *forker) Decided(_ int64, v engine.View, legal []engine.Action, a engine.Action) {
	if t.noted.Has(v.Seat()) {
		t.note(v, legal, a)
	}
}

// note asks the question about a decision and copies the hand at its moments.
func (t *forker) note(v engine.View, legal []engine.Action, own engine.Action) {
	m := &t.moment
	*m = Moment{View: v, Legal: legal, Own: own, Did: m.Did[:0], alternatives: m.alternatives[:0]}
	for i := range t.forks {
		if t.forks[i].seat == v.Seat() {
			m.Forks++
		}
	}
	if !t.config.Question.Moment(m) {
		return
	}
	n := len(t.forks)
	t.forks = slices.Grow(t.forks, 1)[:n+1]
	f := &t.forks[n]
	f.hand, f.step, f.seat, f.features = *t.base.Hand(), len(t.base.Steps()), v.Seat(), m.Features
	f.alternatives = append(f.alternatives[:0], m.alternatives...)
}

// chooseAll adds the alternatives of all forks, where that waits for the end of
// the hand.
func (t *forker) chooseAll() {
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
func (t *forker) did(f *fork, dst []engine.Action) []engine.Action {
	for _, s := range t.base.Steps()[f.step:] {
		if int(s.Seat) == f.seat && len(dst) < MaxForced {
			dst = append(dst, s.Action)
		}
	}
	return dst
}

// playFork plays a fork's alternatives and appends their rows, which begin as row
// does. The first that does what the bot did has the hand's own outcome; without
// one, a row for it is added.
func (t *forker) playFork(f *fork, row Row, own *Outcome, rows []Row) ([]Row, error) {
	ownAt := slices.IndexFunc(f.alternatives, func(a Alternative) bool { return t.isOwn(f, &a) })
	if ownAt < 0 {
		ownAt = len(f.alternatives)
		f.alternatives = append(f.alternatives, Alternative{
			Forced: [MaxForced]engine.Action{t.base.Steps()[f.step].Action}, NForced: 1, Features: f.features,
		})
	}
	payoff := row.Payoff // of the hand's own end
	for i := range f.alternatives {
		row.Alternative, row.Number, row.Own, row.Outcome, row.Payoff = f.alternatives[i], i, i == ownAt, *own, payoff
		if !row.Own || t.check {
			o, err := t.playOut(row.Hand, f, &row.Alternative)
			if err != nil {
				return rows, err
			}
			if row.Own && o != *own {
				return rows, fmt.Errorf("the bot's own choice differs from the hand: %v, not %v", o, *own)
			}
			row.Outcome = o
			if err := t.pay(&row, t.branch.Hand()); err != nil {
				return rows, err
			}
			if played := t.config.Question.Played; played != nil {
				played(&row.Features, t.parted(f))
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// pay puts what the seat gets at the end of the game into a row whose hand has ended.
func (t *forker) pay(row *Row, end *engine.Hand) (err error) {
	if t.sequel != nil {
		row.Payoff, err = t.sequel.payoff(row.Hand, row.Order, end, row.Seat)
	}
	return err
}

// isOwn reports whether an alternative is what the seat's bot did: by the same policy,
// with nothing forced that it did not do, and nothing refused.
func (t *forker) isOwn(f *fork, a *Alternative) bool {
	if a.Policy != 0 && t.config.Question.Policies[a.Policy-1].Spec.String() != t.config.Seats[f.seat].String() {
		return false
	}
	if a.NForced == 0 {
		return a.Refused == 0
	}
	forced := a.Forced[:a.NForced]
	for _, s := range t.base.Steps()[f.step:] {
		if len(forced) == 0 {
			return true
		}
		if int(s.Seat) != f.seat {
			continue
		}
		if s.Action != forced[0] {
			return false
		}
		forced = forced[1:]
	}
	return len(forced) == 0
}

// playOut plays an alternative of a fork to the end of the hand.
func (t *forker) playOut(hand int64, f *fork, a *Alternative) (Outcome, error) {
	p := t.branch
	if a.Policy != 0 {
		p.Sit(f.seat, t.others[a.Policy-1])
		defer p.Sit(f.seat, t.own[f.seat])
	}
	t.turnTo(p, f.step)
	p.Resume(t.config.Seed, hand, &f.hand, sim.Past{Deck: &t.deck, Steps: t.base.Steps()[:f.step]})
	t.rec.wins = t.rec.wins[:0] // those of the past
	p.Force(f.seat, a.Forced[:a.NForced])
	p.Refuse(a.Refused)
	if err := p.Finish(); err != nil {
		return Outcome{}, err
	}
	o := t.outcome(p.Hand(), f, t.rec.wins)
	o.Actions = len(p.Steps())
	return o, nil
}

// parted returns the turn, counted by the discards of the fork's seat from 1, at which
// the alternative that was just played first does something else than the hand; 0 for
// never. Until then all seats do the same.
func (t *forker) parted(f *fork) int {
	turn := 1
	as := t.base.Steps()[f.step:]
	for i, s := range t.branch.Steps() {
		if i == len(as) || s != as[i] {
			return turn
		}
		if int(s.Seat) == f.seat && s.Action.Kind() == engine.KindDiscard {
			turn++
		}
	}
	return 0
}

// outcome returns what a seat has at a hand's end beyond what it had at the fork.
func (t *forker) outcome(h *engine.Hand, f *fork, wins []win) Outcome {
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
	wins   []win
	player *sim.Player // of the hand
	before int         // actions before those that it plays
}

// A win is a win of any seat.
type win struct {
	seat, step int // step: actions before the one that won
	FirstWin
}

// Observe notes a win.
func (r *recorder) Observe(h *engine.Hand, e engine.Event) {
	r.wins = append(r.wins, win{int(e.Seat), r.before + len(r.player.Steps()), FirstWin{
		Fan: int(e.Fan), Points: int(e.Points), Left: h.Left(), Situation: e.Situation,
	}})
}
