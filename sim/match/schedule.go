package match

import (
	"xuezhan/sim"
)

// A schedule is what is played, as the units that follow each other: the blocks of a
// match, or the rounds of a ladder, of which each has a block of every two bots.
type schedule struct {
	config   *Config // of the players
	ladder   bool
	units    int64 // the most
	blocks   int   // of a unit
	size     int64 // units of a part; the last may have fewer
	seats    seater
	external bool     // a bot is external
	pairs    [][2]int // of a ladder: the bots of each block of a round
	together bool     // all blocks of a round have the same seats
}

// schedule returns what a match plays.
func (c *Config) schedule() *schedule {
	return &schedule{config: c, units: c.Blocks, blocks: 1, size: partUnits(c.Blocks, int64(c.Design.hands())), seats: newSeater(c), external: c.hasExternal()}
}

// schedule returns what a ladder plays.
func (c *LadderConfig) schedule() *schedule {
	s := &schedule{config: c.match(c.Bots), ladder: true, units: c.Rounds, together: c.Decomposition != nil}
	for a := range c.Bots {
		for b := a + 1; b < len(c.Bots); b++ {
			if c.Decomposition == nil || b == len(c.Bots)-1 {
				s.pairs = append(s.pairs, [2]int{a, b})
			}
		}
	}
	s.blocks, s.external = len(s.pairs), s.config.hasExternal()
	s.size = partUnits(c.Rounds, int64(s.blocks*s.hands()))
	return s
}

// meeting returns who sits where in the two hands of a ladder's block.
func (s *schedule) meeting(round int64, block int) [2]Seating {
	turn := round
	if !s.together {
		turn += int64(block)
	}
	split, bots := splits[turn%int64(len(splits))], s.pairs[block]
	return [2]Seating{split.of(bots[0], bots[1]), split.exchanged().of(bots[0], bots[1])}
}

// How many hands a part has. A kill loses little of a part: see store.Tail.
const (
	leastPart = sim.DefaultInFlight // enough for external bots
	usualPart = 20_000              // at most, up to a million hands
	mostPart  = 200_000             // it is kept in memory until it is whole
)

// partUnits returns the units of a part, such that a million hands have some 50 parts
// and ten million some 200. It depends on what is to be played alone.
func partUnits(units, hands int64) int64 {
	total := units * hands
	part := max(leastPart, min((total+49)/50, max(usualPart, min((total+199)/200, mostPart))))
	return (part + hands - 1) / hands
}

// parts returns the number of parts.
func (s *schedule) parts() int { return int((s.units + s.size - 1) / s.size) }

// part returns a part, whose hands are units here.
func (s *schedule) part(index int) sim.Part {
	first := int64(index) * s.size
	return sim.Part{Index: index, First: first, Hands: min(s.size, s.units-first)}
}

// hands returns the hands of a block.
func (s *schedule) hands() int { return s.config.Design.hands() }

// unit returns what the units are called.
func (s *schedule) unit() string {
	if s.ladder {
		return "round"
	}
	return "block"
}

// endsEarly reports whether the results may end it before all units are played.
func (s *schedule) endsEarly() bool {
	return !s.ladder && (s.config.SPRT != nil || s.config.Identical)
}

// playUnits plays the units from first to end−1 and returns their blocks in order.
func (p *player) playUnits(s *schedule, first, end int64) ([]Block, error) {
	if !s.ladder {
		return p.playSome(first, end)
	}
	var blocks []Block
	for round := first; round < end; round++ {
		more, err := p.playRound(s, round)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, more...)
	}
	return blocks, nil
}

// taskUnits returns how many units a worker plays at a time.
func (s *schedule) taskUnits(o *Options) int64 {
	if s.ladder {
		return 1
	}
	return o.taskBlocks(s.config, s.units)
}

// shardUnits returns the number of units of the parts of a shard.
func (s *schedule) shardUnits(of sim.Shard) int64 {
	parts := s.shardParts(of)
	if parts == 0 {
		return 0
	}
	last := s.part(shardPart(of, parts-1))
	return (parts-1)*s.size + last.Hands
}

// shardParts returns the number of parts of a shard.
func (s *schedule) shardParts(of sim.Shard) int64 {
	n, step := int64(s.parts()), int64(max(of.Of, 1))
	return max((n-int64(of.Index)+step-1)/step, 0)
}

// shardPart returns the index of a shard's k-th part.
func shardPart(of sim.Shard, k int64) int { return of.Index + int(k)*max(of.Of, 1) }
