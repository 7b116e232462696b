package engine_test

import (
	"fmt"
	"math/rand/v2"

	"xuezhan/engine"
	"xuezhan/engine/enginetest"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// A hand stops at every decision and continues with Apply. Here every seat takes the
// first legal action: it names characters as void, claims what it can and
// discards its lowest tile.
func Example() {
	preset, _ := rules.Lookup("planet")
	e, _ := engine.New(preset, shape.New())
	deck := engine.Deck{Dealer: 2, Direction: rules.Right}
	for i := range deck.Tiles {
		deck.Tiles[i] = tile.Tile(i * 31 % tile.Total / tile.Copies) // no way to shuffle
	}
	var h engine.Hand
	var legal []engine.Action
	e.Deal(&h, &deck)
	for !h.Over() {
		legal = e.Legal(&h, legal[:0])
		e.Apply(&h, legal[0])
	}
	fmt.Println(len(h.River()), "discards,", h.Left(), "tiles left, points", h.Ledger().Points())
	// Output:
	// 58 discards, 0 tiles left, points [1 1 -3 1]
}

// A rule variation in twelve lines: blood flow in which a win needs a fan, and how
// often chance wins in a thousand hands.
func ExampleNew() {
	house, _ := rules.Parse([]byte(`{"base":"wap-flow","min_fan":1}`))
	e, _ := engine.New(house, shape.New())
	random, wins := rand.New(rand.NewPCG(1, 2)), 0
	for range 1000 {
		deck, h := enginetest.Deck(random), engine.Hand{}
		for e.Deal(&h, &deck); !h.Over(); {
			legal := e.Legal(&h, nil)
			e.Apply(&h, legal[random.IntN(len(legal))])
		}
		wins += h.Wins(0) + h.Wins(1) + h.Wins(2) + h.Wins(3)
	}
	fmt.Println(wins, "wins")
	// Output:
	// 15 wins
}

// A View has what one seat may know, and what its tiles are worth is for the
// engine's tables to say.
func ExampleView() {
	preset, _ := rules.Lookup("planet")
	e, _ := engine.New(preset, shape.New())
	var deck engine.Deck
	for i := range deck.Tiles {
		deck.Tiles[i] = tile.Tile(i * 31 % tile.Total / tile.Copies)
	}
	deck.Direction = rules.Left
	var h engine.Hand
	e.Deal(&h, &deck)
	v := e.View(&h, 0)
	held, unseen := v.Held(), v.Unseen()
	fmt.Println(held, "of", held.Total(), "tiles;", unseen.Total(), "unseen;", v.Left(), "in the wall")
	fmt.Println("shanten", v.Engine().Tables().Shanten(&held, 0, tile.Bamboo))
	// Output:
	// 12569m14589p3478s of 14 tiles; 94 unseen; 55 in the wall
	// shanten 4
}
