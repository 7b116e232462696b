package command

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/policy"
)

// honest is a bot that does what tests want of it: it plays the first legal action.
const honest = `import json, sys
for line in sys.stdin:
    q = json.loads(line)
    if "hello" in q:
        print('{"hello":{"protocol":1,"name":"honest","version":"1","views":64}}', flush=True)
    else:
        print(json.dumps({"ask": q["ask"], "actions": [v["legal"][0] for v in q["views"]]}), flush=True)
`

// A trap is a folder with files of every kind that were written by an honest exec:
// bot, whose program has then been changed so that it leaves a mark when it starts.
type trap struct {
	dir, mark, bot string
}

func newTrap(t *testing.T) *trap {
	t.Helper()
	spec := pythonSpec(t, honest)
	x := &trap{dir: t.TempDir(), bot: strings.TrimPrefix(spec, "exec:python3 ")}
	x.mark = filepath.Join(x.dir, "PWNED")
	seats := spec + ",fast,fast,fast"
	fine(t, "run", "--seats", seats, "--hands", "1100", "--out", x.path("run"))
	fine(t, "dataset", "decisions", "--seats", seats, "--hands", "40", "--out", x.path("decisions"))
	fine(t, "match", "-a", spec, "-b", "fast", "--blocks", "10", "--out", x.path("match"))
	fine(t, "ladder", "--bots", spec+",fast", "--rounds", "10", "--out", x.path("ladder"))
	fine(t, "regress", "record", "--seats", seats, "--hands", "20", "-o", x.path("baseline"))
	fine(t, "study", "call", "--hands", "20", "--out", x.path("study"))
	fine(t, "tune", "spsa", "--bot", "big", "--params", "min_fan", "--budget", "2000", "--out", x.path("tuned"))
	x.swap(t, "study/manifest.json", `"spec": "fast"`, `"spec": "`+spec+`"`)
	x.swap(t, "tuned/manifest.json", `"spec": "big"`, `"spec": "`+spec+`"`)
	evil := fmt.Sprintf("open(%q, 'a').write('x')\n%s", x.mark, honest)
	if err := os.WriteFile(x.bot, []byte(evil), 0o644); err != nil {
		t.Fatal(err)
	}
	return x
}

func (x *trap) path(name string) string { return filepath.Join(x.dir, name) }

