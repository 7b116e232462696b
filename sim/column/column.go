package column

import (
	"fmt"

	"github.com/parquet-go/parquet-go"
)

// A Column documents one column.
type Column struct {
	Name     string `json:"name"`
	Type     string `json:"type"` // int32, int64, uint64, bool or text
	Nullable bool   `json:"nullable"`
	Unit     string `json:"unit"` // what is counted; empty where nothing is
	Meaning  string `json:"meaning"`

	// Min and Max bound the values of a number, nil where nothing does. Words are
	// all the values of a text, nil where they are not the same in every run; Names
	// are what a text lists, joined by commas, nil where it lists nothing.
	Min   *int64   `json:"min,omitempty"`
	Max   *int64   `json:"max,omitempty"`
	Words []string `json:"words,omitempty"`
	Names []string `json:"names,omitempty"`
}

// WithWords returns columns where the named one holds other words.
func WithWords(columns []Column, name string, words []string) []Column {
	for i := range columns {
		if columns[i].Name == name {
			columns[i].Words = words
		}
	}
	return columns
}

// Documented returns what columns document.
func Documented[R any](columns []Typed[R]) []Column {
	docs := make([]Column, len(columns))
	for i, c := range columns {
		docs[i] = c.Column
	}
	return docs
}

// A Typed column is one column of a table with rows of type R, a small value that
// refers to what is stored: its documentation, its Parquet node, and both ways
// between rows and values. Columns keep caches and belong to one goroutine.
type Typed[R any] struct {
	Column
	node parquet.Node
	// get fills dst with the values of as many rows.
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

// From says that no value of the column is below min.
func (c Typed[R]) From(min int64) Typed[R] {
	c.Min = &min
	return c
}

// To says that no value of the column is above max.
func (c Typed[R]) To(max int64) Typed[R] {
	c.Max = &max
	return c
}

type integer interface {
	~int | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16
}

// Number is an integer of at most 32 bits.
func Number[R any, N integer](name, unit, meaning string, at func(R) *N) Typed[R] {
	return Typed[R]{
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

// Derived is an integer of at most 32 bits that follows from other columns.
func Derived[R any](name, unit, meaning string, value func(R) int) Typed[R] {
	return Typed[R]{
		Column: Column{Name: name, Type: "int32", Unit: unit, Meaning: meaning},
		node:   parquet.Encoded(parquet.Int(32), &parquet.RLEDictionary),
		get: func(dst []parquet.Value, rows []R) {
			for i, r := range rows {
				dst[i] = parquet.Int32Value(int32(value(r)))
			}
		},
	}
}

// Index is an integer of 64 bits that grows from row to row.
func Index[R any](name, meaning string, at func(R) *int64) Typed[R] {
	return Typed[R]{
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

// Digest is an unsigned integer of 64 bits that looks random.
func Digest[R any](name, meaning string, at func(R) *uint64) Typed[R] {
	return Typed[R]{
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

// Optional is an integer of at most 32 bits that is null where absent reports it;
// a row that is read with null gets the value null.
func Optional[R any, N integer](name, unit, meaning string, null N, absent func(R) bool, at func(R) *N) Typed[R] {
	var values [256]parquet.Value
	for n := range values {
		values[n] = parquet.Int32Value(int32(n)).Level(0, 1, 0)
	}
	return Typed[R]{
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

// Bit is one bit of a set.
func Bit[R any, S ~uint8 | ~uint16](name, meaning string, mask S, at func(R) *S) Typed[R] {
	c := Condition(name, meaning, func(r R) bool { return *at(r)&mask != 0 })
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

// Truth is a boolean.
func Truth[R any](name, meaning string, at func(R) *bool) Typed[R] {
	c := Condition(name, meaning, func(r R) bool { return *at(r) })
	c.set = func(rows []R, values []parquet.Value) error {
		for i, v := range values {
			*at(rows[i]) = v.Boolean()
		}
		return nil
	}
	return c
}

// Condition is a boolean that follows from other columns.
func Condition[R any](name, meaning string, holds func(R) bool) Typed[R] {
	no, yes := parquet.BooleanValue(false), parquet.BooleanValue(true)
	return Typed[R]{
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

// Word is one of a few words, kept in rows as its number.
func Word[R any, E integer](name, meaning string, words []string, at func(R) *E) Typed[R] {
	values := make([]parquet.Value, len(words))
	numbers := make(map[string]E, len(words))
	for i, w := range words {
		values[i] = textValue(w)
		numbers[w] = E(i)
	}
	return Typed[R]{
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

// Text is a text that follows from a key of the row, such as one that other columns
// have. The same few texts come again and again, so that each is made once.
func Text[R any, K comparable](name, meaning string, key func(R) K, text func(K) string) Typed[R] {
	known := map[K]parquet.Value{}
	return Typed[R]{
		Column: Column{Name: name, Type: "text", Meaning: meaning},
		node:   textNode(),
		get: func(dst []parquet.Value, rows []R) {
			for i, r := range rows {
				k := key(r)
				v, ok := known[k]
				if !ok {
					v = textValue(text(k))
					known[k] = v
				}
				dst[i] = v
			}
		},
	}
}

// Parsed is Text that is read back: at is where the key is, and parse what a text says.
func Parsed[R any, K comparable](name, meaning string, at func(R) *K, text func(K) string, parse func(string) (K, bool)) Typed[R] {
	keys := map[string]K{}
	c := Text(name, meaning, func(r R) K { return *at(r) }, text)
	c.set = func(rows []R, values []parquet.Value) error {
		for i, v := range values {
			k, ok := keys[string(v.ByteArray())]
			if !ok {
				word := string(v.ByteArray())
				if k, ok = parse(word); !ok {
					return fmt.Errorf("unknown %s %q", name, word)
				}
				keys[word] = k
			}
			*at(rows[i]) = k
		}
		return nil
	}
	return c
}

// Coded is one of a few texts that follows from other columns: the one with the number
// of code.
func Coded[R any](name, meaning string, texts []string, code func(R) int) Typed[R] {
	var values []parquet.Value
	for _, t := range texts {
		values = append(values, textValue(t))
	}
	return Typed[R]{
		Column: Column{Name: name, Type: "text", Meaning: meaning},
		node:   textNode(),
		get: func(dst []parquet.Value, rows []R) {
			for i, r := range rows {
				dst[i] = values[code(r)]
			}
		},
	}
}

// Wide is an integer of 64 bits that follows from other columns.
func Wide[R any](name, meaning string, value func(R) int64) Typed[R] {
	return Typed[R]{
		Column: Column{Name: name, Type: "int64", Meaning: meaning},
		node:   parquet.Leaf(parquet.Int64Type),
		get: func(dst []parquet.Value, rows []R) {
			for i, r := range rows {
				dst[i] = parquet.Int64Value(value(r))
			}
		},
	}
}

// Long is an integer of 64 bits.
func Long[R any](name, unit, meaning string, at func(R) *int64) Typed[R] {
	c := Wide(name, meaning, func(r R) int64 { return *at(r) })
	c.Unit = unit
	c.set = func(rows []R, values []parquet.Value) error {
		for i, v := range values {
			*at(rows[i]) = v.Int64()
		}
		return nil
	}
	return c
}

// Bytes is a value of so many bytes, into which what is read is copied. Its rows have much in common. Pages have
// pageRows rows, and are packed by an encoder that knows of rows.
func Bytes[R any](name, meaning string, size int, pageRows int64, value func(R) []byte) Typed[R] {
	return Typed[R]{
		Column:   Column{Name: name, Type: fmt.Sprintf("bytes[%d]", size), Meaning: meaning},
		node:     parquet.Compressed(parquet.Leaf(parquet.FixedLenByteArrayType(size)), &rowPacker{row: size}),
		pageRows: pageRows,
		get: func(dst []parquet.Value, rows []R) {
			for i, r := range rows {
				dst[i] = parquet.FixedLenByteArrayValue(value(r))
			}
		},
		set: func(rows []R, values []parquet.Value) error {
			for i, v := range values {
				if n := copy(value(rows[i]), v.ByteArray()); n != size || len(v.ByteArray()) != size {
					return fmt.Errorf("a value of %d bytes, not %d", len(v.ByteArray()), size)
				}
			}
			return nil
		},
	}
}

// Portable makes columns plain, and leaves it to the compression to find what repeats.
// The library encodes dictionaries differently on another architecture: files whose
// bytes must not depend on the machine have none.
func Portable[R any](columns []Typed[R]) []Typed[R] {
	for i := range columns {
		columns[i].node = parquet.Encoded(columns[i].node, &parquet.Plain)
	}
	return columns
}

// Added marks a column that earlier programs did not store; the zero value stands for
// it.
func (c Typed[R]) Added() Typed[R] {
	c.added = true
	return c
}

// Listing says which names a text lists, joined by commas.
func (c Typed[R]) Listing(names []string) Typed[R] {
	c.Names = names
	return c
}

func textNode() parquet.Node { return parquet.Encoded(parquet.String(), &parquet.RLEDictionary) }

func textValue(s string) parquet.Value { return parquet.ByteArrayValue([]byte(s)) }

// Unread makes a column one that reading skips.
func Unread[R any](c Typed[R]) Typed[R] {
	c.set = nil
	return c
}
