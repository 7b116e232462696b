package shape

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

	_ uint = numFields - 10 // ten are assumed throughout
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
