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
func (t *Tables) BestDiscards(h *tile.Held, melds int, void tile.Suit, among tile.Kinds, dst []Option) (int, []Option) {
	d := t.discarding(h, melds, void)
	goal := min(d.standard, d.pairs)
	if d.standard == goal {
		dst = d.keepers(dst, among)
	}
	if d.pairs == goal {
		dst = withPairs(dst, *h, void, among, goal)
	}
	return goal - 1, dst
}

// StandardDiscards is BestDiscards for the standard form alone.
func (t *Tables) StandardDiscards(h *tile.Held, melds int, void tile.Suit, among tile.Kinds, dst []Option) (int, []Option) {
	d := t.discarding(h, melds, void)
	return d.standard - 1, d.keepers(dst, among)
}

// A discarding is what all discards of one hand have in common: the words,
// shifts, states and outlines of the two live suits, the groups needed as a
// place in the merge tables, and what is missing in the standard form and for
// seven pairs.
type discarding struct {
	tables          *Tables
	words           [2]tile.SuitWord
	shifts          [2]uint
	states          [2]uint32
	classes         [2]int
	base            int
	standard, pairs int
}

func (t *Tables) discarding(h *tile.Held, melds int, void tile.Suit) discarding {
	d := discarding{tables: t, base: (maxGroups - melds) << (2 * classBits)}
	d.words[0], d.words[1] = liveWords(h, void)
	d.shifts[0], d.shifts[1] = shifts(void)
	d.states[0], d.states[1] = t.index.of(d.words[0]), t.index.of(d.words[1])
	oa, ob := t.outline[d.states[0]], t.outline[d.states[1]]
	d.classes[0], d.classes[1] = classOf(oa), classOf(ob)
	d.standard = int(t.merge[place(oa, ob, melds)])
	d.pairs = int(t.byPairs[halves(oa, ob, melds)])
	return d
}

// keepers appends the discards that leave as many tiles missing in the standard
// form as there are.
func (d *discarding) keepers(dst []Option, among tile.Kinds) []Option {
	t := d.tables
	for i := range 2 {
		shift, shiftOther := d.shifts[i], d.shifts[1-i]
		class, other := d.classes[1-i], t.loweringOf(d.states[1-i])
		for k := among >> shift & rankMask; k != 0; k = k.Rest() {
			r := int(k.First())
			s := t.index.of(d.words[i] - tile.Unit(r))
			at := (d.base | classOf(t.outline[s])<<classBits | class) & (mergeRoom - 1)
			if int(t.merge[at]) != d.standard {
				continue
			}
			plan := t.plan[at]
			dst = append(dst, Option{
				tile.Tile(r + int(shift)),
				t.lowerBy(s, t.spread[plan&planFields])<<shift | other.by(t.spread[plan>>numFields&planFields])<<shiftOther,
			})
		}
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
