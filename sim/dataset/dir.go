package dataset

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// The files of a directory beside those of its parts.
const (
	manifestName = "manifest.json"
	journalName  = "parts.jsonl"
	lockName     = "lock"
)

// A Plan is what a new directory is to hold.
type Plan struct {
	Kind   Kind
	Inputs any // becomes JSON: all that the rows depend on
	Parts  int // at least 1
	// Beside are further files that the inputs name; they are in place before the
	// manifest is.
	Beside []Beside
}

// A Beside is a file that is kept beside a manifest.
type Beside struct {
	Name string
	Data []byte
}

// ReadBeside returns the content of a file beside a manifest. What it should be the
// caller knows.
func ReadBeside(dir, name string) ([]byte, error) {
	path := filepath.Join(dir, name)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, failure("read", path, err)
	}
	return data, nil
}

// A Dir is a directory of parts that is being written, whatever their tables
// are. It is this process's alone until its end, which is Finish, or Close if
// not all parts come to be. Its methods may be called by several goroutines at
// once.
type Dir struct {
	path     string
	kind     Kind
	create   func(path string) (file, error)
	lock     *lock
	manifest Manifest // without parts until finished
	redone   []error

	mu      sync.Mutex
	parts   []Part // committed, in that order
	stored  map[int]bool
	journal file  // lists them; nil once the directory has ended
	broken  error // why the journal can take no more
}

// CreateDir begins a dataset in a directory, which is made if it is not there.
// One that holds a dataset, or anything of one, is refused, and so is one that
// another process writes.
func CreateDir(path string, plan Plan) (*Dir, error) {
	return createDir(path, &plan, createFile)
}

