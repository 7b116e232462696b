package command

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestStudyContract: the fields that a study's JSON has, the same for any number
// of workers, and whether own choices are played again or not.
func TestStudyContract(t *testing.T) {
	line := []string{"study", "fast-vs-big", "--hands", "1500", "--seats", "fast,big,fast,rare", "--studied", "0,3", "--json"}
	text := fine(t, line...)
	object := parseObject(t, text)
	wantKeys(t, object, "version", "question", "doc", "settings", "features", "policies", "rules", "rules_hash", "seed", "walls",
		"seats", "studied", "orders", "level", "planned_hands", "hands", "precision", "precision_reached", "hands_with_forks", "forks",
		"digest", "main", "main_forks", "alternatives", "contrasts", "strata", "map", "maxim", "notes")
	if again := fine(t, append(line, "--workers", "3", "--check")...); again != text {
		t.Error("with three workers and a check the study is another")
	}
	if object["hands"] != 1500.0 || object["precision_reached"] != false {
		t.Errorf("hands %v, precision reached %v", object["hands"], object["precision_reached"])
	}
}

// TestStudyLists: without a question the questions are listed.
func TestStudyLists(t *testing.T) {
	text := fine(t, "study")
	for _, q := range []string{"call ", "discard ", "exchange ", "fast-vs-big ", "plan ", "void ", "wait "} {
		if !strings.Contains("\n"+text, "\n"+q) {
			t.Errorf("%q is not listed in %s", q, text)
		}
	}
}

// TestStudyFormats: the answer comes first, and pictures change nothing of it.
func TestStudyFormats(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pictures")
	text := fine(t, "study", "call", "--hands", "600", "--rules", "tsumo")
	if with := fine(t, "study", "call", "--hands", "600", "--rules", "tsumo", "--plots", dir); with != text {
		t.Error("with pictures another text is printed")
	}
	if !strings.HasPrefix(text, "a pung or a kong: call it or pass?") || !strings.Contains(text, "digest") {
		t.Errorf("the text is %.200s", text)
	}
	if md := fine(t, "study", "call", "--hands", "600", "--rules", "tsumo", "--format", "md"); !strings.HasPrefix(md, "**a pung or a kong") {
		t.Errorf("the Markdown is %.200s", md)
	}
	file := filepath.Join(dir, "page.html")
	fine(t, "study", "call", "--hands", "600", "--rules", "tsumo", "--format", "html", "-o", file)
	html, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := parsed(t, "study", "call", "--hands", "600", "--rules", "tsumo", "--json"); !reflect.DeepEqual(pageData(t, string(html)), want) {
		t.Error("the page has other data than the JSON")
	}
	if page := string(html); strings.Contains(page, "://") || !strings.Contains(page, `class="chart"`) {
		t.Errorf("the page is wrong:\n%.600s", page)
	}
	files := readDir(t, dir)
	for _, name := range []string{"call-map.png", "call-map.svg", "call-by-call.svg", "call-by-tiles-left.png"} {
		if len(files[name]) == 0 {
			t.Errorf("there is no %s", name)
		}
	}
}

// TestStudyPrecision: a study that reaches its precision plays no more hands.
func TestStudyPrecision(t *testing.T) {
	object := parsed(t, "study", "wait", "--hands", "20000", "--precision", "0.3", "--json")
	if object["precision_reached"] != true || object["hands"].(float64) >= 20000 {
		t.Errorf("precision reached %v after %v hands", object["precision_reached"], object["hands"])
	}
}

// TestStudyStored: a stored study is reported with the same text, resumes after parts
// of it were lost with the same files, and its table is documented.
func TestStudyStored(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "study")
	line := []string{"study", "exchange", "--hands", "2100", "--seats", "fast,timeout,fast,fast", "--studied", "1"}
	want := fine(t, append(line, "--out", dir)...)
	files := readDir(t, dir)
	if got := fine(t, "report", dir); got != want || fine(t, line...) != want {
		t.Error("the report of the stored study, or that of one not stored, is another")
	}
	object := parsed(t, "report", dir, "--json")
	wantKeys(t, object, "version", "question", "main", "strata")
	if html := fine(t, "report", dir, "--format", "html"); !strings.Contains(html, "shortest is better") {
		t.Error("the page has no chart of the main difference")
	}
	if err := os.Remove(filepath.Join(dir, "forks-000001.parquet")); err != nil {
		t.Fatal(err)
	}
	if got := fine(t, "study", "--resume", dir); got != want {
		t.Error("gone on with it is another")
	}
	if got := readDir(t, dir); !maps.EqualFunc(got, files, bytes.Equal) {
		t.Errorf("gone on with it leaves other files: %v", slices.Sorted(maps.Keys(got)))
	}
	if got := fine(t, "study", "--resume", dir); got != want {
		t.Error("a finished study gone on with is another")
	}
	info := parsed(t, "dataset", "info", dir, "--verify", "--json")
	if info["finished"] != true || info["hands"] != 2100.0 || info["verified"] != true {
		t.Errorf("info is %v", info)
	}
	if text := fine(t, "dataset", "schema", "forks"); !strings.Contains(text, "is_keep_pairs") || !strings.Contains(text, "f_shanten_after") {
		t.Errorf("the schema is %.300s", text)
	}
	wantKeys(t, parsed(t, "dataset", "schema", "forks", "--json"), "format", "forks", "questions")
}

