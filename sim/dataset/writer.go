package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/parquet-go/parquet-go/compress/zstd"

	"xuezhan/engine"
	"xuezhan/sim"
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
	codec  *zstd.Codec
}

// Create begins a dataset of so many parts in dir, which is made if it is not
// there. A directory that holds a run, or anything of one, is refused. The
// writer owns the inputs' slices. Beside are files that it takes to play the run
// again, such as nets.
func Create(dir string, in Inputs, parts int, attachments ...store.Attachment) (*Writer, error) {
	return create(dir, in, parts, attachments)
}

// CreateWithDecks is Create for a run of explicit decks, whose text is kept
// beside the manifest. It fills in the inputs' Decks.
func CreateWithDecks(dir string, in Inputs, parts int, text []byte, attachments ...store.Attachment) (*Writer, error) {
	in.Decks = DecksOf(text, in.Hands)
	return create(dir, in, parts, append([]store.Attachment{{Name: decksName, Data: text}}, attachments...))
}

// DecksOf names so many decks by their text.
func DecksOf(text []byte, count int64) *Decks {
	sum := sha256.Sum256(text)
	return &Decks{count, hex.EncodeToString(sum[:])}
}

func create(dir string, in Inputs, parts int, attachments []store.Attachment) (*Writer, error) {
	if err := in.Validate(); err != nil {
		return nil, fmt.Errorf("dataset: inputs: %w", err)
	}
	d, err := store.Create(dir, store.Plan{Kind: kindOfRuns(), Inputs: in, Parts: parts, Attachments: attachments})
	if err != nil {
		return nil, err
	}
	return newWriter(d, in), nil
}

func newWriter(d *store.Dir, in Inputs) *Writer {
	return &Writer{dir: d, inputs: in, bots: specs(in.Bots), codec: newCodec()}
}

// specs returns the texts of bots.
func specs(bots []Bot) []string {
	var list []string
	for _, b := range bots {
		list = append(list, b.Spec)
	}
	return list
}

// Resume goes on with a run that was begun in dir: parts that are whole are
// kept, the others are to be written again. Accept is shown the inputs before
// anything is changed, and returns an error if this program cannot go on with
// them. A finished run that is whole is only opened: it is Finished, and then
// there is nothing to write.
func Resume(ctx context.Context, dir string, accept func(r *Reader) error) (*Writer, error) {
	var in Inputs
	d, err := store.Resume(ctx, dir, kindOfRuns(), func(m *store.Manifest) (func(*store.Part) error, error) {
		r, err := newReader(dir, *m)
		if err != nil {
			return nil, err
		}
		in = r.Inputs()
		return func(p *store.Part) error { return keepable(dir, &in, p) }, accept(r)
	})
	if err != nil {
		return nil, err
	}
	return newWriter(d, in), nil
}

// keepable reports why a part whose files are as they were written cannot be
// kept: its line in the journal may be damaged.
func keepable(dir string, in *Inputs, p *store.Part) error {
	if err := in.plans(p); err != nil {
		return err
	}
	for _, f := range p.Files {
		if err := verifyRows(filepath.Join(dir, f.Name), f); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return nil
}

func verifyRows(path string, listed store.File) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = parseParquet(f, listed)
	return err
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

// readDecks returns the text of a run's explicit decks.
func readDecks(dir string, d *Decks) ([]byte, error) {
	text, err := store.ReadAttachment(dir, decksName)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	if got := hex.EncodeToString(sum[:]); got != d.SHA256 {
		return nil, fmt.Errorf("dataset: %s has SHA-256 %.16s…, not the manifest's %.16s…: it is not what the run was played with", filepath.Join(dir, decksName), got, d.SHA256)
	}
	return text, nil
}

// decodeInputs reads the inputs of a run's manifest.
func decodeInputs(m *store.Manifest) (in Inputs, err error) {
	err = m.DecodeInputs(&in)
	return in, err
}
