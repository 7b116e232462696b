package sim

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/policy"
)

// A local is a policy.Batch in this process: each table has a policy of its own.
type local struct {
	spec    policy.Spec
	tables  map[uint64]policy.Policy
	seen    map[uint64]bool
	fault   func(requests []policy.Request, answers []policy.Answer) error
	closed  *atomic.Int64
	longest *atomic.Int64
}

func (l *local) Greet() (string, error) { return l.spec.String(), nil }

func (l *local) Decide(requests []policy.Request, answers []policy.Answer) error {
	l.longest.Store(max(l.longest.Load(), int64(len(requests))))
	for i, r := range requests {
		p := l.tables[r.Table]
		if p == nil {
			if l.seen[r.Table] {
				panic("a hand that is over continues")
			}
			p = l.spec.New()
			p.Start(r.View.Seat(), r.Seed)
			l.tables[r.Table], l.seen[r.Table] = p, true
		}
		answers[i] = policy.Answer{Action: p.Act(r.View, r.Legal)}
	}
	if l.fault != nil {
		return l.fault(requests, answers)
	}
	return nil
}

func (l *local) End(over policy.Over) { delete(l.tables, over.Table) }

func (l *local) Close() error {
	l.closed.Add(1)
	if len(l.tables) > 0 {
		return fmt.Errorf("%d tables are not over", len(l.tables))
	}
	return nil
}

// A locals opens batches whose command names a built-in bot.
type locals struct {
	fault                   func(requests []policy.Request, answers []policy.Answer) error
	opened, closed, longest atomic.Int64
}

func (l *locals) catalog(t *testing.T) *policy.Catalog {
	return policy.NewCatalog().WithExternal(func(command []string, _ *rules.Rules) policy.Batch {
		l.opened.Add(1)
		spec, err := policy.Parse(command[0])
		if err != nil {
			t.Error(err)
		}
		return &local{
			spec: spec, tables: map[uint64]policy.Policy{}, seen: map[uint64]bool{},
			fault: l.fault, closed: &l.closed, longest: &l.longest,
		}
	})
}

// outside returns a configuration with some of its bots outside.
func (l *locals) outside(t *testing.T, c *Config, bots ...string) *Config {
	t.Helper()
	out := *c
	catalog := l.catalog(t)
	for s := range out.Seats {
		spec, err := catalog.Parse(bots[s%len(bots)])
		if err != nil {
			t.Fatal(err)
		}
		out.Seats[s] = spec
	}
	return &out
}

