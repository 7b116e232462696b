package shape

import "xuezhan/engine/tile"

// A Discard is a discard, the shanten that it leaves, and the kinds that then
// lower it.
type Discard struct {
	Tile    tile.Tile
	Shanten int8
	Kinds   tile.Kinds
}

// AllDiscards appends to dst what each discard among a set of held kinds leaves,
// in ascending order: its Acceptance without the tile. The held tiles are 14
// less three a meld, those of the void suit included; void must be a suit.
//
// What is discarded of the void suit changes nothing, so that those discards are
// all alike.
func (t *Tables) AllDiscards(h *tile.Held, melds int, void tile.Suit, among tile.Kinds, dst []Discard) []Discard {
	var d discarding
	d.begin(t, h, melds, void)
	p := noPairs
	if melds == 0 {
		p = pairsOf(*h, void)
	}
	dead := among & tile.SuitKinds(void)
	below := among & (tile.Of(void, 1).Bit() - 1)
	dst = d.all(dst, &p, below)
	if dead != 0 {
		dst = t.voidDiscards(dst, h, melds, void, dead)
	}
	return d.all(dst, &p, among&^below&^dead)
}

// voidDiscards appends the discards of the void suit.
func (t *Tables) voidDiscards(dst []Discard, h *tile.Held, melds int, void tile.Suit, among tile.Kinds) []Discard {
	shanten, kinds := t.Acceptance(h, melds, void)
	for ; among != 0; among = among.Rest() {
		dst = append(dst, Discard{among.First(), int8(shanten), kinds})
	}
	return dst
}

// all appends what the discards of some kinds of the live suits leave.
func (d *discarding) all(dst []Discard, p *pairs, among tile.Kinds) []Discard {
	for ; among != 0; among = among.Rest() {
		x := among.First()
		missing, kinds := d.without(x)
		byPairs, pairKinds := p.without(x)
		if byPairs < missing {
			kinds = 0
		}
		if byPairs <= missing {
			missing, kinds = byPairs, kinds|pairKinds
		}
		dst = append(dst, Discard{x, int8(missing - 1), kinds})
	}
	return dst
}
