package command

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xuezhan/sim/dataset"
)

func TestSchema(t *testing.T) {
	text := fine(t, "dataset", "schema")
	for table := range dataset.NumTables {
		for _, c := range dataset.Columns(table) {
			if !strings.Contains(text, c.Name) || !strings.Contains(text, c.Meaning) {
				t.Errorf("%s: column %s is missing", table, c.Name)
			}
		}
	}
	if one := fine(t, "dataset", "schema", "wins"); strings.Contains(one, "seats  ") || !strings.Contains(one, "wins ") {
		t.Errorf("schema wins: got %s", one)
	}
	tables := parsed(t, "dataset", "schema", "--json")["tables"].(map[string]any)
	wantKeys(t, tables, "hands", "seats", "wins")
	wantKeys(t, tables["wins"].([]any)[0].(map[string]any), "name", "type", "unit", "meaning")
}

func TestDatasetInfo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	ran := parsed(t, "run", "--hands", "300", "--seats", mixed, "--out", dir, "--json")
	got := parsed(t, "dataset", "info", dir, "--verify", "--json")
	rows := got["rows"].(map[string]any)
	if got["finished"] != true || got["digest"] != ran["digest"] || rows["hands"] != 300.0 || rows["seats"] != 1200.0 {
		t.Errorf("got %v", got)
	}
	if text := fine(t, "dataset", "info", dir); !strings.Contains(text, ran["digest"].(string)) {
		t.Errorf("got %s", text)
	}
	spoil(t, filepath.Join(dir, "wins-000000.parquet"))
	r := execute(t, "", "dataset", "info", dir, "--verify")
	if r.status != statusFailed || !strings.Contains(r.errs, "wins-000000.parquet") {
		t.Errorf("spoiled: got status %d, %s", r.status, r.errs)
	}
	if r := execute(t, "", "dataset", "info", t.TempDir()); r.status != statusFailed || !strings.Contains(r.errs, "manifest.json") {
		t.Errorf("no dataset: got status %d, %s", r.status, r.errs)
	}
}

