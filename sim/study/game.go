package study

import (
	"errors"
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/sim"
)

// A Game is a situation in a game of several hands. Outcomes are then worth what the game
// pays for the place at its end: after the hand that is studied the four bots play on,
// hand after hand, and the points of all hands are added to those before it. Bots do not
// see running points: the hands that follow differ between alternatives only by who deals.
type Game struct {
	// Points are the running points before the hand: those of the studied seat first, then
	// those of the seats after it in turn.
	Points [engine.NumSeats]int `json:"points"`
	// HandsLeft is the number of hands that follow the studied one.
	HandsLeft int `json:"hands_left"`
	// Payoff is what the first to the fourth place are worth. Seats of equal points share
	// the places that they take together.
	Payoff [engine.NumSeats]int `json:"payoff"`
}

const (
	// Continuations is how often the hands that follow are played for each hand that is
	// studied, each time over other walls. All alternatives meet the same ones.
	Continuations = 4
	// MaxHandsLeft is the most hands that may follow.
	MaxHandsLeft = 32
	// maxGamePoints bounds running points and payoffs.
	maxGamePoints = 1_000_000
)

// payoffScale is what a payoff is counted in: shares of up to four places, added over all
// continuations, are whole numbers.
const payoffScale = 12 * Continuations

// Validate reports the first field that no game can have.
func (g *Game) Validate() error {
	if g.HandsLeft < 0 || g.HandsLeft > MaxHandsLeft {
		return fmt.Errorf("study: %d hands left are not 0 to %d", g.HandsLeft, MaxHandsLeft)
	}
	for i := range engine.NumSeats {
		if p, q := g.Points[i], g.Payoff[i]; max(p, -p, q, -q) > maxGamePoints {
			return fmt.Errorf("study: points and payoffs of a game are at most %d", maxGamePoints)
		}
		if i > 0 && g.Payoff[i] > g.Payoff[i-1] {
			return errors.New("study: a game pays no place more than the one before it")
		}
	}
	return nil
}

// note says what the points of a result are; of no game, those of the hand.
func (g *Game) note() string {
	if g == nil {
		return "points are those of the studied seat from the fork to the end of the hand"
	}
	return fmt.Sprintf("points are what the studied seat's place at the end of the game pays, %d, %d, %d or %d, shared by seats of equal points:"+
		" it begins the hand with %d, those after it with %d, %d and %d, and %d more hands follow, which the four bots play %d times,"+
		" without seeing running points", g.Payoff[0], g.Payoff[1], g.Payoff[2], g.Payoff[3], g.Points[0], g.Points[1], g.Points[2], g.Points[3],
		g.HandsLeft, Continuations)
}

// pays returns twelve times what a seat gets for its place.
func (g *Game) pays(points *[engine.NumSeats]int, seat int) int64 {
	first, sharing := 0, 0
	for _, p := range points {
		switch {
		case p > points[seat]:
			first++
		case p == points[seat]:
			sharing++
		}
	}
	sum := 0
	for place := first; place < first+sharing; place++ {
		sum += g.Payoff[place]
	}
	return int64(12 * sum / sharing)
}

// A sequel plays the hands that follow a studied one. It is one worker's own.
type sequel struct {
	config *Config
	player *sim.Player

	hand, order int64 // whose hands that follow are known
	known       map[follow]followed
}

// A follow is a hand that follows, dealt by a seat.
type follow struct{ continuation, number, dealer int }

// A followed is what one has come to.
type followed struct {
	points [engine.NumSeats]int
	dealer int // of the next
}

// newSequel returns a sequel of a configuration that has a game.
func newSequel(c *Config, tables *shape.Tables) (*sequel, error) {
	e, err := engine.New(c.Rules, tables)
	if err != nil {
		return nil, err
	}
	s := &sequel{config: c, player: sim.NewPlayer(e, sim.PlayerOptions{}), hand: -1, known: map[follow]followed{}}
	for seat, spec := range c.Seats {
		s.player.Sit(seat, spec.New())
	}
	return s, nil
}

// payoff returns what a seat gets on average over all continuations after a hand that is
// over, in units of 1/payoffScale.
func (s *sequel) payoff(hand int64, order int, end *engine.Hand, seat int) (int64, error) {
	if s.hand != hand || s.order != int64(order) {
		s.hand, s.order = hand, int64(order)
		clear(s.known)
	}
	g := s.config.Game
	var start [engine.NumSeats]int
	for i, p := range end.Ledger().Points() {
		start[i] = g.Points[(i-seat+engine.NumSeats)%engine.NumSeats] + p
	}
	sum := int64(0)
	for continuation := range Continuations {
		points, dealer := start, sim.NextDealer(s.config.Rules.Dealer, end)
		for number := range g.HandsLeft {
			next, err := s.follow(follow{continuation, number, dealer})
			if err != nil {
				return 0, err
			}
			for i := range points {
				points[i] += next.points[i]
			}
			dealer = next.dealer
		}
		sum += g.pays(&points, seat)
	}
	return sum, nil
}

// follow returns what a hand that follows comes to. Its wall and the chance of the bots
// depend on the studied hand, on its order, on the continuation and on its number, and
// not on who deals it.
func (s *sequel) follow(f follow) (followed, error) {
	if next, ok := s.known[f]; ok {
		return next, nil
	}
	c := s.config
	seed := sim.PlayoutSeed(c.Seed, s.hand, MaxOrders+1+Continuations*int(s.order)+f.continuation)
	deck := sim.Deck(seed, int64(f.number), f.dealer, c.Walls)
	s.player.Deal(seed, int64(f.number), &deck)
	if err := s.player.Finish(); err != nil {
		return followed{}, fmt.Errorf("hand %d after it: %w", f.number+1, err)
	}
	h := s.player.Hand()
	next := followed{h.Ledger().Points(), sim.NextDealer(c.Rules.Dealer, h)}
	s.known[f] = next
	return next, nil
}
