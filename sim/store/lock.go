package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A lock is held by the one process that writes a directory. Its file names the
// process and is as old as the holding; it goes with the lock.
type lock struct {
	file *os.File // nil once released
	path string
}

// errHeld says that a lock is another's.
var errHeld = errors.New("held")

// LockFile takes the lock of a file that this process is going to write on, or reports
// who has it. It is held by a file next to it, with .lock behind its name, until it is
// released or the process ends.
func LockFile(path string) (release func(), err error) {
	l, err := lockAt(path+".lock", path, "write another file")
	if err != nil {
		return nil, err
	}
	return l.release, nil
}

// takeLock takes the lock of a directory, or reports who has it.
func takeLock(dir string) (*lock, error) {
	return lockAt(filepath.Join(dir, lockName), dir, "name another directory")
}

// lockAt takes the lock of what is written, whose file is path; otherwise is what else
// the user can do.
func lockAt(path, written, otherwise string) (*lock, error) {
	for {
		f, err := openLock(path)
		if errors.Is(err, errHeld) {
			return nil, heldError(written, path, otherwise)
		}
		if err != nil {
			return nil, failure("lock", path, err)
		}
		if !isAt(f, path) { // its holder removed it before we had it
			f.Close()
			continue
		}
		// Who holds it is for messages only: where there is no room for it, the lock
		// is held all the same.
		if f.Truncate(0) == nil {
			_, _ = f.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0)
		}
		return &lock{f, path}, nil
	}
}

// isAt reports whether a path still leads to a file.
func isAt(f *os.File, path string) bool {
	own, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(own, there)
}

// heldError says who writes a file or a directory, and since when.
func heldError(written, path, otherwise string) error {
	who := "another process"
	f, err := os.Open(path)
	if err == nil {
		defer f.Close()
		text, _ := io.ReadAll(io.LimitReader(f, 20))
		if pid, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
			who = fmt.Sprintf("process %d", pid)
		}
		if info, err := f.Stat(); err == nil {
			who += " since " + info.ModTime().Format(time.DateTime)
		}
	}
	return fmt.Errorf("store: %s is being written by %s%s; wait for its end or stop it, or %s", written, who, staleHint(path), otherwise)
}

// release gives the lock up. Twice is as once.
func (l *lock) release() {
	if l.file == nil {
		return
	}
	os.Remove(l.path) // while it is held, so that nobody else's is removed
	l.file.Close()
	l.file = nil
}
