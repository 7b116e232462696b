package command

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/policy/external"
)

// A trust says how far the files that a command reads are trusted. Its zero value
// starts no command that a file names.
type trust struct {
	exec  bool
	limit time.Duration // of such a bot for a view
}

// allowExecFlag is the flag of all commands that play bots whose specs come from files.
const allowExecFlag = "allow-exec"

// flags adds the flags of a command that plays bots from files.
func (t *trust) flags(c *cobra.Command) {
	t.allowFlag(c)
	addBotTimeout(c, &t.limit)
}

// allowFlag adds the flag of a command that has a --bot-timeout already.
func (t *trust) allowFlag(c *cobra.Command) {
	c.Flags().BoolVar(&t.exec, allowExecFlag, false, "start the commands of exec: bots that a file names; each is printed first")
}

// addBotTimeout adds the flag of all commands that play exec: bots.
func addBotTimeout(c *cobra.Command, limit *time.Duration) {
	c.Flags().DurationVar(limit, "bot-timeout", external.DefaultLimit, "how long an exec: bot may take for each view of a question")
}

// use checks the flags and lets bots have their limit from now on, and be started if a
// file names them and they are trusted so far.
func (t *trust) use(a *app) error {
	if t.limit <= 0 {
		return misused("--bot-timeout %v is not above 0", t.limit)
	}
	a.bots = a.bots.WithExternal(external.Open(t.limit))
	if t.exec {
		a.fileExec = true
		a.fileBots = a.fileBots.WithExternal(announced(a.err, external.Open(t.limit)))
	}
	return nil
}

// admit returns an error if one of the bots that a file names is an exec: bot and may
// not be started. What is going to play bots from a file calls it first. Should it be
// forgotten, no process is started either: fileBots has none to start.
func (a *app) admit(specs ...policy.Spec) error {
	for _, s := range specs {
		if s.IsExternal() && !a.fileExec {
			return misused("the file names a command, which starts only with --%s: %s", allowExecFlag, printable(s.String()))
		}
	}
	return nil
}

// allowing returns a command line that may start the exec: bots among specs.
func allowing(line string, specs ...policy.Spec) string {
	if line != "" && slices.ContainsFunc(specs, policy.Spec.IsExternal) && !strings.Contains(line, " --"+allowExecFlag) {
		line += " --" + allowExecFlag
	}
	return line
}

// announced returns an opener that prints each command before its first start.
func announced(w io.Writer, open policy.Opener) policy.Opener {
	var mu sync.Mutex
	seen := map[string]bool{}
	return func(command []string, r *rules.Rules) policy.Batch {
		words := make([]string, len(command))
		for i, word := range command {
			words[i] = printable(quoted(word))
		}
		line := strings.Join(words, " ")
		mu.Lock()
		defer mu.Unlock()
		if !seen[line] {
			seen[line] = true
			tellLines(w, fmt.Sprintf("--%s starts a command that a file names: %s", allowExecFlag, line))
		}
		return open(command, r)
	}
}

// printable returns a text as it is, or quoted if a terminal would not show all of it
// as it is.
func printable(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return r == unicode.ReplacementChar || !unicode.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return text
}

// refuse is the opener of the commands that files name, unless they are trusted.
func refuse(command []string, _ *rules.Rules) policy.Batch { return refused{command[0]} }

// A refused is the batch of a command that must not start. It fails whatever is asked.
type refused struct{ program string }

func (r refused) fail() error {
	return fmt.Errorf("%q is a command that a file names, which starts only with --%s", r.program, allowExecFlag)
}

// Greet fails.
func (r refused) Greet() (string, error) { return "", r.fail() }

// Decide fails.
func (r refused) Decide([]policy.Request, []policy.Answer) error { return r.fail() }

// End does nothing: there is no process.
func (refused) End(policy.Over) {}

// Close does nothing: there is no process.
func (refused) Close() error { return nil }
