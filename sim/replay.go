package sim

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/engine/shape"
)

// A Replayer plays single hands of a run again and writes them down. It is one
// goroutine's own.
type Replayer struct {
	table *Table
	batch Batch
	watch watch
}

// NewReplayer returns a replayer of a configuration's hands.
func NewReplayer(c *Config, tables *shape.Tables) (*Replayer, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	t, err := NewTable(c, tables, false)
	if err != nil {
		return nil, err
	}
	t.actions = true
	r := &Replayer{table: t}
	r.watch.table = t
	t.engine = t.engine.Observed(&r.watch, engine.AllEvents)
	return r, nil
}

// Hand plays a hand again, and first what precedes it in its game, and returns
// its outcome, its deck and its actions. They are valid until the next call.
func (r *Replayer) Hand(hand int64) (*Outcome, engine.Deck, []engine.Action, error) {
	c := r.table.config
	if hand < 0 || hand >= c.TotalHands() {
		return nil, engine.Deck{}, nil, fmt.Errorf("sim: hand %d of %d", hand, c.TotalHands())
	}
	r.batch.Reset()
	r.watch.hand = hand
	if err := r.table.PlayUnit(hand/c.unitHands(), &r.batch); err != nil {
		return nil, engine.Deck{}, nil, err
	}
	from := 0
	for i := range r.batch.Outcomes {
		o := &r.batch.Outcomes[i]
		if o.Hand == hand {
			return o, c.Deck(hand, o.Dealer), r.batch.Actions[from : from+o.Actions], nil
		}
		from += o.Actions
	}
	panic("sim: a hand that is not in its unit")
}

// Record plays a hand again, as Hand does, and writes it down in full.
func (r *Replayer) Record(hand int64) (*record.Record, error) {
	o, deck, _, err := r.Hand(hand)
	if err != nil {
		return nil, err
	}
	c := r.table.config
	rec := &record.Record{
		Rules: c.Rules, Deck: deck, Seeded: c.Decks == nil, Visibility: record.Full,
		Events: append([]engine.Event(nil), r.watch.recorder.Events()...),
	}
	if rec.Seeded {
		rec.Seed, rec.Hand = c.Seed, hand
	}
	bots := c.Bots()
	for s := range o.Seats {
		rec.Seats[s] = bots[o.Seats[s].Bot]
		rec.Ledger[s] = o.Seats[s].Account
	}
	return rec, nil
}

// A watch hands a table's wins on to it, and collects all events of one hand.
type watch struct {
	table    *Table
	hand     int64
	recorder record.Recorder
}

// Observe takes an event.
func (w *watch) Observe(h *engine.Hand, e engine.Event) {
	if e.Kind == engine.EventWin {
		w.table.rec.Observe(h, e)
	}
	if w.table.rec.hand == w.hand {
		w.recorder.Observe(h, e)
	}
}
