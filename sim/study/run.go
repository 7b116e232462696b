package study

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"iter"
	"slices"

	"xuezhan/engine/shape"
	"xuezhan/sim"
)

// blockHands is the number of hands of a block: the range over which a digest is
// taken. A part is some blocks. A worker plays a block at once, or a piece of one
// where there are few.
const blockHands = 1024

// Run plays a study. It stops at the first error, and when the context ends: the
// part under way is then aborted, finished ones stay.
func Run(ctx context.Context, c *Config, o Options) (*Result, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if o.Tables == nil {
		o.Tables = shape.New()
	}
	if o.Shard.Of > 1 && c.Precision > 0 {
		return nil, ErrShardPrecision
	}
	r := newRun(c, o)
	r.tasks = r.tasksOf(o.Shard.Parts(&c.Config))
	err := sim.Ordered(ctx, o.Workers, 0, int64(len(r.tasks)), r.newTask, r.deliver)
	if err == nil && r.stopped {
		err = ErrStopped
	}
	if err != nil {
		if r.part != nil {
			r.part.Abort()
		}
		return nil, fmt.Errorf("%w (after %d of %d hands)", err, r.done, o.Shard.Hands(&c.Config))
	}
	return r.result(), nil
}

// ErrShardPrecision refuses a shard of a study with a precision.
var ErrShardPrecision = errors.New("study: a precision ends a study by the results of all hands, and a shard has only its own: a study in shards plays all hands")

// Recall makes the result of parts of a study that are stored, in their order, without
// playing anything. Rows are as Options.Stored has them.
func Recall(ctx context.Context, c *Config, parts []sim.Part, rows func(p sim.Part) iter.Seq2[[]Row, error]) (*Result, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	r := newRun(c, Options{Stored: rows})
	r.tasks = r.tasksOf(parts)
	for i := range r.tasks {
		p, err := r.recall(ctx, &r.tasks[i], func([]Row) error { return nil })
		if err == nil {
			_, err = r.deliver(int64(i), p)
		}
		if err != nil {
			return nil, err
		}
	}
	return r.result(), nil
}

// A task is what one worker plays at once: some hands of a block. Of a part that is
// stored it is all hands.
type task struct {
	sim.Part   // the whole part
	first, end int64
	stored     iter.Seq2[[]Row, error] // nil if it is to be played
}

func (r *run) tasksOf(parts []sim.Part) []task {
	var list []task
	size := sim.TaskSize(r.config.Hands, r.options.Workers, blockHands)
	for _, p := range parts {
		if r.options.Stored != nil {
			if rows := r.options.Stored(p); rows != nil {
				list = append(list, task{p, p.First, p.First + p.Hands, rows})
				continue
			}
		}
		for first, end := p.First, int64(0); first < p.First+p.Hands; first = end {
			block := p.First + (first-p.First)/blockHands*blockHands
			end = min(first+size, block+blockHands, p.First+p.Hands)
			list = append(list, task{p, first, end, nil})
		}
	}
	return list
}

// isLast reports whether the part ends with the task.
func (b *task) isLast() bool { return b.end == b.First+b.Hands }

// endsBlock reports whether a block ends with the task.
func (b *task) endsBlock() bool { return b.isLast() || (b.end-b.First)%blockHands == 0 }

// isWhole reports whether the task is whole blocks.
func (b *task) isWhole() bool { return (b.first-b.First)%blockHands == 0 && b.endsBlock() }

// A run is a study under way.
type run struct {
	config  *Config
	options Options
	layout  *layout
	tasks   []task

	part    PartSink  // open, nil for none
	rows    []Row     // of the pieces of the block that is not whole yet
	block   hash.Hash // of those rows
	parts   int       // whose last block is counted
	done    int64     // hands of the blocks that are counted and stored
	total   *tally
	digest  hash.Hash
	tight   bool // the precision is reached
	stopped bool
}

func newRun(c *Config, o Options) *run {
	l := newLayout(c.Question, c.Game)
	return &run{config: c, options: o, layout: l, total: newTally(l), digest: sha256.New(), block: sha256.New()}
}

// played is what a task leaves.
type played struct {
	rows    []Row // to be stored
	tally   *tally
	digests []byte // of whole blocks, joined

	next  int64  // the hand that is counted next
	bytes []byte // of the rows of a block that is not whole
}

func (r *run) newPlayed(b *task) played { return played{tally: newTally(r.layout), next: b.first} }

// count counts the rows of the next hand of a task.
func (p *played) count(b *task, rows []Row) {
	p.tally.add(rows)
	for i := range rows {
		p.bytes = rows[i].append(p.bytes)
		if p.tally.game != nil {
			p.bytes = binary.LittleEndian.AppendUint64(p.bytes, uint64(rows[i].Payoff))
		}
	}
	p.next++
	if b.isWhole() && ((p.next-b.First)%blockHands == 0 || p.next == b.end) {
		sum := sha256.Sum256(p.bytes)
		p.digests, p.bytes = append(p.digests, sum[:]...), p.bytes[:0]
	}
}

