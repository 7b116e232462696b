//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package store

import (
	"os"
	"syscall"
)

// openLock opens a lock's file and takes the lock, which the kernel gives back
// when the process ends in whatever way.
func openLock(path string) (*os.File, error) {
	f, err := openOwn(path)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err != syscall.EINTR {
			break
		}
	}
	if err == nil {
		return f, nil
	}
	f.Close()
	if err == syscall.EWOULDBLOCK {
		err = errHeld
	}
	return nil, err
}

func staleHint(string) string { return "" }
