package store

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// FuzzParseManifest: what is read is valid, and is written as what reads the same.
func FuzzParseManifest(f *testing.F) {
	dir := f.TempDir()
	d, err := Create(dir, Plan{Kind: notes, Inputs: notesInputs{"me"}, Parts: noteParts})
	if err == nil {
		err = storeNotes(d)
	}
	if err != nil {
		f.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, ManifestName))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"format":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := parseManifest(data, &notes)
		if err != nil {
			return
		}
		if m.Kind != notes.Name || m.Planned < 1 {
			t.Errorf("read %+v", m)
		}
		written, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		again, err := parseManifest(written, &notes)
		if err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		if rewritten, err := json.Marshal(again); err != nil || !bytes.Equal(rewritten, written) {
			t.Errorf("%s, then %s: %v", written, rewritten, err)
		}
	})
}

// FuzzParseJournal: parts are in order, none twice, all within the plan, and their
// files within the directory.
func FuzzParseJournal(f *testing.F) {
	line, err := json.Marshal(Part{Index: 1, First: 8, Count: 2, Files: []File{
		{Name: notes.FileName(0, 1), Rows: 2}, {Name: notes.FileName(1, 1), Rows: 8},
	}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(append(line, '\n'))
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		parts, _ := parseJournal(data, &notes, 3)
		if len(parts) > bytes.Count(data, []byte("\n")) {
			t.Errorf("%d parts of %q", len(parts), data)
		}
		for i, p := range parts {
			if notes.checkPart(&p, 3) != nil || i > 0 && p.Index <= parts[i-1].Index {
				t.Errorf("part %d of %+v", i, parts)
			}
			for _, file := range p.Files {
				if filepath.Base(file.Name) != file.Name {
					t.Errorf("part %d has the file %q", i, file.Name)
				}
			}
		}
	})
}
