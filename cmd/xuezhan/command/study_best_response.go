package command

import (
	"context"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/match"
	"xuezhan/sim/report"
)

type responseOptions struct {
	rules          string
	seed           uint64
	responders     string
	choose, blocks count
	walls          string
	luck           bool
	workers        int
	report         reportOptions
	external       externalOptions
	outside        sim.External
}

func newStudyBestResponse(a *app) *cobra.Command {
	o := responseOptions{choose: 200, blocks: 1000}
	c := &cobra.Command{
		Use:   "best-response SPEC",
		Short: "how much does one seat gain among three of a bot?",
		Long: `study best-response says how far a bot is from the best play against itself: a lower
bound of what one seat gains among three SPEC, with its interval.

Responders play one seat, each of the four in turn, against three SPEC. What they gain is
more than SPEC itself has in their place, which over the four seats is exactly 0. The best
of them is chosen over --choose walls and measured over --blocks others, so that the choice
does not flatter it. Whoever finds a better responder raises the bound.

Without --responders these are the other good bots of the catalog, and a search that knows whom
it meets: it looks ahead as the bot search does, with SPEC at every seat of its samples and
SPEC as what it plays where it has no better idea. With --responders, the bot named
"search-against" is that search.

--json prints one object: rules, rules_hash, seed, choose_seed, walls, luck, version, bot,
responders, best, gain, choose_blocks, blocks, hands and faults.`,
		Example: `  xuezhan study best-response fast --responders big,value --blocks 200
  xuezhan study best-response fast --responders value,search-against --choose 30 --blocks 40
  xuezhan study best-response value --rules planet --responders expert,fast --blocks 300 -o value.html --format html`,
		Args: wantArgs("SPEC"),
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.rules, "rules", defaultRules, rulesUsage)
	f.Uint64Var(&o.seed, "seed", 1, "seed of all chance")
	f.StringVar(&o.responders, "responders", "", "bots to try (see 'xuezhan policies'), and search-against")
	f.Var(&o.choose, "choose", "walls over which each responder is tried")
	f.Var(&o.blocks, "blocks", "other walls over which the best is measured")
	f.StringVar(&o.walls, "walls", sim.Lanes.String(), "lanes: a lane of the wall for each seat; shared: one wall")
	f.BoolVar(&o.luck, "luck", false, "take the luck of the draws out of the gain")
	o.report.flags(c)
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "goroutines that play")
	o.external.flags(c)
	o.external.trust.allowFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		config, err := o.validate(a, c, args[0])
		if err != nil {
			return err
		}
		return a.untilSignal(c.Context(), func(ctx context.Context) error { return a.bestResponse(ctx, &o, config) })
	}
	return c
}

// searchAgainst names the search that knows whom it meets, in a list of responders.
const searchAgainst = "search-against"

// validate checks the options and returns what they ask for.
func (o *responseOptions) validate(a *app, c *cobra.Command, text string) (config *match.ResponseConfig, err error) {
	if err := o.report.validate(c); err != nil {
		return nil, err
	}
	if o.outside, err = o.external.use(a); err != nil {
		return nil, err
	}
	config = &match.ResponseConfig{
		Seed: o.seed, Choose: int64(o.choose), Blocks: int64(o.blocks), Luck: o.luck, Level: o.report.level, OnFault: o.outside.OnFault,
	}
	if config.Rules, err = a.loadRules(o.rules); err != nil {
		return nil, err
	}
	if config.Walls, err = parseWalls(o.walls); err != nil {
		return nil, usageError{err}
	}
	if config.Bot, err = a.botOf(text, &config.Rules); err != nil {
		return nil, err
	}
	spec, err := a.parseSpec(text)
	if err != nil {
		return nil, usageError{err}
	}
	for _, name := range o.names(a, spec) {
		bot, err := a.responder(name, spec, config)
		if err != nil {
			return nil, err
		}
		config.Responders = append(config.Responders, bot)
	}
	if err := config.Validate(); err != nil {
		return nil, usageError{err}
	}
	return config, nil
}

// names returns what the responders are called: those given, or all that may be good.
func (o *responseOptions) names(a *app, spec policy.Spec) []string {
	if o.responders != "" {
		return splitSpecs(o.responders)
	}
	var names []string
	for _, d := range a.bots.Bots() {
		// random, timeout and rare are not made to play well.
		if d.Name != spec.String() && !slices.Contains([]string{"random", "timeout", "rare"}, d.Name) {
			names = append(names, d.Name)
		}
	}
	if !spec.IsExternal() {
		names = append(names, searchAgainst)
	}
	return names
}

// responder returns a bot of the list.
func (a *app) responder(name string, spec policy.Spec, c *match.ResponseConfig) (match.Bot, error) {
	if name != searchAgainst {
		b, err := a.botOf(name, &c.Rules)
		if err != nil {
			err = botAtFlag("--responders", err)
		}
		return b, err
	}
	if spec.IsExternal() {
		return match.Bot{}, misused("--responders: %s cannot look ahead for an external bot", searchAgainst)
	}
	s := policy.SearchAgainst(spec)
	digest, err := s.Identify(&c.Rules)
	return match.BotOf(s, digest), err
}

// bestResponse plays the responders, tells how far it is and prints the result.
func (a *app) bestResponse(ctx context.Context, o *responseOptions, config *match.ResponseConfig) error {
	if err := o.report.prepare(a); err != nil {
		return err
	}
	p := a.startProgress(config.Hands(), "hands")
	r, err := match.Respond(ctx, config, match.Options{
		Tables: a.tables(), Workers: o.workers, InFlight: o.outside.InFlight,
		Progress: func(hands int64, _ func() match.Status) { p.set(hands) },
	})
	p.finish()
	if err != nil {
		return err
	}
	return o.report.print(a, report.NewResponse(config, r, a.version().String()).Page())
}
