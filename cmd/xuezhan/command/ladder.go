package command

import (
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"xuezhan/sim"
	"xuezhan/sim/match"
	"xuezhan/sim/report"
)

type ladderOptions struct {
	bots    string
	rules   string
	seed    uint64
	rounds  count
	walls   string
	level   float64
	workers int

	out, resume string
	share       shardFlag
	document    documentOptions
	again       string // the command line that resumes what is stored
	external    externalOptions
	outside     sim.External // what external says
}

func newLadder(a *app) *cobra.Command {
	o := ladderOptions{rounds: 1000}
	c := &cobra.Command{
		Use:   "ladder",
		Short: "compare all bots with each other",
		Long: `ladder lets every two bots play a block of two hands, AABB and BBAA, over each of
--rounds walls, and ranks them by points per hand above the mean of all.

Points are fitted by least squares: a bot's points at a table are what it is worth
less the mean worth of all who sit there. Walls are the independent unit of the
intervals. Ratings are from places, ties shared, as a player would see them: they
start at 1500, move after every hand as Elo's do (by a factor of 40 in the first ten
hands, which are provisional, and 10 after them), and are as restless.

Without --bots it takes all of them, and most of the time goes to the bot search.

--out DIR stores every block as Parquet in a new directory; 'xuezhan report' reads it, and
'xuezhan dataset' documents, checks and questions it. --resume DIR resumes it after a kill,
which costs little of what was played, and ends with the same files. --shard I/N plays only
a share of the rounds into the directory of --out; 'xuezhan merge' makes the whole of the
shards.

-o FILE writes the result as a document: text, Markdown, JSON, a web page, CSV, or a
picture of the points with their intervals.

--json prints one object: rules, rules_hash, seed, walls, version, rounds, hands,
"bots" from the best to the worst, and "pairs" with the difference of every two.`,
		Example: `  xuezhan ladder --bots random,fast,big,value --rounds 50
  xuezhan ladder --bots fast,big,fast:call=never --rules planet --rounds 30 -o ladder.svg
  xuezhan ladder --rounds 100 --out ladders/all`,
		Args: wantArgs(),
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.bots, "bots", "", "bots to compare, instead of all (see 'xuezhan policies')")
	f.StringVar(&o.rules, "rules", defaultRules, rulesUsage)
	f.Uint64Var(&o.seed, "seed", 1, "seed of all chance")
	f.Var(&o.rounds, "rounds", "walls over which every two bots play")
	f.StringVar(&o.walls, "walls", sim.Lanes.String(), "lanes: a lane of the wall for each seat; shared: one wall")
	f.Float64Var(&o.level, "level", 0.95, "nominal coverage of intervals")
	f.StringVar(&o.out, "out", "", "store the blocks in the new directory `DIR`")
	f.StringVar(&o.resume, "resume", "", "resume the ladder in `DIR`")
	annotate(f, howFlag, func() {
		o.document.flags(c)
		o.share.flags(c, "ladder")
		f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
		o.external.flags(c)
		o.external.trust.allowFlag(c)
	})
	delete(f.Lookup("on-bot-fault").Annotations, howFlag) // a stored ladder has it
	c.RunE = func(c *cobra.Command, _ []string) error { return a.ladder(c, &o) }
	return c
}

// ladder plays what the options ask for.
func (a *app) ladder(c *cobra.Command, o *ladderOptions) (err error) {
	if err := o.document.validate(c); err != nil {
		return err
	}
	if o.resume != "" {
		if err := checkResume(c, "ladder"); err != nil {
			return err
		}
	}
	if o.share.Of > 0 && o.out+o.resume == "" {
		return misused("--shard needs --out, where the shard is stored")
	}
	if dir := o.out + o.resume; dir != "" {
		o.again = resumeLine(c, "ladder", "--resume", dir)
	}
	if o.outside, err = o.external.use(a); err != nil {
		return err
	}
	if o.resume != "" {
		return a.resumeLadder(c, o)
	}
	config, err := o.validate(a)
	if err != nil {
		return err
	}
	return a.startLadder(c.Context(), o, config)
}

// startLadder plays a new ladder, or a shard that was started before.
func (a *app) startLadder(ctx context.Context, o *ladderOptions, config *match.LadderConfig) error {
	if err := o.document.prepare(a); err != nil {
		return err
	}
	i := a.interruptible(ctx)
	defer i.end()
	if o.out == "" {
		return a.playLadder(i.softly, o, config, nil)
	}
	w, err := a.createLadder(i.softly, o, config)
	if err != nil {
		return i.or(err, o.again)
	}
	defer w.Close()
	return a.playLadder(i.softly, o, config, w)
}

