package command

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const mixed = "fast,big,fast:win=min2,call=timeout,big"

func TestRunContract(t *testing.T) {
	got := parsed(t, "run", "--hands", "500", "--seats", mixed, "--seed", "18446744073709551615", "--json")
	wantKeys(t, got, "rules", "rules_hash", "seed", "hands", "seconds", "hands_per_s", "digest",
		"seats", "bots", "differences", "exhausted_rate")
	if got["hands"] != 500.0 || got["rules"] != "wap-battle" || len(got["digest"].(string)) != 32 {
		t.Errorf("got hands %v, rules %v, digest %v", got["hands"], got["rules"], got["digest"])
	}
	seats := got["seats"].([]any)
	if len(seats) != 4 || len(got["bots"].([]any)) != 3 {
		t.Fatalf("got %d seats, %d bots", len(seats), len(got["bots"].([]any)))
	}
	sum := 0.0
	for i, spec := range []string{"fast", "big", "fast:call=timeout,win=min2", "big"} {
		s := seats[i].(map[string]any)
		wantKeys(t, s, "policy", "hands", "points", "causes", "win_rate")
		if s["policy"] != spec || s["hands"] != 500.0 {
			t.Errorf("seat %d: got %v with %v hands, want %s", i, s["policy"], s["hands"], spec)
		}
		points := s["points"].(map[string]any)
		wantKeys(t, points, "mean", "lo", "hi")
		sum += points["mean"].(float64)
		checkCauses(t, s["causes"].(map[string]any), points["mean"].(float64))
	}
	if math.Abs(sum) > 1e-9 {
		t.Errorf("the seats' points add up to %v, not 0", sum)
	}
}

func checkCauses(t *testing.T, causes map[string]any, want float64) {
	t.Helper()
	sum := 0.0
	for _, c := range causes {
		sum += c.(map[string]any)["mean"].(float64)
	}
	if math.Abs(sum-want) > 1e-9 {
		t.Errorf("the causes add up to %v, not %v", sum, want)
	}
}

func TestDigest(t *testing.T) {
	digest := func(args ...string) string {
		line := append([]string{"run", "--hands", "3000", "--seats", mixed, "--json"}, args...)
		return parsed(t, line...)["digest"].(string)
	}
	base := digest("--workers", "1")
	for _, same := range [][]string{{"--workers", "4"}, {"--check"}, {"--level", "0.9"}, {"--seed", "1"}, {"--out", filepath.Join(t.TempDir(), "x")}} {
		if got := digest(same...); got != base {
			t.Errorf("%v: got digest %s, want %s", same, got, base)
		}
	}
	for _, other := range [][]string{{"--seed", "2"}, {"--rules", "planet"}, {"--rotate"}, {"--walls", "lanes"}, {"--hands", "3001"}} {
		if got := digest(other...); got == base {
			t.Errorf("%v: got the same digest", other)
		}
	}
}

// With a seating that turns, the entry of a listed seat follows its bot.
func TestSeatsFollowTheirBots(t *testing.T) {
	for _, games := range []string{"--hands", "--games"} {
		got := parsed(t, "run", games, "100", "--rotate", "--seats", "fast,random,timeout,big", "--json")
		for i, s := range got["seats"].([]any) {
			seat, bot := s.(map[string]any), got["bots"].([]any)[i].(map[string]any)
			if seat["policy"] != bot["policy"] || !covers(seat["points"], bot["points"]) || !covers(seat["causes"], bot["causes"]) {
				t.Errorf("%s: seat %d differs from its bot", games, i)
			}
		}
	}
}

func TestRunText(t *testing.T) {
	text := fine(t, "run", "--hands", "200", "--policy", "random", "--rules", "mil")
	for _, want := range []string{"\nrules      mil ", "\nseed       1\n", "\nhands      200\n", "\nhands/s    ", "\ndigest     "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	text = fine(t, "run", "--games", "3", "--format", "md")
	for _, want := range []string{"- games: 3\n", "- hands: 24\n", "- digest: "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

// What a run prints at its end is what report prints later, but for the time.
func TestReportRepeatsTheRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	timed := map[string][]string{
		"text": {"seconds ", "hands/s "}, "md": {"- seconds:", "- hands/s:"},
	}
	for format, lines := range timed {
		out := filepath.Join(dir, format)
		args := []string{"--format", format, "--level", "0.9"}
		ran := fine(t, append([]string{"run", "--games", "300", "--seats", mixed, "--rotate", "--out", out}, args...)...)
		for _, prefix := range lines {
			ran = withoutLine(ran, prefix)
		}
		if reported := fine(t, append([]string{"report", out}, args...)...); reported != ran {
			t.Errorf("%s: report prints\n%s\nthe run printed\n%s", format, reported, ran)
		}
	}
	out := filepath.Join(dir, "json")
	ran := parsed(t, "run", "--hands", "3000", "--seats", mixed, "--out", out, "--json")
	delete(ran, "seconds")
	delete(ran, "hands_per_s")
	if reported := parsed(t, "report", out, "--json"); !covers(reported, ran) || !covers(ran, reported) {
		t.Error("JSON: report prints other numbers than the run")
	}
}

func withoutLine(text, prefix string) string {
	var kept []string
	for _, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(line, prefix) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

func TestRunOutErrors(t *testing.T) {
	dir := t.TempDir()
	run := filepath.Join(dir, "run")
	fine(t, "run", "--hands", "100", "--out", run)
	before := tree(t, run)
	file := filepath.Join(dir, "file")
	writeFile(t, file, "mine")
	tests := []struct{ out, want string }{
		{run, "already holds something stored"},
		{file, "not a directory"},
		{filepath.Join(file, "below"), "not a directory"},
	}
	for _, tt := range tests {
		r := execute(t, "", "run", "--hands", "100", "--out", tt.out)
		if r.status != statusFailed || r.out != "" || !strings.Contains(r.errs, tt.want) {
			t.Errorf("%s: got status %d, %s", tt.out, r.status, r.errs)
		}
	}
	if after := tree(t, run); after != before {
		t.Errorf("the run that was there has changed: %s, before %s", after, before)
	}
}

// tree returns the names, sizes and times of a directory's files.
func tree(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(info.Name() + " " + info.ModTime().String() + "\n")
	}
	return b.String()
}

func TestInterruptedRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := executeContext(ctx, "", "run", "--hands", "5000", "--out", dir)
	if r.status != statusInterrupted || r.out != "" || !strings.Contains(r.errs, "of 5000 hands") || !strings.Contains(r.errs, "\nxuezhan run --resume "+dir+"\n") {
		t.Errorf("got status %d, %s%s", r.status, r.out, r.errs)
	}
	if r := execute(t, "", "report", dir); r.status != statusFailed || !strings.Contains(r.errs, "there are no hands") {
		t.Errorf("report: got status %d, %s", r.status, r.errs)
	}
	if got := fine(t, "dataset", "info", dir); !strings.Contains(got, "unfinished") {
		t.Errorf("info: got %s", got)
	}
}

func TestProfiles(t *testing.T) {
	dir := t.TempDir()
	cpu, memory := filepath.Join(dir, "cpu"), filepath.Join(dir, "memory")
	fine(t, "run", "--hands", "100", "--cpuprofile", cpu, "--memprofile", memory)
	for _, path := range []string{cpu, memory} {
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", path, err)
		}
	}
	r := execute(t, "", "run", "--hands", "100", "--cpuprofile", filepath.Join(dir, "none", "cpu"))
	if r.status != statusFailed || !strings.Contains(r.errs, "CPU profile") {
		t.Errorf("got status %d, %s", r.status, r.errs)
	}
}
