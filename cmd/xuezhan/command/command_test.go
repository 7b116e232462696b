package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/cobra"

	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/policy/external"
)

var testTables = sync.OnceValue(shape.New)

// testVersion is read once for all tests: it may be a digest of their program.
var testVersion = sync.OnceValue(readVersion)

// testSignature is played once for all tests: that the program's behaviour has one
// number is not for them to find out again and again.
var testSignature = sync.OnceValues(func() (string, error) {
	a := &app{tables: testTables}
	return a.playSignature(context.Background())
})

// testApp returns an app whose tables and signature the tests share.
func testApp(in io.Reader, out, errs io.Writer, bots *policy.Catalog) *app {
	return &app{
		in: in, out: bufio.NewWriter(out), stdout: out, err: errs, tables: testTables, version: testVersion,
		quiet: true, bots: bots, fileBots: bots.WithExternal(refuse),
		signature: func(context.Context) (string, error) { return testSignature() },
	}
}

// A result is what a command line left behind.
type result struct {
	status    int
	out, errs string
}

// execute runs a command line in this process.
func execute(t *testing.T, in string, args ...string) result {
	t.Helper()
	return executeContext(t.Context(), in, args...)
}

func executeContext(ctx context.Context, in string, args ...string) result {
	var out, errs bytes.Buffer
	a := testApp(strings.NewReader(in), &out, &errs, policy.NewCatalog().WithExternal(external.Open(external.DefaultLimit)))
	status := a.execute(ctx, args)
	return result{status, out.String(), errs.String()}
}

// fine runs a command line that must succeed and returns its output.
func fine(t *testing.T, args ...string) string {
	t.Helper()
	r := execute(t, "", args...)
	if r.status != statusFine {
		t.Fatalf("%v: got status %d, %s", args, r.status, r.errs)
	}
	return r.out
}

// parsed runs a command line that must print one JSON object, and returns it.
func parsed(t *testing.T, args ...string) map[string]any {
	t.Helper()
	return parseObject(t, fine(t, args...))
}

func parseObject(t *testing.T, text string) map[string]any {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		t.Fatalf("not one JSON object: %v: %.200s", err, text)
	}
	return object
}

func wantKeys(t *testing.T, object map[string]any, keys ...string) {
	t.Helper()
	for _, k := range keys {
		if _, ok := object[k]; !ok {
			t.Errorf("key %q is missing", k)
		}
	}
}

