package study

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/policy"
	"xuezhan/sim"
)

// A table plays hands one after the other, and the alternatives of their forks.
// It is one worker's own.
type table struct {
	config *Config
	engine *engine.Engine // for alternatives
	base   *engine.Engine // for the hand, whose draws are counted
	bots   [engine.NumSeats]int
	own    [engine.NumSeats]player
	others []player // the question's policies
	check  bool

	rec     recorder
	deck    engine.Deck
	hand    engine.Hand // as the bots played it
	wins    []win       // of that
	branch  engine.Hand // as an alternative has it
	other   engine.Hand // as it is at a fork over another wall
	walls   engine.Deck // of that
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
	undrawn      [2]int // the tiles of the deck from the first to below the second
	features     Features
	alternatives []Alternative
}

func newTable(c *Config, tables *shape.Tables, check bool) (*table, error) {
	e, err := engine.New(c.Rules, tables)
	if err != nil {
		return nil, err
	}
	t := &table{config: c, check: check}
	t.engine = e.Observed(&t.rec, engine.Mask(engine.EventWin))
	t.base = e.Observed(&t.rec, engine.Mask(engine.EventWin, engine.EventDraw))
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

// play plays a hand and then its forks, and appends the rows.
func (t *table) play(hand int64, rows []Row) ([]Row, error) {
	t.deck = t.config.Deck(hand, t.config.dealer(hand))
	if err := t.playBase(hand); err != nil {
		return rows, fmt.Errorf("hand %d of seed %d: %w", hand, t.config.Seed, err)
	}
	t.wins = append(t.wins[:0], t.rec.wins...)
	t.chooseAll()
	for i := range t.forks {
		f := &t.forks[i]
		own := t.outcome(&t.hand, f, t.wins)
		own.Actions = len(t.history) - f.step
		var err error
		if rows, err = t.playFork(hand, i, &own, rows); err != nil {
			return rows, fmt.Errorf("hand %d of seed %d, fork %d: %w", hand, t.config.Seed, i, err)
		}
	}
	return rows, nil
}

// playBase plays the hand as its bots do and notes the forks.
func (t *table) playBase(hand int64) error {
	h := &t.hand
	t.history, t.forks = t.history[:0], t.forks[:0]
	t.rec = recorder{wins: t.rec.wins[:0], fromFront: t.config.Rules.ReplacementFrom == rules.Front}
	t.start(hand, &t.own)
	for t.base.Deal(h, &t.deck); !h.Over(); t.rec.step++ {
		t.legal = t.base.Legal(h, t.legal[:0])
		a, seat := t.legal[0], h.Asked()
		if len(t.legal) > 1 {
			a = t.own[seat].Act(t.base.View(h, seat), t.legal)
			if t.config.Studied.Has(seat) {
				t.note(h, seat, a)
			}
		}
		if err := t.apply(t.base, h, a); err != nil {
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

func (t *table) apply(e *engine.Engine, h *engine.Hand, a engine.Action) error {
	if t.check {
		if err := e.Check(h, a); err != nil {
			return fmt.Errorf("action %d: %w", t.rec.step, err)
		}
	}
	e.Apply(h, a)
	return nil
}

// note asks the question about a decision and copies the hand at its moments.
func (t *table) note(h *engine.Hand, seat int, own engine.Action) {
	m := &t.moment
	*m = Moment{View: t.base.View(h, seat), Legal: t.legal, Own: own, Did: m.Did[:0], alternatives: m.alternatives[:0]}
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
	f.undrawn = t.rec.undrawn()
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
			View: t.base.View(&f.hand, f.seat), Features: f.features,
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

// playFork plays a fork's alternatives over each of its walls and appends their
// rows. The first alternative that does what the bot did has the hand's own
// outcome over its own wall; without one, there is one more.
func (t *table) playFork(hand int64, number int, own *Outcome, rows []Row) ([]Row, error) {
	f := &t.forks[number]
	ownAt := slices.IndexFunc(f.alternatives, func(a Alternative) bool { return t.isOwn(f, &a) })
	if ownAt < 0 {
		ownAt = len(f.alternatives)
		f.alternatives = append(f.alternatives, Alternative{
			Forced: [MaxForced]engine.Action{t.history[f.step].action}, NForced: 1, Features: f.features,
		})
	}
	row := Row{Hand: hand, Fork: number, Seat: f.seat, Bot: t.bots[f.seat], Step: f.step}
	for row.Playout = range t.config.playouts() {
		from, deck := &f.hand, &t.deck
		if row.Playout > 0 {
			from, deck = t.reorder(hand, f, row.Playout)
		}
		for i := range f.alternatives {
			row.Alternative, row.Number, row.Own, row.Outcome = f.alternatives[i], i, i == ownAt, *own
			known := row.Own && row.Playout == 0
			if !known || t.check {
				o, err := t.playOut(hand, f, &row.Alternative, from, deck)
				if err != nil {
					return rows, err
				}
				if known && o != *own {
					return rows, fmt.Errorf("the bot's own choice ends otherwise than the hand: %v, not %v", o, *own)
				}
				row.Outcome = o
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// reorder puts the tiles that nobody had drawn at a fork into another order, and
// returns the hand as it stands at the fork then, which differs in nothing else.
func (t *table) reorder(hand int64, f *fork, playout int) (*engine.Hand, *engine.Deck) {
	t.walls = t.deck
	pcg := rand.NewPCG(sim.PlayoutSeed(t.config.Seed, hand, playout), uint64(f.step))
	sim.Shuffle(t.walls.Tiles[f.undrawn[0]:f.undrawn[1]], pcg)
	t.engine.Deal(&t.other, &t.walls)
	for _, s := range t.history[:f.step] {
		t.engine.Apply(&t.other, s.action)
	}
	return &t.other, &t.walls
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

// playOut plays an alternative of a fork to the end of the hand, from the hand as
// it then is with a deck.
func (t *table) playOut(hand int64, f *fork, a *Alternative, from *engine.Hand, deck *engine.Deck) (Outcome, error) {
	players := t.own
	if a.Policy != 0 {
		players[f.seat] = t.others[a.Policy-1]
	}
	t.lead(hand, f, &players, deck)
	h := &t.branch
	*h = *from
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
			err = t.apply(t.engine, h, choice)
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
func (t *table) lead(hand int64, f *fork, players *[engine.NumSeats]player, deck *engine.Deck) {
	t.start(hand, players)
	if !slices.ContainsFunc(players[:], func(p player) bool { return p.memory }) {
		return
	}
	h := &t.branch
	t.engine.Deal(h, deck)
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

// A recorder notes the wins of a hand, and counts its draws.
type recorder struct {
	wins        []win
	step        int // actions made so far
	front, back int // tiles drawn from either end of the wall
	fromFront   bool
}

// A win is a win of any seat.
type win struct {
	seat, step int // step: actions before the one that won
	FirstWin
}

// Observe notes a win or a draw.
func (r *recorder) Observe(h *engine.Hand, e engine.Event) {
	switch {
	case e.Kind == engine.EventWin:
		r.wins = append(r.wins, win{int(e.Seat), r.step, FirstWin{
			Fan: int(e.Fan), Points: int(e.Points), Left: h.Left(), Situation: e.Situation,
		}})
	case e.Replacement && !r.fromFront:
		r.back++
	default:
		r.front++
	}
}

// dealt is the number of tiles that are dealt.
const dealt = 13*engine.NumSeats + 1

// undrawn returns where in the deck the tiles are that nobody has drawn, in a wall
// without lanes.
func (r *recorder) undrawn() [2]int { return [2]int{dealt + r.front, tile.Total - r.back} }
