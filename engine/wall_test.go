package engine

import (
	"slices"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// TestReorderWall draws the tiles that are left in the order in which they were put.
func TestReorderWall(t *testing.T) {
	for _, lanes := range []bool{false, true} {
		e, err := New(rules.Presets()[0].Rules, shape.New())
		if err != nil {
			t.Fatal(err)
		}
		deck := Deck{Lanes: lanes}
		for i := range deck.Tiles {
			deck.Tiles[i] = tile.Tile(i / tile.Copies)
		}
		var h Hand
		e.Deal(&h, &deck)
		for range 3 { // some have left the wall
			h.front[h.laneOf[1]]++
			h.left--
		}
		before := h
		h.ReorderWall(func(left []tile.Tile) {
			if len(left) != h.Left() {
				t.Errorf("lanes %t: %d tiles, of %d", lanes, len(left), h.Left())
			}
		})
		if h != before {
			t.Errorf("lanes %t: a hand in the same order is another", lanes)
		}
		var first, last tile.Tile
		h.ReorderWall(func(left []tile.Tile) {
			slices.Reverse(left)
			first, last = left[0], left[len(left)-1]
		})
		if at := h.front[0]; h.wall[at] != first || lanes && h.wall[h.back[3]-1] != last {
			t.Errorf("lanes %t: the first tile is %v, not %v", lanes, h.wall[at], first)
		}
		h.ReorderWall(func(left []tile.Tile) { slices.Reverse(left) })
		if h != before {
			t.Errorf("lanes %t: turned round twice, the wall is another", lanes)
		}
	}
}