func resultOf(t *testing.T, c *Config, o Options) Result {
	t.Helper()
	o.Tables, o.Check = suitTables(), true
	r, err := Run(context.Background(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestExternalEqualsLocal: bots outside play what they play inside, whatever the
// rules, the hands in flight and the workers; chance of theirs included.
func TestExternalEqualsLocal(t *testing.T) {
	for _, preset := range rules.Names() {
		for _, games := range []int64{0, 8} {
			c := configOf(t, preset, 300, "random", "fast", "big", "rare")
			c.Rotate = true
			if games > 0 {
				c.Hands, c.Games = 0, games
			}
			want := resultOf(t, c, Options{Workers: 2})
			for _, x := range []External{{InFlight: 1}, {InFlight: 5}, {}} {
				var l locals
				out := l.outside(t, c, "exec:random", "fast", "exec:big", "exec:rare")
				got := resultOf(t, out, Options{Workers: 1 + x.InFlight%2, External: x})
				if got != want {
					t.Errorf("%s, %d games, %d in flight: got %+v, want %+v", preset, games, x.InFlight, got, want)
				}
				if l.opened.Load() != l.closed.Load() || l.opened.Load() < 3 {
					t.Errorf("%d batches opened, %d closed", l.opened.Load(), l.closed.Load())
				}
				if most := int64(x.Hands()); l.longest.Load() > most || x.InFlight == 0 && games == 0 && l.longest.Load() < most/4 {
					t.Errorf("up to %d requests at a time with %d hands in flight", l.longest.Load(), most)
				}
			}
		}
	}
}

// TestExternalReplay: single hands are played again, with all their events.
func TestExternalReplay(t *testing.T) {
	c := configOf(t, "mil", 20, "fast", "big")
	c.Hands, c.Games = 0, 5
	var l locals
	inside, err := NewReplayer(c, suitTables())
	if err != nil {
		t.Fatal(err)
	}
	outside, err := NewReplayer(l.outside(t, c, "exec:fast", "big"), suitTables())
	if err != nil {
		t.Fatal(err)
	}
	for _, hand := range []int64{0, 7, 11, 3} {
		want, err := inside.Hand(hand)
		if err != nil {
			t.Fatal(err)
		}
		got, err := outside.Hand(hand)
		if err != nil {
			t.Fatal(err)
		}
		if got.Trace != want.Trace || len(got.Events) != len(want.Events) || len(got.Actions) != got.Outcome.Actions {
			t.Errorf("hand %d: %d events, %d actions; want %d events", hand, len(got.Events), len(got.Actions), len(want.Events))
		}
	}
	if err := outside.Close(); err != nil || l.closed.Load() != 1 {
		t.Errorf("%d closed, %v", l.closed.Load(), err)
	}
}

// TestExternalFaults: what a batch says went wrong costs what it says.
func TestExternalFaults(t *testing.T) {
	gone := errors.New("has left the building")
	once := func(f func(requests []policy.Request, answers []policy.Answer) error) func([]policy.Request, []policy.Answer) error {
		done := false
		return func(requests []policy.Request, answers []policy.Answer) error {
			if done || len(requests) < 4 {
				return nil
			}
			done = true
			return f(requests, answers)
		}
	}
	tests := []struct {
		name      string
		fault     func(requests []policy.Request, answers []policy.Answer) error
		forfeited int    // hands, by forfeit
		want      string // the error even so
	}{
		{"one answer", once(func(_ []policy.Request, a []policy.Answer) error { a[2] = policy.Answer{What: "shrugs"}; return nil }), 1, ""},
		{"two requests", once(func(_ []policy.Request, a []policy.Answer) error {
			return &policy.Fault{First: 1, Count: 2, What: "shrugs"}
		}), 2, ""},
		{"the last", once(func(r []policy.Request, _ []policy.Answer) error {
			return &policy.Fault{First: len(r) - 1, Count: 1, What: "shrugs"}
		}), 1, ""},
		{"for good", once(func([]policy.Request, []policy.Answer) error {
			return &policy.Fault{First: 1, Count: 2, What: "shrugs", Final: true}
		}), 0, "shrugs; it was started several times"},
		{"another error", once(func([]policy.Request, []policy.Answer) error { return gone }), 0, "has left the building"},
	}
	for _, tt := range tests {
		c := configOf(t, "wap-battle", 40, "fast")
		l := locals{fault: tt.fault}
		forfeited := 0
		c.OnFault = Forfeit
		o := Options{Tables: suitTables(), Check: true, External: External{InFlight: 8}}
		o.Tally = func() Tally { return forfeitCounter{&forfeited} }
		r, err := Run(context.Background(), l.outside(t, c, "exec:fast", "fast"), o)
		if tt.want != "" {
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "hand ") {
				t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
			}
		} else if err != nil || forfeited != tt.forfeited || !strings.Contains(r.Fault, "the bot exec:fast shrugs") {
			t.Errorf("%s: %d forfeited, %q, %v", tt.name, forfeited, r.Fault, err)
		}
		if l.closed.Load() != 1 {
			t.Errorf("%s: %d batches closed", tt.name, l.closed.Load())
		}
	}
}

// forfeitCounter counts the seats that were forfeited.
type forfeitCounter struct{ n *int }

func (f forfeitCounter) Add(b *Batch) {
	for i := range b.Outcomes {
		for s := range b.Outcomes[i].Seats {
			if b.Outcomes[i].Seats[s].Forfeited {
				*f.n++
			}
		}
	}
}

// TestExternalStops: a fault ends the run, and the parts that were finished stay.
func TestExternalStops(t *testing.T) {
	var l locals
	l.fault = func(r []policy.Request, _ []policy.Answer) error {
		if r[0].Table > TableOf(1500, 0) { // in the second part
			return &policy.Fault{Count: 1, What: "shrugs"}
		}
		return nil
	}
	var m memory
	c := l.outside(t, configOf(t, "planet", 3000, "fast"), "exec:fast", "fast", "fast", "fast")
	_, err := Run(context.Background(), c, Options{Tables: suitTables(), Sink: &m, Workers: 1})
	if err == nil || !strings.Contains(err.Error(), "the bot exec:fast shrugs") {
		t.Fatalf("got %v", err)
	}
	committed, aborted := 0, 0
	for _, p := range m.parts {
		committed += p.committed
		aborted += p.aborted
	}
	if committed == 0 || aborted != 1 {
		t.Errorf("%d parts committed, %d aborted", committed, aborted)
	}
}

func TestExternalValidate(t *testing.T) {
	for _, n := range []int{-1, MaxInFlight + 1} {
		if _, err := Run(context.Background(), configOf(t, "planet", 1, "fast"), Options{External: External{InFlight: n}}); err == nil {
			t.Errorf("%d hands in flight are accepted", n)
		}
	}
	if _, err := ParseFaultPolicy("cry"); err == nil {
		t.Error("cry is a fault policy")
	}
	for _, f := range []FaultPolicy{Stop, Forfeit} {
		if got, err := ParseFaultPolicy(f.String()); err != nil || got != f {
			t.Errorf("got %v, %v for %v", got, err, f)
		}
	}
}
