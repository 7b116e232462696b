package store

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// An Output is where a whole document goes: a file, a device, a pipe, or the
// standard output. All files that are replaced as a whole are written by it.
//
// A file is there with all its content or as it was before, whatever happens. It
// keeps its mode, and a new one gets the mode that the umask leaves. Behind a
// symbolic link it is the target that is replaced, and the link stays. What is no
// regular file is written to and not replaced.
type Output struct {
	Path   string
	Force  bool      // replace a file that exists; otherwise it is an error
	Stdout io.Writer // what the path "-" stands for; nil if it is a file's name
}

// Check reports why Write would fail before anything is written. Commands that take
// long call it before they begin.
func (o Output) Check() error {
	if o.isStdout() {
		return nil
	}
	_, _, err := o.target()
	return err
}

// Write makes the document: write is called once with where its bytes go.
func (o Output) Write(write func(io.Writer) error) error {
	if o.isStdout() {
		return write(o.Stdout)
	}
	target, info, err := o.target()
	switch {
	case err != nil:
		return err
	case info != nil && !isReplaced(target, info):
		return writeThrough(o.Path, write)
	}
	mode := fs.FileMode(0o666)
	if info != nil {
		mode = info.Mode().Perm()
	}
	f, err := createTorn(target, mode)
	if err != nil {
		return failure("create", o.Path, err)
	}
	out := outputOf(f, target, f.Name())
	publish := out.publishNew
	if info != nil {
		publish = out.publish
		if err := f.Chmod(mode); err != nil { // what the umask took
			out.Close()
			os.Remove(out.torn)
			return failure("write", o.Path, err)
		}
	}
	return out.finish(buffered(write), publish)
}

func (o Output) isStdout() bool { return o.Path == "-" && o.Stdout != nil }

// target returns the file behind any links, and what is known of it: nothing if it
// does not exist yet.
func (o Output) target() (path string, info fs.FileInfo, err error) {
	path, err = behindLinks(o.Path)
	if err != nil {
		return "", nil, failure("write", o.Path, err)
	}
	info, err = os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return path, nil, checkParent(o.Path, path)
	case err != nil:
		return "", nil, failure("write", o.Path, err)
	case info.IsDir():
		return "", nil, fmt.Errorf("%s is a directory", o.Path)
	case isReplaced(path, info) && !o.Force:
		return "", nil, existsError(o.Path)
	}
	return path, info, nil
}

// isReplaced reports whether a file that exists is one to replace, and not one to
// write to.
func isReplaced(path string, info fs.FileInfo) bool {
	return info.Mode().IsRegular() && !isDescriptor(path)
}

// isDescriptor reports whether a path stands for an open file of a process, as
// /dev/stdout does on Linux.
func isDescriptor(path string) bool { return strings.HasPrefix(path, "/proc/") }

// checkParent reports that a new file has no directory to be in.
func checkParent(named, path string) error {
	info, err := os.Stat(filepath.Dir(path))
	switch {
	case err != nil:
		return failure("create", named, err)
	case !info.IsDir():
		return fmt.Errorf("%s is not a directory", filepath.Dir(path))
	}
	return nil
}

func existsError(path string) error {
	return fmt.Errorf("%s exists already; name another file, or remove it first", path)
}

// maxLinks bounds a chain of symbolic links.
const maxLinks = 40

// behindLinks follows symbolic links; the last may lead to nothing yet.
func behindLinks(path string) (string, error) {
	for range maxLinks {
		info, err := os.Lstat(path)
		if err != nil || isDescriptor(path) || info.Mode()&fs.ModeSymlink == 0 {
			return path, nil // os.Stat says what is wrong, if anything is
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", errors.New("too many symbolic links")
}

// IsTorn reports whether a name is that of a file which Write, killed, left of the
// file whole.
func IsTorn(name, whole string) bool {
	var n uint32
	got, err := fmt.Sscanf(name, whole+tornFormat, &n)
	return got == 1 && err == nil && name == whole+fmt.Sprintf(tornFormat, n)
}

// tornFormat is what temporary names add.
const tornFormat = ".%08x" + temporary

// createTorn makes a file with a temporary name in the directory of another one.
func createTorn(path string, mode fs.FileMode) (*os.File, error) {
	for {
		name := path + fmt.Sprintf(tornFormat, rand.Uint32())
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// writeThrough writes to what is no regular file, such as /dev/stdout or a pipe.
func writeThrough(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return failure("write", path, err)
	}
	return errors.Join(buffered(write)(f), f.Close())
}

// buffered returns a function that writes in large pieces.
func buffered(write func(io.Writer) error) func(io.Writer) error {
	return func(w io.Writer) error {
		b := bufio.NewWriter(w)
		if err := write(b); err != nil {
			return err
		}
		return b.Flush()
	}
}
