package query

import (
	"io"
	"strings"
	"unicode/utf8"
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

// write writes the table, two blanks between columns and none at the end.
func (g *grid) write(w io.Writer) error {
	widths := make([]int, len(g.cells))
	for k, column := range g.cells {
		for _, text := range column {
			widths[k] = max(widths[k], utf8.RuneCountInString(text))
		}
	}
	var b strings.Builder
	for row := range g.cells[0] {
		line := ""
		for k := range g.cells {
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
	_, err := io.WriteString(w, b.String())
	return err
}
