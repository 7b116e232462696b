package study

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/column"
	"xuezhan/sim/column/columntest"
	"xuezhan/sim/dataset"
	"xuezhan/sim/store"
)

// storedStudy plays and stores a study of calls of one part, over two walls a hand.
func storedStudy(t *testing.T) (string, Inputs) {
	t.Helper()
	preset, err := rules.Lookup("wap-battle")
	if err != nil {
		t.Fatal(err)
	}
	run := sim.Config{Rules: preset, Seed: 9, Hands: 80}
	for s := range run.Seats {
		if run.Seats[s], err = policy.Parse([]string{"fast", "big"}[s%2]); err != nil {
			t.Fatal(err)
		}
	}
	c := &Config{Config: run, Question: Call(), Studied: 1<<0 | 1<<2, Orders: 2, Level: 0.95}
	dir := filepath.Join(t.TempDir(), "study")
	w, err := Create(dir, c, "test")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	result, err := Run(context.Background(), c, Options{Tables: shape.New(), Workers: 2, Sink: w})
	if err == nil {
		err = w.Finish(result.Parts, result.Digest)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir, w.Inputs()
}

// What must hold between the values of a study.
func TestVerifyRows(t *testing.T) {
	dir, in := storedStudy(t)
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	begin := func(p store.Part) (func(*column.Sheet), func(*store.Findings)) {
		c := &forksCheck{in: &in, hands: dataset.NewHandOrder(p)}
		return c.rows, c.endFork
	}
	columns := column.WithWords(column.Documented(forkColumns(&in)), "bot", in.Run.Specs())
	columntest.Changes(t, dir, r.Parts()[0], columns, begin, []columntest.Change{
		{"a hand of no part", "hand", columntest.Set("hand", 0, 80)},
		{"hands out of order", "hand", func(s *column.Sheet) { s.Column("hand")[len(s.Column("hand"))-1] = 0 }},
		{"a fork is left out", "fork", func(s *column.Sheet) {
			for row, n := range s.Column("fork") {
				s.Column("fork")[row] = 2 * n
			}
		}},
		{"an alternative is left out", "alternative", columntest.Set("alternative", 1, 2)},
		{"no own alternative", "own", func(s *column.Sheet) { clear(s.Column("own")[:2]) }},
		{"two own alternatives", "own", func(s *column.Sheet) { s.Column("own")[0], s.Column("own")[1] = 1, 1 }},
		{"none in the last fork", "own", func(s *column.Sheet) {
			n := len(s.Column("own"))
			clear(s.Column("own")[n-1:])
			s.Column("own")[n-2] = 0
		}},
		{"a seat not studied", "seat", columntest.Set("seat", 0, 1)},
		{"two seats in a fork", "seat", func(s *column.Sheet) { s.Column("seat")[1] ^= 2 }},
		{"a third wall", "wall_order", columntest.Set("wall_order", 0, 2)},
		{"two steps in a fork", "step", func(s *column.Sheet) { s.Column("step")[1]++ }},
		{"another bot", "bot", columntest.WordAt("bot", 0, "big")},
		{"no policy", "policy", columntest.WordAt("policy", 0, "chase")},
		{"an action above all", "forced_0", columntest.Set("forced_0", 0, 142)},
		{"too many forced", "forced_count", columntest.Set("forced_count", 0, MaxForced+1)},
		{"other words", "forced", columntest.WordAt("forced", 0, "win")},
		{"points that are no sum", "points", func(s *column.Sheet) { s.Column("points")[0]++ }},
		{"points of a cause", "points", func(s *column.Sheet) { s.Column("points_kongs")[0]++ }},
		{"wins below 0", "wins", columntest.Set("wins", 0, -1)},
		{"a win without its fan", "first_fan", func(s *column.Sheet) {
			row := slices.IndexFunc(s.Column("wins"), func(n int64) bool { return n > 0 })
			s.Column("first_fan")[row] = column.Null
		}},
		{"a winner that has not won", "ending", func(s *column.Sheet) {
			row := slices.IndexFunc(s.Column("wins"), func(n int64) bool { return n > 0 })
			columntest.WordAt("ending", row, "ready")(s)
		}},
		{"no ending", "ending", columntest.WordAt("ending", 0, "gone")},
	})
}

// Whole directories have no fault, and changed ones have.
func TestVerify(t *testing.T) {
	dir, _ := storedStudy(t)
	columntest.Directory(t, dir, "forks-000000.parquet", func(dir string) (*store.Findings, error) {
		r, err := OpenToVerify(dir)
		if err != nil {
			return nil, err
		}
		return r.Verify(t.Context(), store.Verification{Limit: 10})
	})
}
