package dataset

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/parquet-go/parquet-go/compress/zstd"

	"xuezhan/sim"
)

const (
	manifestName = "manifest.json"
	journalName  = "parts.jsonl"
)

// A Writer stores a run. It is a sim.Sink: its parts may be written by several
// goroutines at once. It ends with Finish, or with Close if the run does not.
type Writer struct {
	dir      string
	manifest manifest // without parts until finished
	bots     []string
	codec    *zstd.Codec
	create   func(path string) (file, error)

	mu      sync.Mutex
	parts   []Part // committed, in that order
	journal file   // lists them; nil once the writer has ended
	broken  error  // why the journal can take no more
}

// Create begins a dataset of so many parts in dir, which is made if it is not
// there. A directory that holds a run, or anything of one, is refused. The
// writer owns the inputs' slices.
func Create(dir string, in Inputs, parts int) (*Writer, error) {
	return create(dir, in, parts, createFile)
}

func create(dir string, in Inputs, parts int, createFile func(string) (file, error)) (*Writer, error) {
	if err := in.Validate(); err != nil {
		return nil, fmt.Errorf("dataset: inputs: %w", err)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, failure("create", dir, err)
	}
	if err := refuseOccupied(dir); err != nil {
		return nil, err
	}
	w := &Writer{
		dir:      dir,
		manifest: manifest{Format: Format, Inputs: in, Planned: parts},
		codec:    newCodec(),
		create:   createFile,
	}
	for _, b := range in.Bots {
		w.bots = append(w.bots, b.Spec)
	}
	var err error
	if w.journal, err = createFile(w.path(journalName)); err != nil {
		return nil, failure("create", w.path(journalName), err)
	}
	if err := w.writeManifest(); err != nil {
		w.Close()
		os.Remove(w.path(journalName))
		return nil, err
	}
	return w, nil
}

func refuseOccupied(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return failure("read", dir, err)
	}
	for _, e := range entries {
		if name := e.Name(); name == manifestName || name == journalName || strings.HasSuffix(name, ".parquet") {
			return fmt.Errorf("dataset: %s already holds a run (%s); name another directory or remove it", dir, name)
		}
	}
	return nil
}

func (w *Writer) path(name string) string { return filepath.Join(w.dir, name) }

func (w *Writer) writeManifest() error {
	data, err := json.MarshalIndent(&w.manifest, "", "  ")
	if err != nil {
		return fmt.Errorf("dataset: manifest: %w", err)
	}
	if err := writeWhole(w.create, w.path(manifestName), append(data, '\n')); err != nil {
		return err
	}
	return syncDir(w.dir)
}

// list adds a part whose files are in place to the journal.
func (w *Writer) list(p Part) error {
	line, err := json.Marshal(&p)
	if err != nil {
		return fmt.Errorf("dataset: part %d: %w", p.Index, err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.journal == nil:
		return errors.New("dataset: a part was committed after the writer's end")
	case w.broken != nil:
		return w.broken
	}
	// It is not synced: a line that the machine loses costs one part.
	if _, err = w.journal.Write(append(line, '\n')); err != nil {
		// The line may be there in part: another after it would be lost.
		w.broken = failure("write", w.path(journalName), err)
		return w.broken
	}
	w.parts = append(w.parts, p)
	return nil
}

// Finish marks the run finished, with the digest of its outcomes. All parts
// must have been committed.
func (w *Writer) Finish(digest string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.journal == nil {
		return errors.New("dataset: the writer has ended")
	}
	if len(w.parts) != w.manifest.Planned {
		return fmt.Errorf("dataset: %s: %d of %d parts are stored; the run is not finished", w.dir, len(w.parts), w.manifest.Planned)
	}
	slices.SortFunc(w.parts, comparePlaces)
	w.manifest.Finished, w.manifest.Digest, w.manifest.Parts = true, digest, w.parts
	if err := w.writeManifest(); err != nil {
		return err
	}
	w.end()
	os.Remove(w.path(journalName)) // one that stays behind is not read
	return nil
}

// Close ends the writer of a run that is not finished: the parts committed so
// far can be read. After Finish it does nothing.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.end()
}

func (w *Writer) end() error {
	if w.journal == nil {
		return nil
	}
	err := w.journal.Close()
	w.journal = nil
	if err != nil {
		return failure("write", w.path(journalName), err)
	}
	return nil
}

// Begin opens a part, as sim.Sink says.
func (w *Writer) Begin(p sim.Part) (sim.PartSink, error) {
	part := &partWriter{writer: w, part: partOf(p)}
	for t := range NumTables {
		o, err := newOutput(w.create, w.path(fileName(t, p.Index)))
		if err != nil {
			part.Abort()
			return nil, err
		}
		part.files = append(part.files, o)
	}
	part.tables = newPartTables(w.bots, part.files, w.codec, p.Hands)
	return part, nil
}
