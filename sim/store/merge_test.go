package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shardsOf stores the parts of the notes in n directories and returns them.
func shardsOf(t *testing.T, of int) []string {
	t.Helper()
	var dirs []string
	for i := range of {
		dir := filepath.Join(t.TempDir(), fmt.Sprint(i))
		d := createNotes(t, dir, noteParts)
		for p := i; p < noteParts; p += of {
			addNote(t, d, p)
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, dir)
	}
	return dirs
}

// TestMerge demands that shards, in any order, make the directory that one writer makes,
// that a merge may be called again, and that shards do not change.
func TestMerge(t *testing.T) {
	want := finishedNotes(t)
	for _, of := range []int{1, 2, 3, -2, -3} { // below 0: referred to
		refer := of < 0
		of = max(of, -of)
		dirs := shardsOf(t, of)
		before := contents(t, dirs[0])
		slices.Reverse(dirs)
		out := filepath.Join(t.TempDir(), "out")
		for range 2 {
			if err := Merge(t.Context(), out, notesPlan("me", noteParts), Shards{dirs, refer}); err != nil {
				t.Fatal(err)
			}
		}
		complete(t, resumeNotes(t, out))
		wantSameFiles(t, contents(t, out), want)
		if err := Merge(t.Context(), out, notesPlan("me", noteParts), Shards{dirs, refer}); err != nil {
			t.Errorf("a merge that is finished: %v", err)
		}
		wantSameFiles(t, contents(t, dirs[len(dirs)-1]), before)
	}
}

// TestMergeRefers demands that what is referred to is not changed, and that one that is
// gone is named.
func TestMergeRefers(t *testing.T) {
	dirs, out := shardsOf(t, 2), filepath.Join(t.TempDir(), "out")
	if err := Merge(t.Context(), out, notesPlan("me", noteParts), Shards{dirs, true}); err != nil {
		t.Fatal(err)
	}
	name := notes.FileName(1, 1)
	if target, err := os.Readlink(filepath.Join(out, name)); err != nil || target != filepath.Join(dirs[1], name) {
		t.Errorf("%s refers to %q, %v", name, target, err)
	}
	again := filepath.Join(t.TempDir(), "again") // of what refers: it has the files themselves
	if err := Merge(t.Context(), again, notesPlan("me", noteParts), Shards{Dirs: []string{out}}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(filepath.Join(again, name)); err != nil || !info.Mode().IsRegular() {
		t.Errorf("a merge of what refers has %v, %v", info, err)
	}
	damage(t, dirs[1])
	before := contents(t, dirs[1])
	d := resumeNotes(t, out)
	if len(d.Redone()) != 1 {
		t.Errorf("redone: %v", d.Redone())
	}
	addNote(t, d, 1) // made anew here, and not there
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	wantSameFiles(t, contents(t, dirs[1]), before)
	gone := filepath.Join(dirs[0], notes.FileName(0, 0))
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	d = resumeNotes(t, out)
	defer d.Close()
	if len(d.Redone()) != 1 {
		t.Fatalf("redone: %v", d.Redone())
	}
	wantError(t, d.Redone()[0], "refers to", gone)
}

// A file of a part is a regular one: nothing is waited for.
func TestOpenPart(t *testing.T) {
	if _, err := OpenPart(t.TempDir()); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := OpenPart(os.DevNull); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("a device: %v", err)
	}
}

// TestMissingRanges demands that missing parts are listed shortly.
func TestMissingRanges(t *testing.T) {
	stride := func(from, n, step int) (list []int) {
		for i := range n {
			list = append(list, from+i*step)
		}
		return list
	}
	for want, parts := range map[string][]int{
		"7":                        {7},
		"1, 3":                     {1, 3},
		"1–2":                      {1, 2},
		"0–9, 12":                  append(stride(0, 10, 1), 12),
		"1, 9, 17":                 stride(1, 3, 8),
		"1 to 97 by 8":             stride(1, 13, 8),
		"2, 5–6, 8 to 20 by 4, 99": {2, 5, 6, 8, 12, 16, 20, 99},
		"0–1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047, 4095, and 1 more": {0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047, 4095, 8191},
	} {
		m := Missing{Parts: parts}
		if got := strings.Join(m.ranges(), ", "); got != want {
			t.Errorf("%v is %q, not %q", parts, got, want)
		}
	}
}

