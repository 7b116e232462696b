package command

import (
	"fmt"
	"io"

	"xuezhan/sim/dataset"
	"xuezhan/sim/decisions"
	"xuezhan/sim/store"
	"xuezhan/sim/study"
)

// wantRun refuses a directory of another kind than a run, and says what may be done
// with it.
func wantRun(dir, command string) error {
	table := decisionsTable
	switch kind := store.KindOf(dir); kind {
	default:
		return nil // opening it says what is wrong
	case study.StoreKind:
		table = forksTable
		fallthrough
	case decisions.Kind:
		advice := fmt.Sprintf("'xuezhan dataset head %s' prints its rows, which are Parquet for other programs, %s-*.parquet", dir, table)
		if kind == study.StoreKind {
			advice = fmt.Sprintf("'xuezhan report %s' prints its results, ", dir) + advice
		}
		return fmt.Errorf("%s holds %s; dataset %s is for runs: %s", dir, store.InWords(kind), command, advice)
	}
}

// fitTable takes the table of a directory that has only one, and refuses the others.
func (o *rowOptions) fitTable(dir string, named bool) error {
	only := map[string]string{decisions.Kind: decisionsTable, study.StoreKind: forksTable}
	kind := store.KindOf(dir)
	table, alone := only[kind]
	if alone && named && o.table != table {
		return misused("--table %s: %s holds %s, whose only table is %s", o.table, dir, store.InWords(kind), table)
	}
	if alone {
		o.table = table
	}
	return nil
}

// An inventory is what dataset info prints of a dataset with one table.
type inventory[I any] struct {
	Inputs   I      `json:"inputs"`
	Finished bool   `json:"finished"`
	Digest   string `json:"digest"`
	Parts    int    `json:"parts"`
	Planned  int    `json:"planned_parts"`
	Hands    int64  `json:"hands"`
	Rows     int64  `json:"rows"`
	Bytes    int64  `json:"bytes"`
	Verified bool   `json:"verified"`
}

// count adds up the parts.
func (d *inventory[I]) count(parts []store.Part) {
	d.Parts = len(parts)
	for _, p := range parts {
		d.Hands, d.Rows, d.Bytes = d.Hands+p.Count, d.Rows+p.Files[0].Rows, d.Bytes+p.Files[0].Bytes
	}
}

// print prints what is particular to the kind, then the run that was played and
// what there is of it. The command is the one that resumes it.
func (d *inventory[I]) print(w io.Writer, table, command string, run *dataset.Inputs, particular [][2]string) error {
	t := newTable(w)
	for _, p := range particular {
		t.row(p[0], p[1])
	}
	t.run(run)
	t.row("hands", fmt.Sprintf("%d of %d", d.Hands, run.Hands))
	t.row("version", run.Version)
	t.row("parts", fmt.Sprintf("%d of %d", d.Parts, d.Planned))
	t.row("rows of "+table, d.Rows)
	t.row("bytes", d.Bytes)
	t.ending(d.Finished, d.Digest, command, d.Verified)
	return t.Flush()
}

// decisionsInfo prints what stored decisions are of and how many there are.
func (a *app) decisionsInfo(dir string, o *datasetOptions) error {
	in, m, err := decisions.Read(dir)
	if err == nil && o.verify {
		err = verifyParts(dir, m.Parts)
	}
	if err != nil {
		return err
	}
	d := inventory[decisions.Inputs]{Inputs: in, Finished: m.Finished, Digest: m.Digest, Planned: m.Planned, Verified: o.verify}
	d.count(m.Parts)
	if o.json {
		return printJSON(a.out, d)
	}
	return d.print(a.out, decisionsTable, "dataset decisions", &in.Run, [][2]string{
		{"features", in.Features + " " + in.Schema}, {"studied seats", fmt.Sprint(in.Studied)},
	})
}

// headOfForks prints the first rows of a stored study.
func (a *app) headOfForks(dir string, o *rowOptions, n int, asJSON bool) error {
	if len(o.where) > 0 {
		return misused("--where is for the tables of runs, not for the forks of a study")
	}
	names, err := splitFlag("columns", o.columns)
	if err != nil {
		return err
	}
	r, err := study.Open(dir)
	if err != nil {
		return err
	}
	in := r.Inputs()
	if err := knownForkColumns(&in, names); err != nil {
		return err
	}
	rows, err := r.Head(n, names)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(a.out, map[string]any{"table": o.table, "rows": rows})
	}
	return a.printStoredRows(rows)
}

// knownForkColumns refuses names that are no columns of a study.
func knownForkColumns(in *study.Inputs, names []string) error {
	known := map[string]bool{}
	for _, c := range study.Columns(in.Labels, in.Features) {
		known[c.Name] = true
	}
	for _, name := range names {
		if !known[name] {
			return misused("--columns: forks have no column %q; 'xuezhan dataset schema forks' lists them", name)
		}
	}
	return nil
}
