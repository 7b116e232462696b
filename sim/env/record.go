package env

import (
	"fmt"
	"io"

	"xuezhan/engine"
	"xuezhan/engine/record"
)

// WriteRecord writes the hand of a row that has ended last, as text that
// `xuezhan replay` verifies and shows. The caller's seats have no names. It is an error if no hand of the row has ended since Reset.
func (e *Env) WriteRecord(w io.Writer, row int) error {
	if row < 0 || row >= e.Rows() {
		return fmt.Errorf("env: row %d of %d", row, e.Rows())
	}
	over := e.lock.Ended(row)
	if over.Index < 0 {
		return fmt.Errorf("env: no hand of row %d has ended", row)
	}
	c := e.lock.Config()
	var recorder record.Recorder
	watched := e.lock.Engine().Observed(&recorder, engine.AllEvents)
	r := record.Record{
		Rules: c.Rules, Deck: c.Deck(over.Index, over.Hand.Dealer()), Visibility: record.Full,
		Seeded: true, Seed: c.Seed, Hand: over.Index,
	}
	for s := range r.Seats {
		if spec := c.SeatSpec(s, over.Index); !spec.IsZero() {
			r.Seats[s] = spec.String()
		}
	}
	var h engine.Hand
	watched.Deal(&h, &r.Deck)
	for _, s := range over.Steps {
		watched.Apply(&h, s.Action)
	}
	r.Events, r.Ledger = recorder.Events(), *h.Ledger()
	return record.Write(w, &r)
}
