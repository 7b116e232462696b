package command

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "rewrite the files that tests compare with")

// A sharedFlag is a flag that means the same wherever it is.
type sharedFlag struct {
	name string
	on   func(c *cobra.Command) bool // which commands have it; nil where that is not fixed
	// differs are the commands whose default is another, and why.
	differs map[string]string
	usage   bool // the text of the help is the same too
}

// playing are the commands that play hands with bots that are named on the command line.
var playing = []string{
	"run", "replay", "match", "ladder", "tune", "learn", "dataset decisions", "regress record", "policies try",
	"study call", "study exchange", "study fast-vs-big", "study plan", "study void", "study wait", "study discard", "study best-response",
}

// pool are the commands that play with several goroutines.
var pool = append([]string{"regress check"}, slices.DeleteFunc(slices.Clone(playing), func(name string) bool {
	return name == "replay" || name == "policies try" // a hand after the other
})...)

// studies are the questions of study that hands are played for.
var studies = []string{"study call", "study exchange", "study fast-vs-big", "study plan", "study void", "study wait"}

// on returns a function that says whether a command is on a list.
func on(lists ...[]string) func(*cobra.Command) bool {
	names := slices.Concat(lists...)
	return func(c *cobra.Command) bool { return slices.Contains(names, nameOfCommand(c)) }
}

func nameOfCommand(c *cobra.Command) string {
	return strings.TrimPrefix(strings.TrimPrefix(c.CommandPath(), "xuezhan"), " ")
}

// sharedFlags are the flags that several commands have, with what is fixed of them.
var sharedFlags = []sharedFlag{
	{name: "rules", on: on(playing, []string{"eval"}), usage: true},
	{name: "seed", on: on(playing, []string{"deck", "dataset verify", "review"})},
	{name: "hands", differs: map[string]string{
		"deck": "a deck", "replay": "a hand", "review": "a hand", "policies try": "a trial", "learn": "of a round", "regress record": "a file to keep",
		"dataset decisions": "many rows a hand", "study call": "many plays a hand", "study exchange": "many plays a hand",
		"study fast-vs-big": "many plays a hand", "study plan": "many plays a hand", "study void": "many plays a hand", "study wait": "many plays a hand",
	}},
	{name: "games"},
	{name: "seats"},
	{name: "policy", differs: map[string]string{"regress check": "the recorded bots play", "study plan": "value plays for each goal"}},
	{name: "rotate", usage: true},
	{name: "decks", usage: true},
	{name: "walls", differs: map[string]string{
		"match": "lanes pair what bots draw", "ladder": "lanes pair what bots draw", "tune": "lanes pair what bots draw",
		"study best-response": "lanes pair what bots draw",
	}},
	{name: "workers", on: on(pool, []string{"study", "merge", "review"}), usage: true},
	{name: "level", usage: true},
	{name: "format", differs: map[string]string{"replay": "by the file's ending", "review": "by the file's ending"}},
	{name: "brief", on: on([]string{"run", "merge", "report", "study", "study discard", "study best-response", "match", "ladder", "tune"}, studies), usage: true},
	{name: "json"},
	{name: "output"},
	{name: "force"},
	{name: "out"},
	{name: "resume"},
	{name: "plots", usage: true},
	{name: "check"},
	{name: "limit", differs: map[string]string{"dataset query": "all groups", "dataset verify": "a screen of faults"}},
	{name: "allow-exec", on: on([]string{"run", "merge", "replay", "review", "match", "ladder", "dataset decisions", "dataset verify", "regress check", "study best-response"}), usage: true},
	{name: "bot-timeout", on: on([]string{"run", "merge", "replay", "review", "match", "ladder", "dataset decisions", "dataset verify", "regress record", "regress check", "policies try", "study best-response"}), usage: true},
	{name: "on-bot-fault", on: on([]string{"run", "match", "ladder", "study best-response"}), usage: true},
	{name: "in-flight", on: on([]string{"run", "match", "ladder", "policies try", "study best-response"})},
	{name: "cpuprofile", usage: true},
	{name: "memprofile", usage: true},
}

// ourCommands are the commands but for those that cobra brings.
func ourCommands() []*cobra.Command {
	root := newRoot(&app{err: os.Stderr, out: bufio.NewWriter(io.Discard)})
	list := slices.DeleteFunc(commands(root), func(c *cobra.Command) bool {
		return c == root || c.Name() == "help" || strings.HasPrefix(nameOfCommand(c), "completion")
	})
	slices.SortFunc(list, func(a, b *cobra.Command) int { return strings.Compare(a.CommandPath(), b.CommandPath()) })
	return list
}

