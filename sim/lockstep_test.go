package sim

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/policy"
)

// A lockstepTest drives a lockstep by policies, one for each row and seat, and
// checks what each call tells.
type lockstepTest struct {
	*Lockstep
	t       testing.TB
	own     [][engine.NumSeats]policy.Policy
	playing []int64 // the hand in play in each row, as far as own knows
	sums    []([engine.NumSeats]int)
	actions []engine.Action
	mask    [engine.NumActions]uint8
	ended   map[int64]Ended
}

func newLockstepTest(t testing.TB, l *Lockstep, spec string) *lockstepTest {
	x := &lockstepTest{
		Lockstep: l, t: t, own: make([][engine.NumSeats]policy.Policy, l.Rows()), playing: make([]int64, l.Rows()),
		sums: make([][engine.NumSeats]int, l.Rows()), actions: make([]engine.Action, l.Rows()), ended: map[int64]Ended{},
	}
	for i := range x.own {
		for s := range x.own[i] {
			x.own[i][s] = newPolicy(t, spec)
		}
	}
	return x
}

// play resets and plays until no row waits for anything or a number of hands has
// ended.
func (x *lockstepTest) play(seed uint64, hands int) {
	x.t.Helper()
	if err := x.Reset(seed); err != nil {
		x.t.Fatal(err)
	}
	clear(x.ended)
	for i := range x.playing {
		x.playing[i], x.sums[i] = -1, [engine.NumSeats]int{}
		if x.Done(i) || x.Points(i) != [engine.NumSeats]int{} || x.Ended(i).Index != -1 || x.Seat(i) >= 0 && x.Hand(i) != int64(i) {
			x.t.Fatalf("row %d after a reset: done %v, points %v, ended %d, hand %d", i, x.Done(i), x.Points(i), x.Ended(i).Index, x.Hand(i))
		}
	}
	for waiting := true; waiting && len(x.ended) < hands; {
		waiting = false
		for i := range x.actions {
			if x.Seat(i) >= 0 {
				x.actions[i] = x.choose(i)
				waiting = true
			}
		}
		if err := x.Step(x.actions); err != nil {
			x.t.Fatal(err)
		}
		for i := range x.actions {
			x.check(i)
		}
	}
}

// choose chooses in a row.
func (x *lockstepTest) choose(i int) engine.Action {
	if x.playing[i] != x.Hand(i) {
		x.playing[i] = x.Hand(i)
		for s := range x.own[i] {
			x.own[i][s].Start(s, x.Player(i).PolicySeed(s))
		}
	}
	x.Mask(i, x.mask[:])
	n := 0
	for _, is := range x.mask {
		n += int(is)
	}
	if n != len(x.Legal(i)) || n < 2 {
		x.t.Fatalf("row %d: a mask of %d for %v", i, n, x.Legal(i))
	}
	return x.own[i][x.Seat(i)].Act(x.View(i), x.Legal(i))
}

// check checks what the last call has said of a row.
func (x *lockstepTest) check(i int) {
	total := 0
	for s, n := range x.Points(i) {
		x.sums[i][s] += n
		total += n
	}
	if total != 0 {
		x.t.Fatalf("row %d: points %v", i, x.Points(i))
	}
	if !x.Done(i) {
		return
	}
	e := x.Ended(i)
	if e.Index%int64(x.Rows()) != int64(i) || !e.Hand.Over() {
		x.t.Fatalf("row %d: hand %d has ended, over %v", i, e.Index, e.Hand.Over())
	}
	if x.sums[i] != e.Hand.Ledger().Points() {
		x.t.Errorf("hand %d: got points %v, the ledger has %v", e.Index, x.sums[i], e.Hand.Ledger().Points())
	}
	x.sums[i] = [engine.NumSeats]int{}
	x.ended[e.Index] = *e
}

// TestLockstepIsARun: with any number of rows, and with some seats left to the
// caller, the hands are those of the run of four bots.
func TestLockstepIsARun(t *testing.T) {
	for _, preset := range rules.Names() {
		c := configOf(t, preset, 50, "rare")
		c.Rotate, c.Walls = true, Lanes
		var m memory
		resultOf(t, c, Options{Sink: &m})
		for rows, callers := range map[int]int{1: 0b1111, 7: 0b0101, 32: 0b1111, 64: 0b1000} {
			mine := *c
			for s := range mine.Seats {
				if callers>>s&1 == 1 {
					mine.Seats[s] = policy.Spec{}
				}
			}
			l, err := NewLockstep(&mine, LockstepOptions{Rows: rows, Tables: suitTables()})
			if err != nil {
				t.Fatal(err)
			}
			x := newLockstepTest(t, l, "rare")
			for range 2 { // the second time after a reset
				x.play(c.Seed, 1000)
				if len(x.ended) != int(c.Hands) {
					t.Errorf("%s, %d rows: %d hands have ended, want %d", preset, rows, len(x.ended), c.Hands)
				}
				for _, o := range m.parts[0].outcomes {
					if got := x.ended[o.Hand]; got.Trace != o.Trace {
						t.Errorf("%s, %d rows, callers %04b: hand %d has trace %x, want %x", preset, rows, callers, o.Hand, got.Trace, o.Trace)
					}
				}
			}
		}
	}
}

