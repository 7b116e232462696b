package dataset

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wantError demands an error that says all of the words.
func wantError(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one with %q", words)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not say %q", err, w)
		}
	}
}

func TestCreateRefusesOccupied(t *testing.T) {
	for _, name := range []string{"manifest.json", "parts.jsonl", "seats-000004.parquet"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := CreateInputs(dir, testInputs(10, 10), 1)
		wantError(t, err, dir, name, "already holds something stored")
		if names := listDir(t, dir); len(names) != 1 {
			t.Errorf("a refused directory now holds %v", names)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	w, err := CreateInputs(dir, testInputs(10, 10), 1)
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
}

func TestCreateUnwritable(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	below := filepath.Join(plain, "run")
	_, err := CreateInputs(below, testInputs(10, 10), 1)
	wantError(t, err, below, "not a directory")

	if os.Geteuid() != 0 {
		closed := filepath.Join(dir, "closed")
		if err := os.Mkdir(closed, 0o555); err != nil {
			t.Fatal(err)
		}
		_, err = CreateInputs(closed, testInputs(10, 10), 1)
		wantError(t, err, closed, "permission denied")
	}
}

func TestCreateInputs(t *testing.T) {
	twice := testInputs(10, 10)
	twice.Bots[1] = twice.Bots[0]
	nobody := testInputs(10, 10)
	nobody.Seats[3] = 2
	empty := testInputs(0, 10)
	for _, c := range []struct {
		in   Inputs
		word string
	}{{twice, "twice"}, {nobody, "seat 3"}, {empty, "hands is 0; a run has at least one"}} {
		dir := filepath.Join(t.TempDir(), "run")
		_, err := CreateInputs(dir, c.in, 1)
		wantError(t, err, c.word)
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%s: the directory was made", c.word)
		}
	}
}

func TestAbort(t *testing.T) {
	dir := t.TempDir()
	in := testInputs(200, 100)
	w, err := CreateInputs(dir, in, 2)
	if err != nil {
		t.Fatal(err)
	}
	before := listDir(t, dir)
	p := testParts(in)[0]
	sink, err := w.Begin(p)
	if err != nil {
		t.Fatal(err)
	}
	b := randomBatch(rand.New(rand.NewPCG(1, 1)), 0, 100)
	if err := sink.Write(b); err != nil {
		t.Fatal(err)
	}
	sink.Abort()
	sink.Abort()
	if after := listDir(t, dir); len(after) != len(before) {
		t.Errorf("after an abort the directory holds %v", after)
	}
	wantError(t, sink.Write(b), "end")
	wantError(t, sink.Commit(), "twice")

	// A committed part stays.
	sink, _ = w.Begin(p)
	sink.Write(b)
	if err := sink.Commit(); err != nil {
		t.Fatal(err)
	}
	sink.Abort()
	if got, want := len(listDir(t, dir)), len(before)+int(NumTables); got != want {
		t.Errorf("%d files after a commit, want %d", got, want)
	}
	wantError(t, w.Finish(""), "1 of 2 parts")
	w.Close()
	wantError(t, w.Finish(""), "ended")
}

func TestCommitRefusesOtherRows(t *testing.T) {
	dir := t.TempDir()
	in := testInputs(100, 100)
	w, err := CreateInputs(dir, in, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	err = writePart(w, testParts(in)[0], randomBatch(rand.New(rand.NewPCG(1, 1)), 0, 99))
	wantError(t, err, "part 0", "100 hands")
	if got := listDir(t, dir); len(got) != 3 { // lock, manifest, journal
		t.Errorf("the directory holds %v", got)
	}
}
