package command

import (
	"slices"

	"github.com/spf13/cobra"

	"xuezhan/sim/column"
	"xuezhan/sim/decisions"
)

// headOfDecisions prints the first rows of a directory of decisions. As text the
// features are too long to be printed unless they are asked for.
func (a *app) headOfDecisions(c *cobra.Command, dir string, o *rowOptions, n int, asJSON bool) error {
	if c.Flags().Changed("table") && o.table != decisionsTable {
		return misused("--table %s: %s holds decisions, whose only table is %s", o.table, dir, decisionsTable)
	}
	if len(o.where) > 0 {
		return misused("--where is for other tables than decisions")
	}
	names, err := splitFlag("columns", o.columns)
	if err != nil {
		return err
	}
	in, _, err := decisions.Read(dir)
	if err != nil {
		return err
	}
	columns, err := decisions.Columns(in.Features)
	if err != nil {
		return err
	}
	for _, name := range names {
		if !slices.ContainsFunc(columns, func(c column.Column) bool { return c.Name == name }) {
			return misused("--columns: decisions have no column %q; 'xuezhan dataset schema decisions --features %s' lists them", name, in.Features)
		}
	}
	if len(names) == 0 && !asJSON {
		for _, c := range columns[:len(columns)-1] { // the features come last
			names = append(names, c.Name)
		}
	}
	rows, err := decisions.Head(dir, n, names)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(a.out, map[string]any{"table": decisionsTable, "rows": rows})
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
