package engine

import (
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// selfDraw lets the seat whose turn it is win on the tile it drew, or on its
// opening tiles. All that are liable pay.
func (e *Engine) selfDraw(h *Hand) {
	s := h.turn
	p := &h.seats[s]
	how := h.selfDrawSituation()
	h.noteFirst(1<<s, s)
	payers := e.liable(h, s)
	h.drawn = e.selfDrawn(h, p)
	r := e.win(h, s, s, h.drawn, how, h.nextOrder())
	for payer := next(s); payer != s; payer = next(payer) {
		if payers>>payer&1 != 0 {
			e.pay(h, payer, s, r.Points+e.rules.SelfDrawPoints, CauseSelfDraw)
		}
	}
	e.afterWin(h, s)
}

func (h *Hand) selfDrawSituation() fan.Situation {
	how := fan.BySelfDraw
	if h.left == 0 {
		how |= fan.WallEmpty
	}
	if h.replacement {
		how |= fan.OnReplacement
	}
	if h.opening {
		how |= fan.OnDeal
	}
	if !h.called && h.turn != h.dealer && h.seats[h.turn].milestones.Draws == 1 {
		how |= fan.OnFirstDraw
	}
	return how
}

// win counts one win of a seat on a tile: its own, at from == s, or another's.
// It returns what the win is worth; the caller has it paid. A battle's winner
// leaves; a flow's is locked, and a tile it drew itself is set aside.
func (e *Engine) win(h *Hand, s, from uint8, t tile.Tile, how fan.Situation, order uint8) fan.Result {
	p := &h.seats[s]
	full := p.held
	if from != s {
		full.Add(t)
	}
	r, ok := e.scorer.Score(&full, &p.melds, t, how)
	if !ok {
		panic("engine: a win that is not one")
	}
	h.declareWin(s, from, t, how, &r)
	h.called = true
	p.wins++
	if !p.everWon {
		p.everWon = true
		p.winOrder = order
		p.milestones.Won = p.milestones.Draws
	}
	if e.rules.AfterWin == rules.Leave {
		p.left = true
		h.winners |= 1 << s
		h.claims[s] = 0
	} else {
		if from == s {
			p.held.Remove(t)
			p.aside.Add(t)
			h.visible.Add(t)
			if h.opening {
				e.endTurn(h, s)
			}
		}
		p.locked = true
	}
	if e.watches(EventWin) {
		e.tell(h, Event{
			Kind: EventWin, Seat: s, Other: from, Tile: t, Suit: tile.NoSuit, Situation: how,
			Fan: int16(r.Fan), Points: int32(r.Points), Patterns: r.Patterns,
		})
	}
	return r
}

// selfDrawn returns the tile that counts as the one a self-draw wins on: the
// tile drawn, or what a flow's dealer takes out of its opening tiles.
func (e *Engine) selfDrawn(h *Hand, p *seat) tile.Tile {
	if h.opening && e.rules.AfterWin == rules.Stay {
		return e.leastMissed(h, p)
	}
	return h.drawn
}

// leastMissed returns the tile that a flow's dealer, complete on the deal,
// takes out of its fourteen: the one that leaves the most kinds to wait on,
// then the most live tiles, then the lowest.
func (e *Engine) leastMissed(h *Hand, p *seat) tile.Tile {
	best, bestWidth, bestLive := tile.None, -1, -1
	for k := p.held.Kinds(); k != 0; k = k.Rest() {
		t := k.First()
		rest := *p
		rest.held.Remove(t)
		waits := e.waits(&rest)
		width, live := waits.Len(), h.live(p, waits)
		if width > bestWidth || width == bestWidth && live > bestLive {
			best, bestWidth, bestLive = t, width, live
		}
	}
	return best
}

// pay moves points from one seat to another. Nothing moves for no points.
func (e *Engine) pay(h *Hand, payer, payee uint8, points int, c Cause) {
	if points == 0 {
		return
	}
	h.payments++
	h.ledger.Book(int(payer), int(payee), int32(points), c)
	if e.watches(EventTransfer) {
		e.tell(h, Event{Kind: EventTransfer, Seat: payee, Other: payer, Tile: tile.None, Suit: tile.NoSuit, Points: int32(points), Cause: c})
	}
}
