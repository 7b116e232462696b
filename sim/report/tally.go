package report

import (
	"errors"
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

// Config says whose outcomes a tally takes.
type Config struct {
	Bots         []string      // the run's distinct bots as their specs have them; sim.SeatOutcome.Bot is an index into it
	HandsPerGame int           // hands of a game, 1 where hands are played alone
	Ranking      rules.Ranking // what decides a game
}

// Validate returns an error that names the first field that makes no sense.
func (c Config) Validate() error {
	switch {
	case len(c.Bots) == 0:
		return errors.New("report: no bots")
	case c.HandsPerGame < 1:
		return fmt.Errorf("report: HandsPerGame %d is below 1", c.HandsPerGame)
	}
	return nil
}

// A Tally has the sums that a report is made of. It is not safe for use by two
// goroutines at once: let each part have its own and merge them. Make one with
// New.
type Tally struct {
	config  Config
	hands   int64
	units   int64
	winners [engine.NumSeats + 1]int64 // hands by number of winners
	table   table
	bots    []bot
	pairs   []pair // of bots a < b, at pairIndex(a, b)

	unit unit
}

// A table is what is kept of all seats together.
type table struct {
	hands, exhausted, wins      stats.Sum
	exhaustedHands, winsByHands stats.Product
}

// A bot is what is kept of one bot.
type bot struct {
	forfeited int64 // hands
	measures  measures
	starts    starts
	openings  starts
	cleared   stats.Histogram // draws until
	ready     stats.Histogram
	won       stats.Histogram
	winDraws  stats.Histogram        // wins by the winner's draws
	gained    [numPointClasses]int64 // hands by their points
	fans      [maxFan + 1]int64
	patterns  [fan.NumPatterns]int64
}

// maxFan is the fan from which wins are counted together.
const maxFan = 16

// A unit is what is kept of the unit that is being tallied.
type unit struct {
	open                   bool
	game                   int64
	hands, exhausted, wins int
	bots                   []unitBot

	// The game so far, by seat.
	sitting [engine.NumSeats]int // bots
	running [engine.NumSeats]int // points
	ranked  [engine.NumSeats]int // twice the place points
}

// A unitBot is a unit's part of one bot.
type unitBot struct {
	sums     unitSums
	starts   unitStarts
	openings unitStarts
}

// New returns an empty tally, or the error of c.Validate.
func New(c Config) (*Tally, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	n := len(c.Bots)
	return &Tally{
		config: c,
		bots:   make([]bot, n),
		pairs:  make([]pair, n*(n-1)/2),
		unit:   unit{bots: make([]unitBot, n)},
	}, nil
}

// pairIndex returns where the bots a < b are found among the pairs.
func pairIndex(a, b int) int { return b*(b-1)/2 + a }

// Add takes the next batch. Batches of a part come in the order of their hands;
// a game may continue in the next batch. It keeps nothing of the batch
// and panics if its wins do not belong to its hands.
func (t *Tally) Add(b *sim.Batch) {
	wins := b.Wins
	for i := range b.Outcomes {
		o := &b.Outcomes[i]
		if o.Wins > len(wins) {
			panic("report: a hand without its wins")
		}
		t.addHand(o, wins[:o.Wins])
		wins = wins[o.Wins:]
	}
	if len(wins) > 0 {
		panic("report: wins without their hand")
	}
}

// Flush closes a game that was not played to its end: its hands count, its
// places do not. Whole games close themselves.
func (t *Tally) Flush() {
	if t.unit.open {
		t.closeUnit()
	}
}

// Merge adds all that o has taken, after flushing both. It panics if the two
// are not of the same run: other bots or other games.
func (t *Tally) Merge(o *Tally) {
	if !t.config.same(o.config) {
		panic("report: tallies of different runs")
	}
	t.Flush()
	o.Flush()
	t.hands += o.hands
	t.units += o.units
	for i := range t.winners {
		t.winners[i] += o.winners[i]
	}
	t.table.merge(&o.table)
	for i := range t.bots {
		t.bots[i].merge(&o.bots[i])
	}
	for i := range t.pairs {
		t.pairs[i].merge(&o.pairs[i])
	}
}

func (c Config) same(o Config) bool {
	if c.HandsPerGame != o.HandsPerGame || c.Ranking != o.Ranking || len(c.Bots) != len(o.Bots) {
		return false
	}
	for i, b := range c.Bots {
		if b != o.Bots[i] {
			return false
		}
	}
	return true
}

// close records a unit.
func (t *table) close(hands, exhausted, wins int64) {
	t.hands.Add(hands)
	t.exhausted.Add(exhausted)
	t.wins.Add(wins)
	t.exhaustedHands.Add(exhausted, hands)
	t.winsByHands.Add(wins, hands)
}

// merge records every unit of o.
func (t *table) merge(o *table) {
	t.hands.Merge(o.hands)
	t.exhausted.Merge(o.exhausted)
	t.wins.Merge(o.wins)
	t.exhaustedHands.Merge(o.exhaustedHands)
	t.winsByHands.Merge(o.winsByHands)
}

func (b *bot) merge(o *bot) {
	b.forfeited += o.forfeited
	b.measures.merge(&o.measures)
	b.starts.merge(&o.starts)
	b.cleared.Merge(&o.cleared)
	b.ready.Merge(&o.ready)
	b.won.Merge(&o.won)
	b.openings.merge(&o.openings)
	b.winDraws.Merge(&o.winDraws)
	for i := range b.gained {
		b.gained[i] += o.gained[i]
	}
	for i := range b.fans {
		b.fans[i] += o.fans[i]
	}
	for i := range b.patterns {
		b.patterns[i] += o.patterns[i]
	}
}

// addHand takes one hand, which starts a unit, continues it or ends it.
func (t *Tally) addHand(o *sim.Outcome, wins []sim.Win) {
	u := &t.unit
	if u.open && u.game != o.Game {
		t.closeUnit()
	}
	u.open, u.game = true, o.Game
	t.addTable(o)
	for s := range o.Seats {
		t.addSeat(o, s)
	}
	for i := range wins {
		if wins[i].Hand != o.Hand {
			panic("report: a win of another hand")
		}
		t.addWin(o.Seats[wins[i].Seat].Bot, &wins[i])
	}
	if t.config.HandsPerGame > 1 {
		u.rank(o, t.config.Ranking)
	}
	if o.InGame+1 >= t.config.HandsPerGame {
		t.closeUnit()
	}
}

// closeUnit records the open unit.
func (t *Tally) closeUnit() {
	u := &t.unit
	if t.config.HandsPerGame > 1 && u.hands == t.config.HandsPerGame {
		u.place(t.config.Ranking)
	}
	t.units++
	t.table.close(int64(u.hands), int64(u.exhausted), int64(u.wins))
	for b := range u.bots {
		if u.bots[b].starts.touched == 0 {
			continue
		}
		for a := range b {
			t.pairs[pairIndex(a, b)].close(&u.bots[a].starts, &u.bots[b].starts)
		}
		t.bots[b].measures.close(&u.bots[b].sums)
		t.bots[b].starts.close(&u.bots[b].starts)
		t.bots[b].openings.close(&u.bots[b].openings)
	}
	for b := range u.bots {
		if u.bots[b].starts.touched != 0 {
			u.bots[b].starts, u.bots[b].openings = unitStarts{}, unitStarts{}
		}
	}
	u.open, u.hands, u.exhausted, u.wins = false, 0, 0, 0
	u.ranked = [engine.NumSeats]int{}
}
