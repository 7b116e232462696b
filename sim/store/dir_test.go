package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// notes is a kind of plain text.
var notes = Kind{Name: "notes", Format: 3, Tables: []string{"notes", "more"}, Ending: ".txt"}

type notesInputs struct {
	Author string `json:"author"`
}

// notesPlan is the plan of n parts by an author.
func notesPlan(author string, parts int) Plan {
	return Plan{Kind: notes, Inputs: notesInputs{author}, Parts: parts}
}

func createNotes(t *testing.T, dir string, parts int) *Dir {
	t.Helper()
	d, err := Create(dir, notesPlan("me", parts))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func resumeNotes(t *testing.T, dir string) *Dir {
	t.Helper()
	d, err := Resume(t.Context(), dir, notesPlan("me", noteParts))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// addNote stores a part, whose content its index fixes.
func addNote(t *testing.T, d *Dir, index int) {
	t.Helper()
	files, err := d.Begin(index, int64(10*index), 10)
	if err != nil {
		t.Fatal(err)
	}
	for table := range notes.Tables {
		fmt.Fprintf(files.Table(table), "part %d of table %d, %s\n", index, table, strings.Repeat("text ", index))
	}
	if err := files.Commit(10, 1); err != nil {
		t.Fatal(err)
	}
}

// contents returns the files of a directory.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(data)
	}
	return files
}

// rewrite changes a file.
func rewrite(t *testing.T, path string, change func(string) string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	writeText(t, path, change(string(data)))
}

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

func wantSameFiles(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s: got %.60q, want %.60q", name, got[name], text)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s should not be there", name)
		}
	}
}

const noteParts = 5

// finishedNotes returns the files of a dataset that nothing has happened to.
func finishedNotes(t *testing.T) map[string]string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "notes")
	d := createNotes(t, dir, noteParts)
	for i := range noteParts {
		addNote(t, d, i)
	}
	if err := d.Finish("digest"); err != nil {
		t.Fatal(err)
	}
	return contents(t, dir)
}

// complete stores what is missing and finishes.
func complete(t *testing.T, d *Dir) {
	t.Helper()
	for i := noteParts - 1; i >= 0; i-- {
		if !d.stored[i] {
			addNote(t, d, i)
		}
	}
	if err := d.Finish("digest"); err != nil {
		t.Fatal(err)
	}
}

func TestResumeDir(t *testing.T) {
	want := finishedNotes(t)
	torn := func(s string) string { return s[:len(s)/2] }
	gone := func(string) string { return "" }
	flip := func(s string) string {
		b := []byte(s)
		b[len(b)/2] ^= 4
		return string(b)
	}
	tests := []struct {
		what, file string
		change     func(string) string
		kept       int // of parts 0, 1 and 3
	}{
		{"nothing", JournalName, func(s string) string { return s }, 3},
		{"torn file", "more-000001.txt", torn, 2},
		{"flipped bit", "notes-000003.txt", flip, 2},
		{"empty file", "notes-000000.txt", gone, 2},
		{"empty journal", JournalName, gone, 0},
		{"other text in the journal", JournalName, func(s string) string { return "what?\n" + s }, 3},
		{"a line twice", JournalName, func(s string) string { return s + s }, 3},
		{"flipped bit in a line", JournalName, func(s string) string { return strings.Replace(s, `"rows":10`, `"rows":11`, 1) }, 3},
		{"flipped bit in a sum", JournalName, func(s string) string { return strings.Replace(s, `"sha256":"`, `"sha256":"x`, 1) }, 2},
		{"leftovers", "notes-000004.txt.tmp", nil, 3},
		{"a part that was not listed", "notes-000002.txt", nil, 3},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			dir := t.TempDir()
			d := createNotes(t, dir, noteParts)
			for _, i := range []int{3, 0, 1} {
				addNote(t, d, i)
			}
			d.Close()
			path := filepath.Join(dir, tt.file)
			if tt.change == nil {
				writeText(t, path, "left")
			} else {
				rewrite(t, path, tt.change)
			}
			d = resumeNotes(t, dir)
			if got := len(d.Parts()); got != tt.kept {
				t.Errorf("kept %d parts, want %d", got, tt.kept)
			}
			if tt.kept < 3 && tt.file != JournalName && !strings.Contains(fmt.Sprint(d.Redone()), tt.file) {
				t.Errorf("the reasons are %v", d.Redone())
			}
			for name := range contents(t, dir) {
				if strings.HasSuffix(name, temporary) {
					t.Errorf("%s was left", name)
				}
			}
			if tt.what == "flipped bit in a line" {
				d.Close() // nothing but a kind's own function can know the rows
				return
			}
			complete(t, d)
			wantSameFiles(t, contents(t, dir), want)
		})
	}
}

