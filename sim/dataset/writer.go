package dataset

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"

	"xuezhan/engine"
	"xuezhan/sim"
	"xuezhan/sim/column"
	"xuezhan/sim/store"
)

// decksName is the file of a run's explicit decks.
const decksName = "decks.txt"

// ending is that of the names of tables' files.
const ending = ".parquet"

// RunKind names the kind of runs, as store.KindOf returns it.
const RunKind = "run"

// kindOfRuns is what a directory holds that has a run.
func kindOfRuns() store.Kind {
	return store.Kind{Name: RunKind, Format: Format, Tables: tableNames[:], Ending: ending, Check: checkRows}
}

// fileName returns the name of a table's file of a part of a run.
func fileName(t Table, part int) string {
	k := kindOfRuns()
	return k.FileName(int(t), part)
}

// checkRows reports a part whose rows are not those of its hands.
func checkRows(p *store.Part) error {
	if p.Files[Hands].Rows != p.Count || p.Files[Seats].Rows != p.Count*engine.NumSeats {
		return fmt.Errorf("part %d has other rows than its %d hands", p.Index, p.Count)
	}
	return nil
}

// A Writer stores a run. It is a sim.Sink: its parts may be written by several
// goroutines at once. It ends with Finish, or with Close if the run does not.
type Writer struct {
	dir    *store.Dir
	inputs Inputs
	bots   []string
	codec  *column.Codec
}

// Create starts to store a run of a configuration that a version of the program plays,
// in the directory dir, which is made if it does not exist. One that holds a run, or
// anything of one, is refused. Decks and nets are attached.
func Create(dir string, c *sim.Config, version string) (*Writer, error) {
	in, plan, err := planRun(dir, c, version)
	if err != nil {
		return nil, err
	}
	return createRun(dir, in, plan)
}

// CreateInputs is Create for hands that need not be those of a configuration, in so
// many parts.
func CreateInputs(dir string, in Inputs, parts int) (*Writer, error) {
	if err := in.Validate(); err != nil {
		return nil, fmt.Errorf("dataset: inputs: %w", err)
	}
	return createRun(dir, in, store.Plan{Kind: kindOfRuns(), Inputs: in, Parts: parts})
}

func createRun(dir string, in Inputs, plan store.Plan) (*Writer, error) {
	d, err := store.Create(dir, plan)
	if err != nil {
		return nil, err
	}
	return newWriter(d, in), nil
}

// Resume opens a run that Create started with the same configuration and version:
// parts that are whole are kept, and Stored reads them; the others are to be written
// again. Anything that differs is an error that names it, and then nothing is changed.
// A finished run that is whole is only opened: it is Finished, and there is nothing
// to write.
func Resume(ctx context.Context, dir string, c *sim.Config, version string) (*Writer, error) {
	in, plan, err := planRun(dir, c, version)
	if err != nil {
		return nil, err
	}
	d, err := store.Resume(ctx, dir, plan)
	if err != nil {
		return nil, err
	}
	return newWriter(d, in), nil
}

// Merge makes one directory of a configuration's run of several that each hold parts of
// it, such as shards from different machines: see store.Merge. Resume finishes it.
func Merge(ctx context.Context, dir string, c *sim.Config, version string, from store.Shards) error {
	_, plan, err := planRun(from.Dirs[0], c, version)
	if err != nil {
		return err
	}
	return store.Merge(ctx, dir, plan, from)
}

// planRun returns what is stored of a configuration in dir.
func planRun(dir string, c *sim.Config, version string) (Inputs, store.Plan, error) {
	in, err := InputsOf(c, version)
	if err != nil {
		return in, store.Plan{}, err
	}
	plan, err := PlanOf(dir, kindOfRuns(), in, &in, c)
	return in, plan, err
}

func newWriter(d *store.Dir, in Inputs) *Writer {
	return &Writer{dir: d, inputs: in, bots: in.Specs(), codec: column.NewCodec()}
}

// Inputs returns what the run's outcomes depend on. Its slices are the writer's.
func (w *Writer) Inputs() Inputs { return w.inputs }

// Finished reports whether the run is stored to its end.
func (w *Writer) Finished() bool { return w.dir.Finished() }

// Redone returns why parts that were listed are not kept, an error each.
func (w *Writer) Redone() []error { return w.dir.Redone() }

// Reader returns a reader of the parts that are stored now.
func (w *Writer) Reader() *Reader {
	return &Reader{dir: w.dir.Path(), manifest: w.dir.Manifest(), inputs: w.inputs, bots: w.bots}
}

// Stored returns a reader of a part from an earlier process, as sim.Options.Stored
// says; nil for one that is still to be played.
func (w *Writer) Stored() func(p sim.Part, hands int) iter.Seq2[*sim.Batch, error] {
	r := w.Reader()
	return func(p sim.Part, hands int) iter.Seq2[*sim.Batch, error] {
		i := slices.IndexFunc(r.manifest.Parts, func(q store.Part) bool { return q.Index == p.Index })
		if i < 0 {
			return nil
		}
		return r.Batches(r.manifest.Parts[i], hands)
	}
}

// Begin opens a part, as sim.Sink says.
func (w *Writer) Begin(p sim.Part) (sim.PartSink, error) {
	files, err := w.dir.Begin(p.Index, p.First, p.Hands)
	if err != nil {
		return nil, err
	}
	var tables [NumTables]io.Writer
	for t := range tables {
		tables[t] = files.Table(t)
	}
	return &partWriter{files, newPartTables(w.bots, tables, w.codec, p.Hands)}, nil
}

// Finish marks the run finished, with the digest of its outcomes. All parts
// must have been committed.
func (w *Writer) Finish(digest string) error { return w.dir.Finish(digest) }

// Close ends the writer of a run that is not finished: the parts committed so
// far can be read. After Finish it does nothing.
func (w *Writer) Close() error { return w.dir.Close() }

// decodeInputs reads the inputs of a run's manifest.
func decodeInputs(m *store.Manifest) (in Inputs, err error) {
	err = m.DecodeInputs(&in)
	return in, err
}
