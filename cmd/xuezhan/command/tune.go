package command

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"xuezhan/sim"
	"xuezhan/sim/report"
	"xuezhan/sim/stats"
	"xuezhan/sim/tune"
)

// defaultBudget is the hands of a run that says nothing else.
const defaultBudget = 1_000_000

type tuneOptions struct {
	bot, params, logs       string
	opponent                string
	rules, walls            string
	seed                    uint64
	budget                  count
	generations, population int
	spread                  float64
	gate                    string
	out, resume             string
	document                documentOptions
	workers                 int
	again                   string // the command line that resumes the run
}

func newTune(a *app) *cobra.Command {
	var o tuneOptions
	c := &cobra.Command{
		Use:   "tune spsa|cma",
		Short: "find better parameters for a bot",
		Long: `tune finds better parameters for a bot by playing, and says what they are worth.

spsa plays the bot against itself, two opposite probes at a time, and gets more out of
few hands or many parameters; cma lets a population meet a frozen opponent, --opponent
or the bot as it starts, and is ahead where there is much to gain. Both start from
--bot and return the mean of what they have learnt, never a candidate that was lucky.
--params names what is tuned; --log those on a log scale, without which it is those
whose bounds are 1000-fold.

--budget is for everything: a tenth goes to the gate, on which the tuned bot is to be
better than the start, and a tenth to the holdout, which says by how much it is.
Training, gate and holdout have walls of their own. The same options and seed give
the same vector with any number of workers.

--out DIR stores the scores of every generation, of the gate and of the holdout, and
writes history.jsonl with a line a generation, the picture parameters.svg, and at the end
tuned.json. The same command resumes a tuning that was broken off, and so does --resume
DIR, without loss but for the generation that was under way; first it plays some of it
again, and refuses if the program has changed and plays otherwise. BOT@DIR/tuned.json is
a spec that plays the result. 'xuezhan report DIR' shows it under way, 'xuezhan dataset
verify' checks it.

-o FILE writes the result as a document: text, Markdown, JSON, a web page, CSV, or a
picture. --json prints one object: bot, parameters, history, as tuned.json has them, and file,
seconds and hands_per_s.`,
		Example: `  xuezhan tune spsa --bot big --budget 1e6 --out tuned/first
  xuezhan tune cma --bot big --params min_fan,wall --opponent fast --budget 1e6 --out tuned/second --json
  xuezhan tune --resume tuned/first
  xuezhan run --seats big@tuned/first/tuned.json,big,big@tuned/first/tuned.json,big`,
		Args: wantArgs("[METHOD]"),
	}
	o.flags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		i := a.interruptible(c.Context())
		defer i.end()
		return i.or(a.tune(i.softly, c, &o, args), "")
	}
	return c
}

func (o *tuneOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.bot, "bot", "", "start from the bot `SPEC` (see 'xuezhan policies')")
	f.StringVar(&o.params, "params", "all", "names of the parameters to tune, or all")
	f.StringVar(&o.logs, "log", "auto", "names of those on a log scale, none, or auto")
	f.StringVar(&o.opponent, "opponent", "", "whom cma's candidates meet (default the bot as it starts)")
	f.StringVar(&o.rules, "rules", defaultRules, rulesUsage)
	o.budget = defaultBudget
	f.Var(&o.budget, "budget", "hands for training, gate and holdout, at most")
	f.IntVar(&o.generations, "generations", 0, "generations (default 60 of spsa, about 40 of cma, or fewer)")
	f.IntVar(&o.population, "population", 0, "pairs or candidates of a generation (default by budget, or for cma by parameters)")
	f.Float64Var(&o.spread, "spread", 0.15, "how far the first candidates are from the start, in ranges of a parameter")
	f.StringVar(&o.gate, "gate", "", "make the gate a sequential test of `MU0,MU1` points per hand")
	f.Uint64Var(&o.seed, "seed", 1, "seed of all chance")
	f.StringVar(&o.walls, "walls", sim.Lanes.String(), "lanes: a lane of the wall for each seat; shared: one wall")
	f.StringVar(&o.out, "out", "", "keep the run in the directory `DIR`")
	f.StringVar(&o.resume, "resume", "", "resume the run in `DIR`")
	annotate(f, howFlag, func() {
		o.document.flags(c)
		f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
	})
}

