package fan_test

import (
	"fmt"

	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

func ExampleScorer() {
	tsumo, _ := rules.Lookup("tsumo")
	scorer := fan.NewScorer(tsumo, shape.New())
	set, _ := tile.Parse("222m555m88m[5555pc][222p]")
	r, won := scorer.Score(&set.Held, &set.Melds, set.Last, fan.BySelfDraw|fan.OnReplacement)
	fmt.Println(won, r.Fan, "fan,", r.Points, "points")
	for _, item := range scorer.Items(r) {
		fmt.Println(item.Name, item.Fan)
	}
	// Output:
	// true 5 fan, 16 points
	// jiang_pungs 3
	// root 1
	// replacement 1
}
