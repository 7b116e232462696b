package dataset

import (
	"fmt"
	"iter"

	"xuezhan/sim/column"
	"xuezhan/sim/store"
)

// Scan reads some columns of a table, in the order of the rows of all parts
// that are stored. The other columns are not touched. Each step gives a vector a
// column, of which all have the same number of rows, at least one; they are good
// until the next step. After an error, which names the file, there is none. A
// column that the table does not have is an error before anything is read.
func (r *Reader) Scan(t Table, names []string) iter.Seq2[[]column.Vector, error] {
	return func(yield func([]column.Vector, error) bool) {
		columns, err := r.columns(t, names)
		if err != nil {
			yield(nil, err)
			return
		}
		lexicons := make([]column.Lexicon, len(columns))
		for _, p := range r.manifest.Parts {
			more, err := r.scanPart(t, p, columns, lexicons, func(v []column.Vector) bool { return yield(v, nil) })
			if err != nil {
				yield(nil, fmt.Errorf("dataset: part %d: %w", p.Index, err))
			}
			if err != nil || !more {
				return
			}
		}
	}
}

// Column returns a column of this run: what FindColumn does, and of the bots
// their specs.
func (r *Reader) Column(t Table, name string) (column.Column, error) {
	c, err := FindColumn(t, name)
	if err == nil && t == Seats && name == "bot" {
		c.Words = r.bots
	}
	return c, err
}

func (r *Reader) columns(t Table, names []string) ([]column.Column, error) {
	var columns []column.Column
	for _, name := range names {
		c, err := r.Column(t, name)
		if err != nil {
			return nil, fmt.Errorf("dataset: %w", err)
		}
		columns = append(columns, c)
	}
	return columns, nil
}

func (r *Reader) scanPart(t Table, p store.Part, columns []column.Column, lexicons []column.Lexicon, yield func([]column.Vector) bool) (more bool, err error) {
	table, err := column.OpenVectors(r.dir, p.Files[t], columns, lexicons)
	if err != nil {
		return false, err
	}
	defer table.Close()
	for table.Left() > 0 {
		vectors, err := table.Read(int(min(table.Left(), column.ScanRows)))
		if err != nil {
			return false, err
		}
		if !yield(vectors) {
			return false, nil
		}
	}
	return true, nil
}
