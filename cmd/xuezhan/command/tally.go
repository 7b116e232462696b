package command

import (
	"xuezhan/engine"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
	"xuezhan/sim/report"
)

// A tally counts a run's outcomes: by bot for the report and, where a reader of
// JSON wants them, by the seats of the run's list.
type tally struct {
	bots  *report.Tally
	seats *seatTally // nil unless wanted
}

// A seatTally counts outcomes by listed seat as if each were played by a bot of
// its own.
type seatTally struct {
	*report.Tally
	rotate bool
	batch  sim.Batch // the batch with seats in the place of bots
}

// newTally returns an empty tally for a run's inputs.
func newTally(in *dataset.Inputs, bySeat bool) (*tally, error) {
	c := report.Config{HandsPerGame: 1, Ranking: in.Rules.Ranking}
	if in.Games > 0 {
		c.HandsPerGame = in.Rules.HandsPerGame
	}
	for _, b := range in.Bots {
		c.Bots = append(c.Bots, b.Spec)
	}
	bots, err := report.New(c)
	if err != nil || !bySeat {
		return &tally{bots: bots}, err
	}
	c.Bots = nil
	for _, bot := range in.Seats {
		c.Bots = append(c.Bots, in.Bots[bot].Spec)
	}
	seats, err := report.New(c)
	return &tally{bots: bots, seats: &seatTally{Tally: seats, rotate: in.Rotate}}, err
}

// Add counts a batch.
func (t *tally) Add(b *sim.Batch) {
	t.bots.Add(b)
	if t.seats != nil {
		t.seats.add(b)
	}
}

// merge adds all that another tally of the same run has counted.
func (t *tally) merge(o *tally) {
	t.bots.Merge(o.bots)
	if t.seats != nil {
		t.seats.Merge(o.seats.Tally)
	}
}

// add counts a batch by listed seat: the one itself or, where the seating turns,
// the one that many places further which is the number of the hand or game.
func (t *seatTally) add(b *sim.Batch) {
	t.batch.Outcomes = append(t.batch.Outcomes[:0], b.Outcomes...)
	t.batch.Wins = b.Wins
	for i := range t.batch.Outcomes {
		o := &t.batch.Outcomes[i]
		turned := 0
		if t.rotate {
			turned = int(o.Game % engine.NumSeats)
		}
		for s := range o.Seats {
			o.Seats[s].Bot = (s + turned) % engine.NumSeats
		}
	}
	t.Add(&t.batch)
}
