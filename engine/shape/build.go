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

// The completion word of a state has two halves. Bits 0–8 are the kinds that
// make it groups; bits 9–17 are all set if it is groups and a pair as it stands,
// and bit 27 if it can be so with a 1 or 9 in each of them. The high half has
// the same the other way round: the kinds that make it groups and a pair, and
// whether it is groups. So the low half of one suit and the high half of
// another have to meet for a hand, and shifted by nine bits one word has a mask
// for the waits of the other (bits 18–26 are free for that).
const (
	standsShift = tile.Ranks
	endsShift   = 3 * tile.Ranks
	otherHalf   = 32
	allRanks    = 1<<tile.Ranks - 1
	isPaired    = 1 << standsShift // one of its nine bits
)

const (
	maxPlans          = 1 << 8
	maxLowWords       = 1 << 15
	maxHighWords      = 1 << 13
	classBits         = 7
	halfBits          = 7
	halvesMask        = 1<<halfBits - 1
	mergeRoom         = 8 << (2 * classBits)
	_            uint = numFields - 10 // ten fields are assumed throughout
)

// Tables are the tables of all states of a suit. They are large: keep one, and
// pass it on by its address. The methods do not change it.
type Tables struct {
	index index
	// outline has a state's pairs in bits 0–2, its kinds held an odd number of
	// times in bits 3–6, and its class, the number of its list of distances, in
	// bits 7–13; word the number of its completion word.
	outline [stateRoom]uint16
	word    [stateRoom]uint16
	words   [1 << 16]uint64
	// distances has the ten distances of a class.
	distances [1 << classBits]uint64
	// merge has, for the melds and two classes, the tiles missing, and plan the
	// number of the plan, the distances by which that minimum is reached.
	merge [mergeRoom]uint8
	plan  [mergeRoom]uint8
	plans [maxPlans]plan
	// byPairs has, for the pairs and odd kinds of two suits, as
	// outlines add them up, the tiles missing for seven pairs.
	byPairs [1 << halfBits]uint8
	// byPungs has, for the melds and the counts of the kinds held, the tiles
	// missing for a hand of pungs.
	byPungs [8 << countBits]uint8
	// lower says which kinds lower each distance of a state, and keep which of
	// its tiles may go without raising it.
	lower, keep rankTable
}

// A plan says which distances of the first and of the second suit add up to
// what two suits lack, in every way to split the groups that reaches it.
type plan struct{ a, b rankSets }

// rankSets has a set of ranks for each distance of a suit: bits 9m to 9m+8 are
// that for m groups, alone in the one word and with a pair in the other. In a plan
// the sets are full or empty.
type rankSets struct{ alone, paired uint64 }

// of returns the ranks that are in the set of any distance of a plan.
func (r rankSets) of(plan rankSets) tile.Kinds {
	x := r.alone&plan.alone | r.paired&plan.paired
	x |= x>>tile.Ranks | x>>(2*tile.Ranks)
	x |= x >> (2 * tile.Ranks)
	return tile.Kinds(x) & allRanks
}

// A rankTable has rankSets for every state. There are few different words, so
// that a state has only the numbers of its two, the one alone in the low half.
type rankTable struct {
	numbers       [stateRoom]uint32
	alone, paired [1 << 16]uint64
}

// of returns the sets of a state.
func (t *rankTable) of(s uint32) rankSets {
	at := t.numbers[s&(stateRoom-1)]
	return rankSets{t.alone[uint16(at)], t.paired[at>>16]}
}

// New builds the tables.
func New() *Tables {
	t := new(Tables)
	b := builder{Tables: t, dist: make([]uint64, NumStates), raw: make([]uint64, NumStates)}
	b.states = t.index.build()
	for i := range b.dist {
		b.dist[i] = unknown
	}
	b.targets(0, 0, 0, false)
	b.targets(0, 0, 0, true)
	b.passDown()
	b.passUp()
	b.steps()
	b.outlines()
	b.completions()
	t.buildMerge()
	t.buildPairs()
	t.buildPungs()
	return t
}

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

func (r *rankSets) add(x rankSets) {
	r.alone |= x.alone
	r.paired |= x.paired
}

// stepOf returns the sets that have one rank in those fields whose lowest bit is
// set.
func stepOf(fields uint64, rank int) rankSets {
	return rankSets{widened(fields) << (rank & 15), widened(fields>>(fieldBits*pairField)) << (rank & 15)}
}

// widened moves the lowest bits of the first five fields from the places 5m to
// 9m. The product has each of them at 5m+4k for all k ≤ 4, no two at the same
// place, and of those at a multiple of nine only the ones with k = m.
func widened(fields uint64) uint64 {
	const (
		fives = 1 | 1<<5 | 1<<10 | 1<<15 | 1<<20
		fours = 1 | 1<<4 | 1<<8 | 1<<12 | 1<<16
		nines = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36
	)
	return fields & fives * fours & nines
}

// A numbering fills a rankTable.
type numbering struct {
	table         *rankTable
	alone, paired wordNumbers
}

func newNumbering(t *rankTable) *numbering {
	return &numbering{t, newWordNumbers(t.alone[:]), newWordNumbers(t.paired[:])}
}

func (n *numbering) note(s uint32, r rankSets) {
	n.table.numbers[s] = n.alone.of(r.alone) | n.paired.of(r.paired)<<16
}

// wordNumbers gives different words numbers in the order in which they come. It
// finds a word's slot by hashing and looks on from there; a map would take more
// time than all else in the making of the tables.
type wordNumbers struct {
	words []uint64 // by number
	slots []uint32 // numbers and one by hash; 0 for none
	used  uint32
}

const slotBits = 17 // twice as many slots as there may be numbers

func newWordNumbers(words []uint64) wordNumbers {
	return wordNumbers{words: words, slots: make([]uint32, 1<<slotBits)}
}

func (n *wordNumbers) of(word uint64) uint32 {
	for slot := word * 0x9e3779b97f4a7c15 >> (64 - slotBits); ; slot = (slot + 1) % (1 << slotBits) {
		switch number := n.slots[slot]; {
		case number == 0:
			n.words[n.used] = word
			n.used++
			n.slots[slot] = n.used
			return n.used - 1
		case n.words[number-1] == word:
			return number - 1
		}
	}
}

// outlines numbers the different distances in the order of the words, and notes
// what seven pairs need.
func (b *builder) outlines() {
	classes := newWordNumbers(b.distances[:])
	for _, s := range b.states {
		odd := bits.OnesCount32(uint32(s.word.Odd()))
		class := uint16(classes.of(b.dist[s.number]))
		b.outline[s.number] = uint16(s.word.Pairs()) | uint16(odd)<<3 | class<<halfBits
	}
}

// completions numbers the different completion words.
func (b *builder) completions() {
	words := newWordNumbers(b.words[:])
	for s, w := range b.raw {
		b.word[s] = uint16(words.of(w))
	}
}

// buildMerge joins two suits: the groups needed are split between them in
// every way, with the pair in the one or the other, and the cheapest count.
func (t *Tables) buildMerge() {
	numbers := map[plan]uint8{}
	for melds := range maxGroups + 1 {
		for a := range 1 << classBits {
			for b := range 1 << classBits {
				missing, p := mergeFields(t.distances[a], t.distances[b], maxGroups-melds)
				n, ok := numbers[p]
				if !ok {
					n = uint8(len(numbers))
					numbers[p] = n
					t.plans[n] = p
				}
				i := melds<<(2*classBits) | a<<classBits | b
				t.merge[i], t.plan[i] = uint8(missing), n
			}
		}
	}
}

func mergeFields(a, b uint64, groups int) (missing int, p plan) {
	missing = 31
	for m := range groups + 1 {
		rest := groups - m
		alone := field(a, m) + field(b, pairField+rest)
		paired := field(a, pairField+m) + field(b, rest)
		if least := min(alone, paired); least < missing {
			missing, p = least, plan{}
		}
		if alone == missing {
			p.a.alone |= setOf(m)
			p.b.paired |= setOf(rest)
		}
		if paired == missing {
			p.a.paired |= setOf(m)
			p.b.alone |= setOf(rest)
		}
	}
	return missing, p
}

// setOf returns the full set of the distance to m groups.
func setOf(m int) uint64 { return allRanks << (tile.Ranks * m) }

// buildPairs works out the way to seven pairs.
func (t *Tables) buildPairs() {
	for i := range t.byPairs {
		wanted, odd := numPairs-i&7, i>>3
		t.byPairs[i] = uint8(2*wanted - min(odd, wanted))
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
