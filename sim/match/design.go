package match

import (
	"fmt"
	"slices"
	"strings"

	"xuezhan/engine"
)

// A Design says which bot sits where in the hands of a block.
type Design uint8

// The designs. In the first three the bots are A and B.
const (
	// Pairs seats both bots twice, and then the other way round: AABB and BBAA,
	// ABAB and BABA, ABBA and BAAB in rotation by the block's number.
	Pairs Design = iota
	// OneVsThree seats a lone A in a field of B, at each seat once.
	OneVsThree
	// ThreeVsOne seats a lone B in a field of A, at each seat once.
	ThreeVsOne
	// Field seats three or more bots at one table and turns them round it, so
	// that each sits at every seat as often. Of three bots one sits twice, each
	// in turn. Of more than four a block has a company of four; companies come
	// in cycles; after each, all bots have played equally often, and once all
	// companies have played every two bots have met as often.
	Field
	numDesigns
)

var designNames = [numDesigns]string{"pairs", "1v3", "3v1", "field"}

// String returns the name as flags and records write it.
func (d Design) String() string { return designNames[d] }

// ParseDesign returns the design of a name.
func ParseDesign(name string) (Design, error) {
	for i, n := range designNames {
		if n == name {
			return Design(i), nil
		}
	}
	return Pairs, fmt.Errorf("unknown design %q; there are %s", name, strings.Join(designNames[:], ", "))
}

// A Seating is which bot sits at each seat, as an index into the match's bots.
type Seating [engine.NumSeats]uint8

// maxHands is the most hands of a block.
const maxHands = engine.NumSeats

// shares returns how many seats A and B hold in a block, over all its hands.
func (d Design) shares() (a, b int64) {
	switch d {
	case OneVsThree:
		return 4, 12
	case ThreeVsOne:
		return 12, 4
	}
	return 4, 4
}

// hands returns the number of hands of a block.
func (d Design) hands() int {
	if d == Pairs {
		return 2
	}
	return 4
}

// splits are the first seatings of Pairs; the second has A and B exchanged.
var splits = [3]Seating{{0, 0, 1, 1}, {0, 1, 0, 1}, {0, 1, 1, 0}}

// A seater says who sits where in a match's blocks.
type seater struct {
	design    Design
	bots      int
	companies []Seating // of a field of four or more
}

func newSeater(c *Config) seater {
	s := seater{design: c.Design, bots: len(c.Bots)}
	if s.design == Field && s.bots > 3 {
		s.companies = companies(s.bots)
	}
	return s
}

// seatings appends the seatings of a block's hands to dst.
func (s *seater) seatings(dst []Seating, block int64) []Seating {
	switch s.design {
	case Pairs:
		split := splits[block%int64(len(splits))]
		return append(dst, split, split.exchanged())
	case OneVsThree:
		return appendTurned(dst, Seating{0, 1, 1, 1})
	case ThreeVsOne:
		return appendTurned(dst, Seating{1, 0, 0, 0})
	}
	if s.bots == 3 {
		return appendTurned(dst, threesome(block))
	}
	return appendTurned(dst, s.foursome(block))
}

func (s Seating) exchanged() Seating {
	for i := range s {
		s[i] = 1 - s[i]
	}
	return s
}

// appendTurned appends the four turns of a seating.
func appendTurned(dst []Seating, s Seating) []Seating {
	for range engine.NumSeats {
		dst = append(dst, s)
		s = Seating{s[3], s[0], s[1], s[2]}
	}
	return dst
}

// The ways to sit round a table: of four, with the first fixed, and of three, where
// the first one has two seats.
var (
	roundsOfFour  = [6]Seating{{0, 1, 2, 3}, {0, 3, 2, 1}, {0, 2, 3, 1}, {0, 1, 3, 2}, {0, 3, 1, 2}, {0, 2, 1, 3}}
	roundsOfThree = [3]Seating{{0, 0, 1, 2}, {0, 1, 0, 2}, {0, 0, 2, 1}}
)

// threesome returns the first seating of three bots. The one that sits twice,
// and the three ways to sit, change from block to block.
func threesome(block int64) Seating {
	s := roundsOfThree[block/3%3]
	for i := range s {
		s[i] = uint8((int64(s[i]) + block) % 3)
	}
	return s
}

// foursome returns the first seating of the block's company, whose six ways to
// sit change from block to block.
func (s *seater) foursome(block int64) Seating {
	m := int64(len(s.companies))
	members, round := s.companies[block%m], roundsOfFour[(block/m+block%m)%6]
	for i := range round {
		round[i] = members[round[i]]
	}
	return round
}

// companies returns all sets of four out of n ≥ 4 bots. Those that turn into
// each other when every number is raised by one modulo n follow each other:
// every number is in as many sets of such a cycle.
func companies(n int) []Seating {
	seen := map[Seating]bool{}
	var list []Seating
	for a := range n {
		for b := a + 1; b < n; b++ {
			for c := b + 1; c < n; c++ {
				for d := c + 1; d < n; d++ {
					for s := (Seating{uint8(a), uint8(b), uint8(c), uint8(d)}); !seen[s]; s = s.raised(n) {
						seen[s] = true
						list = append(list, s)
					}
				}
			}
		}
	}
	return list
}

// raised returns the set of the numbers raised by one modulo n, ascending.
func (s Seating) raised(n int) Seating {
	for i := range s {
		s[i] = uint8((int(s[i]) + 1) % n)
	}
	slices.Sort(s[:])
	return s
}
