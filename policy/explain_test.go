package policy

import (
	"slices"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
)

// What a bot explains is what it does: an opinion of each legal action in order, of
// which it would take the one that Act takes; and value, fast's prices aside, takes
// the action of the most worth.
func TestExplainIsWhatIsPlayed(t *testing.T) {
	for _, p := range rules.Presets() {
		for _, text := range []string{"value", "guard", "expert", "fast", "big", "search:playouts=8", "value:discard=fast,call=never"} {
			s, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			fast, err := Parse("fast")
			if err != nil {
				t.Fatal(err)
			}
			x := newTable(t, p.Rules, fast, s)
			for seed := range uint64(3) {
				d := randomDeck(seed, false)
				x.deal(&d, seed)
				for !x.h.Over() {
					a := x.next()
					if seat := x.h.Asked(); len(x.legal) > 1 && seat%2 == 1 {
						wantExplained(t, s, x.e.View(&x.h, seat), x.legal)
					}
					x.e.Apply(&x.h, a)
				}
			}
		}
	}
}

func wantExplained(t *testing.T, s Spec, v engine.View, legal []engine.Action) {
	t.Helper()
	actor, explainer := s.New(), s.New().(Explainer)
	actor.Start(v.Seat(), 5)
	explainer.Start(v.Seat(), 5)
	want, list := actor.Act(v, legal), explainer.Explain(v, legal)
	var actions []engine.Action
	best, most := engine.Pass, 0.0
	for _, o := range list {
		actions = append(actions, o.Action)
		if o.Choice != (o.Action == want) {
			t.Errorf("%s, phase %s: %s is marked %t; %s is played", s, v.Phase(), o.Action, o.Choice, want)
		}
		if o.Worth != nil && (best == engine.Pass || *o.Worth > most) {
			best, most = o.Action, *o.Worth
		}
	}
	if !slices.Equal(actions, legal) {
		t.Errorf("%s, phase %s: opinions of %v, not of %v", s, v.Phase(), actions, legal)
	}
	if v.Phase() == engine.PhaseTurn && s.String() == "value" && legal[len(legal)-1].Kind() == engine.KindDiscard {
		for _, o := range list {
			if o.Worth == nil || o.Wins == nil || o.Danger == nil || o.Goal == "" {
				t.Fatalf("nothing is said of %s", o.Action)
			}
			if o.Choice && *o.Worth < most-1e-9 {
				t.Errorf("%s is played, worth %v; %s is worth %v", want, *o.Worth, best, most)
			}
		}
	}
}
