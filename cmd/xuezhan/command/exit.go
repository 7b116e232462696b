package command

import (
	"errors"
	"fmt"
	"io"

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
	fmt.Fprintf(w, "xuezhan: %v\n", e.err)
	if wrong := (usageError{}); errors.As(e.err, &wrong) {
		fmt.Fprintf(w, "run '%s --help'\n", c.CommandPath())
	}
}
