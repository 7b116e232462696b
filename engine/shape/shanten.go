package shape

import "xuezhan/engine/tile"

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
