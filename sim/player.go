package sim

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"xuezhan/engine"
	"xuezhan/policy"
)

// A Player plays hands, one after the other. It plays each hand up to the next
// choice that is neither forced nor made by a bot, and then waits for the answer of
// its caller:
//
//	p := sim.NewPlayer(e, sim.PlayerOptions{})
//	p.Sit(1, bot) // seats without a bot are the caller's
//	p.Deal(seed, hand, &deck)
//	for p.Next() {
//		p.Answer(choose(p.View(), p.Legal()))
//	}
//	if err := p.Err(); err != nil {
//		return err
//	}
//	points := p.Hand().Ledger().Points()
//
// A hand begins with a deal or, by Resume, with a copy of a hand in the middle.
// What has happened is told by the engine's observer, by Steps and Trace, and by a
// Witness. Nothing is allocated from the deal to the end of the hand.
//
// A Player is used by one goroutine at a time, and so are the bots at its seats.
type Player struct {
	engine *engine.Engine
	PlayerOptions
	careful bool                           // bots are guarded or witnessed
	sat     [engine.NumSeats]policy.Policy // as the caller has seated them
	memory  [engine.NumSeats]bool          // whether they have to be led, once known
	knows   bool                           // memory is known

	// The hand in play.
	hand    engine.Hand
	seats   [engine.NumSeats]policy.Policy // nil: the caller's
	seed    uint64
	index   int64
	legal   []engine.Action // in room
	room    [engine.NumActions]engine.Action
	offered []engine.Action // a copy of legal, for bots that are guarded
	waiting bool            // for the caller's answer
	acting  bool            // a guarded bot has been asked and has not answered yet
	steps   [maxSteps]Step
	n       int // steps so far
	trace   trace
	starts  int // the seat whose bot is being started, −1 for none
	script  script
	faults  []SeatFault
	err     error
}

// PlayerOptions say how closely a Player looks at its bots. The zero value trusts
// them and costs nothing.
type PlayerOptions struct {
	// Check tests every action for legality and every state for its invariants.
	Check bool
	// OnFault says what happens when a bot at a seat panics or, with Forfeit,
	// chooses what is not legal. Stop ends the hand with a *Fault.
	OnFault FaultPolicy
	// Witness is shown every choice; nil for none.
	Witness Witness
}

// A Step is an action of a hand and the seat that made it.
type Step struct {
	Seat   uint8
	Action engine.Action
}

// A SeatFault says what a bot did wrong in a hand, after which the bot timeout
// played for it to the hand's end.
type SeatFault struct {
	Seat   int
	Action int // actions of the hand before it
	What   string
}

// maxSteps bounds the actions of a hand: at most four exchanged tiles and one void
// suit a seat, 72 discards and 16 kongs with up to three answers to each, and 55
// wins by self-draw.
const maxSteps = 512

// NewPlayer returns a player of hands under the engine's rules. All seats are the
// caller's.
func NewPlayer(e *engine.Engine, o PlayerOptions) *Player {
	p := &Player{engine: e, PlayerOptions: o, starts: -1}
	p.legal = p.room[:0]
	p.Watch(o.Witness)
	return p
}

// Sit seats a bot, from the next hand on; nil leaves the choices of the seat to the
// caller.
func (p *Player) Sit(seat int, bot policy.Policy) { p.sat[seat], p.knows = bot, false }

// Watch shows a witness all choices from now on; nil ends it.
func (p *Player) Watch(w Witness) {
	p.Witness = w
	p.careful = w != nil || p.OnFault == Forfeit
}

// Deal deals a hand from a deck, which must be valid, and starts the bots. All
// chance that they use comes from the seed and the index of the hand, by
// PolicySeed.
func (p *Player) Deal(seed uint64, index int64, d *engine.Deck) {
	p.begin(seed, index)
	p.engine.Deal(&p.hand, d)
}

// A Past is how a hand in the middle came about: its deck and all actions so far.
type Past struct {
	Deck  *engine.Deck
	Steps []Step
}

