package plain

import (
	"testing"

	"xuezhan/engine/tile"
)

// forSuits calls f with every suit of so many tiles.
func forSuits(tiles int, f func(c *Counts)) {
	var c Counts
	var from func(k, left int)
	from = func(k, left int) {
		if k == tile.Ranks {
			if left == 0 {
				f(&c)
			}
			return
		}
		for n := range min(tile.Copies, left) + 1 {
			c[k] = n
			from(k+1, left-n)
		}
		c[k] = 0
	}
	from(0, tiles)
}

// TestPureHands counts the wins and the waits of one suit in the standard form.
func TestPureHands(t *testing.T) {
	suits := NewSuits()
	hands, wins := 0, 0
	forSuits(14, func(c *Counts) {
		hands++
		won := c.areGroupsAndPair()
		if won {
			wins++
		}
		if suits.areGroupsAndPair(c) != won {
			t.Errorf("%v: the map has %v, recursion %v", c[:tile.Ranks], !won, won)
		}
	})
	if hands != 118800 || wins != 13259 {
		t.Errorf("%d hands and %d wins, want 118800 and 13259", hands, wins)
	}
	var byWaits [tile.Ranks + 1]int
	forSuits(13, func(c *Counts) {
		n := 0
		for k := range tile.Ranks {
			if c[k] < tile.Copies {
				c[k]++
				n += map[bool]int{true: 1}[suits.areGroupsAndPair(c)]
				c[k]--
			}
		}
		byWaits[n]++
	})
	if want := [...]int{53530, 14067, 14493, 6739, 2948, 1335, 392, 79, 16, 1}; byWaits != want {
		t.Errorf("hands by waits: got %v, want %v", byWaits, want)
	}
}

func TestKnownHands(t *testing.T) {
	for _, tt := range []struct {
		tiles   string
		shanten int
		kinds   string // that lower it
	}{
		{"1112345678999m", 0, "123456789m"},
		{"1133557799m113p", 0, "3p"},
		{"1111222233334m", 0, "45m"},                  // 5m with 111 222 123 345 and 33
		{"1111m234567888p", 1, "23456789m123456789p"}, // no fifth 1m for the pair
		{"22m[555m][666m][777m][888m]", -1, ""},
	} {
		set, err := tile.Parse(tt.tiles)
		if err != nil {
			t.Fatal(err)
		}
		c := Count(set.Held)
		shanten, kinds := Acceptance(&c, int(set.Melds.N), tile.Bamboo)
		if shanten != tt.shanten || kinds.String() != tt.kinds {
			t.Errorf("%s: got %d %s, want %d %s", tt.tiles, shanten, kinds, tt.shanten, tt.kinds)
		}
	}
}
