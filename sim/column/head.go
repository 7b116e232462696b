package column

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"xuezhan/sim/store"
)

// A Row is a row as it was stored, with those of its
// columns that were asked for.
type Row struct {
	Columns []string
	// Values are int64, bool, string, nil for null, and of bytes what they were decoded
	// to.
	Values []any
}

// MarshalJSON writes an object with the columns in order.
func (r Row) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, name := range r.Columns {
		value, err := json.Marshal(r.Values[i])
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(fmt.Appendf(b, "%q:", name), value...)
	}
	return append(b, '}'), nil
}

// Head returns some columns, all if none is named, of the first n rows of the only table
// of parts in dir. Decode returns what JSON has for bytes; nil if there are none. It is
// for looking: readers of Parquet read more faster.
func Head(dir string, parts []store.Part, columns []Column, names []string, n int, decode func([]byte) any) ([]Row, error) {
	shown, err := chosen(columns, names)
	if err != nil {
		return nil, err
	}
	rows := []Row{}
	for _, p := range parts {
		if len(rows) >= n {
			break
		}
		more, err := firstOfFile(dir, p.Files[0], decode, n-len(rows), shown)
		if err != nil {
			return nil, fmt.Errorf("column: %s: %w", p.Files[0].Name, err)
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// chosen returns the columns that are named, all if none is.
func chosen(columns []Column, names []string) ([]Column, error) {
	if len(names) == 0 {
		return columns, nil
	}
	var list []Column
	for _, name := range names {
		i := slices.IndexFunc(columns, func(c Column) bool { return c.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("column: there is no column %q; there are %s", name, strings.Join(columnNames(columns), ", "))
		}
		list = append(list, columns[i])
	}
	return list, nil
}

func columnNames(columns []Column) []string {
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	return names
}

// firstOfFile returns the first n rows of a file, or all if it has fewer.
func firstOfFile(dir string, listed store.File, decode func([]byte) any, n int, shown []Column) (rows []Row, err error) {
	defer rescued(&err)
	f, err := store.OpenPart(filepath.Join(dir, listed.Name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	file, err := openParquet(f, listed)
	if err != nil {
		return nil, err
	}
	var indexes []int
	for _, c := range shown {
		leaf, ok := file.Schema().Lookup(c.Name)
		if !ok {
			return nil, fmt.Errorf("column %q is missing", c.Name)
		}
		indexes = append(indexes, leaf.ColumnIndex)
	}
	reader := parquet.NewReader(file)
	defer reader.Close()
	for room := make([]parquet.Row, 1); len(rows) < n; {
		if got, err := reader.ReadRows(room); got == 0 {
			if err == io.EOF {
				err = nil
			}
			return rows, err
		}
		rows = append(rows, storedRow(room[0], decode, shown, indexes))
	}
	return rows, nil
}

func storedRow(values parquet.Row, decode func([]byte) any, shown []Column, indexes []int) Row {
	r := Row{Columns: columnNames(shown)}
	for i, c := range shown {
		x := values[indexes[i]]
		switch {
		case x.IsNull():
			r.Values = append(r.Values, nil)
		case strings.HasPrefix(c.Type, "bytes["):
			r.Values = append(r.Values, decode(x.ByteArray()))
		case c.Type == "text":
			r.Values = append(r.Values, string(x.ByteArray()))
		case c.Type == "bool":
			r.Values = append(r.Values, x.Boolean())
		case c.Type == "int64":
			r.Values = append(r.Values, x.Int64())
		default:
			r.Values = append(r.Values, int64(x.Int32()))
		}
	}
	return r
}
