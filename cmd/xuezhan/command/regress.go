package command

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"xuezhan/engine"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/regress"
)

func newRegress(a *app) *cobra.Command {
	return newGroup(&cobra.Command{
		Use:   "regress",
		Short: "notice changed behaviour on fixed decks",
		Example: `  xuezhan regress record --rules tsumo --policy fast --hands 500 -o tsumo.baseline
  xuezhan regress check tsumo.baseline`,
	}, newRegressRecord(a), newRegressCheck(a))
}

type regressRecordOptions struct {
	rules         string
	seats, policy string
	seed          uint64
	hands         count
	decks         string
	rotate        bool
	walls         string
	workers       int
	out           string
	trust         trust
}

func newRegressRecord(a *app) *cobra.Command {
	o := regressRecordOptions{hands: 2000}
	c := &cobra.Command{
		Use:   "record",
		Short: "store what bots do on fixed decks",
		Long: `record plays hands and stores for each its digest, points and actions in a baseline
for 'xuezhan regress check'. A baseline takes some 75 bytes a hand.`,
		Example: `  xuezhan regress record --rules mil --seats fast,big,fast,big --hands 1000 -o mil.baseline`,
		Args:    wantArgs(),
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVarP(&o.out, "output", "o", "", "write the baseline to the new `FILE`")
	f.StringVar(&o.rules, "rules", defaultRules, rulesUsage)
	f.Var(&o.hands, "hands", "hands to play")
	f.StringVar(&o.decks, "decks", "", "play the decks in `FILE` instead of hands of the seed (see 'xuezhan deck')")
	f.Uint64Var(&o.seed, "seed", 1, "seed of all chance")
	f.StringVar(&o.seats, "seats", "", "bots of the four seats (see 'xuezhan policies')")
	f.StringVar(&o.policy, "policy", "fast", "bot of all four seats, instead of --seats")
	f.BoolVar(&o.rotate, "rotate", false, "turn the seating by a seat with every hand or game")
	f.StringVar(&o.walls, "walls", sim.Shared.String(), "shared: one wall; lanes: a lane of it for each seat")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
	addBotTimeout(c, &o.trust.limit)
	c.RunE = func(c *cobra.Command, _ []string) error {
		if err := o.trust.use(a); err != nil {
			return err
		}
		config, err := a.baselineConfig(c, &o)
		if err != nil {
			return err
		}
		if err := a.document(o.out).Write(func(w io.Writer) error {
			return a.recordBaseline(c.Context(), w, config, o.workers)
		}); err != nil {
			return withReplay(err, func(hand int64) string {
				return commandLine([]string{"xuezhan", "replay", "--hand", fmt.Sprint(hand), "--" + stackFlag}, c, annotated(c, setupFlag))
			})
		}
		_, err = fmt.Fprintf(a.out, "%d hands in %s\n", config.Hands, o.out)
		return err
	}
	return c
}

// baselineConfig returns what the options ask to be recorded.
func (a *app) baselineConfig(c *cobra.Command, o *regressRecordOptions) (*sim.Config, error) {
	given := c.Flags().Changed
	switch {
	case o.out == "":
		return nil, misused("-o FILE is missing")
	case given("seats") && given("policy"):
		return nil, misused("--seats and --policy exclude each other")
	case o.decks != "" && given("hands"):
		return nil, misused("--decks and --hands exclude each other")
	case o.decks != "" && given("walls"):
		return nil, misused("--decks and --walls exclude each other")
	}
	if err := checkRange("hands", int64(o.hands), regress.MaxHands); err != nil {
		return nil, err
	}
	config := &sim.Config{Seed: o.seed, Hands: int64(o.hands), Rotate: o.rotate}
	var err error
	if config.Rules, err = a.loadRules(o.rules); err != nil {
		return nil, err
	}
	if config.Walls, err = parseWalls(o.walls); err != nil {
		return nil, usageError{err}
	}
	if config.Seats, err = a.specsOf(o.seats, o.policy); err != nil {
		return nil, err
	}
	if o.decks != "" {
		return config, a.useDecks(config, o.decks)
	}
	return config, config.Validate()
}

// specsOf returns the bots listed, or the same bot for all seats if none are.
func (a *app) specsOf(seats, bot string) ([engine.NumSeats]policy.Spec, error) {
	if seats != "" || bot == "" {
		return a.parseSeats(seats)
	}
	spec, err := a.flagSpec("--policy", bot)
	if err != nil {
		return [engine.NumSeats]policy.Spec{}, err
	}
	return [engine.NumSeats]policy.Spec{spec, spec, spec, spec}, nil
}

// recordBaseline plays and writes a baseline, and tells how far it is.
func (a *app) recordBaseline(ctx context.Context, w io.Writer, c *sim.Config, workers int) error {
	return a.watched(ctx, c.Hands, workers, func(ctx context.Context, o regress.Options) error {
		return regress.Record(ctx, w, c, a.version().String(), o)
	})
}

// watched runs what plays hands, tells how far it is, and lets a signal end it.
func (a *app) watched(ctx context.Context, hands int64, workers int, play func(context.Context, regress.Options) error) error {
	i := a.interruptible(ctx)
	defer i.end()
	p := a.startProgress(hands, "hands")
	defer p.finish()
	err := play(i.softly, regress.Options{Tables: a.tables(), Workers: workers, Progress: p.add})
	if err != nil && i.interrupted() {
		return interruptedError("before all hands were played", "")
	}
	return err
}

type regressCheckOptions struct {
	seats, policy string
	workers       int
	update, json  bool
	trust         trust
}

func newRegressCheck(a *app) *cobra.Command {
	var o regressCheckOptions
	c := &cobra.Command{
		Use:   "check FILE",
		Short: "play a baseline's decks again and compare",
		Long: `check plays the hands of a baseline again. If all are as they were the exit status
is 0, otherwise 1, and it prints how many differ, what that is worth in points per
hand, and the first hand that differs at the decision where it parts: who, what the
seat knew, what it chose before and chooses now.

--update records the baseline again after a change that was intended. --seats or
--policy play with other bots than the recorded ones: what would they have done?`,
		Example: `  xuezhan regress record --hands 500 -o fast.baseline
  xuezhan regress check fast.baseline`,
		Args: wantArgs("FILE"),
	}
	f := c.Flags()
	f.SortFlags = false
	f.BoolVar(&o.update, "update", false, "record the baseline again")
	f.StringVar(&o.seats, "seats", "", "bots of the four seats, instead of those recorded")
	f.StringVar(&o.policy, "policy", "", "bot of all four seats, instead of those recorded")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
	f.BoolVar(&o.json, "json", false, "print JSON")
	o.trust.flags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		switch {
		case o.seats != "" && o.policy != "":
			return misused("--seats and --policy exclude each other")
		case o.update && (o.seats != "" || o.policy != ""):
			return misused("--update records the bots of the baseline, not those of --seats or --policy")
		}
		return a.checkBaseline(c.Context(), args[0], &o)
	}
	return c
}