// Wherever a journal is cut off, what is kept is what its whole lines list.
func TestJournalCutAnywhere(t *testing.T) {
	want := finishedNotes(t)
	dir := t.TempDir()
	d := createNotes(t, dir, noteParts)
	for i := range 3 {
		addNote(t, d, i)
	}
	d.Close()
	files := contents(t, dir)
	journal := files[JournalName]
	for cut := range len(journal) + 1 {
		writeText(t, filepath.Join(dir, JournalName), journal[:cut])
		m, err := ReadManifest(dir, notes)
		if lines := strings.Count(journal[:cut], "\n"); err != nil || len(m.Parts) != lines {
			t.Fatalf("cut at %d: read %d parts, want %d: %v", cut, len(m.Parts), lines, err)
		}
		if cut%97 != 0 { // waiting for the disk takes long
			continue
		}
		dir := t.TempDir()
		for name, text := range files {
			writeText(t, filepath.Join(dir, name), text)
		}
		writeText(t, filepath.Join(dir, JournalName), journal[:cut])
		d := resumeNotes(t, dir)
		if len(d.Parts()) != len(m.Parts) || len(d.Redone()) != 0 {
			t.Errorf("cut at %d: kept %d parts, want %d", cut, len(d.Parts()), len(m.Parts))
		}
		complete(t, d)
		wantSameFiles(t, contents(t, dir), want)
	}
}

// Wherever a manifest is cut off, it is an error that says what to do, and
// nothing is touched.
func TestManifestCutAnywhere(t *testing.T) {
	dir := t.TempDir()
	d := createNotes(t, dir, noteParts)
	addNote(t, d, 0)
	d.Close()
	files := contents(t, dir)
	manifest := strings.TrimRight(files[ManifestName], "\n")
	for cut := range len(manifest) {
		files[ManifestName] = manifest[:cut]
		writeText(t, filepath.Join(dir, ManifestName), manifest[:cut])
		_, err := Resume(t.Context(), dir, notesPlan("me", noteParts))
		wantError(t, err, filepath.Join(dir, ManifestName), "start over")
		if t.Failed() {
			t.Fatalf("cut at %d", cut)
		}
	}
	wantSameFiles(t, contents(t, dir), files)
}

func TestResumeRefused(t *testing.T) {
	dir := t.TempDir()
	d := createNotes(t, dir, noteParts)
	addNote(t, d, 0)
	d.Close()
	writeText(t, filepath.Join(dir, "notes-000001.txt.tmp"), "left")
	before := contents(t, dir)
	_, err := Resume(t.Context(), dir, notesPlan("you", noteParts))
	wantError(t, err, dir, `author: stored "me", now "you"`, "start over")
	if m := (*Mismatch)(nil); !errors.As(err, &m) || m.Field != "author" {
		t.Errorf("got %v", err)
	}
	_, err = Resume(t.Context(), dir, notesPlan("me", 4))
	wantError(t, err, "planned_parts: stored 5, now 4")
	attached := notesPlan("me", noteParts)
	attached.Attachments = []Attachment{{"decks.txt", []byte("decks")}}
	_, err = Resume(t.Context(), dir, attached)
	wantError(t, err, "decks.txt", "no such file")
	older, newer, other := notesPlan("me", noteParts), notesPlan("me", noteParts), notesPlan("me", noteParts)
	older.Kind.Format, newer.Kind.Format, other.Kind.Name = 2, 4, "run"
	_, err = Resume(t.Context(), dir, older)
	wantError(t, err, "format 3 is newer than 2", "newer one")
	_, err = Resume(t.Context(), dir, newer)
	wantError(t, err, "format: stored 3, now 4")
	_, err = Resume(t.Context(), dir, other)
	wantError(t, err, "it holds notes, not a run")
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err = Resume(ended, dir, notesPlan("me", noteParts)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	wantSameFiles(t, contents(t, dir), before)

	none := filepath.Join(dir, "none")
	_, err = Resume(t.Context(), none, notesPlan("me", noteParts))
	wantError(t, err, none, "no notes here")
	if _, err := os.Stat(none); err == nil {
		t.Error("the directory was made")
	}
}

// A finished dataset does not change, unless a part is damaged.
func TestResumeFinished(t *testing.T) {
	want := finishedNotes(t)
	dir := t.TempDir()
	d := createNotes(t, dir, noteParts)
	complete(t, d)
	d = resumeNotes(t, dir)
	if !d.Finished() || len(d.Parts()) != noteParts {
		t.Errorf("finished %v with %d parts", d.Finished(), len(d.Parts()))
	}
	d.Close()
	wantSameFiles(t, contents(t, dir), want)

	if err := os.Remove(filepath.Join(dir, "more-000002.txt")); err != nil {
		t.Fatal(err)
	}
	d = resumeNotes(t, dir)
	if d.Finished() || len(d.Parts()) != noteParts-1 {
		t.Errorf("finished %v with %d parts", d.Finished(), len(d.Parts()))
	}
	complete(t, d)
	wantSameFiles(t, contents(t, dir), want)
}

func TestAttachment(t *testing.T) {
	dir := t.TempDir()
	plan := Plan{Kind: notes, Inputs: notesInputs{"me"}, Parts: 1, Attachments: []Attachment{{"decks.txt", []byte("decks")}}}
	path := filepath.Join(dir, "decks.txt")
	writeText(t, path, "mine")
	_, err := Create(dir, plan)
	wantError(t, err, path, "in the way")
	wantSameFiles(t, contents(t, dir), map[string]string{"decks.txt": "mine"})
	writeText(t, path, "decks")
	d, err := Create(dir, plan)
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
}

func writeText(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
