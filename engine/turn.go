package engine

import (
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// legalTurn lists what the seat whose turn it is may do: discard, declare a
// kong, win.
func (e *Engine) legalTurn(h *Hand, dst []Action) []Action {
	p := h.seat(h.turn)
	if p.clearing() {
		return e.legalClearing(h, dst)
	}
	held := p.held.Kinds()
	dst = appendKinds(dst, discardAction, h.discards(p, held))
	if p.hasQuad() || held&h.pungs[h.turn%NumSeats] != 0 {
		dst = e.appendKongs(h, dst)
	}
	if e.maySelfDraw(h, p) {
		dst = append(dst, Win)
	}
	return dst
}

// clearing reports whether the seat may discard tiles of its void suit only,
// because it holds some.
func (p *seat) clearing() bool {
	return p.held.HasSuit(p.void) && p.committed == tile.None && !p.locked
}

// legalClearing is legalTurn for a seat that has its void suit to clear, which
// cannot win.
func (e *Engine) legalClearing(h *Hand, dst []Action) []Action {
	p := h.seat(h.turn)
	dst = appendRanks(dst, Discard(tile.Of(p.void, 1)), p.held[p.void].Kinds())
	if e.rules.KongWithVoid && (p.hasQuad() || h.pungs[h.turn] != 0) {
		dst = e.appendKongs(h, dst)
	}
	return dst
}

// hasQuad reports whether some kind is held four times.
func (p *seat) hasQuad() bool {
	return (p.held[0]|p.held[1]|p.held[2])&0o444444444 != 0
}

// discards returns the kinds that the seat whose turn it is may discard of those
// held. The tile committed with the void suit goes first, then whatever is of
// the void suit; a locked seat discards what it drew.
func (h *Hand) discards(p *seat, held tile.Kinds) tile.Kinds {
	switch {
	case p.locked:
		return h.drawn.Bit()
	case p.committed != tile.None:
		return p.committed.Bit()
	}
	if void := held & tile.SuitKinds(p.void); void != 0 {
		return void
	}
	return held
}

func (e *Engine) appendKongs(h *Hand, dst []Action) []Action {
	if !e.mayKong(h) {
		return dst
	}
	if h.seat(h.turn).hasQuad() {
		for k := e.concealedKongs(h); k != 0; k = k.Rest() {
			dst = append(dst, ConcealedKong(k.First()))
		}
	}
	for k := e.addedKongs(h); k != 0; k = k.Rest() {
		dst = append(dst, AddKong(k.First()))
	}
	return dst
}

// mayKong reports whether the seat whose turn it is may declare any kong: one
// that can be replaced, not on the turn of a pung, and not while it holds its
// void suit, the last two as the rules have it.
func (e *Engine) mayKong(h *Hand) bool {
	p := h.seat(h.turn)
	return h.left > 0 && (!h.afterPung || e.rules.KongAfterPung) &&
		(e.rules.KongWithVoid || !p.held.HasSuit(p.void))
}

// concealedKongs returns the kinds held four times that are not of the void
// suit. A locked seat may only use the tile it drew, and only if that leaves
// its waits as they are.
func (e *Engine) concealedKongs(h *Hand) tile.Kinds {
	p := h.seat(h.turn)
	k := p.held.Quads() &^ tile.SuitKinds(p.void)
	if !p.locked {
		return k
	}
	k &= h.drawn.Bit()
	if k != 0 && e.waitsAfterKong(p, h.drawn) != p.waits {
		return 0
	}
	return k
}

func (e *Engine) waitsAfterKong(p *seat, t tile.Tile) tile.Kinds {
	after := *p
	after.held.AddN(t, -tile.Copies)
	after.melds.Append(tile.MakeMeld(tile.ConcealedKong, t))
	return e.waits(&after)
}

// addedKongs returns the kinds of the seat's pungs whose fourth tile it holds.
func (e *Engine) addedKongs(h *Hand) tile.Kinds {
	p := h.seat(h.turn)
	if p.locked {
		return 0
	}
	k := p.held.Kinds() & h.pungs[h.turn]
	if e.rules.LateAddedKong == rules.LateIllegal {
		k &= h.drawn.Bit()
	}
	return k
}

// maySelfDraw reports whether the seat whose turn it is may win: on the tile it
// drew, or as dealer with its opening tiles.
func (e *Engine) maySelfDraw(h *Hand, p *seat) bool {
	return (p.waits.Has(h.drawn) || h.opening) && e.winsBySelfDraw(h)
}

// winsBySelfDraw reports whether the tiles after a draw that completes them, or at
// the opening, are complete and worth enough fan to win.
func (e *Engine) winsBySelfDraw(h *Hand) bool {
	p := h.seat(h.turn)
	if h.opening && !e.complete(p) {
		return false
	}
	if e.rules.MinFan == 0 {
		return true
	}
	_, ok := e.scorer.Score(&p.held, &p.melds, e.selfDrawn(h, p), h.selfDrawSituation())
	return ok
}

// playTurn plays what is not a discard.
func (e *Engine) playTurn(h *Hand, a Action) {
	switch a.Kind() {
	case KindConcealedKong:
		e.concealedKong(h, a.Tile())
	case KindAddedKong:
		e.announceKong(h, a.Tile())
	case KindWin:
		e.selfDraw(h)
	}
}

// discard ends the turn with a discard and asks the seats that may claim it.
func (e *Engine) discard(h *Hand, t tile.Tile) {
	s := h.turn
	p := h.seat(s)
	p.held.Remove(t)
	p.discarded |= t.Bit()
	p.committed = tile.None
	p.discards++
	asDrawn := t == h.drawn
	h.addRiver(s, t, asDrawn)
	h.opening = false
	if !asDrawn || h.replacement { // or else it holds what it did before
		e.setWaits(h, s)
	}
	h.milestone(p)
	if e.rules.PassedWin == rules.HigherFan {
		e.lockOwnDiscard(h, s, t)
	}
	if e.watches(EventDiscard) {
		e.tell(h, Event{Kind: EventDiscard, Seat: s, Tile: t, Suit: tile.NoSuit})
	}
	e.offer(h, PhaseClaim, t)
}

func (h *Hand) addRiver(s uint8, t tile.Tile, asDrawn bool) {
	r := Riverside(t) | Riverside(s)<<5
	if asDrawn {
		r |= riverDrawn
	}
	h.river[h.nRiver] = r
	h.nRiver++
	h.shed[s%NumSeats][t.Suit()]++
	h.visible.Add(t)
}

// lastRiver returns the newest tile of the river.
func (h *Hand) lastRiver() *Riverside { return &h.river[h.nRiver-1] }

// endTurn works out what the seat waits for and could claim between its turns,
// and notes the milestones it has reached.
func (e *Engine) endTurn(h *Hand, s uint8) {
	e.setWaits(h, s)
	h.milestone(h.seat(s))
}

// setWaits works out what the seat waits for and could claim with the tiles it
// holds. Tiles of the void suit mostly rule out both.
func (e *Engine) setWaits(h *Hand, s uint8) {
	p := h.seat(s)
	p.waits, h.claims[s%NumSeats] = 0, 0
	if p.held.HasSuit(p.void) && !e.rules.ClaimWithVoid {
		return
	}
	p.waits = e.waits(p)
	h.claims[s%NumSeats] = p.waits | p.held.Twice()&^tile.SuitKinds(p.void)
}

// waits returns the kinds that complete a seat's held tiles in play.
func (e *Engine) waits(p *seat) tile.Kinds {
	if p.held.HasSuit(p.void) {
		return 0
	}
	k := e.Waits(&p.held, int(p.melds.N), p.void)
	if k != 0 {
		k &^= tile.OwnsFour(&p.held, &p.melds)
	}
	return k
}

// Waits returns the kinds that complete held tiles by shape under the rules:
// package shape's Waits, with seven pairs only as the rules allow them.
func (e *Engine) Waits(h *tile.Held, melds int, void tile.Suit) tile.Kinds {
	if e.plainPairs || melds > 0 {
		return e.tables.Waits(h, melds, void)
	}
	return e.waitsOfFewerPairs(h, void)
}

// waitsOfFewerPairs is Waits without melds, where the rules have no seven pairs
// or only those of different kinds.
func (e *Engine) waitsOfFewerPairs(h *tile.Held, void tile.Suit) tile.Kinds {
	k := e.tables.StandardWaits(h, void)
	if e.rules.SevenPairs == 0 {
		return k
	}
	if pairs := shape.PairsWaits(*h, void); pairs != 0 {
		if full := h.With(pairs.First()); full.Quads() == 0 { // seven different kinds
			k |= pairs
		}
	}
	return k
}

// complete reports whether a seat's tiles are a complete hand, however few fan it
// has.
func (e *Engine) complete(p *seat) bool {
	if p.held.HasSuit(p.void) {
		return false
	}
	_, ok := e.byAny.Score(&p.held, &p.melds, tile.None, 0)
	return ok
}

// milestone notes what the seat has first reached at the end of this turn. Once
// it was ready there is nothing more.
func (h *Hand) milestone(p *seat) {
	if p.milestones.Ready == notYet {
		h.noteMilestone(p)
	}
}

// noteMilestone notes nothing while the seat holds tiles of its void suit, for
// it has no waits then.
func (h *Hand) noteMilestone(p *seat) {
	if p.held.HasSuit(p.void) {
		return
	}
	m := &p.milestones
	if m.Cleared == notYet {
		m.Cleared = m.Draws
	}
	if p.waits != 0 {
		m.Ready = m.Draws
		m.ReadyWide = uint8(p.waits.Len())
		m.ReadyLive = uint8(h.live(p, p.waits))
	}
}

// live counts the tiles of the kinds in the set that a seat does not see.
func (h *Hand) live(p *seat, k tile.Kinds) int {
	seen := h.seenBy(p)
	return tile.Copies*k.Len() - seen.CountOf(k)
}

// lockOwnDiscard keeps the lock on passed wins in step with a discard: a pung
// that left no winning hand releases it, and a winning tile of one's own is a
// win passed.
func (e *Engine) lockOwnDiscard(h *Hand, s uint8, t tile.Tile) {
	p := h.seat(s)
	if h.afterPung && !h.pungComplete {
		p.passed = noFan
	}
	if p.waits.Has(t) {
		p.passed = max(p.passed, e.lockFan(p, t, h.situation(PhaseClaim, &e.rules)))
	}
}
