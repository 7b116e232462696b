package engine

import "xuezhan/engine/tile"

// A Placement is a hand in play as it is on the table: a seat is in its turn, and
// nothing is known of what happened before. Every kind is there four times, in held
// tiles, melds, river and wall together.
type Placement struct {
	Dealer, Turn int
	Held         [NumSeats]tile.Held // the seat in its turn has one tile more than the others
	Melds        [NumSeats]tile.Melds
	Void         [NumSeats]tile.Suit
	Drawn        tile.Tile // what the seat in its turn drew, None after a pung
	River        []Thrown  // at most 55
	Wall         []tile.Tile
	Lanes        bool // deal the wall out into four lanes, as Assignment says
}

// Thrown is a tile and the seat that discarded it.
type Thrown struct {
	Seat int
	Tile tile.Tile
}

// Place makes dst the hand that a placement says. Nobody has won yet, no points have
// moved, kong payments cannot go back, nobody is under a lock, the drawn tile
// replaced none, and all void suits are public. Place does not check the placement:
// one that does not fit makes a hand that Verify refuses and that must not be played.
func (e *Engine) Place(dst *Hand, p *Placement) {
	*dst = Hand{
		dealer: uint8(p.Dealer), turn: uint8(p.Turn), asked: uint8(p.Turn), phase: PhaseTurn,
		drawn: p.Drawn, claimed: tile.None, turnKong: -1, called: true, left: uint8(len(p.Wall)),
	}
	dst.back[0] = dst.left
	if p.Lanes {
		dst.splitWall()
	}
	copy(dst.wall[:], p.Wall)
	for s := range dst.seats {
		e.placeSeat(dst, p, s)
	}
	for _, x := range p.River {
		dst.addRiver(uint8(x.Seat), x.Tile, false)
		dst.seats[x.Seat].discarded |= x.Tile.Bit()
		dst.seats[x.Seat].discards++
	}
}

func (e *Engine) placeSeat(dst *Hand, from *Placement, s int) {
	p := &dst.seats[s]
	*p = seat{
		held: from.Held[s], melds: from.Melds[s], void: from.Void[s], committed: tile.None, passed: noFan,
		milestones: Milestones{Cleared: notYet, Ready: notYet, Won: notYet},
	}
	for _, m := range p.melds.All() {
		if m.Kind() == tile.Pung {
			dst.pungs[s] |= m.Tile().Bit()
		}
		if m.Kind() != tile.ConcealedKong || e.rules.ConcealedShown {
			dst.visible.AddN(m.Tile(), m.Size())
		}
	}
	drew := s == from.Turn && from.Drawn != tile.None
	if drew { // its waits are as before
		p.held.Remove(from.Drawn)
	}
	e.setWaits(dst, uint8(s))
	if drew {
		p.held.Add(from.Drawn)
	}
}
