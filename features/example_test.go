package features_test

import (
	"fmt"

	"xuezhan/engine/rules"
	"xuezhan/features"
)

// Waits and fan of a hand, in three lines.
func ExampleEval() {
	tsumo, _ := rules.Lookup("tsumo")
	hand, _ := features.Eval(tsumo, "2223334445556m")
	for _, w := range hand.Waits {
		fmt.Println(w.Tile, w.Fan, "fan", w.Points, "points", w.Patterns)
	}
	// Output:
	// 1m 2 fan 4 points [{full_flush 2}]
	// 3m 3 fan 8 points [{full_flush 2} {root 1}]
	// 4m 3 fan 8 points [{full_flush 2} {root 1}]
	// 5m 3 fan 8 points [{full_flush 2} {root 1}]
	// 6m 3 fan 8 points [{all_pungs 1} {full_flush 2}]
	// 7m 2 fan 4 points [{full_flush 2}]
}
