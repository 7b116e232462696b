package shape

import (
	"math/bits"

	"xuezhan/engine/tile"
)

// liveSuits returns the two suits beside the void suit. Which suit is void
// changes seldom from one call to the next, so that branches cost less here than
// arithmetic would.
func liveSuits(void tile.Suit) (a, b tile.Suit) {
	switch void {
	case tile.Characters:
		return 1, 2
	case tile.Dots:
		return 0, 2
	}
	return 0, 1
}

// wordsOf returns the words of the two suits beside the void suit, and of that.
func wordsOf(h *tile.Held, void tile.Suit) (a, b, dead tile.SuitWord) {
	switch void {
	case tile.Characters:
		return h[1], h[2], h[0]
	case tile.Dots:
		return h[0], h[2], h[1]
	}
	return h[0], h[1], h[2]
}

// outlineOf returns the outline of a state. It is widened at once: arithmetic on
// sixteen bits costs more instructions.
func (t *Tables) outlineOf(s uint32) uint { return uint(t.outline[s&(stateRoom-1)]) }

// classOf returns the class of an outline.
func classOf(outline uint) uint { return outline >> halfBits }

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

// place returns the place of two outlines' classes in the merge tables. The
// class of the one is left where it stands in the outline, above that of the
// other.
func place(a, b uint, melds int) uint {
	return (uint(melds)<<(2*classBits) + a&^halvesMask + classOf(b)) & (mergeRoom - 1)
}

// pairsMissing returns how many tiles two outlines lack for seven pairs: their
// pairs and odd kinds are added up side by side. Two suits have at most 14 tiles,
// so that neither field overflows. Melds rule seven pairs out: each adds more
// than any hand lacks.
func (t *Tables) pairsMissing(a, b uint, melds int) int {
	return int(t.byPairs[(a+b)&halvesMask]) + melds<<4
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
	a, b, _ := wordsOf(h, void)
	return int(t.merge[place(t.outlineOf(t.index.of(a)), t.outlineOf(t.index.of(b)), melds)]) - 1
}

// Shanten returns the number of useful tiles that held tiles lack to be ready,
// −1 for a complete hand, in the better of the standard form and, without
// melds, seven pairs. The held tiles have at most 14 tiles; those of the void
// suit count for nothing. The void suit must be one; BestShanten is for hands
// without.
func (t *Tables) Shanten(h *tile.Held, melds int, void tile.Suit) int {
	a, b, _ := wordsOf(h, void)
	oa, ob := t.outlineOf(t.index.of(a)), t.outlineOf(t.index.of(b))
	return t.lacking(oa, ob, melds) - 1
}

// BestShanten is Shanten under the best void suit.
func (t *Tables) BestShanten(h *tile.Held, melds int) int {
	m, p, s := t.outlineOf(t.index.of(h[0])), t.outlineOf(t.index.of(h[1])), t.outlineOf(t.index.of(h[2]))
	return min(t.lacking(m, p, melds), t.lacking(m, s, melds), t.lacking(p, s, melds)) - 1
}

// lacking returns how many tiles two suits lack for the better form.
func (t *Tables) lacking(a, b uint, melds int) int {
	return min(int(t.merge[place(a, b, melds)]), t.pairsMissing(a, b, melds))
}

// Acceptance returns the shanten of held tiles, as Shanten does, and the kinds
// that lower it. Kinds held four times are not among them. The held tiles are
// 13 less three a meld, or fewer; void must be a suit.
func (t *Tables) Acceptance(h *tile.Held, melds int, void tile.Suit) (shanten int, kinds tile.Kinds) {
	a, b, _ := wordsOf(h, void)
	sa, sb := t.index.of(a), t.index.of(b)
	oa, ob := t.outlineOf(sa), t.outlineOf(sb)
	at := place(oa, ob, melds)
	missing, byPairs := int(t.merge[at]), t.pairsMissing(oa, ob, melds)
	if byPairs < missing {
		return PairsAcceptance(*h, void)
	}
	p := &t.plans[t.plan[at]]
	kinds = apart(t.lower.of(sa).of(p.a)|t.lower.of(sb).of(p.b)<<tile.Ranks, void)
	if byPairs == missing {
		_, pairKinds := PairsAcceptance(*h, void)
		kinds |= pairKinds
	}
	return missing - 1, kinds
}

// StandardAcceptance is Acceptance for the standard form alone.
func (t *Tables) StandardAcceptance(h *tile.Held, melds int, void tile.Suit) (shanten int, kinds tile.Kinds) {
	a, b, _ := wordsOf(h, void)
	sa, sb := t.index.of(a), t.index.of(b)
	at := place(t.outlineOf(sa), t.outlineOf(sb), melds)
	p := &t.plans[t.plan[at]]
	return int(t.merge[at]) - 1, apart(t.lower.of(sa).of(p.a)|t.lower.of(sb).of(p.b)<<tile.Ranks, void)
}

