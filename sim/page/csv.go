package page

import (
	"encoding/csv"
	"io"
)

// CSV writes the document's tables, and its facts as a table, for other programs to read
// the numbers: of each its title, its head and its rows, with an empty line between two.
func (d *Document) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	facts := Table{Title: d.Kind, Head: []string{"name", "value"}}
	for _, f := range d.Facts.List {
		facts.Rows = append(facts.Rows, []string{f.Name, f.Value})
	}
	var tables []Table
	add := func(t Table) {
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	add(facts)
	for i := range d.Sections {
		d.Sections[i].each(add)
	}
	for i, t := range tables {
		if i > 0 {
			out.Flush()
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		for _, row := range append([][]string{{t.Title}, t.Head}, t.Rows...) {
			cells := make([]string, len(row))
			for k, cell := range row {
				cells[k] = name(cell)
			}
			if err := out.Write(cells); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}
