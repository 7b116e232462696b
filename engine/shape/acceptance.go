package shape

import "xuezhan/engine/tile"

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
