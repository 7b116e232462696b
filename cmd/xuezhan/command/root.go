// Package command is xuezhan's command line, a file for each subcommand: its
// options, their flags, what is wrong with them, and what it does with the
// packages that do the work.
//
// Results go to the standard output and nothing else does; progress and errors
// go to the standard error. The exit status is 0 when all went well, 1 when
// something failed, 2 when the command was used wrongly, and 130 when it was
// interrupted.
package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/policy/external"
)

// The exit statuses.
const (
	statusFine   = 0
	statusFailed = 1
	statusUsage  = 2
)

// An app is what the subcommands share.
type app struct {
	in     io.Reader
	out    *bufio.Writer
	stdout io.Writer // what out writes to
	err    io.Writer
	tables func() *shape.Tables // built when first asked for
	bots   *policy.Catalog

	version func() version // read when first asked for, which may take some 50 ms

	// signature returns the number of the program's behaviour, playSignature's,
	// which takes a second.
	signature func(context.Context) (string, error)
}

// Main runs the command line of the process with the bots of a catalog, and
// returns the exit status: all that a main package needs that adds bots.
func Main(c *policy.Catalog) int {
	return Execute(context.Background(), c, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

// Execute runs a command line with the bots of a catalog and returns the exit
// status. The context's end stops a run that is under way, and so do an
// interrupt and SIGTERM.
func Execute(ctx context.Context, c *policy.Catalog, args []string, in io.Reader, out, errs io.Writer) int {
	a := &app{
		in: in, out: bufio.NewWriter(out), stdout: out, err: errs,
		tables: sync.OnceValue(shape.New), bots: c.WithExternal(external.Open(external.DefaultLimit)),
		version: sync.OnceValue(readVersion),
	}
	a.signature = a.playSignature
	return a.execute(ctx, args)
}

func (a *app) execute(ctx context.Context, args []string) (status int) {
	root := newRoot(a)
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(a.err, "xuezhan: %v\n", panicError(root, p))
			status = statusFailed
		}
	}()
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if flushErr := a.out.Flush(); err == nil {
		err = flushErr
	}
	if err == nil {
		return statusFine
	}
	if exit := (exitError{}); errors.As(err, &exit) {
		exit.tell(a.err, cmd)
		tellStack(a.err, root, err)
		return exit.status
	}
	tellError(a.err, cmd, err)
	tellStack(a.err, root, err)
	if wrong := (usageError{}); errors.As(err, &wrong) {
		return statusUsage
	}
	return statusFailed
}

func newRoot(a *app) *cobra.Command {
	root := newGroup(&cobra.Command{
		Use:   "xuezhan",
		Short: "Sichuan mahjong by the million",
		Long: `xuezhan (血战) plays Sichuan mahjong by the million and says what the play was
worth.

Results go to standard output, progress and errors to standard error. The exit
status is 0 when all went well, 1 when something failed, 2 for wrong usage, 130
when it was interrupted.`,
		Example: `  xuezhan run --hands 100000
  xuezhan eval 11123456789m55p`,
	},
		newRun(a), newReport(a), newStudy(a), newMatch(a), newLadder(a), newTune(a), newLearn(a), newEval(a), newRules(a), newPolicies(a), newDataset(a), newReplay(a), newDeck(a), newRegress(a), newBench(a), newVersion(a),
	)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.PersistentFlags().Bool(stackFlag, false, "if something panics, print the Go stack")
	addVersionFlag(root, a)
	root.SetHelpCommand(newHelp(root))
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetFlagErrorFunc(flagError)
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error { return checkFlags(c) }
	addCompletion(root)
	return root
}

// newHelp is cobra's help, but for unknown commands, which are wrong usage.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "explain a command",
		Example: "  xuezhan help run",
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return misused("unknown command %q; there are %s", strings.Join(args, " "), strings.Join(commandNames(c), ", "))
			}
			c.InitDefaultHelpFlag()
			return c.Help()
		},
	}
}

// addCompletion lets cobra add its completion commands, and gives them examples.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		c.Example = "  xuezhan completion bash"
		for _, shell := range c.Commands() {
			shell.Example = "  xuezhan completion " + shell.Name()
		}
		newGroup(c)
	}
}
