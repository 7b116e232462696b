package tune

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/stats"
	"xuezhan/sim/store"
)

var testTables = sync.OnceValue(shape.New)

func parse(t *testing.T, text string) policy.Spec {
	t.Helper()
	s, err := policy.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func configOf(t *testing.T, m Method) *Config {
	t.Helper()
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		t.Fatal(err)
	}
	c := &Config{
		Method: m, Rules: r, Seed: 7, Walls: sim.Lanes, Bot: parse(t, "big:min_fan=4"),
		Params: []string{"min_fan", "wall", "haste"}, Budget: 5000, Generations: 4,
	}
	if m == CMAES {
		c.Population = 5
		c.Gate = &stats.SPRTConfig{Mu1: 0.1, Alpha: 0.05, Beta: 0.05}
		s := parse(t, "fast")
		c.Opponent = &s
	}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	return c
}

func open(t *testing.T, dir string, c *Config) *Tuner {
	t.Helper()
	h, err := c.Header("test", "signature")
	if err != nil {
		t.Fatal(err)
	}
	u, err := Open(t.Context(), dir, c, h)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { u.Close() })
	return u
}

// play plays a run to its end.
func play(t *testing.T, u *Tuner, workers int) Result {
	t.Helper()
	arena, err := NewTable(u.config, testTables(), workers)
	if err != nil {
		t.Fatal(err)
	}
	if err := u.Train(t.Context(), arena, nil); err != nil {
		t.Fatal(err)
	}
	r, err := u.Finish(t.Context(), Options{Tables: testTables(), Workers: workers, Command: "xuezhan tune", Version: "v1"})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// files returns the texts of a directory's files.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]string{}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		m[e.Name()] = string(text)
	}
	return m
}

var errCut = errors.New("cut")

// A cutting arena ends a run in the middle of its n-th generation from now.
type cutting struct {
	Arena
	n int
}

func (c *cutting) Play(ctx context.Context, d []Duel) ([]Score, error) {
	if c.n--; c.n == 0 {
		return nil, errCut
	}
	return c.Arena.Play(ctx, d)
}

// A run that is broken off in any generation, or in all of them, and one on
// another number of workers, leave the same files as one that is not.
func TestResume(t *testing.T) {
	for _, m := range []Method{SPSA, CMAES} {
		c := configOf(t, m)
		dir := t.TempDir()
		want := play(t, open(t, dir, c), 2)
		whole := files(t, dir)
		if len(whole) != 4+6 { // four generations, the gate and the holdout
			t.Fatalf("%s: got %d files", m, len(whole))
		}
		for _, after := range []int{1, 2, 3, 4} {
			dir := t.TempDir()
			arena, err := NewTable(c, testTables(), 1)
			if err != nil {
				t.Fatal(err)
			}
			for {
				u := open(t, dir, c)
				err := u.Train(t.Context(), &cutting{arena, after + 1}, nil)
				u.Close()
				if err == nil {
					break
				}
				if !errors.Is(err, errCut) {
					t.Fatal(err)
				}
				done, last := u.Done()
				if done%after != 0 || last.Generation != done {
					t.Fatalf("%s: %d generations are done, the last is %d", m, done, last.Generation)
				}
			}
			got := play(t, open(t, dir, c), 1)
			if fmt.Sprint(got.Parameters) != fmt.Sprint(want.Parameters) {
				t.Errorf("%s, cut after %d: got %v, want %v", m, after, got.Parameters, want.Parameters)
			}
			for name, text := range files(t, dir) {
				if text != whole[name] {
					t.Errorf("%s, cut after %d: %s differs\n%s\nwant\n%s", m, after, name, text, whole[name])
				}
			}
		}
	}
}

