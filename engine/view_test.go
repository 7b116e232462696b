package engine

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// permuted returns the hand as it might be for all that a seat knows: the tiles
// it cannot see, those that others hold and the wall, change places at random,
// and so do choices that nobody has seen yet.
func permuted(e *Engine, h Hand, seat int, rng *rand.Rand) Hand {
	var hidden []tile.Tile
	var size [NumSeats]int
	for s := range h.seats {
		if p := &h.seats[s]; s != seat {
			if h.phase == PhaseExchange {
				hidden = append(hidden, list(p.aside)...)
				p.aside = tile.Held{}
			}
			keep := keptBy(e, &h, s)
			for _, x := range list(keep) {
				p.held.Remove(x)
			}
			hidden = append(hidden, list(p.held)...)
			size[s] = p.held.Total()
			p.held = keep
		}
	}
	for l := range h.front {
		hidden = append(hidden, h.wall[h.front[l]:h.back[l]]...)
	}
	rng.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
	take := func() tile.Tile {
		x := hidden[0]
		hidden = hidden[1:]
		return x
	}
	for s := range h.seats {
		if s == seat {
			continue
		}
		p := &h.seats[s]
		for range size[s] {
			p.held.Add(take())
		}
		if h.phase == PhaseExchange && s < seat {
			for range e.rules.ExchangeTiles {
				p.aside.Add(take())
			}
		}
		if h.phase == PhaseVoid && s < seat || h.phase > PhaseVoid && e.rules.VoidHidden && p.discards == 0 {
			p.void, p.committed = tile.Suit(rng.IntN(tile.NumSuits)), tile.None
		}
		if h.phase > PhaseExchange && s != e.View(&h, seat).Giver() {
			p.given = tile.Held{tile.SuitWord(rng.IntN(5)), tile.SuitWord(rng.IntN(5)), 0}
		}
		p.waits = tile.Kinds(rng.Uint32()) & tile.AllKinds
		p.noPung = tile.Kinds(rng.Uint32()) & tile.AllKinds
		p.passed = int8(rng.IntN(3)) - 1
	}
	for l := range h.front {
		for i := h.front[l]; i < h.back[l]; i++ {
			h.wall[i] = take()
		}
	}
	return shuffledAnswers(h, seat, rng)
}

// keptBy returns the held tiles of a seat that others know of: the fourth tile
// of an announced kong.
func keptBy(e *Engine, h *Hand, s int) tile.Held {
	var keep tile.Held
	if h.phase == PhaseRob && s == int(h.turn) {
		keep.Add(h.claimed)
	}
	return keep
}

// shuffledAnswers changes what other seats have answered or may answer, none of
// which a seat that is asked can know.
func shuffledAnswers(h Hand, seat int, rng *rand.Rand) Hand {
	if h.phase != PhaseClaim && h.phase != PhaseRob {
		return h
	}
	for s := range h.options {
		if s != seat {
			h.options[s] = uint8(rng.IntN(8))
			h.answers[s] = Win + Action(rng.IntN(4))
		}
	}
	return h
}

// seen writes down all that a View says.
func seen(v View) string {
	text := fmt.Sprint(v.Seat(), v.Phase(), v.Dealer(), v.Direction(), v.Left(), v.Turn(), v.Held(),
		v.PassedOn(), v.Drawn(), v.Offered(), v.Committed(), v.River(), v.Waits(), v.Unseen(),
		v.Given(), v.Received(), v.Receiver(), v.Giver(), v.Known())
	for i := range v.Declarations() {
		text += fmt.Sprintf("|%x", v.Declaration(i))
	}
	for s := range NumSeats {
		text += fmt.Sprint("|", v.Void(s), v.Melds(s), v.Discarded(s), v.HasWon(s), v.IsOut(s), v.IsLocked(s),
			v.HeldCount(s), v.Points(s), v.CanLoseKongs(s), v.Refundable(s), v.Account(s))
	}
	if v.Phase() == PhaseTurn && v.Turn() == v.Seat() {
		text += fmt.Sprint("|", v.Discards())
	}
	if v.Phase() >= PhaseTurn {
		text += fmt.Sprint(v.WinResult())
	}
	return text
}

