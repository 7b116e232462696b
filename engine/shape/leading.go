package shape

import "xuezhan/engine/tile"

// mostLeading is the highest shanten at which Leading looks ahead.
const mostLeading = 2

// Leading returns the shanten of held tiles and the kinds that lower it and lead
// somewhere: a tile of them can come, and after it others can come that complete the
// hand. live has the kinds of which a tile can still come; accepts is Acceptance or
// its like. From three tiles to ready on it does not look ahead: all live kinds count.
// Of a suit that has grown too long for the tables they count as well.
//
// LeadingOf tells the kinds of what Acceptance has told.
func Leading(h tile.Held, live tile.Kinds, accepts func(h tile.Held) (int, tile.Kinds)) (shanten int, kinds tile.Kinds) {
	shanten, all := accepts(h)
	return shanten, LeadingOf(h, shanten, all, live, accepts)
}

// LeadingOf returns the kinds of Leading for held tiles of which the shanten and all
// kinds that lower it are known.
//
// Tiles that complete a hand together do so in any order, so that each of them lowers
// shanten at once. Where all kinds that lower it are live, all lead somewhere; but for
// kinds held four times, which accepts leaves out. And of the kinds that lead on from
// one that does, those that lower shanten at once do as well.
func LeadingOf(h tile.Held, shanten int, all, live tile.Kinds, accepts func(h tile.Held) (int, tile.Kinds)) (kinds tile.Kinds) {
	kinds = all & live
	if shanten < 1 || shanten > mostLeading || all == kinds && !hasFour(&h) {
		return kinds
	}
	known := tile.Kinds(0)
	for rest := kinds; rest != 0; rest = rest.Rest() &^ known {
		t := rest.First()
		if h[t.Suit()].Total() >= MaxTiles-1 {
			continue
		}
		_, next := Leading(h.With(t), live, accepts)
		known |= next
		if next == 0 {
			kinds &^= t.Bit()
		}
	}
	return kinds
}

// hasFour reports whether a kind is held four times.
func hasFour(h *tile.Held) bool {
	return h[0].AtLeast4()|h[1].AtLeast4()|h[2].AtLeast4() != 0
}
