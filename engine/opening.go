package engine

import "xuezhan/engine/tile"

// legalExchange lists the tiles that the asked seat may pass on next. Tiles are
// passed on in ascending order, so a tile is legal when enough tiles of its
// suit (or of any, as the rules have it) are at it or above: when it is not
// among the highest ones, which are kept for the picks after this one.
func (e *Engine) legalExchange(h *Hand, dst []Action) []Action {
	p := h.seat(h.asked)
	kept := e.rules.ExchangeTiles - int(h.picked) - 1
	if h.picked > 0 && e.rules.ExchangeOneSuit {
		return appendMore(dst, p.held[h.lastPick.Suit()].WithoutLast(kept), h.lastPick)
	}
	var rest tile.Held
	if e.rules.ExchangeOneSuit {
		for s := range rest {
			rest[s] = p.held[s].WithoutLast(kept)
		}
	} else {
		rest = p.held.WithoutLast(kept)
	}
	k := rest.Kinds()
	if h.picked > 0 {
		k &^= h.lastPick.Bit() - 1
	}
	return appendKinds(dst, exchangeAction, k)
}

// appendMore lists the tiles of a suit that may be passed on after one of it.
func appendMore(dst []Action, w tile.SuitWord, last tile.Tile) []Action {
	ranks := w.Kinds() &^ (1<<(last.Rank()-1) - 1)
	return appendRanks(dst, Exchange(tile.Of(last.Suit(), 1)), ranks)
}

// passOn takes one tile of the asked seat's exchange. The last tile of the last
// seat makes them change hands.
func (e *Engine) passOn(h *Hand, t tile.Tile) {
	p := &h.seats[h.asked]
	p.held.Remove(t)
	p.aside.Add(t)
	h.picked++
	h.lastPick = t
	if int(h.picked) < e.rules.ExchangeTiles {
		return
	}
	h.picked = 0
	h.asked++
	if h.asked == NumSeats {
		e.exchange(h)
	}
}

// exchange hands on what every seat has set aside.
func (e *Engine) exchange(h *Hand) {
	for s := range h.seats {
		to := (s + int(h.direction)) % NumSeats
		aside := h.seats[s].aside
		h.seats[s].aside, h.seats[s].given = tile.Held{}, aside
		for suit, w := range aside {
			h.seats[to].held[suit] += w
		}
		if e.watches(EventExchange) {
			e.tellExchange(h, s, to, aside)
		}
	}
	h.phase, h.asked = PhaseVoid, 0
}

func (e *Engine) tellExchange(h *Hand, from, to int, tiles tile.Held) {
	for t := range tile.Tile(tile.Count) {
		for range tiles.Count(t) {
			e.tell(h, Event{Kind: EventExchange, Seat: uint8(from), Other: uint8(to), Tile: t, Suit: tile.NoSuit})
		}
	}
}

// legalVoid lists the void suits that the asked seat may name: where the rules
// commit a first discard by one of its tiles, and bare only if it has none.
func (e *Engine) legalVoid(h *Hand, dst []Action) []Action {
	p := &h.seats[h.asked]
	if e.rules.VoidCommits {
		dst = appendKinds(dst, voidTileAction, p.held.Kinds())
	}
	for s := range tile.Suit(tile.NumSuits) {
		if !e.rules.VoidCommits || !p.held.HasSuit(s) {
			dst = append(dst, NameVoid(s))
		}
	}
	return dst
}

// nameVoid takes the asked seat's void suit. The last one opens the play: the
// dealer acts first, without drawing.
func (e *Engine) nameVoid(h *Hand, a Action) {
	p := &h.seats[h.asked]
	p.void = a.Suit()
	if e.rules.VoidCommits && a.Kind() == KindCommitVoid {
		p.committed = a.Tile()
	}
	h.asked++
	if h.asked < NumSeats {
		return
	}
	if e.watches(EventVoid) {
		for s := range h.seats {
			e.tell(h, Event{Kind: EventVoid, Seat: uint8(s), Suit: h.seats[s].void, Tile: h.seats[s].committed})
		}
	}
	h.opening = true
	h.phase, h.asked = PhaseTurn, h.dealer
	for s := range h.seats {
		if uint8(s) != h.dealer {
			e.endTurn(h, uint8(s))
		}
	}
}