// swap replaces a text in a file.
func (x *trap) swap(t *testing.T, name, old, new string) {
	t.Helper()
	text := read(t, x.path(name))
	if !bytes.Contains(text, []byte(old)) {
		t.Fatalf("%s has no %s: %s", name, old, text)
	}
	changed := strings.ReplaceAll(withoutSum(string(text)), old, new)
	if err := os.WriteFile(x.path(name), []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (x *trap) isSprung() bool {
	_, err := os.Stat(x.mark)
	return err == nil
}

// TestDataStartsNothing: no command starts a program that a file names, unless it is
// told to, and then it prints it first.
func TestDataStartsNothing(t *testing.T) {
	x := newTrap(t)
	for _, tt := range []struct {
		line   []string
		status int
		want   string // on either output
	}{
		{[]string{"dataset", "verify", x.path("run")}, statusFine, "not checked: replay of 200 hands"},
		{[]string{"dataset", "verify", x.path("run"), "--sample", "0"}, statusFine, "not checked: replay of 0 hands"},
		{[]string{"dataset", "verify", x.path("decisions")}, statusFine, "not checked: the versions of the bots"},
		{[]string{"dataset", "verify", x.path("study")}, statusFailed, ""},
		{[]string{"dataset", "info", x.path("run"), "--verify"}, statusFine, ""},
		{[]string{"dataset", "head", x.path("run")}, statusFine, ""},
		{[]string{"report", x.path("run")}, statusFine, ""},
		{[]string{"report", x.path("match")}, statusFine, ""},
		{[]string{"replay", "--run", x.path("run"), "--hand", "3"}, statusUsage, "which starts only with --allow-exec: exec:python3 "},
		{[]string{"run", "--resume", x.path("run")}, statusUsage, "which starts only with --allow-exec: exec:python3 "},
		{[]string{"dataset", "decisions", "--resume", x.path("decisions")}, statusUsage, "which starts only with --allow-exec: exec:python3 "},
		{[]string{"match", "--resume", x.path("match")}, statusUsage, "which starts only with --allow-exec: exec:python3 "},
		{[]string{"replay", "--match", x.path("match"), "--block", "3"}, statusUsage, "which starts only with --allow-exec: exec:python3 "},
		{[]string{"dataset", "verify", x.path("match")}, statusFine, "not checked: whether the bots play so"},
		{[]string{"dataset", "verify", x.path("ladder")}, statusFine, "not checked: whether the bots play so"},
		{[]string{"dataset", "head", x.path("ladder")}, statusFine, ""},
		{[]string{"report", x.path("ladder")}, statusFine, ""},
		{[]string{"ladder", "--resume", x.path("ladder")}, statusUsage, "which starts only with --allow-exec: exec:python3 "},
		{[]string{"merge", x.path("merged"), x.path("match")}, statusUsage, "which starts only with --allow-exec: exec:python3 "},
		{[]string{"regress", "check", x.path("baseline")}, statusUsage, "which starts only with --allow-exec: exec:python3 "},
		{[]string{"regress", "check", x.path("baseline"), "--update"}, statusUsage, "which starts only with --allow-exec: exec:python3 "},
		{[]string{"study", "--resume", x.path("study")}, statusUsage, "study cannot use exec: bots"},
		{[]string{"tune", "--resume", x.path("tuned")}, statusUsage, "tune cannot use exec: bots"},
	} {
		r := execute(t, "", tt.line...)
		if r.status != tt.status || !strings.Contains(r.out+r.errs, tt.want) {
			t.Errorf("%v: got status %d, %s%s; want %d, %q", tt.line, r.status, r.out, r.errs, tt.status, tt.want)
		}
		if x.isSprung() {
			t.Fatalf("%v has started a program", tt.line)
		}
	}
	for _, line := range [][]string{
		{"dataset", "verify", x.path("run")},
		{"replay", "--run", x.path("run"), "--hand", "3"},
		{"match", "--resume", x.path("match")},
		{"ladder", "--resume", x.path("ladder")},
		{"dataset", "verify", x.path("match")},
		{"regress", "check", x.path("baseline")},
	} {
		r := execute(t, "", append(line, "--allow-exec")...)
		want := "xuezhan: --allow-exec starts a command that a file names: python3 " + x.bot + "\n"
		if r.status != statusFine || strings.Count(r.errs, want) != 1 || !x.isSprung() {
			t.Errorf("%v: got %+v, started: %t; want %q once", line, r, x.isSprung(), want)
		}
		_ = os.Remove(x.mark)
	}
}

// TestRefusedBatch: should a command forget to ask, the catalog of files starts
// nothing all the same.
func TestRefusedBatch(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "PWNED")
	spec, err := policy.NewCatalog().WithExternal(refuse).Parse("exec:touch " + mark)
	if err != nil {
		t.Fatal(err)
	}
	b := spec.Open(&rules.Rules{})
	_, greeted := b.Greet()
	if asked := b.Decide(make([]policy.Request, 1), make([]policy.Answer, 1)); greeted == nil || asked == nil {
		t.Errorf("got %v, %v; want two errors", greeted, asked)
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("a program was started")
	}
}

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"sh -c 'id'": "sh -c 'id'", "没有": "没有", "a\x1b[2Jb": `"a\x1b[2Jb"`, "\u202egpj.exe": `"\u202egpj.exe"`, "\xff": `"\xff"`,
	} {
		if got := printable(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// TestNothingLeavesItsFolder: what a manifest says of a net or of a bot's parameters
// is no path to follow.
func TestNothingLeavesItsFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "run")
	fine(t, "run", "--hands", "50", "--out", dir)
	manifest := filepath.Join(dir, "manifest.json")
	before := read(t, manifest)
	for _, spec := range []string{"learned@/../../secret", "learned@../../secret", "fast@../../secret.json", "learned@/dev/zero"} {
		after := strings.Replace(withoutSum(string(before)), `"spec": "fast"`, `"spec": "`+spec+`"`, 1)
		if err := os.WriteFile(manifest, []byte(after), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, line := range [][]string{{"run", "--resume", dir}, {"dataset", "verify", dir}, {"replay", "--run", dir, "--hand", "1"}} {
			if r := execute(t, "", line...); r.status == statusFine || strings.Contains(r.errs+r.out, "no such file") {
				t.Errorf("%s: %v: got %+v", spec, line, r)
			}
		}
	}
}