// A part of any place that is lost or damaged is played again, and no other.
func TestResumeOfDamaged(t *testing.T) {
	c := configOf(t, SPSA)
	dir := t.TempDir()
	play(t, open(t, dir, c), 2)
	whole := files(t, dir)
	for _, index := range []int{0, 2, 4, 5} {
		name := fmt.Sprintf("generation-%06d.scores.json", index)
		if err := os.WriteFile(filepath.Join(dir, name), []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
		u := open(t, dir, c)
		if len(u.Redone()) != 1 {
			t.Errorf("part %d: redone %v", index, u.Redone())
		}
		arena, err := NewTable(c, testTables(), 2)
		if err != nil {
			t.Fatal(err)
		}
		most := &cutting{arena, 3} // one generation may be played
		if err := u.Train(t.Context(), most, nil); err != nil {
			t.Errorf("part %d: %v", index, err)
		}
		play(t, u, 2)
		for name, text := range files(t, dir) {
			if text != whole[name] {
				t.Errorf("part %d: %s differs", index, name)
			}
		}
	}
}

// A run that another program started is not resumed, wherever in it the change
// shows; one's own is.
func TestVerify(t *testing.T) {
	for _, m := range []Method{SPSA, CMAES} {
		c := configOf(t, m)
		dir := t.TempDir()
		arena, err := NewTable(c, testTables(), 2)
		if err != nil {
			t.Fatal(err)
		}
		u := open(t, dir, c)
		if err := u.Verify(t.Context(), arena); err != nil {
			t.Errorf("%s: nothing to verify: %v", m, err)
		}
		if err := u.Train(t.Context(), &cutting{arena, 4}, nil); !errors.Is(err, errCut) {
			t.Fatal(err)
		}
		for g := 0; g < 3; g++ {
			if d := u.gainDuel(g, u.meanOf(g)); fmt.Sprint(d.A) == fmt.Sprint(d.B) != (u.history[g].Score.Variance == 0) {
				t.Errorf("%s, generation %d: %v against %v has the score %+v", m, g+1, d.A, d.B, u.history[g].Score)
			}
		}
		u.Close()
		u = open(t, dir, c)
		if err := u.Verify(t.Context(), arena); err != nil {
			t.Errorf("%s: %v", m, err)
		}
		u.history[2].Score.Mean += 0.01
		if err := u.Verify(t.Context(), arena); err == nil || !strings.Contains(err.Error(), "the replay of generation 3 differs") {
			t.Errorf("%s: got error %v", m, err)
		}
	}
}

func TestResultFile(t *testing.T) {
	c := configOf(t, CMAES)
	dir := t.TempDir()
	r := play(t, open(t, dir, c), 2)
	p, err := policy.ParseParameters([]byte(files(t, dir)[TunedFile]))
	if err != nil || p.Bot != "big" || len(p.Values) != 7 || p.Values["reach"] != 2 {
		t.Fatalf("got %v, %v", p, err)
	}
	s, err := parse(t, "big").With(p.Values)
	if err != nil || s.String() != r.History.Tuned {
		t.Errorf("got %s, %v; want %s", s, err, r.History.Tuned)
	}
	h := r.History
	train, most := h.Plan.Hands()
	if h.Hands["train"] != train || h.Hands["holdout"] != 2*h.Plan.HoldoutBlocks || h.Hands["gate"] > 2*h.Plan.GateBlocks || most > c.Budget {
		t.Errorf("got %v of %+v", h.Hands, h.Plan)
	}
	if h.Start != "big:min_fan=4" || h.Opponent != "fast" || h.Faults != 0 || len(h.Seeds) != 3 || h.Holdout.Gain.N != h.Plan.HoldoutBlocks {
		t.Errorf("got %+v", h)
	}
	svg := files(t, dir)[PlotFile]
	if !strings.HasPrefix(svg, "<svg ") || !strings.Contains(svg, "min_fan") || strings.Contains(svg, "NaN") {
		t.Errorf("got %s", svg)
	}
}

func TestOpenRefuses(t *testing.T) {
	c := configOf(t, SPSA)
	dir := t.TempDir()
	open(t, dir, c).Close()
	other := *c
	other.Seed = 8
	h, err := other.Header("test", "signature")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), dir, &other, h); err == nil || !strings.Contains(err.Error(), `seed: stored "7", now "8"`) {
		t.Errorf("another tuning: got %v", err)
	}
	held := open(t, dir, c)
	if h, err = c.Header("test", "signature"); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), dir, c, h); err == nil {
		t.Error("a tuning is opened twice")
	}
	held.Close()
	earlier := t.TempDir()
	if err := os.WriteFile(filepath.Join(earlier, earlierFile), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), earlier, c, h); err == nil || !strings.Contains(err.Error(), "earlier version") {
		t.Errorf("a tuning of an earlier version: got %v", err)
	}
	if _, err := ReadReview(earlier, policy.Parse); err == nil || !strings.Contains(err.Error(), "earlier version") {
		t.Errorf("a review of one: got %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, store.ManifestName), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadHeader(dir); err == nil {
		t.Error("a manifest that is no JSON: no error")
	}
}

