package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim/match"
	"xuezhan/sim/stats"
)

// TestMatchIsExclusive demands that a match and a ladder are written by one process at a
// time: the second is told who writes, and changes nothing.
func TestMatchIsExclusive(t *testing.T) {
	for _, line := range [][]string{
		{"match", "-a", "fast", "-b", "timeout", "--blocks", "30"}, {"ladder", "--bots", "fast,timeout", "--rounds", "30"},
	} {
		dir := filepath.Join(t.TempDir(), "dir")
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			words := append(slices.Clone(line), "--out", dir)
			words[len(line)-1] = "1e9"
			executeContext(ctx, "", words...)
		}()
		for err := error(os.ErrNotExist); err != nil; _, err = os.Stat(filepath.Join(dir, "blocks-000000.tail")) {
			time.Sleep(time.Millisecond)
		}
		for _, words := range [][]string{{line[0], "--resume", dir}, append(line, "--out", dir)} {
			r := execute(t, "", words...)
			if r.status != statusFailed || !strings.Contains(r.errs, fmt.Sprint("is being written by process ", os.Getpid())) {
				t.Errorf("%v: status %d, %s", words, r.status, r.errs)
			}
		}
		cancel()
		<-done
	}
}

// startedMatch starts a match, and ends before it is whole.
func startedMatch(t *testing.T, dir string, words ...string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { // however slow the machine, some blocks are stored first
		defer cancel()
		for ctx.Err() == nil {
			if info, err := os.Stat(filepath.Join(dir, "blocks-000000.tail")); err == nil && info.Size() > 4096 {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	r := executeContext(ctx, "", append([]string{"match", "-a", "fast", "-b", "big", "--blocks", "1e9", "--out", dir}, words...)...)
	if r.status != statusInterrupted || !strings.Contains(r.errs, "\nxuezhan match --resume "+dir+"\n") {
		t.Errorf("got status %d, %s", r.status, r.errs)
	}
}

// TestMatchStatus: the verdict changes the exit status only if one is expected.
func TestMatchStatus(t *testing.T) {
	tests := []struct {
		line   string
		status int
		want   string // in what is printed
	}{
		{"-a fast -b timeout --blocks 100", statusFine, "fast is better than timeout"},
		{"-a fast -b timeout --blocks 100 --expect better", statusFine, "fast is better"},
		{"-a fast -b timeout --blocks 100 --expect not-better", statusUnexpected, "fast is better"},
		{"-a timeout -b fast --blocks 100", statusFine, "is not better than fast"},
		{"-a timeout -b fast --blocks 100 --expect better", statusUnexpected, "is not better than fast"},
		{"-a timeout -b fast --blocks 100 --expect not-better", statusFine, "is not better than fast"},
		{"-a fast -b big --blocks 20 --expect better", statusUnexpected, "undecided"},
		{"-a fast -b timeout --blocks 100 --design 1v3 --walls shared", statusFine, "is better"},
		{"-a fast -b timeout --sprt 0,0.5 --expect better", statusFine, "is better"},
		{"-a timeout -b fast --sprt 0,0.5 --luck --alpha 0.1 --expect better", statusUnexpected, "is not better"},
		{"-a fast -b timeout --watch --blocks 200 --expect better", statusFine, "is better"},
		{"--bots fast,random,timeout --blocks 60 --expect better", statusFine, "is better than every other"},
		{"--bots random,fast,timeout --blocks 60 --expect better", statusUnexpected, "is worse than another"},
		{"--bots fast,fast,timeout --blocks 90 --seed 5", statusFine, "undecided"},
		{"--bots fast:win=min2,call=timeout,fast --blocks 60 --json", statusFine, `"verdict":"not-better"`},
	}
	for _, tt := range tests {
		r := execute(t, "", append([]string{"match"}, strings.Fields(tt.line)...)...)
		if r.status != tt.status || !strings.Contains(r.out, tt.want) {
			t.Errorf("%s: got status %d, want %d, %s; %s%s", tt.line, r.status, tt.status, tt.want, r.errs, r.out)
		}
		if (r.errs == "") != (tt.status == statusFine) {
			t.Errorf("%s: got status %d and on the standard error %q", tt.line, r.status, r.errs)
		}
	}
}

func TestMatchWrongUsage(t *testing.T) {
	tests := []struct{ line, want string }{
		{"", "two bots are missing"},
		{"-a fast", "a bot is missing: -b SPEC"},
		{"-b fast", "a bot is missing: -a SPEC"},
		{"-a fast -b big --sprt 0.1,0", `--sprt "0.1,0": MU0, 0.1, is not below MU1, 0`},
		{"-a fast -b big --sprt 0,NaN", `--sprt "0,NaN" is not MU0,MU1`},
		{"-a fast -b nobody", `unknown bot "nobody"`},
		{"-a fast -b big extra", `unexpected argument "extra"`},
		{"-a fast -b big --nonsense", "unknown flag"},
		{"-a fast -b big --bots fast,big", "exclude each other"},
		{"--bots fast", "two bots or more to compare, not 1"},
		{"--bots fast,big,random --luck", "for two bots"},
		{"--bots fast,big,random --plan", "--plan is for two bots"},
		{"--bots fast,big --design 1v3", "--design is for two bots"},
		{"-a fast -b big --blocks 0", "1 to"},
		{"-a fast -b big --blocks x", "not a whole number"},
		{"-a fast -b big --sprt 0", "is not MU0,MU1"},
		{"-a fast -b big --sprt 0.1,0", "not below"},
		{"-a fast -b big --sprt 0,0.1 --alpha 0.7", "--alpha 0.7"},
		{"-a fast -b big --sprt 0,0.1 --watch", "exclude each other"},
		{"-a fast -b big --alpha 0.1", "are for --sprt"},
		{"-a fast -b big --delta 0.1", "is for --plan"},
		{"-a fast -b big --plan --delta 0", "is not 0.0001 to 1000 points per hand"},
		{"-a fast -b big --plan --delta 1e26", "is not 0.0001 to 1000 points per hand"},
		{"-a fast -b big --plan --delta NaN", "is not 0.0001 to 1000 points per hand"},
		{"-a fast -b big --sprt 0,1e26", "at most 1000 points per hand"},
		{"-a fast -b big --sprt -1e26,0", "at most 1000 points per hand"},
		{"-a fast -b big --sprt 0,1e-300", "less than 0.0001 points per hand apart"},
		{"-a fast -b big --plan --blocks 5", "exclude each other"},
		{"-a fast -b big --design field", "unknown design"},
		{"-a fast -b big --walls high", "unknown walls"},
		{"-a fast -b big --rules nobody", "presets are planet"},
		{"-a fast -b big --level 2", "--level 2"},
		{"-a fast -b big --workers 0", "--workers 0"},
		{"--resume x --seed 2", "--seed cannot be given"},
		{"-a fast -b big --expect good", `--expect "good" is not better or not-better`},
		{"-a fast -b big --expect better --plan", "--plan and --expect exclude each other"},
	}
	for _, tt := range tests {
		r := execute(t, "", append([]string{"match"}, strings.Fields(tt.line)...)...)
		if r.status != statusUsage || !strings.Contains(r.errs, tt.want) || !strings.HasPrefix(r.errs, "xuezhan: ") || r.out != "" {
			t.Errorf("%q: got status %d, %s; want %q", tt.line, r.status, r.errs, tt.want)
		}
	}
}

// TestMatchIdentical: equal bots end at once, whatever ends the match otherwise; other
// bots that play alike end after a thousand blocks.
func TestMatchIdentical(t *testing.T) {
	for line, blocks := range map[string]float64{
		"match -a fast -b fast:void_tile=12 --sprt 0,0.2":        0,
		"match -a fast -b fast --blocks 500":                     0,
		"match -a big:discard=big -b big --watch":                0,
		"match -a fast -b fast --luck --design 1v3":              0,
		"match -a fast -b fast:win=fast --expect not-better":     0,
		"match -a timeout -b timeout:discard=timeout,win=always": 1000,
	} {
		r := execute(t, "", append(strings.Fields(line), "--json")...)
		got := parseObject(t, r.out)
		if got["verdict"] != "identical" || got["blocks"] != blocks || (r.status == statusFine) == strings.Contains(line, "expect") {
			t.Errorf("%s: got status %d, %v", line, r.status, got)
		}
	}
	path := filepath.Join(t.TempDir(), "match")
	fine(t, "match", "-a", "fast", "-b", "fast", "--out", path)
	fine(t, "dataset", "verify", path)
	if text := fine(t, "match", "--resume", path); !strings.Contains(text, "identical: A and B are the same bot, so nothing was played") {
		t.Errorf("resumed: %s", text)
	}
	if text := fine(t, "report", path); !strings.Contains(text, "identical") {
		t.Errorf("report: %s", text)
	}
}

// TestMatchFails: what is wrong with files is no wrong usage.
func TestMatchFails(t *testing.T) {
	for _, line := range []string{"match --resume /no/such/dir", "match -a fast -b big -o /no/such/dir/file", "ladder --resume /no/such/dir"} {
		if r := execute(t, "", strings.Fields(line)...); r.status != statusFailed || !strings.Contains(r.errs, "no such file") {
			t.Errorf("%s: got status %d, %s", line, r.status, r.errs)
		}
	}
}

func TestMatchPanicFails(t *testing.T) {
	r := execute(t, "", "match", "-a", "fast", "-b", "fast", "--blocks", "10")
	if r.status != statusFine {
		t.Fatalf("got status %d", r.status)
	}
	var errs bytes.Buffer
	a := testApp(strings.NewReader(""), io.Discard, &errs, policy.NewCatalog())
	a.tables = func() *shape.Tables { panic("no tables") }
	if status := a.execute(t.Context(), []string{"match", "-a", "fast", "-b", "big"}); status != statusFailed || !strings.Contains(errs.String(), "fault in the program") {
		t.Errorf("got status %d, %s", status, errs.String())
	}
}

func TestMatchJSON(t *testing.T) {
	got := parsed(t, "match", "-a", "fast", "-b", "timeout", "--sprt", "0,0.5", "--luck", "--json")
	wantKeys(t, got, "a", "b", "rules", "rules_hash", "seed", "walls", "design", "version", "seconds", "hands_per_s",
		"verdict", "blocks", "hands", "faults", "difference", "median_unbiased", "sprt", "luck", "blocks_that_differ", "block_deviation")
	if got["verdict"] != "better" || got["walls"] != "lanes" || got["design"] != "pairs" {
		t.Errorf("got %v", got)
	}
	got = parsed(t, "match", "--bots", "fast,random,timeout", "--blocks", "60", "--json")
	wantKeys(t, got, "bots", "pairs", "verdict")
	got = parsed(t, "match", "-a", "fast", "-b", "big", "--plan", "--json")
	wantKeys(t, got, "delta", "block_deviation", "blocks_fixed", "blocks_sprt_at_half", "hands_per_s")
}

// A match that ended early and is resumed prints what it would have printed, and leaves
// the same files; one that is finished is not played again.
func TestMatchResume(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	args := []string{"match", "-a", "fast", "-b", "fast:call=never", "--blocks", "300", "--json"}
	want := fine(t, append(args, "--out", whole)...)
	stored := files(t, whole)
	for i, damage := range []string{"blocks-000000.parquet", "blocks-000001.parquet", "blocks-000002.parquet", ""} {
		if damage != "" {
			spoil(t, filepath.Join(whole, damage))
		}
		got := execute(t, "", "match", "--resume", whole, "--json", "--workers", fmt.Sprint(i%3+1))
		if got.status != statusFine || untimed(t, got.out) != untimed(t, want) {
			t.Errorf("damaged %q: got status %d, %s%s; want %s", damage, got.status, got.out, got.errs, want)
		}
		if (damage == "") != strings.Contains(got.errs, "there is nothing to play") {
			t.Errorf("damaged %q: said %s", damage, got.errs)
		}
		wantSameFiles(t, whole, stored)
	}
	if r := execute(t, "", append(args, "--out", whole)...); r.status != statusFailed || !strings.Contains(r.errs, "already holds") {
		t.Errorf("a directory that has a match: got status %d, %s", r.status, r.errs)
	}
	if r := execute(t, "", "match", "--resume", filepath.Join("testdata", "before", "match.jsonl")); r.status != statusFailed || !strings.Contains(r.errs, "xuezhan report") {
		t.Errorf("a record of an earlier version: got status %d, %s", r.status, r.errs)
	}
}

// What is stored by a bot that plays differently now is refused.
func TestMatchResumeRefusesOtherPlay(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "match")
	startedMatch(t, dir)
	tail := filepath.Join(dir, "blocks-000000.tail")
	_, rest, _ := strings.Cut(string(read(t, tail)), "\n")
	writeFile(t, tail, `{"block":0,"points":[[900,-900,0,0],[0,0,0,0]]}`+"\n"+rest)
	before := files(t, dir)
	r := execute(t, "", "match", "--resume", dir)
	if r.status != statusFailed || !strings.Contains(r.errs, "the replay of block 0 differs from the stored block") {
		t.Errorf("got status %d, %s", r.status, r.errs)
	}
	wantSameFiles(t, dir, before)
}

// The result is written as a document of each format, by the file's ending; what exists is
// replaced only if that is asked for.
func TestMatchDocuments(t *testing.T) {
	dir := t.TempDir()
	for ending, want := range map[string]string{
		".txt": "fast is better than timeout: ", ".md": "**fast is better than timeout", ".json": `{"a":"fast",`, ".html": "<!doctype html>",
		".csv": "Match\nname,value\nA,fast\n", ".svg": "<svg ", ".png": "\x89PNG",
	} {
		for _, line := range []string{"match -a fast -b timeout --blocks 60", "ladder --bots fast,timeout --rounds 60"} {
			words := strings.Fields(line)
			file := filepath.Join(dir, words[0]+ending)
			if words[0] == "ladder" {
				want = strings.NewReplacer("fast is better than timeout", "fast is the best of 2 bots", "Match", "Ladder", "A,fast", "rules,wap-battle 5f47ffaad43d9683", `"a":"fast"`, `"rules":"wap-battle"`).Replace(want)
			}
			if text := fine(t, append(words, "-o", file)...); text != "" {
				t.Errorf("%s %s printed %s", line, ending, text)
			}
			if text := string(read(t, file)); !strings.HasPrefix(strings.ToLower(text), strings.ToLower(want)) {
				t.Errorf("%s %s: got %.100q, want %q", line, ending, text, want)
			}
			if r := execute(t, "", append(words, "-o", file)...); r.status != statusFailed || !strings.Contains(r.errs, "exists already") {
				t.Errorf("%s %s: status %d, %s", line, ending, r.status, r.errs)
			}
			fine(t, append(words, "-o", file, "--force")...)
			writeFile(t, file, "")
			fine(t, append(words, "-o", file, "--force", "--format", "json")...)
			if text := string(read(t, file)); text[0] != '{' {
				t.Errorf("%s: --format json: %.100q", file, text)
			}
		}
	}
	for line, want := range map[string]string{
		"match -a fast -b big --format png":                        "--format png is for --output",
		"match -a fast -b big --format gif":                        "unknown format",
		"match -a fast -b big --json --format csv":                 "contradict",
		"match -a fast -b big --force":                             "--force is for --output",
		"match -a fast -b big --plan --format md":                  "exclude each other",
		"match -a fast -b big --shard 0/2":                         "--shard needs --out",
		"ladder --bots fast,big --shard 0/2":                       "--shard needs --out",
		"match -a fast -b big --shard 0/2 --out x --watch":         "has no end",
		"match -a fast -b big --shard 0/2 --out x --expect better": "--expect is for a verdict",
		"match --resume x --shard 2/2":                             "2/2",
	} {
		if r := execute(t, "", strings.Fields(line)...); r.status != statusUsage || !strings.Contains(r.errs, want) {
			t.Errorf("%s: status %d, %s", line, r.status, r.errs)
		}
	}
}

// untimed returns a JSON result without what depends on the clock.
func untimed(t *testing.T, text string) string {
	t.Helper()
	object := parseObject(t, text)
	delete(object, "seconds")
	delete(object, "hands_per_s")
	var b bytes.Buffer
	if err := printJSON(&b, object); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestMatchInterrupted(t *testing.T) {
	for _, tt := range []struct {
		line, want string
		status     int
	}{
		{"match -a fast -b big --blocks 1e9", "interrupted after", statusInterrupted},
		{"match -a fast -b timeout --watch", "", statusFine},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var errs shared
		a := testApp(strings.NewReader(""), io.Discard, &errs, policy.NewCatalog())
		a.quiet = false
		go func() {
			errs.waitFor(hasPlayed)
			cancel()
		}()
		status := a.execute(ctx, strings.Fields(tt.line))
		if text := errs.wait(); status != tt.status || !strings.Contains(text, tt.want) {
			t.Errorf("%s: got status %d, %s", tt.line, status, text)
		}
	}
	startedMatch(t, filepath.Join(t.TempDir(), "match"))
}

func TestMatchStatusParts(t *testing.T) {
	half := -1.5
	s := match.Status{Blocks: 4000, Hands: 8000, Faults: 2, Duel: &match.Duel{
		Difference: stats.Interval{Value: 0.1234, Lo: 0.0234, Hi: 0.2234, N: 400, Level: 0.95},
		SPRT:       &match.SPRT{LLR: &half, Lower: -2.94, Upper: 2.94}, Differ: 1000,
	}}
	want := "+0.123 ± 0.100 points per hand, LLR -1.50 [-2.94, 2.94], 25.0 % of 4,000 blocks differ, 2 faults"
	if got := strings.Join(matchStatus(s), ", "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestLadderCommand(t *testing.T) {
	dir := t.TempDir()
	svg := filepath.Join(dir, "ladder.svg")
	got := parsed(t, "ladder", "--bots", "timeout,fast,random", "--rounds", "40", "--json")
	fine(t, "ladder", "--bots", "timeout,fast,random", "--rounds", "40", "-o", svg)
	wantKeys(t, got, "rules", "rules_hash", "seed", "walls", "version", "rounds", "hands", "bots", "pairs")
	if bots := got["bots"].([]any); len(bots) != 3 || bots[0].(map[string]any)["bot"] != "fast" {
		t.Errorf("got %v", bots)
	}
	if text, err := os.ReadFile(svg); err != nil || !strings.HasPrefix(string(text), "<svg ") {
		t.Errorf("got %v, %.40s", err, text)
	}
	text := fine(t, "ladder", "--bots", "timeout,fast", "--rounds", "30")
	for _, want := range []string{"fast is the best of 2 bots", "1         fast  +", "rating", "rounds     30", "hands      60"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	for line, want := range map[string]string{
		"ladder --rounds 0":         "rounds",
		"ladder --bots fast":        "two bots or more to compare, not 1",
		"ladder --bots fast,nobody": `unknown bot "nobody"`,
		"ladder --level 0":          "--level 0",
		"ladder --workers 0":        "--workers 0",
		"ladder --walls x":          "unknown walls",
		"ladder --rules x":          "presets are",
	} {
		if r := execute(t, "", strings.Fields(line)...); r.status != statusUsage || !strings.Contains(r.errs, want) {
			t.Errorf("%s: got status %d, %s", line, r.status, r.errs)
		}
	}
}

// TestMatchDecompose: a decomposition is printed, drawn, stored, resumed and reported; what
// it excludes and whom it refuses is said.
func TestMatchDecompose(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "parts")
	got := parsed(t, "match", "-a", "fast", "-b", "big", "--decompose", "--blocks", "60", "--out", dir, "--json")
	wantKeys(t, got, "rules", "rules_hash", "seed", "walls", "version", "digest", "rounds", "hands", "bots", "pairs", "a", "b", "whole", "parts")
	if parts := got["parts"].([]any); len(parts) != 16 || got["a"] != "fast" || got["b"] != "big" {
		t.Errorf("got %v", got)
	}
	text := fine(t, "report", dir)
	for _, want := range []string{"fast gains", "call in A", "all together", "blocks     60", "digest "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if again := fine(t, "match", "--resume", dir); again != text {
		t.Errorf("resumed:\n%s\nwant\n%s", again, text)
	}
	svg := filepath.Join(t.TempDir(), "parts.svg")
	fine(t, "match", "-a", "fast", "-b", "timeout", "--decompose", "--blocks", "30", "-o", svg)
	if text, err := os.ReadFile(svg); err != nil || !strings.HasPrefix(string(text), "<svg ") {
		t.Errorf("got %v, %.40s", err, text)
	}
	for line, want := range map[string]string{
		"match -a fast --decompose":                    "two bots: -a SPEC -b SPEC",
		"match -a fast -b fast:win=fast --decompose":   "are both fast",
		"match -a fast -b exec:bot --decompose":        "an external bot has no parts",
		"match -a fast -b big --decompose --luck":      "--decompose and --luck exclude each other",
		"match -a fast -b big --decompose --sprt 0,1":  "--decompose and --sprt exclude each other",
		"match -a fast -b nobody --decompose":          `unknown bot "nobody"`,
		"match -a fast -b big --decompose --walls x":   "unknown walls",
		"match -a fast -b big --decompose --shard 0/2": "--shard needs --out",
		"match -a fast -b big --decompose --rules x":   "presets are",
		"match -a fast -b big --decompose --level 2":   "level 2 is not between 0 and 1",
	} {
		if r := execute(t, "", strings.Fields(line)...); r.status != statusUsage || !strings.Contains(r.errs, want) {
			t.Errorf("%s: got status %d, %s", line, r.status, r.errs)
		}
	}
}
