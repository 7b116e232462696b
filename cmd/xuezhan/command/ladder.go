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
	svg     string
	json    bool
	workers int

	external externalOptions
	outside  sim.External // what external says
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

--svg FILE draws the points with their intervals.

--json prints one object: rules, rules_hash, seed, walls, version, rounds, hands,
"bots" from the best to the worst, and "pairs" with the difference of every two.`,
		Example: `  xuezhan ladder --bots random,fast,big,value --rounds 50
  xuezhan ladder --bots fast,big,fast:call=never --rules planet --rounds 30 --svg ladder.svg`,
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
	f.StringVar(&o.svg, "svg", "", "draw the ladder in `FILE`")
	f.BoolVar(&o.json, "json", false, "print JSON")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
	o.external.flags(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		config, err := o.validate(a)
		if err != nil {
			return err
		}
		i := a.interruptible(c.Context())
		defer i.end()
		return a.ladder(i.softly, &o, config)
	}
	return c
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
	var err error
	if err := checkRange("rounds", c.Rounds, match.MaxBlocks); err != nil {
		return nil, err
	}
	if o.outside, err = o.external.use(a); err != nil {
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

// ladder plays a ladder, tells how far it is, and prints and draws the result.
func (a *app) ladder(ctx context.Context, o *ladderOptions, c *match.LadderConfig) error {
	p := a.startProgress(c.Hands(), "hands")
	done := int64(0)
	l, err := match.PlayLadder(ctx, c, match.Options{
		Tables: a.tables(), Workers: o.workers, External: o.outside,
		Progress: func(hands int64, _ func() match.Status) {
			p.add(hands - done)
			done = hands
		},
	})
	p.finish()
	if err != nil && ctx.Err() != nil {
		return interruptedError(fmt.Sprintf("after %d of %d hands", l.Hands, c.Hands()), "")
	}
	if err != nil {
		return err
	}
	d := report.NewLadder(c, l, a.version().String()).Page()
	if o.svg != "" {
		picture := d.Overview()
		if list := d.Pictures(); len(list) > 0 {
			picture = list[0]
		}
		if err := a.replacement(o.svg).Write(picture.SVG); err != nil {
			return err
		}
	}
	return a.print(d, o.json)
}
