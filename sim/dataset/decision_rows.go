package dataset

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"xuezhan/features"
	"xuezhan/sim/store"
)

// A StoredRow is a row of decisions or of forks as it was stored, with those of its
// columns that were asked for.
type StoredRow struct {
	Columns []string
	// Values are int64, bool, string, nil for null, and of a decision's features
	// []float32 or []uint16, which is how bytes become a list in JSON.
	Values []any
}

// MarshalJSON writes an object with the columns in order.
func (r StoredRow) MarshalJSON() ([]byte, error) {
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

// FirstDecisions returns some columns, all if none is named, of the first n rows that
// are stored in a directory of decisions. It is for looking: readers of Parquet read
// more faster.
func FirstDecisions(dir string, n int, names []string) ([]StoredRow, error) {
	in, m, err := ReadDecisions(dir)
	if err != nil {
		return nil, err
	}
	v := vectorOf(in.Features)
	columns, err := DecisionColumns(in.Features)
	if err != nil {
		return nil, err
	}
	shown, err := chosenColumns(decisionsName, columns, names)
	if err != nil {
		return nil, err
	}
	return firstRows(dir, m.Parts, v, n, shown)
}

// First returns some columns, all if none is named, of the first n rows of the study.
// It is for looking.
func (r *StudyReader) First(n int, names []string) ([]StoredRow, error) {
	shown, err := chosenColumns(forksName, ForkColumns(r.inputs.Labels, r.inputs.Features), names)
	if err != nil {
		return nil, err
	}
	return firstRows(r.path, r.manifest.Parts, vector{}, n, shown)
}

// firstRows returns the first n rows of the only table of parts.
func firstRows(dir string, parts []store.Part, v vector, n int, shown []Column) ([]StoredRow, error) {
	rows := []StoredRow{}
	for _, p := range parts {
		if len(rows) >= n {
			break
		}
		more, err := firstOfFile(dir, p.Files[0], v, n-len(rows), shown)
		if err != nil {
			return nil, fmt.Errorf("dataset: %s: %w", p.Files[0].Name, err)
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// chosenColumns returns the columns of a table that are named, all if none is.
func chosenColumns(table string, columns []Column, names []string) ([]Column, error) {
	if len(names) == 0 {
		return columns, nil
	}
	var chosen []Column
	for _, name := range names {
		i := slices.IndexFunc(columns, func(c Column) bool { return c.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("dataset: %s have no column %q; there are %s", table, name, strings.Join(columnNames(columns), ", "))
		}
		chosen = append(chosen, columns[i])
	}
	return chosen, nil
}

func columnNames(columns []Column) []string {
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	return names
}

// firstOfFile returns the first n rows of a file, or all if it has fewer.
func firstOfFile(dir string, listed store.File, v vector, n int, shown []Column) (rows []StoredRow, err error) {
	defer rescued(&err)
	f, err := os.Open(filepath.Join(dir, listed.Name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	file, err := openParquet(f, listed)
	if err != nil {
		return nil, err
	}
	var places []int
	for _, c := range shown {
		leaf, ok := file.Schema().Lookup(c.Name)
		if !ok {
			return nil, fmt.Errorf("column %q is missing", c.Name)
		}
		places = append(places, leaf.ColumnIndex)
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
		rows = append(rows, storedRow(room[0], v, shown, places))
	}
	return rows, nil
}

func storedRow(values parquet.Row, v vector, shown []Column, places []int) StoredRow {
	r := StoredRow{Columns: columnNames(shown)}
	for i, c := range shown {
		x := values[places[i]]
		switch {
		case x.IsNull():
			r.Values = append(r.Values, nil)
		case c.Name == v.name():
			r.Values = append(r.Values, v.list(x.ByteArray()))
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

// list returns the numbers that bytes stand for.
func (v vector) list(data []byte) any {
	if v.planes {
		flags := make([]uint16, len(data))
		for i, b := range data {
			flags[i] = uint16(b)
		}
		return flags
	}
	numbers := make([]float32, features.V1{}.Len())
	if _, err := binary.Decode(data, binary.LittleEndian, numbers); err != nil {
		panic("dataset: a vector of another length")
	}
	return numbers
}
