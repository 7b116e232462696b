package page

import (
	"io"
	"strings"
)

// Markdown writes the document as Markdown: the answer first, then a table a
// section, notes and facts.
func (d *Document) Markdown(w io.Writer) error {
	var b strings.Builder
	if d.Alert != "" {
		b.WriteString("**" + markdown(sentence(d.Alert)) + "**\n\n")
	}
	for i, line := range d.Headline {
		if i == 0 && d.Question != "" {
			line = d.Question + " " + line
		}
		b.WriteString("**" + markdown(sentence(line)) + "**\n\n")
	}
	if d.About != "" {
		b.WriteString(markdown(sentence(d.About)) + "\n")
	}
	for _, t := range d.tables() {
		for _, part := range t.blocks(t.Side) {
			part.markdown(&b)
		}
	}
	if len(d.Notes) > 0 {
		b.WriteString("\n## Notes\n\n")
	}
	for _, n := range d.Notes {
		b.WriteString("- " + markdown(sentence(n)) + "\n")
	}
	if d.Facts.Title == "" && len(d.Facts.List) > 0 {
		b.WriteString("\n")
		for _, f := range d.Facts.List {
			b.WriteString("- " + markdown(name(f.Name)) + ": " + markdown(sentence(f.Value)) + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown writes the title and the table.
func (t *Table) markdown(b *strings.Builder) {
	b.WriteString("\n## " + markdown(name(t.Title)) + "\n\n")
	line := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + markdown(name(c)) + " ")
		}
		b.WriteString("|\n")
	}
	line(t.Head)
	b.WriteString("|:--" + strings.Repeat("|--:", len(t.Head)-1) + "|\n")
	for _, cells := range t.Rows {
		line(cells)
	}
}
