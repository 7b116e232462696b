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

// sideBySide returns the kinds of two suits' words of one bit a rank, those of the
// second nine bits further up.
func sideBySide(a, b tile.SuitWord) tile.Kinds { return a.Marks() | b.Marks()<<tile.Ranks }

// PungsAccepts returns the held kinds of two suits side by side of which one more
// tile is nearer to a hand of pungs. What one more tile does depends only on how many
// of its kind are held, which the counts tell.
func (t *Tables) PungsAccepts(a, b tile.SuitWord, melds int) tile.Kinds {
	twoA, twoB := a.AtLeast2(), b.AtLeast2()
	one := sideBySide(a.AtLeast1()&^twoA, b.AtLeast1()&^twoB)
	two := sideBySide(twoA&^a.AtLeast3(), twoB&^b.AtLeast3())
	kinds := bits.OnesCount32(uint32(twoA | twoB<<1))
	c := Counts(one.Len()) | Counts(two.Len())<<twiceShift | Counts(kinds-two.Len())<<thriceShift
	helps := t.pungsHelp[melds&7<<countBits|int(c)&(1<<countBits-1)]
	return one&-tile.Kinds(helps&1) | two&-tile.Kinds(helps>>1)
}

// PungsKeeps returns the held kinds of two suits side by side of which a tile may go
// without leaving a hand of pungs farther away.
func (t *Tables) PungsKeeps(a, b tile.SuitWord, melds int) (k tile.Kinds) {
	const once, twice, thrice = Counts(1), Counts(1 << twiceShift), Counts(1 << thriceShift)
	c := CountsOf(a) + CountsOf(b)
	now := t.PungsMissing(c, melds)
	one, two := sideBySide(a.AtLeast1(), b.AtLeast1()), sideBySide(a.AtLeast2(), b.AtLeast2())
	three, four := sideBySide(a.AtLeast3(), b.AtLeast3()), sideBySide(a.AtLeast4(), b.AtLeast4())
	k = four
	if one &^= two; one != 0 && t.PungsMissing(c-once, melds) == now {
		k |= one
	}
	if two &^= three; two != 0 && t.PungsMissing(c-twice+once, melds) == now {
		k |= two
	}
	if three &^= four; three != 0 && t.PungsMissing(c-thrice+twice, melds) == now {
		k |= three
	}
	return k
}

// buildPungs works out the way to a hand of pungs.
func (t *Tables) buildPungs() {
	for i := range t.byPungs {
		melds, once, twice, thrice := i>>countBits, i&15, i>>twiceShift&7, i>>thriceShift&7
		t.byPungs[i] = 255
		if melds > maxGroups {
			continue
		}
		pungs := maxGroups - melds
		missing := pungsMissing(pungs, once, twice, thrice)
		t.byPungs[i] = uint8(missing)
		if once > 0 && pungsMissing(pungs, once-1, twice+1, thrice) < missing {
			t.pungsHelp[i] |= 1
		}
		if twice > 0 && pungsMissing(pungs, once, twice-1, thrice+1) < missing {
			t.pungsHelp[i] |= 2
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
