package record

import (
	"errors"
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// ErrNotFull is the error of Verify for a record that does not hold everything.
var ErrNotFull = errors.New("only full records can be verified")

// Verify plays a hand again from its deck and compares: each action has to be
// legal, each event and the ledger what the engine makes of it. The error is a
// *Fault that names the first line that is wrong, ErrNotFull, or that of rules
// or a deck that cannot be played.
func Verify(r *Record, t *shape.Tables) error { return replay(r, t, nil) }

// A Visitor is told of a decision before it is played, those without a choice too:
// which actions were legal, which was chosen, and the index of the event that shows
// it. The hand and the actions are good for the call only; the engine may look at the hand
// and must not play it.
type Visitor func(e *engine.Engine, h *engine.Hand, legal []engine.Action, a engine.Action, event int)

// Follow is Verify with a visitor.
func Follow(r *Record, t *shape.Tables, visit Visitor) error { return replay(r, t, visit) }

// replay is Verify with a visitor, nil for none.
func replay(r *Record, t *shape.Tables, visit Visitor) error {
	if r.Visibility != Full {
		return ErrNotFull
	}
	if err := r.validate(); err != nil {
		return err
	}
	e, err := engine.New(r.Rules, t)
	if err != nil {
		return err
	}
	p := &player{record: r, visit: visit}
	p.engine = e.Observed(p, engine.AllEvents)
	if err := p.play(); err != nil {
		return err
	}
	return p.compareLedger()
}

// A player plays a hand again along its events.
type player struct {
	record *Record
	visit  Visitor
	engine *engine.Engine
	hand   engine.Hand
	at     int   // events that agreed
	chosen int   // actions since the last event: of seats that choose at once
	fault  error // the first event that did not agree
	legal  [engine.NumActions]engine.Action
}

func (p *player) play() error {
	p.engine.Deal(&p.hand, &p.record.Deck)
	for p.fault == nil && !p.hand.Over() {
		if err := p.step(); err != nil {
			return err
		}
	}
	if p.fault == nil && p.at < len(p.record.Events) {
		return p.failf(p.at, "%s follows the end of the hand", EventText(p.record.Events[p.at]))
	}
	return p.fault
}

func (p *player) failf(event int, format string, args ...any) error {
	return faultf(p.record.Line(event), format, args...)
}

// step plays one action.
func (p *player) step() error {
	event := p.at + p.chosen
	a, err := p.action(event)
	if err != nil {
		return err
	}
	if err := p.engine.Check(&p.hand, a); err != nil {
		return p.failf(event, "seat %d may not %s; it may %s", p.hand.Asked(), a,
			ActionsText(p.engine.Legal(&p.hand, p.legal[:0])))
	}
	if p.visit != nil {
		p.visit(p.engine, &p.hand, p.engine.Legal(&p.hand, p.legal[:0]), a, event)
	}
	p.chosen++
	p.engine.Apply(&p.hand, a)
	return nil
}

// Observe compares an event with the recorded one.
func (p *player) Observe(_ *engine.Hand, e engine.Event) {
	events := p.record.Events
	switch {
	case p.fault != nil:
		return
	case p.at == len(events):
		p.fault = p.failf(p.at, "the events end where %s is due", EventText(e))
	case events[p.at] != e:
		p.fault = p.failf(p.at, "expected %s, found %s", EventText(e), EventText(events[p.at]))
	}
	p.at++
	p.chosen = 0
}

// action returns what the asked seat chose, as an event shows it.
func (p *player) action(event int) (engine.Action, error) {
	asked := p.hand.Asked()
	if event >= len(p.record.Events) {
		return 0, p.failf(len(p.record.Events), "the events end where %s is due", p.due())
	}
	e := &p.record.Events[event]
	if int(e.Seat) == asked {
		if a, ok := actionOf(p.hand.Phase(), e); ok {
			return a, nil
		}
	}
	return 0, p.failf(event, "expected %s, found %s", p.due(), EventText(*e))
}

// due says in words what the asked seat has to do.
func (p *player) due() string {
	s := p.hand.Asked()
	switch p.hand.Phase() {
	case engine.PhaseExchange:
		return fmt.Sprintf("an exchange by seat %d", s)
	case engine.PhaseVoid:
		return fmt.Sprintf("the void suit of seat %d", s)
	case engine.PhaseTurn:
		return fmt.Sprintf("a discard, kong or win by seat %d", s)
	}
	return fmt.Sprintf("an answer by seat %d", s)
}

// actionOf returns the action that an event shows in a phase.
func actionOf(phase engine.Phase, e *engine.Event) (engine.Action, bool) {
	switch phase {
	case engine.PhaseExchange:
		return engine.Exchange(e.Tile), e.Kind == engine.EventExchange && e.Tile < tile.Count
	case engine.PhaseVoid:
		if e.Tile < tile.Count {
			return engine.CommitVoid(e.Tile), e.Kind == engine.EventVoid
		}
		return engine.NameVoid(e.Suit), e.Kind == engine.EventVoid && e.Suit < tile.NumSuits
	case engine.PhaseTurn:
		return turnAction(e)
	}
	return e.Action, e.Kind == engine.EventAnswer
}

func turnAction(e *engine.Event) (engine.Action, bool) {
	switch {
	case e.Kind == engine.EventWin:
		return engine.Win, true
	case e.Tile >= tile.Count:
		return 0, false
	case e.Kind == engine.EventDiscard:
		return engine.Discard(e.Tile), true
	case e.Kind == engine.EventMeld && e.Meld.Kind() == tile.ConcealedKong:
		return engine.ConcealedKong(e.Tile), true
	case e.Kind == engine.EventMeld && e.Meld.Kind() == tile.AddedKong:
		return engine.AddKong(e.Tile), true
	}
	return 0, false
}

func (p *player) compareLedger() error {
	want, got := p.hand.Ledger(), &p.record.Ledger
	for s := range want {
		for source := range want[s] {
			if w, g := want[s][source], got[s][source]; w != g {
				return p.failf(len(p.record.Events), "ledger: seat %d has %d points from %s, not %d",
					s, w, engine.Source(source), g)
			}
		}
	}
	return nil
}
