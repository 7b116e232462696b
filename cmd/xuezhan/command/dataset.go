package command

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"xuezhan/sim/dataset"
)

func newDataset(a *app) *cobra.Command {
	return newGroup(&cobra.Command{
		Use:   "dataset",
		Short: "document and check stored runs, and store decisions to learn from",
		Example: `  xuezhan dataset schema
  xuezhan dataset info runs/first
  xuezhan dataset decisions --hands 20000 --out runs/decisions`,
	}, newDatasetSchema(a), newDatasetInfo(a), newDatasetDecisions(a))
}

// datasetOptions are those of both commands.
type datasetOptions struct{ json, verify bool }

func newDatasetSchema(a *app) *cobra.Command {
	var o datasetOptions
	c := &cobra.Command{
		Use:     "schema [TABLE]",
		Short:   "print every column of the tables: name, type, unit, meaning",
		Example: "  xuezhan dataset schema seats",
		Args:    wantArgs("[TABLE]"),
		RunE: func(_ *cobra.Command, args []string) error {
			tables, err := namedTables(args)
			if err != nil {
				return err
			}
			if o.json {
				return printJSON(a.out, schemaJSON(tables))
			}
			return printSchema(a.out, tables)
		},
	}
	c.Flags().BoolVar(&o.json, "json", false, "print JSON")
	return c
}

// namedTables returns the table that is named, or all.
func namedTables(args []string) ([]dataset.Table, error) {
	if len(args) > 0 {
		t, err := dataset.ParseTable(args[0])
		if err != nil {
			return nil, usageError{err}
		}
		return []dataset.Table{t}, nil
	}
	var all []dataset.Table
	for t := range dataset.NumTables {
		all = append(all, t)
	}
	return all, nil
}

func schemaJSON(tables []dataset.Table) map[string]any {
	columns := map[string]any{}
	for _, t := range tables {
		columns[t.String()] = dataset.Columns(t)
	}
	return map[string]any{"format": dataset.Format, "tables": columns}
}

func printSchema(w io.Writer, tables []dataset.Table) error {
	t := newTable(w)
	t.row("table", "column", "type", "unit", "meaning")
	for _, name := range tables {
		for _, c := range dataset.Columns(name) {
			kind := c.Type
			if c.Nullable {
				kind += "?"
			}
			t.row(name, c.Name, kind, c.Unit, c.Meaning)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nformat %d; a ? marks a column that may be null\n", dataset.Format)
	return err
}

func newDatasetInfo(a *app) *cobra.Command {
	var o datasetOptions
	c := &cobra.Command{
		Use:   "info DIR",
		Short: "print what a stored run is and what of it is there",
		Example: `  xuezhan dataset info runs/first
  xuezhan dataset info runs/first --verify`,
		Args: wantArgs("DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
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

func verifyParts(dir string, parts []dataset.Part) error {
	for _, p := range parts {
		if err := dataset.VerifyPart(dir, p); err != nil {
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
	t.row("rules", d.Inputs.Rules.Name+" "+d.Inputs.Rules.Hash())
	t.row("seed", d.Inputs.Seed)
	t.row("walls", d.Inputs.Walls)
	for seat, bot := range d.Inputs.Seats {
		t.row(fmt.Sprintf("seat %d", seat), d.Inputs.Bots[bot].Spec)
	}
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
	if d.Finished {
		t.row("digest", d.Digest)
	} else {
		t.row("unfinished", "")
	}
	if d.Verified {
		t.row("verified", "every file is as it was written")
	}
	return t.Flush()
}
