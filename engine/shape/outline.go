package shape

import "xuezhan/engine/tile"

// An Outline is all of a suit that tells what it lacks, for any shape of hand
// and beside any other suit: in bits 0–13 what the tables have of its state, and
// above them its counts. It is worth keeping where many questions are asked of
// the same suit, as each word takes two reads in small tables and one in a large
// one.
type Outline uint32

const countsShift = classBits + halfBits

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

// PairsMissing returns how many tiles two suits lack for seven pairs, of which
// four of a kind are two. Each kind held an odd number of times is half a pair;
// a pair that finds no such kind takes two tiles. Here, but for the shapes of
// groups not, 0 stands for an empty suit.
func (t *Tables) PairsMissing(a, b Outline) int {
	return t.pairsMissing(a.ofState(), b.ofState(), 0)
}
