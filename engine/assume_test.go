package engine

import (
	"math/rand/v2"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// truth is the assignment that a hand itself is.
func truth(h *Hand) Assignment {
	a := Assignment{Answers: h.answers}
	n := 0
	for l := range h.front {
		n += copy(a.Wall[n:], h.wall[h.front[l]:h.back[l]])
	}
	for s := range h.seats {
		p := &h.seats[s]
		a.Held[s], a.PassedOn[s], a.Void[s], a.Committed[s] = p.held, p.given, p.void, p.committed
		if h.phase == PhaseExchange {
			a.PassedOn[s] = p.aside
		}
		for i, m := range p.melds.All() {
			a.Kongs[s][i] = m.Tile()
		}
	}
	return a
}

// anyAssignment gives what a seat cannot see any place, but for hidden kongs.
func anyAssignment(v View, rng *rand.Rand) Assignment {
	h := v.h
	a := truth(h)
	var free []tile.Tile
	take := func(hand *tile.Held) int {
		n := hand.Total()
		for ; *hand != (tile.Held{}); hand.Remove(hand.Kinds().First()) {
			free = append(free, hand.Kinds().First())
		}
		return n
	}
	var held, aside [NumSeats]int
	for s := range a.Held {
		if s == v.Seat() {
			continue
		}
		if h.phase == PhaseRob && s == int(h.turn) {
			a.Held[s].Remove(h.claimed)
		}
		held[s] = take(&a.Held[s])
		if h.phase == PhaseExchange {
			aside[s] = take(&a.PassedOn[s])
		}
		if h.phase == PhaseVoid {
			a.Void[s] = tile.Suit(rng.IntN(tile.NumSuits))
		}
		a.Committed[s] = tile.None
		a.Answers[s] = []Action{Win, Pung, Kong, Pass}[rng.IntN(4)]
	}
	free = append(free, a.Wall[:h.left]...)
	rng.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	give := func(hand *tile.Held, n int) {
		for ; n > 0; n-- {
			hand.Add(free[0])
			free = free[1:]
		}
	}
	for s := range a.Held {
		give(&a.Held[s], held[s])
		give(&a.PassedOn[s], aside[s])
		if h.phase == PhaseRob && s == int(h.turn) {
			a.Held[s].Add(h.claimed)
		}
	}
	copy(a.Wall[:], free)
	a.Lanes = rng.IntN(2) == 0
	return a
}

// forDecisions plays random hands with all sorts of walls and calls a function
// at every decision.
func forDecisions(t *testing.T, random, short, long int, at func(t *testing.T, e *Engine, h *Hand, rng *rand.Rand)) {
	forRules(t, random, func(t *testing.T, r rules.Rules, rng *rand.Rand) {
		e := engineOf(t, r)
		var room [NumActions]Action
		for range hands(short, long) {
			d := randomDeck(rng, rng.IntN(2) == 0)
			var h Hand
			e.Deal(&h, &d)
			for !h.Over() && !t.Failed() {
				at(t, e, &h, rng)
				e.Apply(&h, player{rng}.choose(e, &h, e.Legal(&h, room[:0])))
			}
		}
	})
}

// isOpen reports whether a hand has nothing that Assume cannot be told: no other
// seat is under a lock, and an announced tile was just drawn.
func isOpen(h *Hand) bool {
	for s := range h.seats {
		if p := &h.seats[s]; s != h.Asked() && (p.passed != noFan || p.noPung != 0) {
			return false
		}
	}
	return h.phase != PhaseRob || h.drawn == h.claimed || h.drawn == tile.None
}

// With everything as it is, play goes on as it does.
func TestAssumeTheTruth(t *testing.T) {
	var seen [PhaseOver]int
	forDecisions(t, 20, 6, 60, func(t *testing.T, e *Engine, h *Hand, rng *rand.Rand) {
		if !isOpen(h) {
			return
		}
		seen[h.phase]++
		v, a := e.View(h, h.Asked()), truth(h)
		if rng.IntN(3) > 0 {
			return
		}
		real, assumed := *h, Hand{}
		v.Assume(&assumed, &a)
		wantSamePlay(t, e, &real, &assumed, rng)
	})
	for phase, n := range seen {
		if n == 0 && (!testing.Short() || Phase(phase) != PhaseRob) {
			t.Errorf("no decision in the phase %s", Phase(phase))
		}
	}
}

func wantSamePlay(t *testing.T, e *Engine, real, assumed *Hand, rng *rand.Rand) {
	t.Helper()
	phase := real.phase
	for {
		if err := e.Verify(assumed); err != nil {
			t.Fatalf("assumed in the phase %s: %v", phase, err)
		}
		if real.phase != assumed.phase || real.ledger != assumed.ledger || real.nRiver != assumed.nRiver {
			t.Fatalf("assumed in the phase %s, the hands differ in the phase %s or %s", phase, real.phase, assumed.phase)
		}
		if real.Over() {
			return
		}
		want, got := e.Legal(real, nil), e.Legal(assumed, nil)
		if len(want) != len(got) || real.asked != assumed.asked {
			t.Fatalf("assumed in the phase %s: got seat %d with %v, want %d with %v", phase, assumed.asked, got, real.asked, want)
		}
		a := player{rng}.choose(e, real, want)
		e.Apply(real, a)
		e.Apply(assumed, a)
	}
}

// What is assumed from two hands that look the same to a seat is the same to
// the last bit, can be played to its end, and looks as the hand in play does.
func TestAssumeSeesOnlyTheView(t *testing.T) {
	forDecisions(t, 20, 6, 60, func(t *testing.T, e *Engine, h *Hand, rng *rand.Rand) {
		v := e.View(h, h.Asked())
		a, b := anyAssignment(v, rng), anyAssignment(v, rng)
		b.Lanes = a.Lanes
		var one, two, other Hand
		v.Assume(&other, &a)
		v.Assume(&one, &b)
		e.View(&other, h.Asked()).Assume(&two, &b)
		if one != two {
			t.Fatalf("phase %s: what is assumed depends on what is hidden", h.phase)
		}
		if err := e.Verify(&one); err != nil {
			t.Fatalf("phase %s: %v", h.phase, err)
		}
		if w := e.View(&one, h.Asked()); w.Unseen() != v.Unseen() || w.Held() != v.Held() || w.Left() != v.Left() {
			t.Fatalf("phase %s: the seat sees other tiles", h.phase)
		}
		want, got := e.Legal(h, nil), e.Legal(&one, nil)
		if len(want) != len(got) {
			t.Fatalf("phase %s: legal are %v, not %v", h.phase, got, want)
		}
		if rng.IntN(5) == 0 {
			playOn(t, e, &one, rng)
		}
	})
}

func playOn(t *testing.T, e *Engine, h *Hand, rng *rand.Rand) {
	t.Helper()
	for !h.Over() {
		e.Apply(h, player{rng}.choose(e, h, e.Legal(h, nil)))
		if err := e.Verify(h); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAssumeRefusesOthers(t *testing.T) {
	e := engineOf(t, rules.Presets()[0].Rules)
	d := randomDeck(rand.New(rand.NewPCG(1, 1)), false)
	var h, dst Hand
	e.Deal(&h, &d)
	defer func() {
		if recover() == nil {
			t.Error("a seat that is not asked may assume")
		}
	}()
	a := truth(&h)
	e.View(&h, 1).Assume(&dst, &a)
}

// LegalAnswers agrees with Legal on who is asked.
func TestLegalAnswers(t *testing.T) {
	forDecisions(t, 5, 10, 30, func(t *testing.T, e *Engine, h *Hand, _ *rand.Rand) {
		if h.phase != PhaseClaim && h.phase != PhaseRob {
			return
		}
		if got, want := e.LegalAnswers(h, h.Asked(), nil), e.Legal(h, nil); len(got) != len(want) || got[0] != want[0] {
			t.Fatalf("got %v, want %v", got, want)
		}
		if got := e.LegalAnswers(h, int(h.turn), nil); got != nil {
			t.Fatalf("the seat is asked about its own tile: %v", got)
		}
	})
}

func TestAssumeAllocatesNothing(t *testing.T) {
	e := engineOf(t, rules.Presets()[0].Rules)
	d := randomDeck(rand.New(rand.NewPCG(2, 1)), true)
	var h, dst Hand
	e.Deal(&h, &d)
	a := truth(&h)
	if n := testing.AllocsPerRun(10, func() { e.View(&h, h.Asked()).Assume(&dst, &a) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func engineOf(t testing.TB, r rules.Rules) *Engine {
	t.Helper()
	e, err := New(r, tables)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
