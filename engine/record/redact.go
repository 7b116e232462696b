package record

import (
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// Redact returns the record as far as v may know it: Public, or one seat. The
// record given must be full or of that visibility already; any other knows too
// little, and Redact panics.
//
// What goes is what an engine.View does not show: the deck and the seed, the
// tiles dealt to and drawn by others, those exchanged between others, all
// answers of others (their effect is public), void suits and the tiles set
// aside for them as long as the rules hide them, the kind of another's
// concealed kong where the rules hide it, and in a blood battle the tile of
// another's self-draw, which its winner keeps. A void suit that was hidden
// comes to light with the seat's first discard.
func Redact(r *Record, v Visibility) *Record {
	if r.Visibility != Full && r.Visibility != v {
		panic("record: Redact of a record that knows less")
	}
	out := *r
	out.Visibility = v
	if v == Full {
		out.Events = slices.Clone(r.Events)
		return &out
	}
	out.Seeded, out.Seed, out.Hand = false, 0, 0
	out.Deck.Tiles = sortedTiles
	out.Events = nil
	out.first = 0
	h := hider{rules: &r.Rules, sight: v}
	for _, e := range r.Events {
		if h.hide(&e) {
			out.Events = append(out.Events, e)
		}
	}
	return &out
}

// sortedTiles are the deck where it is not known.
var sortedTiles = func() (w [tile.Total]tile.Tile) {
	for i := range w {
		w[i] = tile.Tile(i / tile.Copies)
	}
	return w
}()

// A hider takes out of a hand's events, one after the other, what is not to be
// seen.
type hider struct {
	rules     *rules.Rules
	sight     Visibility
	void      [engine.NumSeats]tile.Suit
	discarded [engine.NumSeats]bool
}

// hide changes an event to what is seen of it and reports whether that is
// anything.
func (h *hider) hide(e *engine.Event) bool {
	own := h.sight.sees(e.Seat)
	switch e.Kind {
	case engine.EventDeal, engine.EventDraw:
		if !own {
			e.Tile = tile.None
		}
	case engine.EventExchange:
		if !own && !h.sight.sees(e.Other) {
			e.Tile = tile.None
		}
	case engine.EventVoid:
		h.hideVoid(e, own)
	case engine.EventDiscard:
		h.showVoid(e, own)
	case engine.EventAnswer:
		return own
	case engine.EventMeld:
		if !own && e.Meld.Kind() == tile.ConcealedKong && !h.rules.ConcealedShown {
			e.Meld, e.Tile = hiddenKong, tile.None
		}
	case engine.EventWin:
		if !own && e.Seat == e.Other && h.rules.AfterWin == rules.Leave {
			e.Tile = tile.None
		}
	}
	return true
}

func (h *hider) hideVoid(e *engine.Event, own bool) {
	h.void[e.Seat] = e.Suit
	if own {
		return
	}
	e.Tile = tile.None
	if h.rules.VoidHidden {
		e.Suit = tile.NoSuit
	}
}

// showVoid names the void suit with the first discard of a seat where it was
// hidden before. A record that is redacted already has it there.
func (h *hider) showVoid(e *engine.Event, own bool) {
	first := !h.discarded[e.Seat]
	h.discarded[e.Seat] = true
	if own || !first || !h.rules.VoidHidden {
		e.Suit = tile.NoSuit
	} else if h.void[e.Seat] != tile.NoSuit {
		e.Suit = h.void[e.Seat]
	}
}

// onlyKnown refuses a record that shows more than its visibility allows, or
// less. The error is a *Fault.
func (r *Record) onlyKnown() error {
	if r.Visibility == Full {
		return nil
	}
	h := hider{rules: &r.Rules, sight: r.Visibility}
	for i, e := range r.Events {
		if kept := h.hide(&e); !kept || e != r.Events[i] {
			return faultf(r.Line(i), "shows more than a record of visibility %s may", r.Visibility)
		}
		if h.lacks(&e) {
			return faultf(r.Line(i), "shows less than a record of visibility %s has to", r.Visibility)
		}
	}
	return nil
}

// lacks reports whether an event does not tell what is seen of it.
func (h *hider) lacks(e *engine.Event) bool {
	own := h.sight.sees(e.Seat)
	switch e.Kind {
	case engine.EventDeal, engine.EventDraw:
		return own && e.Tile == tile.None
	case engine.EventExchange:
		return (own || h.sight.sees(e.Other)) && e.Tile == tile.None
	case engine.EventVoid:
		return (own || !h.rules.VoidHidden) && e.Suit == tile.NoSuit
	case engine.EventMeld:
		return (own || h.rules.ConcealedShown) && e.Tile == tile.None
	case engine.EventWin:
		return e.Tile == tile.None && (e.Seat != e.Other || h.rules.AfterWin == rules.Stay)
	}
	return false
}
