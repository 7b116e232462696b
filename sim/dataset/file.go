package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// A file is what a writer needs of an os.File.
type file interface {
	io.Writer
	Sync() error
	Close() error
}

// createFile makes a file or empties it.
func createFile(path string) (file, error) { return os.Create(path) }

// An output is a file that is being written beside its name.
type output struct {
	file
	path  string // the name to come
	hash  hash.Hash
	bytes int64
}

// temporary is added to the names of files that are not whole.
const temporary = ".tmp"

func newOutput(create func(string) (file, error), path string) (*output, error) {
	f, err := create(path + temporary)
	if err != nil {
		return nil, failure("create", path, err)
	}
	return &output{f, path, sha256.New(), 0}, nil
}

// Write implements io.Writer. Its error names the file.
func (o *output) Write(data []byte) (int, error) {
	n, err := o.file.Write(data)
	o.hash.Write(data[:n])
	o.bytes += int64(n)
	if err != nil {
		return n, failure("write", o.path, err)
	}
	return n, nil
}

// settle makes what was written lasting, still beside its name.
func (o *output) settle() error {
	if err := o.Sync(); err != nil {
		o.Close()
		return failure("write", o.path, err)
	}
	if err := o.Close(); err != nil {
		return failure("write", o.path, err)
	}
	return nil
}

// publish gives a settled file its name.
func (o *output) publish() error {
	if err := os.Rename(o.path+temporary, o.path); err != nil {
		return failure("rename", o.path, err)
	}
	return nil
}

// discard removes the file under either name.
func (o *output) discard() {
	o.Close()
	os.Remove(o.path + temporary)
	os.Remove(o.path)
}

func (o *output) sum() string { return hex.EncodeToString(o.hash.Sum(nil)) }

// writeWhole writes a file that is there with all its data or as it was
// before.
func writeWhole(create func(string) (file, error), path string, data []byte) error {
	o, err := newOutput(create, path)
	if err != nil {
		return err
	}
	if _, err = o.Write(data); err != nil {
		o.Close()
	} else if err = o.settle(); err == nil {
		err = o.publish()
	}
	if err != nil {
		os.Remove(path + temporary)
	}
	return err
}

// syncDir makes renames within a directory lasting.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return failure("sync", dir, err)
	}
	defer d.Close()
	if err := d.Sync(); err != nil {
		return failure("sync", dir, err)
	}
	return nil
}

// failure is an error of the file system, with the path in front and once.
func failure(op, path string, err error) error {
	if inner := (*fs.PathError)(nil); errors.As(err, &inner) {
		err = inner.Err
	}
	if inner := (*os.LinkError)(nil); errors.As(err, &inner) {
		err = inner.Err
	}
	return fmt.Errorf("dataset: cannot %s %s: %w%s", op, path, err, remedy(op, err))
}

// remedy says what to do about an error of the file system, if that is not plain
// from the error.
func remedy(op string, err error) string {
	switch {
	case op == "read":
		return ""
	case errors.Is(err, syscall.ENOSPC):
		return "; make room, then resume"
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return "; name a directory that can be written to"
	case errors.Is(err, syscall.ENOTDIR):
		return "; a file is in the place of a directory: name another one"
	case op == "make" && errors.Is(err, fs.ErrNotExist):
		return "; there can be no new directory: name another one"
	case errors.Is(err, fs.ErrNotExist):
		return "; the directory was removed or renamed under way"
	}
	return ""
}

// verifySums reports the first file of a part in dir that has not the size and
// the SHA-256 it was written with.
func verifySums(dir string, p Part) error {
	for _, f := range p.Files {
		if err := verifySum(filepath.Join(dir, f.Name), f); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return nil
}

func verifySum(path string, listed File) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return checkFile(f, listed)
}

// checkFile reports how a file's size or SHA-256 differs from what is listed. It
// reads the file whole.
func checkFile(f *os.File, listed File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() != listed.Bytes {
		return &difference{"size", fmt.Sprintf("%d bytes", info.Size()), fmt.Sprint(listed.Bytes)}
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

// A difference is that between a file and what was written.
type difference struct{ what, got, want string }

// Error says what differs.
func (d *difference) Error() string {
	return fmt.Sprintf("its %s is %s, not the %s it was written with", d.what, d.got, d.want)
}
