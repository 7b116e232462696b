package shape

import "xuezhan/engine/tile"

const (
	mergeRoom = 8 << (2 * classBits)
	maxPlans  = 1 << 8
)

// A plan says which distances of the first and of the second suit add up to
// what two suits lack, in every way to split the groups that reaches it.
type plan struct{ a, b rankSets }

// place returns the place of two outlines' classes in the merge tables. The
// class of the one is left where it stands in the outline, above that of the
// other.
func place(a, b uint, melds int) uint {
	return (uint(melds)<<(2*classBits) + a&^pairsMask + classOf(b)) & (mergeRoom - 1)
}

// buildMerge joins two suits: the groups needed are split between them in
// every way, with the pair in the one or the other, and the cheapest count.
func (t *Tables) buildMerge() {
	var numbers [maxGroups + 1][1 << numFields]uint16 // of plans and one, by the splits
	used := 0
	for melds := range maxGroups + 1 {
		groups := maxGroups - melds
		for a := range 1 << classBits {
			for b := range 1 << classBits {
				missing, splits := mergeFields(t.distances[a], t.distances[b], groups)
				n := &numbers[groups][splits]
				if *n == 0 {
					t.plans[used] = planOf(splits, groups)
					used++
					*n = uint16(used)
				}
				i := melds<<(2*classBits) | a<<classBits | b
				t.merge[i], t.plan[i] = uint8(missing), uint8(*n-1)
			}
		}
	}
}

// mergeFields returns what two suits lack for n groups and a pair, and the splits
// that reach it: bit m for m groups in the first suit and the pair in the second, bit
// pairField+m for the pair in the first as well.
func mergeFields(a, b uint64, groups int) (missing int, splits uint) {
	missing = 31
	for m := range groups + 1 {
		rest := groups - m
		alone := field(a, m) + field(b, pairField+rest)
		paired := field(a, pairField+m) + field(b, rest)
		if least := min(alone, paired); least < missing {
			missing, splits = least, 0
		}
		if alone == missing {
			splits |= 1 << m
		}
		if paired == missing {
			splits |= 1 << (pairField + m)
		}
	}
	return missing, splits
}

// planOf returns the plan of splits.
func planOf(splits uint, groups int) (p plan) {
	for m := range groups + 1 {
		if splits>>m&1 != 0 {
			p.a.alone |= setOf(m)
			p.b.paired |= setOf(groups - m)
		}
		if splits>>(pairField+m)&1 != 0 {
			p.a.paired |= setOf(m)
			p.b.alone |= setOf(groups - m)
		}
	}
	return p
}

// setOf returns the full set of the distance to m groups.
func setOf(m int) uint64 { return allRanks << (tile.Ranks * m) }
