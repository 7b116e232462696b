package record

import (
	"errors"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
)

// Decisions shows a chain of hands from the deal to the end; each follows
// from the one before by one legal action.
func TestDecisions(t *testing.T) {
	for _, preset := range rules.Presets() {
		rec := play(t, preset.Rules, 1)
		plain, err := engine.New(preset.Rules, tables())
		if err != nil {
			t.Fatal(err)
		}
		var chain []engine.Hand
		if err := Decisions(rec, tables(), func(_ *engine.Engine, h *engine.Hand, _ engine.Action) { chain = append(chain, *h) }); err != nil {
			t.Fatal(err)
		}
		var dealt engine.Hand
		plain.Deal(&dealt, &rec.Deck)
		if len(chain) == 0 || chain[0] != dealt {
			t.Fatalf("%s: the first decision is not that of the deal", preset.Rules.Name)
		}
		for i := range chain {
			wanted := func(h *engine.Hand) bool { return h.Over() && *h.Ledger() == rec.Ledger }
			if i+1 < len(chain) {
				wanted = func(h *engine.Hand) bool { return *h == chain[i+1] }
			}
			if !follows(plain, &chain[i], wanted) {
				t.Fatalf("%s: no action leads from decision %d to the next", preset.Rules.Name, i)
			}
		}
	}
}

// follows reports whether some legal action makes what is wanted of a hand.
func follows(e *engine.Engine, h *engine.Hand, wanted func(*engine.Hand) bool) bool {
	for _, a := range e.Legal(h, nil) {
		after := *h
		e.Apply(&after, a)
		if wanted(&after) {
			return true
		}
	}
	return false
}

func TestDecisionsRefuses(t *testing.T) {
	rec := play(t, rules.Presets()[0].Rules, 1)
	if err := Decisions(Redact(rec, Public), tables(), nil); !errors.Is(err, ErrNotFull) {
		t.Errorf("of a redacted record: got %v, want %v", err, ErrNotFull)
	}
}
