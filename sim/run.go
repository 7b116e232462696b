package sim

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/sourcegraph/conc/pool"

	"xuezhan/engine/shape"
)

// Options are what a run's outcomes do not depend on. The zero value plays on
// one worker and keeps nothing but the digest.
type Options struct {
	Tables  *shape.Tables // nil builds them
	Workers int           // goroutines, at least 1
	Check   bool          // test every action and every state
	Actions bool          // keep the actions in the batches
	Sink    Sink          // takes the outcomes; nil for none
	External
	// Tally makes an accumulator for one worker; nil for none. Merged is called
	// with each of them, one at a time, once its worker is done.
	Tally  func() Tally
	Merged func(Tally)
	// Progress is called with the number of hands played since its last call,
	// from several goroutines at once.
	Progress func(hands int64)
}

// A Tally counts outcomes. It is one worker's own.
type Tally interface {
	// Add counts a batch, whose memory is the caller's. Batches hold whole
	// units, in no order among each other.
	Add(b *Batch)
}

// A Result is what a run leaves in memory.
type Result struct {
	Hands  int64  // played; fewer than asked for if the run was stopped
	Digest string // of all outcomes in order; empty if the run was stopped
	Fault  string // one of those of external bots that were borne; empty for none
}

// Run plays a configuration. It stops at the first error, and when the context
// ends: parts under way are then aborted, finished ones stay.
func Run(ctx context.Context, c *Config, o Options) (Result, error) {
	if err := c.Validate(); err != nil {
		return Result{}, err
	}
	if err := o.External.Validate(); err != nil {
		return Result{}, err
	}
	if o.Tables == nil {
		o.Tables = shape.New()
	}
	r := &run{config: c, options: o, parts: c.Parts()}
	r.digests = make([][]byte, len(r.parts))
	p := pool.New().WithContext(ctx).WithCancelOnError().WithFirstError()
	for range min(max(o.Workers, 1), len(r.parts)) {
		p.Go(r.work)
	}
	err := p.Wait()
	result := Result{Hands: r.hands.Load()}
	if err != nil {
		return result, err
	}
	result.Digest, result.Fault = r.digest(), r.fault
	return result, nil
}

type run struct {
	config  *Config
	options Options
	parts   []Part
	next    atomic.Int64
	hands   atomic.Int64
	digests [][]byte // by part: the digests of its blocks, joined
	merge   sync.Mutex
	fault   string
}

// work plays one part after the other until there are none left.
func (r *run) work(ctx context.Context) (err error) {
	table, err := openTable(r.config, r.options.Tables, r.options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, table.Close()) }()
	w := &worker{run: r, table: table}
	if r.options.Tally != nil {
		w.tally = r.options.Tally()
	}
	for {
		i := r.next.Add(1) - 1
		if i >= int64(len(r.parts)) {
			break
		}
		if err := w.playPart(ctx, r.parts[i]); err != nil {
			return err
		}
	}
	r.merge.Lock()
	defer r.merge.Unlock()
	if r.fault == "" {
		r.fault = table.fault()
	}
	if w.tally != nil && r.options.Merged != nil {
		r.options.Merged(w.tally)
	}
	return nil
}

// digest joins the digests of all blocks in their order.
func (r *run) digest() string {
	h := sha256.New()
	for _, d := range r.digests {
		h.Write(d)
	}
	return digestText(h)
}

type worker struct {
	*run
	table  *Table
	tally  Tally
	batch  Batch
	hasher blockHasher
}

// playPart plays the blocks of a part and hands them on.
func (w *worker) playPart(ctx context.Context, p Part) (err error) {
	var sink PartSink
	if w.options.Sink != nil {
		if sink, err = w.options.Sink.Begin(p); err != nil {
			return err
		}
		defer func() {
			if err != nil {
				sink.Abort()
			}
		}()
	}
	unit := p.First / w.config.unitHands()
	last := unit + p.Hands/w.config.unitHands()
	for ; unit < last; unit += blockUnits {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.playBlock(p.Index, unit, min(unit+blockUnits, last), sink); err != nil {
			return err
		}
	}
	if sink != nil {
		return sink.Commit()
	}
	return nil
}

func (w *worker) playBlock(part int, unit, end int64, sink PartSink) error {
	w.batch.Reset()
	if err := w.table.playUnits(unit, end, &w.batch); err != nil {
		return err
	}
	w.digests[part] = w.hasher.append(w.digests[part], &w.batch)
	if w.tally != nil {
		w.tally.Add(&w.batch)
	}
	if sink != nil {
		if err := sink.Write(&w.batch); err != nil {
			return fmt.Errorf("part %d: %w", part, err)
		}
	}
	n := int64(len(w.batch.Outcomes))
	w.hands.Add(n)
	if w.options.Progress != nil {
		w.options.Progress(n)
	}
	return nil
}
