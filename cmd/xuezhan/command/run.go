package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
)

// defaultHands is the number of hands of a run that says nothing else: a few
// seconds' worth.
const defaultHands = 100_000

type runOptions struct {
	rules         string
	hands, games  count
	seed          uint64
	seats, policy string
	walls         string
	decks         string
	rotate        bool
	workers       int
	check         bool
	out           string
	plots         plotOptions
	profiles      profiles
	report        reportOptions
	external      externalOptions
	bearing       sim.External // what external says
}

func newRun(a *app) *cobra.Command {
	o := runOptions{hands: defaultHands}
	c := &cobra.Command{
		Use:   "run",
		Short: "play hands and report what they were worth",
		Long: `run plays hands, or whole games, and reports what they were worth to each bot.

The same rules, seed, seats, walls and number of hands give the same hands, and
the same digest, with any number of workers and on any machine.

Seats are listed in turn order. A spec may itself contain commas: what follows one
and has the form key=value belongs to the spec before it, so that
  --seats fast:win=min2,call=timeout,big,fast,big
lists four. Blanks and semicolons separate seats too. The bot exec:COMMAND is a
process of its own, in any language ('xuezhan policies --help'); its command may have
blanks, and commas in quotes. With --rotate the seating
turns by one seat with every hand, or game.

--json prints one object: rules, rules_hash, seed, hands, seconds, hands_per_s,
digest, exhausted_rate and all else that the report has. Its "seats" has an entry
for each of the four seats listed, which follows its bot when the seating turns;
its "bots" has an entry for each different spec, over all seats that it holds, and
"differences" compares every two of them.

--out stores the hands as Parquet tables in a new directory; 'xuezhan report' reads
it, 'xuezhan dataset schema' documents it. Parts are complete or absent: those that
were finished stay when a run ends early.

--format html writes the report as one web page that needs nothing else, with charts
and, in the element with id "report", the object that --json prints.

--plots draws what the report shows, each picture as SVG and PNG: points by cause and
of a hand, fan, wins by draw, tempo, the points of each bot by the tiles dealt, and of
every two bots their difference by these.`,
		Example: `  xuezhan run --rules wap-battle --hands 20000 --seats fast,big,fast,big --out runs/first
  xuezhan run --rules planet --hands 20000 --seats fast,big,fast,big --out runs/second
  xuezhan run --policy fast --games 1_000 --rules mil --json
  xuezhan run --hands 50_000 --seats fast,big,fast,big --plots pictures
  xuezhan run --hands 20000 --seats fast,big,fast,big --format html -o report.html
  xuezhan run --hands 2e4 --seats fast:win=min2,call=timeout,fast,fast,big --rotate --walls lanes`,
		Args: wantArgs(),
	}
	o.flags(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		config, err := o.validate(a, c)
		if err == nil && o.decks != "" {
			err = a.useDecks(config, o.decks)
		}
		if err != nil {
			return err
		}
		ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		context.AfterFunc(ctx, stop) // a second signal ends the program at once
		return a.run(ctx, &o, config)
	}
	return c
}

func (o *runOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.rules, "rules", defaultRules, rulesUsage)
	f.Var(&o.hands, "hands", "hands to play")
	f.Var(&o.games, "games", "whole games to play, instead of --hands")
	f.Uint64Var(&o.seed, "seed", 1, "seed of all chance")
	f.StringVar(&o.seats, "seats", "", "bots of the four seats (see 'xuezhan policies')")
	f.StringVar(&o.policy, "policy", "fast", "bot of all four seats, instead of --seats")
	f.BoolVar(&o.rotate, "rotate", false, "turn the seating by a seat with every hand or game")
	f.StringVar(&o.walls, "walls", sim.Shared.String(), "shared: one wall; lanes: a lane of it for each seat")
	f.StringVar(&o.decks, "decks", "", "play the decks in `FILE` instead of hands of the seed (see 'xuezhan deck')")
	f.StringVar(&o.out, "out", "", "store the hands in the new directory `DIR`")
	o.report.flags(c)
	o.plots.flags(c)
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
	o.external.flags(c)
	f.BoolVar(&o.check, "check", false, "verify every action and every state")
	f.StringVar(&o.profiles.cpu, "cpuprofile", "", "write a CPU profile to `FILE`")
	f.StringVar(&o.profiles.memory, "memprofile", "", "write a memory profile to `FILE`")
}

