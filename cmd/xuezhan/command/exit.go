package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"
)

// The exit statuses. exitHelp explains them to users.
const (
	statusFine        = 0
	statusFailed      = 1
	statusUsage       = 2
	statusUnexpected  = 3
	statusInterrupted = 130 // 128 + SIGINT, as shells have it
	statusTerminated  = 143 // 128 + SIGTERM
)

// exitHelp says what the exit statuses mean, the same for all commands.
const exitHelp = `The exit status of every command is
    0  done
    1  something failed, or a check found a fault or a difference
    2  wrong usage: the same command line fails again
    3  the verdict is not the one of --expect
  130  interrupted; 143 if ended by SIGTERM`

// An exitError is an error with an exit status of its own.
type exitError struct {
	status int
	error
}

// Unwrap returns the error itself.
func (e exitError) Unwrap() error { return e.error }

// statusOf returns the exit status of an error.
func (a *app) statusOf(err error) int {
	exit := exitError{status: statusFailed}
	switch {
	case err == nil:
		return statusFine
	case errors.As(err, &exit) && exit.status == statusInterrupted:
		return a.interruptedStatus()
	case isUsage(err):
		return statusUsage
	}
	return exit.status
}

// interruptedStatus returns the exit status of what a signal ended.
func (a *app) interruptedStatus() int {
	if a.terminated.Load() {
		return statusTerminated
	}
	return statusInterrupted
}

// tellError says what went wrong, and after wrong usage where right usage stands.
func tellError(w io.Writer, c *cobra.Command, err error) {
	fmt.Fprintf(w, "xuezhan: %s\n", message(err))
	if isUsage(err) {
		fmt.Fprintf(w, "run '%s --help'\n", c.CommandPath())
	}
}

// message returns what an error says; of one of the file system the path and what
// is wrong with it, but not the name of the system call.
func message(err error) string {
	at := (*fs.PathError)(nil)
	if !errors.As(err, &at) {
		return err.Error()
	}
	return strings.Replace(err.Error(), at.Error(), at.Path+": "+at.Err.Error(), 1)
}
