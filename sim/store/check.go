package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// OpenPart opens a file of a part. It is a regular file, or a link to one: nothing else is
// waited for. Of a link whose file is gone the error says where that was.
func OpenPart(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if target, linked := os.Readlink(path); linked == nil {
			return nil, &Gone{path, target}
		}
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", path)
	}
	return os.Open(path)
}

// A Gone is a link to a file that is no longer there, such as one of a shard that was
// referred to and then moved.
type Gone struct{ Link, Target string }

// Error says where the file was.
func (g *Gone) Error() string {
	return fmt.Sprintf("%s refers to %q: %v", g.Link, g.Target, fs.ErrNotExist)
}

// Unwrap returns fs.ErrNotExist.
func (g *Gone) Unwrap() error { return fs.ErrNotExist }

// CheckFile reports how a file's size or SHA-256 differs from what is listed, as a
// *Difference. It reads the file whole.
func CheckFile(f *os.File, listed File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() != listed.Bytes {
		return &Difference{"size", fmt.Sprintf("%d bytes", info.Size()), fmt.Sprint(listed.Bytes)}
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return err
	}
	if sum := hex.EncodeToString(h.Sum(nil)); sum != listed.SHA256 {
		return &Difference{"SHA-256", fmt.Sprintf("%.16s…", sum), fmt.Sprintf("%.16s…", listed.SHA256)}
	}
	return nil
}

// A Difference is one between a file and what was written.
type Difference struct{ What, Got, Want string }

// Error says what differs.
func (d *Difference) Error() string {
	return fmt.Sprintf("its %s is %s, not the %s it was written with", d.What, d.Got, d.Want)
}

// checkFiles reports the first file of a part in dir that does not have the size
// and the SHA-256 it was written with.
func checkFiles(dir string, p *Part) error {
	for _, listed := range p.Files {
		f, err := OpenPart(filepath.Join(dir, listed.Name))
		if err == nil {
			err = CheckFile(f, listed)
			f.Close()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", listed.Name, err)
		}
	}
	return nil
}

// StrayFiles returns the names of files in dir that look like the tables of a
// kind and that no part of the manifest lists.
func (m *Manifest) StrayFiles(dir string, k Kind) ([]string, error) {
	listed := map[string]bool{}
	for _, p := range m.Parts {
		for _, f := range p.Files {
			listed[f.Name] = true
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, failure("read", dir, err)
	}
	var stray []string
	for _, e := range entries {
		name := e.Name()
		if _, isTail := k.tailOf(name); isTail || strings.HasSuffix(name, k.Ending) && !listed[name] {
			stray = append(stray, name)
		}
	}
	return stray, nil
}
