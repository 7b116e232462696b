package command

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// storedRun stores a run and returns its directory and what it printed.
func storedRun(t *testing.T, args ...string) string {
	t.Helper()
	dir := t.TempDir() + "/run"
	fine(t, append([]string{"run", "--out", dir}, args...)...)
	return dir
}

func TestReplayOfRun(t *testing.T) {
	for _, args := range [][]string{
		{"--rules", "planet", "--hands", "300", "--seats", "fast,big,random,timeout", "--rotate", "--walls", "lanes"},
		{"--rules", "mil", "--games", "20"},
		{"--rules", "wap-flow", "--hands", "200", "--policy", "big"},
	} {
		dir := storedRun(t, args...)
		text := fine(t, "replay", "--run", dir, "--hand", "17", "--hands", "30", "--json")
		if r := execute(t, text, "replay", "-", "--verify"); r.status != statusFine || r.out != "30 hands verified\n" {
			t.Errorf("%v: status %d, %s%s", args, r.status, r.out, r.errs)
		}
		if r := execute(t, text, "replay", "-", "--verify", "--json"); parseObject(t, r.out)["hands"] != 30.0 {
			t.Errorf("%v: %s", args, r.out)
		}
		if shown := fine(t, "replay", "--run", dir, "--hand", "17"); !strings.Contains(shown, "hand 17 of seed 1") || !strings.Contains(shown, "points by source") {
			t.Errorf("%v: %s", args, shown)
		}
		r := execute(t, "", "replay", "--run", dir, "--hand", "300")
		if r.status != statusFailed || !strings.Contains(r.errs, "hands, 0 to ") {
			t.Errorf("a hand past the end: status %d, %s", r.status, r.errs)
		}
	}
}

func TestReplayFaults(t *testing.T) {
	dir := storedRun(t, "--rules", "planet", "--hands", "50")
	text := fine(t, "replay", "--run", dir, "--hand", "3", "--hands", "2", "--json")
	second := 1 + strings.Count(text[:strings.LastIndex(text, `{"format"`)], "\n")
	lines := strings.SplitAfter(text, "\n")
	last := strings.LastIndex(text, "]}")
	without := strings.Join(append(lines[:79:79], lines[80:]...), "")
	for _, tt := range []struct{ name, in, want string }{
		{"torn", text[:len(text)-9], "standard input: line " + strconv.Itoa(len(lines)-1) + ": torn"},
		{"missing line", without, "standard input: line 80: expected "},
		{"other seed", strings.Replace(text, `"seed":"1"`, `"seed":"2"`, 1), "standard input: line 1: the deck is not that of hand 3 of seed 2"},
		{"fault in the second", text[:last] + "9" + text[last:], "standard input: line " + strconv.Itoa(len(lines)-1) + ": ledger"},
		{"later version", strings.Replace(text, `"version":1`, `"version":9`, 1), "standard input: line 1: format version 9"},
		{"later version in the second", strings.Replace(text, `"version":1,"visibility":"full","rules":{"name":"planet","base":"planet","changes":{},"hash":"33f7ffd851a04986"},"seed":"1","hand":4`, `"version":9`, 1), "standard input: line " + strconv.Itoa(second) + ": format version 9"},
		{"empty", "", "no record"},
	} {
		r := execute(t, tt.in, "replay", "-", "--verify")
		if r.status != statusFailed || !strings.Contains(r.errs, tt.want) {
			t.Errorf("%s: status %d, %q; want %q", tt.name, r.status, r.errs, tt.want)
		}
	}
	if r := execute(t, without, "replay", "-"); r.status != statusFailed || !strings.Contains(r.errs, "line 80") {
		t.Errorf("shown: status %d, %s", r.status, r.errs)
	}
}

