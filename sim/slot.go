package sim

import (
	"errors"
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/policy"
)

// A slot is where units of a configuration are played, one after the other, hands
// alone or whole games, and their outcomes noted. Choices of external bots are left
// to its caller.
type slot struct {
	config   *Config
	player   *Player
	policies [engine.NumSeats]policy.Policy // by index in Config.Seats, nil for external bots
	bots     [engine.NumSeats]int
	actions  bool // keep the actions in the batch

	unit  unit
	batch *Batch
	notes recorder
}

// A unit is how far a hand played alone or a game has come.
type unit struct {
	number  int64
	seating [engine.NumSeats]int // indexes in Config.Seats, by seat
	dealer  int                  // of the next hand
	points  [engine.NumSeats]int // running
	left    int64                // hands not yet dealt
}

func newSlot(c *Config, tables *shape.Tables, o Options) (*slot, error) {
	e, err := engine.New(c.Rules, tables)
	if err != nil {
		return nil, err
	}
	s := &slot{config: c, actions: o.Actions}
	s.notes.tables = tables
	s.player = NewPlayer(e.Observed(&s.notes, noted), PlayerOptions{Check: o.Check})
	for i, spec := range c.Seats {
		if !spec.IsExternal() {
			s.policies[i] = spec.New()
		}
		s.bots[i] = c.botOf(i)
	}
	return s, nil
}

// begin starts a unit, whose outcomes go to a batch.
func (s *slot) begin(number int64, b *Batch) {
	c := s.config
	s.unit = unit{number: number, dealer: c.FirstDealer(number), left: c.unitHands()}
	s.batch = b
	for i := range s.unit.seating {
		at := c.seatAt(i, number)
		s.unit.seating[i] = at
		s.unit.points[i] = c.Rules.StartPoints
		s.player.Sit(i, s.policies[at])
	}
}

// deal deals the unit's next hand.
func (s *slot) deal() {
	c, u, b := s.config, &s.unit, s.batch
	hands := c.unitHands()
	k := hands - u.left
	u.left--
	b.Outcomes = append(b.Outcomes, Outcome{Hand: u.number*hands + k, Game: u.number, InGame: int(k)})
	o := &b.Outcomes[len(b.Outcomes)-1]
	for i := range o.Seats {
		o.Seats[i].Bot = s.bots[u.seating[i]]
		o.Seats[i].GamePoints = u.points[i]
	}
	s.notes.start(b, o)
	deck := c.Deck(o.Hand, u.dealer)
	s.player.Deal(c.Seed, o.Hand, &deck)
	noteDeal(s.player.Engine(), s.player.Hand(), o)
}

// end records the result of the hand, or returns why it is not over.
func (s *slot) end() error {
	p, o := s.player, s.outcome()
	if err := p.Err(); err != nil {
		return s.failed(err)
	}
	o.Trace, o.Actions = p.Trace(), len(p.Steps())
	for _, f := range p.Faults() {
		o.Seats[f.Seat].Forfeited = true
	}
	noteExchange(p, o)
	noteEnd(p.Engine(), p.Hand(), o, s.batch.Wins[s.notes.first:])
	if s.actions {
		for _, x := range p.Steps() {
			s.batch.Actions = append(s.batch.Actions, x.Action)
		}
	}
	for i := range s.unit.points {
		s.unit.points[i] += o.Seats[i].Account.Total()
	}
	s.unit.dealer = NextDealer(s.config.Rules.Dealer, p.Hand())
	return nil
}

// failed returns the error of a run whose hand has ended with one.
func (s *slot) failed(err error) error {
	if f := (*Fault)(nil); errors.As(err, &f) {
		f.Bot = s.config.Bots()[s.outcome().Seats[f.Seat].Bot]
		return f
	}
	return fmt.Errorf("%s: %w", s.where(), err)
}

// outcome returns that of the hand in play.
func (s *slot) outcome() *Outcome { return &s.batch.Outcomes[len(s.batch.Outcomes)-1] }

// where names the hand in play.
func (s *slot) where() string {
	return fmt.Sprintf("hand %d of seed %d", s.outcome().Hand, s.config.Seed)
}
