package oracle

import "xuezhan/engine/tile"

const (
	perRank = tile.Copies + 1 // 0–4 copies of a rank

	// suitStates counts the states of a suit with at most four copies of a
	// rank and any number of tiles, 5⁹.
	suitStates = 1953125

	// unreached marks a goal that a state does not hold, before the tiles
	// that lead to it are counted.
	unreached = 255
)

// goals are the distances of one suit: [pair][groups], 0–4 groups without and
// with a pair.
type goals [2][maxGroups + 1]uint8

// An Oracle holds the distances of every state of a suit.
type Oracle struct {
	table []goals // indexed by suitIndex
}

// New fills the table of distances from its definition. A state holds a
// goal of m groups if a group can be taken out of it such that the rest holds
// m−1 groups; it is at distance 0 of the goals it holds. Of any other it is
// one more than the least distant of the states with one tile more. Both
// recursions run over all 5⁹ states with at most four copies of a rank,
// whatever their number of tiles, so that no case is special.
func New() *Oracle {
	o := &Oracle{table: make([]goals, suitStates)}
	for v := range suitStates {
		o.table[v] = o.reached(v)
	}
	for v := suitStates - 1; v >= 0; v-- {
		o.approach(v)
	}
	return o
}

// SuitDistance returns how many tiles must be added to one suit for it to
// hold 0–4 groups without [0] and with [1] a pair, where no rank comes to
// more than four copies. Counts above four are read as four.
func (o *Oracle) SuitDistance(counts [9]int) [2][5]int {
	var d [2][5]int
	for pair := range d {
		for m := range d[pair] {
			d[pair][m] = int(o.table[suitIndex(counts)][pair][m])
		}
	}
	return d
}

// reached returns 0 for each goal that the state holds and unreached for the
// others. It needs the answer for all states of fewer tiles.
func (o *Oracle) reached(v int) goals {
	counts := suitCounts(v)
	var g goals
	for m := range g[0] {
		g[0][m], g[1][m] = unreached, unreached
	}
	g[0][0] = 0
	for r := range counts {
		if counts[r] >= 2 {
			g[1][0] = 0
		}
	}
	for _, rest := range withoutGroup(counts) {
		for m := 1; m <= maxGroups; m++ {
			g[0][m] = min(g[0][m], o.table[rest][0][m-1])
			g[1][m] = min(g[1][m], o.table[rest][1][m-1])
		}
	}
	return g
}

// approach replaces every unreached goal of the state by one more than the
// least distance of the states with one tile more, which must be known.
func (o *Oracle) approach(v int) {
	next := withTile(suitCounts(v))
	for pair := range o.table[v] {
		for m := range o.table[v][pair] {
			if o.table[v][pair][m] == 0 {
				continue
			}
			least := uint8(unreached)
			for _, n := range next {
				least = min(least, o.table[n][pair][m])
			}
			o.table[v][pair][m] = least + 1
		}
	}
}

// withoutGroup returns the states that remain when one pung or run is taken
// out, in every way there is.
func withoutGroup(counts [9]int) []int {
	v := suitIndex(counts)
	rests := make([]int, 0, 16)
	for r := range counts {
		if counts[r] >= 3 {
			rests = append(rests, v-3*places[r])
		}
	}
	for r := range 7 {
		if counts[r] > 0 && counts[r+1] > 0 && counts[r+2] > 0 {
			rests = append(rests, v-places[r]-places[r+1]-places[r+2])
		}
	}
	return rests
}

// withTile returns the states with one tile more.
func withTile(counts [9]int) []int {
	v := suitIndex(counts)
	next := make([]int, 0, 9)
	for r := range counts {
		if counts[r] < tile.Copies {
			next = append(next, v+places[r])
		}
	}
	return next
}

// places are the powers of five: what a tile of a rank adds to a state's
// number.
var places = [9]int{1, 5, 25, 125, 625, 3125, 15625, 78125, 390625}

// suitIndex returns the number of a state: its counts as digits to base 5.
func suitIndex(counts [9]int) int {
	v := 0
	for r, n := range counts {
		v += min(n, tile.Copies) * places[r]
	}
	return v
}

// suitCounts returns the state of a number.
func suitCounts(v int) [9]int {
	var counts [9]int
	for r := range counts {
		counts[r] = v % perRank
		v /= perRank
	}
	return counts
}