// Resume starts with a copy of a hand in the middle. The bots are started as Deal
// starts them, and those with memory (see policy.HasMemory) are led through the
// past: they are asked what they would have been asked, and what they answer does
// not count. An empty past leads nobody. Steps and Trace begin with the hand's next
// action.
func (p *Player) Resume(seed uint64, index int64, h *engine.Hand, past Past) {
	p.begin(seed, index)
	if past.Deck != nil && p.err == nil {
		p.lead(&past)
	}
	p.hand = *h
}

// begin resets the player and starts the bots.
func (p *Player) begin(seed uint64, index int64) {
	p.seed, p.index, p.seats = seed, index, p.sat
	p.n, p.trace, p.waiting = 0, emptyTrace, false
	p.script, p.faults, p.err = script{}, p.faults[:0], nil
	defer p.recovered(new(bool))
	for s, bot := range p.seats {
		if bot == nil {
			continue
		}
		if p.OnFault == Forfeit {
			if what := started(bot, s, PolicySeed(seed, index, s)); what != "" {
				p.substitute(s, what)
			}
			continue
		}
		p.starts = s
		bot.Start(s, PolicySeed(seed, index, s))
	}
	p.starts = -1
}

// lead takes the bots with memory through the past.
func (p *Player) lead(past *Past) {
	if !p.knows {
		for s, bot := range p.sat {
			p.memory[s] = bot != nil && policy.HasMemory(bot)
		}
		p.knows = true
	}
	if p.memory == [engine.NumSeats]bool{} {
		return
	}
	defer p.recovered(new(bool))
	h := &p.hand
	p.engine.Deal(h, past.Deck)
	for _, s := range past.Steps {
		if p.memory[s.Seat] {
			if legal := p.engine.Legal(h, p.legal[:0]); len(legal) > 1 {
				p.seats[s.Seat].Act(p.engine.View(h, int(s.Seat)), legal)
			}
		}
		p.engine.Apply(h, s.Action)
	}
}

// Next plays on to the caller's next choice, and reports whether there is one: it
// is false once the hand is over, or has ended with an error (see Err).
func (p *Player) Next() bool {
	for !p.waiting && p.err == nil {
		if again := p.playOn(); !again {
			break
		}
	}
	return p.waiting
}

// playOn plays on to the caller's next choice, and reports whether it must be called
// again because a bot has panicked and timeout plays for it now.
func (p *Player) playOn() (again bool) {
	defer p.recovered(&again)
	for (p.Check || p.script.active()) && !p.hand.Over() {
		if !p.step() {
			return false
		}
	}
	p.advance()
	return false
}

// Step plays one action, and reports whether there was one to play: it is false if
// the choice is the caller's, and once the hand is over.
func (p *Player) Step() (a engine.Action, ok bool) {
	for n := p.n; !p.waiting && p.err == nil && !p.hand.Over(); {
		if again := p.tryStep(); again {
			continue
		}
		if p.n > n {
			return p.steps[n].Action, true
		}
	}
	return 0, false
}

// tryStep plays one action, and reports whether it must be called again, as playOn
// does.
func (p *Player) tryStep() (again bool) {
	defer p.recovered(&again)
	p.step()
	return false
}

// Finish plays the hand to its end. It panics if a seat has no bot and is asked.
func (p *Player) Finish() error {
	if p.Next() {
		panic("sim: a seat that is asked has no bot")
	}
	return p.err
}

// advance plays on to the caller's next choice or the end, without checks.
func (p *Player) advance() {
	h, e := &p.hand, p.engine
	for !h.Over() {
		seat, legal := h.Asked(), e.Legal(h, p.legal[:0])
		a := legal[0]
		if len(legal) > 1 {
			bot := p.seats[seat]
			if bot == nil {
				p.legal, p.waiting = legal, true
				return
			}
			if p.careful {
				a = p.ask(seat, legal)
			} else {
				a = bot.Act(e.View(h, seat), legal)
			}
		}
		e.Apply(h, a)
		p.note(seat, a)
	}
}

// note counts an action that was played.
func (p *Player) note(seat int, a engine.Action) {
	p.trace.add(a)
	p.steps[p.n] = Step{uint8(seat), a}
	p.n++
}

// play plays one action, and reports whether it was sound.
func (p *Player) play(seat int, a engine.Action) bool {
	if !p.Check {
		p.engine.Apply(&p.hand, a)
	} else if !p.applyChecked(a) {
		return false
	}
	p.note(seat, a)
	return true
}

