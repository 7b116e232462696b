//go:build unix

package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// text returns what writes a text.
func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// umask sets the umask for a test.
func umask(t *testing.T, mask int) {
	before := syscall.Umask(mask)
	t.Cleanup(func() { syscall.Umask(before) })
}

func TestOutputNew(t *testing.T) {
	umask(t, 0o027)
	path := filepath.Join(t.TempDir(), "new.txt")
	if err := (Output{Path: path}).Write(text("one")); err != nil {
		t.Fatal(err)
	}
	wantFile(t, path, "one", 0o640)
	wantError(t, Output{Path: path}.Check(), path, "exists already")
	wantError(t, Output{Path: path}.Write(text("two")), path, "exists already")
	wantFile(t, path, "one", 0o640)
	wantOnly(t, filepath.Dir(path), "new.txt")
}

func TestOutputForce(t *testing.T) {
	umask(t, 0o077)
	path := filepath.Join(t.TempDir(), "old.txt")
	writeText(t, path, "one")
	for _, mode := range []os.FileMode{0o600, 0o754, 0o666} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if err := (Output{Path: path, Force: true}).Write(text(mode.String())); err != nil {
			t.Fatal(err)
		}
		wantFile(t, path, mode.String(), mode)
	}
	wantOnly(t, filepath.Dir(path), "old.txt")
}

// Whatever fails, the file is as it was and nothing is left.
func TestOutputFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "old.txt")
	writeText(t, path, "one")
	failed := errors.New("failed")
	for _, o := range []Output{{Path: path, Force: true}, {Path: filepath.Join(dir, "new.txt")}} {
		err := o.Write(func(w io.Writer) error { return errors.Join(text("half")(w), failed) })
		if !errors.Is(err, failed) {
			t.Errorf("%s: got %v", o.Path, err)
		}
	}
	wantFile(t, path, "one", 0)
	wantOnly(t, dir, "old.txt")
	wantError(t, Output{Path: dir, Force: true}.Check(), dir, "is a directory")
	none := filepath.Join(dir, "none", "new.txt")
	wantError(t, Output{Path: none}.Check(), none, "no such file")
	wantError(t, Output{Path: filepath.Join(path, "new.txt")}.Write(text("")), "not a directory")
}

// A file that comes to be while another is written is not replaced.
func TestOutputRace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new.txt")
	err := Output{Path: path}.Write(func(w io.Writer) error {
		writeText(t, path, "another's")
		return text("mine")(w)
	})
	wantError(t, err, path, "exists already")
	wantFile(t, path, "another's", 0)
	wantOnly(t, filepath.Dir(path), "new.txt")
}

// Behind a link it is the target that is replaced, or made.
func TestOutputLink(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "below"), 0o777); err != nil {
		t.Fatal(err)
	}
	target, link, second := filepath.Join(dir, "below", "target"), filepath.Join(dir, "link"), filepath.Join(dir, "second")
	if err := errors.Join(os.Symlink(filepath.Join("below", "target"), link), os.Symlink(link, second)); err != nil {
		t.Fatal(err)
	}
	for i, path := range []string{link, second} {
		if err := (Output{Path: path, Force: i > 0}).Write(text(path)); err != nil {
			t.Fatal(err)
		}
		wantFile(t, target, path, 0)
		wantError(t, Output{Path: path}.Check(), path, "exists already")
	}
	for _, path := range []string{link, second} {
		if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v", path, err)
		}
	}
	wantOnly(t, filepath.Dir(target), "target")
	loop := filepath.Join(dir, "loop")
	if err := os.Symlink("loop", loop); err != nil {
		t.Fatal(err)
	}
	wantError(t, Output{Path: loop, Force: true}.Check(), loop, "too many")
}

// What is no regular file is written to.
func TestOutputThrough(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	got := make(chan string)
	go func() {
		data, err := os.ReadFile(pipe)
		got <- fmt.Sprint(string(data), err)
	}()
	if err := (Output{Path: pipe}).Write(text("through")); err != nil {
		t.Fatal(err)
	}
	if read := <-got; read != "through<nil>" {
		t.Errorf("read %q", read)
	}
	wantOnly(t, dir, "pipe")
	if err := (Output{Path: os.DevNull}).Write(text("gone")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Fatalf("%s is no device any more: %v", os.DevNull, err)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		err := Output{Path: "/dev/full", Force: true}.Write(text("x"))
		if !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("/dev/full: got %v", err)
		}
	}
	var b bytes.Buffer
	if err := (Output{Path: "-", Stdout: &b}).Write(text("out")); err != nil || b.String() != "out" {
		t.Errorf("standard output has %q, %v", b.String(), err)
	}
}

// An open file of a process, such as /dev/stdout, is written to and not replaced.
func TestOutputDescriptor(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	path := fmt.Sprintf("/proc/self/fd/%d", f.Fd())
	if _, err := os.Stat(path); err != nil {
		t.Skip("no /proc here")
	}
	if err := (Output{Path: path}).Write(text("written")); err != nil {
		t.Fatal(err)
	}
	wantFile(t, f.Name(), "written", 0)
	wantOnly(t, filepath.Dir(f.Name()), "file")
}

func TestIsTorn(t *testing.T) {
	for name, want := range map[string]bool{
		"x.json.0123abcd.tmp": true, "x.json.00000000.tmp": true,
		"x.json": false, "x.json.tmp": false, "x.json.0123abc.tmp": false, "x.json.0123abcdef.tmp": false, "y.json.0123abcd.tmp": false,
	} {
		if got := IsTorn(name, "x.json"); got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// TestOnePlace demands that files are replaced by this package alone, but for the
// program that builds the page.
func TestOnePlace(t *testing.T) {
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if path == filepath.Join(root, "cmd", "web", "build") {
			return filepath.SkipDir
		}
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, call := range []string{"os.Rename(", "os.CreateTemp(", "os.WriteFile("} {
			if n := bytes.Count(data, []byte(call)); n > 1 || n == 1 && filepath.Base(path) != "file.go" {
				t.Errorf("%s calls %s…): Output is the place where files are replaced", path, call)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// wantFile demands a file's content, and its mode unless that is 0.
func wantFile(t *testing.T, path, content string, mode os.FileMode) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil || string(data) != content {
		t.Errorf("%s has %q, want %q: %v", path, data, content, err)
	}
	if info, err := os.Stat(path); err == nil && mode != 0 && info.Mode().Perm() != mode {
		t.Errorf("%s has mode %v, want %v", path, info.Mode().Perm(), mode)
	}
}

// wantOnly demands that a directory has one entry.
func wantOnly(t *testing.T, dir, name string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != name {
		t.Errorf("%s has %v, want %s alone: %v", dir, entries, name, err)
	}
}
