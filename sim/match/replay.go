package match

import (
	"errors"
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/engine/shape"
	"xuezhan/sim"
)

// Replay plays a block again and returns the records of its hands, in order. The
// configuration must be valid and its bots not external. Of a bot that commits a
// fault the record has what timeout played in its place.
func Replay(c *Config, t *shape.Tables, number int64) ([]*record.Record, error) {
	for _, b := range c.Bots {
		if b.External != nil {
			return nil, errors.New("match: hands of external bots are not played again: they may answer otherwise")
		}
	}
	if number < 0 || number >= c.Blocks {
		return nil, fmt.Errorf("match: block %d of 0 to %d", number, c.Blocks-1)
	}
	plain := *c
	plain.Luck = false // which the play does not depend on
	p, err := newPlayer(&plain, t)
	if err != nil {
		return nil, err
	}
	var recorder record.Recorder
	p.hands = sim.NewPlayer(p.hands.Engine().Observed(&recorder, engine.AllEvents), sim.PlayerOptions{OnFault: sim.Forfeit})
	b := Block{Number: number}
	var list []*record.Record
	for i, seating := range p.seater.seatings(nil, number) {
		if err := p.playHand(job{&b, i, seating}); err != nil {
			return nil, err
		}
		list = append(list, p.record(recorder.Events()))
	}
	return list, nil
}

// record writes down the hand that was played last.
func (p *player) record(events []engine.Event) *record.Record {
	c, number := p.config, p.job.block.Number
	r := &record.Record{
		Rules: c.Rules, Deck: sim.Deck(c.Seed, number, sim.FirstDealer(c.Seed, number), c.Walls),
		Seeded: true, Seed: c.Seed, Hand: number, Visibility: record.Full,
		Events: append([]engine.Event(nil), events...), Ledger: *p.hands.Hand().Ledger(),
	}
	for s, bot := range p.job.seating {
		r.Seats[s] = c.Bots[bot].Spec
	}
	return r
}
