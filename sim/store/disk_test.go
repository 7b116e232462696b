package store

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
)

// A quota stands for a disk that fills up.
type quota struct{ left int }

type quotaFile struct {
	file
	path  string
	quota *quota
}

func (q *quota) create(path string) (file, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return quotaFile{f, path, q}, nil
}

func (quotaFile) Sync() error { return nil }

func (f quotaFile) Write(data []byte) (int, error) {
	if len(data) > f.quota.left {
		n, _ := f.file.Write(data[:f.quota.left])
		f.quota.left = 0
		return n, &fs.PathError{Op: "write", Path: f.path, Err: syscall.ENOSPC}
	}
	f.quota.left -= len(data)
	return f.file.Write(data)
}

// Whenever the disk is full, the error says where, and the parts finished
// before can be read.
func TestDiskFull(t *testing.T) {
	plan := Plan{Kind: notes, Inputs: notesInputs{"me"}, Parts: noteParts}
	const whole = 1 << 20
	space := &quota{whole}
	d, err := create(t.TempDir(), &plan, space.create)
	if err == nil {
		err = storeNotes(d)
	}
	if err != nil {
		t.Fatal(err)
	}
	used := whole - space.left

	seen := map[int]bool{}
	for left := 0; left < used; left += used/25 + 1 {
		dir := t.TempDir()
		d, err := create(dir, &plan, (&quota{left}).create)
		if err == nil {
			err = storeNotes(d)
			d.Close()
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("%d bytes: got %v", left, err)
		}
		wantError(t, err, "store: cannot write "+dir)
		for name := range contents(t, dir) {
			if strings.HasSuffix(name, temporary) {
				t.Errorf("%d bytes: %s was left", left, name)
			}
		}
		if d == nil {
			continue
		}
		m, err := ReadManifest(dir, notes)
		if err != nil {
			t.Fatal(err)
		}
		seen[len(m.Parts)] = true
		for i, p := range m.Parts {
			if err := checkFiles(dir, &p); err != nil {
				t.Error(err)
			}
			if p.Index != i || m.Finished {
				t.Errorf("%d bytes: part %d is at index %d", left, p.Index, i)
			}
		}
	}
	if len(seen) < 3 {
		t.Errorf("stopped only after %v parts", seen)
	}
}

// storeNotes stores all parts and finishes.
func storeNotes(d *Dir) error {
	for i := range noteParts {
		files, err := d.Begin(i, int64(10*i), 10)
		if err != nil {
			return err
		}
		for table := range notes.Tables {
			if _, err := files.Table(table).Write(bytes.Repeat([]byte("text "), 200)); err != nil {
				files.Abort()
				return err
			}
		}
		if err := files.Commit(10, 1); err != nil {
			return err
		}
	}
	return d.Finish("digest")
}

func TestBeginFails(t *testing.T) {
	dir := t.TempDir()
	d := createNotes(t, dir, 1)
	defer d.Close()
	d.create = func(path string) (file, error) {
		if strings.Contains(path, "more") {
			return nil, &fs.PathError{Op: "open", Path: path, Err: syscall.EMFILE}
		}
		return createFile(path)
	}
	_, err := d.Begin(0, 0, 10)
	wantError(t, err, "cannot create", "more-000000.txt", "too many open files")
	if got := contents(t, dir); len(got) != 3 { // lock, manifest, journal
		t.Errorf("the directory holds %v", got)
	}
}
