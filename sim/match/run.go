package match

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"xuezhan/engine/shape"
	"xuezhan/sim"
)

// Options are what a match's blocks and verdict do not depend on.
type Options struct {
	Tables  *shape.Tables // nil builds them
	Workers int           // goroutines, at least 1
	Record  *Record       // where to go on, and to write to; nil for none
	sim.External
	// Progress is called with the number of hands so far, once in a while, by
	// one goroutine at a time. It may ask where the match stands, which takes
	// some microseconds; not later, and not after it has returned.
	Progress func(hands int64, status func() Status)
}

// taskBlocks is the most blocks that a worker plays at a time, but with external
// bots.
const taskBlocks = 8

// taskBlocks returns the number of blocks of some that a worker plays at a time: with
// external bots enough for the hands in flight.
func (o *Options) taskBlocks(c *Config, blocks int64) int64 {
	if !c.hasExternal() {
		return sim.TaskSize(blocks, o.Workers, taskBlocks)
	}
	return max(int64(o.External.Hands()/c.Design.hands()), taskBlocks)
}

// Run plays a match, or goes on with the one of the record, to its end. Blocks are judged in the order of their numbers, so the result is the same with any
// number of workers. If the context ends first, the result is of the blocks
// judged so far and the error the context's; the record can be gone on with.
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
	s, err := newScore(c)
	if err != nil {
		return Result{}, err
	}
	next, over, err := resumed(s, c, o)
	if err != nil {
		return Result{}, err
	}
	if !over && !(c.Identical && c.sameBots()) {
		if err := play(ctx, c, o, s, next); err != nil {
			return s.result(), err
		}
	}
	r := s.result()
	if o.Record != nil {
		err = o.Record.finish(&r)
	}
	return r, err
}

// resumed feeds the record's blocks to a score and returns the number of the next
// block, and whether the match is over. Some of the blocks are played again first,
// and the record is as it was if they come out otherwise.
func resumed(s score, c *Config, o Options) (next int64, over bool, err error) {
	if o.Record == nil {
		return 0, false, nil
	}
	sample := newSample(c.Seed)
	for b, err := range o.Record.whole() {
		if err != nil {
			return 0, false, err
		}
		if over {
			return 0, false, fmt.Errorf("match: the record goes on with block %d after the match was over", b.Number)
		}
		sample.add(&b)
		over = s.add(&b)
		next = b.Number + 1
	}
	if err := sample.confirm(c, o); err != nil {
		return 0, false, err
	}
	return next, over, o.Record.cut()
}

// play plays blocks from one on until the score says that the match is over.
func play(ctx context.Context, c *Config, o Options, s score, next int64) error {
	players := players{config: c, options: o}
	size := o.taskBlocks(c, c.Blocks-next)
	newTask := func() (func(int64) ([]Block, error), error) {
		p, err := players.open()
		if err != nil {
			return nil, err
		}
		return func(i int64) ([]Block, error) { return p.playSome(next+i*size, min(next+(i+1)*size, c.Blocks)) }, nil
	}
	deliver := func(_ int64, blocks []Block) (bool, error) {
		for i := range blocks {
			if o.Record != nil {
				if err := o.Record.write(&blocks[i]); err != nil {
					return false, err
				}
			}
			if s.add(&blocks[i]) {
				return true, nil
			}
		}
		if o.Progress != nil {
			o.Progress(s.played(), s.status)
		}
		return false, nil
	}
	tasks := (c.Blocks - next + size - 1) / size
	err := sim.Ordered(ctx, o.Workers, 0, tasks, newTask, deliver)
	err = errors.Join(err, players.close())
	if err != nil && o.Record != nil {
		if flushErr := o.Record.flush(); flushErr != nil {
			return flushErr
		}
	}
	return err
}

// playSome plays the blocks from one to before another.
func (p *player) playSome(first, end int64) ([]Block, error) {
	blocks := make([]Block, end-first)
	if p.pool == nil {
		for i := range blocks {
			var err error
			if blocks[i], err = p.play(first + int64(i)); err != nil {
				return nil, err
			}
		}
		return blocks, nil
	}
	var jobs []job
	for i := range blocks {
		b := &blocks[i]
		b.Number = first + int64(i)
		p.seatings = p.seater.seatings(p.seatings[:0], b.Number)
		b.Hands = len(p.seatings)
		for hand, seating := range p.seatings {
			jobs = append(jobs, job{b, hand, seating})
		}
	}
	return blocks, p.playPooled(jobs)
}

// players are those that the workers of one match use. Their external bots end
// with it.
type players struct {
	config  *Config
	options Options

	mu   sync.Mutex
	list []*player
}

// open returns a player of a worker's own.
func (ps *players) open() (*player, error) {
	p, err := newPlayer(ps.config, ps.options.Tables)
	if err != nil {
		return nil, err
	}
	p.pool = newPool(ps.config, ps.options.External)
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.list = append(ps.list, p)
	return p, nil
}

// close ends the external bots.
func (ps *players) close() error {
	var err error
	for _, p := range ps.list {
		if p.pool != nil {
			err = errors.Join(err, p.pool.Close())
		}
	}
	return err
}