// applyChecked plays an action and has it verified that it was legal and that the
// hand is sound after it.
func (p *Player) applyChecked(a engine.Action) bool {
	if err := p.engine.Check(&p.hand, a); err != nil {
		p.err = fmt.Errorf("action %d: %w", p.n, err)
		return false
	}
	p.engine.Apply(&p.hand, a)
	if err := p.engine.Verify(&p.hand); err != nil {
		p.err = fmt.Errorf("after action %d (%s): %w", p.n, a, err)
		return false
	}
	return true
}

// ask returns what a bot chooses that is guarded or witnessed.
func (p *Player) ask(seat int, legal []engine.Action) engine.Action {
	a := p.choose(seat, legal)
	if p.Witness != nil {
		p.Witness.Decided(p.index, p.engine.View(&p.hand, seat), legal, a)
	}
	return a
}

func (p *Player) choose(seat int, legal []engine.Action) engine.Action {
	v := p.engine.View(&p.hand, seat)
	if p.OnFault == Stop {
		return p.seats[seat].Act(v, legal)
	}
	p.offered = append(p.offered[:0], legal...) // the bot might change what it is given
	p.acting = true
	a := p.seats[seat].Act(v, p.offered)
	p.acting = false
	if slices.Contains(legal, a) {
		return a
	}
	p.substitute(seat, fmt.Sprintf("illegal: %s in the phase %s", a, p.hand.Phase()))
	return p.seats[seat].Act(v, legal)
}

// started starts a bot, and returns what is wrong if it panics.
func started(bot policy.Policy, seat int, seed uint64) (what string) {
	defer caught(&what)
	bot.Start(seat, seed)
	return ""
}

func caught(what *string) {
	if r := recover(); r != nil {
		*what = fmt.Sprint("panic: ", r)
	}
}

// substitute notes a fault and lets timeout play the rest of the hand for the seat.
func (p *Player) substitute(seat int, what string) {
	p.faults = append(p.faults, SeatFault{seat, p.n, what})
	spec, err := policy.Parse("timeout")
	if err != nil {
		panic("sim: there is no bot timeout")
	}
	p.seats[seat] = spec.New()
	p.seats[seat].Start(seat, PolicySeed(p.seed, p.index, seat))
}

// recovered turns a panic into the hand's error, but one of a guarded bot into a
// fault, after which the hand may be played on again.
func (p *Player) recovered(again *bool) {
	r := recover()
	if r == nil {
		return
	}
	seat := p.starts
	if seat < 0 {
		seat = p.hand.Asked()
	}
	acting := p.acting
	p.starts, p.acting = -1, false
	if acting && !p.isOut(seat) {
		p.substitute(seat, fmt.Sprint("panic: ", r))
		*again = true
		return
	}
	p.err = &Fault{
		Seed: p.seed, Hand: p.index, Action: p.n, Seat: seat,
		Bot: fmt.Sprintf("%T", p.seats[seat]), Panic: fmt.Sprint(r), Stack: string(debug.Stack()),
	}
}

// isOut reports whether timeout plays for a seat's bot.
func (p *Player) isOut(seat int) bool {
	return slices.ContainsFunc(p.faults, func(f SeatFault) bool { return f.Seat == seat })
}

// Answer plays the caller's choice, which must be one of Legal. It panics if none
// is waited for.
func (p *Player) Answer(a engine.Action) {
	if !p.waiting {
		panic("sim: an answer that nobody waits for")
	}
	p.waiting = false
	defer p.recovered(new(bool))
	seat := p.hand.Asked()
	if p.Witness != nil {
		p.Witness.Decided(p.index, p.View(), p.legal, a)
	}
	p.play(seat, a)
}

// Forfeit lets the bot timeout play for the seat that is asked, now and to the end
// of the hand. What the seat's owner did wrong is kept among the Faults. It panics
// if no answer is waited for.
func (p *Player) Forfeit(what string) {
	if !p.waiting {
		panic("sim: a forfeit where nobody is asked")
	}
	p.waiting = false
	p.substitute(p.hand.Asked(), what)
}

// View returns what the seat that is asked may know. It is valid until the hand
// moves on.
func (p *Player) View() engine.View { return p.engine.View(&p.hand, p.hand.Asked()) }