// createLadder starts the directory of a ladder. That of a shard which was started before
// is resumed: whoever runs shards calls the same command again.
func (a *app) createLadder(ctx context.Context, o *ladderOptions, c *match.LadderConfig) (*match.Writer, error) {
	version := a.version().String()
	if o.share.Of == 0 || !isStored(o.out) {
		return match.CreateLadder(o.out, c, version)
	}
	w, err := match.ResumeLadder(ctx, o.out, c, version)
	if err == nil {
		a.tellRedone(w.Redone())
	}
	return w, err
}

// resumeLadder resumes a stored ladder, which says all but how to play and print.
func (a *app) resumeLadder(c *cobra.Command, o *ladderOptions) error {
	if err := o.document.prepare(a); err != nil {
		return err
	}
	i := a.interruptible(c.Context())
	defer i.end()
	w, config, err := a.openLadderToResume(i.softly, o.resume)
	if err != nil {
		return i.or(err, o.again)
	}
	defer w.Close()
	a.tellRedone(w.Redone())
	if w.Finished() {
		tellLines(a.err, o.resume+" is finished and whole; there is nothing to play")
		l, err := reviewLadder(i.softly, o.resume)
		if err != nil {
			return err
		}
		return o.document.print(a, l.Page())
	}
	tellLines(a.err, fmt.Sprintf("%d of %d parts are kept", len(w.Parts()), w.Planned()))
	return a.playLadder(i.softly, o, config, w)
}

// openLadderToResume opens a ladder that was started before, and returns its
// configuration.
func (a *app) openLadderToResume(ctx context.Context, dir string) (*match.Writer, *match.LadderConfig, error) {
	r, err := match.OpenLadder(dir)
	if err != nil {
		return nil, nil, err
	}
	c, err := r.Config(a.program())
	if err != nil {
		return nil, nil, a.cannotResume(dir, "version", r.Inputs().Version, err)
	}
	w, err := match.ResumeLadder(ctx, dir, c, a.version().String())
	return w, c, err
}

// reviewLadder returns what a stored ladder has come to.
func reviewLadder(ctx context.Context, dir string) (*report.Ladder, error) {
	r, err := match.OpenLadder(dir)
	if err != nil {
		return nil, err
	}
	v, err := r.Review(ctx)
	if err != nil {
		return nil, err
	}
	return report.ReviewedLadder(v), nil
}

// validate checks the options and returns the ladder they ask for.
func (o *ladderOptions) validate(a *app) (*match.LadderConfig, error) {
	if !(o.level > 0 && o.level < 1) {
		return nil, misused("--level %v is not between 0 and 1", o.level)
	}
	specs := splitSpecs(o.bots)
	if o.bots == "" {
		for _, d := range a.bots.Bots() {
			specs = append(specs, d.Name)
		}
	}
	c := &match.LadderConfig{Seed: o.seed, Rounds: int64(o.rounds), Level: o.level}
	c.OnFault = o.outside.OnFault
	var err error
	if err := checkRange("rounds", c.Rounds, match.MaxBlocks); err != nil {
		return nil, err
	}
	if c.Rules, err = a.loadRules(o.rules); err != nil {
		return nil, err
	}
	if c.Bots, err = a.botsOf(specs, &c.Rules); err != nil {
		return nil, botAtFlag("--bots", err)
	}
	if len(c.Bots) < 2 {
		return nil, misused("--bots: there are two bots or more to compare, not %d", len(c.Bots))
	}
	if c.Walls, err = parseWalls(o.walls); err != nil {
		return nil, usageError{err}
	}
	if err := c.Validate(); err != nil {
		return nil, usageError{err}
	}
	return c, nil
}

// playLadder plays a ladder, tells how far it is and prints the result. Without a writer
// nothing is stored.
func (a *app) playLadder(ctx context.Context, o *ladderOptions, c *match.LadderConfig, w *match.Writer) error {
	for _, b := range c.Bots {
		if b.External != nil {
			o.again = allowing(o.again, *b.External)
			break
		}
	}
	total := c.Hands(o.share.Shard)
	p := a.startProgress(total, "hands")
	resumed, done := w != nil && (o.resume != "" || len(w.Parts()) > 0), int64(0)
	l, err := match.PlayLadder(ctx, c, match.Options{
		Tables: a.tables(), Workers: o.workers, Store: w, Shard: o.share.Shard, InFlight: o.outside.InFlight,
		Progress: func(hands int64, _ func() match.Status) {
			if resumed { // the first call counts what was stored
				p.resume(hands)
				resumed = false
			}
			p.set(hands)
			done = hands
		},
	})
	p.finish()
	switch {
	case err != nil && ctx.Err() != nil:
		return interruptedError(fmt.Sprintf("after %d of %d hands", done, total), o.again)
	case err != nil && w != nil:
		return fmt.Errorf("%s: %w\nwhat was played is stored; this resumes the ladder:\n%s", w.Dir(), err, o.again)
	case err != nil:
		return err
	}
	a.tellWhole(&o.share)
	page := report.NewLadder(c, l, a.version().String())
	if w != nil {
		page.Digest = w.Digest()
	}
	return o.document.print(a, page.Page())
}
