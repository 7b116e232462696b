package match

import (
	"math"
	"path/filepath"
	"testing"

	"xuezhan/sim/stats"
)

// A review is the match's result, whose path ends there.
func TestReview(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"fixed": func(*Config) {},
		"sprt":  func(c *Config) { c.SPRT = &stats.SPRTConfig{Mu1: 0.5, Alpha: 0.05, Beta: 0.05} },
		"luck":  func(c *Config) { c.Luck = true },
		"watch": func(c *Config) { c.Watch = true },
	} {
		c := configOf(t, "wap-battle", Pairs, "fast", "timeout")
		c.Blocks = 330
		change(c)
		w := work{name: name, match: c}
		dir := filepath.Join(t.TempDir(), "dir")
		want := w.must(t, dir)
		r, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		v, err := r.Review(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !v.Finished || jsonOf(t, v.Result) != want || v.Inputs.Rules.Name != c.Rules.Name || v.Digest == "" {
			t.Errorf("%s: got %+v, want %s", name, v.Result, want)
		}
		checkPath(t, name, v)
	}
}

// checkPath holds a path against a few matches of as many blocks.
func checkPath(t *testing.T, name string, v *Review) {
	t.Helper()
	last := v.Path[len(v.Path)-1]
	if last.Blocks != v.Result.Blocks || math.Abs(last.Difference.Value-v.Result.Difference.Value) > 1e-12 || len(v.Path) > pathPoints+1 {
		t.Errorf("%s: %d points, the last %+v", name, len(v.Path), last)
	}
	for i, s := range v.Path {
		if i > 0 && s.Blocks <= v.Path[i-1].Blocks {
			t.Errorf("%s: point %d is at %d blocks, after %d", name, i, s.Blocks, v.Path[i-1].Blocks)
		}
		if (s.Sequence != nil) != (name == "watch") || s.LLR != nil && name != "sprt" {
			t.Errorf("%s: got %+v", name, s)
		}
	}
}

// A path of many blocks keeps evenly spaced points.
func TestPathIsThinned(t *testing.T) {
	c := configOf(t, "wap-battle", Pairs, "fast", "timeout")
	c.Blocks = 1 << 20
	s, err := newScore(c)
	if err != nil {
		t.Fatal(err)
	}
	w := walk{score: s, every: 1}
	for i := range int64(3001) {
		w.add(&Block{Number: i, Hands: 2})
	}
	path := w.end()
	if len(path) < pathPoints/2 || len(path) > pathPoints+1 || path[len(path)-1].Blocks != 3001 {
		t.Errorf("%d points, the last at %d", len(path), path[len(path)-1].Blocks)
	}
	for i, p := range path[:len(path)-1] {
		if p.Blocks != int64(i+1)*w.every {
			t.Errorf("point %d is at %d", i, p.Blocks)
		}
	}
}
