package shape

import "xuezhan/engine/tile"

// An outline of the tables has a suit's pairs and odd kinds in its lowest bits,
// and its class above them.
const (
	pairsBits = 7
	pairsMask = 1<<pairsBits - 1
	classBits = 7
)

// outlineOf returns the outline of a state. It is widened at once: arithmetic on
// sixteen bits costs more instructions.
func (t *Tables) outlineOf(s uint32) uint { return uint(t.outline[s&(stateRoom-1)]) }

// classOf returns the class of an outline.
func classOf(outline uint) uint { return outline >> pairsBits }

// Distances returns how many tiles a suit lacks for m groups, without a pair
// in [0][m] and with one in [1][m]. The word must be a state of the tables.
func (t *Tables) Distances(w tile.SuitWord) [2][maxGroups + 1]int {
	var d [2][maxGroups + 1]int
	fields := t.distancesOf(t.outlineOf(t.index.of(w)))
	for m := range maxGroups + 1 {
		d[0][m], d[1][m] = field(fields, m), field(fields, pairField+m)
	}
	return d
}

func (t *Tables) distancesOf(outline uint) uint64 {
	return t.distances[classOf(outline)&(1<<classBits-1)]
}

// An Outline is all of a suit that tells what it lacks, for any shape of hand
// and with any other suit: in bits 0–13 what the tables have of its state, and
// above them its counts. It is worth keeping where many questions are asked of
// the same suit, as each word takes two reads in small tables and one in a large
// one. That of an empty suit is 0: its class is numbered first.
type Outline uint32

const countsShift = classBits + pairsBits

// OutlineOf returns the outline of a suit. The word must be a state of the
// tables.
func (t *Tables) OutlineOf(w tile.SuitWord) Outline {
	return Outline(t.outlineOf(t.index.of(w))) | Outline(CountsOf(w))<<countsShift
}

// ofState returns what the tables have of the suit's state.
func (o Outline) ofState() uint { return uint(o & (1<<countsShift - 1)) }

// Counts returns the counts of the suit.
func (o Outline) Counts() Counts { return Counts(o >> countsShift) }

// Missing returns how many tiles two suits lack for the groups that melds leave
// and a pair: their shanten, in the standard form, and one.
func (t *Tables) Missing(a, b Outline, melds int) int {
	return int(t.merge[place(a.ofState(), b.ofState(), melds)])
}

// FlushMissing is Missing for a hand of one suit.
func (t *Tables) FlushMissing(o Outline, melds int) int {
	return field(t.distancesOf(o.ofState()), pairField+maxGroups-melds)
}

// PairsMissing returns how many tiles two suits lack for seven pairs, where
// four of a kind are two. Each kind held an odd number of times is half a pair;
// a pair that finds no such kind takes two tiles. Melds, which rule them out, are
// for the caller to look at.
func (t *Tables) PairsMissing(a, b Outline) int {
	return t.pairsMissing(a.ofState(), b.ofState(), 0)
}
