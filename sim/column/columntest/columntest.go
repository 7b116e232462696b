// Package columntest helps to test how kinds of directories of one table are verified:
// rows as they were stored have no fault, and changed ones have one where they were
// changed.
package columntest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xuezhan/sim/column"
	"xuezhan/sim/store"
)

// A Change is one of a stored value, or of several.
type Change = struct {
	Name   string
	Column string // in which the fault must be
	Edit   func(s *column.Sheet)
}

// Set sets a value.
func Set(name string, row int, value int64) func(*column.Sheet) {
	return func(s *column.Sheet) { s.Column(name)[row] = value }
}

// WordAt makes a text another one.
func WordAt(name string, row int, text string) func(*column.Sheet) {
	return func(s *column.Sheet) {
		v := s.Vector(name)
		v.Words = append(slices.Clone(v.Words), text)
		v.Values[row] = int64(len(v.Words) - 1)
	}
}

// Changes demands that the rows of a part have no fault, and with each of the changes
// one in its column. Begin is that of a column.RowCheck.
func Changes(t *testing.T, dir string, part store.Part, columns []column.Column, begin func(store.Part) (func(*column.Sheet), func(*store.Findings)), changes []Change) {
	t.Helper()
	for _, c := range append([]Change{{Name: "nothing", Edit: func(*column.Sheet) {}}}, changes...) {
		table, err := column.OpenVectors(dir, part.Files[0], columns, make([]column.Lexicon, len(columns)))
		if err != nil {
			t.Fatal(err)
		}
		vectors, err := table.Read(int(part.Files[0].Rows))
		if err != nil {
			t.Fatal(err)
		}
		f := store.NewFindings(&store.Manifest{}, &store.Verification{Limit: 1000})
		s := &column.Sheet{File: part.Files[0].Name, Vectors: vectors, Findings: f}
		c.Edit(s)
		rows, end := begin(part)
		s.Ranges()
		rows(s)
		end(f)
		table.Close()
		found := slices.ContainsFunc(f.Faults, func(x store.Fault) bool { return x.Column == c.Column })
		if found != (c.Column != "") || c.Column == "" && f.Count > 0 {
			t.Errorf("%s: want a fault in %q, got %v", c.Name, c.Column, f.Faults)
		}
	}
}

// Directory demands that verify finds no fault in a directory whose only file is named,
// but a flipped bit, a longer file, one that is missing, one of no part, and a part that
// is not where it should be.
func Directory(t *testing.T, whole, file string, verify func(dir string) (*store.Findings, error)) {
	t.Helper()
	f, err := verify(whole)
	if err != nil || f.Count != 0 || f.Rows == 0 || len(f.Checked) == 0 || len(f.Unchecked) == 0 {
		t.Errorf("%s: got %+v, %v", whole, f, err)
	}
	for name, c := range map[string]struct {
		file, column string
		change       func(text string) string
	}{
		"SHA-256": {file, "", func(text string) string { return text[:99] + string([]byte{text[99] ^ 1}) + text[100:] }},
		"size":    {file, "", func(text string) string { return text + "x" }},
		"missing": {file, "", func(string) string { return "" }},
		"no part": {"more.parquet", "", func(string) string { return "more" }},
		"gap": {store.ManifestName, "part 0: first", func(text string) string {
			return strings.Replace(text, `"first": 0`, `"first": 1`, 1)
		}},
		"digest": {store.ManifestName, "sha256", func(text string) string {
			return strings.Replace(text, "\n  \"digest\": \"", "\n  \"digest\": \"0", 1)
		}},
	} {
		dir := filepath.Join(t.TempDir(), "changed")
		if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
			t.Fatal(err)
		}
		change(t, filepath.Join(dir, c.file), c.change)
		f, err := verify(dir)
		at := func(x store.Fault) bool { return x.File == c.file && x.Column == c.column }
		if err != nil || !slices.ContainsFunc(f.Faults, at) {
			t.Errorf("%s: %s: got %+v, %v", whole, name, f, err)
		}
	}
}

// change changes the text of a file, which may not be there; an empty one removes it.
func change(t *testing.T, path string, change func(string) string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	changed := change(string(text))
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if changed == "" {
		return
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(changed); err != nil {
		t.Fatal(err)
	}
}
