package dataset

import (
	"fmt"
	"iter"

	"xuezhan/sim/column"
)

// Table returns a table of the run, to be read by columns.
func (r *Reader) Table(t Table) *column.Source {
	s := &column.Source{
		Dir: r.dir, Table: t.String(), Columns: Columns(t), Parts: r.manifest.Parts, File: int(t), Planned: r.manifest.Planned,
		Unit: "hand", UnitColumn: "hand", PerUnit: 1,
		Hint: func(name string, names []string) string { return columnHint(t, name, names) },
	}
	if t == Seats {
		column.WithWords(s.Columns, "bot", r.bots)
	}
	if r.inputs.Games > 0 {
		s.Unit, s.PerUnit = "game", int64(r.inputs.Rules.HandsPerGame)
	}
	return s
}

// Scan reads some columns of a table, as column.Source has it.
func (r *Reader) Scan(t Table, names []string) iter.Seq2[[]column.Vector, error] {
	return func(yield func([]column.Vector, error) bool) {
		for vectors, err := range r.Table(t).Scan(names) {
			if err != nil {
				err = fmt.Errorf("dataset: %w", err)
			}
			if !yield(vectors, err) {
				return
			}
		}
	}
}
