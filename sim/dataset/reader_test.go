package dataset

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"xuezhan/sim/store"
)

// storeRun stores three parts of a run, finished or not.
func storeRun(t *testing.T, finished bool) string {
	t.Helper()
	dir := t.TempDir()
	in := testInputs(300, 100)
	planned := 3
	if !finished {
		planned = 4
	}
	w, err := CreateInputs(dir, in, planned)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := writeRun(w, testParts(in)); finished == (err != nil) {
		t.Fatalf("finished %v: %v", finished, err)
	}
	return dir
}

// rewrite changes a file.
func rewrite(t *testing.T, path string, change func(string) string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(change(string(data))), 0o666); err != nil {
		t.Fatal(err)
	}
}

// withoutSum returns a manifest as earlier programs wrote it, so that a change of it is
// judged by what it changes.
func withoutSum(text string) string {
	return regexp.MustCompile(`\n *"layout": \d+,|,\n *"sha256": "[0-9a-f]*"(\n\})`).ReplaceAllString(text, "$1")
}

func TestDamagedFiles(t *testing.T) {
	flip := func(s string) string {
		b := []byte(s)
		b[len(b)/3] ^= 0x55
		return string(b)
	}
	for _, c := range []struct {
		what, file string
		change     func(string) string
		read       bool // reading notices it too
		words      []string
	}{
		{"truncated", "seats-000001.parquet", func(s string) string { return s[:len(s)-1] }, true, []string{"bytes"}},
		{"empty", "hands-000001.parquet", func(string) string { return "" }, true, []string{"0 bytes"}},
		{"other file", "wins-000001.parquet", func(s string) string { return strings.Repeat("x", len(s)) }, true, nil},
		{"flipped", "wins-000001.parquet", flip, false, []string{"SHA-256"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			dir := storeRun(t, true)
			rewrite(t, filepath.Join(dir, c.file), c.change)
			r, err := Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			words := append([]string{"part 1", filepath.Join(dir, c.file)}, c.words...)
			p := r.Parts()[1]
			wantError(t, VerifyPart(dir, p), words...)
			if c.read {
				_, err = readPart(r, p, 64)
				wantError(t, err, words...)
			}
			if _, err := readPart(r, r.Parts()[2], 64); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("missing", func(t *testing.T) {
		dir := storeRun(t, true)
		path := filepath.Join(dir, "seats-000002.parquet")
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		r, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		_, err = readPart(r, r.Parts()[2], 64)
		wantError(t, err, "part 2", path)
		wantError(t, VerifyPart(dir, r.Parts()[2]), "part 2", path)
	})
}

// Files of another part have other hands.
func TestSwappedFiles(t *testing.T) {
	dir := storeRun(t, true)
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	p := r.Parts()[0]
	p.First = 100
	_, err = readPart(r, p, 64)
	wantError(t, err, "hands-000000.parquet", "hand 0 stands where hand 100 should")
}

func TestOpenUnfinished(t *testing.T) {
	dir := storeRun(t, false)
	journal := filepath.Join(dir, store.JournalName)
	for _, c := range []struct {
		what   string
		change func(string) string
		parts  int
	}{
		{"whole", func(s string) string { return s }, 3},
		{"cut line", func(s string) string { return s[:len(s)-10] }, 2},
		{"cut newline", func(s string) string { return s[:strings.LastIndex(s[:len(s)-1], "\n")] }, 1},
		{"empty", func(string) string { return "" }, 0},
	} {
		rewrite(t, journal, c.change)
		r, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if r.Finished() || r.Planned() != 4 || len(r.Parts()) != c.parts {
			t.Errorf("%s: got finished %v, %d of %d parts; want %d", c.what, r.Finished(), len(r.Parts()), r.Planned(), c.parts)
		}
	}
	rewrite(t, journal, func(string) string { return "{}\n" })
	_, err := Open(dir)
	wantError(t, err, journal, "line 1")
	os.Remove(journal)
	if r, err := Open(dir); err != nil || len(r.Parts()) != 0 {
		t.Errorf("without a journal: %v", err)
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	_, err := Open(dir)
	wantError(t, err, filepath.Join(dir, "manifest.json"), "no such file")

	replace := func(old, new string) func(string) string {
		return func(s string) string {
			if !strings.Contains(s, old) {
				t.Errorf("the manifest has no %s", old)
			}
			return strings.Replace(withoutSum(s), old, new, 1)
		}
	}
	for _, c := range []struct {
		change func(string) string
		words  []string
	}{
		{replace(`"format": 2`, `"format": 3, "what": "ever"`), []string{"format 3 is newer"}},
		{replace(`"format": 2`, `"format": 0`), []string{"not a manifest"}},
		{func(s string) string { return s[:len(s)/2] }, []string{"not a manifest"}},
		{replace(`"finished": true`, `"finished": true, "more": 1`), []string{"more"}},
		{replace(`"planned_parts": 3`, `"planned_parts": 4`), []string{"3 parts of 4"}},
		{replace(`hands-000001.parquet`, `../hands-000001.parquet`), []string{"part 1 has file"}},
		{replace(`"walls"`, `"wails"`), []string{"wails"}},
	} {
		dir := storeRun(t, true)
		path := filepath.Join(dir, store.ManifestName)
		rewrite(t, path, c.change)
		_, err := Open(dir)
		wantError(t, err, append(c.words, path)...)
	}
}
