package regress

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/engine/shape"
	"xuezhan/sim"
)

// Replay returns the records of a hand as the baseline has it and as it is played
// now. It is an error if what was played then is no longer legal.
func (b *Baseline) Replay(index int64, t *shape.Tables) (before, now *record.Record, err error) {
	c := b.Config()
	if index < 0 || index >= c.Hands {
		return nil, nil, fmt.Errorf("regress: hand %d of 0 to %d", index, c.Hands-1)
	}
	replayer, err := sim.NewReplayer(c, t)
	if err != nil {
		return nil, nil, err
	}
	defer replayer.Close()
	replay, err := replayer.Hand(index)
	if err != nil {
		return nil, nil, err
	}
	hands, err := b.blockOf(index).unpack(c.Decks != nil)
	if err != nil {
		return nil, nil, err
	}
	before, now = recordOf(c, index, &replay.Deck), recordOf(c, index, &replay.Deck)
	now.Events = append(now.Events, replay.Events...)
	for s := range now.Ledger {
		now.Ledger[s] = replay.Seats[s].Account
	}
	return before, now, b.playBefore(before, &hands[index-b.blockOf(index).first], t)
}

// recordOf returns the record of a hand before its first event.
func recordOf(c *sim.Config, index int64, deck *engine.Deck) *record.Record {
	r := &record.Record{Rules: c.Rules, Deck: *deck, Seeded: c.Decks == nil, Visibility: record.Full}
	if r.Seeded {
		r.Seed, r.Hand = c.Seed, index
	}
	for s := range r.Seats {
		r.Seats[s] = c.Bots()[c.Bot(s, index)]
	}
	return r
}

// playBefore fills a record with what the baseline has of its hand.
func (b *Baseline) playBefore(r *record.Record, then *hand, t *shape.Tables) error {
	plain, err := engine.New(r.Rules, t)
	if err != nil {
		return err
	}
	var recorder record.Recorder
	e := plain.Observed(&recorder, engine.AllEvents)
	var h engine.Hand
	e.Deal(&h, &r.Deck)
	for i, a := range then.actions {
		if err := e.Check(&h, a); err != nil {
			return fmt.Errorf("regress: action %d of the baseline is no longer legal: %w", i, err)
		}
		e.Apply(&h, a)
	}
	r.Events, r.Ledger = recorder.Events(), *h.Ledger()
	return nil
}
