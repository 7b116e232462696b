package match

import (
	"errors"
	"fmt"

	"xuezhan/engine/rules"
	"xuezhan/engine/strictjson"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
	"xuezhan/sim/stats"
)

// wallAlgorithm names how a wall follows from the seed and the block's number.
const wallAlgorithm = "pcg-dxsm fisher-yates 1"

// A Setting is what the inputs of matches and of ladders have in common.
type Setting struct {
	Version   string            `json:"version"` // of the program that plays
	Rules     rules.Rules       `json:"rules"`
	RulesHash string            `json:"rules_hash"`
	Seed      strictjson.Uint64 `json:"seed"`
	Walls     string            `json:"walls"`
	Algorithm string            `json:"wall_algorithm"`
	Bots      []dataset.Bot     `json:"bots"`
	OnFault   string            `json:"on_bot_fault,omitempty"` // fault policy of external bots; empty where there are none
}

// settingOf returns the setting of a match that a version of the program plays.
func settingOf(c *Config, version string) Setting {
	s := Setting{
		Version: version, Rules: c.Rules, RulesHash: c.Rules.Hash(), Seed: strictjson.Uint64(c.Seed), Walls: c.Walls.String(),
		Algorithm: wallAlgorithm,
	}
	for _, b := range c.Bots {
		s.Bots = append(s.Bots, dataset.Bot{Spec: b.Spec, Digest: b.Digest})
	}
	if c.hasExternal() {
		s.OnFault = c.OnFault.String()
	}
	return s
}

// scoring puts the setting into a configuration, but for how to make the bots.
func (s *Setting) scoring(c *Config) (err error) {
	if hash := s.Rules.Hash(); hash != s.RulesHash {
		return fmt.Errorf("rules_hash is %q, but the rules have %q", s.RulesHash, hash)
	}
	c.Rules, c.Seed = s.Rules, uint64(s.Seed)
	if c.Walls, err = sim.ParseWalls(s.Walls); err != nil {
		return err
	}
	if s.OnFault != "" {
		if c.OnFault, err = sim.ParseFaultPolicy(s.OnFault); err != nil {
			return err
		}
	}
	for _, b := range s.Bots {
		c.Bots = append(c.Bots, Bot{Spec: b.Spec, Digest: b.Digest})
	}
	return nil
}

// makeBots makes the bots of a configuration of the setting, which is stored in dir: the
// program has them, but for the nets, which are attached.
func (s *Setting) makeBots(dir string, p *sim.Program, c *Config) error {
	known, err := dataset.ProgramOf(dir, p, dataset.Specs(s.Bots))
	if err != nil {
		return err
	}
	for i, b := range s.Bots {
		spec, err := known.Bots.Parse(b.Spec)
		if err == nil && p.Admit != nil {
			err = p.Admit(spec)
		}
		if err != nil {
			return err
		}
		digest, err := spec.Identify(&s.Rules)
		if err != nil {
			return err
		}
		c.Bots[i] = BotOf(spec, digest)
	}
	return nil
}

// Inputs are all that the blocks of a match and their number depend on.
type Inputs struct {
	Setting
	Design     string         `json:"design"`
	Luck       int            `json:"luck"` // version of the value table, 0 without adjustment
	Stopping   StoredStopping `json:"stopping"`
	PartBlocks int64          `json:"part_blocks"` // of a part; the last may have fewer
}

// StoredStopping is a Stopping as inputs have it.
type StoredStopping struct {
	Blocks int64             `json:"blocks"`
	SPRT   *stats.SPRTConfig `json:"sprt"`
	Watch  bool              `json:"watch"`
	Level  float64           `json:"level"`
	// Identical was not written by the first programs, which had no such end.
	Identical bool `json:"identical,omitempty"`
}

// InputsOf returns the inputs of a match that a version of the program plays.
func InputsOf(c *Config, version string) Inputs {
	in := Inputs{
		Setting: settingOf(c, version), Design: c.Design.String(), PartBlocks: c.schedule().size,
		Stopping: StoredStopping{c.Blocks, c.SPRT, c.Watch, c.level(), c.Identical},
	}
	if c.Luck {
		in.Luck = luckVersion
	}
	return in
}

// scoring returns what it takes to judge the match: its configuration without how to
// make the bots.
func (in *Inputs) scoring() (*Config, error) {
	c := &Config{
		Luck:     in.Luck != 0,
		Stopping: Stopping{in.Stopping.Blocks, in.Stopping.SPRT, in.Stopping.Watch, in.Stopping.Level, in.Stopping.Identical},
	}
	if err := in.Setting.scoring(c); err != nil {
		return nil, err
	}
	var err error
	if c.Design, err = ParseDesign(in.Design); err != nil {
		return nil, err
	}
	return c, c.consistent()
}

// schedule returns what the match plays.
func (in *Inputs) schedule() (*schedule, error) {
	c, err := in.scoring()
	if err != nil {
		return nil, err
	}
	if in.PartBlocks < 1 {
		return nil, errors.New("part_blocks is less than 1")
	}
	s := c.schedule()
	s.size, s.external = in.PartBlocks, in.OnFault != ""
	return s, nil
}

// LadderInputs are all that the blocks of a ladder depend on.
type LadderInputs struct {
	Setting
	Rounds     int64   `json:"rounds"`
	Level      float64 `json:"level"`
	PartRounds int64   `json:"part_rounds"` // of a part; the last may have fewer
	// Decomposition is what the ladder compares, if it is one of parts.
	Decomposition *Decomposition `json:"decomposition,omitempty"`
}

// LadderInputsOf returns the inputs of a ladder that a version of the program plays.
func LadderInputsOf(c *LadderConfig, version string) LadderInputs {
	return LadderInputs{settingOf(c.match(c.Bots), version), c.Rounds, c.level(), c.schedule().size, c.Decomposition}
}

// scoring is that of Inputs.
func (in *LadderInputs) scoring() (*LadderConfig, error) {
	var m Config
	if err := in.Setting.scoring(&m); err != nil {
		return nil, err
	}
	c := &LadderConfig{Rules: m.Rules, Seed: m.Seed, Walls: m.Walls, OnFault: m.OnFault, Bots: m.Bots, Rounds: in.Rounds, Level: in.Level, Decomposition: in.Decomposition}
	return c, c.consistent()
}

// schedule returns what the ladder plays.
func (in *LadderInputs) schedule() (*schedule, error) {
	c, err := in.scoring()
	if err != nil {
		return nil, err
	}
	if in.PartRounds < 1 {
		return nil, errors.New("part_rounds is less than 1")
	}
	s := c.schedule()
	s.size, s.external = in.PartRounds, in.OnFault != ""
	return s, nil
}