// TestStudyDiscard: positions in notation and from a record, and what is wrong with
// them.
func TestStudyDiscard(t *testing.T) {
	line := []string{"study", "discard", "123m456p788m99p[555m]", "--void", "s", "--seen", "69m", "--left", "30", "--samples", "40", "--json"}
	text := fine(t, line...)
	object := parseObject(t, text)
	wantKeys(t, object, "version", "rules", "rules_hash", "seat", "tiles", "void", "left", "playout", "seed", "level",
		"planned_samples", "samples", "precision", "precision_reached", "lead", "actions", "notes")
	if fine(t, append(line, "--workers", "3", "--check")...) != text {
		t.Error("with three workers and a check it is another")
	}
	if n := len(object["actions"].([]any)); n != 9 || object["left"] != 30.0 {
		t.Errorf("%d actions with %v tiles left", n, object["left"])
	}
	file := filepath.Join(t.TempDir(), "hand.jsonl")
	if err := os.WriteFile(file, []byte(fine(t, "replay", "--hand", "3", "--json")), 0o666); err != nil {
		t.Fatal(err)
	}
	record := parsed(t, "study", "discard", "--record", file, "--turn", "5", "--seat", "2", "--samples", "40", "--json")
	if record["seat"] != 2.0 || record["samples"] != 40.0 {
		t.Errorf("seat %v, %v samples", record["seat"], record["samples"])
	}
	claim := parsed(t, "study", "discard", "--record", file, "--claim", "2", "--samples", "40", "--json")
	last := claim["actions"].([]any)
	if claim["offered"] == nil || len(last) < 2 || !slices.ContainsFunc(last, func(a any) bool { return a.(map[string]any)["action"] == "pass" }) {
		t.Errorf("a claim of %v with the actions %v", claim["offered"], last)
	}
	for _, c := range [][]string{
		{"study", "discard"},
		{"study", "discard", "123m"},
		{"study", "discard", "123m456p7889p24m99p"},
		{"study", "discard", "123m456p7889p24m99p", "--void", "s", "--record", file},
		{"study", "discard", "123m456p7889p24m99p", "--void", "s", "--turn", "2"},
		{"study", "discard", "123m456p7889p24m99p", "--void", "s", "--left", "90"},
		{"study", "discard", "--record", file, "--turn", "500"},
		{"study", "discard", "--record", file, "--claim", "500"},
		{"study", "discard", "--record", file, "--claim", "0"},
		{"study", "discard", "--record", file, "--claim", "1", "--turn", "2"},
		{"study", "discard", "123m456p7889p24m99p", "--void", "s", "--claim", "1"},
		{"study", "discard", "--record", file, "--void", "s"},
		{"study", "exchange", "--rules", "sbr"},
		{"study", "--resume", file, "--level", "0.9"},
	} {
		if r := execute(t, "", c...); r.status != statusUsage {
			t.Errorf("%v: status %d, want %d", c, r.status, statusUsage)
		}
	}
}