// Asked returns the seat that is asked.
func (p *Player) Asked() int { return p.hand.Asked() }

// Legal returns the actions among which the seat that is asked may choose, at
// least two, in ascending order of their ids. The slice is valid until the hand
// moves on.
func (p *Player) Legal() []engine.Action { return p.legal }

// Hand returns the hand in play, which the caller must not change.
func (p *Player) Hand() *engine.Hand { return &p.hand }

// Engine returns the engine that plays.
func (p *Player) Engine() *engine.Engine { return p.engine }

// PolicySeed returns the seed of all chance that a seat's bot uses in the hand.
func (p *Player) PolicySeed(seat int) uint64 { return PolicySeed(p.seed, p.index, seat) }

// Index returns the index of the hand in play.
func (p *Player) Index() int64 { return p.index }

// Steps returns all actions since the hand began or was resumed, forced ones
// included. The slice is valid until the next hand begins.
func (p *Player) Steps() []Step { return p.steps[:p.n] }

// Trace returns a hash of the actions of Steps.
func (p *Player) Trace() uint64 { return uint64(p.trace) }

// Faults returns what the hand's bots did wrong, in order. The slice is valid until
// the next hand begins.
func (p *Player) Faults() []SeatFault { return p.faults }

// Err returns why the hand has ended before it was over, nil if it has not: a
// *Fault if a bot or the engine has panicked, or what Check has found.
func (p *Player) Err() error { return p.err }

// A trace is a hash of the actions of a hand in order (64-bit FNV-1a over their
// ids).
type trace uint64

const emptyTrace trace = 0xcbf29ce484222325

func (t *trace) add(a engine.Action) { *t = (*t ^ trace(a)) * 0x100000001b3 }

// ActionKinds are a set of kinds of action: bit k is set when the kind k is in it.
type ActionKinds uint16

// Has reports whether an action's kind is in the set.
func (k ActionKinds) Has(a engine.Action) bool { return k>>a.Kind()&1 == 1 }

// A script says how a hand is played otherwise than by its bots.
type script struct {
	seat    int
	forced  []engine.Action // the next actions of the seat
	refused ActionKinds     // at the next action of anybody
}

func (s *script) active() bool { return len(s.forced) > 0 || s.refused != 0 }

// Force makes a seat's next actions, those without a choice included, instead of
// its bot. A bot with memory is asked all the same. An action that is not legal then
// ends the hand with an error. It is for a hand that has just begun; the slice must
// not change until the actions are made.
func (p *Player) Force(seat int, actions []engine.Action) {
	p.script.seat, p.script.forced = seat, actions
}

// Refuse takes the actions of some kinds from those that are legal in the hand's
// next choice. That nothing is left ends the hand with an error.
func (p *Player) Refuse(kinds ActionKinds) { p.script.refused = kinds }

// step plays one action, by the script if there is one, and reports whether it was
// played.
func (p *Player) step() bool {
	h, s := &p.hand, &p.script
	seat := h.Asked()
	legal := p.engine.Legal(h, p.legal[:0])
	if seat == s.seat && len(s.forced) > 0 {
		a := s.forced[0]
		s.forced, s.refused = s.forced[1:], 0
		return p.force(seat, legal, a)
	}
	if s.refused != 0 {
		legal = slices.DeleteFunc(legal, s.refused.Has)
	}
	switch {
	case len(legal) == 0:
		p.err = errors.New("everything is refused")
		return false
	case len(legal) > 1 && p.seats[seat] == nil:
		p.legal, p.waiting, s.refused = legal, true, 0
		return false
	}
	a := legal[0]
	if len(legal) > 1 {
		a = p.ask(seat, legal)
	}
	s.refused = 0
	return p.play(seat, a)
}

// force plays a forced action.
func (p *Player) force(seat int, legal []engine.Action, a engine.Action) bool {
	if !slices.Contains(legal, a) {
		p.err = fmt.Errorf("forced action %q is not legal", a)
		return false
	}
	if len(legal) > 1 && p.seats[seat] != nil && policy.HasMemory(p.seats[seat]) {
		p.seats[seat].Act(p.engine.View(&p.hand, seat), legal)
	}
	return p.play(seat, a)
}