// checkBaseline compares, prints the report and returns an error if there is a
// difference and the baseline is not to be updated.
func (a *app) checkBaseline(ctx context.Context, path string, o *regressCheckOptions) error {
	if err := o.trust.use(a); err != nil {
		return err
	}
	b, err := a.readBaseline(path)
	if err != nil {
		return err
	}
	var instead *[engine.NumSeats]policy.Spec
	if o.seats != "" || o.policy != "" {
		specs, err := a.specsOf(o.seats, o.policy)
		if err != nil {
			return err
		}
		instead = &specs
	} else if err := a.admit(b.Config().Seats[:]...); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var r *regress.Report
	err = a.watched(ctx, b.Config().Hands, o.workers, func(ctx context.Context, options regress.Options) error {
		r, err = b.Check(ctx, instead, options)
		return err
	})
	if err != nil {
		return err
	}
	if err := a.printComparison(r, o.json); err != nil {
		return err
	}
	switch {
	case r.Differ == 0:
		return nil
	case o.update:
		return a.replacement(path).Write(func(w io.Writer) error { return a.recordBaseline(ctx, w, b.Config(), o.workers) })
	}
	return fmt.Errorf("%s: %d of %d hands differ", path, r.Differ, r.Hands)
}

func (a *app) readBaseline(path string) (*regress.Baseline, error) {
	f, err := a.open(path, maxInput)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := regress.Read(f, a.fileBots)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}

func (a *app) printComparison(r *regress.Report, asJSON bool) error {
	if asJSON {
		return printJSON(a.out, r)
	}
	_, err := fmt.Fprint(a.out, r.Text())
	return err
}
