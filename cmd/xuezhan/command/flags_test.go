package command

import (
	"bufio"
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// What several commands have is called the same in all of them, has the same letter,
// and takes the same kind of value: -o is --output FILE, --out names a directory.
func TestFlagsMeanTheSame(t *testing.T) {
	var errs bytes.Buffer
	root := newRoot(&app{err: &errs, out: bufio.NewWriter(&errs)})
	kinds, letters, names := map[string]string{}, map[string]string{}, map[string]string{}
	for _, c := range allCommands(root) {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			at := c.CommandPath() + " --" + f.Name
			agree(t, kinds, f.Name, kindOfFlag(f), at)
			agree(t, letters, f.Name, f.Shorthand, at)
			if f.Shorthand != "" {
				agree(t, names, f.Shorthand, f.Name, at)
			}
		})
	}
	for name, want := range map[string]string{"out": "DIR", "output": "FILE", "plots": "DIR", "rules": "RULES"} {
		if got := kinds[name]; got != want {
			t.Errorf("--%s takes %s, want %s", name, got, want)
		}
	}
}

// agree demands that every command says the same of one name.
func agree(t *testing.T, said map[string]string, name, what, at string) {
	t.Helper()
	if before, ok := said[name]; ok && before != what {
		t.Errorf("%s has %q, another command %q", at, what, before)
	}
	said[name] = what
}

// kindOfFlag returns what a flag takes: how its help calls it, where it has a name
// of its own, or what type it is of. A match's record is a file and a run a
// directory: --resume names either. --hand is a hand: its tiles where hands are dealt,
// and its number where they are replayed.
func kindOfFlag(f *pflag.Flag) string {
	what, _ := pflag.UnquoteUsage(f)
	switch {
	case f.Name == "resume":
		return "FILE or DIR"
	case f.Name == "hand" && (what == "TILES" || what == "N" || what == "int"):
		return "a hand"
	case f.Name == "by": // dataset query groups by columns, review judges by a bot
		return "COLUMNS or SPEC"
	case what == "int", what == "N":
		return "number" // of which some may be written 1e6
	}
	return what
}

func allCommands(c *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		list = append(list, allCommands(sub)...)
	}
	return list
}

func TestUnknownFlags(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"match --outptu x", `unknown flag: --outptu (did you mean "output"?)`},
		{"dataset head x --limt 3", `unknown flag: --limt (did you mean "limit"?)`},
		{"ladder -z", "unknown flag: -z\n"},
		{"ladder --zzz", "unknown flag: --zzz\n"},
	} {
		r := execute(t, "", strings.Fields(tt.args)...)
		if r.status == statusFine || !strings.Contains(r.errs, tt.want) {
			t.Errorf("%s: got status %d, %s; want %s", tt.args, r.status, r.errs, tt.want)
		}
	}
}

// A resume takes all from what is stored that is not about how to play and print:
// each command that has --resume refuses each such flag, before it looks for what
// is stored.
func TestResumeRefusesFlags(t *testing.T) {
	root := newRoot(&app{err: new(bytes.Buffer), out: bufio.NewWriter(new(bytes.Buffer))})
	seen := map[string]bool{}
	for _, c := range allCommands(root) {
		if c.LocalFlags().Lookup("resume") == nil {
			continue
		}
		how := annotated(c, howFlag)
		words := strings.Fields(c.CommandPath())[1:]
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "resume" || f.Name == "help" || slices.Contains(how, f.Name) {
				return
			}
			args := append(slices.Clone(words), "--resume", "nowhere", "--"+f.Name)
			switch f.Value.Type() {
			case "bool":
			case "float64":
				args = append(args, "0.5")
			case "TILES":
				args = append(args, "1m")
			default:
				args = append(args, "1")
			}
			seen[c.Name()+" "+f.Name] = true
			r := execute(t, "", args...)
			if r.status == statusFine || !strings.Contains(r.errs, "cannot be given") && !strings.Contains(r.errs, "--out and --resume") {
				t.Errorf("%s: got status %d, %s", strings.Join(args, " "), r.status, r.errs)
			}
		})
	}
	for _, want := range []string{"run seed", "match blocks", "match out", "ladder rounds", "tune budget", "decisions features", "study level"} {
		if !seen[want] {
			t.Errorf("%s is not refused", want)
		}
	}
}
