package query

import (
	"strings"
	"testing"
)

// TestGridFits: on a narrow terminal columns in the middle are left out, and on a
// very narrow one a row is a key a line.
func TestGridFits(t *testing.T) {
	g := newGrid(4)
	for k, name := range []string{"bot", "longest_suit", "hands", "mean points"} {
		g.head(k, name, k == 0)
	}
	for _, row := range [][]string{{"fast", "8", "1,234", "+0.12 ± 0.03"}, {"big", "9", "56", "too few"}} {
		for k, cell := range row {
			g.cell(k, cell)
		}
	}
	for _, c := range []struct {
		width int
		want  string
	}{
		{0, "bot   longest_suit  hands   mean points\nfast             8  1,234  +0.12 ± 0.03\nbig              9     56       too few\n"},
		{39, "bot   longest_suit  hands   mean points\nfast             8  1,234  +0.12 ± 0.03\nbig              9     56       too few\n"},
		{38, "bot   longest_suit  …   mean points\nfast             8  …  +0.12 ± 0.03\nbig              9  …       too few\n"},
		{24, "bot   …   mean points\nfast  …  +0.12 ± 0.03\nbig   …       too few\n"},
		{15, "bot: fast\nlongest_suit: 8\nhands: 1,234\nmean points: +0.12 ± 0.03\n\nbot: big\nlongest_suit: 9\nhands: 56\nmean points: too few\n"},
	} {
		var b strings.Builder
		if err := g.write(&b, c.width); err != nil || b.String() != c.want {
			t.Errorf("width %d: got %v\n%s", c.width, err, &b)
		}
	}
}
