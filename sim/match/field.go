package match

import (
	"fmt"
	"slices"

	"xuezhan/engine"
	"xuezhan/sim/stats"
)

// Standings is how the bots of a field compare.
type Standings struct {
	Bots []Standing `json:"bots"` // in the order in which they were listed
	// Pairs compares every two bots, the first listed with each other first.
	Pairs []Comparison `json:"pairs"`
}

// A Standing is one bot's.
type Standing struct {
	Bot    string         `json:"bot"`
	Points stats.Interval `json:"points"` // per hand, above the mean of all bots
}

// A Comparison is of two bots, A's points per hand minus B's.
type Comparison struct {
	A          string         `json:"a"`
	B          string         `json:"b"`
	Difference stats.Interval `json:"difference"`
}

// A fieldScore compares three or more bots by the additive model.
type fieldScore struct {
	counter
	seater   seater
	seatings []Seating
	model    additive
	classes  map[string]*class // by the company, ascending
}

func newFieldScore(c *Config) *fieldScore {
	return &fieldScore{
		counter: counter{config: c, faults: make([]int64, len(c.Bots))}, seater: newSeater(c),
		model: additive{bots: len(c.Bots)}, classes: map[string]*class{},
	}
}

func (f *fieldScore) add(b *Block) bool {
	f.count(b)
	f.seatings = f.seater.seatings(f.seatings[:0], b.Number)
	c := f.class(f.seatings[0])
	points := make([]int64, len(c.members))
	for i, seating := range f.seatings {
		for s, bot := range seating {
			points[slices.Index(c.members, int(bot))] += int64(b.Points[i][s])
		}
	}
	f.model.add(c, points)
	return f.full()
}

// class returns the class of a block by who sits at its table.
func (f *fieldScore) class(s Seating) *class {
	slices.Sort(s[:])
	key := string(s[:])
	if c, ok := f.classes[key]; ok {
		return c
	}
	var members, seats []int
	for _, bot := range s {
		if n := len(members); n == 0 || members[n-1] != int(bot) {
			members, seats = append(members, int(bot)), append(seats, 0)
		}
		seats[len(seats)-1] += engine.NumSeats
	}
	c := f.model.newClass(members, [][]int{seats})
	f.classes[key] = c
	return c
}

func (f *fieldScore) status() Status { return f.counter.status() }

func (f *fieldScore) result() Result {
	r := Result{Blocks: f.blocks, Hands: f.hands, Faults: f.faults}
	r.Standings, r.Verdict = standings(f.config.Bots, &f.model, f.config.level())
	if f.blocks < stats.MinUnits {
		r.Verdict = stats.Undecided
	}
	return r
}

// standings returns the bots' worths and differences. The verdict is about the
// first bot: better if it is better than each other, not better if it is worse
// than some; each at the level, with no allowance for how many there are.
func standings(bots []Bot, m *additive, level float64) (*Standings, stats.Verdict) {
	st := &Standings{Bots: []Standing{}, Pairs: []Comparison{}}
	fit := m.fit()
	if fit == nil {
		return st, stats.Undecided
	}
	verdict := stats.Better
	for i, b := range bots {
		st.Bots = append(st.Bots, Standing{b.Spec, fit.worth(i, level)})
		for j := i + 1; j < len(bots); j++ {
			d := fit.difference(i, j, level)
			st.Pairs = append(st.Pairs, Comparison{b.Spec, bots[j].Spec, d})
			if v := judged(d); i == 0 && v != stats.Better && verdict != stats.NotBetter {
				verdict = v
			}
		}
	}
	return st, verdict
}

// String returns the comparison as "a − b: value [lo, hi]".
func (c Comparison) String() string { return fmt.Sprintf("%s − %s: %s", c.A, c.B, c.Difference) }
