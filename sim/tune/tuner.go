package tune

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"xuezhan/sim"
	"xuezhan/sim/stats"
	"xuezhan/sim/store"
)

// A method proposes duels and learns from their scores. What ask draws it draws
// from rng alone, so that its state, the generation's number and the scores say
// what follows.
type method interface {
	ask(g int, rng *rand.Rand) []Duel
	tell(g int, scores []Score)
	mean() []float64 // the caller does not change it
	spread() float64
}

// A Generation is the result of one generation: a line of the history.
type Generation struct {
	Generation int                `json:"generation"` // from 1
	Hands      int64              `json:"hands"`      // so far, of training
	Spread     float64            `json:"spread"`     // of the candidates, in ranges of a parameter
	Parameters map[string]float64 `json:"parameters"` // the mean with which it began, before rounding
	// Gain is what the mean got more than the start, in points per hand; Recent is
	// the mean of it over the last ten generations.
	Gain   stats.Interval `json:"gain"`
	Recent stats.Interval `json:"recent_gain"`
	Score  Score          `json:"score"` // Gain is its interval
}

// recentGenerations is over how many generations the gain is averaged for show.
const recentGenerations = 10

// settling is the share of the generations, at the end, over which the mean is
// averaged: one generation in settling.
const settling = 4

// A Tuner tunes a bot and keeps the scores of all duels in a directory: what it knows
// follows from them. It is one goroutine's own.
type Tuner struct {
	config *Config
	header Header
	plan   Plan
	axes   []axis
	method method
	path   string
	dir    *store.Dir   // nil for a tuner that only reads
	stored map[int]part // by index

	generations int // that are done
	history     []Generation
	hands       int64 // of training
	faults      int64
	settled     []float64 // sum of the last generations' means
	gate        *GateResult
	holdout     *HoldoutResult
}

// newTuner returns a tuner at its start.
func newTuner(c *Config, h Header, dir string) (*Tuner, error) {
	axes, err := c.axes()
	if err != nil {
		return nil, err
	}
	t := &Tuner{config: c, header: h, plan: c.Plan(), axes: axes, path: dir, stored: map[int]part{}, settled: make([]float64, len(axes))}
	_, x := c.start(axes)
	switch c.Method {
	case SPSA:
		t.method = newSPSA(axes, x, c.spread(), t.plan.Population, t.plan.Generations)
	case CMAES:
		t.method = newCMA(axes, x, c.spread(), t.plan.Population)
	}
	return t, nil
}

// Plan returns how the budget is spent.
func (t *Tuner) Plan() Plan { return t.plan }

// Done returns how many generations are done, and the last of them; nil if none
// is.
func (t *Tuner) Done() (int, *Generation) {
	if t.generations == 0 {
		return 0, nil
	}
	g := t.history[t.generations-1]
	return t.generations, &g
}

// Train plays the generations that are left. Each is stored, shown and told. If the
// context ends, its error is returned, and the generation under way is lost and no other.
func (t *Tuner) Train(ctx context.Context, arena Arena, told func(Generation)) error {
	for t.generations < t.plan.Generations {
		if err := t.generation(ctx, arena); err != nil {
			return err
		}
		if told != nil {
			told(t.history[t.generations-1])
		}
	}
	return nil
}

// generation plays one generation, unless its scores are stored: those of one before were
// damaged then.
func (t *Tuner) generation(ctx context.Context, arena Arena) error {
	g := t.generations
	duels := append(t.ask(), t.gainDuel(g, nearest(t.axes, t.method.mean())))
	p, ok := t.stored[g]
	if !ok || len(p.Scores) != len(duels) {
		scores, err := arena.Play(ctx, duels)
		if err != nil {
			return err
		}
		p = part{Scores: scores}
	}
	t.tell(p.Scores)
	return errors.Join(t.commit(g, p), t.show())
}

