package report

import (
	"math/bits"

	"xuezhan/sim"
	"xuezhan/sim/stats"
)

// A seat starts a hand with a number of tiles of its longest suit, a number of
// pairs and a shanten, each put into a few classes.
var (
	suitClasses    = [...]string{"5 or fewer", "6", "7", "8", "9 or more"}
	pairClasses    = [...]string{"0 to 2", "3", "4", "5 or more"}
	shantenClasses = [...]string{"1 or less", "2", "3", "4", "5 or more"}
)

const (
	numSuitClasses    = len(suitClasses)
	numPairClasses    = len(pairClasses)
	numShantenClasses = len(shantenClasses)
)

// The kinds of start: all starts, by longest suit, by pairs, by both.
const (
	anyStart   = 0
	bySuit     = anyStart + 1
	byPairs    = bySuit + numSuitClasses
	byBoth     = byPairs + numPairClasses
	numStarts  = byBoth + numSuitClasses*numPairClasses
	startWords = 32 // room for starts: a bit of a word each
)

// The kinds of opening: by longest suit and shanten, by shanten alone. They are
// starts of another division, in which bots are not compared.
const (
	bySuitAndShanten = 0
	byShanten        = numSuitClasses * numShantenClasses
)

func suitClass(tiles int) int { return min(max(tiles-5, 0), numSuitClasses-1) }

func pairClass(pairs int) int { return min(max(pairs-2, 0), numPairClasses-1) }

func shantenClass(shanten int) int { return min(max(shanten-1, 0), numShantenClasses-1) }

// unitStarts are a bot's points and hands by kind of start over the unit that
// is being tallied.
type unitStarts struct {
	points  [startWords]int64
	hands   [startWords]int64
	touched uint32
}

// add adds one seat of a hand.
func (u *unitStarts) add(s *sim.SeatOutcome, points int64) {
	suit, pairs := suitClass(s.LongestSuit), pairClass(s.Pairs)
	u.addTo(anyStart, points)
	u.addTo(bySuit+suit, points)
	u.addTo(byPairs+pairs, points)
	u.addTo(byBoth+suit*numPairClasses+pairs, points)
}

// addOpening adds one seat of a hand by kind of opening.
func (u *unitStarts) addOpening(s *sim.SeatOutcome, points int64) {
	suit, shanten := suitClass(s.LongestSuit), shantenClass(s.StartShanten)
	u.addTo(bySuitAndShanten+suit*numShantenClasses+shanten, points)
	u.addTo(byShanten+shanten, points)
}

func (u *unitStarts) addTo(start int, points int64) {
	start &= startWords - 1
	u.points[start] += points
	u.hands[start]++
	u.touched |= 1 << start
}

// started is a bot's points per hand from one kind of start over all units.
type started struct {
	points, hands stats.Sum
	product       stats.Product
	units         int64 // units that have such a start
}

// starts are all kinds of start of a bot.
type starts [startWords]started

// close records a unit.
func (s *starts) close(u *unitStarts) {
	for t := u.touched; t != 0; t &= t - 1 {
		start := bits.TrailingZeros32(t) & (startWords - 1)
		y, x := u.points[start], u.hands[start]
		s[start].points.Add(y)
		s[start].hands.Add(x)
		s[start].product.Add(y, x)
		s[start].units++
	}
}

// merge records every unit of o.
func (s *starts) merge(o *starts) {
	for i := range s {
		s[i].points.Merge(o[i].points)
		s[i].hands.Merge(o[i].hands)
		s[i].product.Merge(o[i].product)
		s[i].units += o[i].units
	}
}

// ratio returns the points per hand of a kind of start, for n units.
func (s *started) ratio(n int64) stats.Ratio {
	return stats.MakeRatio(n, s.points, s.hands, s.product)
}

// A pair is what the comparison of two bots needs besides their own sums.
type pair struct {
	cross    [startWords]stats.Cross
	together int64 // units in which both sit at the table
}

// close records a unit of the two bots.
func (p *pair) close(a, b *unitStarts) {
	both := a.touched & b.touched
	p.together += int64(both & 1) // anyStart
	for t := both; t != 0; t &= t - 1 {
		start := bits.TrailingZeros32(t) & (startWords - 1)
		p.cross[start].Add(a.points[start], a.hands[start], b.points[start], b.hands[start])
	}
}

// merge records every unit of o.
func (p *pair) merge(o *pair) {
	for i := range p.cross {
		p.cross[i].Merge(o.cross[i])
	}
	p.together += o.together
}