// TestStudyBestResponse: the responders of the list, or all that may be good, are tried,
// and the page says that the gain is a lower bound.
func TestStudyBestResponse(t *testing.T) {
	got := parsed(t, "study", "best-response", "timeout", "--responders", "fast,random", "--choose", "30", "--blocks", "30", "--json")
	wantKeys(t, got, "rules", "rules_hash", "seed", "choose_seed", "walls", "luck", "version", "bot", "responders", "best", "gain",
		"choose_blocks", "blocks", "hands", "faults")
	if got["best"] != "fast" || got["hands"] != 360.0 {
		t.Errorf("got %v", got)
	}
	text := fine(t, "study", "best-response", "fast:win=min1", "--choose", "30", "--blocks", "30", "--luck")
	for _, want := range []string{"lower bound", "search-against-fast-win=min1", "expert", "guard", "measured over 30 blocks"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	for line, want := range map[string]string{
		"study best-response":                                  "SPEC",
		"study best-response nobody":                           `unknown bot "nobody"`,
		"study best-response fast --responders nobody":         `unknown bot "nobody"`,
		"study best-response fast --blocks 29":                 "not 29",
		"study best-response fast --responders fast --walls x": "unknown walls",
		"study best-response fast --responders fast --rules x": "presets are",
		"study best-response fast --responders fast --level 3": "level 3 is not between 0 and 1",
	} {
		if r := execute(t, "", strings.Fields(line)...); r.status != statusUsage || !strings.Contains(r.errs, want) {
			t.Errorf("%s: got status %d, %s", line, r.status, r.errs)
		}
	}
}

// TestStudyField: bots of the field with weights, any number of workers, stored and
// resumed; what is wrong with a field is said before anything is played.
func TestStudyField(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "study")
	line := []string{"study", "plan", "--field", "fast*2,value:danger=0,timeout", "--hands", "70", "--orders", "1"}
	want := fine(t, append(line, "--out", dir)...)
	if fine(t, append(line, "--workers", "3", "--check")...) != want {
		t.Error("with three workers and a check the study is another")
	}
	for _, text := range []string{"Weighing all goals", "fast*2 value:danger=0 timeout", "below -10 points", "Best of plans of one goal, by pairs dealt"} {
		if !strings.Contains(want, text) {
			t.Errorf("%q is not in\n%.3000s", text, want)
		}
	}
	if got := fine(t, "report", dir); got != want {
		t.Error("the report of the stored study is another")
	}
	if got := fine(t, "study", "--resume", dir); got != want {
		t.Error("the resumed study is another")
	}
	fine(t, "dataset", "verify", dir)
	rewriteFile(t, filepath.Join(dir, "manifest.json"), func(s string) string { // as if timeout were another now
		return regexp.MustCompile(`("spec": "timeout",\s*"digest": ")..`).ReplaceAllString(withoutSum(s), "${1}zz")
	})
	if r := execute(t, "", "dataset", "verify", dir); r.status != statusFailed || !strings.Contains(r.out, "the digest of timeout") {
		t.Errorf("a bot of the field that is another: status %d, %s%s", r.status, r.out, r.errs)
	}
	for _, field := range []string{"fast*0", "fast*x", "nobody", "fast,fast*2", "fast*2000"} {
		if r := execute(t, "", "study", "plan", "--field", field, "--hands", "1"); r.status != statusUsage {
			t.Errorf("--field %s: status %d, want %d", field, r.status, statusUsage)
		}
	}
}

// TestStudyInAGame: the situation is part of the study, of what is stored and of the
// answer, which is told in points too.
func TestStudyInAGame(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "game")
	line := []string{"study", "fast-vs-big", "--hands", "600", "--points", "-10,10,0,0", "--hands-left", "1", "--payoff", "45,5,-15,-35"}
	got := parsed(t, append(slices.Clone(line), "--json", "--out", dir)...)
	game := got["game"].(map[string]any)
	if game["hands_left"] != 1.0 || got["main_in_points"] == nil {
		t.Errorf("got %v", game)
	}
	text := fine(t, "report", dir)
	for _, want := range []string{"points of payoff", "In points of the hand take less decline is", "-10 10 0 0", "hands left after it", "45 5 -15 -35"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	fine(t, "dataset", "verify", dir)
	for line, want := range map[string]string{
		"--points 1,2,3,4":                 "--points needs --payoff",
		"--hands-left 1":                   "--hands-left needs --payoff",
		"--payoff 1,2,3":                   "not 4 whole numbers",
		"--payoff 4,3,2,x":                 "not 4 whole numbers",
		"--payoff 4,3,2,1 --points 1":      "not 4 whole numbers",
		"--payoff 1,2,3,4":                 "no place more than the one before",
		"--payoff 4,3,2,1 --hands-left 33": "33 hands left",
	} {
		if r := execute(t, "", append([]string{"study", "call"}, strings.Fields(line)...)...); r.status != statusUsage || !strings.Contains(r.errs, want) {
			t.Errorf("%s: got status %d, %s", line, r.status, r.errs)
		}
	}
}
