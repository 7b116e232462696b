package match

import (
	"context"
	"errors"
	"sync"

	"xuezhan/engine/shape"
	"xuezhan/sim"
)

// Options do not affect a match's blocks and verdict.
type Options struct {
	Tables  *shape.Tables // nil builds them
	Workers int           // goroutines, at least 1
	Store   *Writer       // where the blocks are stored, and resumed from; nil for nowhere
	// Shard is the share of the parts that is played; what is stored is then not
	// finished, and the result is that of its blocks, without a sequential end.
	Shard    sim.Shard
	InFlight int // hands that a worker keeps in flight for external bots; 0 is as in sim.External
	// Path gets the state of a match of two bots after some numbers of blocks, as a
	// Review has it; nil for nobody.
	Path *[]Stand
	// Progress is called with the number of hands so far, once in a while, by one
	// goroutine at a time. It may call status, which takes some microseconds, but
	// only before it returns.
	Progress func(hands int64, status func() Status)
}

// taskBlocks is the most blocks that a worker plays at a time without external bots.
const taskBlocks = 8

// taskBlocks returns how many of the blocks a worker plays at a time. With external
// bots these are enough to fill the hands in flight.
func (o *Options) taskBlocks(c *Config, blocks int64) int64 {
	if !c.hasExternal() {
		return sim.TaskSize(blocks, o.Workers, taskBlocks)
	}
	x := o.external(c)
	return max(int64(x.Hands()/c.Design.hands()), taskBlocks)
}

// external says how external bots play.
func (o *Options) external(c *Config) sim.External {
	return sim.External{InFlight: o.InFlight, OnFault: c.OnFault}
}

// prepare checks the options and completes them.
func (o *Options) prepare() error {
	x := sim.External{InFlight: o.InFlight}
	if err := x.Validate(); err != nil {
		return err
	}
	if o.Shard.Of > 0 && o.Store == nil {
		return errors.New("match: a shard is stored")
	}
	if o.Tables == nil {
		o.Tables = shape.New()
	}
	return nil
}

// ErrShardWatch refuses a shard of a match that is watched.
var ErrShardWatch = errors.New("match: a match that is watched has no end, and so no shards")

// Run plays a match, or resumes the one that is stored, to its end. Blocks are judged
// in the order of their numbers, so the result is the same with any number of
// workers. If the context ends first, the result covers the blocks judged so far and
// the error is the context's; what is stored can be resumed.
func Run(ctx context.Context, c *Config, o Options) (Result, error) {
	if err := c.Validate(); err != nil {
		return Result{}, err
	}
	if err := o.prepare(); err != nil {
		return Result{}, err
	}
	if o.Shard.Of > 1 && c.Watch {
		return Result{}, ErrShardWatch
	}
	s := c.schedule()
	judged := *c
	if o.Shard.Of > 1 {
		judged = c.alone(s.shardUnits(o.Shard))
	}
	j, err := newScore(&judged)
	if err != nil {
		return Result{}, err
	}
	add := j.add
	if o.Path != nil {
		w := walk{score: j, every: 1}
		add = w.add
		defer func() { *o.Path = w.end() }()
	}
	l := newLineup(s, o, func(unit []Block) bool { return add(&unit[0]) })
	l.progress = func() { o.Progress(j.played(), j.status) }
	if c.Identical && c.sameBots() {
		return j.result(), l.finish()
	}
	err = l.play(ctx)
	return j.result(), err
}

// alone returns the match as it is judged by blocks that do not follow each other from
// the first one on, of which there are so many: by their number, which was fixed before.
func (c *Config) alone(blocks int64) Config {
	judged := *c
	judged.Stopping = Stopping{Blocks: max(blocks, 1), Level: c.Level}
	return judged
}

// playSome plays the blocks from first to end−1.
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

// players holds the players of one match's workers. Their external bots are closed
// when the match ends.
type players struct {
	config  *Config
	options Options

	mu   sync.Mutex
	list []*player
}

// open returns a new player for one worker.
func (ps *players) open() (*player, error) {
	p, err := newPlayer(ps.config, ps.options.Tables)
	if err != nil {
		return nil, err
	}
	p.pool = newPool(ps.config, ps.options.external(ps.config))
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
