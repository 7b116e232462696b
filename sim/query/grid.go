package query

import (
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"xuezhan/sim/page"
)

// A grid is a table of texts whose columns are aligned, to the right but for
// those said to be of words.
type grid struct {
	cells [][]string // by column: the head, then the rows
	words []bool
}

func newGrid(columns int) *grid {
	return &grid{make([][]string, columns), make([]bool, columns)}
}

func (g *grid) head(column int, name string, words bool) {
	g.cells[column] = append(g.cells[column], name)
	g.words[column] = words
}

func (g *grid) cell(column int, text string) { g.cells[column] = append(g.cells[column], text) }

// rows returns the number of rows below the head.
func (g *grid) rows() int { return len(g.cells[len(g.cells)-1]) - 1 }

// write writes the table, two spaces between columns and none at the end. Where it is
// wider than width, which may be 0 for any, columns in the middle are left out, or
// each row is written a key a line.
func (g *grid) write(w io.Writer, width int) error {
	widths := make([]int, len(g.cells))
	for k, column := range g.cells {
		for _, text := range column {
			widths[k] = max(widths[k], utf8.RuneCountInString(text))
		}
	}
	if width == 0 {
		width = math.MaxInt
	}
	var b strings.Builder
	if shown := page.Fitting(widths, width); shown != nil {
		g.aligned(&b, widths, shown)
	} else {
		g.keyed(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// aligned writes the columns that are shown below each other.
func (g *grid) aligned(b *strings.Builder, widths, shown []int) {
	for row := range g.cells[0] {
		line := ""
		for _, k := range shown {
			if k == page.LeftOut {
				line += "…  "
				continue
			}
			text := g.cells[k][row]
			pad := strings.Repeat(" ", widths[k]-utf8.RuneCountInString(text))
			if g.words[k] {
				line += text + pad + "  "
			} else {
				line += pad + text + "  "
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// keyed writes a line a cell, rows apart.
func (g *grid) keyed(b *strings.Builder) {
	for row := 1; row <= g.rows(); row++ {
		if row > 1 {
			b.WriteString("\n")
		}
		for _, column := range g.cells {
			b.WriteString(column[0] + ": " + column[row] + "\n")
		}
	}
}
