package study

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

// A Config is all that a study's rows depend on.
type Config struct {
	sim.Config // hands, not games, and without rotation
	Question   *Question
	Studied    Seats // whose decisions are forked
	Field      Field // who sits at the other seats; empty for the bots of Seats
	// Orders is the number of times that each hand is played, 0 standing for 1:
	// with its own wall, and with others in which the tiles left after the deal are
	// in another order. A hand stays one unit of all intervals: more orders make
	// more forks of a deal, as more hands make more forks of others.
	Orders int

	// Game is the situation in a game in which the hand is played; nil counts its points.
	Game *Game

	// Precision is the half width of the main contrast's interval, in points, at
	// which the study ends before all hands are played; 0 plays them all.
	Precision float64
	Level     float64 // nominal coverage of intervals, in (0, 1)
}

// MaxOrders is the most orders of a hand's wall.
const MaxOrders = 255

// orders returns the number of orders of a hand's wall.
func (c *Config) orders() int { return max(c.Orders, 1) }

// dealt is the number of tiles that are dealt.
const dealt = 13*engine.NumSeats + 1

// deck returns the deck of a hand with one of its orders of the wall.
func (c *Config) deck(hand int64, order int) engine.Deck {
	d := c.Deck(hand, c.FirstDealer(hand))
	if order > 0 {
		sim.Shuffle(d.Tiles[dealt:], rand.NewPCG(sim.PlayoutSeed(c.Seed, hand, order), 0))
	}
	return d
}

// Seats are a set of seats, a bit a seat.
type Seats uint8

// AllSeats is the set of all four.
const AllSeats = Seats(1<<engine.NumSeats - 1)

// Has reports whether a seat is in the set.
func (s Seats) Has(seat int) bool { return s>>seat&1 == 1 }

// List returns the seats in order.
func (s Seats) List() []int {
	list := []int{}
	for seat := range engine.NumSeats {
		if s.Has(seat) {
			list = append(list, seat)
		}
	}
	return list
}

// Validate reports the first field that cannot be studied.
func (c *Config) Validate() error {
	if err := c.Config.Validate(); err != nil {
		return err
	}
	switch {
	case c.Games > 0 || c.Rotate:
		return errors.New("study: hands are played alone and without rotation")
	case c.Studied == 0 || c.Studied > AllSeats:
		return errors.New("study: no seat to study")
	case !(c.Level > 0 && c.Level < 1):
		return fmt.Errorf("study: level %v is not between 0 and 1", c.Level)
	case !(c.Precision >= 0):
		return fmt.Errorf("study: precision %v is below 0", c.Precision)
	case c.Orders < 0 || c.Orders > MaxOrders:
		return fmt.Errorf("study: orders %d are not 0 to %d", c.Orders, MaxOrders)
	case c.Question == nil:
		return errors.New("study: no question")
	}
	if c.Game != nil {
		if len(c.Field) > 0 {
			return errors.New("study: the later hands of a game are played by the bots of the seats; there is no field")
		}
		if err := c.Game.Validate(); err != nil {
			return err
		}
	}
	if err := c.Field.Validate(); err != nil {
		return err
	}
	bots := append(slices.Clip(c.Seats[:]), c.Field.specs()...)
	for _, p := range c.Question.Policies {
		bots = append(slices.Clip(bots), p.Spec)
	}
	if err := policy.InProcess("study", bots...); err != nil {
		return err
	}
	if needs := c.Question.Needs; needs != nil {
		if err := needs(&c.Rules); err != nil {
			return fmt.Errorf("study: question %s: %w", c.Question.Name, err)
		}
	}
	return c.Question.Validate()
}

// sequence is the confidence sequence that ends a study.
func (c *Config) sequence() stats.ConfidenceSequence {
	return stats.ConfidenceSequence{Level: c.Level}
}

// Options are what a study's rows do not depend on. The zero value plays on one
// worker and keeps nothing but the result.
type Options struct {
	Tables  *shape.Tables // nil builds them
	Workers int           // goroutines, at least 1
	// Check plays the bots' own choices too and compares their ends with the
	// hand's, and tests every action.
	Check bool
	Sink  Sink // takes the rows; nil for none
	// Shard has the parts that are played, all if it is zero. The result is of them
	// alone. A precision is refused: it is about all hands.
	Shard sim.Shard
	// Stored reads back the rows of a part that the sink has from an earlier run, in
	// their order and some at a time, whose memory is the reader's; it is nil, or
	// returns nil, for parts to be played. Such a part is counted, but not given to
	// the sink, and its first hand is played again: a program that plays it
	// otherwise is an error.
	Stored func(p sim.Part) iter.Seq2[[]Row, error]
	// Stop ends the study early, with ErrStopped, once it is closed: with a sink at
	// the end of the part under way, without one at that of a block of hands.
	Stop <-chan struct{}
	// Progress is called with the number of hands played since its last call,
	// by one goroutine at a time.
	Progress func(hands int64)
}

// ErrStopped is the error of a study that Options.Stop has ended.
var ErrStopped = errors.New("study: stopped")

// A Sink takes the rows of a study, part by part in their order, by one goroutine
// at a time.
type Sink interface {
	// Begin opens a part, once the one before is committed.
	Begin(p sim.Part) (PartSink, error)
}

// A PartSink takes one part's rows.
type PartSink interface {
	// Write stores rows, in the order of hands, forks and alternatives. Their
	// memory is the caller's.
	Write(rows []Row) error
	// Commit ends the part: what it has written is now complete and lasting.
	Commit() error
	// Abort drops what the part has written.
	Abort()
}
