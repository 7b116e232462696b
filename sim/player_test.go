package sim

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/policy"
)

func newTestPlayer(t testing.TB, preset string, o PlayerOptions) *Player {
	t.Helper()
	r, err := rules.Lookup(preset)
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(r, suitTables())
	if err != nil {
		t.Fatal(err)
	}
	return NewPlayer(e, o)
}

func newPolicy(t testing.TB, spec string) policy.Policy {
	t.Helper()
	s, err := policy.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return s.New()
}

func testDeck(hand int64) *engine.Deck {
	d := Deck(1, hand, FirstDealer(1, hand), Lanes)
	return &d
}

// answer plays the choices that are left to the caller by policies of its own.
func answer(p *Player, own *[engine.NumSeats]policy.Policy) {
	for p.Next() {
		p.Answer(own[p.Asked()].Act(p.View(), p.Legal()))
	}
}

// TestPlayerIsARun: whoever makes the choices, bots at the seats or the caller, and
// however closely they are looked at, the hands are those of the run.
func TestPlayerIsARun(t *testing.T) {
	bots := []string{"random", "fast", "big", "rare"}
	for _, preset := range rules.Names() {
		c := configOf(t, preset, 40, bots...)
		c.Seed, c.Walls = 1, Lanes
		w, err := NewWorker(c, Options{Tables: suitTables()})
		if err != nil {
			t.Fatal(err)
		}
		for callers := range 1 << engine.NumSeats {
			p := newTestPlayer(t, preset, PlayerOptions{Check: callers%2 == 0, OnFault: FaultPolicy(callers / 2 % 2)})
			var own [engine.NumSeats]policy.Policy
			for s := range own {
				own[s] = newPolicy(t, bots[s])
				if callers>>s&1 == 0 {
					p.Sit(s, own[s])
				}
			}
			for hand := range int64(4) {
				var b Batch
				if err := w.PlayUnit(hand, &b); err != nil {
					t.Fatal(err)
				}
				p.Deal(1, hand, testDeck(hand))
				for s := range own {
					own[s].Start(s, p.PolicySeed(s))
				}
				answer(p, &own)
				if o := &b.Outcomes[0]; p.Err() != nil || p.Trace() != o.Trace || len(p.Steps()) != o.Actions || p.Index() != hand {
					t.Errorf("%s, callers %04b, hand %d: %v, trace %x of %d actions; want %x of %d",
						preset, callers, hand, p.Err(), p.Trace(), len(p.Steps()), o.Trace, o.Actions)
				}
			}
		}
	}
}

// TestPlayerSteps: step by step it is the same hand, and who made each step is told.
func TestPlayerSteps(t *testing.T) {
	for _, o := range []PlayerOptions{{}, {Check: true}} {
		p := newTestPlayer(t, "wap-flow", o)
		for s := range engine.NumSeats {
			p.Sit(s, newPolicy(t, "fast"))
		}
		p.Deal(1, 5, testDeck(5))
		if err := p.Finish(); err != nil {
			t.Fatal(err)
		}
		want := slices.Clone(p.Steps())
		p.Deal(1, 5, testDeck(5))
		for i := range want {
			asked := p.Asked()
			a, ok := p.Step()
			if got := (Step{uint8(asked), a}); !ok || got != want[i] {
				t.Fatalf("step %d: got %v, %v, want %v", i, got, ok, want[i])
			}
		}
		if _, ok := p.Step(); ok || !p.Hand().Over() {
			t.Error("steps after the end")
		}
	}
}

// TestPlayerStepWaits: the caller's choice is no step.
func TestPlayerStepWaits(t *testing.T) {
	p := newTestPlayer(t, "wap-flow", PlayerOptions{})
	p.Deal(1, 5, testDeck(5))
	for range 2 {
		if _, ok := p.Step(); ok {
			t.Fatal("a step where the caller is asked")
		}
		if !p.Next() || len(p.Legal()) < 2 {
			t.Fatal("nobody is asked")
		}
	}
}

