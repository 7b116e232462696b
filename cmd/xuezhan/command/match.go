package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"xuezhan/bench"
	"xuezhan/engine/rules"
	"xuezhan/sim"
	"xuezhan/sim/match"
	"xuezhan/sim/report"
	"xuezhan/sim/stats"
	"xuezhan/sim/store"
)

// How many blocks a match has at most that does not say it: of a fixed number,
// and with a sequential test, which may have no verdict to come to.
const (
	defaultBlocks     = 10_000
	defaultSPRTBlocks = 1_000_000
)

type matchOptions struct {
	a, b, bots  string
	rules       string
	seed        uint64
	blocks      count
	sprt        string
	alpha, beta float64
	watch       bool
	design      string
	walls       string
	luck        bool
	plan        bool
	delta       float64
	expect      string
	level       float64
	out, resume string
	json        bool
	workers     int
	again       string // the command line that resumes the record
	external    externalOptions
	outside     sim.External // what external says
}

func newMatch(a *app) *cobra.Command {
	var o matchOptions
	c := &cobra.Command{
		Use:   "match",
		Short: "say whether one bot is better than another",
		Long: `match plays two bots against each other in blocks: one wall, and seatings that
complement each other, so that equal bots differ by exactly 0. It reports A's points
per hand minus B's.

It ends after --blocks, or with --sprt MU0,MU1 once a sequential test has decided
between a difference of MU0 and one of MU1 points per hand. The bounds of the test are
a little wider than Wald's for --alpha and --beta, because blocks are not normal: they
are made for two thirds of these, which costs a sixth more blocks. A bot against itself
is identical at once, and so are two bots that play none of the first 1,000 blocks
differently.

--watch shows intervals that hold at all times together: stop it whenever you like.
--plan plays a pilot and says how many blocks it takes to tell a difference of --delta
from none.

Designs are pairs (AABB and BBAA), 1v3 (a lone A in a field of B) and 3v1. --bots
compares three or more at once; the verdict is on the first one. --luck takes the
luck of the draws out of the difference, which narrows the interval.

-o FILE records every block, a line each; --resume FILE resumes a record after
a kill and ends as if there had been none. It plays some of the blocks again first,
and refuses if the program or a bot has changed and plays them otherwise. A bot that answers illegally or panics
forfeits the hand: the bot timeout plays on in its place, and the fault is counted.
So does one that is a process of its own (exec:COMMAND, see 'xuezhan policies --help')
with --on-bot-fault forfeit; without, its fault ends the match.

The verdict does not change the exit status, unless --expect says which one is
expected, better or not-better: with any other one the status is 3.

--json prints one object: a, b, rules, rules_hash, seed, walls, design, version,
seconds, hands_per_s and all else that the result has.`,
		Example: `  xuezhan match -a fast -b timeout --blocks 200
  xuezhan match -a fast -b fast:call=never --sprt 0,0.5 --luck -o match.jsonl
  xuezhan match --bots fast,random,timeout --blocks 100 --json
  xuezhan match -a fast -b big --plan --delta 0.1`,
		Args: wantArgs(),
	}
	o.flags(c)
	c.RunE = func(c *cobra.Command, _ []string) error { return a.match(c, &o) }
	return c
}

