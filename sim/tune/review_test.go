package tune

import (
	"os"
	"path/filepath"
	"testing"

	"xuezhan/policy"
)

func TestReview(t *testing.T) {
	for _, m := range []Method{SPSA, CMAES} {
		dir := filepath.Join(t.TempDir(), "run")
		u := open(t, dir, configOf(t, m))
		fresh, err := ReadReview(dir, policy.Parse)
		if err != nil || fresh.Generations != 0 || len(fresh.History) != 0 || fresh.Gate != nil || fresh.Parameters[0].Tuned != nil {
			t.Fatalf("%s: at its start: got %+v, %v", m, fresh, err)
		}
		result := play(t, u, 2)
		before := snapshot(t, dir)
		v, err := ReadReview(dir, policy.Parse)
		if err != nil {
			t.Fatal(err)
		}
		if v.Generations != 4 || len(v.History) != 4 || *v.Holdout != *result.History.Holdout || v.Gate.Difference != result.History.Gate.Difference || v.Hands != result.History.Hands["train"] {
			t.Errorf("%s: got %+v, want %+v", m, v, result.History)
		}
		for _, p := range v.Parameters {
			if p.Tuned == nil || *p.Tuned != result.Parameters[p.Name] || p.Start != u.config.Bot.Values()[p.Name] || float64(p.Min) > p.Mean || p.Mean > float64(p.Max) {
				t.Errorf("%s: got %+v, want %d", m, p, result.Parameters[p.Name])
			}
		}
		if after := snapshot(t, dir); after != before {
			t.Errorf("%s: reading has changed the directory", m)
		}
	}
	if _, err := ReadReview(t.TempDir(), policy.Parse); err == nil {
		t.Error("a directory without a run is read")
	}
}

// snapshot returns all files of a directory as one text.
func snapshot(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		text += e.Name() + "\n" + string(data)
	}
	return text
}
