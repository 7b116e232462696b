package shape

import (
	"math/bits"
	"slices"

	"xuezhan/engine/tile"
)

type builder struct {
	*Tables
	states []state
	dist   []uint64 // by state
	raw    []uint64 // completion words by state
}

// groupWords are the seven runs and the nine pungs of a suit.
var groupWords = func() (g [16]tile.SuitWord) {
	for r := range 7 {
		g[r] = tile.Unit(r) + tile.Unit(r+1) + tile.Unit(r+2)
	}
	for r := range tile.Ranks {
		g[7+r] = 3 * tile.Unit(r)
	}
	return g
}()

// terminalGroup reports whether group i has a 1 or a 9.
func terminalGroup(i int) bool { return i == 0 || i == 6 || i == 7 || i == 15 }

// targets visits every suit made of groups (those numbered first and up, so
// that each is met once an order), alone and with a pair, and marks it. With
// terminal set only groups and pairs with a 1 or 9 are used.
func (b *builder) targets(w tile.SuitWord, groups, first int, terminal bool) {
	b.mark(w, groups, false, terminal)
	for r := range tile.Ranks {
		if pair := 2 * tile.Unit(r); hasRoom(w, pair) && (!terminal || r == 0 || r == tile.Ranks-1) {
			b.mark(w+pair, groups, true, terminal)
		}
	}
	if groups == maxGroups {
		return
	}
	for i := first; i < len(groupWords); i++ {
		if hasRoom(w, groupWords[i]) && (!terminal || terminalGroup(i)) {
			b.targets(w+groupWords[i], groups+1, i, terminal)
		}
	}
}

// hasRoom reports whether no rank of w and part together exceeds five.
func hasRoom(w, part tile.SuitWord) bool {
	for r := range tile.Ranks {
		if w.Rank(r)+part.Rank(r) > tile.Copies+1 {
			return false
		}
	}
	return true
}

// mark notes that w is made of groups, with a pair or not. A word with five of
// a kind is no state, but the wait for the fifth is a wait by shape.
func (b *builder) mark(w tile.SuitWord, groups int, paired, terminal bool) {
	// What is paired stands in the low half, and the kinds that make it so in
	// the high one; groups the other way round.
	stands, waits, f := otherHalf, 0, groups
	if paired {
		stands, waits, f = 0, otherHalf, groups+pairField
	}
	if fits(w) {
		s := b.index.of(w)
		if terminal {
			b.raw[s] |= 1 << (endsShift + stands)
			return
		}
		b.raw[s] |= allRanks << (standsShift + stands)
		b.dist[s] &^= 31 << (fieldBits * f)
	}
	if terminal {
		return
	}
	for r := range tile.Ranks {
		if part := w - tile.Unit(r); w.Rank(r) > 0 && fits(part) {
			b.raw[b.index.of(part)] |= 1 << (r + waits)
		}
	}
}

// passDown finds, for every state, the least number of tiles that complete it
// exactly: a target is none away from itself, any other state one more than
// the best state of one tile more, which is met before it.
func (b *builder) passDown() {
	for _, s := range slices.Backward(b.states) {
		best := uint64(unknown)
		b.eachAdded(s, func(_ int, larger uint32) {
			best = fieldsMin(best, b.dist[larger])
		})
		b.dist[s.number] = fieldsMin(b.dist[s.number], fieldsInc(best))
	}
}

// passUp lets every state leave tiles aside: it is no farther away than the
// best state of one tile less.
func (b *builder) passUp() {
	for _, s := range b.states {
		d := b.dist[s.number]
		b.eachAdded(s, func(_ int, larger uint32) {
			b.dist[larger] = fieldsMin(b.dist[larger], d)
		})
	}
}

// eachAdded calls visit with the state after adding one tile of each rank
// index that has room.
func (b *builder) eachAdded(s state, visit func(r int, larger uint32)) {
	if s.tiles == MaxTiles {
		return
	}
	for r := range tile.Ranks {
		if s.word.Rank(r) < tile.Copies {
			visit(r, b.index.of(s.word+tile.Unit(r)))
		}
	}
}

// steps notes for every state which tiles lower which distance, and which of its
// tiles may go without raising it. A tile lowers a distance by one or not at all,
// so the difference of two states is a set of fields: what one tile more lowers,
// the same tile less raises. States are met after all smaller ones, when it is
// known what raises them. What is not held raises nothing, so that there are
// fewer different sets.
func (b *builder) steps() {
	raise := make([]rankSets, NumStates)
	lower, keep := newNumbering(&b.lower), newNumbering(&b.keep)
	for _, s := range b.states {
		n := s.number
		keep.note(n, rankSets{^raise[n].alone, ^raise[n].paired})
		var lowered rankSets
		b.eachAdded(s, func(r int, larger uint32) {
			step := stepOf(b.dist[n]-b.dist[larger], r)
			lowered.add(step)
			raise[larger].add(step)
		})
		lower.note(n, lowered)
	}
}

// outlines numbers the different distances in the order of the words, and notes
// what seven pairs need.
func (b *builder) outlines() {
	classes := newWordNumbers(b.distances[:])
	for _, s := range b.states {
		odd := bits.OnesCount32(uint32(s.word.Odd()))
		class := uint16(classes.of(b.dist[s.number]))
		b.outline[s.number] = uint16(s.word.Pairs()) | uint16(odd)<<3 | class<<pairsBits
	}
}

// completions numbers the different completion words.
func (b *builder) completions() {
	words := newWordNumbers(b.words[:])
	for s, w := range b.raw {
		b.word[s] = uint16(words.of(w))
	}
}
