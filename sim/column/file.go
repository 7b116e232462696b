package column

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"xuezhan/sim/store"
)

// VerifyPart reports the first file of a part in dir that is not, byte for
// byte, what was written: its size, its rows, its SHA-256. It reads every file
// whole.
func VerifyPart(dir string, p store.Part) error {
	for _, f := range p.Files {
		path := filepath.Join(dir, f.Name)
		if err := VerifyFile(path, f); err != nil {
			return fmt.Errorf("column: part %d: %s: %w", p.Index, path, err)
		}
	}
	return nil
}

// VerifyFile reports how a file of a part differs from what is listed.
func VerifyFile(path string, listed store.File) error {
	f, err := store.OpenPart(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = openParquet(f, listed)
	return err
}

// CheckRows reports that a file, which has been compared with what is listed, has another
// number of rows.
func CheckRows(path string, listed store.File) error {
	f, err := store.OpenPart(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = parseParquet(f, listed)
	return err
}

// VerifyFiles compares the files of a part with what is listed, notes the faults, and
// reports whether there are none.
func VerifyFiles(dir string, p store.Part, f *store.Findings) bool {
	before := f.Count
	for _, file := range p.Files {
		fault := store.Fault{File: file.Name}
		if err := VerifyFile(filepath.Join(dir, file.Name), file); err != nil {
			fault.Stored, fault.Want, fault.Why = fileFault(err)
			f.Add(fault)
		}
	}
	return f.Count == before
}

// fileFault says what is wrong with a file.
func fileFault(err error) (stored, want, why string) {
	if differs := (*store.Difference)(nil); errors.As(err, &differs) {
		return differs.Got, differs.Want, "the " + differs.What + " it was written with"
	}
	if gone := (*store.Gone)(nil); errors.As(err, &gone) {
		return "missing", "at " + strconv.Quote(gone.Target), "it is referred to there"
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "missing", "there", "the manifest lists it"
	}
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		err = path.Err
	}
	return err.Error(), "readable", "it is a Parquet file"
}
