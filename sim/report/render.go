package report

import (
	"io"
	"strings"
	"unicode/utf8"
)

// textWidth is the most columns of text.
const textWidth = 100

// Text writes the report for a terminal: the answer first, then tables of at
// most 100 columns, then notes.
func (r *Report) Text(w io.Writer) error { return r.sheet().text(w) }

func (p sheet) text(w io.Writer) error {
	var b strings.Builder
	for _, line := range p.headline {
		b.WriteString(wrap(line, "") + "\n")
	}
	b.WriteString(p.units + "\n")
	for _, s := range p.sections {
		if len(s.rows) > 0 {
			s.text(&b)
		}
	}
	if len(p.notes) > 0 {
		b.WriteString("\nNotes\n")
	}
	for _, n := range p.notes {
		b.WriteString(wrap("- "+n, "  ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// text writes the title and the aligned table.
func (s *section) text(b *strings.Builder) {
	b.WriteString("\n" + wrap(s.title, "") + "\n")
	widths := make([]int, len(s.head))
	for _, cells := range append([][]string{s.head}, s.rows...) {
		for i, c := range cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	for _, cells := range append([][]string{s.head}, s.rows...) {
		var line strings.Builder
		for i, c := range cells {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c))
			if i == 0 {
				line.WriteString("  " + c + space)
			} else {
				line.WriteString("  " + space + c)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// wrap breaks a line between words, the further ones indented.
func wrap(line, indent string) string {
	var b strings.Builder
	width := 0
	for i, word := range strings.Split(line, " ") {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case width+1+n > textWidth:
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

// Markdown writes the report as Markdown: the answer first, then a table a
// section.
func (r *Report) Markdown(w io.Writer) error { return r.sheet().markdown(w) }

func (p sheet) markdown(w io.Writer) error {
	var b strings.Builder
	for _, line := range p.headline {
		b.WriteString("**" + escape(line) + "**\n\n")
	}
	b.WriteString(p.units + "\n")
	for _, s := range p.sections {
		if len(s.rows) > 0 {
			s.markdown(&b)
		}
	}
	if len(p.notes) > 0 {
		b.WriteString("\n## Notes\n\n")
	}
	for _, n := range p.notes {
		b.WriteString("- " + escape(n) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown writes the title and the table.
func (s *section) markdown(b *strings.Builder) {
	b.WriteString("\n## " + escape(s.title) + "\n\n")
	line := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + escape(c) + " ")
		}
		b.WriteString("|\n")
	}
	line(s.head)
	b.WriteString("|:--" + strings.Repeat("|--:", len(s.head)-1) + "|\n")
	for _, cells := range s.rows {
		line(cells)
	}
}

// escape keeps Markdown from reading a text as markup, and a row's indentation
// from vanishing.
func escape(s string) string {
	rest := strings.TrimLeft(s, " ")
	indent := strings.Repeat("&nbsp;", len(s)-len(rest))
	return indent + markup.Replace(rest)
}

var markup = strings.NewReplacer(`\`, `\\`, `|`, `\|`, `*`, `\*`, `_`, `\_`, "`", "\\`", `<`, `&lt;`, `[`, `\[`, `~`, `\~`)
