package referee

import (
	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// deal judges the 53 tiles dealt: one at a time in turn order from the
// dealer, the last one to the dealer again.
func (g *game) deal() {
	for i := range 53 {
		s := (g.deck.Dealer + i) % engine.NumSeats
		g.must("deal", engine.Event{Kind: engine.EventDeal, Seat: uint8(s), Tile: g.deck.Tiles[i]})
		g.seats[s].held[g.deck.Tiles[i]]++
	}
}

// steps returns how many seats further exchanged tiles go.
func (g *game) steps() int {
	d := g.rules.ExchangeDirection
	if d == rules.Random {
		d = g.deck.Direction
	}
	switch d {
	case rules.Right:
		g.count("exchange/right")
		return 1
	case rules.Opposite:
		g.count("exchange/opposite")
		return 2
	case rules.Left:
		g.count("exchange/left")
		return 3
	}
	g.fail("exchange", "the deck has no direction")
	return 0
}

// exchange judges the tiles passed on. Every seat picks from its own hand
// before it sees any, so nothing is handed over until all have picked.
func (g *game) exchange() {
	if g.rules.ExchangeTiles == 0 {
		return
	}
	steps := g.steps()
	var picked [engine.NumSeats][]tile.Tile
	for s := range engine.NumSeats {
		for range g.rules.ExchangeTiles {
			picked[s] = append(picked[s], g.pick(s, (s+steps)%engine.NumSeats, picked[s]))
		}
	}
	for s := range engine.NumSeats {
		for _, t := range picked[s] {
			g.seats[(s+steps)%engine.NumSeats].held[t]++
		}
	}
}

// pick judges one tile that seat s passes on to seat to, after the tiles
// before.
func (g *game) pick(s, to int, before []tile.Tile) tile.Tile {
	want := engine.Event{Kind: engine.EventExchange, Seat: uint8(s), Other: uint8(to), Tile: tile.None}
	e := g.next("exchange", want)
	if e.Seat != want.Seat || e.Other != want.Other {
		g.fail("exchange", "expected %s, found %s", describe(want), describe(e))
	}
	if e.Tile == tile.None || g.seats[s].held[e.Tile] == 0 {
		g.fail("exchange", "%s is not held", e.Tile)
	}
	if n := len(before); n > 0 {
		if e.Tile < before[n-1] {
			g.fail("exchange", "%s is out of order after %s", e.Tile, before[n-1])
		}
		if g.rules.ExchangeOneSuit && e.Tile.Suit() != before[0].Suit() {
			g.fail("exchange", "%s and %s are not of one suit", before[0], e.Tile)
		}
	}
	g.seats[s].held[e.Tile]--
	return e.Tile
}

// nameVoids judges the four void suits.
func (g *game) nameVoids() {
	for s := range engine.NumSeats {
		want := engine.Event{Kind: engine.EventVoid, Seat: uint8(s), Tile: tile.None, Suit: tile.NoSuit}
		e := g.next("void", want)
		if e.Seat != want.Seat {
			g.fail("void", "expected seat %d, found %d", want.Seat, e.Seat)
		}
		if e.Suit == tile.NoSuit {
			g.fail("void", "no suit is named")
		}
		g.checkCommitted(&g.seats[s], e)
		g.seats[s].void = e.Suit
		g.seats[s].committed = e.Tile
		g.count("void/" + e.Suit.String())
	}
}

// checkCommitted judges the tile set aside with a void suit.
func (g *game) checkCommitted(s *seat, e engine.Event) {
	if !g.rules.VoidCommits || !s.held.hasSuit(e.Suit) {
		if e.Tile != tile.None {
			g.fail("void", "%s is set aside; expected none", e.Tile)
		}
		if g.rules.VoidCommits {
			g.count("void/none_held")
		}
		return
	}
	if e.Tile == tile.None || e.Tile.Suit() != e.Suit || s.held[e.Tile] == 0 {
		g.fail("void", "a held tile of suit %s must be set aside, found %s", e.Suit, e.Tile)
	}
	g.count("void/committed")
}
