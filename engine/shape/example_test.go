package shape_test

import (
	"fmt"

	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

func ExampleTables() {
	tables := shape.New() // once
	set, _ := tile.Parse("2345678m2278p[555p]")
	void, melds := tile.Bamboo, int(set.Melds.N)
	for _, d := range tables.AllDiscards(&set.Held, melds, void, set.Held.Kinds(), nil)[:3] {
		fmt.Println("without", d.Tile, "shanten", d.Shanten, "accepts", d.Kinds)
	}
	ready := set.Held.Without(tile.Of(tile.Characters, 2))
	fmt.Println("waits on", tables.Waits(&ready, melds, void))
	// Output:
	// without 2m shanten 0 accepts 69p
	// without 3m shanten 1 accepts 369m69p
	// without 4m shanten 1 accepts 14m69p
	// waits on 69p
}