// TestMergeAfterKill demands that a merge that ended early, wherever, is completed.
func TestMergeAfterKill(t *testing.T) {
	want := finishedNotes(t)
	for kept := range noteParts {
		dirs, out := shardsOf(t, 2), filepath.Join(t.TempDir(), "out")
		d := createNotes(t, out, noteParts)
		for p := range kept {
			addNote(t, d, p)
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		writeText(t, filepath.Join(out, notes.FileName(0, kept)+temporary), "torn")
		if err := Merge(t.Context(), out, notesPlan("me", noteParts), Shards{Dirs: dirs}); err != nil {
			t.Fatal(err)
		}
		complete(t, resumeNotes(t, out))
		wantSameFiles(t, contents(t, out), want)
	}
}

// TestMergeRefused demands an error that names what is wrong, and that nothing is
// written.
func TestMergeRefused(t *testing.T) {
	other := func(t *testing.T, author string, parts int) string {
		dir := filepath.Join(t.TempDir(), "other")
		d, err := Create(dir, notesPlan(author, parts))
		if err != nil {
			t.Fatal(err)
		}
		addNote(t, d, 0)
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	for name, x := range map[string]struct {
		change func(t *testing.T, dirs []string) []string
		want   []string
	}{
		"none there":    {func(t *testing.T, dirs []string) []string { return append(dirs, "nowhere") }, []string{"nowhere", ManifestName}},
		"other inputs":  {func(t *testing.T, dirs []string) []string { return append(dirs, other(t, "you", noteParts)) }, []string{"other", "author", `"you"`}},
		"other parts":   {func(t *testing.T, dirs []string) []string { return append(dirs, other(t, "me", noteParts+1)) }, []string{"other", "planned_parts"}},
		"one missing":   {func(t *testing.T, dirs []string) []string { return dirs[:1] }, []string{"parts are missing: 1", "of shard 1/2"}},
		"damaged":       {func(t *testing.T, dirs []string) []string { damage(t, dirs[1]); return dirs }, []string{dirs2, "part 1", "SHA-256"}},
		"a file gone":   {func(t *testing.T, dirs []string) []string { remove(t, dirs[1]); return dirs }, []string{dirs2, "part 1", "no such file"}},
		"changed":       {func(t *testing.T, dirs []string) []string { forge(t, dirs[1]); return dirs }, []string{ManifestName, "changed after it was written"}},
		"parts differ":  {func(t *testing.T, dirs []string) []string { return append(dirs, differing(t)) }, []string{"part 0", "is not that of"}},
		"a broken line": {func(t *testing.T, dirs []string) []string { cut(t, dirs[1]); return dirs }, []string{JournalName}},
	} {
		t.Run(name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out")
			dirs := x.change(t, shardsOf(t, 2))
			err := Merge(t.Context(), out, notesPlan("me", noteParts), Shards{Dirs: dirs})
			var want []string
			for _, w := range x.want {
				want = append(want, strings.ReplaceAll(w, dirs2, dirs[min(1, len(dirs)-1)]))
			}
			wantError(t, err, want...)
			if m, err := ReadManifest(out, notes); err == nil && m.Finished {
				t.Error("the directory is finished")
			}
		})
	}
}

// dirs2 stands for the second directory in what is wanted.
const dirs2 = "{second}"

func damage(t *testing.T, dir string) {
	rewrite(t, filepath.Join(dir, notes.FileName(1, 1)), func(s string) string { return "X" + s[1:] })
}

func remove(t *testing.T, dir string) {
	if err := os.Remove(filepath.Join(dir, notes.FileName(1, 1))); err != nil {
		t.Fatal(err)
	}
}

func forge(t *testing.T, dir string) {
	rewrite(t, filepath.Join(dir, ManifestName), func(s string) string { return strings.Replace(s, `"me"`, `"we"`, 1) })
}

func cut(t *testing.T, dir string) {
	rewrite(t, filepath.Join(dir, JournalName), func(s string) string { return "{" + s })
}

// differing returns a directory whose first part is another one.
func differing(t *testing.T) string {
	dir := filepath.Join(t.TempDir(), "differing")
	d := createNotes(t, dir, noteParts)
	files, err := d.Begin(0, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	for table := range notes.Tables {
		fmt.Fprint(files.Table(table), "something else")
	}
	if err := errors.Join(files.Commit(10, 1), d.Close()); err != nil {
		t.Fatal(err)
	}
	return dir
}
