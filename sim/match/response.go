package match

import (
	"context"
	"errors"
	"fmt"

	"xuezhan/engine/rules"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

// A ResponseConfig is all that a best response depends on.
type ResponseConfig struct {
	Rules      rules.Rules
	Seed       uint64
	Walls      sim.Walls
	Bot        Bot   // at three seats
	Responders []Bot // at the fourth, one after the other
	Choose     int64 // walls over which the best responder is chosen
	Blocks     int64 // other walls, over which it is measured
	Luck       bool  // take the luck of the draws out of the gain
	Level      float64
	OnFault    sim.FaultPolicy
}

// Validate returns an error that names the first field that cannot be played.
func (c *ResponseConfig) Validate() error {
	if len(c.Responders) == 0 {
		return errors.New("match: no responder to try")
	}
	if len(c.Responders) > MaxBots {
		return fmt.Errorf("match: at most %d responders, not %d", MaxBots, len(c.Responders))
	}
	for _, n := range []int64{c.Choose, c.Blocks} {
		if n < stats.MinUnits || n > MaxBlocks {
			return fmt.Errorf("match: a best response takes %d to %d blocks to choose and to measure, not %d", stats.MinUnits, int64(MaxBlocks), n)
		}
	}
	for i := range c.Responders {
		if err := c.match(i, c.Choose, c.Seed).Validate(); err != nil {
			return err
		}
	}
	return nil
}

// match returns the match of a responder against three of the bot.
func (c *ResponseConfig) match(responder int, blocks int64, seed uint64) *Config {
	return &Config{
		Rules: c.Rules, Seed: seed, Walls: c.Walls, Design: OneVsThree, Bots: []Bot{c.Responders[responder], c.Bot},
		OnFault: c.OnFault, Luck: c.Luck, Stopping: Stopping{Blocks: blocks, Level: c.Level},
	}
}

// Hands returns the most hands that are played.
func (c *ResponseConfig) Hands() int64 {
	return int64(OneVsThree.hands()) * (int64(len(c.Responders))*c.Choose + c.Blocks)
}

// ChooseSeed returns the seed of the walls over which the responder is chosen. None of
// them is one of those over which it is measured, which are of the configuration's seed.
func (c *ResponseConfig) ChooseSeed() uint64 { return sim.PurposeSeed(c.Seed, sim.Gate, 0) }

// A Response is what one seat gains among three of a bot, by the best responder of a
// list. It is a lower bound of what could be gained: the list need not have the best
// there is.
type Response struct {
	Bot        string      `json:"bot"`
	Responders []Responder `json:"responders"`
	// Best is the responder that gained most in the walls of the choice, the bot itself
	// if none gained anything.
	Best string `json:"best"`
	// Gain is what it gains in other walls: points per hand of the seat, more than those
	// of the bot in its place.
	Gain         stats.Interval `json:"gain"`
	ChooseBlocks int64          `json:"choose_blocks"`
	Blocks       int64          `json:"blocks"`
	Hands        int64          `json:"hands"`
	Faults       int64          `json:"faults"`
}

// A Responder is one that was tried. Its gain is in the walls of the choice: that of the
// best one is flattered by having been chosen.
type Responder struct {
	Bot  string         `json:"bot"`
	Gain stats.Interval `json:"gain"`
}

// shareOfGain is the part of a difference between one seat and the mean of the three
// others that is the seat's own: what it gains, they lose together.
const shareOfGain = 3.0 / 4

// Respond tries responders against three of a bot and measures the best one. The seat's
// own points are its gain over the bot in its place: each responder sits at every seat of
// each wall, and of the four hands in which the bot plays against itself the points at the
// four seats add up to nothing. Progress gets the hands so far, with no status. Nothing is
// stored.
func Respond(ctx context.Context, c *ResponseConfig, o Options) (*Response, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if o.Store != nil || o.Shard.Of > 0 {
		return nil, errors.New("match: a best response is not stored")
	}
	if err := o.prepare(); err != nil {
		return nil, err
	}
	out := &Response{Bot: c.Bot.Spec, Responders: []Responder{}, Best: c.Bot.Spec, ChooseBlocks: c.Choose, Blocks: c.Blocks}
	gain := func(m *Config) (stats.Interval, error) {
		part, before := o, out.Hands
		if o.Progress != nil {
			part.Progress = func(hands int64, _ func() Status) { o.Progress(before+hands, nil) }
		}
		r, err := Run(ctx, m, part)
		out.Hands += r.Hands
		for _, n := range r.Faults {
			out.Faults += n
		}
		if err != nil {
			return stats.Interval{}, err
		}
		return r.Difference.Scaled(shareOfGain), nil
	}
	best, most := -1, 0.0
	for i := range c.Responders {
		g, err := gain(c.match(i, c.Choose, c.ChooseSeed()))
		if err != nil {
			return nil, err
		}
		out.Responders = append(out.Responders, Responder{c.Responders[i].Spec, g})
		if g.Value > most {
			best, most = i, g.Value
		}
	}
	if best < 0 { // the bot itself gains exactly nothing
		var none stats.Moments
		none.AddN(0, c.Blocks)
		out.Gain = none.Interval((&Stopping{Level: c.Level}).level())
		return out, nil
	}
	out.Best = c.Responders[best].Spec
	var err error
	out.Gain, err = gain(c.match(best, c.Blocks, c.Seed))
	return out, err
}