// TestResume: from any decision on, a copy of a hand is played on as the hand was,
// bots with memory included.
func TestResume(t *testing.T) {
	for _, spec := range []string{"fast", "rare", "search:playouts=4"} {
		base, again := newTestPlayer(t, "mil", PlayerOptions{}), newTestPlayer(t, "mil", PlayerOptions{Check: true})
		for s := range engine.NumSeats {
			base.Sit(s, newPolicy(t, spec))
			again.Sit(s, newPolicy(t, spec))
		}
		deck := testDeck(3)
		base.Deal(1, 3, deck)
		var copies []engine.Hand
		for ok := true; ok; _, ok = base.Step() {
			copies = append(copies, *base.Hand())
		}
		steps := base.Steps()
		for i := 0; i < len(copies); i += 1 + len(copies)/8 {
			again.Resume(1, 3, &copies[i], Past{deck, steps[:i]})
			if err := again.Finish(); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(again.Steps(), steps[i:]) || *again.Hand() != *base.Hand() {
				t.Errorf("%s: resumed after %d of %d actions it is another hand", spec, i, len(steps))
			}
		}
	}
}

// TestScript: forced actions are made and refused ones are not.
func TestScript(t *testing.T) {
	p := newTestPlayer(t, "wap-battle", PlayerOptions{})
	for s := range engine.NumSeats {
		p.Sit(s, newPolicy(t, "fast"))
	}
	first := func(force []engine.Action, refuse ActionKinds) (Step, error) {
		p.Deal(1, 0, testDeck(0))
		p.Force(0, force)
		p.Refuse(refuse)
		err := p.Finish()
		if err != nil {
			return Step{}, err
		}
		return p.Steps()[0], nil
	}
	p.Deal(1, 0, testDeck(0))
	legal := p.Engine().Legal(p.Hand(), nil)
	for _, a := range legal {
		if s, err := first([]engine.Action{a}, 0); err != nil || s != (Step{0, a}) {
			t.Errorf("forced %s: got %v, %v", a, s, err)
		}
	}
	if _, err := first([]engine.Action{engine.Pass}, 0); err == nil || !strings.Contains(err.Error(), `forced action "pass" is not legal`) {
		t.Errorf("got %v", err)
	}
	if _, err := first(nil, 1<<engine.KindExchange); err == nil || err.Error() != "everything is refused" {
		t.Errorf("got %v", err)
	}
	if s, err := first(nil, 1<<engine.KindWin); err != nil || s.Action.Kind() != engine.KindExchange {
		t.Errorf("got %v, %v", s, err)
	}
}

// A fumbler plays like another bot until it is asked for the n-th time.
type fumbler struct {
	policy.Policy
	n      int
	fumble func(legal []engine.Action) engine.Action
}

func (f *fumbler) Act(v engine.View, legal []engine.Action) engine.Action {
	if f.n--; f.n == 0 {
		return f.fumble(legal)
	}
	return f.Policy.Act(v, legal)
}

