package match

import (
	"errors"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/policy"
	"xuezhan/sim"
)

// A faulty bot plays like another except for its fault.
type faulty struct {
	policy.Policy
	asked int
	fault func(f *faulty, legal []engine.Action) (engine.Action, bool)
	start func()
}

func (f *faulty) Start(seat int, seed uint64) {
	f.asked = 0
	if f.start != nil {
		f.start()
	}
	f.Policy.Start(seat, seed)
}

func (f *faulty) Act(v engine.View, legal []engine.Action) engine.Action {
	f.asked++
	if a, wrong := f.fault(f, legal); wrong {
		return a
	}
	return f.Policy.Act(v, legal)
}

func faultyBot(t *testing.T, fault func(*faulty, []engine.Action) (engine.Action, bool)) Bot {
	b := botOf(t, "fast")
	b.Spec = "faulty"
	inner := b.New
	b.New = func() policy.Policy { return &faulty{Policy: inner(), fault: fault} }
	return b
}

func TestFaults(t *testing.T) {
	tests := []struct {
		name, want string
		fault      func(*faulty, []engine.Action) (engine.Action, bool)
	}{
		{"illegal", "illegal: action 250", func(f *faulty, _ []engine.Action) (engine.Action, bool) { return 250, f.asked == 9 }},
		{"panic", "panic: out of ideas", func(f *faulty, _ []engine.Action) (engine.Action, bool) {
			if f.asked == 9 {
				panic(errors.New("out of ideas"))
			}
			return 0, false
		}},
		{"changes what is legal", "illegal: action 250", func(f *faulty, legal []engine.Action) (engine.Action, bool) {
			if f.asked == 9 {
				legal[0] = 250
			}
			return 250, f.asked == 9
		}},
	}
	for _, tt := range tests {
		c := configOf(t, "wap-battle", Pairs, "fast", "fast")
		c.Bots[0] = faultyBot(t, tt.fault)
		b := newTestPlayer(t, c).play(3)
		if len(b.Faults) != 4 { // each of two seats in two hands
			t.Fatalf("%s: got %d faults, want 4", tt.name, len(b.Faults))
		}
		for _, f := range b.Faults {
			if f.Bot != 0 || !strings.HasPrefix(f.What, tt.want) || f.Action == 0 {
				t.Errorf("%s: got %+v, want %q", tt.name, f, tt.want)
			}
		}
		r := run(t, c)
		if r.Faults[0] < 300 || r.Faults[1] != 0 {
			t.Errorf("%s: got faults %v in %d blocks", tt.name, r.Faults, r.Blocks)
		}
	}
}

// The rest of a hand is timeout's: a bot that fails at once is timeout.
func TestForfeitPlaysTimeout(t *testing.T) {
	fails := map[string]Bot{
		"answers": faultyBot(t, func(*faulty, []engine.Action) (engine.Action, bool) { return engine.Win, true }),
		"starts":  {Spec: "x", New: func() policy.Policy { return &faulty{start: func() { panic("no start") }} }},
		"is made": {Spec: "x", New: func() policy.Policy { panic("no policy") }},
	}
	for name, bot := range fails {
		c := configOf(t, "sbr", Pairs, "fast", "fast")
		c.Bots[0] = bot
		d := configOf(t, "sbr", Pairs, "timeout", "fast")
		p, q := newTestPlayer(t, c), newTestPlayer(t, d)
		for n := range int64(10) {
			b, want := p.play(n), q.play(n)
			if b.Points != want.Points || len(b.Faults) == 0 {
				t.Errorf("%s: block %d has %v and %d faults, want %v", name, n, b.Points, len(b.Faults), want.Points)
			}
		}
	}
}

// A clumsy observer panics at every event.
type clumsy struct{}

func (clumsy) Observe(*engine.Hand, engine.Event) { panic("not a bot") }

// A panic that is not a bot's is not a fault: it ends the match.
func TestOwnPanicsEndTheMatch(t *testing.T) {
	p := newTestPlayer(t, configOf(t, "planet", Pairs, "fast", "fast"))
	p.hands = sim.NewPlayer(p.hands.Engine().Observed(clumsy{}, engine.Mask(engine.EventDraw)), sim.PlayerOptions{OnFault: sim.Forfeit})
	b, err := p.player.play(5)
	if f := (*sim.Fault)(nil); !errors.As(err, &f) || f.Panic != "not a bot" || len(b.Faults) > 0 {
		t.Errorf("got %v and %d faults of bots", err, len(b.Faults))
	}
	if err == nil || !strings.HasPrefix(err.Error(), "block 5 of seed 1, hand 0 of it: ") {
		t.Errorf("got %v", err)
	}
}

// A long panic text is cut.
func TestFaultTextIsCut(t *testing.T) {
	long := strings.Repeat("水", 5000)
	c := configOf(t, "planet", Pairs, "fast", "fast")
	c.Bots[1] = Bot{Spec: "x", New: func() policy.Policy { panic(long) }}
	b := newTestPlayer(t, c).play(0)
	if n := len([]rune(b.Faults[0].What)); n != 200 {
		t.Errorf("got %d letters", n)
	}
}

func BenchmarkBlock(b *testing.B) {
	for _, name := range []string{"luck=off", "luck=on"} {
		b.Run(name, func(b *testing.B) {
			c := configOf(b, "wap-battle", Pairs, "fast", "fast:call=never")
			c.Luck = name == "luck=on"
			p := newTestPlayer(b, c)
			n := int64(0)
			b.ReportAllocs()
			for b.Loop() {
				p.play(n)
				n++
			}
			b.ReportMetric(2*float64(b.N)/b.Elapsed().Seconds(), "hands/s")
		})
	}
}
