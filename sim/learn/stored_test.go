package learn

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/store"
)

// smallPlan is a plan of two rounds and a holdout, several parts each.
func smallPlan(t testing.TB, rounds int) *Plan {
	p := plan(t)
	p.Rounds, p.Hands, p.Holdout, p.Every = rounds, 1200, 600, 40
	return p
}

// The parts cover the hands of the plan without gap or overlap, none is of two stages, and
// the size of a part depends on the plan alone.
func TestPlanParts(t *testing.T) {
	for _, hands := range []int64{1, 511, 512, 513, 100_000, 50_000_000} {
		p := smallPlan(t, 3)
		p.Hands, p.Holdout = hands, 700
		next, stage := int64(0), 0
		for i, part := range p.Parts() {
			if part.Index != i || part.First != next || part.Hands < 1 || part.Hands > mostPartHands {
				t.Fatalf("%d hands: part %d is %+v, want one from %d on", hands, i, part, next)
			}
			next += part.Hands
			s := p.stages()[p.stageOf(i)]
			if part.First < s.first || part.First+part.Hands > s.first+s.hands || p.stageOf(i) < stage {
				t.Errorf("%d hands: part %+v is not of the stage %+v", hands, part, s)
			}
			stage = p.stageOf(i)
		}
		if next != p.TotalHands() || stage != 3 {
			t.Errorf("%d hands: the parts end at %d and stage %d", hands, next, stage)
		}
	}
}

// Rows give back the data that they were made of, to the bit.
func TestRowsRoundTrip(t *testing.T) {
	d := &Data{
		Width: 2, X: []float32{float32(math.Inf(1)), float32(math.Copysign(0, -1)), 1e-40, 3, math.MaxFloat32, -2},
		Points: []float32{-3, 4, 0}, Pays: []float32{0, 1, 0}, Action: []engine.Action{engine.Pass, engine.Pung, engine.Discard(3)},
		Groups: []Group{{Hand: 4, First: 0, N: 2, Phase: engine.PhaseClaim}, {Hand: 4, First: 2, N: 1, Phase: engine.PhaseTurn}},
	}
	back := &Data{Width: 2}
	for _, r := range rowsOf(d, 100) {
		if err := back.take(r, 100); err != nil {
			t.Fatal(err)
		}
	}
	if !back.equal(d) || math.Float32bits(back.X[1]) != math.Float32bits(d.X[1]) {
		t.Errorf("got %+v, want %+v", back, d)
	}
	rows := rowsOf(d, 0)
	for name, order := range map[string][]*row{"begins with its second trial": {rows[1]}, "skips a trial": {rows[0], rows[0], {hand: 4, trial: 2, features: rows[0].features}}} {
		back := &Data{Width: 2}
		var err error
		for _, r := range order {
			if err == nil {
				err = back.take(r, 0)
			}
		}
		if err == nil || !strings.Contains(err.Error(), "does not follow") {
			t.Errorf("a decision that %s: %v", name, err)
		}
	}
}

// A stored plan gives the net of one that is not, also resumed and also when a part is
// damaged; its bots are those of its inputs.
func TestStoredPlan(t *testing.T) {
	p := smallPlan(t, 2)
	o := Options{Tables: tables(), Workers: 2}
	want, err := p.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "trials")
	w, err := Create(dir, p, "v1")
	if err != nil {
		t.Fatal(err)
	}
	got, err := w.Run(t.Context(), o)
	if err != nil || got.Net.Digest() != want.Net.Digest() || w.Digest() == "" {
		t.Fatalf("got %v, %v", got, err)
	}
	if err := os.Truncate(filepath.Join(dir, "trials-000001.parquet"), 100); err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	again, err := r.Plan(&sim.Program{Version: "v1", Bots: policy.NewCatalog()})
	if err != nil {
		t.Fatal(err)
	}
	if w, err = Resume(t.Context(), dir, again, "v1"); err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if len(w.Redone()) != 1 || w.Left(sim.Shard{}) != again.Parts()[1].Hands {
		t.Errorf("redone %v, %d hands left", w.Redone(), w.Left(sim.Shard{}))
	}
	if got, err = w.Run(t.Context(), o); err != nil || got.Net.Digest() != want.Net.Digest() {
		t.Errorf("resumed: got %v, %v", got, err)
	}
	if err := w.Play(t.Context(), sim.Shard{Index: 0, Of: 2}, o); err == nil {
		t.Error("two rounds have shards")
	}
}

// What is wrong with stored trials is found, features too.
func TestVerifyTrials(t *testing.T) {
	p := smallPlan(t, 1)
	o := Options{Tables: tables(), Workers: 2}
	dir := filepath.Join(t.TempDir(), "trials")
	w, err := Create(dir, p, "v1")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Play(t.Context(), sim.Shard{}, o); err != nil {
		t.Fatal(err)
	}
	verify := func(plan *Plan) *store.Findings {
		t.Helper()
		r, err := OpenToVerify(dir)
		if err != nil {
			t.Fatal(err)
		}
		f, err := r.Verify(t.Context(), Verification{Verification: store.Verification{Limit: 9}, Plan: plan, Play: o, Sample: 40, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	if f := verify(p); f.Count != 0 || f.Hands != p.TotalHands() || f.Replayed == 0 {
		t.Errorf("got %+v", f)
	}
	if f := verify(nil); f.Count != 0 || f.Replayed != 0 || !slices.ContainsFunc(f.Unchecked, func(s string) bool { return strings.Contains(s, "nothing is replayed") }) {
		t.Errorf("without a plan: got %+v", f)
	}
	other := *p
	other.Config.Seed++ // whose hands are others
	if f := verify(&other); f.Count == 0 {
		t.Error("trials of other hands are not noticed")
	}
	if err := os.Truncate(filepath.Join(dir, "trials-000000.parquet"), 100); err != nil {
		t.Fatal(err)
	}
	if f := verify(p); f.Count != 1 {
		t.Errorf("a file cut off: got %+v", f)
	}
}
