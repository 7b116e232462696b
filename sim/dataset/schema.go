package dataset

import (
	"fmt"
	"slices"

	"xuezhan/engine/spell"
	"xuezhan/sim/column"
)

// Format is the version of the layout: of the manifest, and of the names, types
// and meanings of the columns. It changes when a reader of the old one would
// err; a further column alone does not change it.
const Format = 2

// A Table is one of the tables of a dataset.
type Table uint8

// The tables.
const (
	Hands Table = iota
	Seats
	Wins
	NumTables
)

var tableNames = [NumTables]string{"hands", "seats", "wins"}

// String returns the table's name, with which its files begin.
func (t Table) String() string { return tableNames[t] }

// ParseTable returns the table of a name.
func ParseTable(name string) (Table, error) {
	i := slices.Index(tableNames[:], name)
	if i < 0 {
		return 0, fmt.Errorf("unknown table %q%s; there are hands, seats, wins", name, spell.Hint(name, []string{"hands", "seats", "wins"}))
	}
	return Table(i), nil
}

// Columns documents a table's columns in their order.
func Columns(t Table) []column.Column {
	switch t {
	case Hands:
		return column.Documented(handColumns())
	case Seats:
		return column.Documented(seatColumns(nil))
	}
	return column.Documented(winColumns())
}

// FindColumn returns the column of a table with this name. The error of one
// that is not there says which is nearest, or has its name in another table, and
// lists those that are.
func FindColumn(t Table, name string) (column.Column, error) {
	return Schema(t).Column(name)
}

// columnHint says what may be meant by a name that is none of a table's columns:
// that of another table, or the nearest of its own.
func columnHint(t Table, name string, names []string) string {
	for other := range NumTables {
		if other != t && slices.ContainsFunc(Columns(other), func(c column.Column) bool { return c.Name == name }) {
			return fmt.Sprintf(" (%s has one)", other)
		}
	}
	return spell.Hint(name, names)
}
