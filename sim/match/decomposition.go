package match

import (
	"errors"
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim/stats"
)

// A Decomposition says where the difference of two bots comes from. The bots of its ladder
// are A, mixtures of A's and B's parts, and last B; all others meet B, over the same walls
// and in the same seats, and nobody meets another. A mixture's difference is what it gains
// more than B, so that differences of mixtures add up exactly.
type Decomposition struct {
	A    string `json:"a"`
	B    string `json:"b"`
	Rows []Swap `json:"rows"`
}

// A Swap compares two mixtures that differ in one part: the difference of one of the
// ladder's bots to B, less that of another.
type Swap struct {
	Way   string `json:"way"`  // InOrder, AloneInA or AloneInB
	Part  string `json:"part"` // as specs name it, or Rest
	Of    string `json:"of"`   // A's part
	To    string `json:"to"`   // B's part
	Plus  int    `json:"plus"` // index of the bot that has A's part
	Minus int    `json:"minus"`
}

// The ways to swap a part. In order, each step starts from where the one before it has
// ended, from A to B, so that the steps add up to the whole difference.
const (
	InOrder  = "in order"
	AloneInA = "alone in A"
	AloneInB = "alone in B"
)

// Rest is what is left of the difference once all parts are swapped: parameters that
// parts have only in their own bot, and what its parts do only together.
const Rest = "rest"

// Decompose returns the ladder that says where the difference of two bots comes from. Its
// Bots and Decomposition are set.
func Decompose(r *rules.Rules, a, b policy.Spec) (*LadderConfig, error) {
	m := mixer{a: a, b: b, indexes: map[string]int{}}
	for _, s := range []policy.Spec{a, b} {
		if err := s.HasParts(); err != nil {
			return nil, err
		}
	}
	if a.String() == b.String() {
		return nil, fmt.Errorf("match: %s is the same bot twice: there is no difference to decompose", a)
	}
	rows, err := m.rows()
	if err != nil {
		return nil, err
	}
	c := &LadderConfig{Rules: *r, Decomposition: &Decomposition{a.String(), b.String(), rows}}
	for _, s := range append(m.bots, b) {
		digest, err := s.Identify(r)
		if err != nil {
			return nil, err
		}
		c.Bots = append(c.Bots, BotOf(s, digest))
	}
	return c, nil
}

// A mixer collects the bots of a decomposition. B itself has the index −1 until all are
// known.
type mixer struct {
	a, b    policy.Spec
	bots    []policy.Spec // all but B
	indexes map[string]int
}

// index returns the index of a bot, which it adds if it is new.
func (m *mixer) index(s policy.Spec) int {
	name := s.String()
	if name == m.b.String() {
		return -1
	}
	i, ok := m.indexes[name]
	if !ok {
		i = len(m.bots)
		m.indexes[name] = i
		m.bots = append(m.bots, s)
	}
	return i
}

// rows returns all swaps.
func (m *mixer) rows() ([]Swap, error) {
	m.index(m.a) // the first one
	rows, err := m.inOrder()
	if err != nil {
		return nil, err
	}
	for _, way := range []string{AloneInA, AloneInB} {
		for _, part := range policy.PartNames {
			s := m.swap(way, part)
			if way == AloneInA {
				s.Minus, err = m.mixed(m.a, map[string]string{part: s.To})
				s.Plus = m.index(m.a)
			} else {
				s.Plus, err = m.mixed(m.b, map[string]string{part: s.Of})
				s.Minus = -1
			}
			if err != nil {
				return nil, err
			}
			rows = append(rows, s)
		}
	}
	for i := range rows {
		for _, index := range []*int{&rows[i].Plus, &rows[i].Minus} {
			if *index < 0 {
				*index = len(m.bots)
			}
		}
	}
	return rows, nil
}

// swap returns a swap of a part, without its bots.
func (m *mixer) swap(way, part string) Swap {
	return Swap{Way: way, Part: part, Of: m.a.Part(part), To: m.b.Part(part)}
}

// mixed returns the index of a bot with some parts replaced.
func (m *mixer) mixed(base policy.Spec, parts map[string]string) (int, error) {
	s, err := base.WithParts(parts)
	if err != nil {
		return 0, err
	}
	return m.index(s), nil
}

// inOrder returns the steps from A to B. The mixtures keep A's bot and get B's parts,
// unless only B has parameters of its own: then they are B with A's parts, so that these
// parameters are there in every step. The rest comes where the mixtures' own bot does
// not.
func (m *mixer) inOrder() ([]Swap, error) {
	fromB := m.a.HasDefaults() && !m.b.HasDefaults()
	mixture := func(swapped int) (int, error) {
		base, of, parts := m.a, m.b, policy.PartNames[:swapped]
		if fromB {
			base, of, parts = m.b, m.a, policy.PartNames[swapped:]
		}
		names := map[string]string{}
		for _, part := range parts {
			names[part] = of.Part(part)
		}
		return m.mixed(base, names)
	}
	at, err := mixture(0)
	if err != nil {
		return nil, err
	}
	rest := Swap{Way: InOrder, Part: Rest, Of: m.a.String(), To: m.b.String(), Plus: m.index(m.a), Minus: at}
	var rows []Swap
	if fromB {
		rows = append(rows, rest)
	}
	for i, part := range policy.PartNames {
		s := m.swap(InOrder, part)
		s.Plus = at
		if at, err = mixture(i + 1); err != nil {
			return nil, err
		}
		s.Minus = at
		rows = append(rows, s)
	}
	if !fromB {
		rest.Plus, rest.Minus = at, -1
		rows = append(rows, rest)
	}
	return rows, nil
}

