package dataset

import (
	"fmt"
	"iter"

	"xuezhan/sim/column"
)

// Schema returns a table of no run: it has columns and no rows.
func Schema(t Table) *column.Source {
	return &column.Source{
		Table: t.String(), Columns: Columns(t), File: int(t), Unit: "hand", UnitColumn: "hand", PerUnit: 1,
		Hint: func(name string, names []string) string { return columnHint(t, name, names) },
	}
}

// Table returns a table of the run, to be read by columns.
func (r *Reader) Table(t Table) *column.Source {
	s := Schema(t)
	s.Dir, s.Parts, s.Planned = r.dir, r.manifest.Parts, r.manifest.Planned
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
