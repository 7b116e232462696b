package engine

import (
	"fmt"

	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// An Engine plays hands under one rule system. It holds no hand: the hands are
// the caller's values. Without an observer it is read-only and may be shared by
// goroutines; with one it may be as far as the observer may.
type Engine struct {
	rules  rules.Rules
	tables *shape.Tables
	scorer *fan.Scorer
	byAny  *fan.Scorer // scorer without the rules' fewest fan of a win
	// plainPairs: seven pairs are a hand, and four of a kind are two of them.
	plainPairs bool

	observer Observer
	watched  EventMask
}

// New returns an engine for rules that Validate accepts; others are an error.
func New(r rules.Rules, t *shape.Tables) (*Engine, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	e := &Engine{
		rules: r, tables: t, scorer: fan.NewScorer(r, t),
		plainPairs: r.SevenPairs > 0 && r.SevenPairsQuads,
	}
	e.byAny = e.scorer
	if r.MinFan > 0 {
		r.MinFan = 0
		e.byAny = fan.NewScorer(r, t)
	}
	return e, nil
}

// Observed returns a copy of the engine that tells o of every event whose kind
// is in the mask.
func (e *Engine) Observed(o Observer, mask EventMask) *Engine {
	c := *e
	c.observer, c.watched = o, mask
	return &c
}

// Rules returns the rules the engine plays.
func (e *Engine) Rules() *rules.Rules { return &e.rules }

// Scorer returns the scorer of the engine's rules. To it a hand of too few fan
// is no winning hand.
func (e *Engine) Scorer() *fan.Scorer { return e.scorer }

// AnyFanScorer returns a scorer that differs from Scorer in what it says of
// complete hands of too few fan to win: what they would be worth.
func (e *Engine) AnyFanScorer() *fan.Scorer { return e.byAny }

// Tables returns the engine's suit tables.
func (e *Engine) Tables() *shape.Tables { return e.tables }

// watches reports whether somebody wants to know of events of a kind.
func (e *Engine) watches(k EventKind) bool { return e.watched>>k&1 != 0 }

// tell reports an event that is watched.
func (e *Engine) tell(h *Hand, ev Event) { e.observer.Observe(h, ev) }

// Deal starts a hand from a deck, which must be valid: the tiles are dealt and
// the first decision waits.
func (e *Engine) Deal(h *Hand, d *Deck) {
	*h = Hand{}
	h.dealer, h.turn = uint8(d.Dealer), uint8(d.Dealer)
	h.direction = uint8(d.Direction.Steps())
	if e.rules.ExchangeDirection != rules.Random {
		h.direction = uint8(e.rules.ExchangeDirection.Steps())
	}
	h.drawn, h.claimed, h.turnKong = tile.None, tile.None, -1
	for s := range h.seats {
		h.seats[s].void, h.seats[s].committed, h.seats[s].passed = tile.NoSuit, tile.None, noFan
		h.seats[s].milestones = Milestones{Cleared: notYet, Ready: notYet, Won: notYet}
	}
	for i, t := range d.Tiles[:dealt] {
		h.seat(uint8(d.Dealer + i)).held.Add(t)
	}
	if e.watches(EventDeal) {
		e.tellDeal(h, d)
	}
	h.buildWall(d)
	if e.rules.ExchangeTiles > 0 {
		h.phase = PhaseExchange
		return
	}
	h.phase = PhaseVoid
}

func (e *Engine) tellDeal(h *Hand, d *Deck) {
	for i, t := range d.Tiles[:dealt] {
		s := after(uint8(d.Dealer), uint8(i))
		e.tell(h, Event{Kind: EventDeal, Seat: s, Tile: t, Suit: tile.NoSuit})
	}
}

// Legal appends to dst the actions among which the asked seat may choose, in
// ascending order of their ids, and returns it. There is none once the hand is
// over. No decision has more than 32 actions. Where dst has room for NumActions
// nothing is allocated.
func (e *Engine) Legal(h *Hand, dst []Action) []Action {
	switch h.phase {
	case PhaseExchange:
		return e.legalExchange(h, dst)
	case PhaseVoid:
		return e.legalVoid(h, dst)
	case PhaseTurn:
		return e.legalTurn(h, dst)
	case PhaseClaim, PhaseRob:
		return e.legalAnswers(h, dst)
	}
	return dst
}

// Apply plays an action, which must be one of Legal's, and moves on to the next
// decision or the end of the hand. What an action that is not legal does is
// undefined; Check is for those.
func (e *Engine) Apply(h *Hand, a Action) {
	if h.phase == PhaseTurn && a < concealedAction { // most actions are discards
		e.discard(h, tile.Tile(a-discardAction))
		return
	}
	switch h.phase {
	case PhaseExchange:
		e.passOn(h, a.Tile())
	case PhaseVoid:
		e.nameVoid(h, a)
	case PhaseTurn:
		e.playTurn(h, a)
	case PhaseClaim, PhaseRob:
		e.answer(h, a)
	case PhaseOver:
		panic("engine: Apply on a hand that is over")
	}
}

// Check reports why an action is not legal, nil if it is.
func (e *Engine) Check(h *Hand, a Action) error {
	if h.Over() {
		return fmt.Errorf("engine: %s: the hand is over", a)
	}
	var room [NumActions]Action
	legal := e.Legal(h, room[:0])
	for _, l := range legal {
		if l == a {
			return nil
		}
	}
	return fmt.Errorf("engine: seat %d may not %s in the phase %s; legal are %v", h.asked, a, h.phase, legal)
}
