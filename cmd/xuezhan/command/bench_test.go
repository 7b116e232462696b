package command

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestBenchText(t *testing.T) {
	dir := t.TempDir()
	cpu, memory := filepath.Join(dir, "cpu"), filepath.Join(dir, "mem")
	out := fine(t, "bench", "--filter", "^Complete", "--time", "2x", "--count", "3", "--cpuprofile", cpu, "--memprofile", memory)
	for _, path := range []string{cpu, memory} {
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("no profile: %v", err)
		}
	}
	result := regexp.MustCompile(`(?m)^Benchmark(\S+?)(-\d+)?\s+\d+\t\s+\S+ least-ns/position\t\s+\S+ ns/position\t\s+\d+ B/op\t\s+\d+ allocs/op$`)
	rows := map[string]int{}
	for _, m := range result.FindAllStringSubmatch(out, -1) {
		rows[m[1]]++
	}
	if len(rows) != 4 {
		t.Errorf("got %d rows, want 4:\n%s", len(rows), out)
	}
	for row, n := range rows {
		if n != 3 {
			t.Errorf("%s stands %d times, want 3", row, n)
		}
	}
	head, table, _ := strings.Cut(out, "\n\n")
	if !strings.HasPrefix(head, "goos: ") || strings.Count(table, "\n") != 3 || strings.ContainsAny(table, ":") {
		t.Errorf("got\n%s", out)
	}
}

func TestBenchJSON(t *testing.T) {
	got := parsed(t, "bench", "--filter", "^Complete|^Hand/bot=fast/rules=(wap|tsumo)", "--time", "3x", "--json")
	wantKeys(t, got, "goos", "goarch", "procs", "go", "rows", "ratios")
	rows, ratios := got["rows"].([]any), got["ratios"].([]any)
	if len(rows) != 7 || len(ratios) != 4 {
		t.Fatalf("got %d rows and %d ratios, want 7 and 4", len(rows), len(ratios))
	}
	for _, r := range rows {
		row := r.(map[string]any)
		wantKeys(t, row, "name", "runs")
		run := row["runs"].([]any)[0].(map[string]any)
		if run["operations"] != 3.0 {
			t.Errorf("%v: %v operations, want 3", row["name"], run["operations"])
		}
		values := run["values"].(map[string]any)
		if strings.HasPrefix(row["name"].(string), "Hand/") {
			wantKeys(t, values, "ns/op", "hands/s", "ns/draw", "allocs/op")
		} else {
			wantKeys(t, values, "ns/position", "least-ns/position", "allocs/op")
		}
	}
	wantKeys(t, ratios[0].(map[string]any), "row", "base", "unit", "value", "base_value", "ratio")
}

// A picture needs both families of rows that it shows.
func TestBenchPlots(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "plots")
	r := execute(t, "", "bench", "--filter", "^Run", "--plots", dir)
	if r.status != statusUsage || !strings.Contains(r.errs, "--plots needs rows of Scale") {
		t.Errorf("got status %d, %s", r.status, r.errs)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the directory was made")
	}
	fine(t, "bench", "--filter", "^Run|^Scale.*=10000$", "--time", "1x", "--plots", dir)
	for _, name := range []string{"scaling-workers.svg", "scaling-workers.png", "scaling-hands.svg", "scaling-hands.png"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

func TestBenchSignature(t *testing.T) {
	number := strings.TrimSpace(fine(t, "bench", "--signature"))
	if !regexp.MustCompile(`^[0-9a-f]{16}$`).MatchString(number) {
		t.Errorf("got %q", number)
	}
	got := parsed(t, "bench", "--signature", "--json")
	if got["signature"] != number || len(got["digests"].([]any)) != 108 {
		t.Errorf("got %v with %d digests, want %s with 108", got["signature"], len(got["digests"].([]any)), number)
	}
}

func TestBenchRefuses(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"bench extra", `unexpected argument "extra"`},
		{"bench --filter (", "--filter: error parsing regexp"},
		{"bench --filter nothing", `no row matches --filter "nothing"`},
		{"bench --count 0", "--count 0 is below 1"},
		{"bench --time soon", `"soon" is neither a duration`},
		{"bench --signature --count 2", "--signature and --count exclude each other"},
		{"bench --signature --filter x", "--signature and --filter exclude each other"},
	} {
		r := execute(t, "", strings.Fields(tt.line)...)
		if r.status != statusUsage || !strings.Contains(r.errs, tt.want) || r.out != "" {
			t.Errorf("%q: got status %d, %s%s; want %q", tt.line, r.status, r.out, r.errs, tt.want)
		}
	}
}

func TestProcessor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cpuinfo")
	text := "processor\t: 0\nmodel name\t: Some CPU @ 3.00GHz\n\nprocessor\t: 1\nmodel name\t: Another\n"
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := processor(path); got != "Some CPU @ 3.00GHz" {
		t.Errorf("got %q", got)
	}
	if got := processor(path + "x"); got != "" {
		t.Errorf("got %q for a file that is not there", got)
	}
	m := machine{OS: "linux", Arch: "amd64", Procs: 1}
	if m.suffix() != "" || strings.Contains(m.String(), "cpu") {
		t.Errorf("got %q and %q", m.suffix(), m.String())
	}
}
