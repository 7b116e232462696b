package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// grace is how long what is under way may take to remove its temporary files
// after a second signal.
const grace = 2 * time.Second

// An interruption tells a command that it is to end. After the first SIGINT or
// SIGTERM it ends softly: what is under way is finished and nothing more is
// begun. After the second it ends now.
type interruption struct {
	softly, now context.Context // the second ends last
	end         func()
}

// interruptible listens for signals until end is called. The parent's end is as
// a second signal.
func (a *app) interruptible(parent context.Context) *interruption {
	now, endNow := context.WithCancel(parent)
	softly, endSoftly := context.WithCancel(now)
	signals := make(chan os.Signal, 3)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		s, ok := <-signals
		if !ok {
			return
		}
		a.note(s)
		fmt.Fprintln(a.err, "xuezhan: finishing what is under way; interrupt again to stop at once")
		endSoftly()
		if _, ok := <-signals; !ok {
			return
		}
		endNow()
		select {
		case _, again := <-signals:
			if !again {
				return
			}
		case <-time.After(grace):
		}
		os.Exit(a.interruptedStatus())
	}()
	return &interruption{softly, now, func() {
		// After a signal the next ones stay caught: the program is about to end with
		// its status, and must not end by a signal instead.
		if now.Err() != nil || softly.Err() == nil {
			signal.Stop(signals)
			close(signals)
		}
		endNow()
		endSoftly()
	}}
}

// note remembers by which signal the program ends.
func (a *app) note(s os.Signal) { a.terminated.Store(s == syscall.SIGTERM) }

// untilSignal does work that leaves nothing when it ends early: the first
// signal ends it, and a second one the program.
func (a *app) untilSignal(parent context.Context, work func(ctx context.Context) error) error {
	ctx, stop := context.WithCancel(parent)
	defer stop()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	go func() {
		select {
		case s := <-signals:
			a.note(s)
			signal.Stop(signals)
			stop()
		case <-ctx.Done():
		}
	}()
	err := work(ctx)
	if err != nil && ctx.Err() != nil {
		return exitError{statusInterrupted, errors.New("interrupted")}
	}
	return err
}

// interrupted reports whether a signal, or the parent's end, has come.
func (i *interruption) interrupted() bool { return i.softly.Err() != nil }

// or returns an error, as that of an interruption if there was one and it is not
// so already.
func (i *interruption) or(err error, resume string) error {
	if exit := (exitError{}); err == nil || !i.interrupted() || errors.As(err, &exit) {
		return err
	}
	return interruptedError("before anything was played", resume)
}

// interruptedError is the error of what was interrupted: what was done, and the
// command line that resumes it, if there is one.
func interruptedError(done, resume string) error {
	err := fmt.Errorf("interrupted %s", done)
	if resume != "" {
		err = fmt.Errorf("%w; this resumes it:\n%s", err, resume)
	}
	return exitError{statusInterrupted, err}
}

// commandLine returns a command line as one types it: words, and those of a
// command's flags that were given.
func commandLine(words []string, c *cobra.Command, flags []string) string {
	var line []string
	for _, w := range words {
		line = append(line, quoted(w))
	}
	for _, name := range flags {
		f := c.Flags().Lookup(name)
		switch {
		case f == nil || !f.Changed:
		case f.Value.Type() == "bool" && f.Value.String() == "true":
			line = append(line, "--"+name)
		case f.Value.Type() == "bool":
			line = append(line, "--"+name+"=false")
		default:
			line = append(line, "--"+name, quoted(f.Value.String()))
		}
	}
	return strings.Join(line, " ")
}

// quoted returns a word as a shell reads it back.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=,@+", r)
	}
	if word != "" && strings.TrimLeftFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// tellLines writes lines as the program's own on the standard error.
func tellLines(w io.Writer, lines ...string) {
	for _, l := range lines {
		fmt.Fprintln(w, "xuezhan: "+l)
	}
}
