package column

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/parquet-go/parquet-go"

	"xuezhan/sim/store"
)

// A Reader reads rows column by column.
type Reader[R any] struct {
	path    string
	file    *os.File
	columns []Typed[R] // those that are read
	cursors []cursor   // one each
	left    int64      // rows not read yet
	values  []parquet.Value
}

// Open opens a table's file of a part, whose size and rows must be the
// ones listed.
func Open[R any](dir string, listed store.File, columns []Typed[R]) (*Reader[R], error) {
	path := filepath.Join(dir, listed.Name)
	f, err := store.OpenPart(path)
	if err != nil {
		return nil, err
	}
	r := &Reader[R]{path: path, file: f, left: listed.Rows, values: make([]parquet.Value, ChunkRows)}
	content, err := openParquet(f, listed)
	if err == nil {
		err = r.find(content, columns)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// openParquet opens a table's file, which must be the one that is listed, byte for
// byte: the library takes what a damaged footer says for granted, and may ask for
// all memory there is.
func openParquet(f *os.File, listed store.File) (*parquet.File, error) {
	if err := store.CheckFile(f, listed); err != nil {
		return nil, err
	}
	return parseParquet(f, listed)
}

// parseParquet is openParquet for a file that has been compared with what is listed.
func parseParquet(f *os.File, listed store.File) (content *parquet.File, err error) {
	defer rescued(&err)
	content, err = parquet.OpenFile(f, listed.Bytes, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if broken := (*fs.PathError)(nil); errors.As(err, &broken) {
		return nil, err
	}
	if err != nil { // its text is about how the package reads
		return nil, errors.New("is no Parquet file, or a damaged one")
	}
	if content.NumRows() != listed.Rows {
		return nil, &store.Difference{What: "length", Got: fmt.Sprintf("%d rows", content.NumRows()), Want: fmt.Sprint(listed.Rows)}
	}
	return content, nil
}

// Left returns the rows not read yet.
func (r *Reader[R]) Left() int64 { return r.left }

// Path returns the name of the file.
func (r *Reader[R]) Path() string { return r.path }

// find puts a cursor on each column that is read.
func (r *Reader[R]) find(content *parquet.File, columns []Typed[R]) error {
	groups := content.RowGroups()
	for _, c := range columns {
		if c.set == nil {
			continue
		}
		leaf, ok := content.Schema().Lookup(c.Name)
		if !ok && c.added {
			continue
		}
		if !ok || !isKind(leaf.Node, c.node.Type().Kind()) {
			return fmt.Errorf("column %s is missing or not %s", c.Name, c.Type)
		}
		r.columns = append(r.columns, c)
		r.cursors = append(r.cursors, cursor{groups: groups, column: leaf.ColumnIndex})
	}
	return nil
}

// Read fills rows with the next rows of the file.
func (r *Reader[R]) Read(rows []R) error {
	for i := range r.columns {
		if err := r.readColumn(&r.columns[i], &r.cursors[i], rows); err != nil {
			return fmt.Errorf("%s: column %s: %w", r.path, r.columns[i].Name, err)
		}
	}
	r.left -= int64(len(rows))
	return nil
}

func (r *Reader[R]) readColumn(c *Typed[R], from *cursor, rows []R) (err error) {
	defer rescued(&err)
	for len(rows) > 0 {
		n, err := from.read(r.values[:min(len(rows), len(r.values))])
		if err != nil {
			return err
		}
		if err := c.set(rows[:n], r.values[:n]); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

// Close closes the file.
func (r *Reader[R]) Close() {
	for i := range r.cursors {
		r.cursors[i].close()
	}
	r.file.Close()
}

// A cursor is a position in a column.
type cursor struct {
	groups []parquet.RowGroup // not begun
	column int
	pages  parquet.Pages       // of the current group, nil before the first
	page   parquet.Page        // nil before the first
	values parquet.ValueReader // of the page
}

// read reads at least one value and at most as many as fit, good until the
// next read. The end of the column is an error.
func (c *cursor) read(dst []parquet.Value) (int, error) {
	for {
		if c.values != nil {
			n, err := c.values.ReadValues(dst)
			if n > 0 {
				return n, nil
			}
			if err != nil && err != io.EOF {
				return 0, err
			}
		}
		if err := c.nextPage(); err != nil {
			return 0, err
		}
	}
}

// rescued makes an error of a panic, into which some damaged files lead the
// library.
func rescued(err *error) {
	if p := recover(); p != nil {
		*err = errors.New("is damaged; 'xuezhan dataset verify' says which files are")
	}
}

// isKind reports whether a column that was read has a kind. A damaged schema may
// make it a list or a map, which make the library panic.
func isKind(column parquet.Node, kind parquet.Kind) (is bool) {
	defer func() { is = recover() == nil && is }()
	return column.Type().Kind() == kind
}

// nextPage turns to the next page.
func (c *cursor) nextPage() (err error) {
	defer rescued(&err)
	c.release()
	for {
		if c.pages != nil {
			page, err := c.pages.ReadPage()
			if err == nil {
				c.page, c.values = page, page.Values()
				return nil
			}
			if err != io.EOF {
				return err
			}
			c.pages.Close()
			c.pages = nil
		}
		if len(c.groups) == 0 {
			return errors.New("ends before the rows do")
		}
		c.pages = c.groups[0].ColumnChunks()[c.column].Pages()
		c.groups = c.groups[1:]
	}
}

func (c *cursor) release() {
	if c.page != nil {
		parquet.Release(c.page)
	}
	c.page, c.values = nil, nil
}

func (c *cursor) close() {
	c.release()
	if c.pages != nil {
		c.pages.Close()
	}
}
