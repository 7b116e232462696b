package sim

import (
	"math/bits"
	"math/rand/v2"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// Wall returns the order of the 108 tiles of a hand. It is a function of the
// seed and the hand's index alone, and will stay the same: the generator is
// PCG-DXSM seeded with both, the shuffle is Shuffle.
func Wall(seed uint64, hand int64) [tile.Total]tile.Tile {
	pcg := rand.NewPCG(seed, uint64(hand))
	w := sorted
	Shuffle(w[:], pcg)
	return w
}

var sorted = func() (w [tile.Total]tile.Tile) {
	for i := range w {
		w[i] = tile.Tile(i / tile.Copies)
	}
	return w
}()

// Shuffle orders tiles at random by Fisher and Yates' method, from the last
// place down: the tile at place i changes with one at a place 0 to i. Each draw
// of 64 bits serves two places, its high half first: j = half·(i+1) / 2³². The
// halves make places differ in probability by less than 10⁻⁷.
func Shuffle(w []tile.Tile, pcg *rand.PCG) {
	i := len(w) - 1
	for ; i >= 2; i -= 2 {
		x := pcg.Uint64()
		j := x >> 32 * uint64(i+1) >> 32
		k := x & (1<<32 - 1) * uint64(i) >> 32
		w[i], w[j] = w[j], w[i]
		w[i-1], w[k] = w[k], w[i-1]
	}
	if i == 1 {
		j := pcg.Uint64() >> 32 * 2 >> 32
		w[1], w[j] = w[j], w[1]
	}
}

// The random streams other than the wall's.
const (
	streamDirection = 1 + iota
	streamDealer
	streamPolicy // and the three numbers after it, one a seat

	streamPlayout = streamPolicy + engine.NumSeats // and all after it
)

// derive returns a number of one stream of chance for a hand or game. Numbers
// of different seeds, streams and indexes are unrelated: each input is mixed
// in by the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
func derive(seed uint64, stream, index int64) uint64 {
	return mix(mix(mix(seed)^uint64(stream)) ^ uint64(index))
}

func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// below returns a number 0 to n−1 from a 64-bit one.
func below(x uint64, n int) int {
	hi, _ := bits.Mul64(x, uint64(n))
	return int(hi)
}

// FirstDealer returns the seat that deals the hand with this index when it is
// played alone, or the first hand of the game with this index.
func FirstDealer(seed uint64, index int64) int {
	return below(derive(seed, streamDealer, index), engine.NumSeats)
}

// Direction returns where exchanged tiles go in a hand.
func Direction(seed uint64, hand int64) rules.Direction {
	return rules.Right + rules.Direction(below(derive(seed, streamDirection, hand), 3))
}

// PolicySeed returns the seed of the policy at a seat for a hand.
func PolicySeed(seed uint64, hand int64, seat int) uint64 {
	return derive(seed, streamPolicy+int64(seat), hand)
}

// PlayoutSeed returns the seed of the n-th other order of the tiles not yet dealt or
// drawn, for those who play a hand over more walls than its own.
func PlayoutSeed(seed uint64, hand int64, n int) uint64 {
	return derive(seed, streamPlayout+int64(n), hand)
}

// Deck returns the deck of a hand: its wall, its direction and the dealer
// given.
func Deck(seed uint64, hand int64, dealer int, walls Walls) engine.Deck {
	return engine.Deck{
		Tiles:     Wall(seed, hand),
		Dealer:    dealer,
		Direction: Direction(seed, hand),
		Lanes:     walls == Lanes,
	}
}
