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
	decompose   bool
	delta       float64
	expect      string
	level       float64
	out, resume string
	share       shardFlag
	document    documentOptions
	workers     int
	again       string // the command line that resumes what is stored
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
` + decomposeText + `

--out DIR stores every block as Parquet in a new directory; 'xuezhan report' reads it,
'xuezhan dataset' documents, checks and questions it. --resume DIR resumes it after a kill,
which costs little of what was played, and ends with the same files. It takes everything
from there that the blocks depend on, and has to be the same version of the program; the
first block of every part that is kept is replayed and must be the same.

--shard I/N plays only a share of the blocks into the directory of --out: the parts whose
index leaves the remainder I when divided by N. The same command, called again, resumes it.
Shards may be played on different machines; 'xuezhan merge' makes the whole of them. A
shard of a match with --sprt plays all blocks of its share; the test is made of all when
they are merged, and the match then ends where it would have on one machine.

-o FILE writes the result as a document: text, Markdown, JSON, a web page, CSV, or a
picture of how it came about.

A bot that answers illegally or panics
forfeits the hand: the bot timeout plays on in its place, and the fault is counted.
So does one that is a process of its own (exec:COMMAND, see 'xuezhan policies --help')
with --on-bot-fault forfeit; without, its fault ends the match.

The verdict does not change the exit status, unless --expect says which one is
expected, better or not-better: with any other one the status is 3.

