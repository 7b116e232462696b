package column

import (
	"fmt"
	"path/filepath"

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
		if err := VerifyFile(filepath.Join(dir, file.Name), file); err != nil {
			f.File(file, err, "it is a Parquet file")
		}
	}
	return f.Count == before
}
