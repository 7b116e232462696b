package shape

import (
	"math/bits"

	"xuezhan/engine/tile"
)

// liveWords returns the words of the two suits beside the void suit. Which suit
// is void changes seldom from one call to the next, so that branches cost less
// here than arithmetic would.
func liveWords(h *tile.Held, void tile.Suit) (a, b tile.SuitWord) {
	switch void {
	case tile.Characters:
		return h[1], h[2]
	case tile.Dots:
		return h[0], h[2]
	}
	return h[0], h[1]
}

// shifts returns how far the sets of kinds of the two live suits are shifted.
func shifts(void tile.Suit) (a, b uint) {
	switch void {
	case tile.Characters:
		return tile.Ranks, 2 * tile.Ranks
	case tile.Dots:
		return 0, 2 * tile.Ranks
	}
	return 0, tile.Ranks
}

// classOf returns the class of a state's outline.
func classOf(outline uint16) int { return int(outline & (1<<classBits - 1)) }

// Distances returns how many tiles a suit lacks for m groups, without a pair
// in [0][m] and with one in [1][m]. The word must be a state of the tables.
func (t *Tables) Distances(w tile.SuitWord) [2][maxGroups + 1]int {
	var d [2][maxGroups + 1]int
	fields := t.distances[classOf(t.outline[t.index.of(w)])]
	for m := range maxGroups + 1 {
		d[0][m], d[1][m] = field(fields, m), field(fields, pairField+m)
	}
	return d
}

// place returns the place of two classes in the merge tables.
func place(a, b uint16, melds int) int {
	return ((maxGroups-melds)<<(2*classBits) | classOf(a)<<classBits | classOf(b)) & (mergeRoom - 1)
}

// halves returns the place of two outlines in byPairs: their pairs and odd
// kinds, added up side by side. Two suits have at most 14 tiles, so that neither
// field overflows.
func halves(a, b uint16, melds int) int {
	return melds&7<<halfBits | int((a&halvesMask+b&halvesMask)>>classBits)&(1<<halfBits-1)
}

const (
	oneEach  = 0o111111111
	bothOnes = oneEach | oneEach<<27
	numPairs = 7
)

// Counts says how many kinds of a suit, or of two, are held once, twice and at
// least three times: all that a hand of pungs depends on. The three numbers
// stand side by side in four, three and three bits. Counts of two suits with 14
// tiles or fewer add up by +.
type Counts uint16

const (
	twiceShift  = 4
	thriceShift = 7
	countBits   = 10
)

// CountsOf returns the counts of one suit.
func CountsOf(w tile.SuitWord) Counts {
	odd := bits.OnesCount32(uint32(w & oneEach))
	two := bits.OnesCount32(uint32(w >> 1 & oneEach)) // kinds held two and three times
	three := bits.OnesCount32(uint32(w & (w >> 1) & oneEach))
	four := bits.OnesCount32(uint32(w >> 2 & oneEach))
	return Counts(odd - three | (two-three)<<twiceShift | (three+four)<<thriceShift)
}

// PungsMissing returns how many tiles kinds so counted lack for a hand of pungs:
// the pungs that melds leave, and a pair.
func (t *Tables) PungsMissing(c Counts, melds int) int {
	return int(t.byPungs[melds&7<<countBits|int(c)&(1<<countBits-1)])
}

// Standard returns the shanten of the standard form, groups and a pair, alone.
// Arguments are as for Shanten.
func (t *Tables) Standard(h *tile.Held, melds int, void tile.Suit) int {
	if void >= tile.NumSuits {
		return min(t.Standard(h, melds, 0), t.Standard(h, melds, 1), t.Standard(h, melds, 2))
	}
	a, b := liveWords(h, void)
	return int(t.merge[place(t.outline[t.index.of(a)], t.outline[t.index.of(b)], melds)]) - 1
}