func (o *matchOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringVarP(&o.a, "a", "a", "", "the bot A (see 'xuezhan policies')")
	f.StringVarP(&o.b, "b", "b", "", "the bot B")
	f.StringVar(&o.bots, "bots", "", "bots to compare all at once, instead of -a and -b")
	f.StringVar(&o.rules, "rules", defaultRules, rulesUsage)
	f.Uint64Var(&o.seed, "seed", 1, "seed of all chance")
	f.Var(&o.blocks, "blocks", fmt.Sprintf("blocks to play, at most with --sprt and --watch (default %d, %d with --sprt)", defaultBlocks, defaultSPRTBlocks))
	f.StringVar(&o.sprt, "sprt", "", "end once decided between `MU0,MU1` points per hand")
	f.Float64Var(&o.alpha, "alpha", 0.05, "chance that --sprt says better at MU0")
	f.Float64Var(&o.beta, "beta", 0.05, "chance that --sprt says not better at MU1")
	f.BoolVar(&o.watch, "watch", false, "play on until interrupted, with intervals that hold at all times")
	f.StringVar(&o.design, "design", match.Pairs.String(), "pairs, 1v3 or 3v1")
	f.StringVar(&o.walls, "walls", sim.Lanes.String(), "lanes: a lane of the wall for each seat; shared: one wall")
	f.BoolVar(&o.luck, "luck", false, "take the luck of the draws out of the difference")
	f.BoolVar(&o.plan, "plan", false, "say how many blocks it takes, after a pilot")
	f.Float64Var(&o.delta, "delta", 0.1, "points per hand that --plan is to tell from none")
	f.Float64Var(&o.level, "level", 0.95, "nominal coverage of intervals")
	f.StringVarP(&o.out, "output", "o", "", "record the blocks in the new `FILE`")
	f.StringVar(&o.resume, "resume", "", "resume the record in `FILE`")
	annotate(f, howFlag, func() {
		f.BoolVar(&o.json, "json", false, "print JSON")
		f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
		f.StringVar(&o.expect, "expect", "", "better or not-better: end with status 3 if the verdict is another")
		o.external.flags(c)
		o.external.trust.allowFlag(c)
	})
}

