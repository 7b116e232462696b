//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package store

import (
	"errors"
	"io/fs"
	"os"
)

// openLock makes a lock's file, which is the lock: one that is there is held, and
// stays so if its holder was killed.
func openLock(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil, errHeld
	}
	return f, err
}

func staleHint(path string) string {
	return " (if no such process runs any more, remove " + path + ")"
}
