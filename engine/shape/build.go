package shape

import "xuezhan/engine/tile"

// A builder fills the tables. States come in rows: a high pattern with all low patterns
// of one number of tiles, whose numbers follow each other.
type builder struct {
	*Tables
	low  []pattern               // by number, which is by tiles
	upTo [MaxTiles + 2]int       // upTo[n]: low patterns of fewer than n tiles
	high [MaxTiles + 1][]pattern // by tiles
	dist []uint64                // by state
	raw  []uint64                // completion words by state
}

// maxRow is more than the most states of a row: the low patterns of ten tiles.
const maxRow = 512

// newBuilder numbers the states, and prepares what is noted of each.
func newBuilder(t *Tables) *builder {
	b := &builder{Tables: t, dist: make([]uint64, NumStates), raw: make([]uint64, NumStates)}
	b.upTo = t.index.build()
	for _, list := range byTotal(patterns(numLowRanks)) {
		for _, w := range list {
			b.low = append(b.low, newPattern(w, 0, numLowRanks, func(w tile.SuitWord) uint32 { return uint32(t.index.lo[w]) }))
		}
	}
	for n, list := range byTotal(patterns(numHighRanks)) {
		for _, w := range list {
			b.high[n] = append(b.high[n], newPattern(w, numLowRanks, numHighRanks, func(w tile.SuitWord) uint32 { return t.index.hi[w] }))
		}
	}
	for i := range b.dist {
		b.dist[i] = unknown
	}
	return b
}

// rows visits the states of n tiles.
func (b *builder) rows(tiles int, visit func(high *pattern, low []pattern)) {
	for inHigh := range tiles + 1 {
		low := b.low[b.upTo[tiles-inHigh]:b.upTo[tiles-inHigh+1]]
		for i := range b.high[inHigh] {
			if len(low) == 0 {
				break
			}
			visit(&b.high[inHigh][i], low)
		}
	}
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
	var room [maxRow]uint64
	for tiles := MaxTiles - 1; tiles >= 0; tiles-- {
		b.rows(tiles, func(high *pattern, low []pattern) {
			best := room[:len(low)]
			block := b.dist[high.number:]
			for i := range best {
				d := uint64(unknown)
				for _, x := range low[i].more.all() {
					d = fieldsMin(d, block[x.number])
				}
				best[i] = d
			}
			for _, x := range high.more.all() {
				rowMin(best, b.dist[x.number+low[0].number:])
			}
			row := b.row(high, low)
			for i, d := range row {
				row[i] = fieldsMin(d, fieldsInc(best[i]))
			}
		})
	}
}

// passUp lets every state leave tiles aside: it is no farther away than the
// best state of one tile less.
func (b *builder) passUp() {
	for tiles := 1; tiles <= MaxTiles; tiles++ {
		b.rows(tiles, func(high *pattern, low []pattern) {
			row, block := b.row(high, low), b.dist[high.number:]
			for i, d := range row {
				for _, x := range low[i].less.all() {
					d = fieldsMin(d, block[x.number])
				}
				row[i] = d
			}
			for _, x := range high.less.all() {
				rowMin(row, b.dist[x.number+low[0].number:])
			}
		})
	}
}

// row returns the distances of a row.
func (b *builder) row(high *pattern, low []pattern) []uint64 {
	first := high.number + low[0].number
	return b.dist[first : first+uint32(len(low))]
}

// rowMin makes each number of a row the smaller of itself and another row's.
func rowMin(row, other []uint64) {
	other = other[:len(row)]
	for i, d := range row {
		row[i] = fieldsMin(d, other[i])
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
	var room [maxRow]rankSets
	lower, keep := newNumbering(&b.lower), newNumbering(&b.keep)
	for tiles := range MaxTiles + 1 {
		b.rows(tiles, func(high *pattern, low []pattern) {
			lowered := room[:len(low)]
			clear(lowered)
			if tiles < MaxTiles {
				b.stepRow(lowered, raise, high, low)
			}
			for i := range low {
				n := high.number + low[i].number
				keep.note(n, rankSets{^raise[n].alone, ^raise[n].paired})
				lower.note(n, lowered[i])
			}
		})
	}
}

// stepRow notes what a tile more lowers in the states of a row, and what a tile less
// then raises in those of a tile more.
func (b *builder) stepRow(lowered, raise []rankSets, high *pattern, low []pattern) {
	row, block, raised := b.row(high, low), b.dist[high.number:], raise[high.number:]
	for i, d := range row {
		for _, x := range low[i].more.all() {
			step := stepOf(d-block[x.number], int(x.rank))
			lowered[i].add(step)
			raised[x.number].add(step)
		}
	}
	for _, x := range high.more.all() {
		first := x.number + low[0].number
		larger, raised := b.dist[first:][:len(row)], raise[first:][:len(row)]
		for i, d := range row {
			step := stepOf(d-larger[i], int(x.rank))
			lowered[i].add(step)
			raised[i].add(step)
		}
	}
}

// outlines numbers the different distances in the order of the words, and notes
// what seven pairs need.
func (b *builder) outlines() {
	classes := newWordNumbers(b.distances[:])
	for tiles := range MaxTiles + 1 {
		b.rows(tiles, func(high *pattern, low []pattern) {
			for i := range low {
				n := high.number + low[i].number
				b.outline[n] = high.halves + low[i].halves + uint16(classes.of(b.dist[n]))<<pairsBits
			}
		})
	}
}

// completions numbers the different completion words.
func (b *builder) completions() {
	words := newWordNumbers(b.words[:])
	for s, w := range b.raw {
		b.word[s] = uint16(words.of(w))
	}
}
