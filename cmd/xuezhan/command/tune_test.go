package command

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim/stats"
	"xuezhan/sim/tune"
)

func TestTuneWrongUsage(t *testing.T) {
	tests := []struct {
		line, want string
		status     int
	}{
		{"", "argument METHOD is missing", statusUsage},
		{"spsa", "--bot SPEC", statusUsage},
		{"spsa --bot big", "--out DIR", statusUsage},
		{"nobody", `unknown method "nobody"; there are spsa, cma`, statusUsage},
		{"spsa --bot big --out x --gate 0.1,0.1", `--gate "0.1,0.1": MU0, 0.1, is not below MU1, 0.1`, statusUsage},
		{"nobody --bot big --out x", `unknown method "nobody"; there are spsa, cma`, statusUsage},
		{"spsa cma --bot big --out x", `unexpected argument "cma"`, statusUsage},
		{"spsa --bot nobody --out x", `unknown bot "nobody"`, statusUsage},
		{"spsa --bot timeout --out x", "timeout has no parameters", statusUsage},
		{"spsa --bot big --out x --params wall,x", `unknown parameter "x"`, statusUsage},
		{"spsa --bot big --out x --params wall,wall", `"wall" is duplicated`, statusUsage},
		{"spsa --bot big --out x --params wall --log haste", "which is not tuned", statusUsage},
		{"spsa --bot big --out x --opponent fast", "has no opponent", statusUsage},
		{"cma --bot big --out x --opponent nobody", `unknown bot "nobody"`, statusUsage},
		{"spsa --bot big --out x --budget 10", "take a budget", statusUsage},
		{"spsa --bot big --out x --budget x", "not a whole number", statusUsage},
		{"spsa --bot big --out x --generations 0", "--generations 0", statusUsage},
		{"spsa --bot big --out x --population 0", "--population 0", statusUsage},
		{"cma --bot big --out x --population 3", "a population of 3", statusUsage},
		{"spsa --bot big --out x --spread 0", "--spread 0", statusUsage},
		{"spsa --bot big --out x --spread 2", "a spread of 2", statusUsage},
		{"spsa --bot big --out x --gate 1", "is not MU0,MU1", statusUsage},
		{"spsa --bot big --out x --gate 1,0", "not below", statusUsage},
		{"spsa --bot big --out x --rules nobody", "presets are", statusUsage},
		{"spsa --bot big --out x --walls high", "unknown walls", statusUsage},
		{"spsa --bot big --out x --workers 0", "--workers 0", statusUsage},
		{"--resume x --seed 2", "--seed cannot be given", statusUsage},
		{"spsa --resume x", `"spsa" cannot be given`, statusUsage},
		{"--resume /no/such/dir", "no such file", statusFailed},
	}
	t.Chdir(t.TempDir())
	for _, tt := range tests {
		r := execute(t, "", append([]string{"tune"}, strings.Fields(tt.line)...)...)
		if r.status != tt.status || !strings.Contains(r.errs, tt.want) || r.out != "" {
			t.Errorf("%q: got status %d, %s; want %q", tt.line, r.status, r.errs, tt.want)
		}
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) > 0 {
		t.Errorf("wrong usage left %v, %v", entries, err)
	}
}

// A run is kept, gone on with by the same command or --resume, and not by another
// one; interrupted at any moment it ends with the same files.
func TestTune(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	args := strings.Fields("tune cma --bot big --params min_fan,haste --opponent fast --budget 15000 --generations 6 --population 6 --seed 5 --gate 0,0.1 --json --out")
	got := parsed(t, append(args, whole)...)
	wantKeys(t, got, "bot", "parameters", "history", "file", "seconds", "hands_per_s")
	want := readFiles(t, whole)
	if len(want) != 6+2+4 { // six generations, the gate and the holdout, the manifest and three documents
		t.Errorf("got %d files", len(want))
	}
	for _, again := range [][]string{append(args, whole), {"tune", "--resume", whole, "--workers", "1"}} {
		fine(t, again...)
		sameFiles(t, readFiles(t, whole), want)
	}
	if r := execute(t, "", append(args, whole, "--seed", "6")...); r.status != statusUsage || !strings.Contains(r.errs, `seed: stored "5", now "6"`) {
		t.Errorf("another seed: got status %d, %s", r.status, r.errs)
	}

	for file, start := range map[string]string{"tuned.html": "<!DOCTYPE html>", "tuned.csv": "", "tuned.svg": "<svg", "tuned.md": ""} {
		path := filepath.Join(dir, file)
		fine(t, "tune", "--resume", whole, "-o", path)
		if text := string(read(t, path)); !strings.HasPrefix(text, start) || !strings.Contains(text, "haste") {
			t.Errorf("%s is %.80s", file, text)
		}
	}
	fine(t, "dataset", "verify", whole)

	cut := filepath.Join(dir, "cut")
	interrupted := 0
	for wait := 100 * time.Millisecond; ; wait = wait * 5 / 4 {
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		r := executeContext(ctx, "", append(args, cut)...)
		cancel()
		if r.status == statusFine {
			break
		}
		interrupted++
		if _, err := os.Stat(cut); err == nil && !strings.Contains(r.errs, "tune --resume "+cut) && !strings.Contains(r.errs, "context") {
			t.Fatalf("got status %d, %s", r.status, r.errs)
		}
	}
	t.Logf("interrupted %d times", interrupted)
	sameFiles(t, readFiles(t, cut), want)
}

func readFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
	}
	return files
}

func sameFiles(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got[name], want[name])
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %d files, want %d", len(got), len(want))
	}
}

func TestTuneText(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	text := fine(t, "tune", "spsa", "--bot", "big", "--params", "haste,wall", "--budget", "6000", "--log", "none", "--out", dir)
	for _, want := range []string{"parameter", "holdout", "gate", "big@" + dir + "/tuned.json", "wap-battle"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

func TestTuneStatus(t *testing.T) {
	plan := tune.Plan{Generations: 5}
	g := tune.Generation{Generation: 2, Spread: 0.1, Recent: stats.Interval{Value: 0.25, Lo: 0.15, Hi: 0.35, N: 100, Level: 0.95}}
	last := g
	last.Generation = 5
	for want, g := range map[string]*tune.Generation{
		"generation 0 of 5": nil,
		"generation 2 of 5, gain +0.250 ± 0.100 points per hand, spread 0.100": &g,
		"gate and holdout, gain +0.250 ± 0.100 points per hand, spread 0.100":  &last,
	} {
		if got := strings.Join(tuneStatus(plan, g), ", "); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestParametersFile(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, "good.json", `{"bot":"big","parameters":{"min_fan":3,"wall":30},"history":{"seed":1}}`)
	writeFile(t, "a:b.json", `{"bot":"big","parameters":{}}`)
	writeFile(t, "text.json", `big`)
	writeFile(t, "fast.json", `{"bot":"fast","parameters":{}}`)
	writeFile(t, "unknown.json", `{"bot":"big","parameters":{"x":1}}`)
	writeFile(t, "range.json", `{"bot":"big","parameters":{"wall":99}}`)
	writeFile(t, "half.json", `{"bot":"big","parameters":{"wall":2.5}}`)
	writeFile(t, "bare.json", `{"bot":"big"}`)
	writeFile(t, "field.json", `{"bot":"big","parameters":{},"weights":{}}`)
	tests := []struct{ text, want string }{
		{"big@good.json", "big:min_fan=3,wall=30"},
		{"big@./good.json:wall=24,win=always", "big:min_fan=3,win=always"},
		{"big@a:b.json", "big"},
		{"big@a:b.json:wall=2", "big:wall=2"},
		{"big:wall=2", "big:wall=2"},
		{"big@none.json", "open none.json"},
		{"nobody@good.json", `unknown bot "nobody"`},
		{"big@text.json", "text.json: column 1: `big` instead of a value"},
		{"big@fast.json", `fast.json: field "bot": it is "fast", not "big"`},
		{"big@unknown.json", `unknown.json: unknown parameter "x"`},
		{"big@range.json", `range.json: parameter "wall": 99 is not a whole number 0 to 55`},
		{"big@half.json", `half.json: column 35: field "parameters.wall`},
		{"big@bare.json", `bare.json: column 1: field "parameters" is missing`},
		{"big@field.json", `field.json: column 30: unknown field "weights"`},
		{"big@good.json:wall=99", `parameter "wall"`},
		{"big@good.json:wall=1,wall=2", "is duplicated"},
	}
	a := &app{bots: policy.NewCatalog(), tables: func() *shape.Tables { return nil }}
	for _, tt := range tests {
		s, err := a.parseSpec(tt.text)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = s.String()
		}
		if err == nil && got != tt.want || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %s, want %s", tt.text, got, tt.want)
		}
	}
	for _, line := range []string{
		"run --hands 50 --seats big@good.json,fast,big@good.json:wall=2,reach=1,fast --json",
		"run --hands 50 --policy big@good.json --json",
		"ladder --bots big@good.json,fast --rounds 30 --json",
	} {
		if out := fine(t, strings.Fields(line)...); !strings.Contains(out, `"big:min_fan=3,`) || strings.Contains(out, "@") {
			t.Errorf("%s: got %.300s", line, out)
		}
	}
	if r := execute(t, "", "match", "-a", "big@good.json", "-b", "big@good.json", "--blocks", "40", "--json"); r.status != statusFine || !strings.Contains(r.out, `"a":"big:min_fan=3,wall=30"`) {
		t.Errorf("got status %d, %s%s", r.status, r.out, r.errs)
	}
	if r := execute(t, "", "run", "--policy", "big@range.json"); r.status != statusUsage || !strings.Contains(r.errs, "range.json") {
		t.Errorf("got status %d, %s", r.status, r.errs)
	}
}
