package dataset

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"xuezhan/engine/spell"
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

// Columns documents a table's columns in their order.
func Columns(t Table) []Column {
	switch t {
	case Hands:
		return documented(handColumns())
	case Seats:
		return documented(seatColumns(nil))
	}
	return documented(winColumns())
}

// FindColumn returns the column of a table with this name. The error of one
// that is not there says which is nearest, or has its name in another table, and
// lists those that are.
func FindColumn(t Table, name string) (Column, error) {
	columns := Columns(t)
	var names []string
	for _, c := range columns {
		if c.Name == name {
			return c, nil
		}
		names = append(names, c.Name)
	}
	return Column{}, fmt.Errorf("%s has no column %q%s; there are %s", t, name, columnHint(t, name, names), strings.Join(names, ", "))
}

// columnHint says what may be meant by a name that is none of a table's columns:
// that of another table, or the nearest of its own.
func columnHint(t Table, name string, names []string) string {
	for other := range NumTables {
		if other != t && slices.ContainsFunc(Columns(other), func(c Column) bool { return c.Name == name }) {
			return fmt.Sprintf(" (%s has one)", other)
		}
	}
	return spell.Hint(name, names)
}

func documented[R any](columns []column[R]) []Column {
	docs := make([]Column, len(columns))
	for i, c := range columns {
		docs[i] = c.Column
	}
	return docs
}

// An orderedGroup is a group of columns that keeps their order, where the library's
// own sorts them by name.
type orderedGroup struct {
	parquet.Group
	fields []parquet.Field
}

// Fields returns the columns in order.
func (r orderedGroup) Fields() []parquet.Field { return r.fields }

// schema returns the Parquet schema of a table's columns.
func schema[R any](table string, columns []column[R]) *parquet.Schema {
	group := parquet.Group{}
	place := map[string]int{}
	for i, c := range columns {
		group[c.Name] = c.node
		place[c.Name] = i
	}
	fields := group.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int { return place[a.Name()] - place[b.Name()] })
	return parquet.NewSchema(table, orderedGroup{group, fields})
}

// A layout says how the rows of a table are cut up.
type layout struct {
	// groupRows bounds the rows of a row group, and with them the memory of an
	// open part and what a reader must hold to skip through a file.
	groupRows int64
	// pageRows are the rows of a page, the same for all columns, so that files do
	// not depend on how rows come in. It divides groupRows.
	pageRows int64
	// chunkRows are the rows that go through one column before the next is taken: few
	// enough that what is behind them stays in the cache.
	chunkRows int64
	// rowBytes is more than a row takes in the buffer of any column whose pages have
	// pageRows.
	rowBytes int64
	// pageBytes is more than a page takes of a column whose pages have rows of their
	// own number; 0 where no column has.
	pageBytes int64
}

// narrow is the layout of tables whose columns have numbers and short words.
var narrow = layout{groupRows: 1 << 18, pageRows: 1 << 13, chunkRows: chunkRows, rowBytes: 10}

// newCodec returns the compression of all files. It keeps encoders, which are
// large, and may be shared by goroutines.
func newCodec() *zstd.Codec { return &zstd.Codec{Level: zstd.SpeedFastest} }

// writerOptions are those of a table with at most so many rows. Buffers of the
// size of a page are made at once for every column, so a small table gets small
// ones; none is so small that a page would end by itself. Bounds stand once, in
// the page index and the footer, and not in every page's header too.
func writerOptions(table string, l layout, codec *zstd.Codec, rows int64) []parquet.WriterOption {
	return []parquet.WriterOption{
		parquet.Compression(codec),
		parquet.PageBufferSize(int(max(l.pageBytes, l.rowBytes*max(min(rows, l.pageRows), l.chunkRows)))),
		parquet.DataPageStatistics(false),
		parquet.KeyValueMetadata("xuezhan."+table, strconv.Itoa(Format)),
	}
}
