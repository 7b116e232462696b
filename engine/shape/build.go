package shape

import (
	"math/bits"
	"slices"

	"xuezhan/engine/tile"
)

// Ten distances of a suit are computed side by side in one word, five bits
// each: four for the number and one guard. Field m is the distance to m groups
// without a pair, field 5+m to m groups with one.
const (
	maxGroups  = 4
	fieldBits  = 5
	numFields  = 2 * (maxGroups + 1)
	pairField  = maxGroups + 1
	fieldUnits = 1 | 1<<5 | 1<<10 | 1<<15 | 1<<20 | 1<<25 | 1<<30 | 1<<35 | 1<<40 | 1<<45
	guards     = fieldUnits << 4
	unknown    = 15 * fieldUnits // no target found yet
)

// fieldsMin returns the smaller of a and b in every field. With the guard set,
// a−b keeps it exactly where a ≥ b, and there b is taken.
func fieldsMin(a, b uint64) uint64 {
	g := (a | guards) - b
	g &= guards
	takeB := g - g>>4
	return a ^ (a^b)&takeB
}

// fieldsInc adds one in every field and stops at 15.
func fieldsInc(a uint64) uint64 {
	a += fieldUnits
	return a - a&guards>>4
}

func field(a uint64, i int) int { return int(a >> (fieldBits * uint(i)) & 15) }

// The completion word of a state: bits 0–8 the kinds that make it groups,
// bits 9–17 those that make it groups and a pair, and four flags for the state
// itself.
const (
	toPairShift            = tile.Ranks
	rankMask               = 1<<tile.Ranks - 1
	groupsBit              = 18 // made of groups
	pairedBit              = 19 // made of groups and a pair
	terminalGroupsBit      = 20 // the same where each group, and the pair, has a 1 or 9
	terminalPairedBit      = 21
	maxWords               = 1 << 10
	maxLowerLow            = 1 << 14
	maxLowerHigh           = 1 << 13
	classBits              = 7
	halfBits               = 7
	halvesMask             = (1<<halfBits - 1) << classBits
	planFields             = 1<<numFields - 1
	planMissing            = 2 * numFields
	mergeRoom              = 8 << (2 * classBits)
	_                 uint = numFields - 10 // ten fields are assumed throughout
)

// Tables are the tables of all states of a suit. They are large: keep one, and
// pass it on by its address. The methods do not change it.
type Tables struct {
	index index
	// outline has a state's class, the number of its list of distances, in bits
	// 0–6, its pairs in bits 7–9 and its kinds held an odd number of times in
	// bits 10–13; word the number of its completion word.
	outline [stateRoom]uint16
	word    [stateRoom]uint16
	words   [maxWords]uint32
	// distances has the ten distances of a class.
	distances [1 << classBits]uint64
	// merge has, for the groups needed and two classes, the tiles missing, and
	// plan the same in bits 20–24 with the distances by which that minimum is
	// reached, a bit a field: those of the first suit in bits 0–9 and of the
	// second in bits 10–19.
	merge [mergeRoom]uint8
	plan  [mergeRoom]uint32
	// byPairs has, for the melds and the pairs and odd kinds of two suits, as
	// outlines add them up, the tiles missing for seven pairs.
	byPairs [8 << halfBits]uint8
	// byPungs has, for the melds and the counts of the kinds held, the tiles
	// missing for a hand of pungs.
	byPungs [8 << countBits]uint8
	// spread turns a set of ten fields into a mask of five bits a field.
	spread [1 << numFields]uint64
	// lower says which kinds lower each distance of a state. In a word of the
	// low ranks, bit 5f+r is set when a tile of rank index r ≤ 4 lowers field
	// f, in one of the high ranks bit 5f+r−5 for r ≥ 5. There are few different
	// words, so that a state has only their two numbers, the low ranks' in the
	// low half: together they are too many for 16 bits, each by itself is not.
	lower     [stateRoom]uint32
	lowerLow  [maxLowerLow]uint64
	lowerHigh [maxLowerHigh]uint64
}

