package tune

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/match"
	"xuezhan/sim/stats"
)

// A Method is a way to tune.
type Method uint8

// The methods.
const (
	SPSA  Method = iota // the bot against itself, two opposite probes at a time
	CMAES               // candidates against a frozen opponent, all on the same walls
	numMethods
)

var methodNames = [numMethods]string{"spsa", "cma"}

// String returns the name as the command line and states write it.
func (m Method) String() string { return methodNames[m] }

// ParseMethod returns the method of a name.
func ParseMethod(name string) (Method, error) {
	for i, n := range methodNames {
		if n == name {
			return Method(i), nil
		}
	}
	return SPSA, fmt.Errorf("unknown method %q; there are %s", name, strings.Join(methodNames[:], ", "))
}

// A Config is all that a tuned vector depends on.
type Config struct {
	Method Method
	Rules  rules.Rules
	Seed   uint64
	Walls  sim.Walls
	Bot    policy.Spec // what to start from
	// Opponent is whom the candidates of CMAES meet; nil for the bot as it
	// starts.
	Opponent *policy.Spec
	Params   []string // to tune; nil for all
	Logs     []string // parameters on a log scale; nil for those whose bounds are 1000-fold
	Budget   int64    // hands for everything, at most
	// Generations, and how many duels each has, besides the one that measures the
	// gain. 0 means 60 generations of SPSA with as many pairs as the budget allows,
	// and about 40 of CMAES with a population by the number of parameters; fewer
	// where the budget does not suffice.
	Generations, Population int
	// Spread is how far the first candidates are from the start, as a standard
	// deviation or as half the distance of SPSA's probes, in ranges of a
	// parameter; 0 means 0.15.
	Spread float64
	// Gate is a sequential test, in points per hand, that the tuned bot has to pass
	// against the bot as it started. With nil it is to be better on a fixed number
	// of blocks, which takes fewer of them where the gain is far above Mu1.
	Gate *stats.SPRTConfig
}

// Limits of a configuration.
const (
	MaxBudget      = 1 << 40
	maxGenerations = 10_000
	maxPopulation  = 10_000
	maxSpread      = 0.5
)

// Validate returns an error that names the first field that cannot be tuned with.
func (c *Config) Validate() error {
	if err := c.Rules.Validate(); err != nil {
		return err
	}
	switch {
	case c.Method >= numMethods:
		return errors.New("tune: unknown method")
	case c.Method == SPSA && c.Opponent != nil:
		return errors.New("tune: SPSA plays the bot against itself and has no opponent")
	case c.Generations < 0 || c.Generations > maxGenerations:
		return fmt.Errorf("tune: %d generations are not 1 to %d", c.Generations, maxGenerations)
	case c.Population < 0 || c.Population > maxPopulation || c.Method == CMAES && c.Population > 0 && c.Population < 4:
		return fmt.Errorf("tune: a population of %d is not 4, or 1 for SPSA, to %d", c.Population, maxPopulation)
	case !(c.Spread >= 0 && c.Spread <= maxSpread):
		return fmt.Errorf("tune: a spread of %v is not above 0 and at most %v", c.Spread, maxSpread)
	case c.Budget < 1 || c.Budget > MaxBudget:
		return fmt.Errorf("tune: a budget is 1 to %d hands", int64(MaxBudget))
	}
	if err := policy.InProcess("tune", c.Bot, c.opponent()); err != nil {
		return err
	}
	if c.Gate != nil {
		if err := c.Gate.Validate(); err != nil {
			return err
		}
	}
	axes, err := c.axes()
	if err != nil {
		return err
	}
	_, err = c.plan(len(axes))
	return err
}

// axes returns the axes of what is tuned.
func (c *Config) axes() ([]axis, error) { return axesOf(c.Bot.Bot(), c.Params, c.Logs) }

func (c *Config) opponent() policy.Spec {
	if c.Opponent == nil {
		return c.Bot
	}
	return *c.Opponent
}

func (c *Config) spread() float64 {
	if c.Spread == 0 {
		return 0.15
	}
	return c.Spread
}

// start returns the start's values and places.
func (c *Config) start(axes []axis) ([]int, []float64) {
	values := c.Bot.Values()
	v, x := make([]int, len(axes)), make([]float64, len(axes))
	for i, a := range axes {
		v[i] = values.Of(a.name)
		x[i] = a.place(float64(v[i]))
	}
	return v, x
}