--json prints one object: a, b, rules, rules_hash, seed, walls, design, version,
seconds, hands_per_s and all else that the result has.`,
		Example: `  xuezhan match -a fast -b timeout --blocks 200
  xuezhan match -a fast -b fast:call=never --sprt 0,0.5 --luck --out matches/first
  xuezhan match --resume matches/first -o match.html
  xuezhan match -a fast -b big --blocks 20000 --shard 2/8 --out matches/shard-2
  xuezhan match --bots fast,random,timeout --blocks 100 --json
  xuezhan match -a fast -b big --plan --delta 0.1
  xuezhan match -a fast -b big --decompose --blocks 200`,
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
	f.BoolVar(&o.decompose, "decompose", false, "say which parts of the bots make the difference")
	f.Float64Var(&o.delta, "delta", 0.1, "points per hand that --plan is to tell from none")
	f.Float64Var(&o.level, "level", 0.95, "nominal coverage of intervals")
	f.StringVar(&o.out, "out", "", "store the blocks in the new directory `DIR`")
	f.StringVar(&o.resume, "resume", "", "resume the match in `DIR`")
	annotate(f, howFlag, func() {
		o.document.flags(c)
		o.share.flags(c, "match")
		f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
		f.StringVar(&o.expect, "expect", "", "better or not-better: end with status 3 if the verdict is another")
		o.external.flags(c)
		o.external.trust.allowFlag(c)
	})
	delete(f.Lookup("on-bot-fault").Annotations, howFlag) // a stored match has it
}

// match plays what the options ask for.
func (a *app) match(c *cobra.Command, o *matchOptions) (err error) {
	if o.resume != "" {
		if err := checkResume(c, "match"); err != nil {
			return err
		}
	}
	if o.outside, err = o.external.use(a); err != nil {
		return err
	}
	if err := errors.Join(o.checkExpected(), o.document.validate(c), o.checkShard()); err != nil {
		return err
	}
	if dir := o.out + o.resume; dir != "" {
		o.again = resumeLine(c, "match", "--resume", dir)
	}
	if o.isDecomposed() {
		return a.decompose(c, o)
	}
	if o.resume != "" {
		return a.resumeMatch(c.Context(), o)
	}
	config, err := o.validate(a, c)
	if err != nil {
		return err
	}
	if err := o.document.prepare(a); err != nil {
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
	w, err := a.createMatch(ctx, o, config)
	if err != nil {
		return i.or(err, o.again)
	}
	defer w.Close()
	return a.playMatch(ctx, o, config, w)
}

// checkShard checks what goes with a shard.
func (o *matchOptions) checkShard() error {
	switch {
	case o.share.Of == 0:
	case o.out+o.resume == "":
		return misused("--shard needs --out, where the shard is stored")
	case o.share.Of > 1 && o.expect != "":
		return misused("--expect is for a verdict, which shards have once they are merged")
	case o.watch && o.share.Of > 1:
		return usageError{match.ErrShardWatch}
	}
	return nil
}

// createMatch starts the directory of a match. That of a shard which was started before
// is resumed: whoever runs shards calls the same command again.
func (a *app) createMatch(ctx context.Context, o *matchOptions, c *match.Config) (*match.Writer, error) {
	version := a.version().String()
	if o.share.Of == 0 || !isStored(o.out) {
		return match.Create(o.out, c, version)
	}
	w, err := match.Resume(ctx, o.out, c, version)
	if err == nil {
		a.tellRedone(w.Redone())
	}
	return w, err
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

// resumeMatch resumes a stored match, which says all but how to play and print.
func (a *app) resumeMatch(parent context.Context, o *matchOptions) error {
	if err := o.document.prepare(a); err != nil {
		return err
	}
	i := a.interruptible(parent)
	defer i.end()
	w, config, err := a.openMatchToResume(i.softly, o.resume)
	if err != nil {
		return i.or(err, o.again)
	}
	defer w.Close()
	a.tellRedone(w.Redone())
	if w.Finished() {
		tellLines(a.err, o.resume+" is finished and whole; there is nothing to play")
		return a.recallMatch(i.softly, o)
	}
	tellLines(a.err, fmt.Sprintf("%d of %d parts are kept", len(w.Parts()), w.Planned()))
	return a.playMatch(i.softly, o, config, w)
}

// openMatchToResume opens a match that was started before, and returns its
// configuration.
func (a *app) openMatchToResume(ctx context.Context, dir string) (*match.Writer, *match.Config, error) {
	if i, err := os.Stat(dir); err == nil && !i.IsDir() {
		return nil, nil, oldRecord(dir)
	}
	r, err := match.Open(dir)
	if err != nil {
		return nil, nil, err
	}
	c, err := r.Config(a.program())
	if err != nil {
		return nil, nil, a.cannotResume(dir, "version", r.Inputs().Version, err)
	}
	w, err := match.Resume(ctx, dir, c, a.version().String())
	return w, c, err
}

// oldRecord is the error of a file where the directory of a match is wanted.
func oldRecord(path string) error {
	return fmt.Errorf("%s is a file, and a match is stored in a directory: of the records of earlier versions there is 'xuezhan report %s'", path, quoted(path))
}

// recallMatch prints what a finished match has come to.
func (a *app) recallMatch(ctx context.Context, o *matchOptions) error {
	r, err := match.Open(o.resume)
	if err != nil {
		return err
	}
	v, err := r.Review(ctx)
	if err != nil {
		return err
	}
	return a.showMatch(o, report.ReviewedMatch(v))
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
	for _, pair := range [][2]string{{"bots", "a"}, {"bots", "b"}, {"sprt", "watch"}, {"plan", "blocks"}, {"plan", "watch"}, {"plan", "output"}, {"plan", "format"}, {"plan", "out"}, {"plan", "sprt"}} {
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
	config := &match.Config{Seed: o.seed, Luck: o.luck, OnFault: o.outside.OnFault}
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

// playMatch plays a match, tells how it stands and prints its result. Without a writer
// nothing is stored.
func (a *app) playMatch(ctx context.Context, o *matchOptions, c *match.Config, w *match.Writer) error {
	for _, b := range c.Bots {
		if b.External != nil {
			o.again = allowing(o.again, *b.External)
			break
		}
	}
	options := match.Options{Tables: a.tables(), Workers: o.workers, Store: w, Shard: o.share.Shard, InFlight: o.outside.InFlight}
	course := report.Course{Finished: true}
	if o.document.hasCharts() {
		options.Path = &course.Path
	}
	p := a.startProgress(c.MostHands(o.share.Shard), "hands")
	resumed := w != nil && (o.resume != "" || len(w.Parts()) > 0)
	options.Progress = func(hands int64, status func() match.Status) {
		if resumed { // the first call counts what was stored
			p.resume(hands)
			resumed = false
		}
		p.set(hands)
		p.ask(func() []string { return matchStatus(status()) })
	}
	result, err := match.Run(ctx, c, options)
	p.finish()
	p.set(result.Hands)
	switch {
	case err != nil && ctx.Err() != nil && c.Watch: // its usual end
		course.Finished = false
	case err != nil && ctx.Err() != nil:
		return interruptedError(fmt.Sprintf("after %d blocks", result.Blocks), o.again)
	case err != nil && w != nil:
		return fmt.Errorf("%s: %w\nwhat was played is stored; this resumes the match:\n%s", w.Dir(), err, o.again)
	case err != nil:
		return err
	}
	m := report.NewMatch(c, result, a.version().String())
	seconds, speed := p.seconds(), p.speed()
	m.Seconds, m.Speed, m.Course = &seconds, &speed, &course
	if w != nil {
		m.Digest = w.Digest()
	}
	a.tellWhole(&o.share)
	return a.showMatch(o, m)
}

// showMatch prints what a match has come to, with how it came about where there are
// charts, and compares the verdict with what is expected.
func (a *app) showMatch(o *matchOptions, m *report.Match) error {
	if !o.document.hasCharts() {
		m.Course = nil
	}
	if err := o.document.print(a, m.Page()); err != nil {
		return err
	}
	return o.judge(m.Verdict)
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
	plan, err := match.MakePlan(ctx, c, o.delta, match.Options{Tables: tables, Workers: o.workers, InFlight: o.outside.InFlight})
	if err != nil && ctx.Err() != nil {
		return interruptedError("before the pilot was played", "")
	}
	if err != nil {
		return err
	}
	speed := float64(plan.Pilot) * float64(plan.Hands) / time.Since(started).Seconds()
	return printPlan(a.out, &plan, speed, o.document.json)
}
