package dataset

import (
	"cmp"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// chunkRows is the chunk of a run's tables.
const chunkRows = 1024

// A tableWriter writes rows column by column, through the same columns as they
// are read back by. The library's writer of structs is as fast, but its reader
// takes three times as long, and its pages end where rows happen to come in.
// A writer is for one file: the library's Reset leaves the columns of the next
// without their names.
type tableWriter[R any] struct {
	layout  layout
	columns []column[R]
	file    *parquet.GenericWriter[any]
	values  []parquet.Value
	rows    int64 // written so far
}

// newTableWriter returns a writer of at most so many rows of a run's table to dst.
func newTableWriter[R any](dst io.Writer, t Table, columns []column[R], codec *zstd.Codec, rows int64) *tableWriter[R] {
	return newWriterOf(dst, t.String(), narrow, columns, codec, rows)
}

// newWriterOf is newTableWriter for any table.
func newWriterOf[R any](dst io.Writer, table string, l layout, columns []column[R], codec *zstd.Codec, rows int64) *tableWriter[R] {
	options := append(writerOptions(table, l, codec, rows), schema(table, columns))
	for _, c := range columns {
		if !c.grows {
			options = append(options, parquet.SkipPageBounds(c.Name))
		}
	}
	return &tableWriter[R]{
		layout:  l,
		columns: columns,
		file:    parquet.NewGenericWriter[any](dst, options...),
		values:  make([]parquet.Value, l.chunkRows),
	}
}

// write appends rows.
func (w *tableWriter[R]) write(rows []R) error {
	for len(rows) > 0 {
		n := min(len(rows), int(w.layout.chunkRows-w.rows%w.layout.chunkRows))
		if err := w.writeChunk(rows[:n]); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

func (w *tableWriter[R]) writeChunk(rows []R) error {
	w.rows += int64(len(rows))
	values := w.values[:len(rows)]
	for i, dst := range w.file.ColumnWriters() {
		w.columns[i].get(values, rows)
		if _, err := dst.WriteRowValues(values); err != nil {
			return err
		}
		if w.rows%cmp.Or(w.columns[i].pageRows, w.layout.pageRows) == 0 {
			if err := dst.Flush(); err != nil {
				return err
			}
		}
	}
	if w.rows%w.layout.groupRows == 0 {
		return w.file.Flush()
	}
	return nil
}

// close writes what is left and the footer.
func (w *tableWriter[R]) close() error { return w.file.Close() }
