package regress

import (
	"context"
	"fmt"
	"sync"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

// A Report says how the play of now differs from a baseline.
type Report struct {
	WrittenBy string   `json:"written_by"` // the program that made the baseline
	Hands     int64    `json:"hands"`
	Differ    int64    `json:"differ"` // hands whose actions, accounts or wins are not the same
	Bots      []Change `json:"bots,omitempty"`
	Seats     []Change `json:"seats,omitempty"`
	First     *Parting `json:"first,omitempty"` // nil if no hand differs
	Digest    string   `json:"digest"`          // of all outcomes of now
	Level     float64  `json:"level"`
}

// A Change is what the difference is worth to one bot or seat, in points per
// hand and seat: now less before, over all hands of the baseline.
type Change struct {
	Name   string         `json:"name"`
	Points stats.Interval `json:"points"`
}

// level is the coverage of a report's intervals.
const level = 0.95

// Check plays a baseline's hands again and compares. instead, if it is not nil,
// lists policies to play with instead of those recorded: what they would have
// done.
func (b *Baseline) Check(ctx context.Context, instead *[engine.NumSeats]policy.Spec, o Options) (*Report, error) {
	c := b.Config()
	if instead != nil {
		c.Seats = *instead
	}
	if o.Tables == nil {
		o.Tables = shape.New()
	}
	k := &checker{baseline: b, first: -1}
	for hand := range k.bots {
		for s := range k.bots[hand] {
			k.bots[hand][s] = b.config.Bot(s, int64(hand))
		}
	}
	run := o.run()
	run.Sink = k
	result, err := sim.Run(ctx, c, run)
	if err != nil {
		return nil, err
	}
	r := &Report{WrittenBy: b.WrittenBy, Hands: c.Hands, Differ: k.sums.differ, Digest: result.Digest, Level: level}
	if r.Differ == 0 {
		return r, nil
	}
	k.changes(r)
	r.First, err = b.parting(c, k.first, o.Tables)
	return r, err
}

// sums are what is counted of compared hands. Points are now less before.
type sums struct {
	differ int64
	seats  [engine.NumSeats]stats.Moments
	bots   [engine.NumSeats]stats.Moments // by the bots of the baseline; all seats of each
}

// A checker is a sim.Sink that compares.
type checker struct {
	baseline *Baseline
	// bots has the baseline's bot at each seat in hand 0 to 3; after that the
	// seating repeats.
	bots [engine.NumSeats][engine.NumSeats]int

	mu    sync.Mutex
	sums  sums
	first int64 // the first hand that differs, −1 for none
}

// Begin opens a part.
func (k *checker) Begin(sim.Part) (sim.PartSink, error) {
	return &partChecker{checker: k, first: -1}, nil
}

// A partChecker compares one part's hands.
type partChecker struct {
	*checker
	sums  sums
	first int64
	block *block // that is unpacked
	then  []hand
	now   []hand
}

// Write compares the hands of a batch.
func (p *partChecker) Write(b *sim.Batch) error {
	p.now = handsOf(p.now[:0], b, nil)
	for i := range p.now {
		o := &b.Outcomes[i]
		then, err := p.stored(o.Hand)
		if err != nil {
			return err
		}
		p.compare(o.Hand, then, &p.now[i])
	}
	return nil
}

// stored returns what the baseline has of a hand.
func (p *partChecker) stored(index int64) (*hand, error) {
	if p.block == nil || index < p.block.first || index >= p.block.first+int64(p.block.hands) {
		p.block = p.baseline.blockOf(index)
		var err error
		if p.then, err = p.block.unpack(p.baseline.config.Decks != nil); err != nil {
			return nil, fmt.Errorf("regress: hand %d: %w", index, err)
		}
	}
	return &p.then[index-p.block.first], nil
}

// compare counts one hand. Points are of places at the table, which keep their
// bot of the baseline whatever plays now.
func (p *partChecker) compare(index int64, then, now *hand) {
	if then.digest != now.digest {
		p.sums.differ++
		if p.first < 0 {
			p.first = index
		}
	}
	before, after := then.ledger.Points(), now.ledger.Points()
	var bots [engine.NumSeats]int64
	for s := range before {
		d := int64(after[s] - before[s])
		p.sums.seats[s].Add(d)
		bots[p.bots[index%engine.NumSeats][s]] += d
	}
	for i, d := range bots {
		p.sums.bots[i].Add(d)
	}
}

// Commit adds the part to the whole.
func (p *partChecker) Commit() error {
	k := p.checker
	k.mu.Lock()
	defer k.mu.Unlock()
	k.sums.differ += p.sums.differ
	for s := range k.sums.seats {
		k.sums.seats[s].Merge(p.sums.seats[s])
		k.sums.bots[s].Merge(p.sums.bots[s])
	}
	if p.first >= 0 && (k.first < 0 || p.first < k.first) {
		k.first = p.first
	}
	return nil
}

// Abort drops the part.
func (p *partChecker) Abort() {}

// changes fills in what the differences are worth.
func (k *checker) changes(r *Report) {
	c := &k.baseline.config
	var seats [engine.NumSeats]int // of each bot
	for s := range engine.NumSeats {
		seats[k.bots[0][s]]++
		r.Seats = append(r.Seats, Change{fmt.Sprintf("seat %d", s), k.sums.seats[s].Interval(level)})
	}
	for i, name := range c.Bots() {
		r.Bots = append(r.Bots, Change{name, k.sums.bots[i].Interval(level).Scaled(1 / float64(seats[i]))})
	}
}
