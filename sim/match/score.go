package match

import (
	"fmt"
	"math"

	"xuezhan/sim/stats"
)

// A Result is what a match has come to.
type Result struct {
	// Verdict says whether A is better than B, or in a field whether the first
	// bot is better than every other.
	Verdict stats.Verdict `json:"verdict"`
	Blocks  int64         `json:"blocks"`
	Hands   int64         `json:"hands"`
	Faults  []int64       `json:"faults"` // of each bot; see Fault
	*Duel
	*Standings
}

// A Duel is the result for two bots. All differences are A's points per hand
// minus B's.
type Duel struct {
	// Difference is the mean over the blocks, adjusted for luck if that was
	// asked for.
	Difference stats.Interval `json:"difference"`
	// Unbiased is the median-unbiased estimate after a sequential test.
	Unbiased *stats.Interval `json:"median_unbiased,omitempty"`
	// Sequence is the confidence sequence's interval, if it was asked for.
	Sequence  *stats.Interval `json:"confidence_sequence,omitempty"`
	SPRT      *SPRT           `json:"sprt,omitempty"`
	Luck      *Luck           `json:"luck,omitempty"`
	Differ    int64           `json:"blocks_that_differ"` // blocks with a difference other than 0
	Deviation float64         `json:"block_deviation"`    // standard deviation of a block's difference
}

// An SPRT is where a sequential test stands.
type SPRT struct {
	stats.SPRTConfig          // as it was asked for
	LLR              *float64 `json:"llr"` // nil where it is infinite
	Lower            float64  `json:"lower"`
	Upper            float64  `json:"upper"`
}

// String returns the ratio and its bounds as "+1.23 [-2.94, 2.94]".
func (s *SPRT) String() string {
	value := "infinite"
	if s.LLR != nil {
		value = stats.Signed(*s.LLR, 2)
	}
	return fmt.Sprintf("%s [%.2f, %.2f]", value, s.Lower, s.Upper)
}

// A Luck says what adjusting for luck has done.
type Luck struct {
	Unadjusted stats.Interval `json:"unadjusted"` // the difference without it
	Mean       stats.Interval `json:"mean"`       // A's luck minus B's, in points per hand; zero on average
	// Coefficients are those with which the luck of even and of odd blocks was
	// taken off, or twice the one of the next block.
	Coefficients [2]float64 `json:"coefficients"`
	// VarianceRatio is the variance of the difference after the adjustment to
	// that before: the factor by which fewer blocks do.
	VarianceRatio float64 `json:"variance_ratio"`
}

// A Status is where a match under way stands.
type Status struct {
	Blocks, Hands int64
	Faults        int64
	*Duel         // nil for a field
}

// A score takes blocks in the order of their numbers.
type score interface {
	// add takes the next block and reports whether the match is over.
	add(b *Block) bool
	// played returns the number of hands.
	played() int64
	status() Status
	result() Result
}

func newScore(c *Config) (score, error) {
	if c.Design == Field {
		return newFieldScore(c), nil
	}
	return newDuelScore(c)
}

// A counter counts what every score counts.
type counter struct {
	config        *Config
	blocks, hands int64
	faults        []int64 // by bot
}

func (c *counter) count(b *Block) {
	c.blocks++
	c.hands += int64(b.Hands)
	for _, f := range b.Faults {
		c.faults[f.Bot]++
	}
}

func (c *counter) played() int64 { return c.hands }

// full reports whether the match has all its blocks.
func (c *counter) full() bool { return c.blocks >= c.config.Blocks }

func (c *counter) status() Status {
	s := Status{Blocks: c.blocks, Hands: c.hands}
	for _, n := range c.faults {
		s.Faults += n
	}
	return s
}

// A duelScore judges two bots. A block's difference, A's mean minus B's mean, is
// kept as a whole number: multiplied by scale, and that is per hand.
type duelScore struct {
	counter
	seater      seater
	seatings    []Seating
	timesA      int64 // difference·scale = timesA·A's points − timesB·B's points
	timesB      int64
	scale       float64
	differ      int64
	differences stats.Moments
	test        *stats.SPRT
	atGate      bool // the test's verdict fell as soon as one was allowed

	folds    [2]fold // by parity of the block's number, if luck is adjusted for
	slope    float64 // the coefficient of the next block, from those before it
	adjusted stats.Moments
}

// slopeEvery is how often, in blocks, the coefficient of the blocks to come is
// computed anew; until it first is the coefficient is 0.
const slopeEvery = 100

func newDuelScore(c *Config) (*duelScore, error) {
	a, b := c.Design.shares()
	d := &duelScore{
		counter: counter{config: c, faults: make([]int64, len(c.Bots))}, seater: newSeater(c),
		timesA: max(b/a, 1), timesB: max(a/b, 1), scale: float64(max(a, b)),
	}
	if c.SPRT != nil {
		test, err := stats.NewSPRT(c.test())
		if err != nil {
			return nil, err
		}
		d.test = &test
	}
	return d, nil
}

// difference returns what a block has of A's less of B's, times scale.
func (d *duelScore) difference(of [2]int64) int64 { return d.timesA*of[0] - d.timesB*of[1] }

