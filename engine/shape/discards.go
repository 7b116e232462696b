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
// A discard changes one suit. Which tiles of it may go is read off the distances
// that what is missing is made of: a tile keeps it if it keeps one of them.
func (t *Tables) BestDiscards(h *tile.Held, melds int, void tile.Suit, among tile.Kinds, dst []Option) (int, []Option) {
	var d discarding
	d.begin(t, h, melds, void)
	missing := int(t.merge[d.at])
	byPairs := t.pairsMissing(d.suits[0].outline, d.suits[1].outline, melds)
	if byPairs >= missing {
		dst = d.keepers(dst, among)
	}
	if byPairs <= missing {
		dst = withPairs(dst, *h, void, among)
	}
	return min(byPairs, missing) - 1, dst
}

// StandardDiscards is BestDiscards for the standard form alone.
func (t *Tables) StandardDiscards(h *tile.Held, melds int, void tile.Suit, among tile.Kinds, dst []Option) (int, []Option) {
	var d discarding
	d.begin(t, h, melds, void)
	return int(t.merge[d.at]) - 1, d.keepers(dst, among)
}

// A discarding is what all discards of one hand have in common: its two live
// suits, and their place in the merge tables.
type discarding struct {
	tables *Tables
	suits  [2]suit
	melds  int
	at     uint
}

// A suit is a suit's word, where its kinds begin, and what the tables say of it.
type suit struct {
	word    tile.SuitWord
	first   tile.Tile
	state   uint32
	outline uint
	lower   rankSets
}

func (d *discarding) begin(t *Tables, h *tile.Held, melds int, void tile.Suit) {
	d.tables, d.melds = t, melds
	a, b := liveSuits(void)
	d.suits[0].begin(t, h, a)
	d.suits[1].begin(t, h, b)
	d.at = place(d.suits[0].outline, d.suits[1].outline, melds) & (mergeRoom - 1)
}

func (s *suit) begin(t *Tables, h *tile.Held, x tile.Suit) {
	s.word, s.first = h[x], tile.Of(x, 1)
	s.state = t.index.of(s.word)
	s.outline, s.lower = t.outlineOf(s.state), t.lower.of(s.state)
}

// place puts ranks of the suit where they stand among all kinds.
func (s *suit) place(ranks tile.Kinds) tile.Kinds { return ranks << (s.first & 31) }

// keepers appends the discards that leave as many tiles missing in the standard
// form as there are.
func (d *discarding) keepers(dst []Option, among tile.Kinds) []Option {
	t, a, b := d.tables, &d.suits[0], &d.suits[1]
	p := &t.plans[t.plan[d.at]]
	keep := a.place(t.keep.of(a.state).of(p.a)) | b.place(t.keep.of(b.state).of(p.b))
	for k := among & keep; k != 0; k = k.Rest() {
		_, kinds := d.without(k.First())
		dst = append(dst, Option{k.First(), kinds})
	}
	return dst
}

// without returns how many tiles are missing in the standard form without one
// tile of a live suit, and the kinds that then lower it. The other suit keeps its
// state.
func (d *discarding) without(x tile.Tile) (missing int, kinds tile.Kinds) {
	i := 0
	if x >= d.suits[1].first {
		i = 1
	}
	t, from, other := d.tables, &d.suits[i], &d.suits[1-i]
	s := t.index.of(from.word - tile.Unit(int(x-from.first)))
	at := place(t.outlineOf(s), other.outline, d.melds)
	p := &t.plans[t.plan[at]]
	return int(t.merge[at]), from.place(t.lower.of(s).of(p.a)) | other.place(other.lower.of(p.b))
}

// withPairs joins what the discards accept towards seven pairs into the options
// that are there, and adds those that keep only seven pairs as near. The options
// stay in ascending order.
//
// With w pairs wanted and o kinds held an odd number of times, w tiles are
// missing if o ≥ w and 2w−o otherwise. A tile of an even kind takes a pair away,
// and one more is missing. One of an odd kind takes a half away, which does no
// harm only if more halves are held than pairs are wanted; the other halves are
// then what is accepted.
func withPairs(dst []Option, h tile.Held, void tile.Suit, among tile.Kinds) []Option {
	p := pairsOf(h, void)
	if p.odd.Len() <= numPairs-p.held {
		return dst
	}
	at := 0
	for k := among & p.odd; k != 0; k = k.Rest() {
		x := k.First()
		for at < len(dst) && dst[at].Tile < x {
			at++
		}
		if at == len(dst) || dst[at].Tile != x {
			dst = append(dst, Option{})
			copy(dst[at+1:], dst[at:])
			dst[at] = Option{Tile: x}
		}
		dst[at].Kinds |= p.odd ^ x.Bit()
	}
	return dst
}
