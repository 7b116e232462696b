package page

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// wrapWidth is the most columns of sentences.
const wrapWidth = 100

// Text writes the document as text: the answer first, then tables, notes and
// facts. A table that is wider than width loses columns in its middle or is written
// a key a line; width 0 is for outputs that have none.
func (d *Document) Text(w io.Writer, width int) error {
	t := textWriter{width: width, wrap: wrapWidth}
	if width > 0 {
		t.wrap = min(width, wrapWidth)
	}
	t.document(d)
	_, err := io.WriteString(w, t.b.String())
	return err
}

// A textWriter writes a document's text.
type textWriter struct {
	b           strings.Builder
	width, wrap int
}

func (t *textWriter) document(d *Document) {
	if d.Alert != "" {
		t.line(d.Alert, "")
		t.b.WriteString("\n")
	}
	for i, line := range d.Headline {
		if i == 0 && d.Question != "" {
			line = d.Question + " " + line
		}
		t.line(line, "")
	}
	if d.About != "" {
		t.line(d.About, "")
	}
	for _, x := range d.tables() {
		for _, part := range t.fitting(&x) {
			t.table(&part)
		}
	}
	if len(d.Notes) > 0 {
		t.b.WriteString("\nNotes\n")
	}
	for _, n := range d.Notes {
		t.line("- "+n, "  ")
	}
	if d.Facts.Title == "" {
		t.facts(d.Facts.List)
	}
}

// line writes a sentence, broken between words.
func (t *textWriter) line(s, indent string) {
	t.b.WriteString(wrapped(sentence(s), indent, t.wrap) + "\n")
}

// facts writes a line each, the values below each other.
func (t *textWriter) facts(list []Fact) {
	if len(list) == 0 {
		return
	}
	t.b.WriteString("\n")
	widest := 10
	for _, f := range list {
		widest = max(widest, utf8.RuneCountInString(name(f.Name)))
	}
	for _, f := range list {
		t.b.WriteString(padded(name(f.Name), widest) + " " + sentence(f.Value) + "\n")
	}
}

// fitting splits a table whose columns are alike until its parts fit the width.
func (t *textWriter) fitting(x *Table) []Table {
	parts := x.blocks(x.Side)
	for side := x.Side - 1; side >= 1 && t.width > 0; side-- {
		if !slices.ContainsFunc(parts, func(p Table) bool { return rowWidth(columnWidths(p.lines())) > t.width }) {
			break
		}
		parts = x.blocks(side)
	}
	return parts
}

// lines returns the head and the rows, as text shows them.
func (t *Table) lines() [][]string {
	var list [][]string
	for _, cells := range append([][]string{t.Head}, t.Rows...) {
		var line []string
		for _, c := range cells {
			line = append(line, name(c))
		}
		list = append(list, line)
	}
	return list
}

// table writes a title and aligned rows, as far as there is room.
func (t *textWriter) table(x *Table) {
	t.b.WriteString("\n" + wrapped(name(x.Title), "", t.wrap) + "\n")
	rows := x.lines()
	widths := columnWidths(rows)
	if t.width > 0 && rowWidth(widths) > t.width {
		if rows = narrowed(rows, widths, t.width); rows == nil {
			t.keyed(x)
			return
		}
		widths = columnWidths(rows)
	}
	for _, cells := range rows {
		var line strings.Builder
		for i, c := range cells {
			if i == 0 {
				line.WriteString("  " + padded(c, widths[i]))
			} else {
				line.WriteString("  " + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c)) + c)
			}
		}
		t.b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// keyed writes a table that is too wide for any two of its columns: a line a cell,
// under the row's name.
func (t *textWriter) keyed(x *Table) {
	for _, row := range x.Rows {
		t.b.WriteString("  " + wrapped(name(row[0]), "  ", t.wrap-2) + "\n")
		for i, c := range row[1:] {
			if c == "" {
				continue
			}
			if key := name(x.Head[i+1]); key != "" {
				c = key + ": " + c
			}
			t.b.WriteString("    " + wrapped(name(c), "      ", t.wrap-4) + "\n")
		}
	}
}

// columnWidths returns how wide the columns are.
func columnWidths(rows [][]string) []int {
	widths := make([]int, len(rows[0]))
	for _, cells := range rows {
		for i, c := range cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	return widths
}

// rowWidth returns how wide a row with its indentation is.
func rowWidth(widths []int) int {
	sum := 0
	for _, w := range widths {
		sum += 2 + w
	}
	return sum
}

// narrowed leaves out columns before the last, with … in their place, until the
// rows fit. It returns nil where even the first and the last do not.
func narrowed(rows [][]string, widths []int, width int) [][]string {
	last := len(widths) - 1
	for kept := last - 1; kept >= 1; kept-- { // columns from the left
		if rowWidth(widths[:kept])+2+1+2+widths[last] > width {
			continue
		}
		var list [][]string
		for _, cells := range rows {
			list = append(list, append(append(append([]string{}, cells[:kept]...), "…"), cells[last]))
		}
		return list
	}
	return nil
}

// padded returns s with spaces to a width.
func padded(s string, width int) string {
	return s + strings.Repeat(" ", width-utf8.RuneCountInString(s))
}

// wrapped breaks a line between words, the further ones indented.
func wrapped(line, indent string, most int) string {
	var b strings.Builder
	width := 0
	for i, word := range strings.Split(line, " ") {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case width+1+n > most:
			b.WriteString("\n" + indent)
			width = len(indent)
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += n
	}
	return b.String()
}
