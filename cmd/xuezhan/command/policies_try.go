package command

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/policy/external"
	"xuezhan/sim"
	"xuezhan/sim/report"
)

type tryOptions struct {
	rules    string
	hands    count
	seed     uint64
	opponent string
	json     bool
	external externalOptions
}

func newPoliciesTry(a *app) *cobra.Command {
	o := tryOptions{hands: 200}
	c := &cobra.Command{
		Use:   "try SPEC",
		Short: "play a few hands with a bot and say how it does",
		Long: `try plays a few hands with a bot at seat 0 against three others and says whether it
answered every question, how fast, and what it won. It is for authors of exec: bots:
at the first fault it says which hand and which decision it was, what the bot said and
what would have been legal.

Then it plays the same hands again, one at a time: a bot whose answers depend on
anything but the view and its seed plays them otherwise, and results with it cannot
be repeated:
  xuezhan policies try "exec:python3 policy/example/bot.py"
Of built-in bots there are no decisions to count.

--json prints one object: bot, name, rules, seed, hands, decisions, seconds,
decisions_per_s, points_per_hand, repeats.`,
		Example: `  xuezhan policies try fast --hands 20
  xuezhan policies try big:wall=30 --rules mil --hands 20 --json`,
		Args: wantArgs("SPEC"),
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.rules, "rules", defaultRules, rulesUsage)
	f.Var(&o.hands, "hands", "hands to play")
	f.Uint64Var(&o.seed, "seed", 1, "seed of all chance")
	f.StringVar(&o.opponent, "opponent", "fast", "bot of the other three seats")
	addBotTimeout(c, &o.external.trust.limit)
	f.IntVar(&o.external.inFlight, "in-flight", sim.DefaultInFlight, "hands that are in play at once for an exec: bot")
	f.BoolVar(&o.json, "json", false, "print JSON")
	c.RunE = func(c *cobra.Command, args []string) error {
		var t *report.Trial
		err := a.untilSignal(c.Context(), func(ctx context.Context) (err error) {
			t, err = a.try(ctx, &o, args[0])
			return err
		})
		if err != nil {
			return err
		}
		return a.print(t.Page(), o.json)
	}
	return c
}

// try plays the hands twice.
func (a *app) try(ctx context.Context, o *tryOptions, text string) (*report.Trial, error) {
	o.external.onFault = sim.Stop.String()
	x, err := o.external.use(a)
	if err != nil {
		return nil, err
	}
	t := &report.Trial{Seed: o.seed, Hands: int64(o.hands)}
	var decisions atomic.Int64
	open := external.Open(o.external.trust.limit)
	a.bots = a.bots.WithExternal(func(command []string, r *rules.Rules) policy.Batch {
		return countedBatch{open(command, r), &decisions}
	})
	c, err := o.config(a, text)
	if err != nil {
		return nil, err
	}
	t.Bot, t.Rules = c.Seats[0].String(), c.Rules.Name
	if c.Seats[0].IsExternal() {
		if t.Name, err = c.Seats[0].Greet(&c.Rules); err != nil {
			return nil, err
		}
	}
	var sum points
	started := time.Now()
	first, err := sim.Run(ctx, c, sim.Options{Tables: a.tables(), Check: true, External: x, Tally: func() sim.Tally { return &sum }})
	if err != nil {
		return nil, err
	}
	t.Seconds = time.Since(started).Seconds()
	t.Decisions = decisions.Load()
	t.Speed = float64(t.Decisions) / t.Seconds
	t.Points = float64(sum) / float64(t.Hands)
	x.InFlight = 1
	again, err := sim.Run(ctx, c, sim.Options{Tables: a.tables(), External: x})
	t.Repeats = err == nil && again.Digest == first.Digest
	return t, err
}

// config returns the run that the options ask for.
func (o *tryOptions) config(a *app, text string) (*sim.Config, error) {
	if o.hands < 1 || o.hands > 1<<20 {
		return nil, misused("--hands is not 1 to %d", 1<<20)
	}
	c := &sim.Config{Seed: o.seed, Hands: int64(o.hands)}
	spec, err := a.parseSpec(text)
	if err != nil {
		return nil, usageError{err}
	}
	other, err := a.flagSpec("--opponent", o.opponent)
	if err != nil {
		return nil, usageError{err}
	}
	c.Seats = [4]policy.Spec{spec, other, other, other}
	if c.Rules, err = a.loadRules(o.rules); err != nil {
		return nil, err
	}
	return c, c.Validate()
}

// A countedBatch counts the decisions that are put to a bot.
type countedBatch struct {
	policy.Batch
	decisions *atomic.Int64
}

// Decide counts and asks.
func (c countedBatch) Decide(requests []policy.Request, answers []policy.Answer) error {
	c.decisions.Add(int64(len(requests)))
	return c.Batch.Decide(requests, answers)
}

// points are those of seat 0.
type points int64

// Add counts a batch.
func (p *points) Add(b *sim.Batch) {
	for i := range b.Outcomes {
		*p += points(b.Outcomes[i].Seats[0].Account.Total())
	}
}
