package page_test

import (
	"fmt"
	"strings"

	"xuezhan/sim/page"
)

// A page of one heat map: what declining a win is worth by tiles left and the
// distance to a big hand.
func ExampleHeatMap() {
	breakEven := page.HeatMap{
		RowAxis: "tiles left", ColumnAxis: "shanten of the big hand",
		Rows: []string{"40 to 55", "20 to 39"}, Columns: []string{"0", "1"},
		Cells: [][]page.Cell{
			{{Text: "+0.62", Note: "± 0.10", Strength: 1}, {Text: "~"}},
			{{Text: "-0.31", Note: "± 0.12", Strength: -0.5}, {Text: "too few", Missing: true}},
		},
	}
	d := page.Document{
		Kind: "Study", Title: "fast-vs-big", Headline: []string{"Decline early, take late."},
		Sections: []page.Section{{Title: "Break-even map", Figures: []page.Figure{{
			Title: "Declining less taking", About: "Points per hand; 95 % intervals", Chart: breakEven,
			Keys:  []page.Key{{Text: "declining is better", Look: page.Cool}, {Text: "taking is better", Look: page.Warm}},
			Table: page.Table{Head: []string{"left, shanten", "difference"}, Rows: [][]string{{"40 to 55, 0", "+0.62 ± 0.10"}}},
		}}}},
	}
	var b strings.Builder
	if err := d.HTML(&b); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Count(b.String(), "<svg class=\"chart small-screen\""), strings.Contains(b.String(), "too few"))
	// Output: 1 true
}
