package match

import (
	"context"
	"errors"
	"math"

	"xuezhan/sim/stats"
)

// pilotBlocks is the number of blocks from which a plan takes their deviation.
const pilotBlocks = 1000

// A Plan says how many blocks it takes to establish a difference.
type Plan struct {
	Delta     float64 `json:"delta"`           // points per hand
	Deviation float64 `json:"block_deviation"` // standard deviation of a block's difference
	Pilot     int64   `json:"pilot_blocks"`    // blocks from which it is known
	Differ    int64   `json:"blocks_that_differ"`
	Hands     int     `json:"hands_per_block"`

	// HalfWidth is the blocks after which the interval is ±Delta.
	HalfWidth int64 `json:"blocks_interval"`
	// Fixed is the blocks after which, with a number fixed beforehand, "better"
	// falls with probability Alpha at no difference and 1 − Beta at Delta.
	Fixed int64 `json:"blocks_fixed"`
	// The blocks that the sequential test of 0 against Delta takes on average at
	// no difference, at half of Delta, which takes it longest, and at Delta.
	AtNone  int64   `json:"blocks_sprt_at_0"`
	AtHalf  int64   `json:"blocks_sprt_at_half"`
	AtDelta int64   `json:"blocks_sprt_at_delta"`
	Alpha   float64 `json:"alpha"`
	Beta    float64 `json:"beta"`
	Level   float64 `json:"level"`
}

// MakePlan plays a pilot of the match, by its first blocks, and says how many it
// will need. Of the pilot it uses the deviation alone, not the difference, so
// that nothing hinders a match over the same walls. The error rates are those of
// c.SPRT, 0.05 both if it is nil.
func MakePlan(ctx context.Context, c *Config, delta float64, o Options) (Plan, error) {
	if !(delta > 0) || math.IsInf(delta, 0) {
		return Plan{}, errors.New("match: a plan wants a difference above 0")
	}
	pilot := *c
	pilot.Stopping = Stopping{Blocks: pilotBlocks, Level: c.Level}
	if pilot.Design == Field {
		return Plan{}, errors.New("match: a plan is for two bots")
	}
	r, err := Run(ctx, &pilot, o)
	if err != nil {
		return Plan{}, err
	}
	test := stats.SPRTConfig{Mu1: delta, Alpha: 0.05, Beta: 0.05}
	if c.SPRT != nil {
		test.Alpha, test.Beta = c.SPRT.Alpha, c.SPRT.Beta
	}
	return planned(test, &r, c.Design.hands(), pilot.level()), nil
}

// planned computes a plan. The averages of the sequential test are Wald's: the
// ratio's drift is that of the mean, its variance (δ/σ)² a block, and it ends on
// its bounds.
func planned(test stats.SPRTConfig, r *Result, hands int, level float64) Plan {
	p := Plan{
		Delta: test.Mu1, Deviation: r.Deviation, Pilot: r.Blocks, Differ: r.Differ, Hands: hands,
		Alpha: test.Alpha, Beta: test.Beta, Level: level,
	}
	perBlock := math.Pow(p.Delta/p.Deviation, 2)
	if math.IsInf(perBlock, 0) { // no block differs
		return p
	}
	lower, upper := bounds(prudent(test))
	blocks := func(x float64) int64 { return max(int64(math.Ceil(x)), stats.MinUnits) }
	p.HalfWidth = blocks(math.Pow(normalQuantile((1+level)/2), 2) / perBlock)
	p.Fixed = blocks(math.Pow(normalQuantile(1-p.Alpha)+normalQuantile(1-p.Beta), 2) / perBlock)
	p.AtNone = blocks(-2 * (p.Alpha*upper + (1-p.Alpha)*lower) / perBlock)
	p.AtHalf = blocks(-lower * upper / perBlock)
	p.AtDelta = blocks(2 * ((1-p.Beta)*upper + p.Beta*lower) / perBlock)
	return p
}

// normalQuantile returns the x below which a standard normal lies with
// probability p.
func normalQuantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }
