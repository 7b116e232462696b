package shape

import (
	"math/bits"

	"xuezhan/engine/tile"
)

// live has the two suits that remain beside each void suit.
var live = [tile.NumSuits][2]uint8{{1, 2}, {0, 2}, {0, 1}}

// Distances returns how many tiles a suit lacks for m groups, without a pair
// in [0][m] and with one in [1][m]. The word must be a state of the tables.
func (t *Tables) Distances(w tile.SuitWord) [2][maxGroups + 1]int {
	var d [2][maxGroups + 1]int
	fields := t.distances[t.class[t.index.of(w)]&(1<<classBits-1)]
	for m := range maxGroups + 1 {
		d[0][m], d[1][m] = field(fields, m), field(fields, pairField+m)
	}
	return d
}

// mergeAt returns the place of a hand's two live suits in the merge tables.
func (t *Tables) mergeAt(a, b tile.SuitWord, melds int) int {
	ca := int(t.class[t.index.of(a)])
	cb := int(t.class[t.index.of(b)])
	return (maxGroups-melds)<<(2*classBits) + ca<<classBits + cb
}

// Missing returns how many tiles two suits lack for the groups that melds leave
// and a pair: their shanten, in the standard form, and one.
func (t *Tables) Missing(a, b tile.SuitWord, melds int) int {
	return int(t.merge[t.mergeAt(a, b, melds)])
}

// FlushMissing is Missing for a hand of one suit.
func (t *Tables) FlushMissing(w tile.SuitWord, melds int) int {
	c := t.class[t.index.of(w)] & (1<<classBits - 1)
	return field(t.distances[c], pairField+maxGroups-melds)
}

const (
	bothOnes = 0o111111111 | 0o111111111<<27
	numPairs = 7
)

// PairsMissing returns how many tiles two suits lack for seven pairs, of which
// four of a kind are two. Each kind held an odd number of times is half a pair;
// a pair that finds no such kind takes two tiles.
func PairsMissing(a, b tile.SuitWord) int {
	both := uint64(a) | uint64(b)<<27
	pairs := bits.OnesCount64(both>>1&bothOnes) + 2*bits.OnesCount64(both>>2&bothOnes)
	odd := bits.OnesCount64(both & bothOnes)
	wanted := numPairs - pairs
	return 2*wanted - min(odd, wanted)
}

// Counts says how many kinds of a suit, or of several, are held once, twice and
// at least three times, and how many pairs and kinds held an odd number of
// times there are: all that seven pairs and hands of pungs depend on. Counts of
// two suits add up field by field.
type Counts struct{ Once, Twice, Thrice, Pairs, Odd int }

// CountsOf returns the counts of one suit.
func CountsOf(w tile.SuitWord) Counts {
	const ones = 0o111111111
	count := func(w tile.SuitWord) int { return bits.OnesCount32(uint32(w & ones)) }
	two, four := count(w>>1), count(w>>2) // counts with bit 1: two and three; with bit 2: four
	three := count(w & (w >> 1))
	odd := count(w)
	return Counts{
		Once:   odd - three,
		Twice:  two - three,
		Thrice: three + four,
		Pairs:  two + 2*four,
		Odd:    odd,
	}
}

// And returns the counts of two suits together.
func (c Counts) And(d Counts) Counts {
	return Counts{c.Once + d.Once, c.Twice + d.Twice, c.Thrice + d.Thrice, c.Pairs + d.Pairs, c.Odd + d.Odd}
}

// PairsMissing returns how many tiles lack for seven pairs; see the function.
func (c Counts) PairsMissing() int {
	wanted := numPairs - c.Pairs
	return 2*wanted - min(c.Odd, wanted)
}

// PungsMissing returns how many tiles lack for a hand of pungs: the pungs that
// melds leave, and a pair. The kinds held most often become the pungs, and the
// next one the pair.
func (c Counts) PungsMissing(melds int) int {
	wanted := maxGroups - melds
	thrice := min(wanted, c.Thrice)
	wanted -= thrice
	twice := min(wanted, c.Twice)
	wanted -= twice
	once := min(wanted, c.Once)
	missing := twice + 2*once + 3*(wanted-once)
	switch {
	case c.Thrice > thrice || c.Twice > twice:
		return missing
	case c.Once > once:
		return missing + 1
	}
	return missing + 2
}

// Lacks returns how many tiles two suits lack for groups and a pair: of both,
// of the first alone and of the second alone. It is Missing and FlushMissing
// together.
func (t *Tables) Lacks(a, b tile.SuitWord, melds int) [3]int {
	ca, cb := int(t.class[t.index.of(a)]), int(t.class[t.index.of(b)])
	f := pairField + maxGroups - melds
	return [3]int{
		int(t.merge[(maxGroups-melds)<<(2*classBits)+ca<<classBits+cb]),
		field(t.distances[ca&(1<<classBits-1)], f),
		field(t.distances[cb&(1<<classBits-1)], f),
	}
}

// Standard returns the shanten of the standard form, groups and a pair, alone.
// Arguments are as for Shanten.
func (t *Tables) Standard(h tile.Held, melds int, void tile.Suit) int {
	if void >= tile.NumSuits {
		return overVoids(func(v tile.Suit) int { return t.Standard(h, melds, v) })
	}
	l := live[void]
	return t.Missing(h[l[0]], h[l[1]], melds) - 1
}

// Shanten returns the number of useful tiles that held tiles lack to be ready,
// −1 for a complete hand, in the better of the standard form and, without
// melds, seven pairs. The held tiles have at most 14 tiles a suit; tiles of the
// void suit count for nothing. With NoSuit the best void suit is taken.
func (t *Tables) Shanten(h tile.Held, melds int, void tile.Suit) int {
	if void >= tile.NumSuits {
		return overVoids(func(v tile.Suit) int { return t.Shanten(h, melds, v) })
	}
	l := live[void]
	a, b := h[l[0]], h[l[1]]
	n := t.Missing(a, b, melds)
	if melds == 0 {
		n = min(n, PairsMissing(a, b))
	}
	return n - 1
}

func overVoids(shanten func(tile.Suit) int) int {
	return min(shanten(tile.Characters), shanten(tile.Dots), shanten(tile.Bamboo))
}

// Acceptance returns the shanten of held tiles, as Shanten does, and the kinds
// that lower it. Kinds held four times are not among them. The held tiles are
// 13 less three a meld, or fewer; void must be a suit.
func (t *Tables) Acceptance(h tile.Held, melds int, void tile.Suit) (shanten int, kinds tile.Kinds) {
	shanten, kinds = t.StandardAcceptance(h, melds, void)
	if melds > 0 {
		return shanten, kinds
	}
	pairs, pairKinds := PairsAcceptance(h, void)
	switch {
	case pairs < shanten:
		return pairs, pairKinds
	case pairs == shanten:
		return shanten, kinds | pairKinds
	}
	return shanten, kinds
}

// StandardAcceptance is Acceptance for the standard form alone.
func (t *Tables) StandardAcceptance(h tile.Held, melds int, void tile.Suit) (shanten int, kinds tile.Kinds) {
	l := live[void]
	sa, sb := t.index.of(h[l[0]]), t.index.of(h[l[1]])
	ca, cb := int(t.class[sa]), int(t.class[sb])
	base := (maxGroups - melds) << (2 * classBits)
	at := base + ca<<classBits + cb
	kinds = t.lowered(sa, at)<<(uint(l[0])*tile.Ranks) |
		t.lowered(sb, base+cb<<classBits+ca)<<(uint(l[1])*tile.Ranks)
	return int(t.merge[at]) - 1, kinds
}

// FlushAccepts returns the kinds of suit s that lower what its word w lacks for
// a flush.
func (t *Tables) FlushAccepts(w tile.SuitWord, s tile.Suit, melds int) tile.Kinds {
	keep := uint64(31) << (fieldBits * uint(pairField+maxGroups-melds))
	return t.lowerBy(t.index.of(w), keep) << (uint(s) * tile.Ranks)
}

// lowered returns the ranks that lower a distance of state s by which the
// minimum at the place in the merge tables is reached: the masks of those
// fields are kept and all fields are folded onto the first.
func (t *Tables) lowered(s uint32, at int) tile.Kinds {
	keep := t.spread[t.split[at]&(1<<numFields-1)]
	return t.lowerBy(s, keep)
}

// lowerBy returns the ranks that lower one of the fields of state s that the
// mask keeps.
func (t *Tables) lowerBy(s uint32, keep uint64) tile.Kinds {
	at := t.lower[s&(stateRoom-1)]
	low, high := t.lowerLow[at&(maxLowerLow-1)], t.lowerHigh[at>>16&(maxLowerHigh-1)]
	return tile.Kinds(fold(low&keep) | fold(high&keep)<<numLowRanks)
}

// fold joins ten fields of five bits.
func fold(x uint64) uint64 {
	x |= x >> 25
	x |= x>>5 | x>>10
	return (x | x>>10) & 31
}

// PairsAcceptance is Acceptance for seven pairs alone, where four of a kind
// are two pairs.
func PairsAcceptance(h tile.Held, void tile.Suit) (shanten int, kinds tile.Kinds) {
	h[void] = 0
	var odd, full tile.Held
	pairs := 0
	for s, w := range h {
		odd[s], full[s] = w.Odd(), w.AtLeast4()
		pairs += w.Pairs()
	}
	kinds = odd.Kinds()
	wanted := numPairs - pairs
	missing := 2*wanted - min(kinds.Len(), wanted)
	if kinds.Len() < wanted { // too few halves: the first half of a pair helps as well
		kinds = (tile.AllKinds &^ tile.SuitKinds(void)) &^ full.Kinds()
	}
	return missing - 1, kinds
}

// Waits returns the kinds that complete held tiles, in the standard form or,
// without melds, as seven pairs. It looks at shape alone: a kind of which four
// are held may be among them. The held tiles are 13 less three a meld; if any
// is of the void suit there are no waits. With NoSuit any absent suit may be
// the void one.
func (t *Tables) Waits(h tile.Held, melds int, void tile.Suit) tile.Kinds {
	w := t.StandardWaits(h, melds, void)
	if melds == 0 {
		w |= PairsWaits(h, void)
	}
	return w
}

// StandardWaits is Waits for the standard form alone.
func (t *Tables) StandardWaits(h tile.Held, melds int, void tile.Suit) tile.Kinds {
	if void >= tile.NumSuits {
		var k tile.Kinds
		for v := range tile.Suit(tile.NumSuits) {
			k |= t.StandardWaits(h, melds, v)
		}
		return k
	}
	if h[void] != 0 {
		return 0
	}
	l := live[void]
	a, b := t.completion(h[l[0]]), t.completion(h[l[1]])
	return waitsBeside(a, b)<<(uint(l[0])*tile.Ranks) | waitsBeside(b, a)<<(uint(l[1])*tile.Ranks)
}

func (t *Tables) completion(w tile.SuitWord) uint32 {
	return t.words[t.word[t.index.of(w)]&(maxWords-1)]
}

// waitsBeside returns the ranks that complete a suit beside another: those
// that bring the pair where the other is made of groups, and those that bring
// groups where the other has the pair.
func waitsBeside(suit, other uint32) tile.Kinds {
	otherGroups := -(other >> groupsBit & 1)
	otherPaired := -(other >> pairedBit & 1)
	return tile.Kinds((suit>>toPairShift&otherGroups | suit&otherPaired) & rankMask)
}

// PairsWaits returns the kind that completes 13 held tiles as seven pairs, if
// all others are paired: the one kind held an odd number of times. The held
// tiles must be 13; if any is of the void suit there is none.
func PairsWaits(h tile.Held, void tile.Suit) tile.Kinds {
	if h.HasSuit(void) || void >= tile.NumSuits && h[0] != 0 && h[1] != 0 && h[2] != 0 {
		return 0
	}
	odd := uint64(h[0]&0o111111111) | uint64(h[1]&0o111111111)<<27
	third := h[2] & 0o111111111
	if bits.OnesCount64(odd)+bits.OnesCount32(uint32(third)) != 1 {
		return 0
	}
	var k tile.Held
	k[0], k[1], k[2] = h[0].Odd(), h[1].Odd(), h[2].Odd()
	return k.Kinds()
}

// Complete reports whether held tiles, 14 less three a meld, are a winning
// hand by shape, in the standard form or, without melds, as seven pairs. There
// are at most four of a kind; CompleteByShape is for more. With NoSuit any
// absent suit may be the void one.
func (t *Tables) Complete(h tile.Held, melds int, void tile.Suit) bool {
	standard, _ := t.StandardComplete(h, void)
	return standard || melds == 0 && PairsComplete(h, void)
}

// StandardComplete reports whether held tiles are made of groups and a pair,
// and whether they can be so with a 1 or 9 in each group and in the pair.
// With NoSuit any absent suit may be the void one.
func (t *Tables) StandardComplete(h tile.Held, void tile.Suit) (complete, terminal bool) {
	if void >= tile.NumSuits {
		for v := range tile.Suit(tile.NumSuits) {
			if h[v] == 0 {
				return t.StandardComplete(h, v)
			}
		}
		return false, false
	}
	if h[void] != 0 {
		return false, false
	}
	l := live[void]
	return t.CompleteSuits(h[l[0]], h[l[1]])
}

// CompleteSuits is StandardComplete for the two suits of a hand that has no
// others.
func (t *Tables) CompleteSuits(a, b tile.SuitWord) (complete, terminal bool) {
	wa, wb := t.completion(a), t.completion(b)
	return joined(wa, wb, groupsBit), joined(wa, wb, terminalGroupsBit)
}

// CompleteByShape is CompleteSuits for suits that may hold a fifth copy of a
// kind and so have no place in the tables: it takes them apart group by group.
func CompleteByShape(a, b tile.SuitWord) (complete, terminal bool) {
	wa, wb := takeApart(a, false, true), takeApart(b, false, true)
	return joined(wa, wb, groupsBit), joined(wa, wb, terminalGroupsBit)
}

// takeApart returns the flags of a completion word for what remains of a suit
// once a pair was taken, or not, and all parts so far had a 1 or 9, or not.
func takeApart(w tile.SuitWord, paired, terminal bool) uint32 {
	if w == 0 {
		return restFlags(paired, terminal)
	}
	r := bits.TrailingZeros32(uint32(w.AtLeast1())) / tile.RankBits
	edge := r == 0 || r == tile.Ranks-1
	var flags uint32
	if w.Rank(r) >= 2 && !paired {
		flags |= takeApart(w-2*tile.Unit(r), true, terminal && edge)
	}
	if w.Rank(r) >= 3 {
		flags |= takeApart(w-3*tile.Unit(r), paired, terminal && edge)
	}
	if r < 7 && w.Rank(r+1) > 0 && w.Rank(r+2) > 0 {
		flags |= takeApart(w-groupWords[r], paired, terminal && (r == 0 || r == 6))
	}
	return flags
}

func restFlags(paired, terminal bool) uint32 {
	flags := uint32(1 << groupsBit)
	if terminal {
		flags |= 1 << terminalGroupsBit
	}
	if paired {
		flags <<= pairedBit - groupsBit
	}
	return flags
}

// joined reports whether one suit is made of groups, the flag at bit, and the
// other of groups and a pair, the flag above it.
func joined(a, b uint32, bit uint) bool {
	return (a>>bit&(b>>(bit+1))|b>>bit&(a>>(bit+1)))&1 != 0
}

// PairsComplete reports whether 14 held tiles are seven pairs, four of a kind
// being two. With NoSuit any absent suit may be the void one.
func PairsComplete(h tile.Held, void tile.Suit) bool {
	if h.HasSuit(void) || void >= tile.NumSuits && h[0] != 0 && h[1] != 0 && h[2] != 0 {
		return false
	}
	return (h[0]|h[1]|h[2])&0o111111111 == 0 && h.Total() == 2*numPairs
}
