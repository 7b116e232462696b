package column

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"xuezhan/sim/store"
)

// A Source is a stored table that is read by columns: one of a run, or the only one of
// another directory.
type Source struct {
	Dir     string
	Table   string
	Columns []Column // that it has
	Parts   []store.Part
	File    int // of a part: the table's
	Planned int // parts of the whole
	// Unit is what rows follow each other of, such as hand or block: those of one share a
	// wall. UnitColumn has its number, or with PerUnit that of one of so many.
	Unit       string
	UnitColumn string
	PerUnit    int64
	// Hint says what may be meant by a name that is none of the columns'; nil says nothing.
	Hint func(name string, names []string) string
}

// Column returns the column of a name. The error of one that is not there lists those
// that are.
func (s *Source) Column(name string) (Column, error) {
	var names []string
	for _, c := range s.Columns {
		if c.Name == name {
			return c, nil
		}
		names = append(names, c.Name)
	}
	hint := ""
	if s.Hint != nil {
		hint = s.Hint(name, names)
	}
	return Column{}, fmt.Errorf("%s has no column %q%s; there are %s", s.Table, name, hint, strings.Join(names, ", "))
}

// Scanned returns the columns that Scan can read: all but bytes.
func (s *Source) Scanned() []Column {
	return slices.DeleteFunc(slices.Clone(s.Columns), func(c Column) bool { return strings.HasPrefix(c.Type, "bytes[") })
}

// Scan reads some columns, in the order of the rows of all parts. The other columns are
// not touched. Each step gives a vector a column, of which all have the same number of
// rows, at least one; they are good until the next step. After an error, which names the
// file, there is none. A column that the table does not have is an error before anything
// is read.
func (s *Source) Scan(names []string) iter.Seq2[[]Vector, error] {
	return func(yield func([]Vector, error) bool) {
		var columns []Column
		for _, name := range names {
			c, err := s.Column(name)
			if err != nil {
				yield(nil, err)
				return
			}
			columns = append(columns, c)
		}
		lexicons := make([]Lexicon, len(columns))
		for _, p := range s.Parts {
			more, err := s.scanPart(p.Files[s.File], columns, lexicons, func(v []Vector) bool { return yield(v, nil) })
			if err != nil {
				yield(nil, fmt.Errorf("part %d: %w", p.Index, err))
			}
			if err != nil || !more {
				return
			}
		}
	}
}

func (s *Source) scanPart(f store.File, columns []Column, lexicons []Lexicon, yield func([]Vector) bool) (more bool, err error) {
	table, err := OpenVectors(s.Dir, f, columns, lexicons)
	if err != nil {
		return false, err
	}
	defer table.Close()
	for table.Left() > 0 {
		vectors, err := table.Read(int(min(table.Left(), ScanRows)))
		if err != nil {
			return false, err
		}
		if !yield(vectors) {
			return false, nil
		}
	}
	return true, nil
}