// spoil turns one byte of a file.
func spoil(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// twoParts are the arguments of a run of two parts.
var twoParts = []string{"--hands", "1100", "--seats", "fast,big,fast,big", "--rotate"}

func TestDatasetHead(t *testing.T) {
	dir := storedRun(t, twoParts...)
	text := fine(t, "dataset", "head", dir, "-n", "3", "--columns", "hand,seat,bot", "--where", "seat=2")
	if want := "hand  seat  bot\n   0     2  fast\n   1     2  big\n   2     2  fast\n"; text != want {
		t.Errorf("got\n%s", text)
	}
	got := parsed(t, "dataset", "head", dir, "--table", "hands", "--json")
	rows := got["rows"].([]any)
	if got["table"] != "hands" || len(rows) != 10 {
		t.Errorf("got %v", got)
	}
	first := rows[0].(map[string]any)
	wantKeys(t, first, "hand", "dealer", "exhausted", "trace", "p3")
	if _, ok := first["trace"].(string); !ok || first["hand"] != 0.0 {
		t.Errorf("got %v", first)
	}
}

// What the query says of bots is what the report says of them.
func TestDatasetQuery(t *testing.T) {
	dir := storedRun(t, twoParts...)
	reported := parsed(t, "report", dir, "--json")["bots"].([]any)
	got := parsed(t, "dataset", "query", dir, "--by", "bot", "--mean", "points,ending=won", "--sort", "-points", "--json")
	groups := got["groups"].([]any)
	if len(groups) != 2 || got["unit"] != "hand" || got["rows"] != 4400.0 || got["units"] != 1100.0 {
		t.Fatalf("got %v", got)
	}
	for i, b := range reported {
		bot := b.(map[string]any)
		for _, g := range groups {
			group := g.(map[string]any)
			if group["key"].(map[string]any)["bot"] != bot["policy"] {
				continue
			}
			mean := group["means"].(map[string]any)["points"].(map[string]any)
			points := bot["points"].(map[string]any)
			for key, want := range map[string]string{"value": "mean", "lo": "lo", "hi": "hi"} {
				if mean[key] != points[want] {
					t.Errorf("bot %d: %s is %v, the report has %v", i, key, mean[key], points[want])
				}
			}
		}
	}
	text := fine(t, "dataset", "query", dir, "--where", "longest_suit>=8", "--by", "longest_suit", "--mean", "points", "--together")
	for _, want := range []string{"seats where longest_suit>=8: ", "mean points", "too few", "hold at once"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	lines := fine(t, "dataset", "query", dir, "--table", "wins", "--by", "self_draw", "--sum", "fan", "--csv")
	if !strings.HasPrefix(lines, "self_draw,rows,units,sum fan\nfalse,") {
		t.Errorf("got %s", lines)
	}
}

func TestDatasetExport(t *testing.T) {
	dir := storedRun(t, twoParts...)
	text := fine(t, "dataset", "export", dir, "--table", "wins", "--csv", "--columns", "hand,seat")
	if lines := strings.Split(text, "\n"); lines[0] != "hand,seat" || len(lines) < 1000 {
		t.Errorf("got %.100s", text)
	}
	plain, packed := filepath.Join(t.TempDir(), "wins.csv"), filepath.Join(t.TempDir(), "wins.csv.gz")
	for _, path := range []string{plain, packed} {
		fine(t, "dataset", "export", dir, "--table", "wins", "--columns", "hand,seat", "-o", path)
	}
	if data, err := os.ReadFile(plain); err != nil || string(data) != text {
		t.Errorf("the file differs: %v", err)
	}
	f, err := os.Open(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	if data, err := io.ReadAll(z); err != nil || string(data) != text {
		t.Errorf("the compressed file differs: %v", err)
	}
	if r := execute(t, "", "dataset", "export", dir, "-o", plain); r.status != statusFailed || !strings.Contains(r.errs, "exists already") {
		t.Errorf("existing: got status %d, %s", r.status, r.errs)
	}
	// A run that cannot be read to its end leaves no file.
	if err := os.Truncate(filepath.Join(dir, "wins-000001.parquet"), 50); err != nil {
		t.Fatal(err)
	}
	half := filepath.Join(filepath.Dir(plain), "half.csv")
	if r := execute(t, "", "dataset", "export", dir, "--table", "wins", "-o", half); r.status != statusFailed || !strings.Contains(r.errs, "wins-000001") {
		t.Errorf("damaged: got status %d, %s", r.status, r.errs)
	}
	if names, _ := filepath.Glob(half + "*"); len(names) != 0 {
		t.Errorf("a failed export left %v", names)
	}
	line, _, _ := strings.Cut(fine(t, "dataset", "export", dir, "--table", "hands", "--json", "--columns", "hand,p0"), "\n")
	wantKeys(t, parseObject(t, line), "hand", "p0")
}

func TestDatasetVerify(t *testing.T) {
	dir := storedRun(t, twoParts...)
	if got, want := fine(t, "dataset", "verify", dir, "--sample", "50"), "1,100 hands in 2 parts: files, sums and 50 replayed hands agree\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	found := parsed(t, "dataset", "verify", dir, "--json")
	if found["fault_count"] != 0.0 || found["replayed_hands"] != 200.0 || found["finished"] != true {
		t.Errorf("got %v", found)
	}
	manifest := filepath.Join(dir, "manifest.json")
	for _, c := range []struct{ what, old, new, want string }{
		{"seed", `"seed": "1"`, `"seed": "2"`, "the hand played again"},
		{"unknown bot", `"spec": "big"`, `"spec": "bigger"`, `manifest.json: bots: bigger, not a bot of this program: unknown bot "bigger"`},
		{"unknown option", `"spec": "big"`, `"spec": "big:size=3"`, `unknown option "size"`},
		{"digest of a bot", `"digest": "`, `"digest": "0`, "the digest of fast"},
		{"walls", `"walls": "shared"`, `"walls": "high"`, `unknown walls "high"; there are shared, lanes`},
		{"rules hash", `"rules_hash": "`, `"rules_hash": "0`, "rules_hash is"},
		{"a rule", `"fan_cap": 4`, `"fan_cap": 5`, "rules_hash is"},
		{"digest", "\n  \"digest\": \"", "\n  \"digest\": \"0", "the digest of the stored hands"},
		{"file digest", `"sha256": "`, `"sha256": "0`, "hands-000000.parquet: "},
		{"rows", `"rows": 1024`, `"rows": 1023`, "other rows than its 1024 hands"},
		{"planned parts", `"planned_parts": 2`, `"planned_parts": 3`, "2 parts of 3"},
		{"part twice", `"index": 1`, `"index": 0`, "part 0 has file"},
		{"newer", `"format": 2`, `"format": 9`, "format 9 is newer"},
		{"unknown field", `"finished": true`, `"finished": true, "extra": 1`, "extra"},
	} {
		data, err := os.ReadFile(manifest)
		if err != nil {
			t.Fatal(err)
		}
		changed := strings.Replace(withoutSum(string(data)), c.old, c.new, 1)
		if changed == withoutSum(string(data)) {
			t.Fatalf("%s: the manifest has no %s", c.what, c.old)
		}
		if err := os.WriteFile(manifest, []byte(changed), 0o666); err != nil {
			t.Fatal(err)
		}
		r := execute(t, "", "dataset", "verify", dir)
		if r.status != statusFailed || !strings.Contains(r.out+r.errs, c.want) {
			t.Errorf("%s: got status %d, %s%s; want %q", c.what, r.status, r.out, r.errs, c.want)
		}
		if err := os.WriteFile(manifest, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	spoil(t, filepath.Join(dir, "seats-000001.parquet"))
	spoil(t, filepath.Join(dir, "wins-000001.parquet"))
	r := execute(t, "", "dataset", "verify", dir, "--limit", "1")
	for _, want := range []string{"seats-000001.parquet: ", "SHA-256", "… and 1 more", "76 hands of parts", ": 2 faults"} {
		if r.status != statusFailed || !strings.Contains(r.out+r.errs, want) {
			t.Errorf("%q is missing: got status %d, %s%s", want, r.status, r.out, r.errs)
		}
	}
	r = execute(t, "", "dataset", "verify", dir, "--json")
	if got := parseObject(t, r.out); r.status != statusFailed || got["fault_count"] != 2.0 || got["skipped_hands"] != 76.0 {
		t.Errorf("got status %d, %v", r.status, got)
	}
}
