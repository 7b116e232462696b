package command

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"xuezhan/features"
	"xuezhan/sim/column"
	"xuezhan/sim/dataset"
	"xuezhan/sim/decisions"
	"xuezhan/sim/learn"
	"xuezhan/sim/match"
	"xuezhan/sim/store"
	"xuezhan/sim/study"
)

func newDataset(a *app) *cobra.Command {
	return newGroup(&cobra.Command{
		Use:   "dataset",
		Short: "document, question, export and check what is stored; store decisions to learn from",
		Example: `  xuezhan dataset schema
  xuezhan dataset query runs/first --by bot --mean points
  xuezhan dataset decisions --hands 20000 --out runs/learning`,
	}, newDatasetSchema(a), newDatasetInfo(a), newDatasetHead(a), newDatasetQuery(a), newDatasetExport(a), newDatasetVerify(a), newDatasetDecisions(a))
}

// datasetOptions are those of the commands here.
type datasetOptions struct {
	json, verify bool
	features     string
}

func newDatasetSchema(a *app) *cobra.Command {
	var o datasetOptions
	c := &cobra.Command{
		Use:   "schema [TABLE]",
		Short: "print every column of the tables: name, type, unit, meaning",
		Long: `schema documents the tables of a run, hands, seats and wins, and the table decisions
that 'xuezhan dataset decisions' stores; forks, that of a study which 'xuezhan study
--out DIR' stores; and blocks, that of 'xuezhan match --out DIR' and 'xuezhan ladder --out
DIR'.

--features alone documents what a position is encoded as: every feature of v1 or
v2, or every channel of planes, with its range. With the table decisions it says of which
features the columns are.`,
		Example: `  xuezhan dataset schema seats
  xuezhan dataset schema forks
  xuezhan dataset schema blocks
  xuezhan dataset schema decisions --features planes
  xuezhan dataset schema --features v1 --json`,
		Args: wantArgs("[TABLE]"),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 && c.Flags().Changed("features") {
				return a.printFeatures(&o)
			}
			if len(args) > 0 && args[0] == forksTable {
				return a.printForksSchema(&o)
			}
			if len(args) > 0 && args[0] == blocksTable {
				return a.printBlocksSchema(&o)
			}
			tables, err := o.tables(args)
			if err != nil {
				return usageError{err}
			}
			if o.json {
				return printJSON(a.out, schemaJSON(tables))
			}
			return printSchema(a.out, tables)
		},
	}
	c.Flags().BoolVar(&o.json, "json", false, "print JSON")
	c.Flags().StringVar(&o.features, "features", "v1", "what decisions are encoded as: "+strings.Join(features.Names(), ", "))
	return c
}

// A documentedTable is a table with its columns.
type documentedTable struct {
	name    string
	columns []column.Column
}

// decisionsTable is the name of the table of decisions.
const decisionsTable = "decisions"

// tables returns the table that is named, or all of a run.
func (o *datasetOptions) tables(args []string) ([]documentedTable, error) {
	if len(args) > 0 && args[0] == decisionsTable {
		columns, err := decisions.Columns(o.features)
		return []documentedTable{{decisionsTable, columns}}, err
	}
	if len(args) > 0 && args[0] == trialsTable {
		return []documentedTable{{trialsTable, learn.Columns()}}, nil
	}
	if len(args) > 0 {
		t, err := dataset.ParseTable(args[0])
		if err != nil {
			return nil, fmt.Errorf("%w, decisions, trials", err)
		}
		return []documentedTable{{t.String(), dataset.Columns(t)}}, nil
	}
	var all []documentedTable
	for t := range dataset.NumTables {
		all = append(all, documentedTable{t.String(), dataset.Columns(t)})
	}
	return all, nil
}

// printFeatures prints the schema of features.
func (a *app) printFeatures(o *datasetOptions) error {
	s, err := features.LookupSchema(o.features)
	if err != nil {
		return usageError{err}
	}
	if o.json {
		return printJSON(a.out, struct {
			Hash string `json:"hash"`
			features.Schema
		}{s.Hash(), s})
	}
	t := newTable(a.out)
	t.row("place", "name", "least", "most", "unit", "meaning")
	for i, e := range s.Entries {
		t.row(i, e.Name, e.Min, e.Max, e.Unit, e.Meaning)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.out, "\n%s version %d, hash %s: %d entries of %d\n", s.Name, s.Version, s.Hash(), len(s.Entries), s.Width)
	return err
}

func schemaJSON(tables []documentedTable) map[string]any {
	columns := map[string]any{}
	for _, t := range tables {
		columns[t.name] = t.columns
	}
	return map[string]any{"format": dataset.Format, "tables": columns}
}