// TestLockstepExternal: external bots may sit at the other seats.
func TestLockstepExternal(t *testing.T) {
	c := configOf(t, "wap-flow", 60, "rare")
	var m memory
	resultOf(t, c, Options{Sink: &m})
	var out locals
	mine := out.outside(t, c, "exec:rare", "rare", "exec:rare", "rare")
	mine.Seats[1] = policy.Spec{}
	l, err := NewLockstep(mine, LockstepOptions{Rows: 8, Tables: suitTables()})
	if err != nil {
		t.Fatal(err)
	}
	x := newLockstepTest(t, l, "rare")
	x.play(c.Seed, 20) // and dropped in the middle
	x.play(c.Seed, 1000)
	for _, o := range m.parts[0].outcomes {
		if got := x.ended[o.Hand]; got.Trace != o.Trace {
			t.Errorf("hand %d has trace %x, want %x", o.Hand, got.Trace, o.Trace)
		}
	}
	if err := l.Close(); err != nil || out.closed.Load() != 1 || out.longest.Load() < 2 {
		t.Errorf("%v, %d closed, up to %d requests at a time", err, out.closed.Load(), out.longest.Load())
	}
}

// TestLockstepRefuses: an action that is not legal changes nothing.
func TestLockstepRefuses(t *testing.T) {
	c := configOf(t, "planet", MaxHands, "fast")
	c.Seats[0] = policy.Spec{}
	l, err := NewLockstep(c, LockstepOptions{Rows: 3, Tables: suitTables()})
	if err != nil {
		t.Fatal(err)
	}
	actions := make([]engine.Action, 3)
	if err := l.Step(actions); err == nil || !strings.Contains(err.Error(), "must be reset") {
		t.Errorf("before a reset: got %v", err)
	}
	if err := l.Reset(1); err != nil {
		t.Fatal(err)
	}
	for i := range actions {
		actions[i] = l.Legal(i)[0]
	}
	actions[1] = engine.Pass
	before := fmt.Sprint(l.Legal(0), l.Legal(1), l.Legal(2))
	if err := l.Step(actions); err == nil || !strings.Contains(err.Error(), "row 1: seat 0 may not pass; legal are [exchange") {
		t.Errorf("got %v", err)
	}
	if after := fmt.Sprint(l.Legal(0), l.Legal(1), l.Legal(2)); after != before {
		t.Errorf("the rows have moved from %s to %s", before, after)
	}
	actions[1] = l.Legal(1)[0]
	if err := l.Step(actions); err != nil {
		t.Error(err)
	}
	for _, bad := range []LockstepOptions{{}, {Rows: MaxRows + 1}} {
		if _, err := NewLockstep(c, bad); err == nil {
			t.Errorf("%d rows are accepted", bad.Rows)
		}
	}
	c.Hands, c.Games = 0, 1
	if _, err := NewLockstep(c, LockstepOptions{Rows: 1}); err == nil {
		t.Error("games are accepted")
	}
	if err := c.Validate(); err == nil || err.Error() != "sim: seat 0 has no bot" {
		t.Errorf("a run without a bot: got %v", err)
	}
}

// TestLockstepFault: a bot's panic is an error, and a reset mends it.
func TestLockstepFault(t *testing.T) {
	c := configOf(t, "planet", MaxHands, "fast")
	calls := 0
	c.Seats[2] = policy.Own("nervous", func() policy.Policy {
		return &fumbler{newPolicy(t, "fast"), 9, func(legal []engine.Action) engine.Action {
			if calls++; calls == 1 {
				panic("no idea")
			}
			return legal[0]
		}}
	})
	c.Seats[0] = policy.Spec{}
	l, err := NewLockstep(c, LockstepOptions{Rows: 1, Tables: suitTables()})
	if err != nil {
		t.Fatal(err)
	}
	first := []engine.Action{0}
	err = l.Reset(1)
	for range 500 {
		if err == nil {
			first[0] = l.Legal(0)[0]
			err = l.Step(first)
		}
	}
	if f := (*Fault)(nil); !errors.As(err, &f) || f.Seat != 2 || f.Bot != "nervous" {
		t.Errorf("got %v", err)
	}
	if err := l.Step(first); err == nil || !strings.Contains(err.Error(), "must be reset") {
		t.Errorf("got %v", err)
	}
	if err := l.Reset(1); err != nil {
		t.Error(err)
	}
}

// TestLockstepAllocatesNothing holds what Lockstep promises.
func TestLockstepAllocatesNothing(t *testing.T) {
	for _, preset := range rules.Names() {
		c := configOf(t, preset, MaxHands, "fast")
		c.Seats[0], c.Seats[3] = policy.Spec{}, policy.Spec{}
		l, err := NewLockstep(c, LockstepOptions{Rows: 16, Tables: suitTables()})
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Reset(3); err != nil {
			t.Fatal(err)
		}
		actions, mask := make([]engine.Action, l.Rows()), make([]uint8, engine.NumActions)
		play := func() {
			for range 200 {
				for i := range actions {
					l.Mask(i, mask)
					actions[i] = l.Legal(i)[len(l.Legal(i))-1]
				}
				if err := l.Step(actions); err != nil {
					t.Fatal(err)
				}
			}
		}
		if n := testing.AllocsPerRun(4, play); n != 0 {
			t.Errorf("%s: %v allocations in 200 steps of %d rows", preset, n, l.Rows())
		}
	}
}

func BenchmarkLockstep(b *testing.B) {
	for _, rows := range []int{1, 1024} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			c := &Config{Hands: MaxHands}
			c.Rules, _ = rules.Lookup("wap-battle")
			l, err := NewLockstep(c, LockstepOptions{Rows: rows, Tables: suitTables()})
			if err != nil {
				b.Fatal(err)
			}
			if err := l.Reset(1); err != nil {
				b.Fatal(err)
			}
			actions, masks := make([]engine.Action, rows), make([][engine.NumActions]uint8, rows)
			x := uint64(1)
			b.ReportAllocs()
			for b.Loop() {
				for i := range actions {
					l.Mask(i, masks[i][:])
					legal := l.Legal(i)
					x = mix(x)
					actions[i] = legal[below(x, len(legal))]
				}
				if err := l.Step(actions); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*rows), "ns/decision")
		})
	}
}