// TestSeatFaults: what a bot does wrong is told, and timeout plays on for it.
func TestSeatFaults(t *testing.T) {
	for what, fumble := range map[string]func(legal []engine.Action) engine.Action{
		"panic: no idea":      func([]engine.Action) engine.Action { panic("no idea") },
		"illegal: action 200": func(legal []engine.Action) engine.Action { legal[0] = 200; return 200 },
	} {
		p := newTestPlayer(t, "planet", PlayerOptions{OnFault: Forfeit, Check: true})
		for s := range engine.NumSeats {
			p.Sit(s, newPolicy(t, "fast"))
		}
		p.Sit(2, &fumbler{newPolicy(t, "fast"), 4, fumble})
		p.Deal(1, 0, testDeck(0))
		if err := p.Finish(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if f := p.Faults(); len(f) != 1 || f[0].Seat != 2 || f[0].Action == 0 || !strings.HasPrefix(f[0].What, what) {
			t.Errorf("got %+v, want %s", f, what)
		}
		p.Deal(1, 1, testDeck(1))
		if err := p.Finish(); err != nil || len(p.Faults()) > 0 {
			t.Errorf("%s: the next hand has %v, %v", what, p.Faults(), err)
		}
	}
}

// TestPlayerStops: without forfeits a panic ends the hand with a *Fault.
func TestPlayerStops(t *testing.T) {
	p := newTestPlayer(t, "planet", PlayerOptions{})
	p.Sit(1, &fumbler{newPolicy(t, "fast"), 2, func([]engine.Action) engine.Action { panic("no idea") }})
	own := [engine.NumSeats]policy.Policy{newPolicy(t, "fast"), nil, newPolicy(t, "fast"), newPolicy(t, "fast")}
	p.Deal(1, 0, testDeck(0))
	answer(p, &own)
	f := (*Fault)(nil)
	if !errors.As(p.Err(), &f) || f.Seat != 1 || f.Action != len(p.Steps()) || f.Panic != "no idea" || f.Bot != "*sim.fumbler" {
		t.Fatalf("got %v", p.Err())
	}
	if p.Next() || p.Finish() == nil {
		t.Error("the hand goes on")
	}
}

// TestPlayerForfeit: the caller may give up a seat.
func TestPlayerForfeit(t *testing.T) {
	p, timeout := newTestPlayer(t, "sbr", PlayerOptions{}), newTestPlayer(t, "sbr", PlayerOptions{})
	for s := range engine.NumSeats {
		if s != 3 {
			p.Sit(s, newPolicy(t, "fast"))
			timeout.Sit(s, newPolicy(t, "fast"))
		}
	}
	timeout.Sit(3, newPolicy(t, "timeout"))
	p.Deal(1, 0, testDeck(0))
	timeout.Deal(1, 0, testDeck(0))
	if !p.Next() || p.Asked() != 3 {
		t.Fatal("seat 3 is not asked")
	}
	p.Forfeit("has left")
	if err := errors.Join(p.Finish(), timeout.Finish()); err != nil || p.Trace() != timeout.Trace() {
		t.Errorf("%v, traces %x and %x", err, p.Trace(), timeout.Trace())
	}
	if f := p.Faults(); len(f) != 1 || f[0].Seat != 3 || f[0].What != "has left" {
		t.Errorf("got %+v", f)
	}
}

// TestPlayerAllocatesNothing holds what Player promises: dealt, resumed, scripted,
// guarded, and with choices of the caller's.
func TestPlayerAllocatesNothing(t *testing.T) {
	for _, preset := range rules.Names() {
		for _, o := range []PlayerOptions{{}, {OnFault: Forfeit}} {
			p := newTestPlayer(t, preset, o)
			var own [engine.NumSeats]policy.Policy
			for s := range own {
				own[s] = newPolicy(t, "fast")
			}
			p.Sit(1, newPolicy(t, "rare"))
			p.Sit(2, newPolicy(t, "fast"))
			deck, hand := testDeck(0), int64(0)
			var past [64]Step
			var middle engine.Hand
			forced := make([]engine.Action, 1)
			play := func() {
				p.Deal(1, hand, deck)
				for len(p.Steps()) < len(past) && p.Next() {
					p.Answer(own[p.Asked()].Act(p.View(), p.Legal()))
				}
				n := copy(past[:], p.Steps())
				middle = *p.Hand()
				answer(p, &own)
				p.Resume(1, hand, &middle, Past{deck, past[:n]})
				if !middle.Over() {
					forced[0] = p.Engine().Legal(&middle, p.legal[:0])[0]
					p.Force(middle.Asked(), forced)
				}
				answer(p, &own)
				hand++
			}
			play()
			if n := testing.AllocsPerRun(50, play); n != 0 {
				t.Errorf("%s: %v allocations a hand", preset, n)
			}
		}
	}
}
