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
