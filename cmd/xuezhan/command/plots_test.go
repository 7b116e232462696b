package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readDir returns the files of a directory by name.
func readDir(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// A run draws what report draws of it later, below the run itself too, and
// prints the same with pictures as without.
func TestRunPlots(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	ran := filepath.Join(dir, "pictures")
	fine(t, "run", "--hands", "2000", "--seats", "fast,big,fast,big", "--out", dir, "--plots", ran)
	reported := filepath.Join(t.TempDir(), "pictures")
	for range 2 { // the second time they are there already
		if with, without := fine(t, "report", dir, "--plots", reported), fine(t, "report", dir); with != without {
			t.Errorf("with pictures report prints\n%s\nwithout\n%s", with, without)
		}
	}
	want := readDir(t, ran)
	got := readDir(t, reported)
	for _, name := range []string{"points-by-cause.svg", "fan.svg", "first-win.svg", "fast-against-big-by-longest-suit.svg"} {
		if !bytes.Contains(got[name], []byte("wap-battle: A (fast), B (big); 2,000 hands")) {
			t.Errorf("%s does not name the run", name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("report draws %d files, the run %d", len(got), len(want))
	}
	for name, data := range got {
		if !bytes.Equal(data, want[name]) {
			t.Errorf("%s: report draws another picture than the run", name)
		}
	}
}

func TestPlotsHaveNoPlace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	writeFile(t, file, "mine")
	out := filepath.Join(t.TempDir(), "run")
	r := execute(t, "", "run", "--hands", "100", "--out", out, "--plots", file)
	if r.status != statusFailed || r.out != "" || !strings.Contains(r.errs, "--plots") || !strings.Contains(r.errs, file) {
		t.Errorf("got status %d, %s%s", r.status, r.out, r.errs)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("the hands were played all the same")
	}
}

// twoRuns stores two runs of the same bots and returns their directories.
func twoRuns(t *testing.T) (mil, planet string) {
	t.Helper()
	dir := t.TempDir()
	mil, planet = filepath.Join(dir, "mil"), filepath.Join(dir, "planet")
	fine(t, "run", "--rules", "mil", "--hands", "1000", "--seats", mixed, "--out", mil)
	fine(t, "run", "--rules", "planet", "--hands", "1500", "--seats", mixed, "--out", planet)
	return mil, planet
}

func TestReportOfSeveralRuns(t *testing.T) {
	mil, planet := twoRuns(t)
	pictures := filepath.Join(t.TempDir(), "pictures")
	got := parsed(t, "report", mil, planet, "--json", "--plots", pictures)
	wantKeys(t, got, "a", "b", "level", "runs")
	runs := got["runs"].([]any)
	for i, dir := range []string{mil, planet} {
		row, alone := runs[i].(map[string]any), parsed(t, "report", dir, "--json")
		for _, key := range []string{"rules", "rules_hash", "seed", "hands", "digest"} {
			if row[key] != alone[key] {
				t.Errorf("%s: %s is %v, alone %v", dir, key, row[key], alone[key])
			}
		}
		if d := alone["differences"].([]any)[0].(map[string]any); !covers(row["difference"], d["difference"]) || row["run"] != dir {
			t.Errorf("%s: got %v, alone %v", dir, row, d["difference"])
		}
	}
	if files := readDir(t, pictures); len(files) != 2 || !bytes.Contains(files["runs.svg"], []byte("planet")) {
		t.Errorf("got %d pictures", len(files))
	}
	for _, format := range []string{"text", "md"} {
		text := fine(t, "report", mil, planet, "--format", format)
		for _, r := range runs {
			if digest := r.(map[string]any)["digest"].(string); !strings.Contains(text, digest) {
				t.Errorf("%s: digest %s is missing in\n%s", format, digest, text)
			}
		}
	}
}

func TestReportOfRunsThatDoNotCompare(t *testing.T) {
	mil, planet := twoRuns(t)
	other, solo := filepath.Join(t.TempDir(), "other"), filepath.Join(t.TempDir(), "solo")
	fine(t, "run", "--hands", "100", "--seats", "big,fast,big,fast", "--out", other)
	fine(t, "run", "--hands", "100", "--out", solo)
	for _, tt := range []struct {
		dirs []string
		want string
	}{
		{[]string{mil, planet, other}, "those of " + other + " are big fast"},
		{[]string{solo, mil}, solo + " has one bot, fast"},
	} {
		r := execute(t, "", append([]string{"report"}, tt.dirs...)...)
		if r.status != statusUsage || r.out != "" || !strings.Contains(r.errs, tt.want) {
			t.Errorf("%v: got status %d, %s%s; want %q", tt.dirs, r.status, r.out, r.errs, tt.want)
		}
	}
}
