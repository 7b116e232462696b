package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim/match"
	"xuezhan/sim/stats"
	"xuezhan/sim/store"
)

// TestMatchIsExclusive demands that a record is written by one process at a time: the
// second is told who writes it, and changes nothing.
func TestMatchIsExclusive(t *testing.T) {
	file := filepath.Join(t.TempDir(), "match.jsonl")
	line := []string{"match", "-a", "fast", "-b", "timeout", "--blocks", "30"}
	fine(t, append(line, "-o", file)...)
	before := fileText(t, file)
	release, err := store.LockFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other := file + "2"
	releaseOther, err := store.LockFile(other)
	if err != nil {
		t.Fatal(err)
	}
	defer releaseOther()
	for _, words := range [][]string{{"match", "--resume", file}, append(line, "-o", other)} {
		r := execute(t, "", words...)
		if r.status != statusFailed || !strings.Contains(r.errs, fmt.Sprint("is being written by process ", os.Getpid())) {
			t.Errorf("%v: status %d, %s", words, r.status, r.errs)
		}
	}
	release()
	fine(t, "match", "--resume", file)
	if fileText(t, file) != before {
		t.Error("the record has changed")
	}
}

// fileText returns what a file holds.
func fileText(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestTuneIsExclusive demands that a tuning's directory is written by one process at a
// time.
func TestTuneIsExclusive(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tune")
	release, err := store.LockFile(dir)
	if err != nil {
		t.Fatal(err)
	}
	line := []string{"tune", "spsa", "--bot", "big", "--budget", "6000", "--out", dir}
	if r := execute(t, "", line...); r.status != statusFailed || !strings.Contains(r.errs, "is being written by process") {
		t.Errorf("status %d, %s", r.status, r.errs)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the directory was made")
	}
	release()
	fine(t, line...)
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
	path := filepath.Join(t.TempDir(), "record")
	fine(t, "match", "-a", "fast", "-b", "fast", "-o", path)
	if text := fine(t, "match", "--resume", path); !strings.Contains(text, "identical: A and B are the same bot, so nothing was played") {
		t.Errorf("resumed: %s", text)
	}
	if text := fine(t, "report", path); !strings.Contains(text, "identical") {
		t.Errorf("report: %s", text)
	}
}

// TestMatchFails: what is wrong with files is no wrong usage.
func TestMatchFails(t *testing.T) {
	for _, line := range []string{"match --resume /no/such/file", "match -a fast -b big -o /no/such/dir/file"} {
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

// A match that is cut off at any point and resumed prints what it would have
// printed, and leaves the same record.
func TestMatchResume(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	args := []string{"match", "-a", "fast", "-b", "fast:call=never", "--blocks", "60", "--json"}
	want := execute(t, "", append(args, "-o", whole)...)
	if want.status != statusFine {
		t.Fatalf("got status %d, %s", want.status, want.errs)
	}
	record, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{len(record) - 1, len(record) / 2, bytes.IndexByte(record, '\n') + 1} {
		path := filepath.Join(dir, "cut")
		writeFile(t, path, string(record[:cut]))
		got := execute(t, "", "match", "--resume", path, "--json", "--workers", "2")
		if got.status != want.status || untimed(t, got.out) != untimed(t, want.out) {
			t.Errorf("cut at %d: got status %d, %s%s; want %s", cut, got.status, got.out, got.errs, want.out)
		}
		after, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(after, record) {
			t.Errorf("cut at %d: the record differs", cut)
		}
	}
	if r := execute(t, "", append(args, "-o", whole)...); r.status != statusFailed || !strings.Contains(r.errs, "exists") {
		t.Errorf("an existing record: got status %d, %s", r.status, r.errs)
	}
	other := bytes.Replace(record, []byte(`"signature":"`), []byte(`"signature":"x`), 1)
	writeFile(t, whole, string(other))
	if r := execute(t, "", "match", "--resume", whole); r.status != statusFailed || !strings.Contains(r.errs, "a program with other behaviour: signature") {
		t.Errorf("another signature: got status %d, %s", r.status, r.errs)
	}
}

// A record's file is not there before its header is: neither while the signature is
// played nor when that fails.
func TestMatchRecordAppearsWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record")
	args := []string{"match", "-a", "fast", "-b", "big", "--blocks", "2", "-o", path}
	for _, failure := range []error{errors.New("no signature today"), nil} {
		a := testApp(strings.NewReader(""), io.Discard, io.Discard, policy.NewCatalog())
		a.signature = func(context.Context) (string, error) {
			entries, err := os.ReadDir(filepath.Dir(path))
			if err != nil || len(entries) != 1 || entries[0].Name() != filepath.Base(path)+".lock" {
				t.Errorf("there are %v already, %v; want the lock alone", entries, err)
			}
			return "5a", failure
		}
		status := a.execute(t.Context(), args)
		entries, err := os.ReadDir(filepath.Dir(path))
		if err != nil {
			t.Fatal(err)
		}
		if failure != nil {
			if status != statusFailed || len(entries) > 0 {
				t.Errorf("got status %d and left %v", status, entries)
			}
			continue
		}
		if status != statusFine || len(entries) != 1 {
			t.Errorf("got status %d and left %v", status, entries)
		}
	}
	if text := string(read(t, path)); strings.Count(text, "\n") != 4 || !strings.Contains(text, `"signature":"5a"`) {
		t.Errorf("got %s", text)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("got %v, %v", info.Mode(), err)
	}
}

// A record whose bots play differently now is refused.
func TestMatchResumeRefusesOtherPlay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record")
	if r := execute(t, "", "match", "-a", "fast", "-b", "big", "--blocks", "40", "-o", path); r.status != statusFine {
		t.Fatal(r.errs)
	}
	lines := bytes.SplitAfter(read(t, path), []byte("\n"))
	lines[1] = []byte(`{"block":0,"points":[[900,-900,0,0],[0,0,0,0]]}` + "\n")
	changed := string(bytes.Join(lines[:20], nil))
	writeFile(t, path, changed)
	r := execute(t, "", "match", "--resume", path)
	if r.status != statusFailed || !strings.Contains(r.errs, "the replay of block 0 differs from the record") || string(read(t, path)) != changed {
		t.Errorf("got status %d, %s", r.status, r.errs)
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
	path := filepath.Join(t.TempDir(), "record")
	ctx, cancel := context.WithCancel(t.Context())
	go func() { // however slow the machine, some blocks are recorded first
		defer cancel()
		for ctx.Err() == nil {
			if info, err := os.Stat(path); err == nil && info.Size() > 4096 {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	defer cancel()
	r := executeContext(ctx, "", "match", "-a", "fast", "-b", "big", "--blocks", "1e9", "-o", path)
	if r.status != statusInterrupted || !strings.Contains(r.errs, "\nxuezhan match --resume "+path+"\n") {
		t.Errorf("got status %d, %s", r.status, r.errs)
	}
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
	got := parsed(t, "ladder", "--bots", "timeout,fast,random", "--rounds", "40", "--svg", svg, "--json")
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
