package tileart

import (
	"fmt"
	"strings"

	"xuezhan/engine/tile"
)

// between is the room between the held tiles and a meld, in units of a tile.
const between = 10

// Hand returns tiles side by side as an <svg> element with its own style: the held
// ones by suit and rank, the tile of the turn apart, then the melds. The outer tiles of
// concealed kongs lie face down. A tile is height pixels high.
func Hand(s *tile.Set, height int) string {
	var b strings.Builder
	x := 0
	put := func(t tile.Tile) {
		fmt.Fprintf(&b, `<g transform="translate(%d)">%s</g>`, x, marks(t))
		x += Width
	}
	apart := func() {
		if x > 0 {
			x += between
		}
	}
	last := tile.None
	if s.Held.Total()%3 == 2 {
		last = s.Last
	}
	for t, n := range s.Held.All() {
		if t == last {
			n--
		}
		for range n {
			put(t)
		}
	}
	if last < tile.Count {
		apart()
		put(last)
	}
	for _, m := range s.Melds.All() {
		apart()
		n := 3
		if m.IsKong() {
			n = 4
		}
		for i := range n {
			if t := m.Tile(); m.Kind() == tile.ConcealedKong && (i == 0 || i == n-1) {
				put(tile.None)
			} else {
				put(t)
			}
		}
	}
	width := max(x, 1)
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img"><title>%s</title><style>%s</style>%s</svg>`,
		width*height/Height, height, width, Height, s.String(), Style, b.String())
}