// Shanten returns the number of useful tiles that held tiles lack to be ready,
// −1 for a complete hand, in the better of the standard form and, without
// melds, seven pairs. The held tiles have at most 14 tiles; those of the void
// suit count for nothing. With NoSuit the best void suit is taken.
func (t *Tables) Shanten(h *tile.Held, melds int, void tile.Suit) int {
	if void >= tile.NumSuits {
		return t.bestShanten(h, melds)
	}
	a, b := liveWords(h, void)
	oa, ob := t.outline[t.index.of(a)], t.outline[t.index.of(b)]
	return min(int(t.merge[place(oa, ob, melds)]), int(t.byPairs[halves(oa, ob, melds)])) - 1
}

// bestShanten is Shanten under the best void suit.
func (t *Tables) bestShanten(h *tile.Held, melds int) int {
	return min(t.Shanten(h, melds, 0), t.Shanten(h, melds, 1), t.Shanten(h, melds, 2))
}

// Acceptance returns the shanten of held tiles, as Shanten does, and the kinds
// that lower it. Kinds held four times are not among them. The held tiles are
// 13 less three a meld, or fewer; void must be a suit.
func (t *Tables) Acceptance(h *tile.Held, melds int, void tile.Suit) (shanten int, kinds tile.Kinds) {
	a, b := liveWords(h, void)
	sa, sb := t.index.of(a), t.index.of(b)
	oa, ob := t.outline[sa], t.outline[sb]
	plan := t.plan[place(oa, ob, melds)]
	missing, byPairs := plan>>planMissing, uint32(t.byPairs[halves(oa, ob, melds)])
	if byPairs < missing {
		return PairsAcceptance(*h, void)
	}
	kinds = t.acceptedBy(sa, sb, plan, void)
	if byPairs == missing {
		_, pairKinds := PairsAcceptance(*h, void)
		kinds |= pairKinds
	}
	return int(missing) - 1, kinds
}

// StandardAcceptance is Acceptance for the standard form alone.
func (t *Tables) StandardAcceptance(h *tile.Held, melds int, void tile.Suit) (shanten int, kinds tile.Kinds) {
	a, b := liveWords(h, void)
	sa, sb := t.index.of(a), t.index.of(b)
	plan := t.plan[place(t.outline[sa], t.outline[sb], melds)]
	return int(plan>>planMissing) - 1, t.acceptedBy(sa, sb, plan, void)
}

// acceptedBy returns the kinds that lower what the two live suits, in states sa
// and sb, lack by a plan.
func (t *Tables) acceptedBy(sa, sb, plan uint32, void tile.Suit) tile.Kinds {
	shiftA, shiftB := shifts(void)
	return t.lowerBy(sa, t.spread[plan&planFields])<<shiftA |
		t.lowerBy(sb, t.spread[plan>>numFields&planFields])<<shiftB
}

// FlushAccepts returns the kinds of suit s that lower what its word w lacks for
// a flush.
func (t *Tables) FlushAccepts(w tile.SuitWord, s tile.Suit, melds int) tile.Kinds {
	keep := uint64(31) << (fieldBits * uint(pairField+maxGroups-melds))
	return t.lowerBy(t.index.of(w), keep) << (uint(s) * tile.Ranks)
}

// A lowering is what the tables say of the kinds that lower a state's distances:
// the words of the low and of the high ranks.
type lowering struct{ low, high uint64 }

func (t *Tables) loweringOf(s uint32) lowering {
	at := t.lower[s&(stateRoom-1)]
	return lowering{t.lowerLow[at&(maxLowerLow-1)], t.lowerHigh[at>>16&(maxLowerHigh-1)]}
}

// by returns the ranks that lower one of the fields that the mask keeps: their
// ten fields of five bits are folded onto the first, the low and the high ranks'
// side by side in the halves of one word.
func (l lowering) by(keep uint64) tile.Kinds {
	const five = 1<<(5*fieldBits) - 1
	low, high := l.low&keep, l.high&keep
	x := (low|low>>(5*fieldBits))&five | ((high|high>>(5*fieldBits))&five)<<32
	x |= x>>fieldBits | x>>(2*fieldBits)
	x |= x >> (2 * fieldBits)
	return tile.Kinds(x&31 | x>>32&15<<numLowRanks)
}

