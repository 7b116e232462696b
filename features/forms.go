package features

import (
	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// forms measures held tiles in the forms of a winning hand that the rules know.
type forms struct {
	tables *shape.Tables
	melds  int
	pairs  pairsRule
	void   tile.Suit
}

// A pairsRule says how seven pairs may be made.
type pairsRule uint8

const (
	noPairs       pairsRule = iota // not at all
	distinctPairs                  // of seven kinds
	anyPairs                       // four of a kind may be two of them
)

func newForms(e *engine.Engine, melds int) forms {
	f := forms{tables: e.Tables(), melds: melds, void: tile.NoSuit}
	r := e.Rules()
	switch {
	case melds > 0 || r.SevenPairs == 0:
	case r.SevenPairsQuads:
		f.pairs = anyPairs
	default:
		f.pairs = distinctPairs
	}
	return f
}

// under returns the forms with a void suit.
func (f *forms) under(void tile.Suit) *forms {
	g := *f
	g.void = void
	return &g
}

// shanten returns the shanten of 13 or 14 tiles, −1 for a complete hand.
func (f *forms) shanten(h tile.Held) int {
	n := f.tables.Standard(&h, f.melds, f.void)
	switch f.pairs {
	case distinctPairs:
		m, _ := distinctAcceptance(h, f.void)
		n = min(n, m)
	case anyPairs:
		n = f.tables.Shanten(&h, f.melds, f.void)
	}
	return n
}

// acceptance returns the shanten of 13 tiles and the kinds that lower it.
func (f *forms) acceptance(h tile.Held) (int, tile.Kinds) {
	if f.pairs == anyPairs {
		return f.tables.Acceptance(&h, f.melds, f.void)
	}
	shanten, kinds := f.tables.StandardAcceptance(&h, f.melds, f.void)
	if f.pairs == noPairs {
		return shanten, kinds
	}
	pairs, pairKinds := distinctAcceptance(h, f.void)
	switch {
	case pairs < shanten:
		return pairs, pairKinds
	case pairs == shanten:
		return shanten, kinds | pairKinds
	}
	return shanten, kinds
}

// distinctAcceptance returns the shanten for seven pairs of seven kinds, and the
// kinds that lower it. A pair that is lacking takes one tile where a kind is
// held once, and two where there is none left to pair.
func distinctAcceptance(h tile.Held, void tile.Suit) (int, tile.Kinds) {
	const wanted = 7
	h[void] = 0
	held, paired := h.Kinds(), h.Twice()
	missing := max(wanted-paired.Len(), 0) + max(wanted-held.Len(), 0)
	kinds := held &^ paired
	if held.Len() < wanted {
		kinds |= tile.AllKinds &^ tile.SuitKinds(void) &^ held
	}
	return missing - 1, kinds
}