// newTask returns what plays blocks, or reads them back, on one goroutine.
func (r *run) newTask() (func(int64) (played, error), error) {
	t, err := newForker(r.config, r.options.Tables, r.options.Check)
	if err != nil {
		return nil, err
	}
	var again []Row
	return func(i int64) (played, error) {
		b := &r.tasks[i]
		if b.stored == nil {
			return r.play(t, b)
		}
		return r.recall(context.Background(), b, func(rows []Row) error {
			var err error
			if again, err = t.play(b.first, again[:0]); err == nil && !slices.Equal(again, rows) {
				err = sim.ReplayDiffers("hand", b.first)
			}
			return err
		})
	}, nil
}

func (r *run) play(t *forker, b *task) (played, error) {
	p := r.newPlayed(b)
	for hand := b.first; hand < b.end; hand++ {
		n := len(p.rows)
		var err error
		if p.rows, err = t.play(hand, p.rows); err != nil {
			return p, err
		}
		p.count(b, p.rows[n:])
	}
	return p, nil
}

// recall counts a stored part, once its first hand is confirmed.
func (r *run) recall(ctx context.Context, b *task, confirm func(first []Row) error) (played, error) {
	p := r.newPlayed(b)
	var hand []Row // rows of the hand that may have more
	for rows, err := range b.stored {
		if err == nil {
			err = ctx.Err()
		}
		for i := 0; i < len(rows) && err == nil; i++ {
			if err = p.skipTo(b, rows[i].Hand, &hand, confirm); err == nil {
				hand = append(hand, rows[i])
			}
		}
		if err != nil {
			return p, err
		}
	}
	return p, p.skipTo(b, b.end, &hand, confirm)
}

// skipTo counts the hands before one. The first of them has the rows given and the
// others none.
func (p *played) skipTo(b *task, hand int64, rows *[]Row, confirm func(first []Row) error) error {
	if hand < p.next || hand > b.end {
		return fmt.Errorf("part %d: hand %d is out of place", b.Index, hand)
	}
	for p.next < hand {
		if p.next == b.first {
			if err := confirm(*rows); err != nil {
				return err
			}
		}
		p.count(b, *rows)
		*rows = (*rows)[:0]
	}
	return nil
}

// deliver counts a task, stores its rows and says whether it was the last.
func (r *run) deliver(i int64, p played) (stop bool, err error) {
	b := &r.tasks[i]
	if err := r.store(b, r.join(b, &p)); err != nil {
		return false, fmt.Errorf("part %d: %w", b.Index, err)
	}
	r.total.merge(p.tally)
	r.digest.Write(p.digests)
	if r.options.Progress != nil {
		r.options.Progress(b.end - b.first)
	}
	if b.endsBlock() {
		r.done = r.total.hands
	}
	if b.isLast() {
		r.parts++
		if r.config.Precision > 0 {
			r.tight = r.config.sequence().RatioInterval(r.total.main()).Scaled(r.layout.scale()).Half() <= r.config.Precision
		}
	}
	last := r.tight || i == int64(len(r.tasks))-1
	r.stopped = !last && r.wantsStop() && (b.isLast() || r.options.Sink == nil && b.endsBlock())
	return r.tight || r.stopped, nil
}

func (r *run) wantsStop() bool {
	select {
	case <-r.options.Stop: // never, if it is nil
		return true
	default:
		return false
	}
}

// join puts the pieces of a block together: it returns the rows of the task, or of
// the block that ends with it.
func (r *run) join(b *task, p *played) []Row {
	if b.isWhole() {
		return p.rows
	}
	if (b.first-b.First)%blockHands == 0 {
		r.rows = r.rows[:0]
	}
	if r.options.Sink != nil {
		r.rows = append(r.rows, p.rows...)
	}
	r.block.Write(p.bytes)
	if b.endsBlock() {
		p.digests = r.block.Sum(p.digests)
		r.block.Reset()
	}
	return r.rows
}

// store hands the rows of whole blocks to the sink, unless it has them.
func (r *run) store(b *task, rows []Row) (err error) {
	if r.options.Sink == nil || b.stored != nil || !b.endsBlock() {
		return nil
	}
	if r.part == nil {
		if r.part, err = r.options.Sink.Begin(b.Part); err != nil {
			return err
		}
	}
	if err := r.part.Write(rows); err != nil {
		return err
	}
	if !b.isLast() {
		return nil
	}
	part := r.part
	r.part = nil
	return part.Commit()
}

// digestText returns the digest of all rows in order.
func (r *run) digestText() string { return hex.EncodeToString(r.digest.Sum(nil))[:32] }
