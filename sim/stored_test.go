package sim

import (
	"context"
	"errors"
	"iter"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"xuezhan/engine"
	"xuezhan/policy"
)

// readBack returns the parts of a sink as Options.Stored reads them.
func readBack(m *memory, keep func(index int) bool) func(Part, int) iter.Seq2[*Batch, error] {
	return func(p Part, hands int) iter.Seq2[*Batch, error] {
		if !keep(p.Index) {
			return nil
		}
		return func(yield func(*Batch, error) bool) {
			outcomes, wins := m.parts[p.Index].outcomes, m.parts[p.Index].wins
			for len(outcomes) > 0 {
				n, w := min(hands, len(outcomes)), 0
				for w < len(wins) && wins[w].Hand <= outcomes[n-1].Hand {
					w++
				}
				if !yield(&Batch{Outcomes: outcomes[:n], Wins: wins[:w]}, nil) {
					return
				}
				outcomes, wins = outcomes[n:], wins[w:]
			}
		}
	}
}

// A run with some parts stored before has the digest and the counts of one that has
// played them all, and gives the sink only the others.
func TestStoredParts(t *testing.T) {
	for _, games := range []bool{false, true} {
		c := configOf(t, "mil", 4500, "random", "timeout")
		if games {
			c.Hands, c.Games = 0, 1100
		}
		whole := &memory{}
		want, err := Run(context.Background(), c, Options{Tables: suitTables(), Workers: 2, Sink: whole})
		if err != nil {
			t.Fatal(err)
		}
		for _, kept := range []func(int) bool{
			func(i int) bool { return false }, func(i int) bool { return i%2 == 0 }, func(i int) bool { return true },
		} {
			var total count
			rest := &memory{}
			got, err := Run(context.Background(), c, Options{
				Tables: suitTables(), Workers: 3, Sink: rest, Stored: readBack(whole, kept),
				Tally:  func() Tally { return &count{} },
				Merged: func(x Tally) { total.hands += x.(*count).hands },
			})
			if err != nil || got != want || int64(total.hands) != want.Hands {
				t.Errorf("got %+v, %d hands counted, %v; want %+v", got, total.hands, err, want)
			}
			for i := range rest.parts {
				if p := rest.parts[i]; kept(i) && p.committed > 0 {
					t.Errorf("part %d was stored twice", i)
				}
			}
		}
	}
}

// A stored part whose replay differs is an error.
func TestStoredPartsPlayedOtherwise(t *testing.T) {
	c := configOf(t, "planet", 3000, "random")
	m := &memory{}
	if _, err := Run(context.Background(), c, Options{Tables: suitTables(), Sink: m}); err != nil {
		t.Fatal(err)
	}
	m.parts[1].outcomes[0].Trace++
	_, err := Run(context.Background(), c, Options{Tables: suitTables(), Stored: readBack(m, func(int) bool { return true })})
	if err == nil || !strings.Contains(err.Error(), "the replay of hand 1024 differs from the stored hand") {
		t.Errorf("got %v", err)
	}
}

// Stop leaves what is done whole: parts with a sink, blocks without one.
func TestStop(t *testing.T) {
	for _, sink := range []bool{true, false} {
		stop := make(chan struct{})
		var closed atomic.Bool
		var total count
		m := &memory{}
		o := Options{
			Tables: suitTables(), Workers: 2, Stop: stop,
			Tally:  func() Tally { return &count{} },
			Merged: func(x Tally) { total.hands += x.(*count).hands },
			Progress: func(int64) {
				if closed.CompareAndSwap(false, true) {
					close(stop)
				}
			},
		}
		if sink {
			o.Sink = m
		}
		c := configOf(t, "planet", 1<<20, "random")
		got, err := Run(context.Background(), c, o)
		if err != nil || !got.Stopped() || got.Hands == 0 || got.Hands >= c.Hands || int64(total.hands) != got.Hands {
			t.Errorf("got %+v, %d hands counted, %v", got, total.hands, err)
		}
		var stored int64
		for i := range m.parts {
			stored += int64(len(m.parts[i].outcomes) * m.parts[i].committed)
		}
		if sink && stored != got.Hands {
			t.Errorf("%d hands are stored of %d", stored, got.Hands)
		}
	}
}

// A bot's panic is an error that names the hand, and only that hand panics when
// it is played again.
func TestFault(t *testing.T) {
	c := configOf(t, "planet", 3000, "random", "timeout")
	bots := policy.NewCatalog()
	bots.Add(policy.Entry{Description: policy.Description{Name: "nervous"}, New: func(policy.Values) policy.Parts {
		fast, err := policy.Parse("fast")
		if err != nil {
			panic(err)
		}
		parts := fast.Parts()
		usual := parts.Discard
		parts.Discard = policy.Choice(func(v engine.View, legal []engine.Action) engine.Action {
			if v.Left() < 8 && v.Seat() == 2 {
				panic("nothing left")
			}
			return usual.Choose(v, legal)
		})
		return parts
	}})
	var err error
	if c.Seats[2], err = bots.Parse("nervous"); err != nil {
		t.Fatal(err)
	}
	before := runtime.NumGoroutine()
	m := &memory{}
	_, err = Run(context.Background(), c, Options{Tables: suitTables(), Workers: 2, Sink: m})
	var f *Fault
	if !errors.As(err, &f) || f.Seat != 2 || f.Bot != "nervous" || f.Panic != "nothing left" || !strings.Contains(f.Stack, "stored_test.go") {
		t.Fatalf("got %v", err)
	}
	wantGoroutines(t, before)
	for i, p := range m.parts {
		if p.committed+p.aborted > 1 {
			t.Errorf("part %d: committed %d times, aborted %d times", i, p.committed, p.aborted)
		}
	}
	r, err := NewReplayer(c, suitTables())
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Hand(f.Hand)
	var again *Fault
	if !errors.As(err, &again) || again.Error() != f.Error() {
		t.Errorf("again: got %v, want %v", err, f)
	}
}