// What is wrong with a stored tuning is found.
func TestVerifyDir(t *testing.T) {
	c := configOf(t, SPSA)
	dir := t.TempDir()
	play(t, open(t, dir, c), 2)
	arena := func(c *Config) (Arena, error) { return NewTable(c, testTables(), 2) }
	verify := func() *store.Findings {
		t.Helper()
		f, err := VerifyDir(t.Context(), dir, store.Verification{Limit: 9}, policy.Parse, arena)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	if f := verify(); f.Count != 0 || f.Hands != 6 || len(f.Checked) != 3 {
		t.Errorf("got %+v", f)
	}
	name := filepath.Join(dir, "generation-000001.scores.json")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []string{strings.Replace(string(text), "hands", "hAnds", 1), "", string(text) + " "} {
		if err := os.WriteFile(name, []byte(other), 0o600); err != nil {
			t.Fatal(err)
		}
		if f := verify(); f.Count != 1 {
			t.Errorf("%.40q: got %+v", other, f)
		}
	}
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "generation-000009.scores.json"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	if f := verify(); f.Count != 1 {
		t.Errorf("a stray part: got %+v", f)
	}
}

func TestHeaderRoundTrip(t *testing.T) {
	for _, m := range []Method{SPSA, CMAES} {
		for _, budget := range []int64{2_000, 5_000, 100_000, 3_000_000} {
			c := configOf(t, m)
			c.Budget, c.Generations, c.Population = budget, 0, 0
			if err := c.Validate(); err != nil {
				t.Errorf("%s, %d: %v", m, budget, err)
				continue
			}
			h, err := c.Header("v", "s")
			if err != nil {
				t.Fatal(err)
			}
			back, err := h.Config(policy.Parse)
			if err != nil {
				t.Fatal(err)
			}
			again, err := back.Header("v", "s")
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(h, again) {
				t.Errorf("%s, %d: %+v, want %+v", m, budget, again, h)
			}
			p := c.Plan()
			if train, most := p.Hands(); most > budget || p.GainParts < 1 || p.DuelParts < 1 || budget > 50_000 && train < budget*7/10 {
				t.Errorf("%s, %d: %d hands by %+v", m, budget, most, p)
			}
		}
	}
}

func TestValidate(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"unknown method":              func(c *Config) { c.Method = 9 },
		"has no opponent":             func(c *Config) { c.Opponent = &c.Bot },
		"generations":                 func(c *Config) { c.Generations = -1 },
		"population":                  func(c *Config) { c.Population = -1 },
		"spread":                      func(c *Config) { c.Spread = 0.7 },
		"a budget is":                 func(c *Config) { c.Budget = 0 },
		"take a budget of 6000 hands": func(c *Config) { c.Generations = 50 },
		"Mu0":                         func(c *Config) { c.Gate = &stats.SPRTConfig{} },
		`unknown parameter "x"`:       func(c *Config) { c.Params = []string{"x"} },
		"fast has no parameters":      func(c *Config) { c.Bot, _ = policy.Parse("timeout"); c.Params = nil },
	} {
		c := configOf(t, SPSA)
		change(c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), strings.Replace(want, "fast", "timeout", 1)) {
			t.Errorf("%s: got %v", want, err)
		}
	}
}

// Duels of the same bots score 0, and those of a generation of CMAES are on the same
// walls.
func TestTable(t *testing.T) {
	c := configOf(t, CMAES)
	table, err := NewTable(c, testTables(), 2)
	if err != nil {
		t.Fatal(err)
	}
	hands := int64(0)
	table.Progress = func(n int64) { hands += n }
	a, b := []int{2, 24, 12000}, []int{9, 10, 500}
	scores, err := table.Play(t.Context(), []Duel{
		{A: a, B: a, First: 0, Parts: 2}, {A: a, B: b, First: 3, Parts: 2}, {A: a, B: b, First: 3, Parts: 1}, {A: a, B: b, First: 4, Parts: 1}, {A: a, First: 3, Parts: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	if s := scores[0]; s.Mean != 0 || s.Variance != 0 || s.Blocks != 2*PartBlocks || s.Hands != 2*PartHands {
		t.Errorf("equal bots: got %+v", s)
	}
	if scores[1] != scores[2].merged(scores[3]) || scores[1].Variance == 0 {
		t.Errorf("got %+v, want %+v and %+v", scores[1], scores[2], scores[3])
	}
	if scores[4] == scores[2] {
		t.Error("the opponent plays like a bot of other parameters")
	}
	if hands != 7*PartHands {
		t.Errorf("progress of %d hands", hands)
	}
}

// merged is what all blocks together have.
func TestMerged(t *testing.T) {
	xs := []int64{3, -1, 4, 1, -5, 9, 2, 6}
	of := func(xs []int64) Score {
		var m stats.Moments
		for _, x := range xs {
			m.Add(x)
		}
		return Score{m.Mean(), m.Variance(), m.N(), 2 * m.N(), 0}
	}
	got, want := of(xs[:3]).merged(of(xs[3:])), of(xs)
	if d := got.Variance - want.Variance; d*d > 1e-20 || got.Mean != want.Mean || got.Hands != want.Hands {
		t.Errorf("got %+v, want %+v", got, want)
	}
	i := intervalOf([]Score{of(xs[:4]), of(xs[4:])})
	if i.Value != want.Mean || !i.Covers(want.Mean) || i.N != 8 || i.Warnings == 0 {
		t.Errorf("got %+v", i)
	}
}
