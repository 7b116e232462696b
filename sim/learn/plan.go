package learn

import (
	"context"
	"errors"
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/policy/net"
	"xuezhan/sim"
)

// Options are what results do not depend on.
type Options struct {
	Tables  *shape.Tables
	Workers int // goroutines that play, at least 1
	// Progress is called with the number of hands played since its last call, one call
	// at a time; nil for none.
	Progress func(hands int64)
}

// A Plan is learning in rounds. In the first the configuration's Behaviour plays the
// hands, in each further one the bot learned with the net of the round before, so
// that decisions are tried where it gets to. Every round learns from the trials of
// all rounds so far: what they came to does not depend on who played before them.
type Plan struct {
	Config
	Training
	Rounds  int
	Hands   int64 // of a round
	Holdout int64 // hands on which the last round's nets are measured
}

// MostRounds bounds the rounds of a plan.
const MostRounds = 16

// Validate reports the first field that makes no sense.
func (p *Plan) Validate() error {
	return errors.Join(p.validateSizes(), p.Config.Validate(), p.Training.Validate())
}

func (p *Plan) validateSizes() error {
	switch {
	case p.Rounds < 1 || p.Rounds > MostRounds:
		return fmt.Errorf("learn: %d rounds, not 1 to %d", p.Rounds, MostRounds)
	case p.Hands < 1 || p.Hands > sim.MaxHands:
		return fmt.Errorf("learn: %d hands a round, not 1 to %d", p.Hands, int64(sim.MaxHands))
	case p.Holdout < 1 || p.Holdout > sim.MaxHands:
		return fmt.Errorf("learn: %d hands of the holdout, not 1 to %d", p.Holdout, int64(sim.MaxHands))
	}
	return nil
}

// TotalHands returns the hands that the plan plays.
func (p *Plan) TotalHands() int64 { return int64(p.Rounds)*p.Hands + p.Holdout }

// A Result is what a plan leads to.
type Result struct {
	Net *net.Net // of the last round, as Training says
	// Decisions and Trials are what it learned from, Measured the decisions of the
	// holdout.
	Decisions, Trials, Measured int
	// Qualities are those of a constant, of shanten alone, of the linear net, and of
	// the net if it is another, on the holdout; OfTurns and OfClaims those on decisions of
	// one kind, nil if there are none.
	Qualities, OfTurns, OfClaims []Quality
}

// Run carries a plan out and keeps its trials in memory. The hands of the holdout are
// played like those of the last round, on other walls.
func (p *Plan) Run(ctx context.Context, o Options) (*Result, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return p.run(ctx, func(c *Config, s *stage) (*Data, error) {
		return Collect(ctx, c, s.purpose, s.number, 0, s.hands, o)
	})
}

// Run carries out the plan whose trials the writer stores, with what it has of them, and
// finishes it.
func (w *Writer) Run(ctx context.Context, o Options) (*Result, error) {
	r, err := w.plan.run(ctx, func(c *Config, s *stage) (*Data, error) { return w.stage(ctx, c, s, o) })
	if err != nil {
		return nil, err
	}
	return r, w.finish()
}

// run carries a plan out whose trials a function collects, a stage at a time.
func (p *Plan) run(ctx context.Context, collect func(*Config, *stage) (*Data, error)) (*Result, error) {
	names, stages := p.Names(), p.stages()
	all := &Data{Width: len(names)}
	c := p.Config
	var last *net.Net
	for round := range p.Rounds {
		if last != nil {
			spec, err := policy.NewCatalog().Learned(last, "")
			if err != nil {
				return nil, err
			}
			c.Behaviour = spec
		}
		d, err := collect(&c, &stages[round])
		if err != nil {
			return nil, err
		}
		all.add(d)
		if last, err = Fit(ctx, all, names, &p.Training); err != nil {
			return nil, err
		}
	}
	holdout, err := collect(&c, &stages[p.Rounds])
	if err != nil {
		return nil, err
	}
	r := &Result{Net: last, Decisions: len(all.Groups), Trials: all.Trials(), Measured: len(holdout.Groups)}
	return r, r.measure(ctx, p, all, holdout, names)
}

// measure fits what the net is compared with and measures all.
func (r *Result) measure(ctx context.Context, p *Plan, all, holdout *Data, names []string) error {
	shanten, err := FitShanten(all, names)
	if err != nil {
		return err
	}
	list := []Named{{"constant", MeanOf(all)}, {"shanten", shanten}}
	linear := r.Net
	if p.Hidden > 0 {
		t := p.Training
		t.Hidden = 0
		if linear, err = Fit(ctx, all, names, &t); err != nil {
			return err
		}
	}
	list = append(list, Named{"linear", linear})
	if p.Hidden > 0 {
		list = append(list, Named{"perceptron", r.Net})
	}
	r.Qualities = Measure(holdout, names, list)
	r.OfTurns = Measure(holdout.of(engine.PhaseTurn), names, list)
	r.OfClaims = Measure(holdout.of(engine.PhaseClaim), names, list)
	return nil
}