func TestReplayOfOneSeat(t *testing.T) {
	dir := storedRun(t, "--rules", "sbr", "--hands", "50")
	seen := fine(t, "replay", "--run", dir, "--hand", "7", "--seat", "2")
	if !strings.Contains(seen, "seen by seat 2") || strings.Contains(seen, "of seed") {
		t.Error(seen)
	}
	private := fine(t, "replay", "--run", dir, "--hand", "7", "--seat", "2", "--json")
	if strings.Contains(private, `"deck"`) || !strings.Contains(private, `"visibility":"seat 2"`) {
		t.Errorf("%.300s", private)
	}
	if r := execute(t, private, "replay", "-", "--verify"); r.status != statusFailed || !strings.Contains(r.errs, "only full records can be verified") {
		t.Errorf("status %d, %s", r.status, r.errs)
	}
	if r := execute(t, private, "replay", "-"); r.status != statusFine || !strings.Contains(r.out, "seen by seat 2") {
		t.Errorf("status %d, %s", r.status, r.errs)
	}
	if r := execute(t, private, "replay", "-", "--seat", "1"); r.status != statusFailed || !strings.Contains(r.errs, "what seat 2 knew") {
		t.Errorf("status %d, %s", r.status, r.errs)
	}
}

func TestReplayStep(t *testing.T) {
	dir := storedRun(t, "--rules", "planet", "--hands", "20")
	all := execute(t, strings.Repeat("\n", 300), "replay", "--run", dir, "--hand", "2", "--step")
	if all.status != statusFine || !strings.Contains(all.out, "the hand is over") {
		t.Errorf("status %d, %s", all.status, all.errs)
	}
	some := execute(t, "\n\nq\n", "replay", "--run", dir, "--hand", "2", "--step")
	if some.status != statusFine || len(some.out) >= len(all.out)/3 || !strings.HasPrefix(all.out, some.out) {
		t.Errorf("status %d, %d of %d bytes", some.status, len(some.out), len(all.out))
	}
}

func TestDecksAreTheSeed(t *testing.T) {
	path := t.TempDir() + "/decks.txt"
	for _, walls := range []string{"shared", "lanes"} {
		fine(t, "deck", "--seed", "7", "--hands", "400", "--walls", walls, "-o", path)
		args := []string{"run", "--seed", "7", "--seats", "fast,big,random,timeout", "--rotate", "--json"}
		bySeed := parsed(t, append(args, "--hands", "400", "--walls", walls)...)
		byDecks := parsed(t, append(args, "--decks", path)...)
		if bySeed["digest"] != byDecks["digest"] || byDecks["hands"] != 400.0 {
			t.Errorf("%s: digest %v by seed, %v by decks", walls, bySeed["digest"], byDecks["digest"])
		}
		if r := execute(t, "", "deck", "-o", path); r.status != statusFailed || !strings.Contains(r.errs, "exists already") {
			t.Errorf("written over: status %d, %s", r.status, r.errs)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	text := fine(t, "deck", "--hands", "2")
	for _, tt := range []struct{ in, want string }{
		{strings.Replace(text, "dealer=", "dealer=9", 1), "standard input: line 2, column 1: the dealer"},
		{"\n", "standard input: no decks"},
	} {
		if r := execute(t, tt.in, "run", "--decks", "-"); r.status != statusFailed || !strings.Contains(r.errs, tt.want) {
			t.Errorf("status %d, %s; want %q", r.status, r.errs, tt.want)
		}
	}
}

func TestReplayUsage(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"replay", "names what to replay"},
		{"replay a --run b --hand 1", "names what to replay"},
		{"replay a --hand 1", "not for a FILE"},
		{"replay --run a", "--run needs --hand"},
		{"replay --run a --hand -1", "--hand -1 is below 0"},
		{"replay a --seat 4", "--seat 4 is not 0 to 3"},
		{"replay a --verify --seat 1", "--verify excludes"},
		{"replay a --json --step", "--json excludes"},
		{"replay - --step", "--step reads"},
		{"deck --hands 0", "--hands 0 is not 1 to"},
		{"deck --walls high", `unknown walls "high"`},
		{"run --decks a --hands 3", "exclude each other"},
		{"run --decks a --walls lanes", "exclude each other"},
		{"replay --run a --hand 1 --seed 5", "says its own --seed"},
		{"replay --hand 3 --decks d --walls lanes", "exclude each other"},
		{"run --resume a --hands 3", "--resume takes everything from the run; --hands cannot be given"},
		{"run --resume a --rotate", "--rotate cannot be given"},
		{"run --resume a --out b", "--out cannot be given"},
		{"regress", "there are check, record"},
		{"regress record", "-o FILE is missing"},
		{"regress record -o f --decks d --hands 3", "--decks and --hands exclude"},
		{"regress record -o f --seats fast,fast,fast,fast --policy fast", "exclude each other"},
		{"regress record -o f --hands 0", "--hands 0 is not 1 to"},
		{"regress record -o f --policy nobody", "unknown bot"},
		{"regress check", "argument FILE is missing"},
		{"regress check f --update --policy big", "--update records"},
		{"regress check f --seats a --policy b", "exclude each other"},
		{"regress check f --workers 0", "is not 1 to 1024"},
	} {
		r := execute(t, "", strings.Fields(tt.line)...)
		if r.status != statusUsage || !strings.Contains(r.errs, tt.want) {
			t.Errorf("%q: status %d, %s; want %q", tt.line, r.status, r.errs, tt.want)
		}
	}
}

