package sim

import (
	"context"

	"xuezhan/engine"
	"xuezhan/engine/shape"
)

// A Worker plays units of a configuration, hands alone or whole games, and keeps
// their outcomes. It is one goroutine's own.
type Worker struct {
	config  *Config
	tables  *shape.Tables
	options Options

	slots   []*slot // the first one plays by itself unless there are external bots
	pool    *Pool   // of external bots; nil without
	batches []Batch // of the units that the pool's hands belong to, in order
}

// NewWorker returns a worker. Of the options it takes Tables, Check, Actions and
// External, whose fault policy is the configuration's. With external bots it has to be
// closed.
func NewWorker(c *Config, o Options) (*Worker, error) {
	if o.Tables == nil {
		o.Tables = shape.New()
	}
	o.External.OnFault = c.OnFault
	w := &Worker{config: c, tables: o.Tables, options: o, pool: NewPool(c.specs(), &c.Rules, o.External)}
	_, err := w.slot(0)
	return w, err
}

// slot returns the slot with an index. A new one is made when it is first needed.
func (w *Worker) slot(i int) (*slot, error) {
	for len(w.slots) <= i {
		s, err := newSlot(w.config, w.tables, w.options)
		if err != nil {
			return nil, err
		}
		w.slots = append(w.slots, s)
	}
	return w.slots[i], nil
}

// Close ends the external bots of the worker.
func (w *Worker) Close() error {
	if w.pool == nil {
		return nil
	}
	return w.pool.Close()
}

// Watch shows a witness all choices from now on; nil ends it. It is for hands
// without external bots.
func (w *Worker) Watch(x Witness) { w.slots[0].player.Watch(x) }

// fault returns one of the external bots' faults, empty for none.
func (w *Worker) fault() string {
	if w.pool == nil {
		return ""
	}
	return w.pool.Fault()
}

// PlayUnit plays one unit, a hand or a whole game, and appends its outcomes to
// the batch. A panic of a policy or of the engine is returned as a *Fault; the
// worker is of no use after it.
func (w *Worker) PlayUnit(unit int64, b *Batch) error {
	if w.pool != nil {
		return w.playPooled(context.Background(), unit, unit+1, b)
	}
	s := w.slots[0]
	for s.begin(unit, b); s.unit.left > 0; {
		s.deal()
		s.player.Next()
		if err := s.end(); err != nil {
			return err
		}
	}
	return nil
}

// playUnits plays the units from one to before another.
func (w *Worker) playUnits(ctx context.Context, unit, end int64, b *Batch) error {
	if w.pool != nil {
		return w.playPooled(ctx, unit, end, b)
	}
	for ; unit < end; unit++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.PlayUnit(unit, b); err != nil {
			return err
		}
	}
	return nil
}

// playPooled plays the units from one to before another by the pool, and appends
// their outcomes to the batch in order.
func (w *Worker) playPooled(ctx context.Context, unit, end int64, b *Batch) error {
	n := int(end - unit)
	for len(w.batches) < n {
		w.batches = append(w.batches, Batch{})
	}
	for _, s := range w.slots {
		s.unit.left = 0 // of a unit that an error has ended
	}
	if err := w.pool.Play(&pooled{w, ctx, unit, end, unit}); err != nil {
		return err
	}
	for i := range n {
		b.Outcomes = append(b.Outcomes, w.batches[i].Outcomes...)
		b.Wins = append(b.Wins, w.batches[i].Wins...)
		b.Actions = append(b.Actions, w.batches[i].Actions...)
	}
	return nil
}

// pooled are the hands of some units of a worker, as its pool plays them.
type pooled struct {
	*Worker
	ctx              context.Context
	first, end, next int64 // units
}

// Begin deals the next hand of the slot's unit, or of the next unit.
func (x *pooled) Begin(i int) (*Player, error) {
	if err := x.ctx.Err(); err != nil {
		return nil, err
	}
	s, err := x.slot(i)
	if err != nil {
		return nil, err
	}
	if s.unit.left == 0 {
		if x.next == x.end {
			return nil, nil
		}
		b := &x.batches[x.next-x.first]
		b.Reset()
		s.begin(x.next, b)
		x.next++
	}
	s.deal()
	return s.player, nil
}

// End notes what the slot's hand has come to.
func (x *pooled) End(i int) error { return x.slots[i].end() }

// Bots returns the indexes of the bots at the seats of the slot's hand.
func (x *pooled) Bots(i int) (bots [engine.NumSeats]int) {
	for seat := range bots {
		bots[seat] = x.slots[i].outcome().Seats[seat].Bot
	}
	return bots
}

// Where names the slot's hand.
func (x *pooled) Where(i int) string { return x.slots[i].where() }
