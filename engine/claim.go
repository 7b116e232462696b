package engine

import (
	"math/bits"

	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// What a seat may answer to another's tile, a bit each.
const (
	mayWin  = 1 << iota // win on it
	mayPung             // claim it for a pung
	mayKong             // claim it for a kong
)

// offer asks the other seats about a tile of the seat whose turn it is: a
// discard, or a tile being added to a pung. If none of them can use it, play
// continues.
func (e *Engine) offer(h *Hand, phase Phase, t tile.Tile) {
	s := h.turn
	h.claimed, h.claimants = t, 0
	h.phase, h.asked = phase, s
	others := h.claims[after(s, 1)] | h.claims[after(s, 2)] | h.claims[after(s, 3)]
	if others.Has(t) { // mostly nobody can
		e.findClaimants(h)
	}
	switch {
	case h.claimants != 0:
		h.askNext()
	case phase == PhaseRob:
		e.completeKong(h)
	default:
		e.pass(h, s)
	}
}

// findClaimants works out what the other seats may answer to the tile.
func (e *Engine) findClaimants(h *Hand) {
	for s := next(h.turn); s != h.turn; s = next(s) {
		if !h.claims[s].Has(h.claimed) {
			continue
		}
		if o := e.answersTo(h, h.seat(s), h.phase, h.claimed); o != 0 {
			h.options[s] = o
			h.claimants |= 1 << s
		}
	}
}

// askNext moves on to the next seat that may claim, and reports whether there
// is one.
func (h *Hand) askNext() bool {
	for s := next(h.asked); s != h.turn; s = next(s) {
		if h.claimants>>s&1 != 0 {
			h.asked = s
			return true
		}
	}
	return false
}

// answersTo returns what a seat may answer to a tile.
func (e *Engine) answersTo(h *Hand, p *seat, phase Phase, t tile.Tile) uint8 {
	if p.left {
		return 0
	}
	var o uint8
	if p.waits.Has(t) && e.mayWinOn(h, p, phase, t) {
		o = mayWin
	}
	if phase == PhaseClaim && p.held.Count(t) >= 2 && e.mayCall(p, t) {
		if !p.noPung.Has(t) {
			o |= mayPung
		}
		if p.held.Count(t) == 3 && h.left > 0 {
			o |= mayKong
		}
	}
	return o
}

// mayCall reports whether a seat may claim a kind for a meld at all: never of
// its void suit, not when locked, and while it holds its void suit only if the
// rules allow it.
func (e *Engine) mayCall(p *seat, t tile.Tile) bool {
	return !p.locked && t.Suit() != p.void && (e.rules.ClaimWithVoid || !p.held.HasSuit(p.void))
}

// mayWinOn reports whether a seat may win on a tile that completes its hand: it
// is worth enough fan, and no lock forbids it.
func (e *Engine) mayWinOn(h *Hand, p *seat, phase Phase, t tile.Tile) bool {
	if e.rules.MinFan > 0 && !e.winsOn(h, p, phase, t) {
		return false
	}
	if e.rules.SacredDiscard && p.discarded.Has(t) && (phase == PhaseClaim || e.rules.SacredRobbing) {
		return false
	}
	switch e.rules.PassedWin {
	case rules.UntilDraw:
		return p.passed == noFan
	case rules.HigherFan:
		return p.passed == noFan || e.lockFan(p, t, h.situation(phase, &e.rules)) > p.passed
	}
	return true
}

// winsOn reports whether a tile that completes a seat's hand gives it enough fan
// to win.
func (e *Engine) winsOn(h *Hand, p *seat, phase Phase, t tile.Tile) bool {
	full := p.held.With(t)
	_, ok := e.scorer.Score(&full, &p.melds, t, h.situation(phase, &e.rules))
	return ok
}

// lockFan returns the fan of a win on t as locks compare them: those above the
// cap count as the cap.
func (e *Engine) lockFan(p *seat, t tile.Tile, how fan.Situation) int8 {
	full := p.held.With(t)
	r, ok := e.byAny.Score(&full, &p.melds, t, how)
	if !ok {
		panic("engine: a wait that is not complete")
	}
	return int8(min(r.Fan, e.rules.FanCap))
}

// situation returns how a win on the tile in question would come about.
func (h *Hand) situation(phase Phase, r *rules.Rules) fan.Situation {
	var how fan.Situation
	if h.left == 0 {
		how |= fan.WallEmpty
	}
	if phase == PhaseRob {
		how |= fan.ByRobbing
	}
	if h.turnKong >= 0 && (phase == PhaseClaim || r.ShotByRobbing) {
		how |= fan.AfterKong
	}
	return how
}

// legalAnswers lists what the asked seat may answer.
func (e *Engine) legalAnswers(h *Hand, dst []Action) []Action {
	return answersOf(h.options[h.asked], dst)
}

// answersOf lists a set of answers.
func answersOf(o uint8, dst []Action) []Action {
	if o&mayWin != 0 {
		dst = append(dst, Win)
	}
	if o&mayPung != 0 {
		dst = append(dst, Pung)
	}
	if o&mayKong != 0 {
		dst = append(dst, Kong)
	}
	return append(dst, Pass)
}

// answer takes the asked seat's answer; nothing happens before all have
// answered.
func (e *Engine) answer(h *Hand, a Action) {
	h.answers[h.asked] = a
	if !h.askNext() {
		e.resolve(h)
	}
}

// resolve acts on the answers: all wins, or one pung or kong, or none. Two
// seats cannot both hold two more copies of a tile, so at most one answers
// with a meld.
func (e *Engine) resolve(h *Hand) {
	var winners uint8
	caller, call := uint8(0), Pass
	for s := next(h.turn); s != h.turn; s = next(s) {
		if h.claimants>>s&1 == 0 {
			continue
		}
		a := h.answers[s]
		if e.watches(EventAnswer) {
			e.tell(h, Event{Kind: EventAnswer, Seat: s, Other: h.turn, Tile: h.claimed, Suit: tile.NoSuit, Action: a})
		}
		e.notePassed(h, s, a)
		switch {
		case a == Win && (winners == 0 || e.rules.MultipleWins):
			winners |= 1 << s
		case a == Pung || a == Kong:
			caller, call = s, a
		}
	}
	switch {
	case winners != 0:
		e.winOnTile(h, winners)
	case h.phase == PhaseRob:
		e.completeKong(h)
	case call == Pung:
		e.pung(h, caller)
	case call == Kong:
		e.claimedKong(h, caller)
	default:
		e.pass(h, h.turn)
	}
}

// notePassed records what a seat let go by. Choosing a pung or a kong passes a
// win; only a plain pass passes a pung.
func (e *Engine) notePassed(h *Hand, s uint8, a Action) {
	p := &h.seats[s]
	if h.options[s]&mayWin != 0 && a != Win {
		switch e.rules.PassedWin {
		case rules.UntilDraw:
			p.passed = 0
		case rules.HigherFan:
			p.passed = max(p.passed, e.lockFan(p, h.claimed, h.situation(h.phase, &e.rules)))
		}
	}
	if e.rules.PassedPung && h.options[s]&mayPung != 0 && a == Pass {
		p.noPung |= h.claimed.Bit()
	}
}

// pung takes the discard for a pung; the caller's turn begins without a draw.
func (e *Engine) pung(h *Hand, s uint8) {
	p := &h.seats[s]
	from, t := h.turn, h.claimed
	p.held.AddN(t, -2)
	h.visible.AddN(t, 2)
	p.melds.Append(tile.MakeMeld(tile.Pung, t))
	h.pungs[s] |= t.Bit()
	if e.rules.PassedWin == rules.HigherFan {
		h.pungComplete = e.complete(p)
	}
	*h.lastRiver() |= riverClaimed
	h.called = true
	h.declare(KindPung, s, from, t)
	if e.watches(EventMeld) {
		e.tell(h, Event{Kind: EventMeld, Seat: s, Other: from, Tile: t, Suit: tile.NoSuit, Meld: tile.MakeMeld(tile.Pung, t)})
	}
	h.turn, h.asked, h.phase = s, s, PhaseTurn
	h.drawn, h.afterPung, h.replacement, h.turnKong = tile.None, true, false, -1
}

// claimedKong takes the discard for a kong, for which its discarder pays.
func (e *Engine) claimedKong(h *Hand, s uint8) {
	p := &h.seats[s]
	from, t := h.turn, h.claimed
	p.held.AddN(t, -3)
	h.visible.AddN(t, 3)
	p.melds.Append(tile.MakeMeld(tile.ClaimedKong, t))
	*h.lastRiver() |= riverClaimed
	h.turn, h.afterPung = s, false
	e.finishKong(h, s, int(p.melds.N)-1, from, 1<<from, e.rules.KongClaimed, CauseClaimedKong)
}

// winOnTile lets the set of seats win on another's tile. Play continues after the
// last of them in turn order.
func (e *Engine) winOnTile(h *Hand, winners uint8) {
	from, t := h.turn, h.claimed
	how := h.situation(h.phase, &e.rules)
	cause := CauseDiscardWin
	if h.phase == PhaseRob {
		cause = CauseRobbing
		e.robKong(h)
	}
	*h.lastRiver() |= riverWon
	h.noteFirst(winners, from)
	order := h.nextOrder()
	last := from
	for s := next(from); s != from; s = next(s) {
		if winners>>s&1 != 0 {
			r := e.win(h, s, from, t, how, order)
			e.pay(h, from, s, r.Points, cause)
			last = s
		}
	}
	if how&fan.AfterKong != 0 && e.rules.ShotReturns {
		e.returnKong(h, from)
	}
	e.afterWin(h, last)
}

// noteFirst remembers who made the hand's first win.
func (h *Hand) noteFirst(winners, from uint8) {
	if h.firstWinners == 0 {
		h.firstWinners, h.firstPayer = winners, from
	}
}

// nextOrder returns the place of seats that win for the first time now.
func (h *Hand) nextOrder() uint8 {
	order := uint8(1)
	for s := range h.seats {
		if h.seats[s].everWon {
			order++
		}
	}
	return order
}

// afterWin ends a blood battle at the third win, and otherwise lets the seat
// after the last winner draw.
func (e *Engine) afterWin(h *Hand, last uint8) {
	if bits.OnesCount8(h.winners) >= NumSeats-1 {
		e.end(h)
		return
	}
	e.pass(h, last)
}
