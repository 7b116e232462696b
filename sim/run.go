package sim

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/sourcegraph/conc/pool"

	"xuezhan/engine/shape"
)

// Options do not affect a run's outcomes. The zero value plays on one worker and
// keeps nothing but the digest.
type Options struct {
	Tables  *shape.Tables // nil builds them
	Workers int           // goroutines, at least 1
	Check   bool          // test every action for legality and every state for its invariants
	Actions bool          // keep the actions in the batches
	Sink    Sink          // takes the outcomes; nil for none
	Shard   Shard         // plays only the parts of it
	External
	// Tally makes an accumulator for one worker; nil for none. Merged is called
	// with each of them, one at a time, once its worker is done.
	Tally  func() Tally
	Merged func(Tally)
	// Stored reads back a part that the sink has from an earlier run, in batches of
	// at most that many hands. It is nil, or returns nil, for parts to be played. A
	// stored part is digested and tallied, but not given to the sink. Its first unit
	// is verified: it is an error if its replay differs.
	Stored func(p Part, hands int) iter.Seq2[*Batch, error]
	// Stop ends the run early once it is closed, and leaves what is done whole: with
	// a sink no further part is started, without one no further block.
	Stop <-chan struct{}
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
	Hands  int64  // played or read back; fewer than asked for if the run was stopped
	Digest string // of all outcomes in order; empty if the run was stopped, or is a shard of it
	asked  int64  // hands of the shard
	Fault  string // one that was tolerated; empty for none
}

// Stopped reports whether the run was stopped before all hands that were asked for were
// played: those of its shard.
func (r Result) Stopped() bool { return r.Hands < r.asked }

// Run plays a configuration. It ends at the first error, which is a *Fault if a
// bot or the engine has panicked, and when the context ends: parts under way are
// then aborted, finished ones stay.
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
	r := newRun(c, o)
	p := pool.New().WithContext(ctx).WithCancelOnError().WithFirstError()
	for range min(max(o.Workers, 1), len(r.parts)*r.pieces) {
		p.Go(r.work)
	}
	err := p.Wait()
	result := Result{Hands: r.hands.Load(), asked: o.Shard.Hands(c)}
	if err != nil {
		return result, err
	}
	if result.Hands == c.TotalHands() {
		result.Digest = r.digest()
	}
	result.Fault = r.fault
	return result, nil
}

type run struct {
	config  *Config
	options Options
	parts   []Part
	pieces  int // in which a part is dealt out
	hands   atomic.Int64
	digests [][]byte // by part: the digests of its blocks, joined

	deal  sync.Mutex
	next  int         // number of the piece that is dealt out next, over all parts
	under *partPlay   // the part whose pieces are being dealt out
	room  [][]Outcome // of parts that are finished, for others

	merge sync.Mutex
	fault string
}

func newRun(c *Config, o Options) *run {
	parts := c.Parts()
	r := &run{config: c, options: o, digests: make([][]byte, len(parts))}
	for _, p := range parts {
		if o.Shard.Has(p.Index) {
			r.parts = append(r.parts, p)
		}
	}
	r.pieces = c.pieces(len(r.parts), max(o.Workers, 1))
	return r
}

// work plays one piece after the other until no piece is left.
func (r *run) work(ctx context.Context) (err error) {
	player, err := NewWorker(r.config, r.options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, player.Close()) }()
	w := &worker{run: r, player: player}
	if r.options.Tally != nil {
		w.tally = r.options.Tally()
	}
	for {
		p, piece := r.take()
		if p == nil {
			break
		}
		if err := w.takePiece(ctx, p, piece); err != nil {
			return err
		}
	}
	r.merge.Lock()
	defer r.merge.Unlock()
	if r.fault == "" {
		r.fault = player.fault()
	}
	if w.tally != nil && r.options.Merged != nil {
		r.options.Merged(w.tally)
	}
	return nil
}

func (r *run) stopped() bool {
	select {
	case <-r.options.Stop: // never, if it is nil
		return true
	default:
		return false
	}
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
	player *Worker
	tally  Tally
	batch  Batch
	hasher blockHasher
}

// takePiece reads a part back, plays it, or plays a piece of it.
func (w *worker) takePiece(ctx context.Context, p *partPlay, piece int) error {
	switch {
	case p.stored != nil && piece > 0:
		return nil
	case p.stored != nil:
		return w.readPart(ctx, p.Part, p.stored)
	case w.pieces == 1:
		return w.playPart(ctx, p.Part)
	}
	return w.playPiece(ctx, p, piece)
}

// readPart counts a part that was stored before.
func (w *worker) readPart(ctx context.Context, p Part, batches iter.Seq2[*Batch, error]) error {
	for b, err := range batches {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil && b.Outcomes[0].Hand == p.First {
			err = w.verify(b)
		}
		if err != nil {
			return err
		}
		w.progress(w.count(p.Index, b))
	}
	return nil
}

// verify replays the first unit of a stored batch. It is a sample: it costs almost
// nothing. A program with other behaviour differs in most hands or in few.
func (w *worker) verify(b *Batch) error {
	w.batch.Reset()
	first := b.Outcomes[0].Hand
	if err := w.player.PlayUnit(first/w.config.unitHands(), &w.batch); err != nil {
		return err
	}
	for i := range w.batch.Outcomes {
		if i >= len(b.Outcomes) || w.batch.Outcomes[i] != b.Outcomes[i] {
			return ReplayDiffers("hand", first+int64(i))
		}
	}
	return nil
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
		if sink == nil && w.stopped() {
			return nil
		}
		if err := w.playBlock(ctx, p.Index, unit, min(unit+blockUnits, last), sink); err != nil {
			return err
		}
	}
	if sink != nil {
		return sink.Commit()
	}
	return nil
}

func (w *worker) playBlock(ctx context.Context, part int, unit, end int64, sink PartSink) error {
	w.batch.Reset()
	if err := w.player.playUnits(ctx, unit, end, &w.batch); err != nil {
		return err
	}
	if sink != nil {
		if err := sink.Write(&w.batch); err != nil {
			return fmt.Errorf("part %d: %w", part, err)
		}
	}
	w.progress(w.count(part, &w.batch))
	return nil
}

func (w *worker) progress(hands int64) {
	if w.options.Progress != nil {
		w.options.Progress(hands)
	}
}

// count adds a block to what is known of the run and returns its hands.
func (w *worker) count(part int, b *Batch) int64 {
	w.digests[part] = w.hasher.append(w.digests[part], b)
	if w.tally != nil {
		w.tally.Add(b)
	}
	n := int64(len(b.Outcomes))
	w.hands.Add(n)
	return n
}