// tune tunes what the options ask for.
func (a *app) tune(ctx context.Context, c *cobra.Command, o *tuneOptions, args []string) error {
	o.again = resumeLine(c, "tune", "--resume", o.out+o.resume)
	if err := errors.Join(o.document.validate(c), o.document.prepare(a)); err != nil {
		return err
	}
	var config *tune.Config
	var err error
	if o.resume != "" {
		config, err = a.resumedTune(c, o, args)
	} else {
		config, err = o.validate(a, c, args)
	}
	if err != nil {
		return err
	}
	signature, err := a.signature(ctx)
	if err != nil {
		return err
	}
	h, err := config.Header(a.version().String(), signature)
	if err != nil {
		return err
	}
	t, err := tune.Open(ctx, o.out, config, h)
	if err != nil {
		return err
	}
	defer t.Close()
	a.tellRedone(t.Redone())
	return a.playTune(ctx, o, config, &h, t)
}

// resumedTune returns the configuration of a run, which says all but how to play
// and print.
func (a *app) resumedTune(c *cobra.Command, o *tuneOptions, args []string) (*tune.Config, error) {
	if err := checkResume(c, "run"); err != nil {
		return nil, err
	}
	if len(args) > 0 {
		return nil, misused("--resume takes everything from the run; %q cannot be given", args[0])
	}
	o.out = o.resume
	h, err := tune.ReadHeader(o.resume)
	if err != nil {
		return nil, err
	}
	config, err := h.Config(a.fileBots.Parse)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.resume, err)
	}
	return config, nil
}

// validate checks the options and returns the configuration they ask for.
func (o *tuneOptions) validate(a *app, c *cobra.Command, args []string) (*tune.Config, error) {
	given := c.Flags().Changed
	if len(args) == 0 {
		return nil, misused("argument METHOD is missing: spsa or cma")
	}
	method, err := tune.ParseMethod(args[0])
	switch {
	case err != nil:
		return nil, usageError{err}
	case o.bot == "":
		return nil, misused("a bot is missing: --bot SPEC")
	case o.out == "":
		return nil, misused("a directory is missing: --out DIR")
	case given("generations") && o.generations < 1:
		return nil, misused("--generations %d is below 1", o.generations)
	case given("population") && o.population < 1:
		return nil, misused("--population %d is below 1", o.population)
	case o.budget < 1:
		return nil, misused("--budget %d is below 1", o.budget)
	case o.params == "":
		return nil, misused("--params is empty; it names parameters, or all")
	case !(o.spread > 0):
		return nil, misused("--spread %v is not above 0", o.spread)
	}
	config := &tune.Config{
		Method: method, Seed: o.seed, Budget: int64(o.budget), Generations: o.generations, Population: o.population, Spread: o.spread,
		Params: names(o.params, "all"), Logs: names(o.logs, "auto"),
	}
	return config, o.configure(a, config)
}

// configure reads what is named by a text.
func (o *tuneOptions) configure(a *app, config *tune.Config) error {
	var err error
	if config.Bot, err = a.flagSpec("--bot", o.bot); err != nil {
		return err
	}
	if o.opponent != "" {
		s, err := a.flagSpec("--opponent", o.opponent)
		if err != nil {
			return err
		}
		config.Opponent = &s
	}
	if config.Rules, err = a.loadRules(o.rules); err != nil {
		return err
	}
	if config.Walls, err = parseWalls(o.walls); err != nil {
		return usageError{err}
	}
	if config.Gate, err = o.test(); err != nil {
		return err
	}
	if err := config.Validate(); err != nil {
		return usageError{err}
	}
	return nil
}

