package store

import (
	"os"
	"path/filepath"
	"testing"
)

// Links that come with a directory do not lead a writer out of it: they are replaced, or
// refused by name, and the file they lead to stays as it was.
func TestLinksLeadNowhere(t *testing.T) {
	tail := notes.tailName(1)
	for _, name := range []string{lockName, JournalName, ManifestName + temporary, JournalName + temporary, notes.FileName(1, 0) + temporary, tail} {
		dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "outside")
		d := createNotes(t, dir, noteParts)
		addNote(t, d, 0)
		d.Close()
		if err := os.WriteFile(outside, []byte("mine\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		os.Remove(filepath.Join(dir, name))
		if err := os.Symlink(outside, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
		d, err := Resume(t.Context(), dir, notesPlan("me", noteParts))
		if name == lockName {
			wantError(t, err, name, "no regular file")
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
		} else {
			if _, err := d.Tail(1, func([]byte) bool { return false }); name == tail {
				wantError(t, err, name, "no regular file")
			}
			addNote(t, d, 1)
			d.Close()
		}
		if text, err := os.ReadFile(outside); string(text) != "mine\n" {
			t.Errorf("%s: the file outside has %q, %v", name, text, err)
		}
	}
}
