package regress

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim"
)

var update = flag.Bool("update", false, "rewrite the golden baselines")

// goldenDir has a baseline of every preset: of the bots that decide in different ways,
// each at every seat in turn.
const (
	goldenDir   = "../../results/baselines"
	goldenHands = 60
)

var goldenSeats = []string{"fast", "big", "value", "guard"}

func goldenFile(preset string) string { return filepath.Join(goldenDir, preset+".baseline") }

func goldenConfig(t *testing.T, preset string) *sim.Config {
	t.Helper()
	r, err := rules.Lookup(preset)
	if err != nil {
		t.Fatal(err)
	}
	return &sim.Config{Rules: r, Seed: 1, Hands: goldenHands, Rotate: true, Seats: seats(t, goldenSeats...)}
}

// TestGoldenBaselines shows the first decision that is no longer what it was, where
// the signature says only that there is one. After an intended change run
//
//	go test ./sim/regress -run TestGoldenBaselines -update
func TestGoldenBaselines(t *testing.T) {
	for _, preset := range rules.Names() {
		if *update {
			recordGolden(t, preset)
		}
		r, err := golden(t, preset).Check(t.Context(), nil, options(2))
		if err != nil {
			t.Fatal(err)
		}
		if r.Hands != goldenHands || r.Differ > 0 {
			t.Errorf("%s: %s", preset, r.Text())
		}
	}
}

// A golden baseline is of the hands that it is meant to be of, and a bot that decides
// otherwise shows in it with its decision.
func TestGoldenBaselinesNotice(t *testing.T) {
	for _, preset := range rules.Names() {
		b := golden(t, preset)
		got, want := b.Config(), goldenConfig(t, preset)
		if got.Rules != want.Rules || got.Seed != want.Seed || got.Hands != want.Hands || got.Rotate != want.Rotate || got.Walls != want.Walls {
			t.Errorf("%s: got %+v, want %+v", preset, got, want)
		}
		for s, changed := range []string{"fast:call=never", "big:haste=0", "value:self_draw=0", "guard:call=never"} {
			specs := got.Seats
			if specs[s].String() != goldenSeats[s] {
				t.Errorf("%s: %s at seat %d, want %s", preset, specs[s], s, goldenSeats[s])
			}
			specs[s] = seats(t, changed)[0]
			r, err := b.Check(t.Context(), &specs, options(2))
			if err != nil {
				t.Fatal(err)
			}
			if r.Differ == 0 || !strings.Contains(r.Text(), "chose") {
				t.Errorf("%s: %s goes unnoticed: %s", preset, changed, r.Text())
			}
		}
	}
}

func golden(t *testing.T, preset string) *Baseline {
	t.Helper()
	f, err := os.Open(goldenFile(preset))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := Read(f, policy.NewCatalog())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func recordGolden(t *testing.T, preset string) {
	t.Helper()
	var text bytes.Buffer
	if err := Record(t.Context(), &text, goldenConfig(t, preset), "an earlier revision", options(2)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(goldenFile(preset), text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