// with returns the bot with other values of what is tuned.
func (c *Config) with(axes []axis, v []int) policy.Spec {
	values := policy.Values{}
	for i, a := range axes {
		values[a.name] = v[i]
	}
	s, err := c.Bot.With(values)
	if err != nil {
		panic("tune: parameters out of their bounds")
	}
	return s
}

// match returns the match of two bots on the walls of a part of a purpose, without
// its end.
func (c *Config) match(p sim.Purpose, part int64, a, b policy.Spec) *match.Config {
	return &match.Config{
		Rules: c.Rules, Seed: sim.PurposeSeed(c.Seed, p, part), Walls: c.Walls, Design: match.Pairs,
		Bots: []match.Bot{match.BotOf(a, ""), match.BotOf(b, "")},
	}
}

// A Plan says how a budget is spent.
type Plan struct {
	Generations   int   `json:"generations"`
	Population    int   `json:"population"`     // duels of a generation besides the one for the gain
	DuelParts     int64 `json:"duel_parts"`     // parts of PartBlocks blocks for each of them
	GainParts     int64 `json:"gain_parts"`     // and for the gain
	GateBlocks    int64 `json:"gate_blocks"`    // at most
	HoldoutBlocks int64 `json:"holdout_blocks"` // on which the gain is measured
}

// Defaults of a plan.
const (
	defaultSPSAGenerations = 60
	defaultCMAGenerations  = 40
	gainShare              = 6 // a generation of SPSA has one part in so many for the gain
)

// Plan returns how a valid configuration's budget is spent: a tenth on the gate, a
// tenth on the holdout, the rest on training.
func (c *Config) Plan() Plan {
	axes, err := c.axes()
	if err != nil {
		panic("tune: a plan of an invalid configuration")
	}
	p, err := c.plan(len(axes))
	if err != nil {
		panic("tune: a plan of an invalid configuration")
	}
	return p
}

func (c *Config) plan(params int) (Plan, error) {
	blocks := c.Budget / 20
	p := Plan{Generations: c.Generations, Population: c.Population, GateBlocks: blocks, HoldoutBlocks: blocks}
	parts := (c.Budget - 4*blocks) / PartHands
	least := int64(2) // parts of a generation
	if c.Method == CMAES {
		if p.Population == 0 {
			p.Population = defaultPopulation(params)
		}
		least = int64(p.Population) + 1
	} else if p.Population > 0 {
		least = int64(p.Population) + 1
	}
	if p.Generations == 0 {
		p.Generations = defaultSPSAGenerations
		if c.Method == CMAES {
			p.Generations = defaultCMAGenerations
		}
		p.Generations = int(min(int64(p.Generations), max(parts/least, 1)))
	}
	each := parts / int64(p.Generations)
	if each < least || blocks < 1 {
		need := int64(math.Ceil(float64(int64(p.Generations)*least*PartHands) / 0.8))
		return p, fmt.Errorf("tune: %d generations of this population take a budget of %d hands", p.Generations, need)
	}
	if c.Method == CMAES {
		p.DuelParts = each / least
		p.GainParts = p.DuelParts
		if c.Generations == 0 && p.DuelParts < 10 { // else little is left
			p.Generations = int(parts / (least * p.DuelParts))
		}
		return p, nil
	}
	pairs := each - max(each/gainShare, 1) // parts of them all
	if p.Population == 0 {
		p.Population = int(min(pairs, maxPopulation))
	}
	p.DuelParts = max(pairs/int64(p.Population), 1)
	p.GainParts = each - p.DuelParts*int64(p.Population)
	return p, nil
}

// generationParts returns the parts of a generation's walls.
func (p Plan) generationParts(m Method) int64 {
	if m == CMAES {
		return p.DuelParts
	}
	return p.DuelParts*int64(p.Population) + p.GainParts
}

// Hands returns the hands of training, and the most hands of all.
func (p Plan) Hands() (train, most int64) {
	train = int64(p.Generations) * (p.DuelParts*int64(p.Population) + p.GainParts) * PartHands
	return train, train + 2*(p.GateBlocks+p.HoldoutBlocks)
}
