package column

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"xuezhan/sim/store"
)

// A Sheet is rows of a table that are verified.
type Sheet struct {
	File     string
	First    int64 // row in the file of the first one
	Vectors  []Vector
	Findings *store.Findings
}

// Column returns the values of a column.
func (s *Sheet) Column(name string) []int64 { return s.Vector(name).Values }

// Vector returns a column with its words.
func (s *Sheet) Vector(name string) *Vector {
	i := slices.IndexFunc(s.Vectors, func(v Vector) bool { return v.Column.Name == name })
	if i < 0 {
		panic("column: a check of a column that is not there")
	}
	return &s.Vectors[i]
}

// Fault notes that a value is not what it must be.
func (s *Sheet) Fault(column string, row int, want, why string) {
	s.Say(column, row, s.Vector(column).Text(row), want, why)
}

// Want notes a number that is not what it must be.
func (s *Sheet) Want(column string, values []int64, row int, want int64, why string) {
	if values[row] != want {
		s.Fault(column, row, strconv.FormatInt(want, 10), why)
	}
}

// Say notes what is not as it must be in columns of a row.
func (s *Sheet) Say(column string, row int, stored, want, why string) {
	at, hand := s.First+int64(row), s.Column("hand")[row]
	if stored == "" {
		stored = "null or empty"
	}
	s.Findings.Add(store.Fault{File: s.File, Row: &at, Hand: &hand, Column: column, Stored: stored, Want: want, Why: why})
}

// Compare notes every value from a row of the Sheet on that is not the one
// wanted.
func (s *Sheet) Compare(row int, want []Vector) {
	for i := range want {
		for k := range want[i].Values {
			if w := want[i].Text(k); s.Vectors[i].Text(row+k) != w {
				s.Fault(want[i].Column.Name, row+k, orNull(w, want[i].Column), "the hand replayed")
			}
		}
	}
}

func orNull(text string, c Column) string {
	if text == "" && c.Nullable {
		return "null"
	}
	return text
}

// Ranges checks that every value is one that its column may hold. Texts without a list
// of words or names follow from other columns, with which they are compared.
func (s *Sheet) Ranges() {
	for i := range s.Vectors {
		switch v := &s.Vectors[i]; {
		case v.Column.Type != "text":
			s.numbers(v)
		case v.Column.Words != nil || v.Column.Names != nil:
			s.words(v)
		}
	}
}

func (s *Sheet) numbers(v *Vector) {
	lo, hi := int64(Null+1), int64(1<<63-1)
	switch c := &v.Column; {
	case c.Type == "uint64":
		return
	case c.Min != nil:
		lo = *c.Min
	}
	if v.Column.Max != nil {
		hi = *v.Column.Max
	}
	for row, x := range v.Values {
		if (x < lo || x > hi) && !(x == Null && v.Column.Nullable) {
			s.Fault(v.Column.Name, row, v.Column.allowed(), "the range of the column")
		}
	}
}

func (s *Sheet) words(v *Vector) {
	known := make([]bool, len(v.Words))
	for i, w := range v.Words {
		known[i] = v.Column.knows(w)
	}
	for row, x := range v.Values {
		if x == Null || !known[x] {
			s.Fault(v.Column.Name, row, v.Column.allowed(), "the values of the column")
		}
	}
}

// knows reports whether a text is one that the column may hold.
func (c *Column) knows(word string) bool {
	if c.Words != nil {
		return slices.Contains(c.Words, word)
	}
	for name := range strings.SplitSeq(word, ",") {
		if word != "" && !slices.Contains(c.Names, name) {
			return false
		}
	}
	return true
}

// allowed says what a column may hold.
func (c *Column) allowed() string {
	switch {
	case c.Words != nil:
		return "one of " + strings.Join(c.Words, " ")
	case c.Type == "text":
		return "names of " + c.Name
	case c.Min != nil && c.Max != nil:
		return fmt.Sprintf("%d to %d", *c.Min, *c.Max)
	case c.Min != nil:
		return fmt.Sprintf("%d or more", *c.Min)
	case c.Max != nil:
		return fmt.Sprintf("%d or less", *c.Max)
	}
	return "a number"
}

// VectorsOf returns rows as they are read back once they are stored.
func VectorsOf[R any](columns []Typed[R], rows []R) []Vector {
	vectors := make([]Vector, len(columns))
	values := make([]parquet.Value, len(rows))
	for i, c := range columns {
		c.get(values, rows)
		var l Lexicon
		v := Vector{Column: c.Column}
		for _, x := range values {
			v.Values = append(v.Values, integerOf(x, &l))
		}
		v.Words = l.words
		vectors[i] = v
	}
	return vectors
}
