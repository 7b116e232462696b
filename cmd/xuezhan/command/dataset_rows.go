package command

import (
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"xuezhan/sim/column"
	"xuezhan/sim/dataset"
	"xuezhan/sim/query"
	"xuezhan/sim/store"
)

// rowOptions say which rows of a stored run are meant.
type rowOptions struct {
	table   string
	columns []string
	where   []string
}

const whereHelp = `A condition is a column, a comparison and a value:

  --where 'longest_suit>=8'                numbers: = != < <= > >=
  --where 'dealer=true'                    booleans and texts: = !=
  --where 'void in (m, p)'                 one of several; not in: none of them
  --where "bot in (fast, 'value:a=1,b=2')" quotes keep commas and blanks
  --where 'patterns has full_flush'        a name in a list of names
  --where 'ready_at=null'                  never; other comparisons with null fail

Several must all hold. 'xuezhan dataset schema' has the columns.`

func (o *rowOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.table, "table", dataset.Seats.String(), "hands, seats or wins of a run; others have only one")
	f.StringArrayVar(&o.columns, "columns", nil, "columns, separated by commas, instead of all")
	f.StringArrayVar(&o.where, "where", nil, "only rows with this condition; may be given several times")
}

// open opens the table that the options mean, and reads its selection.
func (o *rowOptions) open(c *cobra.Command, dir string) (*query.Rows, error) {
	var s query.Selection
	source, err := openTable(dir, o.table, c.Flags().Changed("table"), func(source *column.Source) (err error) {
		if s.Columns, err = splitFlag("columns", o.columns); err != nil {
			return err
		}
		if err := knownColumns("columns", source, s.Columns); err != nil {
			return err
		}
		s.Where, err = parseWhere(source, o.where)
		return err
	})
	if err != nil {
		return nil, err
	}
	rows, err := query.SelectFrom(source, s)
	if err != nil {
		return nil, usageError{err}
	}
	return rows, nil
}

// tableOf returns the name of the table that is meant.
func (o *rowOptions) tableOf(dir string) string {
	return cmp.Or(tablesOfKinds[store.KindOf(dir)], o.table)
}

// splitFlag splits the values of a flag at their commas.
func splitFlag(flag string, values []string) ([]string, error) {
	var items []string
	for _, v := range values {
		for _, item := range query.SplitList(v) {
			if item == "" {
				return nil, misused("--%s %q: a name is missing", flag, v)
			}
			items = append(items, item)
		}
	}
	return items, nil
}

func knownColumns(flag string, source *column.Source, names []string) error {
	for _, name := range names {
		if _, err := source.Column(name); err != nil {
			return misused("--%s: %w", flag, err)
		}
	}
	return nil
}

func parseWhere(source *column.Source, texts []string) ([]query.Condition, error) {
	var list []query.Condition
	for _, text := range texts {
		c, err := query.ParseCondition(text)
		if err == nil {
			_, err = source.Column(c.Column)
		}
		if err != nil {
			return nil, misused("--where: %w", err)
		}
		list = append(list, c)
	}
	return list, nil
}

func newDatasetHead(a *app) *cobra.Command {
	var o struct {
		rowOptions
		n    count
		json bool
	}
	o.n = 10
	c := &cobra.Command{
		Use:   "head DIR",
		Short: "print the first rows of a table",
		Long: `head prints the first rows of a table of a stored run, or the first of those for
which conditions hold. Of 'xuezhan dataset decisions' and of the trials of 'xuezhan learn'
it prints the rows of the only table; there are no conditions. Their features are printed, as a list, with --json or if --columns names them.

` + whereHelp + `

--json prints one object with the table and its rows, each an object with a key a
column; a number of 64 bits without a sign is a text.`,
		Example: `  xuezhan dataset head runs/first --table hands
  xuezhan dataset head runs/decisions -n 1 --json
  xuezhan dataset head runs/first --table wins -n 5 --columns hand,seat,patterns,fan --where 'fan>=3'`,
		Args: wantArgs("DIR"),
	}
	o.flags(c)
	c.Flags().VarP(&o.n, "limit", "n", "rows to print")
	c.Flags().BoolVar(&o.json, "json", false, "print JSON")
	c.RunE = func(c *cobra.Command, args []string) error {
		if o.n < 0 {
			return misused("--limit %d is below 0", o.n)
		}
		f, err := featuredOf(args[0])
		if err != nil {
			return err
		}
		if f != nil {
			return a.headOfFeatured(c, f, &o.rowOptions, int(o.n), o.json)
		}
		rows, err := o.open(c, args[0])
		if err != nil {
			return err
		}
		if !o.json {
			return rows.WriteTable(c.Context(), a.out, int(o.n), a.width())
		}
		first, err := rows.First(c.Context(), int(o.n))
		if err != nil {
			return err
		}
		return printJSON(a.out, map[string]any{"table": rows.Table(), "rows": first})
	}
	return c
}

type exportOptions struct {
	rowOptions
	csv, json bool
	out       string
}

func newDatasetExport(a *app) *cobra.Command {
	var o exportOptions
	c := &cobra.Command{
		Use:   "export DIR",
		Short: "write a table as CSV",
		Long: `export writes a table of what is stored, such as a run or a match, as CSV (RFC 4180): a line with the names of the
columns, then a line a row, in the order of the hands. Lines end in a line feed; null
is an empty field, and booleans are true and false.

` + whereHelp + `

-o writes a new file, which appears whole or not at all; if its name ends in .gz it
is compressed. --json writes JSON Lines instead: an object a row. The tables of DIR
themselves are Parquet, such as DIR/seats-*.parquet.`,
		Example: `  xuezhan dataset export runs/first --table wins --csv
  xuezhan dataset export runs/first --table seats --columns hand,bot,points --where 'longest_suit>=8'`,
		Args: wantArgs("DIR"),
	}
	o.flags(c)
	f := c.Flags()
	f.BoolVar(&o.csv, "csv", false, "print CSV, which is what export does without --json")
	f.BoolVar(&o.json, "json", false, "write JSON Lines instead")
	f.StringVarP(&o.out, "output", "o", "", "write the new `FILE` instead of the standard output")
	c.RunE = func(c *cobra.Command, args []string) error {
		switch {
		case o.json && o.csv:
			return misused("either --csv or --json is written")
		case filepath.Ext(o.out) == ".parquet":
			return misused("-o %s: CSV or JSON is written; the tables of %s are Parquet already, %s", o.out, args[0], filepath.Join(args[0], o.tableOf(args[0])+"-*.parquet"))
		}
		rows, err := o.open(c, args[0])
		if err != nil {
			return err
		}
		return a.untilSignal(c.Context(), func(ctx context.Context) error { return a.export(ctx, rows, &o) })
	}
	return c
}

// export writes rows where the options say.
func (a *app) export(ctx context.Context, rows *query.Rows, o *exportOptions) error {
	write := func(w io.Writer) error {
		if o.json {
			return rows.WriteJSON(ctx, w)
		}
		return rows.WriteCSV(ctx, w)
	}
	if o.out == "" {
		return write(a.out)
	}
	return a.document(o.out).Write(func(w io.Writer) error {
		if !strings.HasSuffix(o.out, ".gz") {
			return write(w)
		}
		z := gzip.NewWriter(w)
		return errors.Join(write(z), z.Close())
	})
}
