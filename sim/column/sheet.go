package column

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"xuezhan/sim/store"
)

// A Sheet is rows of a table that are verified. They are of the hands that the column hand
// has, or else of the units that the first column has.
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
	i := s.find(name)
	if i < 0 {
		panic("column: a check of a column that is not there")
	}
	return &s.Vectors[i]
}

// find returns the index of a column, less than 0 if it is not there.
func (s *Sheet) find(name string) int {
	return slices.IndexFunc(s.Vectors, func(v Vector) bool { return v.Column.Name == name })
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
	at := s.First + int64(row)
	if stored == "" {
		stored = "null or empty"
	}
	f := store.Fault{File: s.File, Row: &at, Column: column, Stored: stored, Want: want, Why: why}
	if i := s.find("hand"); i >= 0 {
		hand := s.Vectors[i].Values[row]
		f.Hand = &hand
	} else {
		f.Unit = fmt.Sprintf("%s %d", s.Vectors[0].Column.Name, s.Vectors[0].Values[row])
	}
	s.Findings.Add(f)
}

// Compare notes every value from a row of the Sheet on that is not the one
// wanted; why says what wants it.
func (s *Sheet) Compare(row int, want []Vector, why string) {
	for i := range want {
		for k := range want[i].Values {
			if w := want[i].Text(k); s.Vectors[i].Text(row+k) != w {
				s.Fault(want[i].Column.Name, row+k, orNull(w, want[i].Column), why)
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
