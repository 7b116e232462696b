package sim

import (
	"math/rand/v2"

	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// maxStart is the most tiles that a seat is dealt: those of the dealer.
const maxStart = 14

// startWall returns the order of the tiles of a hand in which seat 0 is dealt some
// tiles. The others are in a random order, which is a function of the seed, the hand's
// index and the tiles given: Shuffle of what is left of the sorted tiles.
func startWall(seed uint64, hand int64, dealer int, held *tile.Held) (w [tile.Total]tile.Tile) {
	var rest [tile.Total]tile.Tile
	n := 0
	for t := range tile.Tile(tile.Count) {
		for range tile.Copies - held.Count(t) {
			rest[n] = t
			n++
		}
	}
	Shuffle(rest[:n], rand.NewPCG(seed, uint64(hand)))
	given := tilesOf(held)
	next := 0
	for i := range w {
		if len(given) > 0 && (dealer+i)%engine.NumSeats == 0 {
			w[i], given = given[0], given[1:]
			continue
		}
		w[i] = rest[next]
		next++
	}
	return w
}

// tilesOf lists tiles in ascending order.
func tilesOf(held *tile.Held) (list []tile.Tile) {
	for t, n := range held.All() {
		for range n {
			list = append(list, t)
		}
	}
	return list
}