// Nothing that a seat's View says, and none of its legal actions, depends on
// tiles it cannot see or on choices that are not yet shown.
func TestViewHidesTheUnseen(t *testing.T) {
	forRules(t, 12, func(t *testing.T, r rules.Rules, rng *rand.Rand) {
		e, err := New(r, tables)
		if err != nil {
			t.Fatal(err)
		}
		if !r.ConcealedShown {
			t.Skip("kongs that are not shown would have to be permuted too")
		}
		for hand := range hands(3, 40) {
			d := randomDeck(rng, hand%2 == 0)
			var h Hand
			player{rng}.play(e, &h, &d, func(legal []Action) {
				asked := h.Asked()
				other := permuted(e, h, asked, rng)
				if got, want := seen(e.View(&other, asked)), seen(e.View(&h, asked)); got != want {
					t.Fatalf("phase %s, seat %d:\ngot  %s\nwant %s", h.phase, asked, got, want)
				}
				if got := e.Legal(&other, nil); fmt.Sprint(got) != fmt.Sprint(legal) {
					t.Fatalf("phase %s, seat %d: legal are %v, want %v", h.phase, asked, got, legal)
				}
			})
		}
	})
}

// What a seat does not see is the wall and what the others hold, whatever the
// phase, also where concealed kongs are not shown.
func TestUnseen(t *testing.T) {
	forRules(t, 20, func(t *testing.T, r rules.Rules, rng *rand.Rand) {
		e, err := New(r, tables)
		if err != nil {
			t.Fatal(err)
		}
		for range hands(3, 40) {
			d := randomDeck(rng, false)
			var h Hand
			player{rng}.play(e, &h, &d, func([]Action) {
				for seat := range NumSeats {
					want := unseen(e, &h, seat)
					if got := e.View(&h, seat).Unseen(); got != want {
						t.Fatalf("phase %s, seat %d does not see %s, want %s", h.phase, seat, got, want)
					}
				}
			})
		}
	})
}

func unseen(e *Engine, h *Hand, seat int) tile.Held {
	var u tile.Held
	for l := range h.front {
		for _, x := range h.wall[h.front[l]:h.back[l]] {
			u.Add(x)
		}
	}
	for s := range h.seats {
		if s == seat {
			continue
		}
		p := &h.seats[s]
		held := p.held
		if h.phase == PhaseRob && s == int(h.turn) {
			held.Remove(h.claimed) // everybody sees the tile that is being added
		}
		hidden := append(list(held), exchanged(h, p)...)
		for _, m := range p.melds.All() {
			if m.Kind() == tile.ConcealedKong && !e.rules.ConcealedShown {
				hidden = append(hidden, m.Tile(), m.Tile(), m.Tile(), m.Tile())
			}
		}
		for _, x := range hidden {
			u.Add(x)
		}
	}
	return u
}

func exchanged(h *Hand, p *seat) []tile.Tile {
	if h.phase == PhaseExchange {
		return list(p.aside)
	}
	return nil
}

// The kind of a concealed kong is shown, or not, as the rules have it.
func TestConcealedKongShown(t *testing.T) {
	for _, shown := range []bool{true, false} {
		r := lookup(t, "planet")
		r.ConcealedShown = shown
		s := situation{held: [NumSeats]string{"9999p1m", "", "", ""}, void: "ssss"}
		g := s.startRules(t, r)
		g.play("A kong 9p")
		for seat := range NumSeats {
			m := g.e.View(&g.h, seat).Melds(0)
			want := "[9999pc]"
			if hiddenFrom(shown, seat) {
				want = "[----]"
			}
			if got := m.List[0].String(); got != want {
				t.Errorf("shown %t: seat %d sees %s, want %s", shown, seat, got, want)
			}
			if d := g.e.View(&g.h, seat).Declaration(0); (d.Tile() == tile.None) != (hiddenFrom(shown, seat)) || d.Seat() != 0 {
				t.Errorf("shown %t: seat %d is told of a kong of %s by %d", shown, seat, d.Tile(), d.Seat())
			}
			u := g.e.View(&g.h, seat).Unseen()
			hidden := 0
			if hiddenFrom(shown, seat) {
				hidden = 4
			}
			if got := u.Count(tileOf(t, "9p")); got != hidden {
				t.Errorf("shown %t: seat %d does not see %d of 9p, want %d", shown, seat, got, hidden)
			}
		}
		if g.h.Melds(0).List[0] != tile.MakeMeld(tile.ConcealedKong, tileOf(t, "9p")) {
			t.Error("View has changed the hand's melds")
		}
	}
}

// hiddenFrom reports whether seat 0's concealed kong is hidden from a seat.
func hiddenFrom(shown bool, seat int) bool { return !shown && seat != 0 }