// test returns the gate's sequential test; nil for none.
func (o *tuneOptions) test() (*stats.SPRTConfig, error) {
	if o.gate == "" {
		return nil, nil
	}
	mu0, mu1, err := parseMus("--gate", o.gate)
	if err != nil {
		return nil, err
	}
	return &stats.SPRTConfig{Mu0: mu0, Mu1: mu1, Alpha: 0.05, Beta: 0.05}, nil
}

// names returns a list's names: nil for the word that leaves it open, empty for
// none.
func names(list, open string) []string {
	if list == open {
		return nil
	}
	names := []string{}
	if list != "none" {
		for _, name := range strings.Split(list, ",") {
			names = append(names, strings.TrimSpace(name))
		}
	}
	return names
}

// playTune plays a run to its end, tells how it stands and prints its result.
func (a *app) playTune(ctx context.Context, o *tuneOptions, c *tune.Config, h *tune.Header, t *tune.Tuner) error {
	tables := a.tables() // before the clock starts
	table, err := tune.NewTable(c, tables, o.workers)
	if err != nil {
		return err
	}
	_, most := t.Plan().Hands()
	p := a.startProgress(most, "hands")
	generation := func(g *tune.Generation) { p.tell(tuneStatus(t.Plan(), g)) }
	if _, last := t.Done(); last != nil {
		p.resume(last.Hands)
		generation(last)
	}
	result, err := tune.Result{}, t.Verify(ctx, table)
	table.Progress = p.add
	if err == nil {
		err = t.Train(ctx, table, func(g tune.Generation) { generation(&g) })
	}
	if err == nil {
		result, err = t.Finish(ctx, tune.Options{
			Tables: tables, Workers: o.workers, Progress: p.add,
			Command: tuneCommand(c, h), Version: a.version().String(),
		})
	}
	p.finish()
	if err != nil && ctx.Err() != nil {
		done, _ := t.Done()
		return interruptedError(fmt.Sprintf("after %d of %d generations", done, t.Plan().Generations), o.again)
	}
	if err != nil {
		return err
	}
	tuned := report.Tuned{Result: result, File: filepath.Join(o.out, tune.TunedFile), Seconds: p.seconds(), Speed: p.speed()}
	return o.document.print(a, tuned.Page(c.Bot))
}

// tuneCommand returns the command line that a run comes from, with everything
// said but where it is kept.
func tuneCommand(c *tune.Config, h *tune.Header) string {
	words := []string{"xuezhan tune", h.Method}
	add := func(flag string, value any) { words = append(words, "--"+flag, fmt.Sprint(value)) }
	add("bot", h.Bot.Spec)
	add("params", strings.Join(h.Parameters, ","))
	if len(h.Logs) == 0 {
		add("log", "none")
	} else {
		add("log", strings.Join(h.Logs, ","))
	}
	if h.Opponent != nil {
		add("opponent", h.Opponent.Spec)
	}
	add("rules", c.Rules.Name)
	add("budget", h.Budget)
	add("generations", h.Plan.Generations)
	add("population", h.Plan.Population)
	add("spread", h.Spread)
	if h.Gate != nil {
		add("gate", fmt.Sprintf("%v,%v", h.Gate.Mu0, h.Gate.Mu1))
	}
	add("seed", h.Seed)
	add("walls", h.Walls)
	return strings.Join(words, " ")
}

// tuneStatus says how a run of tune stands after a generation; nil for none.
func tuneStatus(plan tune.Plan, g *tune.Generation) []string {
	if g == nil {
		return []string{fmt.Sprintf("generation 0 of %d", plan.Generations)}
	}
	list := []string{fmt.Sprintf("generation %d of %d", g.Generation, plan.Generations)}
	if g.Generation == plan.Generations {
		list = []string{"gate and holdout"}
	}
	return append(list, "gain "+g.Recent.GainTo(stats.PlainDecimals)+" points per hand", fmt.Sprintf("spread %.3f", g.Spread))
}
