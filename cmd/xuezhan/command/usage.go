package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"xuezhan/engine/spell"
	"xuezhan/policy"
)

// A usageError says that a command was used wrongly.
type usageError struct{ error }

// Unwrap returns the error itself.
func (e usageError) Unwrap() error { return e.error }

// isUsage reports whether an error is that of a command that was used wrongly, which
// what needs bots of this process and gets others is too.
func isUsage(err error) bool {
	external := (*policy.ExternalError)(nil)
	return errors.As(err, new(usageError)) || errors.As(err, &external)
}

// misused returns a usageError.
func misused(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// newGroup makes a command that does nothing but hold others: without one of
// their names it is used wrongly.
func newGroup(group *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	group.AddCommand(commands...)
	group.Args = cobra.ArbitraryArgs
	group.RunE = func(c *cobra.Command, args []string) error {
		names := strings.Join(commandNames(c), ", ")
		if len(args) == 0 {
			return misused("a command is missing; there are %s", names)
		}
		return misused("unknown command %q%s; there are %s", args[0], spell.Hint(args[0], commandNames(c)), names)
	}
	return group
}

func commandNames(c *cobra.Command) []string {
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return names
}

// wantArgs demands one argument for each name; those in brackets, which come
// last, may be left out.
func wantArgs(names ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > len(names) {
			return misused("unexpected argument %q", args[len(names)])
		}
		if len(args) < len(names) && !strings.HasPrefix(names[len(args)], "[") {
			return misused("argument %s is missing", names[len(args)])
		}
		return nil
	}
}