// The accessors say what the hand holds.
func TestViewAccessors(t *testing.T) {
	g := situation{
		rules: "wap-flow",
		held:  [NumSeats]string{"5m1m", "9999p", "", waits5mBamboo},
		void:  "sssp",
		draws: "9m1p *2p",
	}.start(t)
	g.play("A 5m")
	v := g.e.View(&g.h, 3)
	if v.Seat() != 3 || v.Phase() != PhaseClaim || v.Turn() != 0 || v.Offered().String() != "5m" || v.Drawn() != tile.None {
		t.Errorf("D's view of A's discard: %s", seen(v))
	}
	if r, ok := v.WinResult(); !ok || r.Fan != 0 || r.Points != 1 {
		t.Errorf("D's win is worth %v, %t", r, ok)
	}
	if *v.Rules() != *g.e.Rules() || v.Engine() != g.e {
		t.Error("the view is of another engine")
	}
	if got := v.Waits().String(); got != "5m" {
		t.Errorf("D waits for %s", got)
	}
	g.play("D win", "A 1m", "B kong 9p")
	v = g.e.View(&g.h, 1)
	if v.Drawn().String() != "2p" || v.Offered() != tile.None || v.Left() != 52 {
		t.Errorf("B draws %s, %d tiles left", v.Drawn(), v.Left())
	}
	if !v.HasWon(3) || v.IsOut(3) || !v.IsLocked(3) || v.HasWon(1) || v.IsLocked(1) {
		t.Error("D is not seen as a locked winner")
	}
	if !v.CanLoseKongs(1) || v.CanLoseKongs(0) || v.Points(1) != 6 || v.Points(3) != -1 {
		t.Errorf("B has %d points, D %d", v.Points(1), v.Points(3))
	}
	if got := v.Discarded(0).String(); got != "15m" {
		t.Errorf("A has discarded %s", got)
	}
	if got := g.e.View(&g.h, 2).Drawn(); got != tile.None {
		t.Errorf("C sees that B has drawn %s", got)
	}
	if m := g.h.Milestones(1); m.Draws != 2 || m.Cleared != 0 || m.Won != notYet {
		t.Errorf("B's milestones are %+v", m)
	}
	if m := g.h.Milestones(3); m.Won != 0 || m.Ready != 0 || m.ReadyWide != 1 || m.ReadyLive != 4 {
		t.Errorf("D's milestones are %+v", m)
	}
}

// What a View says a win is worth is what it is worth once it is taken.
func TestWinResultIsWhatTheWinIsWorth(t *testing.T) {
	forRules(t, 40, func(t *testing.T, r rules.Rules, rng *rand.Rand) {
		quiet, err := New(r, tables)
		if err != nil {
			t.Fatal(err)
		}
		g := &game{TB: t}
		e := quiet.Observed(g, Mask(EventWin))
		for range hands(10, 100) {
			d := randomDeck(rng, false)
			var promised [NumSeats]string
			g.events = g.events[:0]
			e.Deal(&g.h, &d)
			for !g.h.Over() {
				a := player{rng}.choose(e, &g.h, e.Legal(&g.h, nil))
				if a == Win {
					res, ok := e.View(&g.h, g.h.Asked()).WinResult()
					promised[g.h.Asked()] = fmt.Sprint(res.Fan, res.Points, res.Patterns, ok)
				}
				e.Apply(&g.h, a)
				for _, ev := range g.events {
					if got := fmt.Sprint(ev.Fan, ev.Points, ev.Patterns, true); got != promised[ev.Seat] {
						t.Fatalf("seat %d wins %s, its View said %s", ev.Seat, got, promised[ev.Seat])
					}
				}
				g.events = g.events[:0]
			}
		}
	})
	// The opening's win in blood flow takes a tile out of the fourteen, which
	// was not drawn.
	r := lookup(t, "wap-flow")
	r.GoldenDeclared = false
	s := situation{held: [NumSeats]string{"11122233344555m", "", "", ""}, void: "ssss"}
	g := s.startRules(t, r)
	want, ok := g.e.View(&g.h, 0).WinResult()
	g.play("A win")
	if e := g.lastWin(); !ok || int(e.Fan) != want.Fan || e.Patterns != want.Patterns {
		t.Errorf("got %d fan, %v; the View said %d, %v", e.Fan, e.Patterns, want.Fan, want.Patterns)
	}
}
