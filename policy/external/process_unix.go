//go:build unix

package external

import (
	"os/exec"
	"syscall"
)

// inGroup makes a command the head of a process group of its own: signals of the
// terminal do not reach it, and what it starts ends with it.
func inGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends a command that has been started and all that it started. That
// there may be nothing left to end is no matter.
func killGroup(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
