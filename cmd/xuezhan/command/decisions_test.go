package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xuezhan/features"
)

// Any number of workers stores the same, and what lost a part gets it back.
func TestDatasetDecisions(t *testing.T) {
	dir := t.TempDir()
	one, three := filepath.Join(dir, "one"), filepath.Join(dir, "three")
	args := func(out string, more ...string) []string {
		return append([]string{"dataset", "decisions", "--hands", "1500", "--seats", "fast,big,fast,random", "--studied", "3,0", "--out", out, "--json"}, more...)
	}
	a, b := parsed(t, args(one, "--workers", "1")...), parsed(t, args(three, "--workers", "3")...)
	wantKeys(t, a, "dir", "features", "schema", "hands", "rows", "bytes", "digest", "rows_per_s")
	if a["digest"] != b["digest"] || a["digest"] == "" || a["rows"].(float64) < 20*1500 || a["rows"] != a["rows_played"] {
		t.Errorf("got %v and %v", a, b)
	}
	spoil(t, filepath.Join(three, "decisions-000001.parquet"))
	r := execute(t, "", "dataset", "decisions", "--resume", three, "--json")
	again := parseObject(t, r.out)
	if again["digest"] != a["digest"] || again["rows"] != a["rows"] || again["rows_played"].(float64) >= a["rows"].(float64) || !strings.Contains(r.errs, "part 1") {
		t.Errorf("a spoiled part: got %v, %s", again, r.errs)
	}
	head := parsed(t, "dataset", "head", one, "--table", "decisions", "-n", "2000", "--json")["rows"].([]any)
	if len(head) != 2000 || len(head[0].(map[string]any)["v1"].([]any)) != (features.V1{}).Len() {
		t.Errorf("head prints %d rows", len(head))
	}
	if row := head[1].(map[string]any); row["decision"] != 1.0 || row["hand"] != 0.0 || row["phase"] != "exchange" {
		t.Errorf("head prints %v", row)
	}
	text := fine(t, "dataset", "head", one, "--table", "decisions", "-n", "3")
	if lines := strings.Split(text, "\n"); len(lines) != 5 || !strings.HasPrefix(lines[0], "hand  decision  seat") || strings.Contains(text, "v1") {
		t.Errorf("head prints %s", text)
	}
	if text := fine(t, "dataset", "head", one, "--table", "decisions", "-n", "1", "--columns", "bot,v1"); !strings.HasPrefix(text, "bot   v1\nfast  [") {
		t.Errorf("head prints %s", text)
	}
	if text := fine(t, "dataset", "decisions", "--resume", one); !strings.Contains(text, a["digest"].(string)) || !strings.Contains(text, "played     0 rows") {
		t.Errorf("nothing to do: got %s", text)
	}
}

func TestDatasetDecisionsPlanes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "planes")
	got := parsed(t, "dataset", "decisions", "--hands", "50", "--features", "planes", "--walls", "lanes", "--rules", "mil", "--out", dir, "--json")
	if got["features"] != "planes" || got["schema"] != (features.Planes{}).Schema().Hash() {
		t.Errorf("got %v", got)
	}
	row := parsed(t, "dataset", "head", dir, "--table", "decisions", "-n", "1", "--json")["rows"].([]any)[0].(map[string]any)
	if list := row["planes"].([]any); len(list) != (features.Planes{}).Len() || list[0] != 0.0 && list[0] != 1.0 {
		t.Errorf("head prints %v", row)
	}
	for line, want := range map[string]string{"--where hand=1": "--where is for other tables than decisions", "--columns v1": `no column "v1"`} {
		if r := execute(t, "", append([]string{"dataset", "head", dir, "--table", "decisions"}, strings.Fields(line)...)...); r.status != statusUsage || !strings.Contains(r.errs, want) {
			t.Errorf("%s: status %d, %s", line, r.status, r.errs)
		}
	}
	if text := fine(t, "dataset", "query", dir, "--by", "phase", "--mean", "points", "--where", "seat<2"); !strings.Contains(text, "turn") {
		t.Errorf("query: %s", text)
	}
	if text := fine(t, "dataset", "export", dir, "--where", "phase=void"); !strings.HasPrefix(text, "hand,decision,seat,bot,") || strings.Contains(text, "planes") {
		t.Errorf("export: %.200s", text)
	}
	if r := execute(t, "", "dataset", "export", dir, "--columns", "planes"); r.status != statusUsage || !strings.Contains(r.errs, "planes is bytes") {
		t.Errorf("export of bytes: status %d, %s", r.status, r.errs)
	}
}

func TestDatasetDecisionsUsage(t *testing.T) {
	for _, x := range []struct{ line, want string }{
		{"--hands 5", "one of --out and --resume"},
		{"--out a --resume b", "one of --out and --resume"},
		{"--out a --hands 0", "--hands is not 1 to"},
		{"--out a --workers 0", "--workers 0 is not 1 to 1024"},
		{"--out a --seats fast,fast,fast,fast --policy fast", "exclude each other"},
		{"--out a --policy nobody", `unknown bot "nobody"`},
		{"--out a --features v0", `unknown features "v0"; there are v1, v2, planes`},
		{"--out a --studied 4", `--studied "4" is not a list of seats 0 to 3`},
		{"--out a --studied x", `--studied "x" is not a list`},
		{"--out a --walls high", `unknown walls "high"`},
		{"--resume a --hands 5", "--hands cannot be given"},
		{"--resume a --studied 1", "--studied cannot be given"},
	} {
		t.Chdir(t.TempDir())
		r := execute(t, "", append([]string{"dataset", "decisions"}, strings.Fields(x.line)...)...)
		if r.status != statusUsage || !strings.Contains(r.errs, x.want) {
			t.Errorf("%s: status %d, %s", x.line, r.status, r.errs)
		}
		if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
			t.Errorf("%s: it left %v, %v", x.line, left, err)
		}
	}
	if r := execute(t, "", "dataset", "decisions", "--resume", t.TempDir()); r.status != statusFailed || !strings.Contains(r.errs, "manifest.json") {
		t.Errorf("an empty directory: status %d, %s", r.status, r.errs)
	}
}

func TestFeaturesSchema(t *testing.T) {
	text := fine(t, "dataset", "schema", "--features", "v1")
	for _, e := range (features.V1{}).Schema().Entries {
		if !strings.Contains(text, e.Name) || !strings.Contains(text, e.Meaning) {
			t.Errorf("feature %s is missing", e.Name)
		}
	}
	got := parsed(t, "dataset", "schema", "--features", "planes", "--json")
	if got["hash"] != (features.Planes{}).Schema().Hash() || len(got["entries"].([]any)) != (features.Planes{}).Channels() || got["width"] != 27.0 {
		t.Errorf("got hash %v, width %v", got["hash"], got["width"])
	}
	columns := fine(t, "dataset", "schema", "decisions")
	for _, want := range []string{"np.frombuffer", "legal_2", "points_refunds", "action"} {
		if !strings.Contains(columns, want) {
			t.Errorf("column %s is missing", want)
		}
	}
	if text := fine(t, "dataset", "schema", "decisions", "--features", "planes"); strings.Contains(text, "v1") || !strings.Contains(text, "bytes[2") {
		t.Errorf("got %s", text)
	}
	for _, line := range []string{"dataset schema --features v0", "dataset schema decisions --features v0"} {
		if r := execute(t, "", strings.Fields(line)...); r.status != statusUsage || !strings.Contains(r.errs, "there are v1, v2, planes") {
			t.Errorf("%s: status %d, %s", line, r.status, r.errs)
		}
	}
}
