package engine

import (
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// concealedKong declares four held tiles.
func (e *Engine) concealedKong(h *Hand, t tile.Tile) {
	p := &h.seats[h.turn]
	p.held.AddN(t, -tile.Copies)
	p.melds.Append(tile.MakeMeld(tile.ConcealedKong, t))
	if e.rules.ConcealedShown {
		h.visible.AddN(t, tile.Copies)
	}
	e.finishKong(h, h.turn, int(p.melds.N)-1, h.turn, e.liable(h, h.turn), e.rules.KongConcealed, CauseConcealedKong)
}

// announceKong offers the fourth tile of a pung to those who may rob it.
func (e *Engine) announceKong(h *Hand, t tile.Tile) {
	if e.watches(EventMeld) {
		e.tell(h, Event{Kind: EventMeld, Seat: h.turn, Other: h.turn, Tile: t, Suit: tile.NoSuit, Meld: tile.MakeMeld(tile.AddedKong, t)})
	}
	h.opening = false
	e.offer(h, PhaseRob, t)
}

// completeKong adds the announced tile to its pung, since nobody robbed it. A
// tile that was not just drawn pays only if the rules say so.
func (e *Engine) completeKong(h *Hand) {
	p := &h.seats[h.turn]
	t := h.claimed
	index := p.pungOf(t)
	p.held.Remove(t)
	h.visible.Add(t)
	p.melds.List[index] = tile.MakeMeld(tile.AddedKong, t)
	h.pungs[h.turn] &^= t.Bit()
	points := e.rules.KongAdded
	if t != h.drawn && e.rules.LateAddedKong == rules.LateUnpaid {
		points = 0
	}
	e.finishKong(h, h.turn, index, h.turn, e.liable(h, h.turn), points, CauseAddedKong)
}

// pungOf returns the index of the seat's pung of t among its melds.
func (p *seat) pungOf(t tile.Tile) int {
	for i, m := range p.melds.All() {
		if m == tile.MakeMeld(tile.Pung, t) {
			return i
		}
	}
	panic("engine: no pung to add to")
}

// finishKong has a kong paid and its tile replaced. Everything about the seat's
// tiles but the replacement is settled before.
func (e *Engine) finishKong(h *Hand, s uint8, index int, from, payers uint8, points int, c Cause) {
	p := &h.seats[s]
	m := p.melds.List[index]
	if e.watches(EventMeld) && m.Kind() != tile.AddedKong { // an added one was announced
		e.tell(h, Event{Kind: EventMeld, Seat: s, Other: from, Tile: m.Tile(), Suit: tile.NoSuit, Meld: m})
	}
	h.declare(kongKinds[m.Kind()], s, from, m.Tile())
	p.kongs[index] = kongPay{payers, uint8(points)}
	for payer := next(s); payer != s; payer = next(payer) {
		if payers>>payer&1 != 0 {
			e.pay(h, payer, s, points, c)
		}
	}
	h.called = true
	h.turnKong = int8(index)
	if !p.locked {
		e.setWaits(h, s)
	}
	e.drawReplacement(h, s)
}

// liable returns the set of seats that pay for a self-draw or a kong of s: all
// others that are still in the hand, which in blood flow is all of them.
func (e *Engine) liable(h *Hand, s uint8) uint8 {
	return 0b1111 &^ h.winners &^ (1 << s)
}

// robKong takes the announced tile from the seat whose turn it is: its meld
// stays a pung, and it ends its turn with the tiles that are left.
func (e *Engine) robKong(h *Hand) {
	p := &h.seats[h.turn]
	p.held.Remove(h.claimed)
	h.addRiver(h.turn, h.claimed, false)
	*h.lastRiver() |= riverRobbed
	h.robbed = true
	e.endTurn(h, h.turn)
	if e.watches(EventRobbed) {
		e.tell(h, Event{Kind: EventRobbed, Seat: h.turn, Tile: h.claimed, Suit: tile.NoSuit})
	}
}

// returnKong gives the payment of the turn's last kong back to those who paid.
func (e *Engine) returnKong(h *Hand, s uint8) {
	k := &h.seats[s].kongs[h.turnKong]
	for payer := next(s); payer != s; payer = next(payer) {
		if k.payers>>payer&1 != 0 {
			e.pay(h, s, payer, int(k.points), CauseKongReversal)
		}
	}
	k.points = 0
}
