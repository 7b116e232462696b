package decisions

import (
	"path/filepath"
	"testing"

	"xuezhan/sim/column"
	"xuezhan/sim/column/columntest"
	"xuezhan/sim/dataset"
	"xuezhan/sim/store"
)

// storedDecisions plays and stores decisions of one part.
func storedDecisions(t *testing.T, features string) (string, Inputs) {
	t.Helper()
	c, in := decisionRun(t, 60, features)
	dir := filepath.Join(t.TempDir(), "decisions")
	w, err := Create(dir, c, in)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	storePart(t, w, c, c.Parts()[0])
	if _, err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	return dir, in
}

// What must hold between the values of decisions.
func TestVerifyRows(t *testing.T) {
	dir, in := storedDecisions(t, "v1")
	_, m, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	begin := func(p store.Part) (func(*column.Sheet), func(*store.Findings)) {
		return (&decisionsCheck{in: &in, hands: dataset.NewHandOrder(p)}).rows, func(*store.Findings) {}
	}
	columntest.Changes(t, dir, m.Parts[0], verifiedColumns(&in), begin, []columntest.Change{
		{"a hand of no part", "hand", columntest.Set("hand", 0, 60)},
		{"hands out of order", "hand", func(s *column.Sheet) { s.Column("hand")[len(s.Column("hand"))-1] = 0 }},
		{"a decision is left out", "decision", columntest.Set("decision", 3, 4)},
		{"a fifth seat", "seat", columntest.Set("seat", 0, 4)},
		{"a seat below 0", "seat", columntest.Set("seat", 0, -1)},
		{"another bot", "bot", columntest.WordAt("bot", 0, "big")},
		{"no bot of the run", "bot", columntest.WordAt("bot", 0, "value")},
		{"another seat is studied", "studied", func(s *column.Sheet) { s.Column("studied")[0] ^= 1 }},
		{"no phase", "phase", columntest.WordAt("phase", 0, "over")},
		{"a suit twice", "suits", columntest.WordAt("suits", 0, "ppm")},
		{"an action above all", "action", columntest.Set("action", 0, 142)},
		{"an action below 0", "action", columntest.Set("action", 0, -1)},
		{"an action that is not legal", "action", func(s *column.Sheet) {
			for i := range 3 {
				s.Column(maskName(i))[0] = 0b11
			}
			s.Column("action")[0] = 2
		}},
		{"no choice", "legal_0", func(s *column.Sheet) {
			for i := range 3 {
				s.Column(maskName(i))[0] = 0
			}
		}},
		{"actions that there are not", "legal_2", columntest.Set("legal_2", 0, 1<<46)},
		{"points that are no sum", "points", func(s *column.Sheet) { s.Column("points")[0]++ }},
		{"points of a cause", "points", func(s *column.Sheet) { s.Column("points_kongs")[0]++ }},
		{"a seat with two results", "points", func(s *column.Sheet) { s.Column("points")[0]++; s.Column("points_kongs")[0]++ }},
		{"hands that do not sum to zero", "points", func(s *column.Sheet) {
			for row, seat := range s.Column("seat") {
				if seat == 1 {
					s.Column("points")[row]++
					s.Column("points_kongs")[row]++
				}
			}
		}},
	})
}

// Whole directories have no fault, and changed ones have.
func TestVerify(t *testing.T) {
	dir, _ := storedDecisions(t, "planes")
	columntest.Directory(t, dir, "decisions-000000.parquet", func(dir string) (*store.Findings, error) {
		return Verify(t.Context(), dir, store.Verification{Limit: 10})
	})
}