// match plays what the options ask for.
func (a *app) match(c *cobra.Command, o *matchOptions) (err error) {
	if o.outside, err = o.external.use(a); err != nil {
		return err
	}
	if err := o.checkExpected(); err != nil {
		return err
	}
	if file := o.out + o.resume; file != "" {
		o.again = resumeLine(c, "match", "--resume", file)
	}
	if o.resume != "" {
		return a.resumeMatch(c, o)
	}
	config, err := o.validate(a, c)
	if err != nil {
		return err
	}
	i := a.interruptible(c.Context())
	defer i.end()
	ctx := i.softly
	if o.plan {
		return a.planMatch(ctx, o, config)
	}
	if o.out == "" {
		return a.playMatch(ctx, o, config, nil)
	}
	if _, err := os.Lstat(o.out); err == nil {
		return fmt.Errorf("%s exists already; name another file, or resume a match's record by --resume", o.out)
	}
	release, err := store.LockFile(o.out)
	if err != nil {
		return err
	}
	defer release()
	f, r, err := a.beginRecord(ctx, o.out, config)
	if err != nil {
		return i.or(err, "")
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return a.playMatch(ctx, o, config, r)
}

// checkExpected checks that what is expected is a verdict that a match may have.
func (o *matchOptions) checkExpected() error {
	switch {
	case o.expect == "":
		return nil
	case o.expect != stats.Better.String() && o.expect != stats.NotBetter.String():
		return misused("--expect %q is not %s or %s", o.expect, stats.Better, stats.NotBetter)
	case o.plan:
		return misused("--plan and --expect exclude each other")
	}
	return nil
}

// beginRecord begins the record of a match in a new file. The file is there only with
// its header: before that a kill leaves nothing at its place.
func (a *app) beginRecord(ctx context.Context, path string, config *match.Config) (*os.File, *match.Record, error) {
	signature, err := a.signature(ctx)
	if err != nil {
		return nil, nil, err
	}
	h, err := match.NewHeader(config, a.version().String(), signature)
	if err != nil {
		return nil, nil, err
	}
	if err := (store.Output{Path: path}).Write(h.Write); err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	r, _, err := match.OpenRecord(f)
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, r, nil
}

// resumeMatch resumes a record, which says all but how to play and print.
func (a *app) resumeMatch(c *cobra.Command, o *matchOptions) (err error) {
	if err := checkResume(c, "record"); err != nil {
		return err
	}
	i := a.interruptible(c.Context())
	defer i.end()
	ctx := i.softly
	f, err := openForUpdate(o.resume)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	release, err := store.LockFile(o.resume)
	if err != nil {
		return err
	}
	defer release()
	r, h, err := match.OpenRecord(f)
	if err != nil {
		return fmt.Errorf("%s: %w", o.resume, err)
	}
	signature, err := a.signature(ctx)
	if err != nil {
		return i.or(err, o.again)
	}
	newBot := func(b match.HeaderBot) (match.Bot, error) { return a.recordedBot(b, &h.Rules) }
	config, err := h.Config(newBot, a.version().String(), signature)
	if err != nil {
		return fmt.Errorf("%s: %w", o.resume, err)
	}
	o.out = o.resume
	return a.playMatch(ctx, o, config, r)
}

// playSignature returns the number of the program's behaviour.
func (a *app) playSignature(ctx context.Context) (string, error) {
	d, err := bench.PlayDigests(ctx, a.tables())
	if err != nil {
		return "", err
	}
	return d.Signature(), nil
}

// botOf returns the bot of a spec, which is to play under some rules.
func (a *app) botOf(text string, r *rules.Rules) (match.Bot, error) {
	spec, err := a.parseSpec(text)
	if err != nil {
		return match.Bot{}, usageError{err}
	}
	digest, err := spec.Identify(r)
	return match.BotOf(spec, digest), err
}

// botsOf returns the bots of a list.
func (a *app) botsOf(specs []string, r *rules.Rules) ([]match.Bot, error) {
	var bots []match.Bot
	for _, s := range specs {
		b, err := a.botOf(s, r)
		if err != nil {
			return nil, err
		}
		bots = append(bots, b)
	}
	return bots, nil
}

// validate checks the options and returns the match they ask for.
func (o *matchOptions) validate(a *app, c *cobra.Command) (*match.Config, error) {
	given := c.Flags().Changed
	for _, pair := range [][2]string{{"bots", "a"}, {"bots", "b"}, {"sprt", "watch"}, {"plan", "blocks"}, {"plan", "watch"}, {"plan", "output"}, {"plan", "sprt"}} {
		if given(pair[0]) && given(pair[1]) {
			return nil, misused("%s and %s exclude each other", dashed(pair[0]), dashed(pair[1]))
		}
	}
	switch {
	case given("bots") && given("design"):
		return nil, misused("--design is for two bots, -a and -b")
	case !given("bots") && o.a == "" && o.b == "":
		return nil, misused("two bots are missing: -a SPEC -b SPEC")
	case !given("bots") && o.a == "":
		return nil, misused("a bot is missing: -a SPEC")
	case !given("bots") && o.b == "":
		return nil, misused("a bot is missing: -b SPEC")
	case given("delta") && !o.plan:
		return nil, misused("--delta is for --plan")
	case o.plan && !(o.delta >= minDifference && o.delta <= maxDifference):
		return nil, misused("--delta %v is not %g to %d points per hand", o.delta, minDifference, maxDifference)
	case (given("alpha") || given("beta")) && o.sprt == "" && !o.plan:
		return nil, misused("--alpha and --beta are for --sprt and --plan")
	case !(o.alpha > 0 && o.alpha < 0.5):
		return nil, misused("--alpha %v is not between 0 and 0.5", o.alpha)
	case !(o.beta > 0 && o.beta < 0.5):
		return nil, misused("--beta %v is not between 0 and 0.5", o.beta)
	case !(o.level > 0 && o.level < 1):
		return nil, misused("--level %v is not between 0 and 1", o.level)
	}
	config := &match.Config{Seed: o.seed, Luck: o.luck}
	config.Watch, config.Level, config.Identical = o.watch, o.level, true
	return config, o.configure(a, c, config)
}

// configure reads what is named by a text.
func (o *matchOptions) configure(a *app, c *cobra.Command, config *match.Config) error {
	specs := []string{o.a, o.b}
	if o.bots != "" {
		specs = splitSpecs(o.bots)
	}
	var err error
	if config.Rules, err = a.loadRules(o.rules); err != nil {
		return err
	}
	for i, spec := range specs {
		bot, err := a.botOf(spec, &config.Rules)
		if err != nil {
			return botAtFlag(o.botFlag(i), err)
		}
		config.Bots = append(config.Bots, bot)
	}
	if len(config.Bots) < 2 {
		return misused("--bots: there are two bots or more to compare, not %d", len(config.Bots))
	}
	if config.Walls, err = parseWalls(o.walls); err != nil {
		return usageError{err}
	}
	if config.Design, err = match.ParseDesign(o.design); err != nil || config.Design == match.Field {
		return misused("--design: unknown design %q; there are pairs, 1v3, 3v1", o.design)
	}
	if len(config.Bots) > 2 {
		config.Design = match.Field
	}
	if o.plan && config.Design == match.Field {
		return misused("--plan is for two bots")
	}
	if config.SPRT, err = o.test(); err != nil {
		return err
	}
	config.Blocks = o.most(c)
	if err := checkRange("blocks", config.Blocks, match.MaxBlocks); err != nil {
		return err
	}
	if err := config.Validate(); err != nil {
		return usageError{err}
	}
	return nil
}

// botFlag returns the flag from which a bot comes.
func (o *matchOptions) botFlag(i int) string {
	if o.bots != "" {
		return "--bots"
	}
	return [...]string{"-a", "-b"}[i]
}

// test returns the sequential test that is asked for; a plan is made for one.
func (o *matchOptions) test() (*stats.SPRTConfig, error) {
	test := stats.SPRTConfig{Mu1: o.delta, Alpha: o.alpha, Beta: o.beta}
	if o.sprt == "" && !o.plan {
		return nil, nil
	}
	if o.sprt != "" {
		var err error
		if test.Mu0, test.Mu1, err = parseMus("--sprt", o.sprt); err != nil {
			return nil, err
		}
	}
	if err := test.Validate(); err != nil {
		return nil, atFlag("--sprt", err)
	}
	return &test, nil
}

// most returns the most blocks of the match.
func (o *matchOptions) most(c *cobra.Command) int64 {
	switch {
	case c.Flags().Changed("blocks"):
		return int64(o.blocks)
	case o.watch:
		return match.MaxBlocks
	case o.sprt != "":
		return defaultSPRTBlocks
	}
	return defaultBlocks
}

// playMatch plays a match, tells how it stands and prints its result.
func (a *app) playMatch(ctx context.Context, o *matchOptions, c *match.Config, r *match.Record) error {
	for _, b := range c.Bots {
		if b.External != nil {
			o.again = allowing(o.again, *b.External)
			break
		}
	}
	tables := a.tables() // before the clock starts
	p := a.startProgress(c.MostHands(), "hands")
	resumed := o.resume != ""
	progress := func(hands int64, status func() match.Status) {
		if resumed { // the first call counts what the record had
			p.resume(hands)
			resumed = false
		}
		p.set(hands)
		p.ask(func() []string { return matchStatus(status()) })
	}
	result, err := match.Run(ctx, c, match.Options{
		Tables: tables, Workers: o.workers, Record: r, Progress: progress, External: o.outside,
	})
	p.finish()
	p.set(result.Hands)
	switch {
	case err != nil && ctx.Err() != nil && c.Watch: // its usual end
	case err != nil && ctx.Err() != nil:
		return interruptedError(fmt.Sprintf("after %d blocks", result.Blocks), o.again)
	case err != nil && o.out != "":
		return fmt.Errorf("%s: %w", o.out, err)
	case err != nil:
		return err
	}
	m := report.NewMatch(c, result, a.version().String())
	seconds, speed := p.seconds(), p.speed()
	m.Seconds, m.Speed = &seconds, &speed
	if err := a.print(m.Page(), o.json); err != nil {
		return err
	}
	return o.judge(result.Verdict)
}

// judge compares the verdict with what is expected, if anything is.
func (o *matchOptions) judge(v stats.Verdict) error {
	if o.expect == "" || o.expect == v.String() {
		return nil
	}
	return exitError{statusUnexpected, fmt.Errorf("the verdict is %s, not %s", v, o.expect)}
}

// planMatch prints how many blocks a match takes.
func (a *app) planMatch(ctx context.Context, o *matchOptions, c *match.Config) error {
	tables := a.tables() // before the clock starts
	started := time.Now()
	plan, err := match.MakePlan(ctx, c, o.delta, match.Options{Tables: tables, Workers: o.workers, External: o.outside})
	if err != nil && ctx.Err() != nil {
		return interruptedError("before the pilot was played", "")
	}
	if err != nil {
		return err
	}
	speed := float64(plan.Pilot) * float64(plan.Hands) / time.Since(started).Seconds()
	return printPlan(a.out, &plan, speed, o.json)
}
