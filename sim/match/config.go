package match

import (
	"errors"
	"fmt"
	"slices"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

// A Bot takes part in a match.
type Bot struct {
	Spec   string               // its name in what is stored and in results
	Digest string               // of all that sets it: what is resumed must agree
	New    func() policy.Policy // makes a policy that plays one seat; each call makes a new one
	// External is the spec of an external bot, which plays instead of New's; nil
	// for none.
	External *policy.Spec

	netOf func() (digest string, file []byte, err error) // nil for a bot that plays by none
}

// NetFile returns the digest and the file of the net that the bot plays by; no file if
// it plays by none.
func (b *Bot) NetFile() (digest string, file []byte, err error) {
	if b.netOf == nil {
		return "", nil, nil
	}
	return b.netOf()
}

// BotOf returns the bot of a spec.
func BotOf(s policy.Spec, digest string) Bot {
	b := Bot{Spec: s.String(), Digest: digest}
	if s.IsExternal() {
		b.External = &s
		return b
	}
	b.New, b.netOf = s.New, s.NetFile
	return b
}

// MaxBots is the most bots of a match.
const MaxBots = 24

// A Config is all that a match's blocks and its verdict depend on.
type Config struct {
	Rules  rules.Rules
	Seed   uint64
	Walls  sim.Walls
	Design Design
	Bots   []Bot // A and B, or the bots of a Field
	// OnFault says what happens when an external bot fails; others forfeit the hand.
	OnFault sim.FaultPolicy
	// Luck takes the luck of the draws out of the difference; for two bots.
	Luck bool
	Stopping
}

// Stopping says when a match ends.
type Stopping struct {
	// Blocks is the most blocks. Without SPRT the match plays just as many.
	Blocks int64
	// SPRT ends the match once the test has a verdict; nil for none.
	SPRT *stats.SPRTConfig
	// Watch judges by a confidence sequence, so that one may look on and break
	// off at any time; it does not end the match by itself.
	Watch bool
	// Level is the nominal coverage of intervals; 0 means 0.95.
	Level float64
	// Identical ends the match of a bot against itself before its first block, and one
	// of other bots after SameBlocks blocks without a difference: the verdict is
	// stats.Identical. Without it such blocks are played like all others.
	Identical bool
}

// MaxBlocks is the most blocks of a match.
const MaxBlocks = 1 << 40

// Validate returns an error that names the first field that cannot be played.
func (c *Config) Validate() error {
	if err := c.consistent(); err != nil {
		return err
	}
	return c.made()
}

// made returns an error that names the first bot that cannot be made.
func (c *Config) made() error {
	for i, b := range c.Bots {
		if b.New == nil && b.External == nil {
			return fmt.Errorf("match: bot %d, %q, cannot be made", i, b.Spec)
		}
	}
	return nil
}

// consistent is Validate without the check of how bots are made.
func (c *Config) consistent() error {
	if err := c.Rules.Validate(); err != nil {
		return err
	}
	switch {
	case c.Design >= numDesigns:
		return errors.New("match: unknown design")
	case c.Design != Field && len(c.Bots) != 2:
		return fmt.Errorf("match: the design %s is for two bots, not %d", c.Design, len(c.Bots))
	case c.Design == Field && (len(c.Bots) < 3 || len(c.Bots) > MaxBots):
		return fmt.Errorf("match: a field has 3 to %d bots, not %d", MaxBots, len(c.Bots))
	case c.Design == Field && (c.Luck || c.SPRT != nil || c.Watch):
		return errors.New("match: luck adjustment, sequential test and confidence sequence are for two bots")
	}
	return c.Stopping.validate()
}

// MostHands returns the number of hands of a match that plays all its blocks, or of a
// shard of it, 0 where it is expected to end before.
func (c *Config) MostHands(of sim.Shard) int64 {
	if of.Of <= 1 && (c.SPRT != nil || c.Watch) {
		return 0
	}
	return c.schedule().shardUnits(of) * int64(c.Design.hands())
}

// sameBots reports whether the match is between a bot and itself, so that there is
// nothing to play. A program of its own may differ from itself.
func (c *Config) sameBots() bool {
	if len(c.Bots) != 2 || c.hasExternal() {
		return false
	}
	a, b := &c.Bots[0], &c.Bots[1]
	return a.Spec == b.Spec && a.Digest == b.Digest
}

// hasExternal reports whether a bot is external.
func (c *Config) hasExternal() bool {
	return slices.ContainsFunc(c.Bots, func(b Bot) bool { return b.External != nil })
}

func (s *Stopping) validate() error {
	switch {
	case s.Blocks < 1 || s.Blocks > MaxBlocks:
		return fmt.Errorf("match: a match has 1 to %d blocks", int64(MaxBlocks))
	case s.Level != 0 && !(s.Level > 0 && s.Level < 1):
		return fmt.Errorf("match: level %v is not between 0 and 1", s.Level)
	case s.SPRT != nil && s.Watch:
		return errors.New("match: a sequential test and a confidence sequence exclude each other")
	case s.SPRT != nil:
		return s.SPRT.Validate()
	}
	return nil
}

// prudence is the part of Alpha and Beta for which a test's bounds are made.
// Wald's bounds hold for normal blocks. Those of matches are skewed where one bot
// wins seldom and much, and with bounds for 5 % a verdict was then wrong in up to
// 6.5 % of the cases (results/match-calibration.md). The price is a sixth more
// blocks.
const prudence = 2.0 / 3

// test returns the sequential test as it is made.
func (s *Stopping) test() stats.SPRTConfig { return prudent(*s.SPRT) }

func prudent(c stats.SPRTConfig) stats.SPRTConfig {
	c.Alpha *= prudence
	c.Beta *= prudence
	return c
}

// level returns the nominal coverage of intervals.
func (s *Stopping) level() float64 {
	if s.Level == 0 {
		return 0.95
	}
	return s.Level
}
