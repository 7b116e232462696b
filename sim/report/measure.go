package report

import (
	"xuezhan/engine"
	"xuezhan/sim/stats"
)

// A measure is something that is counted or summed of a bot over a unit. Where
// a unit has several seats or hands of the bot they add up.
type measure uint8

// The measures, and what each is reported per.
const (
	hands  measure = iota // seats of hands played
	points                // per hands, as are those down to readiness
	won                   // seats that won
	wins
	dealIns
	pigs // flower pigs at exhaustion
	concealedKongs
	claimedKongs
	addedKongs
	cleared // seats that came to hold no tile of their void suit
	ready   // seats that came to be ready
	unwon   // seats at exhaustion that had not won
	dealers
	others // seats other than the dealer's

	discardWins // per wins
	selfDraws
	robbings
	winFan
	winPoints // base points

	clearedDraws // draws until then, per cleared
	readyDraws   // per ready
	readyWide
	readyLive
	wonDraws     // draws until the first win, per won
	unwonReady   // those that were ready, per unwon
	dealerPoints // per dealers
	otherPoints  // per others

	games       // seats of whole games played
	finalPoints // per games
	placeSum    // twice the place, ties sharing the mean of theirs, per games

	firstSource                                                 // points by engine.Source, per hands
	firstOrder       = firstSource + measure(engine.NumSources) // seats by order among the winners, 0 for none, per hands
	firstOrderPoints = firstOrder + numOrders                   // points of these, per seats of that order
	firstPlace       = firstOrderPoints + numOrders             // seats of games by place, ties sharing the best, per games
	firstSum         = firstPlace + engine.NumSeats             // points by group of several sources, per hands
	numMeasures      = firstSum + numSums
)

// numSums counts the groups of several sources.
const numSums = 2

// sourceGroups are the groups of sources that reports have points of.
var sourceGroups = engine.SourceGroups()

// noSum is the sum of a source that is a group of its own.
const noSum = hands

// groupSums has for each source the measure that adds up its group.
var groupSums = sumsOfGroups()

func sumsOfGroups() [engine.NumSources]measure {
	var sums [engine.NumSources]measure
	next := firstSum
	for _, g := range sourceGroups {
		if len(g.Sources) == 1 {
			continue
		}
		for _, s := range g.Sources {
			sums[s] = next
		}
		next++
	}
	return sums
}

// numOrders counts the orders among a hand's winners: none, first to fourth.
const numOrders = engine.NumSeats + 1

// maxMeasures is the room for measures: a power of two, so that masked indexes
// need no check.
const maxMeasures = 64

// per has the denominator of each measure; that of hands and games is itself.
var per = denominators()

func denominators() [maxMeasures]measure {
	var d [maxMeasures]measure // hands, unless said otherwise
	set := func(den measure, nums ...measure) {
		for _, m := range nums {
			d[m] = den
		}
	}
	set(wins, discardWins, selfDraws, robbings, winFan, winPoints)
	set(cleared, clearedDraws)
	set(ready, readyDraws, readyWide, readyLive)
	set(won, wonDraws)
	set(unwon, unwonReady)
	set(dealers, dealerPoints)
	set(others, otherPoints)
	set(games, games, finalPoints, placeSum)
	for k := range measure(numOrders) {
		set(firstOrder+k, firstOrderPoints+k)
	}
	for k := range measure(engine.NumSeats) {
		set(games, firstPlace+k)
	}
	return d
}

// unitSums are a bot's measures over the unit that is being tallied.
type unitSums [maxMeasures]int64

// add adds v to a measure.
func (u *unitSums) add(m measure, v int64) { u[m&(maxMeasures-1)] += v }

// blockUnits is how many units a block takes. Sums of squares of that many stay
// within 64 bits as long as no measure of a unit reaches 2^28.
const blockUnits = 64

// A block sums a few units in machine words: all measures of a unit, most of
// them 0, go by in one pass without a branch.
type block struct {
	units                  int
	sums, squares, crosses [maxMeasures]int64
}

// add records a unit.
func (b *block) add(u *unitSums) {
	b.units++
	for m, v := range u[:numMeasures] {
		b.sums[m] += v
		b.squares[m] += v * v
		b.crosses[m] += v * u[per[m]&(maxMeasures-1)]
	}
}

// measures are all measures of a bot over all units.
type measures struct {
	recent   block
	sums     [numMeasures]stats.Sum
	products [numMeasures]stats.Product // with the denominator
}

// close records a unit and empties it.
func (s *measures) close(u *unitSums) {
	s.recent.add(u)
	clear(u[:])
	if s.recent.units == blockUnits {
		s.settle()
	}
}

// settle moves what the block has into the sums.
func (s *measures) settle() {
	for m := range s.sums {
		s.sums[m].Merge(stats.MakeSum(s.recent.sums[m], s.recent.squares[m]))
		s.products[m].Merge(stats.MakeProduct(s.recent.crosses[m]))
	}
	s.recent = block{}
}

// merge records every unit of o, settling both.
func (s *measures) merge(o *measures) {
	s.settle()
	o.settle()
	for m := range s.sums {
		s.sums[m].Merge(o.sums[m])
		s.products[m].Merge(o.products[m])
	}
}

// total returns the sum of a measure over all units that are settled.
func (s *measures) total(m measure) int64 { return s.sums[m].Total() }

// ratio returns a measure over its denominator, for n units, all settled.
func (s *measures) ratio(m measure, n int64) stats.Ratio {
	return stats.MakeRatio(n, s.sums[m], s.sums[per[m]], s.products[m])
}
