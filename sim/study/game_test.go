package study

import (
	"context"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/policy"
	"xuezhan/sim"
)

// gameOf returns a small study in a game with some hands left.
func gameOf(t testing.TB, left int) *Config {
	t.Helper()
	c := configOf(t, "planet", 60, fastVsBig(t), "fast", "big", "fast", "fast")
	c.Studied, c.Orders = AllSeats, 2
	c.Game = &Game{Points: [4]int{10, 0, -4, -6}, HandsLeft: left, Payoff: [4]int{45, 5, -15, -35}}
	return c
}

func TestPays(t *testing.T) {
	g := Game{Payoff: [4]int{45, 5, -15, -35}}
	for _, c := range []struct {
		points [4]int
		want   [4]int64 // twelve times
	}{
		{[4]int{9, 7, 3, -2}, [4]int64{540, 60, -180, -420}},
		{[4]int{-2, 9, 3, 7}, [4]int64{-420, 540, -180, 60}},
		{[4]int{5, 5, 1, 0}, [4]int64{300, 300, -180, -420}},
		{[4]int{5, 1, 1, 1}, [4]int64{540, -180, -180, -180}},
		{[4]int{1, 1, 1, 0}, [4]int64{140, 140, 140, -420}},
		{[4]int{2, 2, 2, 2}, [4]int64{0, 0, 0, 0}},
	} {
		for seat, want := range c.want {
			if got := g.pays(&c.points, seat); got != want {
				t.Errorf("%v, seat %d: got %d, want %d", c.points, seat, got, want)
			}
		}
	}
}

