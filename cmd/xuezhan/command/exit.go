package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"
)

// An exitError ends the program with a status of its own: that of a verdict, if
// there is no error, or of a command whose statuses 1 and 2 mean something else.
type exitError struct {
	status int
	err    error
}

// Error returns the error's text.
func (e exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.status)
	}
	return e.err.Error()
}

// Unwrap returns the error, nil for a verdict.
func (e exitError) Unwrap() error { return e.err }

// tell prints the error, if there is one, as other commands' errors are printed.
func (e exitError) tell(w io.Writer, c *cobra.Command) {
	if e.err == nil {
		return
	}
	tellError(w, c, e.err)
}

// tellError says what went wrong, and after wrong usage where right usage stands.
func tellError(w io.Writer, c *cobra.Command, err error) {
	fmt.Fprintf(w, "xuezhan: %s\n", message(err))
	if wrong := (usageError{}); errors.As(err, &wrong) {
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
