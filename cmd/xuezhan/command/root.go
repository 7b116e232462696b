// Package command is xuezhan's command line, a file for each subcommand: its
// options, their flags, what is wrong with them, and what it does with the
// packages that do the work.
//
// Results go to the standard output and nothing else does; progress and errors
// go to the standard error. exitHelp lists the exit statuses.
package command

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/policy/external"
)

// An app is what the subcommands share.
type app struct {
	in     io.Reader
	out    *bufio.Writer
	stdout io.Writer // what out writes to
	err    io.Writer
	tables func() *shape.Tables // built when first asked for
	bots   *policy.Catalog      // for specs of the command line

	fileBots *policy.Catalog // for specs that come from files; see trust
	fileExec bool            // exec: bots among them may be started

	terminated atomic.Bool // a SIGTERM has come
	quiet      bool        // no progress is told

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
		fileBots: c.WithExternal(refuse),
		version:  sync.OnceValue(readVersion),
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
	if err != nil {
		tellError(a.err, cmd, err)
		tellStack(a.err, root, err)
	}
	return a.statusOf(err)
}

func newRoot(a *app) *cobra.Command {
	root := newGroup(&cobra.Command{
		Use:   "xuezhan",
		Short: "Sichuan mahjong by the million",
		Long: `xuezhan (血战) plays Sichuan mahjong by the million and says what the play was
worth.

Results go to standard output, progress and errors to standard error.

` + exitHelp,
		Example: `  xuezhan run --hands 100000
  xuezhan eval 11123456789m55p`,
	},
		inGroup("play", newRun(a), newMerge(a), newReplay(a), newDeck(a))...)
	root.AddCommand(inGroup("compare", newMatch(a), newLadder(a), newTune(a), newLearn(a))...)
	root.AddCommand(inGroup("ask", newReview(a), newStudy(a), newReport(a), newDataset(a))...)
	root.AddCommand(inGroup("look", newEval(a), newRules(a), newPolicies(a))...)
	root.AddCommand(inGroup("check", newRegress(a), newBench(a), newVersion(a))...)
	root.AddGroup(commandGroups()...)
	root.SetHelpCommandGroupID("check")
	root.SetCompletionCommandGroupID("check")
	root.SilenceErrors, root.SilenceUsage = true, true
	root.PersistentFlags().BoolVar(&a.quiet, "quiet", a.quiet, "tell no progress, only results and errors")
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

// commandGroups are the groups in which help lists the commands, by use.
func commandGroups() []*cobra.Group {
	return []*cobra.Group{
		{ID: "play", Title: "Play hands and follow them:"},
		{ID: "compare", Title: "Compare bots and make better ones:"},
		{ID: "ask", Title: "Ask what play was worth:"},
		{ID: "look", Title: "Look up tiles, rules and bots:"},
		{ID: "check", Title: "Check the program itself:"},
	}
}

// inGroup puts commands in one of the groups of help.
func inGroup(id string, list ...*cobra.Command) []*cobra.Command {
	for _, c := range list {
		c.GroupID = id
	}
	return list
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
