package oracle

import "xuezhan/engine/tile"

// Acceptance returns the shanten of held tiles, by recursion, and the kinds that
// lower it:
// every kind with fewer than four held is drawn on trial.
func Acceptance(c *Counts, melds int, void tile.Suit) (shanten int, kinds tile.Kinds) {
	shanten = Shanten(c, melds, void)
	for k := range c {
		if c[k] == tile.Copies || tile.Tile(k).Suit() == void {
			continue
		}
		c[k]++
		if Shanten(c, melds, void) < shanten {
			kinds |= tile.Tile(k).Bit()
		}
		c[k]--
	}
	return shanten, kinds
}

// A Discard is a discard, and the shanten and the acceptance that it leaves.
type Discard struct {
	Tile    tile.Tile
	Shanten int
	Kinds   tile.Kinds
}

// Discards appends to dst what every held kind leaves when it is discarded, in
// ascending order: each is discarded on trial.
func Discards(c *Counts, melds int, void tile.Suit, dst []Discard) []Discard {
	for k := range c {
		if c[k] == 0 {
			continue
		}
		c[k]--
		shanten, kinds := Acceptance(c, melds, void)
		c[k]++
		dst = append(dst, Discard{tile.Tile(k), shanten, kinds})
	}
	return dst
}

// BestDiscards is Discards for those of the live suits that keep shanten at its
// lowest; acceptance is looked for only where a discard does.
func BestDiscards(c *Counts, melds int, void tile.Suit, dst []Discard) (int, []Discard) {
	now := Shanten(c, melds, void)
	for k := range c {
		if c[k] == 0 || tile.Tile(k).Suit() == void {
			continue
		}
		c[k]--
		if Shanten(c, melds, void) == now {
			_, kinds := Acceptance(c, melds, void)
			dst = append(dst, Discard{tile.Tile(k), now, kinds})
		}
		c[k]++
	}
	return now, dst
}