// TestReplayPage writes pages of a hand, and is refused where there is a file.
func TestReplayPage(t *testing.T) {
	dir := storedRun(t, "--rules", "planet", "--hands", "20")
	file := t.TempDir() + "/hand.html"
	page := func(args ...string) string {
		fine(t, append([]string{"replay", "--run", dir, "--hand", "2", "-o", file}, args...)...)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if text := page(); !strings.HasPrefix(text, "<!doctype html>") || !strings.Contains(text, `"hand":2,`) {
		t.Errorf("the page begins with %.80q", text)
	}
	if r := execute(t, "", "replay", "--run", dir, "--hand", "2", "-o", file); r.status != statusFailed || !strings.Contains(r.errs, "exists already") {
		t.Errorf("written over: status %d, %s", r.status, r.errs)
	}
	if text := page("--seat", "1", "--force"); !strings.Contains(text, `"visibility":"seat 1"`) {
		t.Error("the page is not seat 1's")
	}
}

// TestReplayStepBack goes back and to a turn.
func TestReplayStepBack(t *testing.T) {
	dir := storedRun(t, "--rules", "planet", "--hands", "20")
	r := execute(t, "\n\nb\n7\nq\n", "replay", "--run", dir, "--hand", "2", "--step")
	var heads []string
	for _, part := range strings.Split(strings.TrimSpace(r.out), "\n\n") {
		if head, _, _ := strings.Cut(part, "\n"); !strings.HasPrefix(head, "seat  ") {
			heads = append(heads, head)
		}
	}
	if len(heads) != 5 || heads[1] != heads[3] || heads[1] == heads[2] || !strings.HasPrefix(heads[4], "turn 7: ") {
		t.Errorf("the steps begin with %q", heads)
	}
}

// TestReplayMatchAndBaseline shows two hands side by side.
func TestReplayMatchAndBaseline(t *testing.T) {
	dir := t.TempDir()
	execute(t, "", "match", "-a", "big", "-b", "fast", "--blocks", "4", "--out", dir+"/match")
	fine(t, "regress", "record", "--hands", "9", "-o", dir+"/fast.baseline")
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--match", dir + "/match", "--block", "2"}, `"beside":{"parting":[`},
		{[]string{"--baseline", dir + "/fast.baseline", "--hand", "8"}, `"beside":{"parting":[-1,-1]}`},
	} {
		args := append([]string{"replay"}, tt.args...)
		if r := execute(t, fine(t, append(args, "--json")...), "replay", "-", "--verify"); r.out != "2 hands verified\n" {
			t.Errorf("%v: %s%s", tt.args, r.out, r.errs)
		}
		if page := fine(t, append(args, "--format", "html")...); !strings.Contains(page, tt.want) {
			t.Errorf("%v: the page lacks %s", tt.args, tt.want)
		}
	}
	for _, tt := range []struct{ line, want string }{
		{"replay --match a", "belong together"},
		{"replay --match a --block -1", "is below 0"},
		{"replay --match a --block 1 --hand 2", "belong together"},
		{"replay --baseline a", "--baseline needs --hand"},
		{"replay --baseline a --hand 1 --run b", "names what to replay"},
		{"replay --match a --block 1 --seed 3", "says its own --seed"},
	} {
		if r := execute(t, "", strings.Fields(tt.line)...); r.status != statusUsage || !strings.Contains(r.errs, tt.want) {
			t.Errorf("%s: status %d, %s", tt.line, r.status, r.errs)
		}
	}
}