// TestPayoff: a payoff is what the places pay after the hand's own points, those before it
// and those of the hands that follow, played here one after the other.
func TestPayoff(t *testing.T) {
	for _, left := range []int{0, 3} {
		c := gameOf(t, left)
		f, err := newForker(c, tables(), true)
		if err != nil {
			t.Fatal(err)
		}
		checked := 0
		for hand := range c.Hands {
			rows, err := f.play(hand, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range rows {
				if r.Own && r.Order == c.Orders-1 { // the hand that was played last
					checked++
					if want := payoffByHand(t, c, f.base.Hand(), &r); r.Payoff != want {
						t.Fatalf("hand %d, seat %d: got %d, want %d", hand, r.Seat, r.Payoff, want)
					}
				}
			}
		}
		if checked < 50 {
			t.Errorf("%d forks", checked)
		}
	}
}

// payoffByHand plays the hands that follow one, without keeping any.
func payoffByHand(t *testing.T, c *Config, end *engine.Hand, r *Row) (sum int64) {
	t.Helper()
	e, err := engine.New(c.Rules, tables())
	if err != nil {
		t.Fatal(err)
	}
	for continuation := range Continuations {
		points, dealer := end.Ledger().Points(), sim.NextDealer(c.Rules.Dealer, end)
		for k := range engine.NumSeats {
			points[(r.Seat+k)%engine.NumSeats] += c.Game.Points[k]
		}
		for number := range c.Game.HandsLeft {
			p := sim.NewPlayer(e, sim.PlayerOptions{Check: true})
			for s, spec := range c.Seats {
				p.Sit(s, spec.New())
			}
			seed := sim.PlayoutSeed(c.Seed, r.Hand, MaxOrders+1+Continuations*r.Order+continuation)
			deck := sim.Deck(seed, int64(number), dealer, c.Walls)
			p.Deal(seed, int64(number), &deck)
			if err := p.Finish(); err != nil {
				t.Fatal(err)
			}
			for s, x := range p.Hand().Ledger().Points() {
				points[s] += x
			}
			dealer = sim.NextDealer(c.Rules.Dealer, p.Hand())
		}
		sum += c.Game.pays(&points, r.Seat)
	}
	return sum
}

// TestGameChangesOutcomesOnly: the forks and their points are those without a game, the
// main contrast in points with them, and the result does not depend on the workers.
func TestGameChangesOutcomesOnly(t *testing.T) {
	c := gameOf(t, 1)
	c.Hands = 1200
	with, rows := mustRun(t, c, Options{Workers: 3})
	alone, _ := mustRun(t, c, Options{Workers: 1})
	if jsonOf(t, with) != jsonOf(t, alone) {
		t.Error("the result depends on the workers")
	}
	plain := *c
	plain.Game = nil
	without, points := mustRun(t, &plain, Options{Workers: 2})
	if len(rows) != len(points) || with.Digest == without.Digest {
		t.Fatalf("%d rows, want %d; digests %s and %s", len(rows), len(points), with.Digest, without.Digest)
	}
	for i := range rows {
		rows[i].Payoff = 0
		if rows[i] != points[i] {
			t.Fatalf("row %d: got %+v, want %+v", i, rows[i], points[i])
		}
	}
	if with.InPoints == nil || jsonOf(t, with.InPoints) != jsonOf(t, without.Main.Difference) || without.InPoints != nil {
		t.Errorf("in points %v, want %v", with.InPoints, without.Main.Difference)
	}
}

// TestFlatPayoff: a game that pays all places alike is worth nothing, and one whose first
// place is out of reach pays each alternative the same.
func TestFlatPayoff(t *testing.T) {
	c := gameOf(t, 1)
	for _, g := range []Game{{HandsLeft: 1}, {Points: [4]int{100_000, 0, 0, 0}, HandsLeft: 1, Payoff: [4]int{45, 5, -15, -35}}} {
		c.Game = &g
		r, _ := mustRun(t, c, Options{Workers: 2})
		if d := r.Contrasts[0].Difference; d.Value != 0 || d.Lo != 0 || d.Hi != 0 {
			t.Errorf("%+v: got %s", g, d)
		}
	}
}

// TestStoredGame: a study in a game is stored with its situation, and recalled and
// verified from there.
func TestStoredGame(t *testing.T) {
	c := gameOf(t, 1)
	dir := filepath.Join(t.TempDir(), "study")
	w, err := Create(dir, c, "v1")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	want, err := Run(context.Background(), c, Options{Tables: tables(), Workers: 2, Sink: w})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Finish(want.Parts, want.Digest); err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	again, err := r.Config(&sim.Program{Version: "v1", Bots: policy.NewCatalog()})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Recall(context.Background(), again, again.Parts(), r.Rows)
	if err != nil || jsonOf(t, got) != jsonOf(t, want) {
		t.Errorf("recalled it is another; %v", err)
	}
}

func TestGameErrors(t *testing.T) {
	for want, g := range map[string]Game{
		"33 hands left":              {HandsLeft: 33},
		"at most 1000000":            {Points: [4]int{0, 0, 0, -1_000_001}},
		"no place more than":         {Payoff: [4]int{1, 2, 0, 0}},
		"-1 hands left are not 0 to": {HandsLeft: -1},
	} {
		c := gameOf(t, 0)
		c.Game = &g
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// TestGameCoverage: the intervals of the payoff cover the truth in 95 % of the runs: each
// run is a study of a seed of its own, the truth what all runs together say.
func TestGameCoverage(t *testing.T) {
	runs, allowed := 60, 4*math.Sqrt(0.05*0.95/60)
	if *calibrate {
		runs, allowed = 1000, 0.015
	}
	c := configOf(t, "wap-battle", 60, fastVsBig(t), "fast")
	c.Game = &Game{Points: [4]int{-10, 10, 0, 0}, HandsLeft: 1, Payoff: [4]int{45, 5, -15, -35}}
	c.Level, c.Studied = 0.95, AllSeats
	results, truth := make([]*Result, runs), 0.0
	for i := range results {
		c.Seed = uint64(1000 + i)
		results[i], _ = mustRun(t, c, Options{Workers: 2})
		truth += results[i].Contrasts[0].Difference.Value / float64(runs)
	}
	in := 0
	for _, r := range results {
		if r.Contrasts[0].Difference.Covers(truth) {
			in++
		}
	}
	got := float64(in) / float64(runs)
	t.Logf("%+.3f, covered %.1f %%", truth, 100*got)
	if math.Abs(got-0.95) > allowed {
		t.Errorf("covered in %d of %d runs", in, runs)
	}
}