// lowerBy returns the ranks that lower one of the fields of state s that the
// mask keeps.
func (t *Tables) lowerBy(s uint32, keep uint64) tile.Kinds { return t.loweringOf(s).by(keep) }

// PairsAcceptance is Acceptance for seven pairs alone, where four of a kind
// are two pairs.
func PairsAcceptance(h tile.Held, void tile.Suit) (shanten int, kinds tile.Kinds) {
	h[void] = 0
	odd := tile.Held{h[0].Odd(), h[1].Odd(), h[2].Odd()}
	kinds = odd.Kinds()
	wanted := numPairs - h[0].Pairs() - h[1].Pairs() - h[2].Pairs()
	if n := kinds.Len(); n < wanted { // too few halves: the first half of a pair helps as well
		return 2*wanted - n - 1, tile.AllKinds &^ tile.SuitKinds(void) &^ h.Quads()
	}
	return wanted - 1, kinds
}

// Waits returns the kinds that complete held tiles, in the standard form or,
// without melds, as seven pairs. It looks at shape alone: a kind of which four
// are held may be among them. The held tiles are 13 less three a meld; if any
// is of the void suit there are no waits. With NoSuit any absent suit may be
// the void one.
func (t *Tables) Waits(h *tile.Held, melds int, void tile.Suit) tile.Kinds {
	if void >= tile.NumSuits {
		return t.waitsOfAny(h, melds)
	}
	if h[void] != 0 {
		return 0
	}
	a, b := liveWords(h, void)
	shiftA, shiftB := shifts(void)
	wa, wb := t.completion(a), t.completion(b)
	k := waitsBeside(wa, wb)<<shiftA | waitsBeside(wb, wa)<<shiftB
	if odd := (uint64(a) | uint64(b)<<27) & bothOnes; melds == 0 && odd&(odd-1) == 0 {
		k |= PairsWaits(*h, void)
	}
	return k
}

func (t *Tables) waitsOfAny(h *tile.Held, melds int) tile.Kinds {
	var k tile.Kinds
	for v := range tile.Suit(tile.NumSuits) {
		k |= t.Waits(h, melds, v)
	}
	return k
}

// StandardWaits is Waits for the standard form alone. The void suit must be
// one.
func (t *Tables) StandardWaits(h *tile.Held, void tile.Suit) tile.Kinds {
	if h[void] != 0 {
		return 0
	}
	a, b := liveWords(h, void)
	shiftA, shiftB := shifts(void)
	wa, wb := t.completion(a), t.completion(b)
	return waitsBeside(wa, wb)<<shiftA | waitsBeside(wb, wa)<<shiftB
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
	odd := tile.Held{h[0].Odd(), h[1].Odd(), h[2].Odd()}
	if k := odd.Kinds(); k&(k-1) == 0 {
		return k
	}
	return 0
}

// Complete reports whether held tiles, 14 less three a meld, are a winning
// hand by shape, in the standard form or, without melds, as seven pairs. There
// are at most four of a kind; CompleteByShape is for more. With NoSuit any
// absent suit may be the void one.
func (t *Tables) Complete(h *tile.Held, melds int, void tile.Suit) bool {
	standard, _ := t.StandardComplete(h, void)
	return standard || melds == 0 && PairsComplete(*h, void)
}

// StandardComplete reports whether held tiles are made of groups and a pair,
// and whether they can be so with a 1 or 9 in each group and in the pair.
// With NoSuit any absent suit may be the void one.
func (t *Tables) StandardComplete(h *tile.Held, void tile.Suit) (complete, terminal bool) {
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
	return t.CompleteSuits(liveWords(h, void))
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
