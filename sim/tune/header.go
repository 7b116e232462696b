package tune

import (
	"xuezhan/engine/rules"
	"xuezhan/engine/strictjson"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

// A Header is the inputs of a tuning: all that its vector depends on.
type Header struct {
	Version    string            `json:"version"`   // of the program
	Signature  string            `json:"signature"` // of the program's behaviour, as its caller knows it
	Method     string            `json:"method"`
	Bot        HeaderBot         `json:"bot"`
	Opponent   *HeaderBot        `json:"opponent"` // null for the bot as it starts
	Parameters []string          `json:"parameters"`
	Logs       []string          `json:"log_scale"`
	RulesHash  string            `json:"rules_hash"`
	Seed       strictjson.Uint64 `json:"seed"`
	Walls      string            `json:"walls"`
	Budget     int64             `json:"budget"`
	Plan       Plan              `json:"plan"`
	Spread     float64           `json:"spread"`
	Gate       *stats.SPRTConfig `json:"gate"`  // null for a fixed number of blocks
	Rules      rules.Rules       `json:"rules"` // every field
}

// A HeaderBot is a bot as headers name it. The digest is of all that sets it, as
// the caller computes it.
type HeaderBot struct {
	Spec   string `json:"spec"`
	Digest string `json:"digest"`
}

// Header returns the header of a valid configuration that a version of the program
// with a signature tunes.
func (c *Config) Header(version, signature string) (Header, error) {
	axes, err := c.axes()
	if err != nil {
		return Header{}, err
	}
	named := func(s policy.Spec) HeaderBot { return HeaderBot{s.String(), s.Digest()} }
	h := Header{
		Version: version, Signature: signature, Method: c.Method.String(), Bot: named(c.Bot),
		Logs: []string{}, RulesHash: c.Rules.Hash(), Seed: strictjson.Uint64(c.Seed), Walls: c.Walls.String(),
		Budget: c.Budget, Plan: c.Plan(), Spread: c.spread(), Gate: c.Gate, Rules: c.Rules,
	}
	if c.Opponent != nil {
		b := named(*c.Opponent)
		h.Opponent = &b
	}
	for _, a := range axes {
		h.Parameters = append(h.Parameters, a.name)
		if a.log {
			h.Logs = append(h.Logs, a.name)
		}
	}
	return h, nil
}

// Config returns the header's configuration, whose specs are read by parse.
func (h *Header) Config(parse func(spec string) (policy.Spec, error)) (*Config, error) {
	c := &Config{
		Rules: h.Rules, Seed: uint64(h.Seed), Params: h.Parameters, Logs: h.Logs, Budget: h.Budget,
		Generations: h.Plan.Generations, Population: h.Plan.Population, Spread: h.Spread, Gate: h.Gate,
	}
	var err error
	if c.Method, err = ParseMethod(h.Method); err != nil {
		return nil, err
	}
	if c.Walls, err = sim.ParseWalls(h.Walls); err != nil {
		return nil, err
	}
	if c.Bot, err = parse(h.Bot.Spec); err != nil {
		return nil, err
	}
	if h.Opponent != nil {
		s, err := parse(h.Opponent.Spec)
		if err != nil {
			return nil, err
		}
		c.Opponent = &s
	}
	return c, c.Validate()
}
