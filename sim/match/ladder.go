package match

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

// A LadderConfig is all that a ladder's result depends on.
type LadderConfig struct {
	Rules  rules.Rules
	Seed   uint64
	Walls  sim.Walls
	Bots   []Bot
	Rounds int64   // walls; over each one every two bots play a block of Pairs
	Level  float64 // nominal coverage of intervals; 0 means 0.95
	// OnFault says what happens when an external bot fails; others forfeit the hand.
	OnFault sim.FaultPolicy
	// Decomposition makes it a ladder of one bot's parts, in which all bots meet the
	// last one alone; nil for none.
	Decomposition *Decomposition
}

// Validate returns an error that names the first field that cannot be played.
func (c *LadderConfig) Validate() error {
	if err := c.consistent(); err != nil {
		return err
	}
	return c.match(c.Bots).made()
}

// consistent is Validate without the check of how bots are made.
func (c *LadderConfig) consistent() error {
	switch {
	case len(c.Bots) < 2 || len(c.Bots) > MaxBots:
		return fmt.Errorf("match: a ladder has 2 to %d bots, not %d", MaxBots, len(c.Bots))
	case c.Rounds < 1 || c.Rounds > MaxBlocks:
		return fmt.Errorf("match: a ladder has 1 to %d rounds", int64(MaxBlocks))
	}
	if c.Decomposition != nil {
		if err := c.Decomposition.check(len(c.Bots)); err != nil {
			return err
		}
	}
	return c.match(c.Bots[:2]).consistent()
}

// level returns the nominal coverage of intervals.
func (c *LadderConfig) level() float64 { return (&Stopping{Level: c.Level}).level() }

// match returns the ladder's configuration as that of a match of some bots.
func (c *LadderConfig) match(bots []Bot) *Config {
	return &Config{
		Rules: c.Rules, Seed: c.Seed, Walls: c.Walls, Bots: bots, OnFault: c.OnFault,
		Stopping: Stopping{Blocks: c.Rounds, Level: c.Level},
	}
}

// Hands returns the number of hands of the ladder, or of a shard of it.
func (c *LadderConfig) Hands(of sim.Shard) int64 {
	s := c.schedule()
	return s.shardUnits(of) * int64(s.blocks*s.hands())
}

// A Ladder is how bots compare that have all played each other.
type Ladder struct {
	Rounds      int64        `json:"rounds"`
	Hands       int64        `json:"hands"`
	Bots        []Rung       `json:"bots"`  // from the most points to the fewest
	Pairs       []Comparison `json:"pairs"` // every two bots, from the blocks they have played with each other
	*Decomposed              // of a decomposition, whose Bots are empty
}

// A Rung is a bot's rank on a ladder.
type Rung struct {
	Bot         string         `json:"bot"`
	Points      stats.Interval `json:"points"` // per hand, above the mean of all bots
	Rating      float64        `json:"rating"`
	Provisional bool           `json:"provisional"` // the rating rests on fewer than ten hands
	Hands       int64          `json:"hands"`
	Faults      int64          `json:"faults"`
}

// PlayLadder plays a ladder, or resumes the one that is stored, to its end. Points are
// by the additive model, in which the wall is the unit; see the package comment. Progress
// gets the hands so far, with no status.
func PlayLadder(ctx context.Context, c *LadderConfig, o Options) (*Ladder, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if err := o.prepare(); err != nil {
		return nil, err
	}
	j := c.score()
	l := newLineup(c.schedule(), o, func(round []Block) bool {
		j.add(round)
		return false
	})
	l.progress = func() { o.Progress(j.played(), nil) }
	err := l.play(ctx)
	return j.ladder(), err
}

// A roundScore takes rounds in order.
type roundScore interface {
	add(round []Block)
	played() int64 // hands
	ladder() *Ladder
}

// score returns what judges the ladder's rounds.
func (c *LadderConfig) score() roundScore {
	if c.Decomposition != nil {
		return newPartsScore(c)
	}
	return newLadderScore(c)
}

// of puts two bots in the place of A and B.
func (s Seating) of(a, b int) Seating {
	for i, x := range s {
		s[i] = uint8(a)
		if x == 1 {
			s[i] = uint8(b)
		}
	}
	return s
}

// playRound plays all blocks over one wall.
func (p *player) playRound(s *schedule, round int64) ([]Block, error) {
	blocks := make([]Block, s.blocks)
	var jobs []job
	for k := range blocks {
		seatings := s.meeting(round, k)
		blocks[k] = Block{Number: round, Hands: len(seatings)}
		for i, seating := range seatings {
			jobs = append(jobs, job{&blocks[k], i, seating})
		}
	}
	return blocks, p.playAll(jobs)
}

// A ladderScore takes rounds in order.
type ladderScore struct {
	config   *LadderConfig
	schedule *schedule
	rounds   int64
	hands    int64
	model    additive
	class    *class
	pairs    []stats.Moments // of A's points less B's, four times those per hand
	ratings  ratings
	faults   []int64
	points   []int64 // of each bot in a round
}

func newLadderScore(c *LadderConfig) *ladderScore {
	n := len(c.Bots)
	l := &ladderScore{
		config: c, schedule: c.schedule(), model: additive{bots: n}, pairs: make([]stats.Moments, n*(n-1)/2),
		ratings: newRatings(n), faults: make([]int64, n), points: make([]int64, n),
	}
	members := make([]int, n)
	var seats [][]int
	for a := range members {
		members[a] = a
		for b := a + 1; b < n; b++ {
			table := make([]int, n)
			table[a], table[b] = engine.NumSeats, engine.NumSeats
			seats = append(seats, table)
		}
	}
	l.class = l.model.newClass(members, seats)
	return l
}

func (l *ladderScore) played() int64 { return l.hands }

func (l *ladderScore) add(blocks []Block) {
	round := blocks[0].Number
	l.rounds++
	clear(l.points)
	for k, pair := range l.schedule.pairs {
		won := int64(0) // by the first
		for i, s := range l.schedule.meeting(round, k) {
			points := blocks[k].Points[i]
			l.ratings.add(s, points)
			l.hands++
			for seat, bot := range s {
				l.points[bot] += int64(points[seat])
				if int(bot) == pair[0] {
					won += int64(points[seat])
				} else {
					won -= int64(points[seat])
				}
			}
		}
		l.pairs[k].Add(won)
		for _, f := range blocks[k].Faults {
			l.faults[f.Bot]++
		}
	}
	l.model.add(l.class, l.points)
}

func (l *ladderScore) ladder() *Ladder {
	level := l.config.level()
	out := &Ladder{Rounds: l.rounds, Hands: l.hands, Bots: []Rung{}, Pairs: []Comparison{}}
	fit := l.model.fit()
	if fit == nil {
		return out
	}
	for i, b := range l.config.Bots {
		out.Bots = append(out.Bots, Rung{
			b.Spec, fit.worth(i, level), l.ratings.value[i], l.ratings.isProvisional(i), l.ratings.hands[i], l.faults[i],
		})
	}
	slices.SortStableFunc(out.Bots, func(a, b Rung) int { return cmp.Compare(b.Points.Value, a.Points.Value) })
	for k, pair := range l.schedule.pairs {
		d := l.pairs[k].Interval(level).Scaled(1.0 / engine.NumSeats)
		out.Pairs = append(out.Pairs, Comparison{l.config.Bots[pair[0]].Spec, l.config.Bots[pair[1]].Spec, d})
	}
	return out
}