// check reports what makes no sense in a decomposition of so many bots.
func (d *Decomposition) check(bots int) error {
	if len(d.Rows) == 0 {
		return errors.New("match: a decomposition without rows")
	}
	for i, s := range d.Rows {
		if min(s.Plus, s.Minus) < 0 || max(s.Plus, s.Minus) >= bots {
			return fmt.Errorf("match: row %d of a decomposition compares the bots %d and %d of %d", i, s.Plus, s.Minus, bots)
		}
	}
	return nil
}

// A Decomposed is what a decomposition has come to.
type Decomposed struct {
	A     string         `json:"a"`
	B     string         `json:"b"`
	Whole stats.Interval `json:"whole"` // A's points per hand less B's
	Parts []SwapResult   `json:"parts"`
}

// A SwapResult is what a swap has come to: what A's part gains more per hand than B's.
type SwapResult struct {
	Swap
	With       string         `json:"with"`    // the bot that has A's part
	Without    string         `json:"without"` // the same with B's
	Difference stats.Interval `json:"difference"`
	// Differ is the number of blocks with a difference other than 0. Below
	// stats.MinUnits the interval says too little: a part that rarely matters may have
	// shown nothing yet.
	Differ int64 `json:"blocks_that_differ"`
}

// Finding returns which part is better: A's, B's, or neither where the parts are the same
// or no difference is established.
func (s *SwapResult) Finding() stats.Finding {
	switch {
	case s.Plus == s.Minus && s.Difference.N >= stats.MinUnits:
		return stats.NoDifference
	case s.Differ < stats.MinUnits:
		return stats.TooFew
	}
	return s.Difference.Finding()
}

// A partsScore takes the rounds of a decomposition in order.
type partsScore struct {
	config   *LadderConfig
	schedule *schedule
	rounds   int64
	rows     []stats.Moments // of each row, four times the points per hand
	differ   []int64         // of each row, blocks with a difference
	others   []stats.Moments // of each bot less B
	won      []int64         // by each bot over B in a round; B's own stays 0
}

func newPartsScore(c *LadderConfig) *partsScore {
	n := len(c.Bots)
	return &partsScore{
		config: c, schedule: c.schedule(), rows: make([]stats.Moments, len(c.Decomposition.Rows)),
		differ: make([]int64, len(c.Decomposition.Rows)),
		others: make([]stats.Moments, n-1), won: make([]int64, n),
	}
}

func (p *partsScore) played() int64 {
	return p.rounds * int64(p.schedule.blocks*p.schedule.hands())
}

func (p *partsScore) add(blocks []Block) {
	p.rounds++
	for k := range blocks {
		p.won[k] = 0
		for i, s := range p.schedule.meeting(blocks[k].Number, k) {
			for seat, bot := range s {
				points := int64(blocks[k].Points[i][seat])
				if int(bot) == k {
					p.won[k] += points
				} else {
					p.won[k] -= points
				}
			}
		}
		p.others[k].Add(p.won[k])
	}
	for i, s := range p.config.Decomposition.Rows {
		x := p.won[s.Plus] - p.won[s.Minus]
		p.rows[i].Add(x)
		if x != 0 {
			p.differ[i]++
		}
	}
}

func (p *partsScore) ladder() *Ladder {
	c, d := p.config, p.config.Decomposition
	level := c.level()
	perHand := func(m stats.Moments) stats.Interval { return m.Interval(level).Scaled(1.0 / engine.NumSeats) }
	out := &Ladder{Rounds: p.rounds, Hands: p.played(), Bots: []Rung{}, Pairs: []Comparison{}}
	last := len(c.Bots) - 1
	for k, m := range p.others {
		out.Pairs = append(out.Pairs, Comparison{c.Bots[k].Spec, c.Bots[last].Spec, perHand(m)})
	}
	parts := &Decomposed{A: d.A, B: d.B, Parts: []SwapResult{}}
	if last > 0 {
		parts.Whole = perHand(p.others[0])
	}
	for i, s := range d.Rows {
		parts.Parts = append(parts.Parts, SwapResult{s, c.Bots[s.Plus].Spec, c.Bots[s.Minus].Spec, perHand(p.rows[i]), p.differ[i]})
	}
	out.Decomposed = parts
	return out
}
