package shape

import (
	"math/bits"

	"xuezhan/engine/tile"
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

// pungsMissing returns how many tiles are missing for that many pungs and a pair: the
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