// New builds the tables.
func New() *Tables {
	t := new(Tables)
	b := builder{Tables: t, dist: make([]uint64, NumStates), raw: make([]uint32, NumStates)}
	b.low, b.high = t.index.build()
	for i := range b.dist {
		b.dist[i] = unknown
	}
	b.targets(0, 0, 0, false)
	b.targets(0, 0, 0, true)
	b.passDown()
	b.passUp()
	b.lowering()
	b.outlines()
	b.completions()
	t.buildMerge()
	t.buildPairs()
	t.buildPungs()
	for set := range t.spread {
		for f := range numFields {
			if set>>f&1 != 0 {
				t.spread[set] |= 31 << (fieldBits * f)
			}
		}
	}
	return t
}

type builder struct {
	*Tables
	low, high []tile.SuitWord
	dist      []uint64 // by state
	raw       []uint32 // completion words by state
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
	if fits(w) {
		s := b.index.of(w)
		f, bit := groups, groupsBit
		if paired {
			f, bit = groups+pairField, pairedBit
		}
		if terminal {
			b.raw[s] |= 1 << (bit + terminalGroupsBit - groupsBit)
			return
		}
		b.raw[s] |= 1 << bit
		b.dist[s] &^= 31 << (fieldBits * f)
	}
	if terminal {
		return
	}
	shift := 0
	if paired {
		shift = toPairShift
	}
	for r := range tile.Ranks {
		if part := w - tile.Unit(r); w.Rank(r) > 0 && fits(part) {
			b.raw[b.index.of(part)] |= 1 << (r + shift)
		}
	}
}

// passDown finds, for every state, the least number of tiles that complete it
// exactly: a target is none away from itself, any other state one more than
// the best state of one tile more. Adding a tile makes the word larger, so
// going down the words in numeric order meets the larger states first.
func (b *builder) passDown() {
	for _, high := range slices.Backward(b.high) {
		for _, low := range slices.Backward(b.low) {
			w := high<<lowBits | low
			if n := w.Total(); n < MaxTiles {
				s := b.index.of(w)
				best := uint64(unknown)
				b.eachAdded(w, func(_ int, larger uint32) {
					best = fieldsMin(best, b.dist[larger])
				})
				b.dist[s] = fieldsMin(b.dist[s], fieldsInc(best))
			}
		}
	}
}

// passUp lets every state leave tiles aside: it is no farther away than the
// best state of one tile less.
func (b *builder) passUp() {
	for _, high := range b.high {
		for _, low := range b.low {
			w := high<<lowBits | low
			if w.Total() < MaxTiles {
				d := b.dist[b.index.of(w)]
				b.eachAdded(w, func(_ int, larger uint32) {
					b.dist[larger] = fieldsMin(b.dist[larger], d)
				})
			}
		}
	}
}

// eachAdded calls visit with the state after adding one tile of each rank
// index that has room.
func (b *builder) eachAdded(w tile.SuitWord, visit func(r int, larger uint32)) {
	for r := range tile.Ranks {
		if w.Rank(r) < tile.Copies {
			visit(r, b.index.of(w+tile.Unit(r)))
		}
	}
}

// lowering notes which tiles lower which distance. A tile lowers a distance by
// one or not at all, so the difference of two states is a set of fields.
func (b *builder) lowering() {
	low, high := newNumbering(b.lowerLow[:]), newNumbering(b.lowerHigh[:])
	for _, highRanks := range b.high {
		for _, lowRanks := range b.low {
			w := highRanks<<lowBits | lowRanks
			n := w.Total()
			if n > MaxTiles {
				continue
			}
			s := b.index.of(w)
			var lower [2]uint64
			if n < MaxTiles {
				b.eachAdded(w, func(r int, larger uint32) {
					lower[r/numLowRanks] |= (b.dist[s] - b.dist[larger]) << (r % numLowRanks)
				})
			}
			b.lower[s] = low.of(lower[0]) | high.of(lower[1])<<16
		}
	}
}

// A numbering gives different words numbers in the order in which they come,
// and keeps them in a table.
type numbering struct {
	table   []uint64
	numbers map[uint64]uint32
	last    uint64 // the same word often comes again
	number  uint32
}

