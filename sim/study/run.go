package study

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"

	"xuezhan/engine/shape"
	"xuezhan/sim"
)

// blockHands is the number of hands of a block: what a worker plays at once, and
// the range over which a digest is taken. A part is some blocks.
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
	r := &run{config: c, options: o, blocks: blocksOf(c.Parts()), digest: sha256.New()}
	r.layout = newLayout(c.Question)
	r.total = newTally(r.layout)
	err := sim.Ordered(ctx, o.Workers, 0, int64(len(r.blocks)), r.newTask, r.deliver)
	if err != nil {
		if r.part != nil {
			r.part.Abort()
		}
		return nil, fmt.Errorf("%w (after %d of %d hands)", err, r.total.hands, c.Hands)
	}
	return r.result(), nil
}

// A block is some hands of a part.
type block struct {
	sim.Part   // the whole part
	first, end int64
}

func blocksOf(parts []sim.Part) []block {
	var list []block
	for _, p := range parts {
		for first := p.First; first < p.First+p.Hands; first += blockHands {
			list = append(list, block{p, first, min(first+blockHands, p.First+p.Hands)})
		}
	}
	return list
}

// isLast reports whether the part ends with the block.
func (b *block) isLast() bool { return b.end == b.First+b.Hands }

// A run is a study under way.
type run struct {
	config  *Config
	options Options
	layout  *layout
	blocks  []block

	part   PartSink // open, nil for none
	total  *tally
	digest hash.Hash
	tight  bool // the precision is reached
}

// played is what a block leaves.
type played struct {
	rows   []Row
	tally  *tally
	digest []byte
}

// newTask returns what plays blocks on one goroutine.
func (r *run) newTask() (func(int64) (played, error), error) {
	t, err := newTable(r.config, r.options.Tables, r.options.Check)
	if err != nil {
		return nil, err
	}
	var bytes []byte
	return func(i int64) (played, error) {
		b := &r.blocks[i]
		p := played{tally: newTally(r.layout)}
		for hand := b.first; hand < b.end; hand++ {
			n := len(p.rows)
			var err error
			if p.rows, err = t.play(hand, p.rows); err != nil {
				return p, err
			}
			p.tally.add(p.rows[n:])
		}
		bytes = bytes[:0]
		for i := range p.rows {
			bytes = p.rows[i].append(bytes)
		}
		sum := sha256.Sum256(bytes)
		p.digest = sum[:]
		return p, nil
	}, nil
}

// deliver counts a block, stores its rows and says whether it was the last.
func (r *run) deliver(i int64, p played) (stop bool, err error) {
	b := &r.blocks[i]
	if err := r.store(b, p.rows); err != nil {
		return false, fmt.Errorf("part %d: %w", b.Index, err)
	}
	r.total.merge(p.tally)
	r.digest.Write(p.digest)
	if r.options.Progress != nil {
		r.options.Progress(b.end - b.first)
	}
	if b.isLast() && r.config.Precision > 0 {
		r.tight = r.config.sequence().RatioInterval(r.total.main()).Half() <= r.config.Precision
	}
	return r.tight, nil
}

// store hands rows to the sink.
func (r *run) store(b *block, rows []Row) (err error) {
	if r.options.Sink == nil {
		return nil
	}
	if b.first == b.First {
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
