package sim

import (
	"fmt"
	"math"
	"sync"

	"xuezhan/engine"
)

// Totals count what each bot of a run comes to. They are a ready-made Tally:
//
//	totals := sim.NewTotals(&config)
//	_, err := sim.Run(ctx, &config, sim.Options{Tally: totals.Tally, Merged: totals.Merge})
//	for _, bot := range totals.Bots() {
//		fmt.Println(bot)
//	}
type Totals struct {
	mu   sync.Mutex
	bots []BotTotal
}

// A BotTotal is what one bot has come to. Rates and points are per hand and seat: a
// bot that sits at two seats plays two in a hand.
type BotTotal struct {
	Bot     string
	Hands   int64 // hands played, times the seats that the bot had in them
	Points  int64
	Won     int64 // hands in which the seat has won
	DealtIn int64 // hands in which another has won on the seat's tile

	units   int64   // hands played alone, or games
	squares float64 // of the points of a unit, over all its seats
}

// NewTotals returns the totals of a run.
func NewTotals(c *Config) *Totals {
	t := &Totals{}
	for _, bot := range c.Bots() {
		t.bots = append(t.bots, BotTotal{Bot: bot})
	}
	return t
}

// Tally returns an accumulator for one worker, as Options.Tally wants it.
func (t *Totals) Tally() Tally {
	own := &Totals{}
	for _, b := range t.bots {
		own.bots = append(own.bots, BotTotal{Bot: b.Bot})
	}
	return own
}

// Merge adds what an accumulator of Tally has counted, as Options.Merged wants it.
func (t *Totals) Merge(x Tally) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, b := range x.(*Totals).bots {
		a := &t.bots[i]
		a.Hands += b.Hands
		a.Points += b.Points
		a.Won += b.Won
		a.DealtIn += b.DealtIn
		a.units += b.units
		a.squares += b.squares
	}
}

// Bots returns the totals in the order of Config.Bots.
func (t *Totals) Bots() []BotTotal { return t.bots }

// Add counts a batch of whole units.
func (t *Totals) Add(b *Batch) {
	for from := 0; from < len(b.Outcomes); {
		to := from + 1
		for to < len(b.Outcomes) && b.Outcomes[to].Game == b.Outcomes[from].Game {
			to++
		}
		t.addUnit(b.Outcomes[from:to])
		from = to
	}
}

// addUnit counts the hands of one unit.
func (t *Totals) addUnit(hands []Outcome) {
	var points [engine.NumSeats]int64 // by bot
	for i := range hands {
		for _, s := range hands[i].Seats {
			b := &t.bots[s.Bot]
			b.Hands++
			points[s.Bot] += int64(s.Account.Total())
			if s.WinOrder > 0 {
				b.Won++
			}
			if s.DealIns > 0 {
				b.DealtIn++
			}
		}
	}
	for i := range t.bots {
		b := &t.bots[i]
		b.units++
		b.Points += points[i]
		b.squares += float64(points[i] * points[i])
	}
}

// PointsPerHand returns the mean.
func (b BotTotal) PointsPerHand() float64 { return float64(b.Points) / float64(b.Hands) }

// StdErr returns the standard error of PointsPerHand. What is independent is a hand
// with all its seats, or a whole game; it is NaN for fewer than two of these.
func (b BotTotal) StdErr() float64 {
	n := float64(b.units)
	mean := float64(b.Points) / n
	variance := (b.squares - n*mean*mean) / (n - 1)
	return math.Sqrt(max(variance, 0)/n) * n / float64(b.Hands)
}

// String returns the bot, its points per hand with half the width of a 95 % interval,
// and the hands.
func (b BotTotal) String() string {
	return fmt.Sprintf("%s %+.3f ± %.3f points per hand in %d", b.Bot, b.PointsPerHand(), 1.96*b.StdErr(), b.Hands)
}
