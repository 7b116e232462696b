package column

import (
	"cmp"
	"io"
	"slices"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// ChunkRows are the rows that go through one column before the next is taken: few
// enough that what is behind them stays in the cache.
const ChunkRows = 1024

// A Writer writes rows column by column, through the same columns as they
// are read back by. The library's writer of structs is as fast, but its reader
// takes three times as long, and its pages end where rows happen to come in.
// A writer is for one file: the library's Reset leaves the columns of the next
// without their names.
type Writer[R any] struct {
	layout  Layout
	columns []Typed[R]
	file    *parquet.GenericWriter[any]
	values  []parquet.Value
	rows    int64 // written so far
}

// A Table is how a table is written: its name, the version of its columns, which a file
// names too, and its layout.
type Table struct {
	Name   string
	Format int
	Layout Layout
}

// NewWriter returns a writer of a table with at most n rows to dst. Any number
// of rows may be written, but buffers are made for n.
func NewWriter[R any](dst io.Writer, t Table, columns []Typed[R], codec *Codec, rows int64) *Writer[R] {
	options := append(writerOptions(t, codec, rows), schema(t.Name, columns))
	for _, c := range columns {
		if !c.grows {
			options = append(options, parquet.SkipPageBounds(c.Name))
		}
	}
	return &Writer[R]{
		layout:  t.Layout,
		columns: columns,
		file:    parquet.NewGenericWriter[any](dst, options...),
		values:  make([]parquet.Value, t.Layout.ChunkRows),
	}
}

// Write appends rows.
func (w *Writer[R]) Write(rows []R) error {
	for len(rows) > 0 {
		n := min(len(rows), int(w.layout.ChunkRows-w.rows%w.layout.ChunkRows))
		if err := w.writeChunk(rows[:n]); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

func (w *Writer[R]) writeChunk(rows []R) error {
	w.rows += int64(len(rows))
	values := w.values[:len(rows)]
	for i, dst := range w.file.ColumnWriters() {
		w.columns[i].get(values, rows)
		if _, err := dst.WriteRowValues(values); err != nil {
			return err
		}
		if w.rows%cmp.Or(w.columns[i].pageRows, w.layout.PageRows) == 0 {
			if err := dst.Flush(); err != nil {
				return err
			}
		}
	}
	if w.rows%w.layout.GroupRows == 0 {
		return w.file.Flush()
	}
	return nil
}

// Rows returns the rows written so far.
func (w *Writer[R]) Rows() int64 { return w.rows }

// Close writes what is left and the footer.
func (w *Writer[R]) Close() error { return w.file.Close() }

// An orderedGroup is a group of columns that keeps their order, where the library's
// own sorts them by name.
type orderedGroup struct {
	parquet.Group
	fields []parquet.Field
}

// Fields returns the columns in order.
func (r orderedGroup) Fields() []parquet.Field { return r.fields }

// schema returns the Parquet schema of a table's columns.
func schema[R any](table string, columns []Typed[R]) *parquet.Schema {
	group := parquet.Group{}
	index := map[string]int{}
	for i, c := range columns {
		group[c.Name] = c.node
		index[c.Name] = i
	}
	fields := group.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int { return index[a.Name()] - index[b.Name()] })
	return parquet.NewSchema(table, orderedGroup{group, fields})
}

// A Layout says how the rows of a table are cut up.
type Layout struct {
	// GroupRows bounds the rows of a row group, and with them the memory of an
	// open part and what a reader must hold to skip through a file.
	GroupRows int64
	// PageRows are the rows of a page, the same for all columns, so that files do
	// not depend on how rows come in. It divides groupRows.
	PageRows int64
	// ChunkRows are the rows that go through one column before the next is taken: few
	// enough that what is behind them stays in the cache.
	ChunkRows int64
	// RowBytes is more than a row takes in the buffer of any column whose pages have
	// pageRows.
	RowBytes int64
	// PageBytes is more than a page takes of a column whose pages have rows of their
	// own number; 0 where no column has.
	PageBytes int64
}

// Narrow is the layout of tables whose columns have numbers and short words.
var Narrow = Layout{GroupRows: 1 << 18, PageRows: 1 << 13, ChunkRows: ChunkRows, RowBytes: 10}

// A Codec is the compression of all columns but bytes.
type Codec = zstd.Codec

// NewCodec returns the compression of all files. It keeps encoders, which are
// large, and may be shared by goroutines.
func NewCodec() *Codec { return &zstd.Codec{Level: zstd.SpeedFastest} }

// writerOptions are those of a table with about n rows. Buffers of the
// size of a page are made at once for every column, so a small table gets small
// ones; none is so small that a page would end by itself. Bounds stand once, in
// the page index and the footer, and not in every page's header too.
func writerOptions(t Table, codec *Codec, rows int64) []parquet.WriterOption {
	l := t.Layout
	return []parquet.WriterOption{
		parquet.Compression(codec),
		parquet.PageBufferSize(int(max(l.PageBytes, l.RowBytes*max(min(rows, l.PageRows), l.ChunkRows)))),
		parquet.DataPageStatistics(false),
		parquet.KeyValueMetadata("xuezhan."+t.Name, strconv.Itoa(t.Format)),
	}
}
