package command

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"xuezhan/sim"
)

// withReplay adds to the error of a hand that panicked the command that shows it
// again; line returns it for a hand. Other errors stay as they are.
func withReplay(err error, line func(hand int64) string) error {
	if f := (*sim.Fault)(nil); errors.As(err, &f) {
		return fmt.Errorf("%w\nthis plays it again: %s", err, line(f.Hand))
	}
	return err
}

// stackFlag is the flag of all commands that wants the Go stack of a panic.
const stackFlag = "stack"

func wantsStack(root *cobra.Command) bool {
	wants, err := root.PersistentFlags().GetBool(stackFlag)
	return err == nil && wants
}

// tellStack writes the Go stack of a hand's panic, if it is wanted.
func tellStack(w io.Writer, root *cobra.Command, err error) {
	if f := (*sim.Fault)(nil); wantsStack(root) && errors.As(err, &f) {
		io.WriteString(w, f.Stack)
	}
}

// panicError is the error of a panic that no hand is to blame for.
func panicError(root *cobra.Command, p any) error {
	text, _, _ := strings.Cut(fmt.Sprint(p), "\n") // a worker's has its stack in it
	if wantsStack(root) {
		return fmt.Errorf("fault in the program: %v\n%s", p, debug.Stack())
	}
	return fmt.Errorf("fault in the program: %s; --%s says where", text, stackFlag)
}