func printSchema(w io.Writer, tables []documentedTable) error {
	t := newTable(w)
	t.row("table", "column", "type", "unit", "values", "meaning")
	for _, table := range tables {
		for _, c := range table.columns {
			kind := c.Type
			if c.Nullable {
				kind += "?"
			}
			t.row(table.name, c.Name, kind, c.Unit, rangeOf(&c), c.Meaning)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nformat %d; a ? marks a column that may be null\n", dataset.Format)
	return err
}

// rangeOf returns between what the numbers of a column lie.
func rangeOf(c *column.Column) string {
	switch {
	case c.Min != nil && c.Max != nil:
		return fmt.Sprintf("%d..%d", *c.Min, *c.Max)
	case c.Min != nil:
		return fmt.Sprintf("%d..", *c.Min)
	case c.Max != nil:
		return fmt.Sprintf("..%d", *c.Max)
	}
	return ""
}

func newDatasetInfo(a *app) *cobra.Command {
	var o datasetOptions
	c := &cobra.Command{
		Use:   "info DIR",
		Short: "print what is stored, such as a run or a match, and what of it is there",
		Example: `  xuezhan dataset info runs/first
  xuezhan dataset info runs/first --verify`,
		Args: wantArgs("DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			switch store.KindOf(args[0]) {
			case study.StoreKind:
				return a.studyInfo(args[0], &o)
			case decisions.Kind:
				return a.decisionsInfo(args[0], &o)
			case match.StoreKind:
				return a.matchInfo(args[0], &o)
			case match.LadderKind:
				return a.ladderInfo(args[0], &o)
			case learn.StoreKind:
				return a.trialsInfo(args[0], &o)
			}
			r, err := dataset.Open(args[0])
			if err != nil {
				return err
			}
			if o.verify {
				if err := verifyParts(args[0], r.Parts()); err != nil {
					return err
				}
			}
			info := newDatasetDescription(r, o.verify)
			if o.json {
				return printJSON(a.out, info)
			}
			return info.print(a.out)
		},
	}
	c.Flags().BoolVar(&o.json, "json", false, "print JSON")
	c.Flags().BoolVar(&o.verify, "verify", false, "read every file and compare it with its digest")
	return c
}

func verifyParts(dir string, parts []store.Part) error {
	for _, p := range parts {
		if err := column.VerifyPart(dir, p); err != nil {
			return err
		}
	}
	return nil
}

// A datasetDescription is what dataset info prints.
type datasetDescription struct {
	Inputs   dataset.Inputs   `json:"inputs"`
	Finished bool             `json:"finished"`
	Digest   string           `json:"digest"`
	Parts    int              `json:"parts"`
	Planned  int              `json:"planned_parts"`
	Rows     map[string]int64 `json:"rows"`
	Bytes    int64            `json:"bytes"`
	Verified bool             `json:"verified"`
}

func newDatasetDescription(r *dataset.Reader, verified bool) *datasetDescription {
	d := &datasetDescription{
		Inputs: r.Inputs(), Finished: r.Finished(), Digest: r.Digest(),
		Parts: len(r.Parts()), Planned: r.Planned(), Rows: map[string]int64{}, Verified: verified,
	}
	for t := range dataset.NumTables {
		d.Rows[t.String()] = 0
	}
	for _, p := range r.Parts() {
		for t, f := range p.Files {
			d.Rows[dataset.Table(t).String()] += f.Rows
			d.Bytes += f.Bytes
		}
	}
	return d
}

func (d *datasetDescription) print(w io.Writer) error {
	t := newTable(w)
	t.run(&d.Inputs)
	t.row("rotate", d.Inputs.Rotate)
	if d.Inputs.Games > 0 {
		t.row("games", d.Inputs.Games)
	}
	t.row("hands", d.Inputs.Hands)
	t.row("version", d.Inputs.Version)
	t.row("parts", fmt.Sprintf("%d of %d", d.Parts, d.Planned))
	for table := range dataset.NumTables {
		t.row("rows of "+table.String(), d.Rows[table.String()])
	}
	t.row("bytes", d.Bytes)
	t.ending(d.Finished, d.Digest, "run", d.Verified)
	return t.Flush()
}

// run adds what was played at a dataset's tables.
func (t table) run(in *dataset.Inputs) {
	t.row("rules", in.Rules.Name+" "+in.Rules.Hash())
	t.row("seed", in.Seed)
	t.row("walls", in.Walls)
	if in.Hand != "" {
		t.row("hand", in.Hand+" for seat 0")
	}
	for seat, bot := range in.Seats {
		t.row(fmt.Sprintf("seat %d", seat), in.Bots[bot].Spec)
	}
}

// ending adds how far a dataset is, and the command that resumes it.
func (t table) ending(finished bool, digest, command string, verified bool) {
	if finished {
		t.row("digest", digest)
	} else {
		t.row("unfinished", "'xuezhan "+command+" --resume' resumes it")
	}
	if verified {
		t.row("verified", "every file is as it was written")
	}
}
