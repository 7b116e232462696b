package query

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"xuezhan/sim/column"
	"xuezhan/sim/dataset"
)

// A Selection is some columns of those rows of a table for which all conditions
// hold.
type Selection struct {
	Table   dataset.Table
	Columns []string // none stands for all
	Where   []Condition
}

// Rows are the rows of a selection, ready to be read.
type Rows struct {
	plan  plan
	shown []int // places of the columns that are shown
}

// Select prepares a selection of a run. An error says what is wrong with the
// selection; nothing has been read.
func Select(r *dataset.Reader, s Selection) (*Rows, error) { return SelectFrom(r.Table(s.Table), s) }

// SelectFrom is Select from any stored table; that of the selection has no meaning.
func SelectFrom(source *column.Source, s Selection) (*Rows, error) {
	rows := &Rows{plan: plan{source: source}}
	names := s.Columns
	if len(names) == 0 {
		for _, c := range source.Scanned() {
			names = append(names, c.Name)
		}
	}
	for _, name := range names {
		place, err := rows.plan.need(name)
		if err != nil {
			return nil, err
		}
		rows.shown = append(rows.shown, place)
	}
	return rows, rows.plan.where(s.Where)
}

// Table returns the name of the table.
func (r *Rows) Table() string { return r.plan.source.Table }

// Columns returns the columns that are shown, in order.
func (r *Rows) Columns() []column.Column {
	var columns []column.Column
	for _, place := range r.shown {
		columns = append(columns, r.plan.columns[place])
	}
	return columns
}

// Each calls row with the rows in their order, each as its place in vectors
// that hold, in this order, the columns that are shown. It ends when row
// returns false, or an error, or when the context does.
func (r *Rows) Each(ctx context.Context, row func(columns []*column.Vector, i int) (bool, error)) error {
	shown := make([]*column.Vector, len(r.shown))
	var keep []bool
	for vectors, err := range r.plan.source.Scan(r.plan.names) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		for k, place := range r.shown {
			shown[k] = &vectors[place]
		}
		keep = r.plan.kept(keep, vectors)
		for i := range keep {
			if !keep[i] {
				continue
			}
			if more, err := row(shown, i); !more || err != nil {
				return err
			}
		}
	}
	return nil
}

// WriteCSV writes the rows as RFC 4180 has it, after a line with the names of
// the columns. Lines end in a line feed, null is an empty field.
func (r *Rows) WriteCSV(ctx context.Context, w io.Writer) error {
	var line []byte
	for k, c := range r.Columns() {
		if k > 0 {
			line = append(line, ',')
		}
		line = append(line, c.Name...)
	}
	if _, err := w.Write(append(line, '\n')); err != nil {
		return err
	}
	return r.Each(ctx, func(columns []*column.Vector, i int) (bool, error) {
		line = appendCSV(line[:0], columns, i)
		_, err := w.Write(line)
		return true, err
	})
}

func appendCSV(line []byte, columns []*column.Vector, i int) []byte {
	for k, c := range columns {
		if k > 0 {
			line = append(line, ',')
		}
		if c.Column.Type == "text" {
			line = append(line, fieldOf(c.Text(i))...)
		} else {
			line = c.AppendText(line, i)
		}
	}
	return append(line, '\n')
}

// fieldOf returns a text as a field, quoted if it must be.
func fieldOf(text string) string {
	if !strings.ContainsAny(text, "\",\r\n") {
		return text
	}
	return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
}

// A Row is a row as JSON: an object with the columns in order.
type Row struct {
	names  []string
	values []json.RawMessage
}

// First returns the first n rows.
func (r *Rows) First(ctx context.Context, n int) ([]Row, error) {
	rows := []Row{}
	if n < 1 {
		return rows, nil
	}
	err := r.Each(ctx, func(columns []*column.Vector, i int) (bool, error) {
		rows = append(rows, rowOf(columns, i))
		return len(rows) < n, nil
	})
	return rows, err
}

// WriteJSON writes the rows as JSON Lines: an object a line.
func (r *Rows) WriteJSON(ctx context.Context, w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	return r.Each(ctx, func(columns []*column.Vector, i int) (bool, error) {
		return true, out.Encode(rowOf(columns, i))
	})
}

func rowOf(columns []*column.Vector, i int) Row {
	var row Row
	for _, c := range columns {
		row.names = append(row.names, c.Column.Name)
		row.values = append(row.values, jsonOf(c, i))
	}
	return row
}

// jsonOf returns a value as JSON. One of 64 bits without a sign is a text,
// because many readers of JSON know no integers beyond 2^53.
func jsonOf(v *column.Vector, i int) json.RawMessage {
	text := v.Text(i)
	switch {
	case text == "" && v.Column.Nullable:
		return json.RawMessage("null")
	case v.Column.Type == "text" || v.Column.Type == "uint64":
		data, err := json.Marshal(text)
		if err != nil {
			panic("query: a text that is no JSON")
		}
		return data
	}
	return json.RawMessage(text)
}

// MarshalJSON writes the object.
func (r Row) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, name := range r.names {
		fmt.Fprintf(&b, ",%q:%s", name, r.values[i])
	}
	if b.Len() == 0 {
		return []byte("{}"), nil
	}
	b.Bytes()[0] = '{'
	b.WriteByte('}')
	return b.Bytes(), nil
}

// WriteTable writes the first n rows as an aligned table: numbers to the right,
// null as -. It fits a terminal of a width, which is 0 for outputs that have none.
func (r *Rows) WriteTable(ctx context.Context, w io.Writer, n, width int) error {
	t := newGrid(len(r.shown))
	for k, c := range r.Columns() {
		t.head(k, c.Name, c.Type == "text" || c.Type == "bool")
	}
	if n > 0 {
		err := r.Each(ctx, func(columns []*column.Vector, i int) (bool, error) {
			for k, c := range columns {
				text := c.Text(i)
				if text == "" && c.Column.Nullable {
					text = "-"
				}
				t.cell(k, text)
			}
			return t.rows() < n, nil
		})
		if err != nil {
			return err
		}
	}
	return t.write(w, width)
}
