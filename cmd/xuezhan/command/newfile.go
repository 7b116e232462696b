package command

import "xuezhan/sim/store"

// document returns where a document goes that may not exist yet: a new file, a device,
// or the standard output for "-".
func (a *app) document(path string) store.Output { return store.Output{Path: path, Stdout: a.out} }

// replacement is document for one that may exist.
func (a *app) replacement(path string) store.Output {
	return store.Output{Path: path, Force: true, Stdout: a.out}
}
