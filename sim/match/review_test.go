package match

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"

	"xuezhan/sim/stats"
)

// A review of a record is the match's result, whose path ends there, and a review
// of a part of the record is the result of that part.
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
		m := new(memory)
		want, err := recorded(t, c, m)
		if err != nil {
			t.Fatal(err)
		}
		before := bytes.Clone(m.data)
		v, err := ReadReview(bytes.NewReader(m.data))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !v.Finished || !reflect.DeepEqual(v.Result, want) || v.Rules != c.Rules.Name || !bytes.Equal(before, m.data) {
			t.Errorf("%s: got %+v, want %+v", name, v.Result, want)
		}
		checkPath(t, name, v)
		torn, err := ReadReview(bytes.NewReader(m.data[:2*len(m.data)/3]))
		if err != nil || torn.Finished || torn.Result.Blocks >= want.Blocks || torn.Result.Blocks == 0 {
			t.Errorf("%s: two thirds of a record: got %+v, %v", name, torn, err)
		}
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

func TestReviewOfNoRecord(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "line 1 is not the header",
		"{}\n":                                 "line 1 is not the header",
		"nonsense\n":                           "line 1 is not the header",
		"{\"match\":9}\n":                      "format 9",
		"{\"match\":1,\"design\":\"pairs\"}\n": `field "version" is missing`,
	} {
		if _, err := ReadReview(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}
