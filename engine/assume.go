package engine

import "xuezhan/engine/tile"

// An Assignment is one way in which what a seat cannot see may be. What a field
// says of the seat itself, or of what its View shows, is not looked at.
//
// Together with the tiles that the View shows, held tiles, tiles passed on,
// hidden kongs and wall have every kind four times. In the phase rob the
// announced tile is still among the held tiles of the seat that announced it.
type Assignment struct {
	// Held are the concealed tiles of the other seats, as many as
	// View.HeldCount says, in the exchange without those passed on.
	Held [NumSeats]tile.Held
	// Kongs are the kinds of hidden concealed kongs, by their index among the
	// seat's melds.
	Kongs [NumSeats][tile.MaxMelds]tile.Tile
	// Wall has the View.Left tiles of the wall in the order of drawing; of a
	// wall in lanes lane by lane, seat 0's first.
	Wall [wallTiles]tile.Tile
	// Lanes deals a wall without lanes out into four. If all orders of Wall are
	// as likely, the law of the hand is the same, and what is tried from one
	// decision differs less by chance.
	Lanes bool

	// Seats choose at the same time in the exchange, of the void suits and in
	// their answers to a tile. These are the choices of those that were asked
	// before this one, or that are not shown yet.

	// PassedOn are the tiles passed on in the exchange. Once it is over they say
	// what the other seats will remember of it, and none means nothing. What this
	// seat gave and received is its own to know, and is not looked at.
	PassedOn [NumSeats]tile.Held
	// Void are the suits named as void.
	Void [NumSeats]tile.Suit
	// Committed are the tiles set aside with them as first discards, where the
	// rules have that; None for a seat that held none.
	Committed [NumSeats]tile.Tile
	// Answers are the answers to the tile in question. One that the assumed
	// tiles do not allow counts as Pass.
	Answers [NumSeats]Action
}

// Assume makes dst the hand as it would be were everything that the seat cannot
// see as assigned. Legal and Apply go on from the present decision, which must be
// the seat's own. dst depends on what the seat may know and on the assignment,
// and on nothing else of the hand in play; it may not be that hand.
//
// Some things about others are neither seen nor assigned, and are assumed: that
// they are under no lock of a passed win or pung, that a tile added to a pung
// was just drawn, and, of their milestones, that none but draws and wins was
// reached.
//
// Assume does not check the assignment. One that does not fit makes a hand that
// Verify refuses and that must not be played.
func (v View) Assume(dst *Hand, a *Assignment) {
	h := v.h
	if h.phase == PhaseOver || h.asked != v.seat {
		panic("engine: Assume for a seat that is not asked")
	}
	*dst = *h
	v.assumeWall(dst, a)
	for s := range dst.seats {
		if s != int(v.seat) {
			v.assumeSeat(dst, a, s)
		}
	}
	if !v.e.rules.ConcealedShown {
		v.assumeDeclarations(dst)
	}
	if h.picked == 0 {
		dst.lastPick = 0
	}
	if h.turn != v.seat {
		v.assumeTurn(dst)
	}
	dst.options, dst.answers, dst.claimants = [NumSeats]uint8{}, [NumSeats]Action{}, 0
	if h.phase == PhaseClaim || h.phase == PhaseRob {
		v.assumeAnswers(dst, a)
	}
}

// assumeWall lays out the tiles that are left. How many each lane has left is
// public.
func (v View) assumeWall(dst *Hand, a *Assignment) {
	dst.wall = [wallTiles]tile.Tile{}
	if a.Lanes && dst.laneOf == [NumSeats]uint8{} {
		dst.splitWall()
	}
	n := 0
	for l := range dst.front {
		n += copy(dst.wall[dst.front[l]:dst.back[l]], a.Wall[n:])
	}
}

// splitWall makes lanes of what is left, as many for each seat as there would be
// turns, were the next tile the seat's after the one whose turn it is.
func (h *Hand) splitWall() {
	place := uint8(0)
	for s := range h.front {
		after := (uint8(s) - h.turn - 1 + 2*NumSeats) % NumSeats
		h.laneOf[s], h.front[s] = uint8(s), place
		place += (h.left + NumSeats - 1 - after) / NumSeats
		h.back[s] = place
	}
}

