package tune

import (
	"context"
	"math"

	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/match"
	"xuezhan/sim/stats"
)

// A Duel is what a tuner wants to know: how much more a bot with parameters A gets
// than one with B, in points per hand, measured on the walls of some of the parts
// of sim.Train. Parameters are in the order in which they are tuned; B is nil where
// A meets the frozen opponent.
type Duel struct {
	A, B  []int
	First int64 // part
	Parts int64
}

// PartBlocks is the number of blocks of a part, a multiple of the number of
// seatings that blocks have in rotation. PartHands is that of hands.
const (
	PartBlocks = 24
	PartHands  = 2 * PartBlocks
)

// A Score is what a duel has come to.
type Score struct {
	Mean     float64 `json:"mean"`     // A's points per hand minus B's
	Variance float64 `json:"variance"` // of a block's difference
	Blocks   int64   `json:"blocks"`
	Hands    int64   `json:"hands"`
	Faults   int64   `json:"faults"` // of either bot; see match.Fault
}

// merged returns the score of both one's and the other's blocks.
func (s Score) merged(o Score) Score {
	if s.Blocks == 0 {
		return o
	}
	n, m := float64(s.Blocks), float64(o.Blocks)
	between := (s.Mean - o.Mean) * (s.Mean - o.Mean) * n * m / (n + m)
	return Score{
		Mean:     (n*s.Mean + m*o.Mean) / (n + m),
		Variance: (s.Variance*(n-1) + o.Variance*(m-1) + between) / (n + m - 1),
		Blocks:   s.Blocks + o.Blocks, Hands: s.Hands + o.Hands, Faults: s.Faults + o.Faults,
	}
}

// intervalOf returns the mean of several scores of equally many blocks with its
// normal interval at level 0.95.
func intervalOf(scores []Score) stats.Interval {
	const quantile = 1.959964
	i := stats.Interval{Lo: math.Inf(-1), Hi: math.Inf(1), Level: 0.95}
	variance, k := 0.0, float64(len(scores))
	for _, s := range scores {
		i.Value += s.Mean / k
		i.N += s.Blocks
		variance += s.Variance / float64(s.Blocks) / (k * k)
	}
	if i.N == 0 {
		return i
	}
	half := quantile * math.Sqrt(variance)
	i.Lo, i.Hi = i.Value-half, i.Value+half
	if i.N < stats.MinUnits {
		i = i.With(stats.FewUnits)
	}
	return i
}

// An Arena plays duels and returns their scores in the same order. The same duels
// get the same scores.
type Arena interface {
	Play(ctx context.Context, duels []Duel) ([]Score, error)
}

// A Table is the arena on which bots play mahjong.
type Table struct {
	config  *Config
	axes    []axis
	tables  *shape.Tables
	workers int
	// Progress is called with the number of hands played since its last call, by
	// one goroutine at a time; nil for none.
	Progress func(hands int64)
}

// NewTable returns the table of a valid configuration; nil tables are built.
func NewTable(c *Config, tables *shape.Tables, workers int) (*Table, error) {
	axes, err := c.axes()
	if err != nil {
		return nil, err
	}
	if tables == nil {
		tables = shape.New()
	}
	return &Table{config: c, axes: axes, tables: tables, workers: workers}, nil
}

// Play plays duels, each part of each of them by one goroutine.
func (t *Table) Play(ctx context.Context, duels []Duel) ([]Score, error) {
	type task struct {
		duel int
		part int64
	}
	var tasks []task
	for i, d := range duels {
		for p := range d.Parts {
			tasks = append(tasks, task{i, d.First + p})
		}
	}
	scores := make([]Score, len(duels))
	err := sim.Ordered(ctx, t.workers, 0, int64(len(tasks)),
		func() (func(int64) (Score, error), error) {
			return func(i int64) (Score, error) { return t.play(ctx, &duels[tasks[i].duel], tasks[i].part) }, nil
		},
		func(i int64, s Score) (bool, error) {
			d := tasks[i].duel
			scores[d] = scores[d].merged(s)
			if t.Progress != nil {
				t.Progress(s.Hands)
			}
			return false, nil
		})
	return scores, err
}

// play plays a part of a duel.
func (t *Table) play(ctx context.Context, d *Duel, part int64) (Score, error) {
	a, b := t.spec(d.A), t.config.opponent()
	if d.B != nil {
		b = t.spec(d.B)
	}
	c := t.config.match(sim.Train, part, a, b)
	c.Blocks = PartBlocks
	r, err := match.Run(ctx, c, match.Options{Tables: t.tables, Workers: 1})
	if err != nil {
		return Score{}, err
	}
	return Score{r.Difference.Value, r.Deviation * r.Deviation, r.Blocks, r.Hands, r.Faults[0] + r.Faults[1]}, nil
}

// spec returns the bot with parameters.
func (t *Table) spec(v []int) policy.Spec { return t.config.with(t.axes, v) }
