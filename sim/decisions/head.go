package decisions

import (
	"encoding/binary"

	"xuezhan/sim/column"
)

// Table returns the table of a directory of decisions, to be read by columns.
func Table(dir string) (*column.Source, error) {
	in, m, err := Read(dir)
	if err != nil {
		return nil, err
	}
	columns, err := Columns(in.Features)
	column.WithWords(columns, "bot", nil) // one a seat: they are those of the rows
	return &column.Source{
		Dir: dir, Table: decisionsName, Columns: columns, Parts: m.Parts, Planned: m.Planned, Unit: "hand", UnitColumn: "hand", PerUnit: 1,
	}, err
}

// Head returns some columns, all if none is named, of the first n rows that are stored in
// a directory of decisions.
func Head(dir string, n int, names []string) ([]column.Row, error) {
	in, m, err := Read(dir)
	if err != nil {
		return nil, err
	}
	columns, err := Columns(in.Features)
	if err != nil {
		return nil, err
	}
	return column.Head(dir, m.Parts, columns, names, n, vectorOf(in.Features).list)
}

// list returns the numbers that bytes stand for.
func (v vector) list(data []byte) any {
	if v.numbers == nil {
		flags := make([]uint16, len(data))
		for i, b := range data {
			flags[i] = uint16(b)
		}
		return flags
	}
	numbers := make([]float32, v.numbers.Len())
	if _, err := binary.Decode(data, binary.LittleEndian, numbers); err != nil {
		panic("decisions: a vector of another length")
	}
	return numbers
}
