package policy

import (
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// quick returns the spec of a bot that tests can afford.
func quick(name string) string {
	if name == "search" {
		return "search:playouts=4"
	}
	return name
}

// forSamples plays hands of search and rare, and calls a function with a sampler
// that has looked at a decision in play.
func forSamples(t *testing.T, n uint64, at func(t *testing.T, x *table, v engine.View, s *sampler)) {
	for _, p := range rules.Presets() {
		t.Run(p.Rules.Name, func(t *testing.T) {
			x := newTable(t, p.Rules, parsed(t, "fast", "rare", "big", "search:playouts=4")...)
			var s sampler
			for seed := range n {
				d := randomDeck(seed, seed%2 == 0)
				s.pcg.Seed(seed, 1)
				x.deal(&d, seed)
				for !x.h.Over() && !t.Failed() {
					v := x.e.View(&x.h, x.h.Asked())
					s.look(v)
					at(t, x, v, &s)
					x.e.Apply(&x.h, x.next())
				}
			}
		})
	}
}

func parsed(t testing.TB, texts ...string) (list []Spec) {
	t.Helper()
	for _, text := range texts {
		s, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// Samples have every tile once and agree with what is public.
func TestSamplesAreConsistent(t *testing.T) {
	forSamples(t, 8, func(t *testing.T, x *table, v engine.View, s *sampler) {
		var a engine.Assignment
		var h engine.Hand
		s.fill(v, &a)
		v.Assume(&h, &a)
		if err := x.e.Verify(&h); err != nil {
			t.Fatalf("phase %s: %v", v.Phase(), err)
		}
		if x.e.View(&h, v.Seat()).Unseen() != v.Unseen() {
			t.Fatalf("phase %s: the sample shows other tiles", v.Phase())
		}
		loose := 0
		for seat := range engine.NumSeats {
			if void := v.Void(seat); seat != v.Seat() && s.seats[seat].cleared && a.Held[seat].HasSuit(void) {
				loose += a.Held[seat][void].Total()
			}
		}
		if loose > 0 {
			t.Errorf("phase %s, %d tiles left: %d held tiles of suits that are gone", v.Phase(), v.Left(), loose)
		}
	})
}

// Seats that have won and stay are ready in most samples, as they are in truth.
func TestLockedSamplesAreReady(t *testing.T) {
	locked, ready := 0, 0
	forSamples(t, 10, func(_ *testing.T, x *table, v engine.View, s *sampler) {
		var a engine.Assignment
		for seat := range engine.NumSeats {
			if seat == v.Seat() || !v.IsLocked(seat) || v.Left() < 10 {
				continue
			}
			s.fill(v, &a)
			m := v.Melds(seat)
			locked++
			if a.Held[seat].Total()%3 == 1 && x.e.Tables().Shanten(&a.Held[seat], int(m.N), v.Void(seat)) == 0 {
				ready++
			}
		}
	})
	if locked < 100 || ready < locked*8/10 {
		t.Errorf("%d of %d samples of locked seats are ready", ready, locked)
	}
}

// Sampled seats are about as near to ready as those that play.
func TestSamplesAreAsFarAsSeats(t *testing.T) {
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		t.Fatal(err)
	}
	x := newTable(t, r, parsed(t, "fast")...)
	var s sampler
	var n, real, sampled [4]int // by quarters of the wall
	for seed := range uint64(60) {
		d := randomDeck(seed, false)
		x.deal(&d, seed)
		s.pcg.Seed(seed, 2)
		for !x.h.Over() {
			if v := x.e.View(&x.h, x.h.Asked()); v.Phase() == engine.PhaseTurn {
				s.look(v)
				var a engine.Assignment
				s.fill(v, &a)
				for seat := range engine.NumSeats {
					if seat == v.Seat() || v.IsOut(seat) {
						continue
					}
					m, held, q := x.h.Melds(seat), x.h.Held(seat), v.Left()/14
					n[q]++
					real[q] += x.e.Tables().Shanten(&held, int(m.N), v.Void(seat))
					sampled[q] += x.e.Tables().Shanten(&a.Held[seat], int(m.N), v.Void(seat))
				}
			}
			x.e.Apply(&x.h, x.next())
		}
	}
	for q := range n {
		t.Logf("quarter %d: shanten %.2f, sampled %.2f, of %d", q, float64(real[q])/float64(n[q]), float64(sampled[q])/float64(n[q]), n[q])
		if diff := float64(real[q]-sampled[q]) / float64(n[q]); diff < -0.5 || diff > 0.5 {
			t.Errorf("in quarter %d of the wall sampled seats have %.2f shanten less", q, diff)
		}
	}
}

// A search repeats itself, whoever sits where and whatever was played before.
func TestSearchIsDeterministic(t *testing.T) {
	r, err := rules.Lookup("planet")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := Parse("search:playouts=32,doubt=0")
	if err != nil {
		t.Fatal(err)
	}
	x := newTable(t, r, spec)
	d := randomDeck(3, true)
	usual, other := 0, 0
	fast, worn := NewBot(newFast(defaults(fastParams))), spec.New()
	for x.deal(&d, 5); !x.h.Over(); x.e.Apply(&x.h, x.next()) {
		legal := x.e.Legal(&x.h, nil)
		if len(legal) < 2 {
			continue
		}
		v := x.e.View(&x.h, x.h.Asked())
		fresh := spec.New()
		fresh.Start(v.Seat(), 77)
		worn.Start(v.Seat(), 77)
		fast.Start(v.Seat(), 77)
		got, want := worn.Act(v, legal), fresh.Act(v, legal)
		if got != want {
			t.Fatalf("phase %s: %s, then %s", v.Phase(), want, got)
		}
		if usual++; want != fast.Act(v, legal) {
			other++
		}
	}
	if other == 0 || other > usual*3/4 {
		t.Errorf("%d of %d choices are not those of fast", other, usual)
	}
}

// A difference is clear by its size in standard errors, in whole numbers.
func TestIsClear(t *testing.T) {
	for _, x := range []struct {
		sum, squares, n, doubt int64
		want                   bool
	}{
		{0, 0, 10, 0, false},
		{-5, 9, 10, 0, false},
		{5, 9, 10, 0, true},
		{20, 80, 10, 20, true}, // mean 2, deviation 2.1: three standard errors
		{20, 80, 10, 40, false},
		{10, 10, 10, 50, true}, // always one point more
		{mostDifference * 4096, mostDifference * mostDifference * 4096, 4096, 50, true},
	} {
		c := trial{sum: x.sum, squares: x.squares}
		if got := c.isClear(x.n, x.doubt); got != x.want {
			t.Errorf("%+v: got %v", x, got)
		}
	}
}

// A sample is the same from the same seed, and another from another.
func TestSamplesFromSeeds(t *testing.T) {
	r := rules.Presets()[0].Rules
	x := newTable(t, r, specs(t)...)
	d := randomDeck(1, false)
	x.deal(&d, 1)
	v := x.e.View(&x.h, x.h.Asked())
	sample := func(seed uint64) (a engine.Assignment) {
		var s sampler
		s.pcg.Seed(seed, 0)
		s.look(v)
		s.fill(v, &a)
		return a
	}
	a, again, other := sample(1), sample(1), sample(2)
	if a != again || a == other {
		t.Error("samples do not follow their seed")
	}
	if a.Held[v.Seat()] != (tile.Held{}) {
		t.Error("a sample has tiles of the seat itself")
	}
}