func newNumbering(table []uint64) *numbering {
	return &numbering{table: table, numbers: map[uint64]uint32{0: 0}}
}

func (n *numbering) of(word uint64) uint32 {
	if word != n.last {
		number, ok := n.numbers[word]
		if !ok {
			number = uint32(len(n.numbers))
			n.numbers[word] = number
			n.table[number] = word
		}
		n.last, n.number = word, number
	}
	return n.number
}

// outlines numbers the different distances in the order of the words, and notes
// what seven pairs need.
func (b *builder) outlines() {
	numbers := map[uint64]uint16{}
	last, number := ^uint64(0), uint16(0)
	for _, high := range b.high {
		for _, low := range b.low {
			w := high<<lowBits | low
			if w.Total() > MaxTiles {
				continue
			}
			s := b.index.of(w)
			if d := b.dist[s]; d != last {
				n, ok := numbers[d]
				if !ok {
					n = uint16(len(numbers))
					numbers[d] = n
					b.distances[n] = d
				}
				last, number = d, n
			}
			odd := bits.OnesCount32(uint32(w.Odd()))
			b.outline[s] = number | uint16(w.Pairs())<<classBits | uint16(odd)<<(classBits+3)
		}
	}
}

// completions numbers the different completion words.
func (b *builder) completions() {
	numbers := map[uint32]uint16{}
	for s, w := range b.raw {
		n, ok := numbers[w]
		if !ok {
			n = uint16(len(numbers))
			numbers[w] = n
			b.words[n] = w
		}
		b.word[s] = n
	}
}

// buildMerge joins two suits: the groups needed are split between them in
// every way, with the pair in the one or the other, and the cheapest count.
func (t *Tables) buildMerge() {
	for groups := range maxGroups + 1 {
		for a := range 1 << classBits {
			for b := range 1 << classBits {
				i := groups<<(2*classBits) | a<<classBits | b
				plan := mergeFields(t.distances[a], t.distances[b], groups)
				t.plan[i], t.merge[i] = plan, uint8(plan>>planMissing)
			}
		}
	}
}

func mergeFields(a, b uint64, groups int) (plan uint32) {
	missing := 31
	try := func(fieldA, fieldB int) {
		n := field(a, fieldA) + field(b, fieldB)
		if n < missing {
			missing, plan = n, 0
		}
		if n == missing {
			plan |= 1<<fieldA | 1<<(numFields+fieldB)
		}
	}
	for m := range groups + 1 {
		try(m, pairField+groups-m)
		try(pairField+m, groups-m)
	}
	return plan | uint32(missing)<<planMissing
}

// buildPairs works out the way to seven pairs. Melds rule it out.
func (t *Tables) buildPairs() {
	for i := range t.byPairs {
		melds, pairs, odd := i>>halfBits, i&7, i>>3&15
		t.byPairs[i] = 255
		if melds == 0 && pairs <= numPairs {
			wanted := numPairs - pairs
			t.byPairs[i] = uint8(2*wanted - min(odd, wanted))
		}
	}
}

// buildPungs works out the way to a hand of pungs.
func (t *Tables) buildPungs() {
	for i := range t.byPungs {
		melds, once, twice, thrice := i>>countBits, i&15, i>>twiceShift&7, i>>thriceShift&7
		t.byPungs[i] = 255
		if melds <= maxGroups {
			t.byPungs[i] = uint8(pungsMissing(maxGroups-melds, once, twice, thrice))
		}
	}
}

// pungsMissing returns how many tiles lack for so many pungs and a pair: the
// kinds held most often become the pungs, and the next one the pair.
func pungsMissing(pungs, once, twice, thrice int) int {
	use := func(kinds *int) int {
		n := min(pungs, *kinds)
		pungs -= n
		*kinds -= n
		return n
	}
	use(&thrice)
	missing := use(&twice) + 2*use(&once)
	missing += 3 * pungs
	switch {
	case thrice > 0 || twice > 0:
		return missing
	case once > 0:
		return missing + 1
	}
	return missing + 2
}
