package shape

import (
	"math/bits"

	"xuezhan/engine/tile"
)

// The completion word of a state has two halves. Bits 0–8 are the kinds that
// make it groups; bits 9–17 are all set if it is groups and a pair as it is,
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
	if odd := oddKinds(a, b); odd&(odd-1) == 0 && melds == 0 {
		// Of 13 tiles at least one kind is odd. Where none is, the mask drops the bit.
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

// Complete reports whether held tiles, 14 less three a meld, are a winning
// hand by shape, in the standard form or, without melds, as seven pairs: whether
// nothing is lacking. There are at most four of a kind; CompleteByShape is for more.
// With NoSuit any absent suit may be the void one.
func (t *Tables) Complete(h *tile.Held, melds int, void tile.Suit) bool {
	if void < tile.NumSuits {
		return h[void] == 0 && t.Shanten(h, melds, void) < 0
	}
	for v := range tile.Suit(tile.NumSuits) {
		if h[v] == 0 {
			return t.Shanten(h, melds, v) < 0
		}
	}
	return false
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
