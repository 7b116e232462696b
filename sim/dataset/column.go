package dataset

import (
	"fmt"

	"github.com/parquet-go/parquet-go"
)

// A column is one column of a table with rows of type R, a small value that
// refers to an outcome: its documentation, its Parquet node, and both ways
// between rows and values. Columns keep caches and are one goroutine's own.
type column[R any] struct {
	Column
	node parquet.Node
	// get fills dst with the values of rows, of which there are as many.
	get func(dst []parquet.Value, rows []R)
	// set stores values in as many rows. It is nil for a column that follows
	// from others, which reading skips.
	set func(rows []R, values []parquet.Value) error
	// pageRows are the rows of the column's pages, where they are fewer than the
	// layout's; they divide them. 0 for as many.
	pageRows int64
	// grows: values grow from row to row, so that the bounds of a page tell a reader
	// whether to skip it. Of other columns each page has about the same values, and
	// no bounds are written.
	grows bool
	// added: data sets of earlier programs do not have the column; the zero
	// value stands for it.
	added bool
}

// from says that no value of the column is below min.
func (c column[R]) from(min int64) column[R] {
	c.Min = &min
	return c
}

// to says that no value of the column is above max.
func (c column[R]) to(max int64) column[R] {
	c.Max = &max
	return c
}

type integer interface {
	~int | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16
}

// number is an integer of at most 32 bits.
func number[R any, N integer](name, unit, meaning string, at func(R) *N) column[R] {
	return column[R]{
		Column: Column{Name: name, Type: "int32", Unit: unit, Meaning: meaning},
		node:   parquet.Encoded(parquet.Int(32), &parquet.RLEDictionary),
		get: func(dst []parquet.Value, rows []R) {
			for i, r := range rows {
				dst[i] = parquet.Int32Value(int32(*at(r)))
			}
		},
		set: func(rows []R, values []parquet.Value) error {
			for i, v := range values {
				*at(rows[i]) = N(v.Int32())
			}
			return nil
		},
	}
}

// derived is an integer of at most 32 bits that follows from other columns.
func derived[R any](name, unit, meaning string, value func(R) int) column[R] {
	return column[R]{
		Column: Column{Name: name, Type: "int32", Unit: unit, Meaning: meaning},
		node:   parquet.Encoded(parquet.Int(32), &parquet.RLEDictionary),
		get: func(dst []parquet.Value, rows []R) {
			for i, r := range rows {
				dst[i] = parquet.Int32Value(int32(value(r)))
			}
		},
	}
}

// index is an integer of 64 bits that grows from row to row.
func index[R any](name, meaning string, at func(R) *int64) column[R] {
	return column[R]{
		grows:  true,
		Column: Column{Name: name, Type: "int64", Meaning: meaning},
		node:   parquet.Encoded(parquet.Int(64), &parquet.DeltaBinaryPacked),
		get: func(dst []parquet.Value, rows []R) {
			for i, r := range rows {
				dst[i] = parquet.Int64Value(*at(r))
			}
		},
		set: func(rows []R, values []parquet.Value) error {
			for i, v := range values {
				*at(rows[i]) = v.Int64()
			}
			return nil
		},
	}
}

// digest is an unsigned integer of 64 bits that looks random.
func digest[R any](name, meaning string, at func(R) *uint64) column[R] {
	return column[R]{
		Column: Column{Name: name, Type: "uint64", Meaning: meaning},
		node:   parquet.Encoded(parquet.Compressed(parquet.Uint(64), &parquet.Uncompressed), &parquet.Plain),
		get: func(dst []parquet.Value, rows []R) {
			for i, r := range rows {
				dst[i] = parquet.Int64Value(int64(*at(r)))
			}
		},
		set: func(rows []R, values []parquet.Value) error {
			for i, v := range values {
				*at(rows[i]) = v.Uint64()
			}
			return nil
		},
	}
}

// optional is an integer of at most 32 bits that is null where absent reports it;
// a row that is read with null gets the value null.
func optional[R any, N integer](name, unit, meaning string, null N, absent func(R) bool, at func(R) *N) column[R] {
	var values [256]parquet.Value
	for n := range values {
		values[n] = parquet.Int32Value(int32(n)).Level(0, 1, 0)
	}
	return column[R]{
		Column: Column{Name: name, Type: "int32", Nullable: true, Unit: unit, Meaning: meaning},
		node:   parquet.Optional(parquet.Encoded(parquet.Int(32), &parquet.RLEDictionary)),
		get: func(dst []parquet.Value, rows []R) {
			for i, r := range rows {
				switch n := int(*at(r)); {
				case absent(r):
					dst[i] = parquet.NullValue()
				case n >= 0 && n < len(values):
					dst[i] = values[n]
				default:
					dst[i] = parquet.Int32Value(int32(n)).Level(0, 1, 0)
				}
			}
		},
		set: func(rows []R, values []parquet.Value) error {
			for i, v := range values {
				if v.IsNull() {
					*at(rows[i]) = null
				} else {
					*at(rows[i]) = N(v.Int32())
				}
			}
			return nil
		},
	}
}

// bit is one bit of a set.
func bit[R any, S ~uint8 | ~uint16](name, meaning string, mask S, at func(R) *S) column[R] {
	c := condition(name, meaning, func(r R) bool { return *at(r)&mask != 0 })
	c.set = func(rows []R, values []parquet.Value) error {
		for i, v := range values {
			if v.Boolean() {
				*at(rows[i]) |= mask
			} else {
				*at(rows[i]) &^= mask
			}
		}
		return nil
	}
	return c
}

// truth is a boolean.
func truth[R any](name, meaning string, at func(R) *bool) column[R] {
	c := condition(name, meaning, func(r R) bool { return *at(r) })
	c.set = func(rows []R, values []parquet.Value) error {
		for i, v := range values {
			*at(rows[i]) = v.Boolean()
		}
		return nil
	}
	return c
}

// condition is a boolean that follows from other columns.
func condition[R any](name, meaning string, holds func(R) bool) column[R] {
	no, yes := parquet.BooleanValue(false), parquet.BooleanValue(true)
	return column[R]{
		Column: Column{Name: name, Type: "bool", Meaning: meaning},
		node:   parquet.Leaf(parquet.BooleanType),
		get: func(dst []parquet.Value, rows []R) {
			for i, r := range rows {
				dst[i] = no
				if holds(r) {
					dst[i] = yes
				}
			}
		},
	}
}

// word is one of a few words, kept in rows as its number.
func word[R any, E integer](name, meaning string, words []string, at func(R) *E) column[R] {
	values := make([]parquet.Value, len(words))
	numbers := make(map[string]E, len(words))
	for i, w := range words {
		values[i] = textValue(w)
		numbers[w] = E(i)
	}
	return column[R]{
		Column: Column{Name: name, Type: "text", Meaning: meaning, Words: words},
		node:   textNode(),
		get: func(dst []parquet.Value, rows []R) {
			for i, r := range rows {
				dst[i] = values[*at(r)]
			}
		},
		set: func(rows []R, values []parquet.Value) error {
			for i, v := range values {
				n, ok := numbers[string(v.ByteArray())]
				if !ok {
					return fmt.Errorf("unknown value %q", v.ByteArray())
				}
				*at(rows[i]) = n
			}
			return nil
		},
	}
}

func textNode() parquet.Node { return parquet.Encoded(parquet.String(), &parquet.RLEDictionary) }

func textValue(s string) parquet.Value { return parquet.ByteArrayValue([]byte(s)) }
