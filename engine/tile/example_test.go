package tile_test

import (
	"fmt"

	"xuezhan/engine/tile"
)

func ExampleParse() {
	set, err := tile.Parse("678m12377p[9999m][4444pc]")
	fmt.Println(set.Held, set.Held.Total(), "held tiles, the last", set.Last, err)
	for _, m := range set.Melds.All() {
		fmt.Println(m, m.Kind(), m.Tile())
	}
	_, err = tile.Parse("123m45z")
	fmt.Println(err)
	// Output:
	// 678m12377p 8 held tiles, the last 7p <nil>
	// [9999m] claimed_kong 9m
	// [4444pc] concealed_kong 4p
	// tiles "123m45z", position 7: unknown suit 'z'; suits are m, p and s
}

// Glyphs and Chinese are read as well as digits and letters.
func ExampleParseHeld() {
	h, err := tile.ParseHeld("🀇🀈🀉 四五六筒 7条")
	fmt.Println(h, err)
	// Output:
	// 123m456p7s <nil>
}

func ExampleHeld_All() {
	h, _ := tile.ParseHeld("1123m9s")
	for t, n := range h.All() {
		fmt.Print(n, " of ", t, "; ")
	}
	fmt.Println(h.Total(), "in all")
	// Output:
	// 2 of 1m; 1 of 2m; 1 of 3m; 1 of 9s; 5 in all
}

func ExampleKinds_All() {
	h, _ := tile.ParseHeld("1123m9s")
	for t := range h.Kinds().All() {
		fmt.Print(t, " ")
	}
	fmt.Println(h.Twice())
	// Output:
	// 1m 2m 3m 9s 1m
}
