//go:build !unix

package external

import "os/exec"

// inGroup does nothing: there are no process groups here.
func inGroup(*exec.Cmd) {}

// killGroup ends a command that has been started. What it started itself is to
// end when its standard input does.
func killGroup(c *exec.Cmd) { _ = c.Process.Kill() }
