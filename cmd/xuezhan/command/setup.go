package command

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xuezhan/policy"
	"xuezhan/sim"
)

// A setup is what hands are played with, as flags say it. How many hands is the
// command's own affair.
type setup struct {
	rules         string
	games         count
	seed          uint64
	seats, policy string
	walls         string
	decks         string
	rotate        bool
}

func (s *setup) flags(c *cobra.Command) {
	annotate(c.Flags(), setupFlag, func() { s.define(c.Flags()) })
}

func (s *setup) define(f *pflag.FlagSet) {
	f.StringVar(&s.rules, "rules", defaultRules, rulesUsage)
	f.Var(&s.games, "games", "whole games to play, instead of --hands")
	f.Uint64Var(&s.seed, "seed", 1, "seed of all chance")
	f.StringVar(&s.seats, "seats", "", "bots of the four seats (see 'xuezhan policies')")
	f.StringVar(&s.policy, "policy", "fast", "bot of all four seats, instead of --seats")
	f.BoolVar(&s.rotate, "rotate", false, "turn the seating by a seat with every hand or game")
	f.StringVar(&s.walls, "walls", sim.Shared.String(), "shared: one wall; lanes: a lane of it for each seat")
	f.StringVar(&s.decks, "decks", "", "play the decks in `FILE` instead of hands of the seed (see 'xuezhan deck')")
}

// config checks the setup and returns what it asks to be played: n hands,
// unless it says games or decks.
func (s *setup) config(a *app, c *cobra.Command, hands int64) (*sim.Config, error) {
	for _, pair := range [][2]string{{"seats", "policy"}, {"decks", "games"}, {"decks", "walls"}} {
		if c.Flags().Changed(pair[0]) && c.Flags().Changed(pair[1]) {
			return nil, misused("--%s and --%s exclude each other", pair[0], pair[1])
		}
	}
	config := &sim.Config{Seed: s.seed, Hands: hands, Rotate: s.rotate}
	number := "hands"
	if c.Flags().Changed("games") {
		number = "games"
		config.Hands, config.Games = 0, int64(s.games)
	}
	if err := checkRange(number, config.Hands+config.Games, sim.MaxHands); err != nil {
		return nil, err
	}
	if err := s.configure(a, c, config); err != nil {
		return nil, err
	}
	if s.decks != "" {
		return config, a.useDecks(config, s.decks)
	}
	return config, nil
}

// configure reads what is named by a text.
func (s *setup) configure(a *app, c *cobra.Command, config *sim.Config) error {
	var err error
	if config.Rules, err = a.loadRules(s.rules); err != nil {
		return err
	}
	if config.Walls, err = parseWalls(s.walls); err != nil {
		return usageError{err}
	}
	if c.Flags().Changed("seats") {
		config.Seats, err = a.parseSeats(s.seats)
	} else {
		var spec policy.Spec
		spec, err = a.flagSpec("--policy", s.policy)
		for seat := range config.Seats {
			config.Seats[seat] = spec
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
