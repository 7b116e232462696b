package command

import (
	"io"
	"os"

	"xuezhan/sim/store"
)

// document returns where a document goes that may not exist yet: a new file, a device,
// or the standard output for "-".
func (a *app) document(path string) store.Output { return store.Output{Path: path, Stdout: a.out} }

// replacement is document for one that may exist.
func (a *app) replacement(path string) store.Output {
	return store.Output{Path: path, Force: true, Stdout: a.out}
}

// nameOf returns how messages call what open opens.
func nameOf(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path
}

// open opens a file for reading; "-" is the standard input.
func (a *app) open(path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(a.in), nil
	}
	return os.Open(path)
}
