package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// VerifyPart reports the first file of a part in dir that is not, byte for
// byte, what was written: its size, its rows, its SHA-256. It reads every file
// whole.
func VerifyPart(dir string, p Part) error {
	for _, f := range p.Files {
		path := filepath.Join(dir, f.Name)
		if err := verifyFile(path, f); err != nil {
			return fmt.Errorf("dataset: part %d: %s: %w", p.Index, path, err)
		}
	}
	return nil
}

func verifyFile(path string, listed File) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := openParquet(f, listed); err != nil {
		return err
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return err
	}
	if sum := hex.EncodeToString(h.Sum(nil)); sum != listed.SHA256 {
		return &difference{"SHA-256", fmt.Sprintf("%.16s…", sum), fmt.Sprintf("%.16s…", listed.SHA256)}
	}
	return nil
}
