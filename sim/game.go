package sim

import (
	"math/bits"

	"xuezhan/engine"
	"xuezhan/engine/rules"
)

// NextDealer returns who deals the hand after one that is over: by the first
// winner, its dealer if nobody won, and the discarder if several won first at
// once; the next seat in turn; or the same.
func NextDealer(d rules.Dealer, h *engine.Hand) int {
	switch d {
	case rules.Rotate:
		return (h.Dealer() + 1) % engine.NumSeats
	case rules.StayDealer:
		return h.Dealer()
	}
	set, from := h.FirstWinners()
	switch bits.OnesCount8(set) {
	case 0:
		return h.Dealer()
	case 1:
		return bits.TrailingZeros8(set)
	}
	return from
}

// Places returns the place of each seat, 1 for the most points. Seats of equal
// points share the better place.
func Places(points [engine.NumSeats]int) [engine.NumSeats]int {
	var places [engine.NumSeats]int
	for s := range places {
		places[s] = 1
		for _, p := range points {
			if p > points[s] {
				places[s]++
			}
		}
	}
	return places
}

// PlacePoints returns each seat's points for its place: 4, 3, 2 and 1, where seats
// of equal points get equal shares. They are given times PlaceScale, so that shares
// of two, three and four seats are whole.
func PlacePoints(points [engine.NumSeats]int) [engine.NumSeats]int {
	var out [engine.NumSeats]int
	for s, place := range Places(points) {
		sharing := 0
		for _, p := range points {
			if p == points[s] {
				sharing++
			}
		}
		// Places place … place+sharing−1 give 5−place points and so on down.
		sum := 0
		for i := range sharing {
			sum += 5 - (place + i)
		}
		out[s] = PlaceScale * sum / sharing
	}
	return out
}

// PlaceScale is what PlacePoints multiplies points for places by, so that
// shared ones are whole.
const PlaceScale = 6
