package command

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"xuezhan/sim/column"
	"xuezhan/sim/dataset"
	"xuezhan/sim/decisions"
	"xuezhan/sim/learn"
	"xuezhan/sim/match"
	"xuezhan/sim/store"
	"xuezhan/sim/study"
)

// tablesOfKinds are the tables of directories that have only one.
var tablesOfKinds = map[string]string{
	decisions.Kind: decisionsTable, study.StoreKind: forksTable, match.StoreKind: blocksTable, match.LadderKind: blocksTable,
	learn.StoreKind: trialsTable,
}

// openTable opens the table that is asked for, or the only one that a directory has.
// Check is called with what has its columns: before anything is opened, if it is one of a
// run.
func openTable(dir, table string, named bool, check func(*column.Source) error) (*column.Source, error) {
	kind := store.KindOf(dir)
	only, alone := tablesOfKinds[kind]
	if !alone {
		return openRunTable(dir, table, check)
	}
	if named && table != only {
		return nil, misused("--table %s: %s holds %s, whose only table is %s", table, dir, store.InWords(kind), only)
	}
	source, err := openOnlyTable(dir, kind)
	if err == nil {
		err = check(source)
	}
	return source, err
}

func openRunTable(dir, table string, check func(*column.Source) error) (*column.Source, error) {
	if slices.Contains(slices.Collect(maps.Values(tablesOfKinds)), table) {
		return nil, misused("--table %s: %s holds a run, whose tables are hands, seats, wins", table, dir)
	}
	t, err := dataset.ParseTable(table)
	if err != nil {
		return nil, usageError{err}
	}
	if err := check(dataset.Schema(t)); err != nil {
		return nil, err
	}
	r, err := dataset.Open(dir)
	if err != nil {
		return nil, err
	}
	return r.Table(t), nil
}

func openOnlyTable(dir, kind string) (*column.Source, error) {
	switch kind {
	case decisions.Kind:
		return decisions.Table(dir)
	case study.StoreKind:
		r, err := study.Open(dir)
		if err != nil {
			return nil, err
		}
		return r.Table(), nil
	case match.StoreKind:
		r, err := match.Open(dir)
		if err != nil {
			return nil, err
		}
		return r.Table(), nil
	case learn.StoreKind:
		r, err := learn.Open(dir)
		if err != nil {
			return nil, err
		}
		return r.Table(), nil
	}
	r, err := match.OpenLadder(dir)
	if err != nil {
		return nil, err
	}
	return r.Table(), nil
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
