//go:build unix && !linux

package external

import (
	"os/exec"
	"syscall"
)

// inGroup makes a command the head of a process group of its own: signals of the
// terminal do not reach it, and what it starts ends with it. Should this process be
// killed, the bot's input ends.
func inGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
