package command

import (
	"context"

	"github.com/spf13/cobra"

	"xuezhan/sim/column"
	"xuezhan/sim/dataset"
	"xuezhan/sim/query"
)

type queryOptions struct {
	table          string
	where, by      []string
	mean, sum      []string
	sort           string
	limit          int
	level          float64
	together       bool
	json, csvLines bool
}

func newDatasetQuery(a *app) *cobra.Command {
	var o queryOptions
	c := &cobra.Command{
		Use:   "query DIR",
		Short: "group rows of a table and print their means with intervals",
		Long: `query groups the rows of a table of what is stored, a run, decisions, a study, a match or
a ladder, by the values of columns, and prints of each group its rows, the hands they are
of, and means and sums of columns.

Rows of one hand count as one observation, since they share a wall; where whole games
were played, rows of one game do, and of a match those of a block, of a ladder those of a
round. Of a group with fewer than 100 of them no mean is
given. The mean of a boolean, or of a condition such as ending=won, is a share. Rows
where a column is null are not in its mean.

Each interval holds by itself. --together widens them (Bonferroni) so that those of
all groups hold at once, which is what a search through many groups needs.

` + whereHelp + `

--by, --mean and --sum take several names separated by commas. --sort orders groups by
a column of --by, rows, units, a mean or a sum; a - in front turns the order round.`,
		Example: `  xuezhan dataset query runs/first --by bot --mean points
  xuezhan dataset query runs/first --by bot,longest_suit --mean points,ending=won --where 'longest_suit>=8'
  xuezhan dataset query runs/first --table wins --by fan --mean self_draw,draws --sort -rows --limit 3
  xuezhan dataset query matches/first --by seating --mean points_a`,
		Args: wantArgs("DIR"),
	}
	o.flags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		q, err := o.query()
		if err != nil {
			return err
		}
		source, err := openTable(args[0], o.table, c.Flags().Changed("table"), func(s *column.Source) error { return o.columns(s, &q) })
		if err != nil {
			return err
		}
		question, err := query.PrepareFrom(source, q)
		if err != nil {
			return usageError{err}
		}
		return a.untilSignal(c.Context(), func(ctx context.Context) error {
			answer, err := question.Run(ctx)
			if err != nil {
				return err
			}
			return a.printAnswer(answer, &o)
		})
	}
	return c
}

func (o *queryOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.table, "table", dataset.Seats.String(), "hands, seats or wins of a run; others have only one")
	f.StringArrayVar(&o.by, "by", nil, "columns to group by, separated by commas")
	f.StringArrayVar(&o.mean, "mean", nil, "columns or conditions whose mean is wanted")
	f.StringArrayVar(&o.sum, "sum", nil, "columns or conditions whose sum is wanted")
	f.StringArrayVar(&o.where, "where", nil, "only rows with this condition; may be given several times")
	f.StringVar(&o.sort, "sort", "", "order of the groups, such as -points")
	f.IntVarP(&o.limit, "limit", "n", 0, "groups to print, 0 for all")
	f.Float64Var(&o.level, "level", 0.95, "nominal coverage of intervals")
	f.BoolVar(&o.together, "together", false, "widen the intervals so that all hold at once")
	f.BoolVar(&o.json, "json", false, "print JSON")
	f.BoolVar(&o.csvLines, "csv", false, "print CSV")
}

// query reads the options.
func (o *queryOptions) query() (query.Query, error) {
	q := query.Query{Level: o.level, Together: o.together, Sort: o.sort, Limit: o.limit}
	switch {
	case o.json && o.csvLines:
		return q, misused("--json and --csv exclude each other")
	case !(o.level > 0 && o.level < 1):
		return q, misused("--level %v is not between 0 and 1", o.level)
	case o.limit < 0:
		return q, misused("--limit %d is below 0", o.limit)
	}
	var err error
	for _, list := range []struct {
		flag  string
		texts []string
		names *[]string
	}{{"by", o.by, &q.By}, {"mean", o.mean, &q.Mean}, {"sum", o.sum, &q.Sum}} {
		if *list.names, err = splitFlag(list.flag, list.texts); err != nil {
			return q, err
		}
	}
	return q, nil
}

// columns checks the names of columns, and reads the conditions.
func (o *queryOptions) columns(source *column.Source, q *query.Query) (err error) {
	if err := knownColumns("by", source, q.By); err != nil {
		return err
	}
	q.Where, err = parseWhere(source, o.where)
	return err
}

func (a *app) printAnswer(answer *query.Answer, o *queryOptions) error {
	switch {
	case o.json:
		return printJSON(a.out, answer)
	case o.csvLines:
		return answer.CSV(a.out)
	}
	return answer.Text(a.out, a.width())
}