// ask begins the next generation and returns its duels, all but that of the gain.
func (t *Tuner) ask() []Duel {
	g := t.generations
	// The high bit keeps the stream off those of walls: see sim.Wall.
	rng := rand.New(rand.NewPCG(t.config.Seed, 1<<63|uint64(g)))
	line := t.line(g)
	duels := t.method.ask(g, rng)
	line.Spread = t.method.spread()
	t.history = append(t.history[:g], line)
	t.setWalls(duels, g)
	return duels
}

// tell ends the generation that ask began, with the scores of its duels, that of the gain
// last.
func (t *Tuner) tell(scores []Score) {
	g, n := t.generations, len(scores)-1
	for _, s := range scores {
		t.hands += s.Hands
		t.faults += s.Faults
	}
	t.history[g].Hands, t.history[g].Score = t.hands, scores[n]
	t.method.tell(g, scores[:n])
	t.generations++
	if g >= t.plan.Generations-t.settlingGenerations() {
		for i, x := range t.method.mean() {
			t.settled[i] += x
		}
	}
	t.estimate()
}

// line begins a generation's line.
func (t *Tuner) line(g int) Generation {
	line := Generation{Generation: g + 1, Parameters: map[string]float64{}}
	for i, x := range t.method.mean() {
		line.Parameters[t.axes[i].name] = t.axes[i].value(x)
	}
	return line
}

// setWalls sets the walls of a generation's duels: those of CMAES are all on the
// same ones, pairs of SPSA each on their own.
func (t *Tuner) setWalls(duels []Duel, g int) {
	first := int64(g) * t.plan.generationParts(t.config.Method)
	for k := range duels {
		duels[k].First, duels[k].Parts = first, t.plan.DuelParts
		if t.config.Method == SPSA {
			first += t.plan.DuelParts
		}
	}
}

// gainDuel returns the duel of a generation's mean with the start.
func (t *Tuner) gainDuel(g int, mean []int) Duel {
	start, _ := t.config.start(t.axes)
	parts := t.plan.generationParts(t.config.Method)
	return Duel{
		A: mean, B: start,
		First: int64(g+1)*parts - t.plan.GainParts, Parts: t.plan.GainParts,
	}
}

// estimate adds the intervals to the last generation's line.
func (t *Tuner) estimate() {
	n := len(t.history)
	last := &t.history[n-1]
	last.Gain = intervalOf([]Score{last.Score})
	var recent []Score
	for _, g := range t.history[max(n-recentGenerations, 0):] {
		recent = append(recent, g.Score)
	}
	last.Recent = intervalOf(recent)
}

func (t *Tuner) settlingGenerations() int { return (t.plan.Generations + settling - 1) / settling }

// Vector returns the tuned parameters: the mean of the distribution, averaged over
// the last quarter of the generations and rounded. It panics before training is
// over.
func (t *Tuner) Vector() map[string]int {
	if t.generations < t.plan.Generations {
		panic("tune: the vector of an unfinished run")
	}
	v := map[string]int{}
	for i, n := range nearest(t.axes, t.meanOfSettled()) {
		v[t.axes[i].name] = n
	}
	return v
}

func (t *Tuner) meanOfSettled() []float64 {
	x := make([]float64, len(t.axes))
	for i, sum := range t.settled {
		x[i] = sum / float64(t.settlingGenerations())
	}
	return x
}

// seeds names the seeds that a run uses.
func (t *Tuner) seeds() map[string]string {
	s := t.config.Seed
	last := int64(t.plan.Generations)*t.plan.generationParts(t.config.Method) - 1
	return map[string]string{
		"train":   fmt.Sprintf("parts 0 to %d of purpose %d of seed %d", last, sim.Train, s),
		"gate":    fmt.Sprint(sim.PurposeSeed(s, sim.Gate, 0)),
		"holdout": fmt.Sprint(sim.PurposeSeed(s, sim.Holdout, 0)),
	}
}
