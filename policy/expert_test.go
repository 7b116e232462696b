package policy

import (
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
)

// A twin plays by value, and demands the same of an expert without a net.
type twin struct {
	t      *testing.T
	expert *expert
	blind  *Bot
	Policy // value
}

func (w *twin) Start(seat int, seed uint64) {
	w.blind.Start(seat, seed)
	w.Policy.Start(seat, seed)
}

func (w *twin) Act(v engine.View, legal []engine.Action) engine.Action {
	w.expert.played = v.Rules() // it need not look for a net
	want := w.Policy.Act(v, legal)
	if got := w.blind.Act(v, legal); got != want {
		w.t.Fatalf("%s, %s: %v, melds %v, void %v: %v, value takes %v", v.Rules().Name, v.Phase(), v.Held(), v.Melds(v.Seat()), v.Void(v.Seat()), got, want)
	}
	return want
}

// Without a net expert plays like value.
func TestExpertIsValue(t *testing.T) {
	value, err := Parse("value")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range rules.Presets() {
		x := newTable(t, p.Rules, value)
		for s := range x.bots {
			e := &expert{valuer: newValuer(defaults(valueParams)), window: 2000}
			x.bots[s] = &twin{t, e, NewBot(e.parts()), x.bots[s]}
		}
		for seed := range uint64(40) {
			d := randomDeck(seed, false)
			for x.deal(&d, seed); !x.h.Over(); {
				x.e.Apply(&x.h, x.next())
			}
		}
	}
}

// Every preset has a net, and rules of the house have that of the preset most like them.
func TestExpertNets(t *testing.T) {
	seen := map[*expertNet]bool{}
	for _, p := range rules.Presets() {
		n := netFor(&p.Rules)
		if n == nil || seen[n] {
			t.Fatalf("%s has no net of its own", p.Rules.Name)
		}
		seen[n] = true
		house := p.Rules
		house.FanCap++
		if netFor(&house) != n {
			t.Errorf("%s with another cap has another net", p.Rules.Name)
		}
	}
}

// A decision of expert takes no memory.
func TestExpertAllocatesNothing(t *testing.T) {
	spec, err := Parse("expert")
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		t.Fatal(err)
	}
	x := newTable(t, r, spec)
	d := randomDeck(3, false)
	x.deal(&d, 3)
	x.e.Apply(&x.h, x.next()) // what is worked out once
	if n := testing.AllocsPerRun(5, func() {
		for x.deal(&d, 3); !x.h.Over(); {
			x.e.Apply(&x.h, x.next())
		}
	}); n != 0 {
		t.Errorf("a hand takes memory %v times", n)
	}
}
