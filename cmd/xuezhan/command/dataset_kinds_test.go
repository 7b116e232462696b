package command

import (
	"strings"
	"testing"
)

// Decisions and a study are looked at and checked as runs are; what is for runs says
// what the directory holds, and what to do with it.
func TestDatasetKinds(t *testing.T) {
	t.Chdir(t.TempDir())
	fine(t, "dataset", "decisions", "--hands", "40", "--out", "decisions")
	fine(t, "study", "call", "--hands", "60", "--out", "study")
	for _, c := range []struct {
		line  string
		wants []string
	}{
		{"dataset info decisions --verify", []string{"features           v1 ", "rows of decisions", "digest", "every file is as it was written"}},
		{"dataset head decisions -n 2", []string{"hand  decision", "exchange"}},
		{"dataset verify decisions", []string{"checked: the action is legal", "not checked: the features", "of 40 hands in 1 part: no fault"}},
		{"dataset head study -n 2", []string{"hand  fork  seat", "is_pass"}},
		{"dataset head study --table forks --columns hand,first_fan,wins", []string{"hand  first_fan  wins"}},
		{"dataset verify study", []string{"checked: one alternative", "checked: the digest is that of the rows", "not checked: labels", "of 60 hands in 1 part: no fault"}},
	} {
		got := fine(t, strings.Fields(c.line)...)
		for _, want := range c.wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s does not say %q:\n%.600s", c.line, want, got)
			}
		}
	}
	wantKeys(t, parsed(t, "dataset", "info", "decisions", "--json"), "inputs", "finished", "digest", "parts", "planned_parts", "hands", "rows", "bytes", "verified")
	wantKeys(t, parsed(t, "dataset", "verify", "study", "--json"), "finished", "rows", "fault_count", "checked", "unchecked")
	if rows := parsed(t, "dataset", "head", "study", "-n", "3", "--json")["rows"].([]any); len(rows) != 3 {
		t.Errorf("head prints %v", rows)
	}
	for _, dir := range []string{"decisions", "study"} {
		table := map[string]string{"decisions": "decisions", "study": "forks"}[dir]
		spoil(t, dir+"/"+table+"-000000.parquet")
		if r := execute(t, "", "dataset", "verify", dir); r.status != 1 || !strings.Contains(r.out, "not looked at") || !strings.Contains(r.errs, "1 fault") {
			t.Errorf("verify of spoiled %s: status %d\n%s%s", dir, r.status, r.out, r.errs)
		}
		if r := execute(t, "", "dataset", "info", dir, "--verify"); r.status != 1 || r.out != "" {
			t.Errorf("info of spoiled %s: status %d\n%s%s", dir, r.status, r.out, r.errs)
		}
	}
}
