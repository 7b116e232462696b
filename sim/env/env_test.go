package env_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/features"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/env"
)

var tables = shape.New()

func spec(t testing.TB, text string) policy.Spec {
	t.Helper()
	s, err := policy.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func preset(t testing.TB, name string) rules.Rules {
	t.Helper()
	r, err := rules.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func open(t testing.TB, c env.Config) *env.Env {
	t.Helper()
	c.Tables = tables
	e, err := env.New(&c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// The configurations that the properties are tested with: all presets, and seats of
// the caller's alone, against bots, and turning.
func configs(t *testing.T) map[string]env.Config {
	all := map[string]env.Config{}
	for _, name := range rules.Names() {
		r, fast := preset(t, name), spec(t, "fast")
		all[name+"/alone"] = env.Config{Rules: r, Rows: 7, Features: env.V1}
		all[name+"/learner"] = env.Config{Rules: r, Rows: 5, Rotate: true, Features: env.Planes,
			Seats: [engine.NumSeats]policy.Spec{{}, fast, fast, spec(t, "random")}}
	}
	return all
}

// TestRewards demands that masks are never empty, that the rewards of a call sum to
// zero, and that those of a hand are its ledger.
func TestRewards(t *testing.T) {
	for name, c := range configs(t) {
		t.Run(name, func(t *testing.T) {
			e := open(t, c)
			a := e.Alloc()
			if err := e.Reset(3, &a); err != nil {
				t.Fatal(err)
			}
			actions := make([]int64, e.Rows())
			sums := make([][engine.NumSeats]float32, e.Rows())
			ended := 0
			for range 2000 {
				wantChoices(t, e, &a)
				if err := e.Sample(actions); err != nil {
					t.Fatal(err)
				}
				if err := e.Step(actions, &a); err != nil {
					t.Fatal(err)
				}
				for i := range sums {
					ended += addRewards(t, e, &a, i, &sums[i])
				}
			}
			if ended < 20 {
				t.Errorf("only %d hands ended", ended)
			}
		})
	}
}

func wantChoices(t *testing.T, e *env.Env, a *env.Arrays) {
	t.Helper()
	for i := range e.Rows() {
		mask, n := a.Mask[i*engine.NumActions:][:engine.NumActions], 0
		for x, legal := range mask {
			n += int(legal)
			if (legal == 1) != slices.Contains(e.Lockstep().Legal(i), engine.Action(x)) {
				t.Fatalf("row %d: the mask has %d at %d", i, legal, x)
			}
		}
		if n < 2 {
			t.Fatalf("row %d: %d legal actions", i, n)
		}
		if got, want := int(a.Seat[i]), e.Lockstep().View(i).Seat(); got != want {
			t.Fatalf("row %d: seat %d, want %d", i, got, want)
		}
	}
}

// addRewards adds a row's rewards of a call, and returns 1 if its hand ended.
func addRewards(t *testing.T, e *env.Env, a *env.Arrays, i int, sums *[engine.NumSeats]float32) int {
	t.Helper()
	total := float32(0)
	for s := range sums {
		x := a.Reward[i*engine.NumSeats+s]
		sums[s] += x
		total += x
	}
	if total != 0 {
		t.Fatalf("row %d: the rewards sum to %v", i, total)
	}
	if a.Done[i] == 0 {
		return 0
	}
	for s, want := range e.Lockstep().Ended(i).Hand.Ledger().Points() {
		if sums[s] != float32(want) {
			t.Fatalf("row %d, seat %d: rewards of %v, the ledger has %d", i, s, sums[s], want)
		}
	}
	*sums = [engine.NumSeats]float32{}
	return 1
}

var runHands = flag.Int64("hands", 3000, "hands of each rule system that TestRun plays, a tenth with -short")

// TestRun demands that an environment in which the caller plays by a bot plays the
// hands of a run, action for action, and that its rewards are their accounts.
func TestRun(t *testing.T) {
	hands := *runHands
	if testing.Short() {
		hands /= 10
	}
	for _, name := range rules.Names() {
		t.Run(name, func(t *testing.T) {
			fast, big := spec(t, "fast"), spec(t, "big")
			want := played(t, &sim.Config{
				Rules: preset(t, name), Seed: 11, Hands: hands, Rotate: true,
				Seats: [engine.NumSeats]policy.Spec{fast, big, fast, big},
			})
			e := open(t, env.Config{
				Rules: preset(t, name), Rows: 13, Rotate: true,
				Seats: [engine.NumSeats]policy.Spec{{}, big, {}, big},
			})
			got := playBy(t, e, fast, 11, hands)
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("hand %d: the environment plays %v, the run %v", i, got[i], want[i])
				}
			}
		})
	}
}

// A handPlayed is a hand that is over: the hash of its actions, and what each seat has
// gained.
type handPlayed struct {
	trace  uint64
	points [engine.NumSeats]int
}

// played returns the hands of a run.
func played(t *testing.T, c *sim.Config) []handPlayed {
	t.Helper()
	w, err := sim.NewWorker(c, sim.Options{Tables: tables})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	var b sim.Batch
	var all []handPlayed
	for hand := range c.Hands {
		b.Reset()
		if err := w.PlayUnit(hand, &b); err != nil {
			t.Fatal(err)
		}
		for i := range b.Outcomes {
			one := handPlayed{trace: b.Outcomes[i].Trace}
			for s := range one.points {
				one.points[s] = b.Outcomes[i].Seats[s].Account.Total()
			}
			all = append(all, one)
		}
	}
	return all
}

// playBy plays the caller's seats by a bot and returns the hands, with what the rewards
// of each add up to.
func playBy(t *testing.T, e *env.Env, s policy.Spec, seed uint64, hands int64) []handPlayed {
	t.Helper()
	bot := s.New()
	a := e.Alloc()
	if err := e.Reset(seed, &a); err != nil {
		t.Fatal(err)
	}
	all, actions := make([]handPlayed, hands), make([]int64, e.Rows())
	sums := make([][engine.NumSeats]int, e.Rows())
	for left := hands; left > 0; {
		for i := range actions {
			v := e.Lockstep().View(i)
			bot.Start(v.Seat(), e.Lockstep().Player(i).PolicySeed(v.Seat()))
			actions[i] = int64(bot.Act(v, e.Lockstep().Legal(i)))
		}
		if err := e.Step(actions, &a); err != nil {
			t.Fatal(err)
		}
		for i := range actions {
			for s := range sums[i] {
				sums[i][s] += int(a.Reward[i*engine.NumSeats+s])
			}
			if a.Done[i] == 0 {
				continue
			}
			if over := e.Lockstep().Ended(i); over.Index < hands {
				all[over.Index] = handPlayed{over.Trace, sums[i]}
				left--
			}
			sums[i] = [engine.NumSeats]int{}
		}
	}
	return all
}

// TestRowsAreIndependent demands that a hand does not depend on how many others are
// in play next to it.
func TestRowsAreIndependent(t *testing.T) {
	fast := spec(t, "fast")
	var want []handPlayed
	for _, rows := range []int{1, 3, 64} {
		e := open(t, env.Config{Rules: preset(t, "planet"), Rows: rows, Seats: [engine.NumSeats]policy.Spec{{}, fast, fast, fast}})
		got := playBy(t, e, spec(t, "big"), 5, 60)
		if want == nil {
			want = got
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d rows play other hands than 1", rows)
		}
	}
}

// TestSample demands that the same seed gives the same choices and another one others.
func TestSample(t *testing.T) {
	e := open(t, env.Config{Rules: preset(t, "wap-battle"), Rows: 16})
	a := e.Alloc()
	play := func(seed uint64) string {
		if err := e.Reset(seed, &a); err != nil {
			t.Fatal(err)
		}
		var log strings.Builder
		actions := make([]int64, e.Rows())
		for range 100 {
			if err := e.Sample(actions); err != nil {
				t.Fatal(err)
			}
			if err := e.Step(actions, &a); err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(&log, actions, a.Seat, a.Reward, a.Hand)
		}
		return log.String()
	}
	if first := play(1); first != play(1) || first == play(2) {
		t.Error("a seed does not fix the choices, or two seeds have the same")
	}
}

// TestErrors demands errors that say what and where, and that an illegal action
// leaves everything as it was.
func TestErrors(t *testing.T) {
	e := open(t, env.Config{Rules: preset(t, "sbr"), Rows: 3, Features: env.V1})
	a := e.Alloc()
	actions := make([]int64, 3)
	if err := e.Step(actions, &a); err == nil || !strings.Contains(err.Error(), "reset") {
		t.Errorf("a step before Reset: %v", err)
	}
	if err := e.Reset(1, &a); err != nil {
		t.Fatal(err)
	}
	if err := e.Sample(actions); err != nil {
		t.Fatal(err)
	}
	before := slices.Clone(a.Obs.Floats)
	for _, wrong := range []int64{-1, int64(engine.NumActions), int64(engine.Win)} {
		actions[1] = wrong
		err := e.Step(actions, &a)
		if err == nil || !strings.Contains(err.Error(), "row 1: seat") || !strings.Contains(err.Error(), "legal are") {
			t.Errorf("action %d: %v", wrong, err)
		}
	}
	if err := e.Sample(actions); err != nil {
		t.Fatal(err)
	}
	if err := e.Step(actions[:2], &a); err == nil {
		t.Error("two actions for three rows are taken")
	}
	short := a
	short.Obs.Floats = a.Obs.Floats[:10]
	if err := e.Step(actions, &short); err == nil || !strings.Contains(err.Error(), "obs") {
		t.Errorf("a short array: %v", err)
	}
	if !slices.Equal(before, a.Obs.Floats) {
		t.Error("a refused step has changed the observations")
	}
}

// TestAfter demands that candidates are the legal actions, and their observations what
// package features says they lead to.
func TestAfter(t *testing.T) {
	for _, f := range []env.Features{env.None, env.V1, env.V2, env.Planes} {
		e := open(t, env.Config{Rules: preset(t, "tsumo"), Rows: 9, Features: f})
		a := e.Alloc()
		if err := e.Reset(8, &a); err != nil {
			t.Fatal(err)
		}
		actions := make([]int64, 9)
		for range 60 {
			wantAfter(t, e, f)
			if err := e.Sample(actions); err != nil {
				t.Fatal(err)
			}
			if err := e.Step(actions, &a); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func wantAfter(t *testing.T, e *env.Env, f env.Features) {
	t.Helper()
	n := e.Candidates()
	after := env.After{Offset: make([]int32, e.Rows()+1), Action: make([]int64, n-1), Pay: make([]float32, n), Obs: e.AllocObs(n)}
	if _, err := e.After(&after); err == nil {
		t.Fatal("too few candidates are taken")
	}
	after.Action = make([]int64, n)
	if got, err := e.After(&after); err != nil || got != n {
		t.Fatalf("got %d, %v, want %d", got, err, n)
	}
	for i := range e.Rows() {
		k, last := int(after.Offset[i]), int(after.Offset[i+1])
		p := features.NewProspect(e.Lockstep().View(i))
		for _, x := range e.Lockstep().Legal(i) {
			q := p.After(x)
			leadsTo := []features.Prospect{q}
			if x == engine.Pung {
				leadsTo = leadsTo[:0]
				for d := range q.Discards().All() {
					leadsTo = append(leadsTo, q.After(engine.Discard(d)))
				}
			}
			for _, q := range leadsTo {
				if k == last || after.Action[k] != int64(x) {
					t.Fatalf("row %d: candidate %d is not of %s", i, k, x)
				}
				if got, want := after.Pay[k], float32(policy.KongPay(e.Lockstep().View(i), x)); got != want {
					t.Fatalf("row %d: %s pays %v, want %v", i, x, got, want)
				}
				wantEncoded(t, f, after.Obs, k, &q)
				k++
			}
		}
		if k != last {
			t.Fatalf("row %d has %d candidates too many", i, last-k)
		}
	}
}

// wantEncoded demands that observation k is of a prospect.
func wantEncoded(t *testing.T, f env.Features, o env.Observations, k int, q *features.Prospect) {
	t.Helper()
	n := f.Width()
	if encoder := map[env.Features]features.Numbers{env.V1: features.V1{}, env.V2: features.V2{}}[f]; encoder != nil {
		want := make([]float32, n)
		encoder.EncodeProspect(want, q)
		if !slices.Equal(o.Floats[k*n:][:n], want) {
			t.Fatalf("candidate %d is encoded differently", k)
		}
	}
	if f == env.Planes {
		want := make([]uint8, n)
		features.Planes{}.EncodeProspect(want, q)
		if !slices.Equal(o.Bytes[k*n:][:n], want) {
			t.Fatalf("candidate %d is encoded differently", k)
		}
	}
}

// TestAdvise demands that an environment in which the caller follows a bot's advice plays
// the hands that the bot plays, that nothing is allocated for it, and that bots that
// cannot advise are refused.
func TestAdvise(t *testing.T) {
	big := spec(t, "big")
	for _, bot := range []string{"fast", "value"} {
		c := env.Config{Rules: preset(t, "wap-battle"), Rows: 5, Seats: [engine.NumSeats]policy.Spec{{}, big, {}, big}}
		e := open(t, c)
		a, actions := e.Alloc(), make([]int64, 5)
		if err := e.Advise(spec(t, bot), actions); err == nil {
			t.Error("there is advice before Reset")
		}
		if err := e.Reset(4, &a); err != nil {
			t.Fatal(err)
		}
		b := open(t, c)
		want := playBy(t, b, spec(t, bot), 4, 30)
		for ended := 0; ended < 30; {
			if err := e.Advise(spec(t, bot), actions); err != nil {
				t.Fatal(err)
			}
			if err := e.Step(actions, &a); err != nil {
				t.Fatal(err)
			}
			for i, done := range a.Done {
				if over := e.Lockstep().Ended(i); done == 1 && over.Index < 30 {
					ended++
					if over.Trace != want[over.Index].trace {
						t.Fatalf("%s plays hand %d otherwise than it advises", bot, over.Index)
					}
				}
			}
		}
		s := spec(t, bot)
		if n := testing.AllocsPerRun(10, func() {
			if err := e.Advise(s, actions); err != nil {
				t.Fatal(err)
			}
		}); n > 2 { // the spec's text
			t.Errorf("%s: %v allocations", bot, n)
		}
		for _, s := range []policy.Spec{{}, spec(t, "random")} {
			if err := e.Advise(s, actions); err == nil {
				t.Errorf("%q advises", s)
			}
		}
	}
}

// TestFinal demands that the last observation is of the hand that ended, seen by who
// chose last, and that other rows do not change.
func TestFinal(t *testing.T) {
	e := open(t, env.Config{Rules: preset(t, "planet"), Rows: 4, Features: env.V1})
	a, final := e.Alloc(), e.AllocObs(4)
	if err := e.Reset(2, &a); err != nil {
		t.Fatal(err)
	}
	actions, want := make([]int64, 4), make([]float32, env.V1.Width())
	ended := 0
	for range 600 {
		asked := slices.Clone(a.Seat)
		if err := e.Sample(actions); err != nil {
			t.Fatal(err)
		}
		if err := e.Step(actions, &a); err != nil {
			t.Fatal(err)
		}
		for i := range final.Floats {
			final.Floats[i] = -99
		}
		if err := e.Final(final); err != nil {
			t.Fatal(err)
		}
		for i := range asked {
			got := final.Floats[i*len(want):][:len(want)]
			if a.Done[i] == 0 {
				if got[0] != -99 {
					t.Fatal("a row whose hand is not over has a final observation")
				}
				continue
			}
			ended++
			features.V1{}.Encode(want, e.Lockstep().Engine().View(&e.Lockstep().Ended(i).Hand, int(asked[i])))
			if !slices.Equal(got, want) {
				t.Fatalf("row %d: another final observation", i)
			}
		}
	}
	if ended == 0 {
		t.Error("no hand ended")
	}
}

// TestObserve demands that the seat that is to choose sees what its row's observation
// has, and that other seats see something else.
func TestObserve(t *testing.T) {
	e := open(t, env.Config{Rules: preset(t, "wap-flow"), Rows: 3, Features: env.V1})
	a, one := e.Alloc(), e.AllocObs(1)
	if err := e.Observe(0, 0, one); err == nil {
		t.Error("there is something to see before Reset")
	}
	if err := e.Reset(2, &a); err != nil {
		t.Fatal(err)
	}
	for row := range 3 {
		want := a.Obs.Floats[row*env.V1.Width():][:env.V1.Width()]
		for seat := range engine.NumSeats {
			if err := e.Observe(row, seat, one); err != nil {
				t.Fatal(err)
			}
			if same := slices.Equal(one.Floats, want); same != (seat == int(a.Seat[row])) {
				t.Errorf("row %d, seat %d: %v", row, seat, same)
			}
		}
	}
	for _, wrong := range [][2]int{{3, 0}, {-1, 0}, {0, 4}, {0, -1}} {
		if err := e.Observe(wrong[0], wrong[1], one); err == nil {
			t.Errorf("row %d, seat %d is seen", wrong[0], wrong[1])
		}
	}
}

// TestAllocations demands that nothing is allocated in a step.
func TestAllocations(t *testing.T) {
	fast := spec(t, "fast")
	for _, f := range []env.Features{env.None, env.V1, env.V2, env.Planes} {
		e := open(t, env.Config{Rules: preset(t, "wap-battle"), Rows: 32, Features: f, Seats: [engine.NumSeats]policy.Spec{{}, fast, fast, fast}})
		a, actions := e.Alloc(), make([]int64, 32)
		after := env.After{Offset: make([]int32, 33), Action: make([]int64, 32*64), Obs: e.AllocObs(32 * 64)}
		if err := e.Reset(1, &a); err != nil {
			t.Fatal(err)
		}
		step := func() {
			for range 100 {
				if _, err := e.After(&after); err != nil {
					t.Fatal(err)
				}
				if err := e.Sample(actions); err != nil {
					t.Fatal(err)
				}
				if err := e.Step(actions, &a); err != nil {
					t.Fatal(err)
				}
			}
		}
		step()
		if n := testing.AllocsPerRun(5, step); n != 0 {
			t.Errorf("features %d: %v allocations in a hundred steps", f, n)
		}
	}
}

func BenchmarkStep(b *testing.B) {
	fast := spec(b, "fast")
	learner := [engine.NumSeats]policy.Spec{{}, fast, fast, fast}
	for _, x := range []struct {
		name  string
		c     env.Config
		after bool
	}{
		{"bare", env.Config{}, false},
		{"v1", env.Config{Features: env.V1}, false},
		{"v2", env.Config{Features: env.V2}, false},
		{"planes", env.Config{Features: env.Planes}, false},
		{"learner", env.Config{Seats: learner}, false},
		{"after", env.Config{Features: env.V1}, true},
	} {
		b.Run("kind="+x.name, func(b *testing.B) {
			x.c.Rules, x.c.Rows = preset(b, "wap-battle"), 1024
			e := open(b, x.c)
			a, actions := e.Alloc(), make([]int64, 1024)
			if err := e.Reset(1, &a); err != nil {
				b.Fatal(err)
			}
			after := env.After{Offset: make([]int32, 1025), Action: make([]int64, 1<<15), Pay: make([]float32, 1<<15), Obs: e.AllocObs(1 << 15)}
			if x.after {
				a.Obs = env.Observations{}
			}
			for b.Loop() {
				if x.after {
					if _, err := e.After(&after); err != nil {
						b.Fatal(err)
					}
				}
				if err := e.Sample(actions); err != nil {
					b.Fatal(err)
				}
				if err := e.Step(actions, &a); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*1024/b.Elapsed().Seconds(), "decisions/s")
		})
	}
}