// assumeSeat replaces what is private of another seat.
func (v View) assumeSeat(dst *Hand, a *Assignment, s int) {
	p := &dst.seats[s]
	p.held = a.Held[s]
	if dst.phase == PhaseExchange {
		p.aside = a.PassedOn[s]
	} else if s != v.Giver() {
		p.given = a.PassedOn[s]
	}
	p.melds = v.Melds(s)
	for i, m := range p.melds.All() {
		if m.Tile() == tile.None {
			p.melds.List[i] = tile.MakeMeld(m.Kind(), a.Kongs[s][i])
		}
	}
	p.void, p.committed = v.Void(s), tile.None
	if dst.phase > PhaseVoid || dst.phase == PhaseVoid && s < int(v.seat) { // has named its suit
		if p.void == tile.NoSuit {
			p.void = a.Void[s]
		}
		if v.e.rules.VoidCommits && p.discards == 0 {
			p.committed = a.Committed[s]
		}
	}
	p.passed, p.noPung = noFan, 0
	p.milestones = Milestones{Draws: p.milestones.Draws, Cleared: notYet, Ready: notYet, Won: p.milestones.Won}
	p.waits, dst.claims[s] = 0, 0
	if between := dst.phase != PhaseRob || s != int(dst.turn); between && dst.phase > PhaseVoid && !p.left {
		v.e.setWaits(dst, uint8(s))
	}
}

// assumeDeclarations gives hidden kongs the kinds that their melds were given. A
// seat's concealed kongs were declared in the order of its melds; the
// first may lie there without a declaration.
func (v View) assumeDeclarations(dst *Hand) {
	var melds [NumSeats]int // not yet looked at, from the last one on
	for s := range melds {
		melds[s] = int(dst.seats[s].melds.N)
	}
	for i := int(dst.nDeclared) - 1; i >= 0; i-- {
		d := dst.declarations[i]
		s := d.Seat()
		if d.Kind() != KindConcealedKong || s == int(v.seat) {
			continue
		}
		list := &dst.seats[s].melds.List
		for melds[s]--; list[melds[s]].Kind() != tile.ConcealedKong; {
			melds[s]--
		}
		dst.declarations[i] = d.withTile(list[melds[s]].Tile())
	}
}

// assumeTurn replaces what is private about another seat's turn. Before play it
// is nobody's turn, and there is nothing to replace.
func (v View) assumeTurn(dst *Hand) {
	if dst.phase <= PhaseVoid {
		return
	}
	drew := dst.drawn != tile.None
	dst.drawn, dst.pungComplete = tile.None, false
	if drew && (dst.phase == PhaseRob || dst.lastRiver().AsDrawn()) {
		dst.drawn = dst.claimed
	}
}

// assumeAnswers works out who is asked about the tile in question, and gives the
// answers of those who come before the seat.
func (v View) assumeAnswers(dst *Hand, a *Assignment) {
	before := true
	for s := next(dst.turn); s != dst.turn; s = next(s) {
		o := v.h.options[v.seat]
		if s == v.seat {
			before = false
		} else {
			o = v.e.answersTo(dst, &dst.seats[s], dst.phase, dst.claimed)
		}
		if o == 0 {
			continue
		}
		dst.options[s] = o
		dst.claimants |= 1 << s
		if before {
			dst.answers[s] = possible(o, a.Answers[s])
		}
	}
}

// possible returns the answer if it is among what a seat may answer, else Pass.
func possible(options uint8, a Action) Action {
	if a == Win && options&mayWin != 0 || a == Pung && options&mayPung != 0 || a == Kong && options&mayKong != 0 {
		return a
	}
	return Pass
}

// LegalAnswers appends to dst what a seat may answer to the tile in question in
// the phases claim and rob, nothing if it is not asked. Legal says it of the
// seat that is asked now.
func (e *Engine) LegalAnswers(h *Hand, s int, dst []Action) []Action {
	if h.claimants>>s&1 == 0 {
		return dst
	}
	return answersOf(h.options[s], dst)
}