func createDir(path string, plan *Plan, create func(string) (file, error)) (*Dir, error) {
	inputs, err := json.Marshal(plan.Inputs)
	if err != nil {
		return nil, fmt.Errorf("dataset: inputs: %w", err)
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, failure("make", path, err)
	}
	d := &Dir{path: path, kind: plan.Kind, create: create, stored: map[int]bool{}}
	if d.lock, err = takeLock(path); err != nil {
		return nil, err
	}
	d.manifest = Manifest{
		Format: plan.Kind.Format, Kind: plan.Kind.Name, Tables: plan.Kind.Tables,
		Inputs: inputs, Planned: plan.Parts,
	}
	if err := d.begin(plan.Beside); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// begin writes what stands in a directory before its first part. The manifest
// comes first of what makes it a dataset: without one there is nothing to resume
// and nothing in the way of a new beginning.
func (d *Dir) begin(beside []Beside) error {
	if err := d.refuseOccupied(); err != nil {
		return err
	}
	if err := d.tidy(); err != nil {
		return err
	}
	for _, b := range beside {
		if err := d.writeBeside(b); err != nil {
			return err
		}
	}
	if err := d.writeManifest(); err != nil {
		return err
	}
	var err error
	if d.journal, err = d.create(d.at(journalName)); err != nil {
		os.Remove(d.at(manifestName))
		return failure("create", d.at(journalName), err)
	}
	return nil
}

func (d *Dir) refuseOccupied() error {
	entries, err := os.ReadDir(d.path)
	if err != nil {
		return failure("read", d.path, err)
	}
	for _, e := range entries {
		if name := e.Name(); name == manifestName || name == journalName || strings.HasSuffix(name, ".parquet") {
			return fmt.Errorf("dataset: %s already holds a run (%s); resume it, name another directory or remove it", d.path, name)
		}
	}
	return nil
}

// writeBeside writes a file unless it is there already, as it may be after a
// kill. Somebody else's file is left alone.
func (d *Dir) writeBeside(b Beside) error {
	path := d.at(b.Name)
	old, err := os.ReadFile(path)
	switch {
	case err == nil && string(old) == string(b.Data):
		return nil
	case err == nil:
		return fmt.Errorf("dataset: %s is in the way; name another directory or remove it", path)
	case !errors.Is(err, fs.ErrNotExist):
		return failure("read", path, err)
	}
	return writeWhole(d.create, path, b.Data)
}

// ResumeDir goes on with a dataset that was begun. Accept is shown its manifest
// before anything in the directory is changed: it returns an error if the
// dataset cannot be gone on with, and otherwise a function that reports why a
// listed part is not one to keep. Parts are kept whose files are, byte for byte,
// what was written. The others, and what lies about half written, are removed;
// their errors are in Redone. A finished dataset whose parts are all whole stays
// as it is, and is Finished.
func ResumeDir(ctx context.Context, path string, k Kind, accept func(*Manifest) (keep func(*Part) error, err error)) (*Dir, error) {
	if _, err := readManifest(path, &k); err != nil {
		return nil, err // before a lock is put where nothing is
	}
	d := &Dir{path: path, kind: k, create: createFile, stored: map[int]bool{}}
	var err error
	if d.lock, err = takeLock(path); err != nil {
		return nil, err
	}
	if err := d.restore(ctx, accept); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

func (d *Dir) restore(ctx context.Context, accept func(*Manifest) (func(*Part) error, error)) error {
	m, err := readManifest(d.path, &d.kind)
	if err != nil {
		return err
	}
	keep, err := accept(&m)
	if err != nil {
		return err
	}
	listed := m.Parts
	if !m.Finished {
		text, err := readJournal(d.at(journalName))
		if err != nil {
			return err
		}
		var damaged error
		if listed, damaged = parseJournal(text, &d.kind, m.Planned); damaged != nil {
			d.redone = append(d.redone, fmt.Errorf("dataset: %s: %w", d.at(journalName), damaged))
		}
	}
	if err := d.keepWhole(ctx, listed, keep); err != nil {
		return err
	}
	d.manifest = m
	if m.Finished && len(d.parts) == m.Planned {
		os.Remove(d.at(journalName)) // of a writer killed as it finished; one that stays behind is not read
		return d.tidy()
	}
	return d.reopen()
}

// keepWhole takes those of the listed parts that are as they were written.
func (d *Dir) keepWhole(ctx context.Context, listed []Part, keep func(*Part) error) error {
	for _, p := range listed {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := verifySums(d.path, p)
		if err == nil {
			err = keep(&p)
		}
		if err != nil {
			d.redone = append(d.redone, fmt.Errorf("dataset: part %d: %w", p.Index, err))
			continue
		}
		d.parts = append(d.parts, p)
		d.stored[p.Index] = true
	}
	return nil
}

// reopen puts a directory into the state of one under way with the parts that
// were kept. Whenever it is killed, the directory is one that can be resumed.
func (d *Dir) reopen() error {
	var lines []byte
	for i := range d.parts {
		line, err := json.Marshal(&d.parts[i])
		if err != nil {
			return fmt.Errorf("dataset: part %d: %w", d.parts[i].Index, err)
		}
		lines = append(append(lines, line...), '\n')
	}
	if err := writeWhole(d.create, d.at(journalName), lines); err != nil {
		return err
	}
	if d.manifest.Finished {
		d.manifest.Finished, d.manifest.Digest, d.manifest.Parts = false, "", nil
		if err := d.writeManifest(); err != nil {
			return err
		}
	}
	if err := d.tidy(); err != nil {
		return err
	}
	f, err := os.OpenFile(d.at(journalName), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return failure("open", d.at(journalName), err)
	}
	d.journal = f
	return nil
}

// tidy removes what no part that is kept has: files half written, and those of
// parts that were never listed or are not whole.
func (d *Dir) tidy() error {
	entries, err := os.ReadDir(d.path)
	if err != nil {
		return failure("read", d.path, err)
	}
	for _, e := range entries {
		if !d.isLeftover(e.Name()) {
			continue
		}
		if err := os.Remove(d.at(e.Name())); err != nil {
			return failure("remove", d.at(e.Name()), err)
		}
	}
	return nil
}

// isLeftover reports whether a file is one of ours that is of no use. Files of
// other names are somebody else's.
func (d *Dir) isLeftover(name string) bool {
	whole, torn := strings.CutSuffix(name, temporary)
	for t, table := range d.kind.Tables {
		var part int
		if n, err := fmt.Sscanf(whole, table+"-%d.parquet", &part); n == 1 && err == nil && whole == d.kind.fileName(t, part) {
			return torn || !d.stored[part]
		}
	}
	return torn && (whole == manifestName || whole == journalName)
}

func (d *Dir) at(name string) string { return filepath.Join(d.path, name) }

// Manifest returns what the directory's manifest says. Its slices are the
// directory's.
func (d *Dir) Manifest() Manifest { return d.manifest }

// Finished reports whether all is done. After ResumeDir there is then nothing
// left to do.
func (d *Dir) Finished() bool { return d.manifest.Finished }

// Parts returns the parts that are stored now, in order. The slice is the
// caller's.
func (d *Dir) Parts() []Part {
	d.mu.Lock()
	defer d.mu.Unlock()
	parts := slices.Clone(d.parts)
	slices.SortFunc(parts, comparePlaces)
	return parts
}

// Redone returns why parts that were listed are not kept, an error each.
func (d *Dir) Redone() []error { return d.redone }

func (d *Dir) writeManifest() error {
	data, err := json.MarshalIndent(&d.manifest, "", "  ")
	if err != nil {
		return fmt.Errorf("dataset: manifest: %w", err)
	}
	if err := writeWhole(d.create, d.at(manifestName), append(data, '\n')); err != nil {
		return err
	}
	return syncDir(d.path)
}

// list adds a part whose files are in place to the journal.
func (d *Dir) list(p Part) error {
	line, err := json.Marshal(&p)
	if err != nil {
		return fmt.Errorf("dataset: part %d: %w", p.Index, err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.journal == nil:
		return errors.New("dataset: a part was committed after the writer's end")
	case d.broken != nil:
		return d.broken
	}
	// It is not synced: a line that the machine loses costs one part.
	if _, err = d.journal.Write(append(line, '\n')); err != nil {
		// The line may be there in part: another after it would be lost.
		d.broken = failure("write", d.at(journalName), err)
		return d.broken
	}
	d.parts = append(d.parts, p)
	d.stored[p.Index] = true
	return nil
}

// EndAfter makes a dataset end after so many parts, where the rows decide how many
// there are to be. Resumed, it has as many.
func (d *Dir) EndAfter(parts int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.manifest.Planned = parts
}

// Finish marks the dataset finished, with the digest of its outcomes. All parts
// must have been committed.
func (d *Dir) Finish(digest string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.journal == nil {
		return errors.New("dataset: the writer has ended")
	}
	if len(d.parts) != d.manifest.Planned {
		return fmt.Errorf("dataset: %s: %d of %d parts are stored; the run is not finished", d.path, len(d.parts), d.manifest.Planned)
	}
	slices.SortFunc(d.parts, comparePlaces)
	done := d.manifest
	done.Finished, done.Digest, done.Parts = true, digest, d.parts
	before := d.manifest
	d.manifest = done
	if err := d.writeManifest(); err != nil {
		d.manifest = before
		return err
	}
	err := d.end()
	os.Remove(d.at(journalName)) // one that stays behind is not read
	d.lock.release()
	return err
}

// Close ends a dataset that is not finished: the parts committed so far can be
// read, and the others be done later. After Finish it does nothing.
func (d *Dir) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer d.lock.release()
	return d.end()
}

func (d *Dir) end() error {
	if d.journal == nil {
		return nil
	}
	err := d.journal.Close()
	d.journal = nil
	if err != nil {
		return failure("write", d.at(journalName), err)
	}
	return nil
}

// PartFiles are the files of one part that is being written. They are one
// goroutine's own.
type PartFiles struct {
	dir   *Dir
	part  Part
	files []*output
	ended bool
}

// Begin opens the files of a part, one a table. No part is begun twice.
func (d *Dir) Begin(index int, first, hands int64) (*PartFiles, error) {
	p := &PartFiles{dir: d, part: Part{Index: index, First: first, Hands: hands}}
	for t := range d.kind.Tables {
		o, err := newOutput(d.create, d.at(d.kind.fileName(t, index)))
		if err != nil {
			p.Abort()
			return nil, err
		}
		p.files = append(p.files, o)
	}
	return p, nil
}

// Table returns the file of a table, to be written to. Errors of writing name
// the file.
func (p *PartFiles) Table(t int) io.Writer { return p.files[t] }

// Commit puts the files, with so many rows each, in place and lists the part. A
// part whose files could not be put in place is gone as with Abort; one that only
// could not be listed leaves them.
func (p *PartFiles) Commit(rows ...int64) error {
	if p.ended {
		return errors.New("dataset: a part was ended twice")
	}
	if err := p.store(rows); err != nil {
		p.Abort()
		return err
	}
	p.ended = true
	return p.dir.list(p.part)
}

func (p *PartFiles) store(rows []int64) error {
	for t, o := range p.files {
		if err := o.settle(); err != nil {
			return err
		}
		p.part.Files = append(p.part.Files, File{p.dir.kind.fileName(t, p.part.Index), rows[t], o.bytes, o.sum()})
	}
	if err := p.dir.kind.checkPart(&p.part, p.dir.manifest.Planned); err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	for _, o := range p.files {
		if err := o.publish(); err != nil {
			return err
		}
	}
	return nil
}

// Abort removes the files. After the part's end it does nothing.
func (p *PartFiles) Abort() {
	if p.ended {
		return
	}
	p.ended = true
	for _, o := range p.files {
		o.discard()
	}
}