func TestWrongUsage(t *testing.T) {
	tests := []struct{ line, want string }{
		{"", "a command is missing; there are"},
		{"nonsense", `unknown command "nonsense"`},
		{"ru", "did you mean"},
		{"rules", "there are check, diff, list, show"},
		{"rules lst", `unknown command "lst"`},
		{"run --nonsense", "unknown flag: --nonsense"},
		{"run extra", `unexpected argument "extra"`},
		{"run --hands", "needs an argument"},
		{"run --hands many", `"many" is not a whole number`},
		{"run --hands 1.5", "not a whole number"},
		{"run --hands 0", "--hands 0 is not 1 to"},
		{"run --hands -5", "--hands -5 is not 1 to"},
		{"run --hands 9e15", "--hands 9000000000000000 is not 1 to"},
		{"run --games 0", "--games 0 is not 1 to"},
		{"run --games 5 --hands 5", "--hands and --games exclude each other"},
		{"run --policy fast --seats fast,fast,fast,fast", "--seats and --policy exclude each other"},
		{"run --policy nobody", `unknown bot "nobody"; bots are random`},
		{"run --policy fast:nonsense=1", `unknown option "nonsense"`},
		{"run --policy fast:void_tile=1000", "not a whole number 0 to 100"},
		{"run --seats fast,fast,fast", "--seats has 3 bots, not 4"},
		{"run --seats fast,fast,fast,fast,fast", "--seats has 5 bots, not 4"},
		{"run --seats fast,fast,nobody,fast", `unknown bot "nobody"`},
		{"run --rules nobody", `unknown rules "nobody"; presets are planet`},
		{"run --rules missing.json", "no such file"},
		{"run --walls high", `unknown walls "high"`},
		{"run --workers 0", "--workers 0 is not 1 to"},
		{"run --seed -1", "--seed: \"-1\" is not a whole number"},
		{"run --level 1", "--level 1 is not between 0 and 1"},
		{"run --level NaN", "is not between 0 and 1"},
		{"run --format pdf", `unknown format "pdf"; there are text, md, json`},
		{"run --format md --json", "contradict each other"},
		{"report", "argument PATH is missing"},
		{"study nonsense", `unknown command "nonsense"; there are best-response, call, discard, exchange, fast-vs-big, plan, void, wait`},
		{"study call extra", `unexpected argument "extra"`},
		{"study call --studied 0,4", `--studied "0,4" is not a list of seats 0 to 3`},
		{"study call --studied", "needs an argument"},
		{"study wait --hands 0", "--hands is not 1 to"},
		{"study wait --precision -1", "--precision -1 is below 0"},
		{"study wait --orders 0", "--orders 0 is not 1 to 255"},
		{"study wait --workers 0", "--workers 0 is not 1 to 1024"},
		{"study wait --seats fast", "--seats has 1 bot, not 4"},
		{"study wait --rules nobody", "presets are planet"},
		{"study wait --level 1", "--level 1 is not between"},
		{"study fast-vs-big --max-fan 9", "--max-fan 9 is not 0 to 8"},
		{"study fast-vs-big --min-left -1", "--min-left -1 is below 0"},
		{"study fast-vs-big --chase nobody", `unknown bot "nobody"`},
		{"report a --level 2", "--level 2"},
		{"eval", "argument TILES is missing"},
		{"eval 1m --void x", `unknown void suit "x"`},
		{"eval 1m --how lucky", `unknown situation "lucky"; there are self-draw`},
		{"eval 1m --rules nobody", "presets are planet"},
		{"eval - --rules nobody", "presets are planet"},
		{"eval - --seen 5x", "unknown suit 'x'"},
		{"rules show", "argument RULES is missing"},
		{"rules show nobody", "presets are planet"},
		{"rules diff planet", "argument B is missing"},
		{"rules check", "argument FILE is missing"},
		{"dataset schema nobody", `unknown table "nobody"; there are hands, seats, wins`},
		{"dataset info", "argument DIR is missing"},
		{"dataset head", "argument DIR is missing"},
		{"dataset head x --table games", `unknown table "games"; there are hands, seats, wins`},
		{"dataset head x -n -1", "--limit -1 is below 0"},
		{"dataset head x --columns suit", `--columns: seats has no column "suit" (did you mean "longest_suit"?); there are hand, game`},
		{"dataset head x --columns hand,", "a name is missing"},
		{"dataset query", "argument DIR is missing"},
		{"dataset query x --by suit", `--by: seats has no column "suit"`},
		{"dataset query x --where points", "a comparison is missing; there are = !="},
		{"dataset query x --where points==3", `"==" is no comparison`},
		{"dataset query x --where suit=3", `--where: seats has no column "suit"`},
		{"dataset query x --table wins --where bot=3", `--where: wins has no column "bot"`},
		{"dataset query x --mean points,", "a name is missing"},
		{"dataset query x --level 1", "--level 1 is not between 0 and 1"},
		{"dataset query x --level NaN", "is not between 0 and 1"},
		{"dataset query x --limit -1", "--limit -1 is below 0"},
		{"dataset query x --json --csv", "--json and --csv exclude each other"},
		{"dataset export", "argument DIR is missing"},
		{"dataset export x --csv --json", "either --csv or --json"},
		{"dataset export x -o seats.parquet", "the tables of x are Parquet already, x/seats-*.parquet"},
		{"run --brief --json", "--brief is for text, not for json"},
		{"study call --seats fast,fast,fast,fast --policy fast", "--seats and --policy exclude each other"},
		{"dataset export x --where hand=", "a value is missing"},
		{"dataset verify", "argument DIR is missing"},
		{"dataset verify x --sample -1", "--sample -1 is below 0"},
		{"dataset verify x --limit 0", "--limit 0 is below 1"},
		{"review", "either a RECORD, --run DIR or --match FILE --block K names what to review"},
		{"review x", "either --seat S or --bot SPEC says whose choices are reviewed"},
		{"review x --seat 4", "--seat 4 is not 0 to 3"},
		{"review x --seat 1 --hand 3", "--hand, --hands and --worst are for --run"},
		{"review --run x --seat 1", "--run needs --hand or --worst"},
		{"review --match x --seat 1", "--match and --block belong together"},
		{"review x --seat 1 --worlds 44", "--worlds 44 is below 45"},
		{"review --run x --worst 1 --seat 1 --worlds 100", "is below 45, or 225 with --worst"},
		{"review x --seat 1 --by bgi", `unknown bot "bgi"`},
		{"review x --seat 1 --by exec:cat", "exec:cat"},
		{"policies x", `unknown bot "x"; bots are random,`},
		{"policies bgi", `unknown bot "bgi" (did you mean "big"?)`},
		{"policies big fast", `unexpected argument "fast"`},
		{"help nonsense", `unknown command "nonsense"; there are bench, completion,`},
		{"help rules nonsense", `unknown command "rules nonsense"; there are check, diff, list, show`},
		{"version x", `unexpected argument "x"`},
	}
	for _, tt := range tests {
		r := execute(t, "", strings.Fields(tt.line)...)
		if r.status != statusUsage || !strings.Contains(r.errs, tt.want) {
			t.Errorf("%q: got status %d, %s; want %q", tt.line, r.status, r.errs, tt.want)
		}
		lines := strings.Split(strings.TrimSpace(r.errs), "\n")
		if len(lines) != 2 || !strings.HasPrefix(lines[0], "xuezhan: ") || !strings.HasPrefix(lines[1], "run 'xuezhan ") {
			t.Errorf("%q: got %q, want the error and a hint", tt.line, r.errs)
		}
		if r.out != "" {
			t.Errorf("%q printed %.80q", tt.line, r.out)
		}
	}
}

