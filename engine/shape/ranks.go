package shape

import "xuezhan/engine/tile"

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
