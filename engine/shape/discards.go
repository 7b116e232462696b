package shape

import "xuezhan/engine/tile"

// An Option is a discard and the kinds that lower shanten once it is made.
type Option struct {
	Tile  tile.Tile
	Kinds tile.Kinds
}

// BestDiscards looks at the discards among a set of held kinds, and appends to
// dst those that keep shanten at its lowest with their acceptance, in ascending
// order. Shanten is that of Shanten for all tiles: 14 less three a meld. What
// is of the void suit is no discard of interest here: among holds kinds of the
// two live suits only.
//
// A discard changes one suit. The other keeps its state and class, so that a
// discard takes one look for its suit's new class, and one into the merge
// tables to tell whether it keeps the shanten at all.
func (t *Tables) BestDiscards(h tile.Held, melds int, void tile.Suit, among tile.Kinds, dst []Option) (int, []Option) {
	l := live[void]
	a, b := h[l[0]], h[l[1]]
	sa, sb := t.index.of(a), t.index.of(b)
	base := (maxGroups - melds) << (2 * classBits)
	ca, cb := int(t.class[sa]), int(t.class[sb])
	standard := int(t.merge[base+ca<<classBits+cb])
	goal, pairs := standard, standard+1
	if melds == 0 {
		pairs = PairsMissing(a, b)
		goal = min(goal, pairs)
	}
	first := tile.SuitKinds(tile.Suit(l[0]))
	if standard == goal {
		dst = t.keepers(dst, a, among&first, l[0], l[1], sb, base, cb, goal)
		dst = t.keepers(dst, b, among&^first, l[1], l[0], sa, base, ca, goal)
	}
	if pairs == goal {
		dst = withPairs(dst, h, void, among, goal)
	}
	return goal - 1, dst
}

// StandardDiscards is BestDiscards for the standard form alone.
func (t *Tables) StandardDiscards(h tile.Held, melds int, void tile.Suit, among tile.Kinds, dst []Option) (int, []Option) {
	l := live[void]
	a, b := h[l[0]], h[l[1]]
	sa, sb := t.index.of(a), t.index.of(b)
	base := (maxGroups - melds) << (2 * classBits)
	ca, cb := int(t.class[sa]), int(t.class[sb])
	goal := int(t.merge[base+ca<<classBits+cb])
	first := tile.SuitKinds(tile.Suit(l[0]))
	dst = t.keepers(dst, a, among&first, l[0], l[1], sb, base, cb, goal)
	dst = t.keepers(dst, b, among&^first, l[1], l[0], sa, base, ca, goal)
	return goal - 1, dst
}

// keepers appends the discards from one suit, whose word is w, that leave goal
// tiles missing in the standard form. The other suit is in state so and class
// co.
func (t *Tables) keepers(dst []Option, w tile.SuitWord, among tile.Kinds, suit, other uint8, so uint32, base, co, goal int) []Option {
	shift, shiftOther := uint(suit)*tile.Ranks, uint(other)*tile.Ranks
	for k := among; k != 0; k = k.Rest() {
		x := k.First()
		s := t.index.of(w - tile.Unit(int(x)-int(shift)))
		c := int(t.class[s])
		at := base + c<<classBits + co
		if int(t.merge[at]) != goal {
			continue
		}
		dst = append(dst, Option{x, t.lowered(s, at)<<shift | t.lowered(so, base+co<<classBits+c)<<shiftOther})
	}
	return dst
}

// withPairs joins what the discards accept towards seven pairs, where goal
// tiles are missing, into the options that are there, and adds those that keep
// only seven pairs as near. The options stay in ascending order.
func withPairs(dst []Option, h tile.Held, void tile.Suit, among tile.Kinds, goal int) []Option {
	at := 0
	for k := among; k != 0; k = k.Rest() {
		x := k.First()
		for at < len(dst) && dst[at].Tile < x {
			at++
		}
		shanten, kinds := PairsAcceptance(h.Without(x), void)
		if shanten+1 != goal {
			continue
		}
		if at == len(dst) || dst[at].Tile != x {
			dst = append(dst, Option{})
			copy(dst[at+1:], dst[at:])
			dst[at] = Option{Tile: x}
		}
		dst[at].Kinds |= kinds
	}
	return dst
}
