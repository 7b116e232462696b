package command

import (
	"slices"

	"github.com/spf13/cobra"

	"xuezhan/sim/column"
	"xuezhan/sim/decisions"
	"xuezhan/sim/learn"
	"xuezhan/sim/store"
)

// A featured is a directory whose only table has features in its last column.
type featured struct {
	dir, table string
	columns    []column.Column
	schema     string // the command that lists them
	head       func(n int, names []string) ([]column.Row, error)
}

// featuredOf returns what a directory has if its table has features, else nil.
func featuredOf(dir string) (*featured, error) {
	switch store.KindOf(dir) {
	case decisions.Kind:
		in, _, err := decisions.Read(dir)
		if err != nil {
			return nil, err
		}
		columns, err := decisions.Columns(in.Features)
		return &featured{dir, decisionsTable, columns, "decisions --features " + in.Features, func(n int, names []string) ([]column.Row, error) {
			return decisions.Head(dir, n, names)
		}}, err
	case learn.StoreKind:
		r, err := learn.Open(dir)
		if err != nil {
			return nil, err
		}
		return &featured{dir, trialsTable, r.Table().Columns, trialsTable, r.Head}, nil
	}
	return nil, nil
}

// headOfFeatured prints the first rows of a directory with features. As text these are too
// long to be printed unless they are asked for.
func (a *app) headOfFeatured(c *cobra.Command, f *featured, o *rowOptions, n int, asJSON bool) error {
	if c.Flags().Changed("table") && o.table != f.table {
		return misused("--table %s: %s holds %s, whose only table is %s", o.table, f.dir, f.table, f.table)
	}
	if len(o.where) > 0 {
		return misused("--where is for other tables than %s", f.table)
	}
	names, err := splitFlag("columns", o.columns)
	if err != nil {
		return err
	}
	for _, name := range names {
		if !slices.ContainsFunc(f.columns, func(c column.Column) bool { return c.Name == name }) {
			return misused("--columns: %s have no column %q; 'xuezhan dataset schema %s' lists them", f.table, name, f.schema)
		}
	}
	if len(names) == 0 && !asJSON {
		for _, c := range f.columns[:len(f.columns)-1] { // the features come last
			names = append(names, c.Name)
		}
	}
	rows, err := f.head(n, names)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(a.out, map[string]any{"table": f.table, "rows": rows})
	}
	return a.printStoredRows(rows)
}

// printStoredRows prints rows under their names; null is empty.
func (a *app) printStoredRows(rows []column.Row) error {
	t := newTable(a.out)
	for i, r := range rows {
		if i == 0 {
			t.row(anyOf(r.Columns)...)
		}
		for k, v := range r.Values {
			if v == nil {
				r.Values[k] = ""
			}
		}
		t.row(r.Values...)
	}
	return t.Flush()
}

func anyOf(texts []string) []any {
	list := make([]any, len(texts))
	for i, text := range texts {
		list[i] = text
	}
	return list
}
