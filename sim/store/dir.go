package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// The files of a directory that belong to no part.
const (
	ManifestName = "manifest.json"
	JournalName  = "parts.jsonl"
	lockName     = "lock"
)

// A Plan is what a directory is to hold.
type Plan struct {
	Kind   Kind
	Inputs any // becomes JSON: all that the rows depend on, the program's version included
	Parts  int // at least 1
	// Attachments are further files that the inputs name. They are in place before
	// the manifest is.
	Attachments []Attachment
	// Check reports why a part that is listed is not one of the plan, such as one
	// with other units; nil if there is nothing to check.
	Check func(p *Part) error
	// Needed, where it is not nil, are the parts that Merge takes, from the first one on:
	// of a kind that EndsEarly the others were made in vain.
	Needed *int
}

// A Dir is a directory of parts that is being written. It belongs to this process
// until it ends with Finish, or with Close if not all parts were stored. Its methods
// may be called by several goroutines at once.
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

// Create starts a directory, which is made if it does not exist. It refuses one that
// holds stored parts, or anything of them, and one that another process writes.
func Create(path string, plan Plan) (*Dir, error) {
	return create(path, &plan, createFile)
}

func create(path string, plan *Plan, create func(string) (file, error)) (*Dir, error) {
	inputs, err := json.Marshal(plan.Inputs)
	if err != nil {
		return nil, fmt.Errorf("store: inputs: %w", err)
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
	if err := d.start(plan.Attachments); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// start writes what a directory has before its first part. The manifest comes after
// the attachments: without a manifest there is nothing to resume, and nothing in the
// way of starting over.
func (d *Dir) start(attachments []Attachment) error {
	if err := d.refuseOccupied(); err != nil {
		return err
	}
	if err := d.tidy(); err != nil {
		return err
	}
	for _, a := range attachments {
		if err := d.attach(a); err != nil {
			return err
		}
	}
	if err := d.writeManifest(); err != nil {
		return err
	}
	var err error
	if d.journal, err = d.create(d.at(JournalName)); err != nil {
		os.Remove(d.at(ManifestName))
		return failure("create", d.at(JournalName), err)
	}
	return nil
}

func (d *Dir) refuseOccupied() error {
	entries, err := os.ReadDir(d.path)
	if err != nil {
		return failure("read", d.path, err)
	}
	for _, e := range entries {
		name := e.Name()
		_, isTable := d.kind.partOf(name)
		_, isTail := d.kind.tailOf(name)
		if isTable || isTail || name == ManifestName || name == JournalName {
			return fmt.Errorf("store: %s already holds something stored (%s); resume it, name another directory or remove it", d.path, name)
		}
	}
	return nil
}

// Resume opens a directory that was started before, with the plan that Create would
// take now. If the directory was started with another one, by another version of the
// program, with other bots, rules or settings, nothing is changed, and the error is a
// *Mismatch that names the first field that differs.
//
// Parts are kept whose files are, byte for byte, what was written. The others, and
// half-written files, are removed; Redone has the reasons. A finished directory whose
// parts are all whole stays as it is, and is Finished.
func Resume(ctx context.Context, path string, plan Plan) (*Dir, error) {
	if _, err := readManifest(path, &plan.Kind); err != nil {
		return nil, err // before a lock is put where nothing is
	}
	d := &Dir{path: path, kind: plan.Kind, create: createFile, stored: map[int]bool{}}
	var err error
	if d.lock, err = takeLock(path); err != nil {
		return nil, err
	}
	if err := d.restore(ctx, &plan); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

func (d *Dir) restore(ctx context.Context, plan *Plan) error {
	m, err := readManifest(d.path, &d.kind)
	if err != nil {
		return err
	}
	if err := m.checkUnaltered(d.path); err != nil {
		return err
	}
	if err := plan.compare(d.path, &m); err != nil {
		return fmt.Errorf("store: %s: %w; resume it with the program and the inputs that started it, or start over in another directory", d.path, err)
	}
	listed := m.Parts
	if !m.Finished {
		text, err := readJournal(d.at(JournalName))
		if err != nil {
			return err
		}
		var damaged error
		if listed, damaged = parseJournal(text, &d.kind, m.Planned); damaged != nil {
			d.redone = append(d.redone, fmt.Errorf("store: %s: %w", d.at(JournalName), damaged))
		}
	}
	if err := d.keepWhole(ctx, listed, plan.Check); err != nil {
		return err
	}
	d.manifest = m
	if m.Finished && len(d.parts) == m.Planned {
		os.Remove(d.at(JournalName)) // of a writer killed as it finished; one that stays is not read
		return d.tidy()
	}
	return d.reopen()
}

// compare returns the first thing in which a directory differs from the plan.
func (plan *Plan) compare(dir string, m *Manifest) error {
	now, err := json.Marshal(plan.Inputs)
	if err != nil {
		return fmt.Errorf("inputs: %w", err)
	}
	if err := Compare(m.Inputs, now); err != nil {
		return err
	}
	if m.Format != plan.Kind.Format {
		return &Mismatch{"format", fmt.Sprint(m.Format), fmt.Sprint(plan.Kind.Format)}
	}
	if m.Planned != plan.Parts && !(plan.Kind.EndsEarly && m.Planned < plan.Parts) {
		return &Mismatch{"planned_parts", fmt.Sprint(m.Planned), fmt.Sprint(plan.Parts)}
	}
	for _, a := range plan.Attachments {
		data, err := ReadAttachment(dir, a.Name)
		if err != nil {
			return err
		}
		if !bytes.Equal(data, a.Data) {
			return fmt.Errorf("%s is not the file that the inputs name", a.Name)
		}
	}
	return nil
}

// keepWhole takes those of the listed parts that are as they were written.
func (d *Dir) keepWhole(ctx context.Context, listed []Part, check func(*Part) error) error {
	for _, p := range listed {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := checkFiles(d.path, &p)
		if err == nil && check != nil {
			err = check(&p)
		}
		if err != nil {
			d.redone = append(d.redone, fmt.Errorf("store: part %d: %w", p.Index, err))
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
			return fmt.Errorf("store: part %d: %w", d.parts[i].Index, err)
		}
		lines = append(append(lines, line...), '\n')
	}
	if err := writeWhole(d.create, d.at(JournalName), lines); err != nil {
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
	f, err := os.OpenFile(d.at(JournalName), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return failure("open", d.at(JournalName), err)
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
	if part, ok := d.kind.tailOf(name); ok {
		return d.stored[part]
	}
	whole, torn := strings.CutSuffix(name, temporary)
	if part, ok := d.kind.partOf(whole); ok {
		return torn || !d.stored[part]
	}
	return torn && (whole == ManifestName || whole == JournalName)
}

func (d *Dir) at(name string) string { return filepath.Join(d.path, name) }

// Path returns the directory's name.
func (d *Dir) Path() string { return d.path }

// Manifest returns what the directory's manifest says, with the parts that are
// stored now. Its inputs are the directory's.
func (d *Dir) Manifest() Manifest {
	m := d.manifest
	m.Parts = d.Parts()
	return m
}

// Finished reports whether all is stored. After Resume there is then nothing left
// to do.
func (d *Dir) Finished() bool { return d.manifest.Finished }

// Parts returns the parts that are stored now, in order. The slice is the
// caller's.
func (d *Dir) Parts() []Part {
	d.mu.Lock()
	defer d.mu.Unlock()
	parts := slices.Clone(d.parts)
	slices.SortFunc(parts, compareIndex)
	return parts
}

// Redone returns why parts that were listed are not kept, an error each.
func (d *Dir) Redone() []error { return d.redone }

func (d *Dir) writeManifest() error {
	data, err := d.manifest.encode()
	if err != nil {
		return fmt.Errorf("store: manifest: %w", err)
	}
	if err := writeWhole(d.create, d.at(ManifestName), data); err != nil {
		return err
	}
	return syncDir(d.path)
}

// list adds a part whose files are in place to the journal.
func (d *Dir) list(p Part) error {
	line, err := json.Marshal(&p)
	if err != nil {
		return fmt.Errorf("store: part %d: %w", p.Index, err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.journal == nil:
		return errors.New("store: a part was committed after the directory's end")
	case d.broken != nil:
		return d.broken
	}
	// It is not synced: a line that the machine loses costs one part.
	if _, err = d.journal.Write(append(line, '\n')); err != nil {
		// The line may be there in part: another after it would be lost.
		d.broken = failure("write", d.at(JournalName), err)
		return d.broken
	}
	d.parts = append(d.parts, p)
	d.stored[p.Index] = true
	os.Remove(d.at(d.kind.tailName(p.Index))) // one that stays is removed by Resume
	return nil
}

// EndAfter makes a directory of a kind that EndsEarly end after n parts. Resumed,
// it has as many.
func (d *Dir) EndAfter(parts int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.manifest.Planned = parts
}

// Finish marks the directory finished, with the digest of its outcomes. All parts
// must have been committed.
func (d *Dir) Finish(digest string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.journal == nil {
		return errors.New("store: the directory has ended")
	}
	if len(d.parts) != d.manifest.Planned {
		return fmt.Errorf("store: %s: %d of %d parts are stored; it is not finished", d.path, len(d.parts), d.manifest.Planned)
	}
	slices.SortFunc(d.parts, compareIndex)
	before := d.manifest
	d.manifest.Finished, d.manifest.Digest, d.manifest.Parts = true, digest, d.parts
	if err := d.writeManifest(); err != nil {
		d.manifest = before
		return err
	}
	err := d.end()
	os.Remove(d.at(JournalName)) // one that stays is not read
	d.lock.release()
	return err
}

// Close ends a directory that is not finished: the parts committed so far can be
// read, and the others be stored later. After Finish it does nothing.
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
		return failure("write", d.at(JournalName), err)
	}
	return nil
}