// TestSharedFlags: what means the same has the same name, type, default and text
// everywhere, or the difference is listed with its reason.
func TestSharedFlags(t *testing.T) {
	for _, s := range sharedFlags {
		var first *pflag.Flag
		for _, c := range ourCommands() {
			name := nameOfCommand(c)
			f := c.Flags().Lookup(s.name)
			if s.on != nil && (f != nil) != s.on(c) {
				t.Errorf("%s: has --%s: %t, want %t", name, s.name, f != nil, s.on(c))
			}
			if f == nil {
				continue
			}
			if _, differs := s.differs[name]; differs {
				continue
			}
			if first == nil {
				first = f
			}
			if f.Value.Type() != first.Value.Type() || f.DefValue != first.DefValue || f.Shorthand != first.Shorthand {
				t.Errorf("%s: --%s is -%s %s, %q, elsewhere -%s %s, %q", name, s.name, f.Shorthand, f.Value.Type(), f.DefValue, first.Shorthand, first.Value.Type(), first.DefValue)
			}
			if s.usage && f.Usage != first.Usage {
				t.Errorf("%s: --%s is explained as %q, elsewhere as %q", name, s.name, f.Usage, first.Usage)
			}
		}
		for name := range s.differs {
			if !slices.ContainsFunc(ourCommands(), func(c *cobra.Command) bool { return nameOfCommand(c) == name && c.Flags().Lookup(s.name) != nil }) {
				t.Errorf("%s has no --%s, and a reason for its default", name, s.name)
			}
		}
	}
}

// TestEverywhere: some flags are those of all commands.
func TestEverywhere(t *testing.T) {
	for _, c := range ourCommands() {
		for _, name := range []string{"quiet", stackFlag, "help"} {
			c.InitDefaultHelpFlag()
			if c.Flag(name) == nil {
				t.Errorf("%s has no --%s", nameOfCommand(c), name)
			}
		}
		if c.Parent() == c.Root() && c.GroupID == "" {
			t.Errorf("%s is in no group of the help", nameOfCommand(c))
		}
	}
}

// flagsFile documents which command has which flags.
const flagsFile = "../FLAGS.md"

// TestFlagsFile: the table of commands and flags is that of the program; -update
// rewrites it.
func TestFlagsFile(t *testing.T) {
	want := flagsTable()
	if *update {
		if err := os.WriteFile(flagsFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(flagsFile)
	if err != nil || string(got) != want {
		t.Errorf("%s is not what the commands have (%v); go test ./cmd/xuezhan/command -run TestFlagsFile -update rewrites it", flagsFile, err)
	}
}

// flagsTable returns the table as Markdown: the flags that several commands share with
// their defaults, then those of single commands.
func flagsTable() string {
	var b strings.Builder
	fmt.Fprintln(&b, "# Commands and flags\n\nWritten by a test from the commands themselves. `--quiet`, `--stack` and `--help` are flags of all.")
	shared := map[string]bool{}
	fmt.Fprintln(&b, "\n## Flags that mean the same everywhere\n\n| flag | commands, with the default in brackets |\n|---|---|")
	for _, s := range sharedFlags {
		shared[s.name] = true
		byDefault := map[string][]string{}
		for _, c := range ourCommands() {
			if f := c.LocalNonPersistentFlags().Lookup(s.name); f != nil {
				byDefault[defaultText(f)] = append(byDefault[defaultText(f)], nameOfCommand(c))
			}
		}
		var cells []string
		for _, value := range slices.SortedFunc(maps.Keys(byDefault), func(x, y string) int {
			if d := len(byDefault[y]) - len(byDefault[x]); d != 0 {
				return d
			}
			return strings.Compare(x, y)
		}) {
			cell := strings.Join(byDefault[value], ", ")
			if value != "" {
				cell += " (" + value + ")"
			}
			cells = append(cells, cell)
		}
		fmt.Fprintf(&b, "| `--%s` | %s |\n", s.name, strings.Join(cells, "; "))
	}
	fmt.Fprintln(&b, "\nWhere a default differs there is a reason:")
	fmt.Fprintln(&b)
	for _, s := range sharedFlags {
		for _, name := range slices.Sorted(maps.Keys(s.differs)) {
			fmt.Fprintf(&b, "- `%s --%s`: %s\n", name, s.name, s.differs[name])
		}
	}
	fmt.Fprintln(&b, "\n## Flags of each command\n\n| command | its own flags | flags it shares |\n|---|---|---|")
	for _, c := range ourCommands() {
		var own, common []string
		c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			switch {
			case f.Name == "help":
			case shared[f.Name]:
				common = append(common, "`"+dashed(f.Name)+"`")
			default:
				own = append(own, "`"+dashed(f.Name)+"`")
			}
		})
		slices.Sort(own)
		slices.Sort(common)
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", nameOfCommand(c), strings.Join(own, " "), strings.Join(common, " "))
	}
	return b.String()
}

// defaultText returns a flag's default as the table has it, empty for one that says
// nothing: none, no, or as many as the machine has processors.
func defaultText(f *pflag.Flag) string {
	if f.DefValue == "false" || f.DefValue == "0" || f.Name == "workers" {
		return ""
	}
	return f.DefValue
}
