package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"xuezhan/policy"
	"xuezhan/sim/match"
	"xuezhan/sim/store"
)

// decomposeText is what the help of match says of --decompose.
const decomposeText = `
--decompose says where the difference comes from. It replaces A's parts by B's, one after
the other, in the order exchange, void, discard, call, win, and each by itself in A and in
B. Every mixture plays two seats against two of B, over the same walls in the same seats, so
that the steps add up to the whole difference exactly. Only bots of the catalog have parts
with names: those of exec: and of learned@FILE are refused. A part of another bot has that
bot's defaults; what parameters change beyond them is in the step called rest.`

// isDecomposed reports whether the options are those of a decomposition, new or stored.
func (o *matchOptions) isDecomposed() bool {
	if o.resume == "" || store.KindOf(o.resume) != match.LadderKind {
		return o.decompose
	}
	r, err := match.OpenLadder(o.resume)
	return err == nil && r.Inputs().Decomposition != nil
}

// ladder returns the options of the ladder of a decomposition.
func (o *matchOptions) ladder() *ladderOptions {
	return &ladderOptions{
		level: o.level, workers: o.workers, out: o.out, resume: o.resume, share: o.share,
		document: o.document, again: o.again, external: o.external, outside: o.outside,
	}
}

// decompose plays a decomposition, or resumes one.
func (a *app) decompose(c *cobra.Command, o *matchOptions) error {
	l := o.ladder()
	if o.resume != "" {
		return a.resumeLadder(c, l)
	}
	config, err := o.decomposition(a, c)
	if err != nil {
		return err
	}
	return a.startLadder(c.Context(), l, config)
}

// decomposition checks the options and returns the ladder that they ask for.
func (o *matchOptions) decomposition(a *app, c *cobra.Command) (*match.LadderConfig, error) {
	for _, name := range []string{"bots", "sprt", "watch", "design", "luck", "plan", "delta", "expect", "alpha", "beta"} {
		if c.Flags().Changed(name) {
			return nil, misused("--decompose and %s exclude each other", dashed(name))
		}
	}
	r, err := a.loadRules(o.rules)
	if err != nil {
		return nil, err
	}
	var specs [2]policy.Spec
	for i, text := range []string{o.a, o.b} {
		if text == "" {
			return nil, misused("--decompose takes two bots: -a SPEC -b SPEC")
		}
		if specs[i], err = a.parseSpec(text); err != nil {
			return nil, botAtFlag(o.botFlag(i), usageError{err})
		}
		if err := specs[i].HasParts(); err != nil {
			return nil, misused("--decompose: %w", err)
		}
	}
	if specs[0].String() == specs[1].String() {
		return nil, misused("--decompose: -a and -b are both %s", specs[0])
	}
	config, err := match.Decompose(&r, specs[0], specs[1])
	if err != nil {
		return nil, fmt.Errorf("--decompose: %w", err)
	}
	config.Seed, config.Level, config.Rounds = o.seed, o.level, o.most(c)
	if config.Walls, err = parseWalls(o.walls); err != nil {
		return nil, usageError{err}
	}
	if err := checkRange("blocks", config.Rounds, match.MaxBlocks); err != nil {
		return nil, err
	}
	if err := config.Validate(); err != nil {
		return nil, usageError{err}
	}
	return config, nil
}