// Every command explains itself, and its examples work as they stand.
func TestExamples(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range commands(newRoot(&app{err: os.Stderr, out: bufio.NewWriter(os.Stderr)})) {
		if help := fine(t, append(strings.Fields(c.CommandPath())[1:], "--help")...); !strings.Contains(help, "Examples:") {
			t.Errorf("%s --help has no example", c.CommandPath())
		}
		for _, line := range strings.Split(c.Example, "\n") {
			runExample(t, strings.TrimSpace(line))
		}
	}
}

// Machines can read every command of ours, as the README says, but for those that
// write files of text.
func TestEveryCommandHasJSON(t *testing.T) {
	text := []string{"xuezhan deck", "xuezhan regress record"}
	for _, c := range commands(newRoot(&app{err: os.Stderr, out: bufio.NewWriter(os.Stderr)})) {
		if c.HasSubCommands() || c.Name() == "help" || c.Parent().Name() == "completion" {
			continue
		}
		got, want := c.Flags().Lookup("json") != nil, !slices.Contains(text, c.CommandPath())
		if got != want {
			t.Errorf("%s: has --json: %v, want %v", c.CommandPath(), got, want)
		}
	}
}

// commands returns a command and all below it, in the order in which examples
// build on each other: what stores a run, a match, a tuning or a study first.
func commands(c *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		switch sub.Name() {
		case "run", "match", "tune", "study":
			list = append(commands(sub), list...)
		default:
			list = append(list, commands(sub)...)
		}
	}
	return list
}

// runExample runs the commands of a line, each reading what the one before it
// has printed. Runs are cut short.
func runExample(t *testing.T, line string) {
	t.Helper()
	in := ""
	for i, part := range strings.Split(line, " | ") {
		words := strings.Fields(strings.ReplaceAll(part, "'", ""))
		if i > 0 && !slices.Contains(words, "-") {
			t.Errorf("example %q: a shell begins both at once, and %q does not read what is printed before it", line, part)
		}
		if words[0] == "echo" {
			in = strings.Join(words[1:], " ") + "\n"
			continue
		}
		if words[0] != "xuezhan" {
			t.Fatalf("example %q does not begin with xuezhan", line)
		}
		r := execute(t, in, shortened(words[1:])...)
		toFile := slices.ContainsFunc(words, func(w string) bool { return strings.HasSuffix(w, ".html") || strings.HasSuffix(w, ".svg") })
		if r.status != statusFine || (r.out == "") != toFile {
			t.Errorf("example %q: got status %d, %s", line, r.status, r.errs)
		}
		in = r.out
	}
}

func shortened(args []string) []string {
	switch {
	case args[0] == "tune" && args[1] != "--resume":
		return append(args, "--budget", "6000")
	case args[0] == "study" && len(args) > 1 && args[1] != "--resume" && args[1] != "discard" && args[1] != "best-response":
		return append(args, "--hands", "200")
	case args[0] == "learn" && args[1] != "--resume":
		return append(args, "--hands", "100", "--holdout", "50", "--rounds", "1")
	case args[0] == "dataset" && args[1] == "decisions" && !slices.Contains(args, "--resume"):
		return append(args, "--hands", "100")
	case args[0] != "run":
		return args
	case strings.Contains(strings.Join(args, " "), "--resume"):
		return args
	case strings.Contains(strings.Join(args, " "), "--games"):
		return append(args, "--games", "30")
	}
	return append(args, "--hands", "300")
}

func TestPanicFails(t *testing.T) {
	var errs bytes.Buffer
	a := testApp(strings.NewReader(""), io.Discard, &errs, policy.NewCatalog())
	a.tables = func() *shape.Tables { panic("no tables") }
	if status := a.execute(t.Context(), []string{"eval", "1112345678999m"}); status != statusFailed || !strings.Contains(errs.String(), "no tables") {
		t.Errorf("got status %d, %s", status, errs.String())
	}
}

// A fullWriter takes nothing.
type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestUnwritableOutputFails(t *testing.T) {
	for _, line := range []string{"version", "rules list", "policies --json", "run --hands 100", "eval -"} {
		var errs bytes.Buffer
		a := testApp(strings.NewReader("1m\n"), fullWriter{}, &errs, policy.NewCatalog())
		if status := a.execute(t.Context(), strings.Fields(line)); status != statusFailed || !strings.Contains(errs.String(), "closed") {
			t.Errorf("%s: got status %d, %s", line, status, errs.String())
		}
	}
}
