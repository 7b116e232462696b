package match

import (
	"math"

	"xuezhan/engine"
	"xuezhan/sim"
)

// Ratings as the planet page has them begin at 1500, and the first ten hands are
// provisional. How they move is ours: after a hand every two seats of different
// bots have met, and the better place wins; a shared place is half a win for
// both. With ratings R and S the first is expected to win
//
//	1 / (1 + 10^((S−R)/400))
//
// (A. E. Elo, The Rating of Chessplayers, 1978), and a bot moves by a third of
// its factor for each win more than expected, a seat having three opponents. The
// factor is 40 in a bot's first ten hands and 10 after them. A rating is what a
// player would see, and as restless; what a bot is worth its points say.
const (
	ratingStart       = 1500
	provisionalHands  = 10
	provisionalFactor = 40
	ratingFactor      = 10
)

// ratings are the bots' ratings and how many hands each has played.
type ratings struct {
	value []float64
	hands []int64
}

func newRatings(bots int) ratings {
	r := ratings{make([]float64, bots), make([]int64, bots)}
	for i := range r.value {
		r.value[i] = ratingStart
	}
	return r
}

// add takes a hand. All bots move at once, from the ratings before it.
func (r *ratings) add(seating Seating, points [engine.NumSeats]int32) {
	var p [engine.NumSeats]int
	for s := range p {
		p[s] = int(points[s])
	}
	places := sim.Places(p)
	var moves [engine.NumSeats]float64
	for s, bot := range seating {
		for t, other := range seating {
			if bot != other {
				moves[s] += wins(places[s], places[t]) - r.expected(bot, other)
			}
		}
		moves[s] *= r.factor(bot) / (engine.NumSeats - 1)
	}
	for s, bot := range seating {
		r.value[bot] += moves[s]
		if isFirst(seating, s) {
			r.hands[bot]++
		}
	}
}

func (r *ratings) expected(bot, other uint8) float64 {
	return 1 / (1 + math.Pow(10, (r.value[other]-r.value[bot])/400))
}

func (r *ratings) factor(bot uint8) float64 {
	if r.isProvisional(int(bot)) {
		return provisionalFactor
	}
	return ratingFactor
}

func (r *ratings) isProvisional(bot int) bool { return r.hands[bot] < provisionalHands }

// wins returns what a place is against another: 1 is a win.
func wins(place, other int) float64 {
	switch {
	case place < other:
		return 1
	case place > other:
		return 0
	}
	return 0.5
}

// isFirst reports whether no seat before s is the same bot's.
func isFirst(seating Seating, s int) bool {
	for _, bot := range seating[:s] {
		if bot == seating[s] {
			return false
		}
	}
	return true
}
