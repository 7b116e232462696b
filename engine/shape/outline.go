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
// and with any other suit: in bits 0–13 what the tables have of its state, above
// them its counts, and above those the state itself. It is worth keeping where many
// questions are asked of the same suit, as each word takes two reads in small tables
// and one in a large one. That of an empty suit is 0: its state and its class are
// numbered first.
type Outline uint64

const (
	countsShift = classBits + pairsBits
	stateShift  = countsShift + countBits
)

// OutlineOf returns the outline of a suit. The word must be a state of the
// tables.
func (t *Tables) OutlineOf(w tile.SuitWord) Outline {
	return t.Uncounted(w) | Outline(CountsOf(w))<<countsShift
}

// Uncounted is OutlineOf without counts, for those who do not ask for pungs.
func (t *Tables) Uncounted(w tile.SuitWord) Outline {
	s := t.index.of(w)
	return Outline(t.outlineOf(s)) | Outline(s)<<stateShift
}

// ofState returns what the tables have of the suit's state.
func (o Outline) ofState() uint { return uint(o & (1<<countsShift - 1)) }

// state returns the number of the suit's state.
func (o Outline) state() uint32 { return uint32(o >> stateShift) }

// Counts returns the counts of the suit.
func (o Outline) Counts() Counts { return Counts(o >> countsShift & (1<<countBits - 1)) }

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

// Accepts returns the kinds of two suits side by side, those of the second nine bits
// further up, that lower what Missing returns.
func (t *Tables) Accepts(a, b Outline, melds int) tile.Kinds {
	p := &t.plans[t.plan[place(a.ofState(), b.ofState(), melds)]]
	return t.lower.of(a.state()).of(p.a) | t.lower.of(b.state()).of(p.b)<<tile.Ranks
}

// Keeps returns the held kinds of two suits side by side of which a tile may go
// without raising what Missing returns. Kinds that are not held are among them.
func (t *Tables) Keeps(a, b Outline, melds int) tile.Kinds {
	p := &t.plans[t.plan[place(a.ofState(), b.ofState(), melds)]]
	return t.keep.of(a.state()).of(p.a) | t.keep.of(b.state()).of(p.b)<<tile.Ranks
}

// FlushAccepts returns the ranks that lower what FlushMissing returns.
func (t *Tables) FlushAccepts(o Outline, melds int) tile.Kinds {
	return t.lower.of(o.state()).of(rankSets{paired: setOf(maxGroups - melds)})
}

// FlushKeeps is Keeps for a hand of one suit.
func (t *Tables) FlushKeeps(o Outline, melds int) tile.Kinds {
	return t.keep.of(o.state()).of(rankSets{paired: setOf(maxGroups - melds)})
}
