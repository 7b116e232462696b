package engine

import (
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A View is all that one seat may know of a hand in play: its own tiles, and
// what is public. It looks into the hand rather than copying it, so it is valid
// until the hand moves on, and small enough to be passed by value.
type View struct {
	e    *Engine
	h    *Hand
	seat uint8
}

// View returns what a seat may know.
func (e *Engine) View(h *Hand, seat int) View { return View{e, h, uint8(seat)} }

func (v View) self() *seat { return v.h.seat(v.seat) }

// Rules returns the rules in play.
func (v View) Rules() *rules.Rules { return &v.e.rules }

// Engine returns the engine, whose tables and scorer answer questions about
// tiles.
func (v View) Engine() *Engine { return v.e }

// Seat returns whose view this is.
func (v View) Seat() int { return int(v.seat) }

// Phase returns what the hand waits for.
func (v View) Phase() Phase { return v.h.phase }

// Dealer returns the dealer's seat.
func (v View) Dealer() int { return int(v.h.dealer) }

// Direction returns how many seats further in turn order exchanged tiles go.
func (v View) Direction() int { return int(v.h.direction) }

// Left returns the number of tiles left in the wall.
func (v View) Left() int { return int(v.h.left) }

// Turn returns the seat whose turn it is; in the phases claim and rob, the seat
// whose tile is in question.
func (v View) Turn() int { return int(v.h.turn) }

// Held returns the seat's own held tiles, the drawn one included.
func (v View) Held() tile.Held { return v.self().held }

// PassedOn returns the tiles that the seat has so far passed on in the
// exchange.
func (v View) PassedOn() tile.Held {
	if v.h.phase != PhaseExchange {
		return tile.Held{}
	}
	return v.self().aside
}

// Drawn returns the tile that the seat drew in this turn of its own, None if it
// drew none.
func (v View) Drawn() tile.Tile {
	if v.h.phase == PhaseTurn && v.h.turn == v.seat {
		return v.h.drawn
	}
	return tile.None
}

// Offered returns the tile that the seat is asked about in the phases claim and
// rob, None otherwise.
func (v View) Offered() tile.Tile {
	if v.h.phase == PhaseClaim || v.h.phase == PhaseRob {
		return v.h.claimed
	}
	return tile.None
}

// Void returns the void suit of a seat as far as it is known: NoSuit before all
// have named theirs, and for others where the rules hide it until their first
// discard.
func (v View) Void(s int) tile.Suit {
	p := &v.h.seats[s]
	if s == int(v.seat) {
		return p.void
	}
	if v.h.phase <= PhaseVoid || v.e.rules.VoidHidden && p.discards == 0 {
		return tile.NoSuit
	}
	return p.void
}

// Committed returns the tile that the seat has set aside as its first discard,
// None for none.
func (v View) Committed() tile.Tile { return v.self().committed }

// Melds returns a seat's melds. The tile of another's concealed kong is None
// where the rules hide it.
func (v View) Melds(s int) tile.Melds {
	m := v.h.seats[s].melds
	if s == int(v.seat) || v.e.rules.ConcealedShown {
		return m
	}
	for i, x := range m.All() {
		if x.Kind() == tile.ConcealedKong {
			m.List[i] = tile.MakeMeld(tile.ConcealedKong, tile.None)
		}
	}
	return m
}

// River returns all discards in order. The slice is the hand's own and must not
// be changed.
func (v View) River() []Riverside { return v.h.River() }

// Discarded returns the kinds that a seat has discarded.
func (v View) Discarded(s int) tile.Kinds { return v.h.seats[s].discarded }

// Shed returns how many tiles of each suit of a seat lie in the river. One that was
// robbed from a kong is among them.
func (v View) Shed(s int) [tile.NumSuits]uint8 { return v.h.shed[s] }

// HasRobbed reports whether a tile in the river was robbed from a kong.
func (v View) HasRobbed() bool { return v.h.robbed }

// Waits returns the kinds that complete the seat's own tiles in play, as they
// stood at the end of its last turn or after its last kong.
func (v View) Waits() tile.Kinds { return v.self().waits }

// HasWon reports whether a seat has won.
func (v View) HasWon(s int) bool { return v.h.seats[s].everWon }

// WinOrder returns 1 for the hand's first winner, 2 for the second and so on, and 0
// for a seat that has not won. Winners of one tile share their place.
func (v View) WinOrder(s int) int { return int(v.h.seats[s].winOrder) }

// IsOut reports whether a seat has left the hand.
func (v View) IsOut(s int) bool { return v.h.seats[s].left }

// IsLocked reports whether a seat has won and keeps its tiles.
func (v View) IsLocked(s int) bool { return v.h.seats[s].locked }

// HeldCount returns how many tiles a seat has concealed.
func (v View) HeldCount(s int) int { return v.h.seats[s].held.Total() }

// Points returns a seat's points so far.
func (v View) Points(s int) int { return v.h.ledger[s].Total() }

// CanLoseKongs reports whether seat s has kong income that it may yet have to
// give back.
func (v View) CanLoseKongs(s int) bool {
	for _, k := range v.h.seats[s].kongs {
		if k.points > 0 {
			return true
		}
	}
	return false
}

// Unseen returns the tiles that the seat does not see: the wall and what the
// others hold. What it has passed on itself counts as unseen once it has gone.
func (v View) Unseen() tile.Held {
	seen := v.h.seenBy(v.self())
	const all = 0o444444444
	return tile.Held{all - seen[0], all - seen[1], all - seen[2]}
}

// seenBy returns the tiles that a seat sees: its own and the public ones. Its
// concealed kongs are its own even where they are not shown.
func (h *Hand) seenBy(p *seat) tile.Held {
	seen := h.visible
	for s := range seen {
		seen[s] += p.held[s]
	}
	switch {
	case h.phase == PhaseExchange:
		for s := range seen {
			seen[s] += p.aside[s]
		}
	case h.phase == PhaseRob && p != &h.seats[h.turn]:
		seen.Add(h.claimed) // announced, though not yet declared
	}
	for _, m := range p.melds.All() {
		if m.Kind() == tile.ConcealedKong && seen.Count(m.Tile()) == 0 {
			seen.AddN(m.Tile(), tile.Copies)
		}
	}
	return seen
}

// Discards returns the kinds that the seat may discard. It is meant for the
// seat's own turn.
func (v View) Discards() tile.Kinds {
	p := v.h.seat(v.h.turn)
	return v.h.discards(p, p.held.Kinds())
}

// WinResult returns what the win on which the seat is to decide is worth, false
// if the tile it drew or is offered does not make its hand a winning one. Locks are not
// looked at: Legal says whether the win may be taken.
func (v View) WinResult() (fan.Result, bool) {
	h, p := v.h, v.self()
	if h.phase == PhaseTurn {
		return v.e.scorer.Score(&p.held, &p.melds, v.e.selfDrawn(h, p), h.selfDrawSituation())
	}
	full := p.held.With(h.claimed)
	return v.e.scorer.Score(&full, &p.melds, h.claimed, h.situation(h.phase, &v.e.rules))
}
