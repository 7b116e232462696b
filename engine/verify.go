package engine

import (
	"fmt"

	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// Verify reports what is wrong with a hand in play, nil if nothing is: every
// kind is there four times, each tile in one place; the points of all seats sum
// to zero; every seat has as many tiles as it should. It is for tests and
// checked runs.
func (e *Engine) Verify(h *Hand) error {
	if err := h.verifyTiles(); err != nil {
		return err
	}
	sum := 0
	for _, p := range h.ledger.Points() {
		sum += p
	}
	if sum != 0 {
		return fmt.Errorf("engine: the points sum to %d, not 0", sum)
	}
	for s := range h.seats {
		if err := e.verifySeat(h, s); err != nil {
			return err
		}
	}
	return nil
}

// verifyTiles counts the tiles of all places: wall, held tiles, melds, tiles
// set aside, and the river without those that went into melds.
func (h *Hand) verifyTiles() error {
	var seen [tile.Count]int
	add := func(t tile.Tile, n int) { seen[t] += n }
	for l := range h.front {
		for _, t := range h.wall[h.front[l]:h.back[l]] {
			add(t, 1)
		}
	}
	for s := range h.seats {
		p := &h.seats[s]
		melded := p.melds.Tiles()
		for t := range tile.Tile(tile.Count) {
			add(t, p.held.Count(t)+p.aside.Count(t)+melded.Count(t))
		}
	}
	var shed [NumSeats][tile.NumSuits]uint8
	for _, r := range h.River() {
		shed[r.Seat()][r.Tile().Suit()]++
		if !r.Claimed() {
			add(r.Tile(), 1)
		}
	}
	if shed != h.shed {
		return fmt.Errorf("engine: by seat and suit the river has %d tiles, and %d are noted", shed, h.shed)
	}
	for t, n := range seen {
		if n != tile.Copies {
			return fmt.Errorf("engine: there are %d tiles %s, not 4", n, tile.Tile(t))
		}
	}
	return nil
}

func (e *Engine) verifySeat(h *Hand, s int) error {
	p := &h.seats[s]
	size := p.held.Total() + 3*int(p.melds.N)
	want := 13
	switch {
	case h.phase == PhaseExchange:
		want -= p.aside.Total()
		if s == int(h.dealer) {
			want++
		}
	case h.phase == PhaseVoid && s == int(h.dealer),
		(h.phase == PhaseTurn || h.phase == PhaseRob) && s == int(h.turn):
		want = 14
	}
	if p.left { // a self-drawn win keeps its tile, any other left it in the river
		if size != 13 && size != 14 {
			return fmt.Errorf("engine: winner %d has %d tiles", s, size)
		}
		return nil
	}
	if size != want {
		return fmt.Errorf("engine: seat %d has %d tiles in the phase %s, not %d", s, size, h.phase, want)
	}
	if p.everWon && e.rules.AfterWin == rules.Leave {
		return fmt.Errorf("engine: winner %d is still in the hand", s)
	}
	if h.phase > PhaseVoid && p.void == tile.NoSuit {
		return fmt.Errorf("engine: seat %d has no void suit", s)
	}
	var pungs tile.Kinds
	for _, m := range p.melds.All() {
		if m.Tile().Suit() == p.void {
			return fmt.Errorf("engine: seat %d has a meld of its void suit", s)
		}
		if m.Kind() == tile.Pung {
			pungs |= m.Tile().Bit()
		}
	}
	if pungs != h.pungs[s] {
		return fmt.Errorf("engine: seat %d has pungs of %s, and %s are noted", s, pungs, h.pungs[s])
	}
	if missed := p.waits &^ h.claims[s]; missed != 0 {
		return fmt.Errorf("engine: seat %d waits on %s and could not claim it", s, missed)
	}
	return nil
}
