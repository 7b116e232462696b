package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// pageData returns the object in a page.
func pageData(t *testing.T, html string) map[string]any {
	t.Helper()
	_, rest, _ := strings.Cut(html, `<script type="application/json" id="report">`)
	text, _, found := strings.Cut(rest, "</script>")
	if !found {
		t.Fatalf("no data in %.300s", html)
	}
	return parseObject(t, text)
}

// findings makes one of everything that report reads and returns the arguments.
func findings(t *testing.T) map[string][]string {
	t.Helper()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	fine(t, "run", "--hands", "1000", "--seats", mixed, "--out", at("run"))
	fine(t, "run", "--hands", "1000", "--rules", "mil", "--seats", mixed, "--out", at("mil"))
	for name, line := range map[string]string{
		"sprt":  "-a fast -b timeout --sprt 0,0.5",
		"fixed": "-a fast -b big --blocks 40",
		"watch": "-a fast -b timeout --watch --blocks 100 --luck",
		"field": "--bots fast,random,timeout --blocks 60",
	} {
		args := append([]string{"match", "--out", at(name)}, strings.Fields(line)...)
		if r := execute(t, "", args...); r.status != statusFine {
			t.Fatalf("%v: %s", args, r.errs)
		}
	}
	fine(t, "tune", "spsa", "--bot", "big", "--params", "min_fan,wall", "--budget", "4000", "--generations", "3", "--out", at("tuned"))
	list := map[string][]string{"runs": {at("run"), at("mil")}}
	for _, name := range []string{"run", "sprt", "fixed", "watch", "field", "tuned"} {
		list[name] = []string{at(name)}
	}
	return list
}

// TestReportFormats writes everything in every format: the page has the object
// that --json prints, and a file what goes to the standard output.
func TestReportFormats(t *testing.T) {
	for name, paths := range findings(t) {
		report := func(more ...string) string { return fine(t, append(append([]string{"report"}, paths...), more...)...) }
		object := parseObject(t, report("--json"))
		html := report("--format", "html")
		if got := pageData(t, html); !reflect.DeepEqual(got, object) {
			t.Errorf("%s: the page's data differ from the JSON", name)
		}
		if strings.Contains(html, "://") || strings.Contains(html, "ZgotmplZ") || !strings.Contains(html, `class="answer"`) {
			t.Errorf("%s: the page is wrong:\n%.600s", name, html)
		}
		if n := strings.Count(html, `role="img"`); n == 0 && name != "fixed" {
			t.Errorf("%s: no chart", name)
		}
		file := filepath.Join(t.TempDir(), "report")
		for _, format := range documentFormats() {
			if out := report("--format", format, "-o", file); out != "" {
				t.Errorf("%s, %s: printed %q beside the file", name, format, out)
			}
			written, err := os.ReadFile(file)
			if format == "png" { // it is not printed
				if err != nil || !strings.HasPrefix(string(written), "\x89PNG") {
					t.Errorf("%s: no PNG in the file, %v", name, err)
				}
				continue
			}
			if want := report("--format", format); err != nil || string(written) != want || want == "" {
				t.Errorf("%s, %s: the file differs from what is printed, %v", name, format, err)
			}
		}
		pictures := filepath.Join(t.TempDir(), "pictures")
		report("--plots", pictures)
		if files := readDir(t, pictures); len(files) < 2 {
			t.Errorf("%s: %d pictures", name, len(files))
		}
	}
}

// The page of a run has the object of the run, the time it took included.
func TestRunPage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.html")
	fine(t, "run", "--hands", "400", "--seats", mixed, "--format", "html", "--output", file)
	html, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got := pageData(t, string(html))
	wantKeys(t, got, "rules", "seed", "hands", "digest", "seconds", "seats", "bots", "differences")
	if n := len(got["seats"].([]any)); n != 4 {
		t.Errorf("%d seats", n)
	}
}

// A match's report says what the match said, whether it has ended or not.
func TestReportOfMatch(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "match")
	said := parseObject(t, execute(t, "", "match", "-a", "fast", "-b", "timeout", "--sprt", "0,0.5", "--out", dir, "--json").out)
	got := parsed(t, "report", dir, "--json")
	for key, want := range said {
		if key != "seconds" && key != "hands_per_s" && !reflect.DeepEqual(got[key], want) {
			t.Errorf("%s: got %v, the match said %v", key, got[key], want)
		}
	}
	dir = filepath.Join(t.TempDir(), "started")
	startedMatch(t, dir)
	before := files(t, dir)
	if text := fine(t, "report", dir); !strings.Contains(text, "unfinished") || !strings.Contains(text, "'xuezhan match --resume'") {
		t.Errorf("of a match under way: %s", text)
	}
	wantSameFiles(t, dir, before)
}

// What earlier versions recorded is reported as they reported it.
func TestReportOfRecord(t *testing.T) {
	for name, want := range map[string]string{"match": "difference +2.000 [-3.738, +7.738] points per hand\n", "field": "big      +4.633 [+2.038, +7.229]\n"} {
		if text := fine(t, "report", filepath.Join("testdata", "before", name+".jsonl")); !strings.Contains(text, want) {
			t.Errorf("%s: %s", name, text)
		}
	}
}

func TestReportWrongUsage(t *testing.T) {
	dir := t.TempDir()
	record := filepath.Join(dir, "record")
	writeFile(t, record, "nonsense\n")
	out := filepath.Join(dir, "run")
	for _, tt := range []struct {
		line   string
		want   string
		status int
	}{
		{"report " + record, record + ": match: line 1", statusFailed},
		{"report " + record + " " + record, "only runs are compared", statusUsage},
		{"report " + record + " --level 0.9", "--level is for runs", statusUsage},
		{"report " + dir + "/none", "no such file", statusFailed},
		{"report " + dir, "manifest", statusFailed},
		{"run --hands 10 --out " + out + " -o " + dir, "is a directory", statusFailed},
		{"run --hands 10 --out " + out + " -o " + dir + "/none/report", "--output", statusFailed},
	} {
		r := execute(t, "", strings.Fields(tt.line)...)
		if r.status != tt.status || r.out != "" || !strings.Contains(r.errs, tt.want) {
			t.Errorf("%s: got status %d, %s%s; want %q", tt.line, r.status, r.out, r.errs, tt.want)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("hands were played whose report has no place")
	}
}

// The object of a page is JSON that every reader takes.
func TestPageDataIsPlain(t *testing.T) {
	html := fine(t, "run", "--hands", "20", "--format", "html")
	_, rest, _ := strings.Cut(html, `id="report">`)
	text, _, _ := strings.Cut(rest, "</script>")
	if !json.Valid([]byte(text)) || strings.ContainsAny(text, "<>") {
		t.Errorf("got %.200s", text)
	}
}
