package engine

import (
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// buildWall lays out the tiles that the deal leaves, in one lane or in four.
func (h *Hand) buildWall(d *Deck) {
	rest := d.Tiles[dealt:]
	h.left = wallTiles
	if !d.Lanes {
		copy(h.wall[:], rest)
		h.back[0] = wallTiles
		return
	}
	place := 0
	for s := range NumSeats {
		h.laneOf[s] = uint8(s)
		h.front[s] = uint8(place)
		// The lane of the seat i places after the one behind the dealer has
		// the tiles i, i+4, i+8, …
		for i := (s - d.Dealer - 1 + 2*NumSeats) % NumSeats; i < wallTiles; i += NumSeats {
			h.wall[place] = rest[i]
			place++
		}
		h.back[s] = uint8(place)
	}
}

// ReorderWall has f put the tiles that are left in the wall into another order. Of a wall
// in lanes they are lane by lane, seat 0's first.
func (h *Hand) ReorderWall(f func([]tile.Tile)) {
	var left [wallTiles]tile.Tile
	n := 0
	for l := range h.front {
		n += copy(left[n:], h.wall[h.front[l]:h.back[l]])
	}
	f(left[:n])
	n = 0
	for l := range h.front {
		n += copy(h.wall[h.front[l]:h.back[l]], left[n:])
	}
}

// takeBack removes the last tile of a seat's lane or, if that is empty, of the
// longest one.
func (h *Hand) takeBack(s uint8) tile.Tile {
	l := h.laneOf[s]
	if h.front[l] == h.back[l] {
		l = h.longestLane(s)
	}
	h.back[l]--
	return h.wall[h.back[l]]
}

// longestLane returns the lane with the most tiles, of equal ones the first in
// turn order after s.
func (h *Hand) longestLane(s uint8) uint8 {
	best, most := s, uint8(0)
	for range NumSeats {
		s = next(s)
		if n := h.back[s] - h.front[s]; n > most {
			best, most = s, n
		}
	}
	return best
}

// drawReplacement gives a seat the tile that replaces a kong's fourth.
func (e *Engine) drawReplacement(h *Hand, s uint8) { e.draw(h, s, true) }

// draw gives the seat whose turn it is a tile from the wall, which must not be
// empty.
func (e *Engine) draw(h *Hand, s uint8, replacement bool) {
	var t tile.Tile
	l := h.laneOf[s%NumSeats] % NumSeats
	if at := h.front[l]; at == h.back[l] || replacement && e.rules.ReplacementFrom == rules.Back {
		t = h.takeBack(s)
	} else {
		t = h.wall[at]
		h.front[l]++
	}
	h.left--
	p := h.seat(s)
	p.held.Add(t)
	p.milestones.Draws++
	p.noPung, p.passed = 0, noFan
	h.drawn, h.replacement, h.opening = t, replacement, false
	h.phase, h.asked = PhaseTurn, s
	if e.watches(EventDraw) {
		e.tell(h, Event{Kind: EventDraw, Seat: s, Tile: t, Suit: tile.NoSuit, Replacement: replacement})
	}
}

// pass lets the next seat after s draw, which begins its turn, or ends the hand
// with an empty wall.
func (e *Engine) pass(h *Hand, s uint8) {
	if h.left == 0 {
		e.settle(h)
		return
	}
	s = h.nextActive(s)
	h.turn, h.turnKong, h.afterPung = s, -1, false
	e.draw(h, s, false)
}
