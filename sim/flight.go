package sim

import (
	"context"
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/policy"
)

// A crowded has what a table plays many units at a time with, some seats of
// which external bots play.
type crowded struct {
	crowd   *Crowd
	flights []*flight // by place, nil until first needed
	batches []Batch   // of the units under way and done, by their place in the block
	free    func() (*Table, error)
}

// newCrowded returns what a table needs for external bots; nil if it has none. A
// place of the crowd has a table of its own, the first one the table itself.
func newCrowded(t *Table, tables *shape.Tables, x External) *crowded {
	c := t.config
	crowd := NewCrowd(c.specs(), &c.Rules, x)
	if crowd == nil {
		return nil
	}
	g := &crowded{crowd: crowd, flights: make([]*flight, x.Hands())}
	g.flights[0] = newFlight(t, crowd)
	g.free = func() (*Table, error) {
		other, err := newTable(c, tables, t.check)
		if err == nil {
			other.actions = t.actions
		}
		return other, err
	}
	return g
}

// play plays the units from one to before another, and appends their outcomes to
// the batch in order.
func (g *crowded) play(ctx context.Context, unit, end int64, b *Batch) error {
	n := int(end - unit)
	for len(g.batches) < n {
		g.batches = append(g.batches, Batch{})
	}
	next := 0
	var failed error
	err := g.crowd.Play(func(place int) (Flight, bool) {
		if failed == nil {
			failed = ctx.Err()
		}
		if next == n || failed != nil {
			return nil, false
		}
		f, err := g.at(place)
		if err != nil {
			failed = err
			return nil, false
		}
		g.batches[next].Reset()
		f.start(unit+int64(next), &g.batches[next])
		next++
		return f, true
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return err
	}
	for i := range n {
		b.Outcomes = append(b.Outcomes, g.batches[i].Outcomes...)
		b.Wins = append(b.Wins, g.batches[i].Wins...)
		b.Actions = append(b.Actions, g.batches[i].Actions...)
	}
	return nil
}

// at returns the flight of a place.
func (g *crowded) at(place int) (*flight, error) {
	if g.flights[place] == nil {
		t, err := g.free()
		if err != nil {
			return nil, err
		}
		g.flights[place] = newFlight(t, g.crowd)
	}
	return g.flights[place], nil
}

// A flight is a unit in play at a table of its own: a sim.Flight.
type flight struct {
	*Table
	crowd *Crowd

	unit       unit
	batch      *Batch
	inPlay     bool // a hand is
	voidsNoted bool
	number     uint64                // of the hand in the crowd
	external   [engine.NumSeats]bool // seats that wait for a bot
	told       told
	substitute [engine.NumSeats]policy.Policy
}

// told is the policy of an external bot's seat: it plays what the bot has said.
type told struct{ action engine.Action }

// Start does nothing: the bot has the seed from its requests.
func (*told) Start(int, uint64) {}

// Act returns what the bot has said.
func (t *told) Act(engine.View, []engine.Action) engine.Action { return t.action }

func newFlight(t *Table, c *Crowd) *flight {
	f := &flight{Table: t, crowd: c}
	for s := range f.substitute {
		f.substitute[s] = newTimeout()
	}
	return f
}

// newTimeout returns the bot that plays on for one that failed.
func newTimeout() policy.Policy {
	spec, err := policy.Parse("timeout")
	if err != nil {
		panic("sim: there is no bot timeout")
	}
	return spec.New()
}

func (f *flight) start(number int64, b *Batch) {
	f.unit, f.batch, f.inPlay = f.begin(number), b, false
}

// outcome returns that of the hand in play.
func (f *flight) outcome() *Outcome { return &f.batch.Outcomes[len(f.batch.Outcomes)-1] }

// Next plays on to the next decision of an external bot.
func (f *flight) Next(r *policy.Request) (bot int, ok bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = f.panicked(f.outcome(), p)
		}
	}()
	for {
		if !f.inPlay {
			if f.unit.left == 0 {
				return 0, false, nil
			}
			f.deal()
		}
		for !f.hand.Over() {
			if seat := f.hand.Asked(); f.external[seat] {
				if legal := f.engine.Legal(&f.hand, f.legal[:0]); len(legal) > 1 {
					f.request(r, seat, legal)
					return f.outcome().Seats[seat].Bot, true, nil
				}
			}
			if err := f.play(); err != nil {
				return 0, false, err
			}
		}
		f.finish()
	}
}

// deal begins the next hand of the unit.
func (f *flight) deal() {
	o := f.open(&f.unit, f.batch)
	f.Table.deal(f.unit.dealer, f.unit.seating, o, f.batch)
	for s := range f.seats {
		f.external[s] = f.seats[s] == nil
		if f.external[s] {
			f.seats[s] = &f.told
		}
	}
	f.number = f.crowd.Begin()
	f.inPlay, f.voidsNoted = true, false
}

func (f *flight) request(r *policy.Request, seat int, legal []engine.Action) {
	*r = policy.Request{
		Table: TableOf(f.number, seat),
		Seed:  PolicySeed(f.config.Seed, f.outcome().Hand, seat),
		View:  f.engine.View(&f.hand, seat),
		Legal: legal,
	}
}

// play plays one action.
func (f *flight) play() error {
	o := f.outcome()
	if err := f.step(o, f.batch); err != nil {
		return fmt.Errorf("hand %d of seed %d: %w", o.Hand, f.config.Seed, err)
	}
	if !f.voidsNoted && f.hand.Phase() > engine.PhaseVoid {
		noteVoids(f.engine, &f.hand, o)
		f.voidsNoted = true
	}
	return nil
}

// finish ends the hand in play.
func (f *flight) finish() {
	o := f.outcome()
	f.end(o, f.batch)
	f.close(&f.unit, o)
	for s := range o.Seats {
		f.crowd.End(o.Seats[s].Bot, f.number, s)
	}
	f.inPlay = false
}

// Answer plays what an external bot has chosen.
func (f *flight) Answer(a engine.Action) error {
	f.told.action = a
	return f.play()
}

// Forfeit lets timeout play the rest of the hand for the seat that was asked.
func (f *flight) Forfeit(string) error {
	seat, o := f.hand.Asked(), f.outcome()
	f.seats[seat], f.external[seat] = f.substitute[seat], false
	f.seats[seat].Start(seat, PolicySeed(f.config.Seed, o.Hand, seat))
	o.Seats[seat].Forfeited = true
	return f.play()
}

// Where names the hand and the decision.
func (f *flight) Where() string {
	return fmt.Sprintf("hand %d of seed %d, action %d, seat %d in the phase %s",
		f.outcome().Hand, f.config.Seed, f.outcome().Actions, f.hand.Asked(), f.hand.Phase())
}