// FlushAccepts returns the kinds of suit s that lower what its word w lacks for
// a flush.
func (t *Tables) FlushAccepts(w tile.SuitWord, s tile.Suit, melds int) tile.Kinds {
	flush := rankSets{paired: setOf(maxGroups - melds)}
	return t.lower.of(t.index.of(w)).of(flush) << (uint(s) * tile.Ranks)
}

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
// is of the void suit, which must be one, there are no waits.
func (t *Tables) Waits(h *tile.Held, melds int, void tile.Suit) tile.Kinds {
	a, b, dead := wordsOf(h, void)
	if dead != 0 {
		return 0
	}
	k := waitsOf(t.completion(a), t.completion(b))
	if odd := oddKinds(a, b); melds == 0 && odd&(odd-1) == 0 {
		k |= 1 << (bits.TrailingZeros64(odd) / tile.RankBits) & twoSuits
	}
	return apart(k, void)
}

// StandardWaits is Waits for the standard form alone.
func (t *Tables) StandardWaits(h *tile.Held, void tile.Suit) tile.Kinds {
	a, b, dead := wordsOf(h, void)
	if dead != 0 {
		return 0
	}
	return apart(waitsOf(t.completion(a), t.completion(b)), void)
}

// completion returns the completion word of a suit.
func (t *Tables) completion(w tile.SuitWord) uint64 {
	return t.words[t.word[t.index.of(w)]]
}

// waitsOf returns the kinds that complete two suits, side by side: those that
// bring one suit groups where the other has the pair, and those that bring the
// pair where the other is made of groups.
func waitsOf(a, b uint64) tile.Kinds {
	k := a&(b>>standsShift) | b&(a>>standsShift)<<tile.Ranks
	return tile.Kinds(k|k>>otherHalf) & twoSuits
}

// twoSuits are the kinds of two suits side by side.
const twoSuits tile.Kinds = 1<<(2*tile.Ranks) - 1

// apart puts kinds of the two live suits, side by side, where they belong: those
// above the void suit a suit further up.
func apart(k tile.Kinds, void tile.Suit) tile.Kinds {
	below := k & belowSuit[void&3]
	return below | (k^below)<<tile.Ranks
}

// belowSuit are the kinds below a suit.
var belowSuit = [4]tile.Kinds{0, 1<<tile.Ranks - 1, twoSuits, tile.AllKinds}

// oddKinds has bit 3r set for every rank of the first suit held an odd number of
// times, and those of the second after them.
func oddKinds(a, b tile.SuitWord) uint64 { return (uint64(a) | uint64(b)<<27) & bothOnes }

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
	a, b, _ := wordsOf(h, void)
	return t.CompleteSuits(a, b)
}

// CompleteSuits is StandardComplete for the two suits of a hand that has no
// others.
func (t *Tables) CompleteSuits(a, b tile.SuitWord) (complete, terminal bool) {
	wa, wb := t.completion(a), t.completion(b)
	return joined(wa, wb)
}

// CompleteByShape is CompleteSuits for suits that may hold a fifth copy of a
// kind and so have no place in the tables: it takes them apart group by group.
func CompleteByShape(a, b tile.SuitWord) (complete, terminal bool) {
	wa, wb := takeApart(a, false, true), takeApart(b, false, true)
	return joined(wa, wb)
}

// takeApart returns the flags of a completion word for what remains of a suit
// once a pair was taken, or not, and all parts so far had a 1 or 9, or not.
func takeApart(w tile.SuitWord, paired, terminal bool) uint64 {
	if w == 0 {
		return restFlags(paired, terminal)
	}
	r := bits.TrailingZeros32(uint32(w.AtLeast1())) / tile.RankBits
	edge := r == 0 || r == tile.Ranks-1
	var flags uint64
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

// restFlags are those of a suit that was taken apart without rest.
func restFlags(paired, terminal bool) uint64 {
	flags := uint64(isPaired)
	if terminal {
		flags |= 1 << endsShift
	}
	if !paired {
		flags <<= otherHalf
	}
	return flags
}

// joined reports of two completion words whether one suit is made of groups and
// the other of groups and a pair, and whether they can be so with a 1 or 9 in
// each.
func joined(a, b uint64) (complete, terminal bool) {
	both := a&(b>>otherHalf) | b&(a>>otherHalf)
	return both&isPaired != 0, both>>endsShift&1 != 0
}

// PairsComplete reports whether 14 held tiles are seven pairs, four of a kind
// being two. With NoSuit any absent suit may be the void one.
func PairsComplete(h tile.Held, void tile.Suit) bool {
	if h.HasSuit(void) || void >= tile.NumSuits && h[0] != 0 && h[1] != 0 && h[2] != 0 {
		return false
	}
	return (h[0]|h[1]|h[2])&0o111111111 == 0 && h.Total() == 2*numPairs
}