// points returns A's and B's points in a block.
func (d *duelScore) points(b *Block) (sums [2]int64) {
	d.seatings = d.seater.seatings(d.seatings[:0], b.Number)
	for i, seating := range d.seatings {
		for s, bot := range seating {
			sums[bot] += int64(b.Points[i][s])
		}
	}
	return sums
}

func (d *duelScore) add(b *Block) bool {
	d.count(b)
	x := d.difference(d.points(b))
	d.differences.Add(x)
	if x != 0 {
		d.differ++
	}
	if d.config.Luck {
		x = d.adjust(b, x)
		d.adjusted.Add(x)
		return d.judge(float64(x)/(d.scale*luckPerPoint)) || d.full() || d.identical()
	}
	return d.judge(float64(x)/d.scale) || d.full() || d.identical()
}

// SameBlocks is the number of blocks after which Stopping.Identical takes two bots for
// the same, if none of the blocks differs.
const SameBlocks = 1000

// identical reports whether the bots are the same, by their specs or as far as can be
// seen.
func (d *duelScore) identical() bool {
	return d.config.Identical && (d.config.sameBots() || d.blocks >= SameBlocks && d.differ == 0)
}

// judge feeds a block's difference to the test and reports its verdict.
func (d *duelScore) judge(x float64) bool {
	if d.test == nil {
		return false
	}
	allowed := d.test.NonZero() >= stats.MinUnits
	over := d.test.Add(x) != stats.Undecided
	d.atGate = over && !allowed
	return over
}

// total returns the moments of the differences on which the verdict rests, and
// what they are to be multiplied by.
func (d *duelScore) total() (stats.Moments, float64) {
	if d.config.Luck {
		return d.adjusted, 1 / (d.scale * luckPerPoint)
	}
	return d.differences, 1 / d.scale
}

func (d *duelScore) status() Status {
	s := d.counter.status()
	s.Duel = d.duel()
	return s
}

// duel returns the result but for what takes long to compute.
func (d *duelScore) duel() *Duel {
	if d.blocks == 0 {
		return &Duel{Difference: stats.Interval{Lo: math.Inf(-1), Hi: math.Inf(1), Level: d.config.level()}}
	}
	m, unit := d.total()
	r := &Duel{
		Difference: m.Interval(d.config.level()).Scaled(unit),
		Differ:     d.differ,
		Deviation:  math.Sqrt(m.Variance()) * unit,
	}
	if d.config.Luck {
		d.adjustResult(r)
	}
	if d.config.Watch {
		i := stats.ConfidenceSequence{Level: d.config.level()}.Interval(m).Scaled(unit)
		r.Sequence = &i
	}
	if d.test != nil {
		r.SPRT = d.sprt()
	}
	return r
}

// adjustResult adds what adjusting for luck has done and, where the number of
// blocks is fixed, makes the cross-fitted difference the result's.
func (d *duelScore) adjustResult(r *Duel) {
	r.Luck = d.luck()
	if n := float64(d.blocks); d.test == nil && !d.config.Watch && n > 0 {
		mean, stdErr, slopes := d.crossFitted()
		r.Difference = studentInterval(mean, stdErr, d.blocks, n-1, d.config.level())
		r.Deviation = stdErr * math.Sqrt(n)
		r.Luck.Coefficients = slopes
	}
	r.Luck.VarianceRatio = ratio(r.Deviation*r.Deviation, d.differences.Variance()/(d.scale*d.scale))
}

// ratio returns a/b, 1 where there is nothing to compare.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 1
	}
	return a / b
}

func (d *duelScore) sprt() *SPRT {
	s := &SPRT{SPRTConfig: *d.config.SPRT}
	s.Lower, s.Upper = d.test.Bounds()
	if llr := d.test.LLR(); !math.IsInf(llr, 0) {
		s.LLR = &llr
	}
	return s
}

func (d *duelScore) result() Result {
	r := Result{Blocks: d.blocks, Hands: d.hands, Faults: d.faults, Duel: d.duel()}
	switch {
	case d.identical():
		r.Verdict = stats.Identical
	case d.test != nil:
		r.Verdict = d.test.Verdict()
		d.afterTest(r.Duel)
	case d.differ < stats.MinUnits:
	case d.config.Watch:
		r.Verdict = judged(*r.Sequence)
	default:
		r.Verdict = judged(r.Difference)
	}
	return r
}

// afterTest adds to a result what a sequential test asks for.
func (d *duelScore) afterTest(r *Duel) {
	if d.blocks < 2 {
		return
	}
	u := outcome{
		test: d.config.test(), verdict: d.test.Verdict(), blocks: d.blocks,
		mean: r.Difference.Value, deviation: r.Deviation, atGate: d.atGate,
	}.interval(d.config.level())
	r.Unbiased = &u
	if d.test.Verdict() != stats.Undecided {
		r.Difference = r.Difference.With(stats.StoppedByTest)
	}
}

// judged returns what an interval says of A.
func judged(i stats.Interval) stats.Verdict {
	switch {
	case i.Lo > 0:
		return stats.Better
	case i.Hi < 0:
		return stats.NotBetter
	}
	return stats.Undecided
}
