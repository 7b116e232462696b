package dataset

import (
	"fmt"
	"os"
	"path/filepath"

	"xuezhan/sim/store"
)

// VerifyPart reports the first file of a part in dir that is not, byte for
// byte, what was written: its size, its rows, its SHA-256. It reads every file
// whole.
func VerifyPart(dir string, p store.Part) error {
	for _, f := range p.Files {
		path := filepath.Join(dir, f.Name)
		if err := verifyFile(path, f); err != nil {
			return fmt.Errorf("dataset: part %d: %s: %w", p.Index, path, err)
		}
	}
	return nil
}

func verifyFile(path string, listed store.File) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = openParquet(f, listed)
	return err
}