// validate checks the options and returns what they ask to be played.
func (o *runOptions) validate(a *app, c *cobra.Command) (*sim.Config, error) {
	for _, pair := range [][2]string{{"hands", "games"}, {"seats", "policy"},
		{"decks", "hands"}, {"decks", "games"}, {"decks", "walls"}, {"decks", "out"}} {
		if c.Flags().Changed(pair[0]) && c.Flags().Changed(pair[1]) {
			return nil, misused("--%s and --%s exclude each other", pair[0], pair[1])
		}
	}
	if err := o.report.validate(c); err != nil {
		return nil, err
	}
	var err error
	if o.bearing, err = o.external.use(a); err != nil {
		return nil, err
	}
	config := &sim.Config{Seed: o.seed, Hands: int64(o.hands), Rotate: o.rotate}
	number := "hands"
	if c.Flags().Changed("games") {
		number = "games"
		config.Hands, config.Games = 0, int64(o.games)
	}
	if err := checkRange(number, config.Hands+config.Games, sim.MaxHands); err != nil {
		return nil, err
	}
	return config, o.configure(a, c, config)
}

// configure reads what is named by a text.
func (o *runOptions) configure(a *app, c *cobra.Command, config *sim.Config) error {
	var err error
	if config.Rules, err = loadRules(o.rules); err != nil {
		return err
	}
	if config.Walls, err = parseWalls(o.walls); err != nil {
		return usageError{err}
	}
	if c.Flags().Changed("seats") {
		config.Seats, err = a.parseSeats(o.seats)
	} else {
		var spec policy.Spec
		spec, err = a.flagSpec("--policy", o.policy)
		for s := range config.Seats {
			config.Seats[s] = spec
		}
	}
	if err == nil {
		err = config.Validate()
	}
	if err != nil {
		return usageError{err}
	}
	return nil
}

// run plays a configuration and prints its summary.
func (a *app) run(ctx context.Context, o *runOptions, c *sim.Config) error {
	stopProfiles, err := o.profiles.start()
	if err != nil {
		return err
	}
	var s *summary
	if err = errors.Join(o.report.prepare(), o.plots.prepare()); err == nil {
		s, err = a.play(ctx, o, c)
	}
	if err := errors.Join(err, stopProfiles()); err != nil {
		return err
	}
	return errors.Join(o.report.print(a, s), o.plots.draw(s))
}

func (a *app) play(ctx context.Context, o *runOptions, c *sim.Config) (*summary, error) {
	in, err := a.inputs(c)
	if err != nil {
		return nil, err
	}
	total, err := newTally(&in, o.report.bySeat())
	if err != nil {
		return nil, err
	}
	options := sim.Options{Tables: a.tables(), Workers: o.workers, Check: o.check, External: o.bearing}
	options.Tally = func() sim.Tally {
		t, err := newTally(&in, total.seats != nil)
		if err != nil {
			panic("command: a tally that could be made once cannot be made again")
		}
		return t
	}
	options.Merged = func(t sim.Tally) { total.merge(t.(*tally)) }
	started := time.Now()
	result, err := a.record(ctx, o.out, c, &in, options)
	if err != nil {
		return nil, err
	}
	if result.Fault != "" {
		fmt.Fprintf(a.err, "xuezhan: a bot failed, and timeout played on in its place: %s\n", result.Fault)
	}
	s := newSummary(&in, total, o.report.level)
	seconds := time.Since(started).Seconds()
	speed := float64(result.Hands) / seconds
	s.Seconds, s.Speed, s.Digest = &seconds, &speed, result.Digest
	return s, nil
}

// record plays and, if out names a directory, stores the hands there.
func (a *app) record(ctx context.Context, out string, c *sim.Config, in *dataset.Inputs, o sim.Options) (sim.Result, error) {
	if out == "" {
		return a.watch(ctx, c, o)
	}
	w, err := dataset.Create(out, *in, len(c.Parts()))
	if err != nil {
		return sim.Result{}, err
	}
	defer w.Close()
	o.Sink = w
	result, err := a.watch(ctx, c, o)
	if err != nil {
		return result, fmt.Errorf("%w\nfinished parts are in %s; 'xuezhan report' reads them", err, out)
	}
	return result, w.Finish(result.Digest)
}

// watch plays and tells how far it is.
func (a *app) watch(ctx context.Context, c *sim.Config, o sim.Options) (sim.Result, error) {
	p := startProgress(a.err, c.TotalHands())
	o.Progress = p.add
	result, err := sim.Run(ctx, c, o)
	p.finish()
	if ctx.Err() != nil && err != nil {
		return result, fmt.Errorf("interrupted after %d of %d hands", result.Hands, c.TotalHands())
	}
	return result, err
}
