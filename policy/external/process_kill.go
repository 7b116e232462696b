//go:build unix

package external

import (
	"os/exec"
	"syscall"
)

// killGroup ends a command that has been started and all that it started. That
// there may be nothing left to end is no matter.
func killGroup(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
