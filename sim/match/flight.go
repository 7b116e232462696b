package match

import (
	"cmp"
	"fmt"
	"slices"

	"xuezhan/engine"
	"xuezhan/policy"
	"xuezhan/sim"
)

// A flight is a hand in play at a player of its own, with external bots: a
// sim.Flight.
type flight struct {
	*player
	crowd    *sim.Crowd
	job      job
	number   uint64 // of the hand in the crowd
	seats    [engine.NumSeats]policy.Policy
	external [engine.NumSeats]bool // seats that wait for a bot
	told     told
}

// told is the policy of an external bot's seat: it plays what the bot has said.
type told struct{ action engine.Action }

// Start does nothing: the bot has the seed from its requests.
func (*told) Start(int, uint64) {}

// Act returns what the bot has said.
func (t *told) Act(engine.View, []engine.Action) engine.Action { return t.action }

// newCrowd returns the crowd of a match's external bots; nil if there is none.
func newCrowd(c *Config, x sim.External) *sim.Crowd {
	specs := make([]policy.Spec, len(c.Bots))
	for i, b := range c.Bots {
		if b.External != nil {
			specs[i] = *b.External
		}
	}
	return sim.NewCrowd(specs, &c.Rules, x)
}

// playTogether plays hands in flight. Faults are then in the order of their
// hands again.
func (p *player) playTogether(jobs []job) error {
	next := 0
	var failed error
	err := p.crowd.Play(func(place int) (sim.Flight, bool) {
		if next == len(jobs) || failed != nil {
			return nil, false
		}
		f, err := p.at(place)
		if err != nil {
			failed = err
			return nil, false
		}
		f.start(jobs[next])
		next++
		return f, true
	})
	if err != nil {
		return err
	}
	for _, j := range jobs {
		slices.SortStableFunc(j.block.Faults, func(a, b Fault) int { return cmp.Compare(a.Hand, b.Hand) })
	}
	return failed
}

// at returns the flight of a place.
func (p *player) at(place int) (*flight, error) {
	for len(p.flights) <= place {
		q, err := newPlayer(p.config, p.tables)
		if err != nil {
			return nil, err
		}
		p.flights = append(p.flights, &flight{player: q, crowd: p.crowd})
	}
	return p.flights[place], nil
}

func (f *flight) start(j job) {
	f.job = j
	f.seats = f.deal(j)
	for s := range f.seats {
		f.external[s] = f.config.Bots[j.seating[s]].External != nil
		if f.external[s] {
			f.seats[s] = &f.told
		}
	}
	f.number = f.crowd.Begin()
}

// Next plays on to the next decision of an external bot.
func (f *flight) Next(r *policy.Request) (bot int, ok bool, err error) {
	for !f.hand.Over() {
		seat := f.hand.Asked()
		if f.external[seat] {
			if f.legal = f.engine.Legal(&f.hand, f.legal[:0]); len(f.legal) > 1 {
				f.request(r, seat)
				return int(f.job.seating[seat]), true, nil
			}
		}
		f.step(f.job, &f.seats)
	}
	f.end(f.job)
	for s, bot := range f.job.seating {
		f.crowd.End(int(bot), f.number, s)
	}
	return 0, false, nil
}

func (f *flight) request(r *policy.Request, seat int) {
	*r = policy.Request{
		Table: sim.TableOf(f.number, seat),
		Seed:  sim.PolicySeed(f.config.Seed, f.job.block.Number, seat),
		View:  f.engine.View(&f.hand, seat),
		Legal: f.legal,
	}
}

// Answer plays what an external bot has chosen.
func (f *flight) Answer(a engine.Action) error {
	f.told.action = a
	f.step(f.job, &f.seats)
	return nil
}

// Forfeit lets timeout play the rest of the hand for the seat that was asked.
func (f *flight) Forfeit(what string) error {
	seat := f.hand.Asked()
	f.note(f.job.block, f.job.hand, seat, int(f.job.seating[seat]), what)
	f.seats[seat], f.external[seat] = f.substitute[seat], false
	f.step(f.job, &f.seats)
	return nil
}

// Where names the block, the hand and the decision.
func (f *flight) Where() string {
	return fmt.Sprintf("block %d of seed %d, hand %d of it, action %d, seat %d in the phase %s",
		f.job.block.Number, f.config.Seed, f.job.hand, f.actions, f.hand.Asked(), f.hand.Phase())
}
