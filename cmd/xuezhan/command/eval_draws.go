package command

import (
	"fmt"

	"xuezhan/features/eval"
)

const drawsHelp = `With --draws K eval adds what a lone player reaches within 1 to K draws, exactly:
each unseen tile is drawn as likely as any other, nothing is called, and each
figure is that of the best play for it, found over all draws and discards. Win is
the chance to win by self-draw; ready the chance to hold 13 tiles with a wait, at
some time; points what is expected if three seats pay the base points and the
rules' self-draw points, a win being declined where going on is worth more. * marks
the best discards of a column. With 14 tiles each discard has its row, and what a
win already there is worth does not enter. More than 4 draws, or more than 5 of a
hand that is ready, may take too many states: then eval says so and fails.`

// A drawsColumn is one of the figures of a curve and how it is printed.
type drawsColumn struct {
	title, format string
	scale         float64
	of            func(*eval.Chances) float64
}

func drawsColumns() []drawsColumn {
	return []drawsColumn{
		{"chance to win", "%.2f%%", 100, func(c *eval.Chances) float64 { return c.Win }},
		{"chance to be ready", "%.2f%%", 100, func(c *eval.Chances) float64 { return c.Ready }},
		{"expected points", "%.3f", 1, func(c *eval.Chances) float64 { return c.Points }},
	}
}

func (c *drawsColumn) text(x *eval.Chances) string {
	return fmt.Sprintf(c.format, c.scale*c.of(x))
}

// printDraws adds the curves to a table: a row a number of draws for 13 tiles, a
// row a discard for each figure of 14.
func printDraws(t table, d *eval.Draws) {
	t.row()
	t.row("A lone player, best play for each figure")
	if len(d.Discards) == 0 {
		printHandCurve(t, d.Curve)
		return
	}
	for _, c := range drawsColumns() {
		t.row()
		printColumn(t, d, c)
	}
}

func printHandCurve(t table, curve []eval.Chances) {
	columns := drawsColumns()
	cells := []any{"draws"}
	for _, c := range columns {
		cells = append(cells, c.title)
	}
	t.row(append(cells, "fan")...)
	for i := range curve {
		cells = []any{curve[i].Draws}
		for _, c := range columns {
			cells = append(cells, c.text(&curve[i]))
		}
		t.row(append(cells, fmt.Sprintf("%.3f", curve[i].Fan))...)
	}
}

func printColumn(t table, d *eval.Draws, c drawsColumn) {
	t.row(c.title + " within k draws")
	cells := []any{"discard"}
	for _, x := range d.Curve {
		cells = append(cells, fmt.Sprintf("k=%d", x.Draws))
	}
	t.row(cells...)
	for _, x := range d.Discards {
		cells = []any{x.Tile}
		for k := range x.Curve {
			text := c.text(&x.Curve[k])
			if top := c.of(&d.Curve[k]); top > 0 && c.of(&x.Curve[k]) == top {
				text += "*"
			}
			cells = append(cells, text)
		}
		t.row(cells...)
	}
}
