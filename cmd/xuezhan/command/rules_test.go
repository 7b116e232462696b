package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xuezhan/engine/rules"
)

func TestRulesShowMakesARulesFile(t *testing.T) {
	for _, name := range rules.Names() {
		shown := fine(t, "rules", "show", name, "--json")
		checked := execute(t, shown, "rules", "check", "-", "--json")
		got := parseObject(t, checked.out)
		want, err := rules.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		if got["rules"] != name || got["rules_hash"] != want.Hash() || got["nearest"] != name {
			t.Errorf("%s: got %s", name, checked.out)
		}
	}
}

func TestRulesShowNamesEveryField(t *testing.T) {
	text := fine(t, "rules", "show", "sbr")
	for _, f := range rules.Fields() {
		if !strings.Contains(text, f.Name) || !strings.Contains(text, f.Doc) {
			t.Errorf("field %s is missing", f.Name)
		}
	}
}

func TestRulesFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "five.json")
	writeFile(t, path, `{"base":"tsumo","name":"five","fan_cap":5}`)
	if got := fine(t, "rules", "check", path); !strings.Contains(got, "five is good") || !strings.Contains(got, "fan_cap") {
		t.Errorf("check: got %s", got)
	}
	if got := fine(t, "rules", "diff", "tsumo", path); !strings.Contains(got, "fan_cap  4      5") {
		t.Errorf("diff: got %s", got)
	}
	if got := parsed(t, "eval", "11112222333344m", "--rules", path, "--json"); got["rules"] != "five" {
		t.Errorf("eval: got %v", got["rules"])
	}
	if got := parsed(t, "run", "--hands", "50", "--rules", path, "--json"); got["rules"] != "five" {
		t.Errorf("run: got %v", got["rules"])
	}
	if got := fine(t, "rules", "diff", "planet", "planet-blood-battle-v1"); !strings.Contains(got, "are the same rules") {
		t.Errorf("diff of one with itself: got %s", got)
	}
}

func TestRulesCheckFails(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.json")
	writeFile(t, bad, `{"base":"tsumo","fan_cap":99}`)
	tests := []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"rules", "check", bad}, statusFailed, `"fan_cap": 99 is out of range; allowed are 0..16`},
		{[]string{"rules", "check", filepath.Join(dir, "none.json")}, statusFailed, "no such file"},
		{[]string{"rules", "check", dir}, statusFailed, "is a directory"},
		{[]string{"rules", "check", "-"}, statusFailed, "`[]` is not a JSON object"},
		{[]string{"run", "--rules", bad}, statusUsage, `"fan_cap": 99`},
		{[]string{"rules", "show", bad}, statusUsage, `"fan_cap": 99`},
	}
	for _, tt := range tests {
		r := execute(t, "[]", tt.args...)
		if r.status != tt.status || !strings.Contains(r.errs, tt.want) || r.out != "" {
			t.Errorf("%v: got status %d, %s%s", tt.args, r.status, r.out, r.errs)
		}
	}
}

func TestRulesList(t *testing.T) {
	text := fine(t, "rules", "list")
	for _, name := range rules.Names() {
		if !strings.Contains(text, name) {
			t.Errorf("%s is missing", name)
		}
	}
	if got := parsed(t, "rules", "list", "--json")["presets"].([]any); len(got) != len(rules.Names()) {
		t.Errorf("got %d presets", len(got))
	}
}

func TestRulesDiffJSON(t *testing.T) {
	got := parsed(t, "rules", "diff", "wap-battle", "wap-flow", "--json")
	wantKeys(t, got, "a", "b", "differences")
	if first := got["differences"].([]any)[0].(map[string]any); first["field"] != "after_win" || first["a"] != "leave" || first["b"] != "stay" {
		t.Errorf("got %v", first)
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
