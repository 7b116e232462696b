package sim

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/shape"
)

// A Replayer plays single hands of a run again. It is one goroutine's own.
type Replayer struct {
	worker *Worker
	batch  Batch
	watch  watch
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
	w, err := NewWorker(c, Options{Tables: tables, Actions: true})
	if err != nil {
		return nil, err
	}
	r := &Replayer{worker: w}
	s := w.slots[0]
	r.watch.notes = &s.notes
	s.player.engine = s.player.engine.Observed(&r.watch, engine.AllEvents)
	return r, nil
}

// Close ends the external bots that play.
func (r *Replayer) Close() error { return r.worker.Close() }

// Hand plays a hand again, and first what precedes it in its game. The
// replay's memory is the replayer's, to be used again by the next call.
func (r *Replayer) Hand(hand int64) (Replay, error) {
	c := r.worker.config
	if hand < 0 || hand >= c.TotalHands() {
		return Replay{}, fmt.Errorf("sim: hand %d of %d", hand, c.TotalHands())
	}
	r.batch.Reset()
	r.watch.hand, r.watch.events = hand, r.watch.events[:0]
	if err := r.worker.PlayUnit(hand/c.unitHands(), &r.batch); err != nil {
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

// A watch hands events on to the slot's recorder, and collects all of one hand.
type watch struct {
	notes  *recorder
	hand   int64
	events []engine.Event
}

// Observe takes an event.
func (w *watch) Observe(h *engine.Hand, e engine.Event) {
	if noted>>e.Kind&1 != 0 {
		w.notes.Observe(h, e)
	}
	if w.notes.hand == w.hand {
		w.events = append(w.events, e)
	}
}

// ReplayDiffers is the error of what is resumed where the replay of a unit, such as a
// hand or a block, is not what is stored: what is played now must not be mixed with it.
func ReplayDiffers(unit string, number int64) error {
	return fmt.Errorf("the replay of %s %d differs from the stored %s: this program or a bot has changed", unit, number, unit)
}
