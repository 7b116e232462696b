package sim

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/shape"
)

// A Replayer plays single hands of a run again. It is one goroutine's own.
type Replayer struct {
	table *Table
	batch Batch
	watch watch
}

// A Replay is a hand that was played again.
type Replay struct {
	*Outcome
	Wins    []Win // in order; their number is Outcome.Wins
	Deck    engine.Deck
	Actions []engine.Action
	Events  []engine.Event
}

// NewReplayer returns a replayer of a configuration's hands.
func NewReplayer(c *Config, tables *shape.Tables) (*Replayer, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	t, err := NewTable(c, Options{Tables: tables})
	if err != nil {
		return nil, err
	}
	t.actions = true
	r := &Replayer{table: t}
	r.watch.table = t
	t.engine = t.engine.Observed(&r.watch, engine.AllEvents)
	return r, nil
}

// Close ends the external bots that play.
func (r *Replayer) Close() error { return r.table.Close() }

// Hand plays a hand again, and first what precedes it in its game. The
// replay's memory is the replayer's, to be used again by the next call.
func (r *Replayer) Hand(hand int64) (Replay, error) {
	c := r.table.config
	if hand < 0 || hand >= c.TotalHands() {
		return Replay{}, fmt.Errorf("sim: hand %d of %d", hand, c.TotalHands())
	}
	r.batch.Reset()
	r.watch.hand, r.watch.events = hand, r.watch.events[:0]
	if err := r.table.PlayUnit(hand/c.unitHands(), &r.batch); err != nil {
		return Replay{}, err
	}
	action, win := 0, 0
	for i := range r.batch.Outcomes {
		o := &r.batch.Outcomes[i]
		if o.Hand == hand {
			return Replay{o, r.batch.Wins[win : win+o.Wins], c.Deck(hand, o.Dealer),
				r.batch.Actions[action : action+o.Actions], r.watch.events}, nil
		}
		action += o.Actions
		win += o.Wins
	}
	panic("sim: a hand that is not in its unit")
}

// A watch hands a table's wins on to it, and collects all events of one hand.
type watch struct {
	table  *Table
	hand   int64
	events []engine.Event
}

// Observe takes an event.
func (w *watch) Observe(h *engine.Hand, e engine.Event) {
	if e.Kind == engine.EventWin {
		w.table.rec.Observe(h, e)
	}
	if w.table.rec.hand == w.hand {
		w.events = append(w.events, e)
	}
}
