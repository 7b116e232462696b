package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// A file is what a writer needs of an os.File.
type file interface {
	io.Writer
	Sync() error
	Close() error
}

// createFile makes a file. What had its name before is removed and not written to: it may
// be a link that came with the directory.
func createFile(path string) (file, error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
}

// openOwn opens a file of a directory to be changed in place, or makes it. One that is
// there must be regular: a link that came with the directory may lead anywhere.
func openOwn(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, errors.New("it is no regular file; remove it")
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
}

// An output is a file that is written under a temporary name, next to its own, and
// gets its name once it is whole.
type output struct {
	file
	path  string // the name to come
	torn  string // the temporary name
	hash  hash.Hash
	bytes int64
}

// temporary is added to the names of files that are not whole.
const temporary = ".tmp"

// newOutput begins an output under the name path + temporary.
func newOutput(create func(string) (file, error), path string) (*output, error) {
	f, err := create(path + temporary)
	if err != nil {
		return nil, failure("create", path, err)
	}
	return outputOf(f, path, path+temporary), nil
}

func outputOf(f file, path, torn string) *output { return &output{f, path, torn, sha256.New(), 0} }

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

// settle makes what was written lasting, still under the temporary name.
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
	if err := os.Rename(o.torn, o.path); err != nil {
		return failure("rename", o.path, err)
	}
	return nil
}

// publishNew is publish, but a file that has the name already is an error.
func (o *output) publishNew() error {
	err := os.Link(o.torn, o.path)
	switch {
	case err == nil:
		os.Remove(o.torn)
		return nil
	case errors.Is(err, fs.ErrExist):
		return existsError(o.path)
	}
	return o.publish() // a file system without links
}

// discard removes the file under either name.
func (o *output) discard() {
	o.Close()
	os.Remove(o.torn)
	os.Remove(o.path)
}

func (o *output) sum() string { return hex.EncodeToString(o.hash.Sum(nil)) }

// writeWhole replaces a file of the directory: it is there with all its data or as
// it was before.
func writeWhole(create func(string) (file, error), path string, data []byte) error {
	o, err := newOutput(create, path)
	if err != nil {
		return err
	}
	return o.finish(func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}, o.publish)
}

// finish writes an output and publishes it. After an error nothing of it is left.
func (o *output) finish(write func(io.Writer) error, publish func() error) error {
	err := write(o)
	if err != nil {
		o.Close()
	} else if err = o.settle(); err == nil {
		err = publish()
	}
	if err != nil {
		os.Remove(o.torn)
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

// failure is an error of the file system, with the path in front and only once.
func failure(op, path string, err error) error {
	if inner := (*fs.PathError)(nil); errors.As(err, &inner) {
		err = inner.Err
	}
	if inner := (*os.LinkError)(nil); errors.As(err, &inner) {
		err = inner.Err
	}
	return fmt.Errorf("store: cannot %s %s: %w%s", op, path, err, remedy(op, err))
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
