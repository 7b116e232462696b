package engine

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A listener writes down the declarations that events tell of.
type listener struct {
	pending string // an added kong that may yet be robbed
	list    []string
}

// Observe notes a declaration.
func (l *listener) Observe(h *Hand, e Event) {
	if l.pending != "" && (e.Kind == EventDraw || e.Kind == EventTransfer) {
		l.list, l.pending = append(l.list, l.pending), ""
	}
	switch e.Kind {
	case EventMeld:
		kind := map[tile.MeldKind]ActionKind{
			tile.Pung: KindPung, tile.ClaimedKong: KindKong, tile.ConcealedKong: KindConcealedKong, tile.AddedKong: KindAddedKong,
		}[e.Meld.Kind()]
		text := fmt.Sprint(kind, e.Seat, e.Other, e.Meld.Tile(), len(h.River()))
		if kind == KindAddedKong {
			l.pending = text
			return
		}
		l.list = append(l.list, text)
	case EventRobbed:
		l.pending = ""
	case EventWin:
		l.list = append(l.list, fmt.Sprint(KindWin, e.Seat, e.Other, e.Tile, len(h.River()))+fmt.Sprint(e.Situation, e.Fan, e.Patterns))
	}
}

func declarationText(d Declaration) string {
	text := fmt.Sprint(d.Kind(), d.Seat(), d.From(), d.Tile(), d.River())
	if d.Kind() == KindWin {
		text += fmt.Sprint(d.Situation(), d.Fan(), d.Patterns())
	}
	return text
}

// A View tells of the same pungs, kongs and wins as the events, in their order.
func TestDeclarations(t *testing.T) {
	seen := map[ActionKind]int{}
	forRules(t, 20, func(t *testing.T, r rules.Rules, rng *rand.Rand) {
		quiet := engineOf(t, r)
		var l listener
		e := quiet.Observed(&l, AllEvents)
		for range hands(6, 60) {
			d := randomDeck(rng, rng.IntN(2) == 0)
			l = listener{}
			var h Hand
			player{rng}.play(e, &h, &d, func([]Action) {})
			var got []string
			for i := range e.View(&h, 0).Declarations() {
				x := h.declarations[i]
				seen[x.Kind()]++
				got = append(got, declarationText(x))
			}
			if fmt.Sprint(got) != fmt.Sprint(l.list) {
				t.Fatalf("got  %v\nwant %v", got, l.list)
			}
		}
	})
	for _, k := range []ActionKind{KindPung, KindKong, KindConcealedKong, KindAddedKong, KindWin} {
		if seen[k] == 0 {
			t.Errorf("no %s was declared", k)
		}
	}
}

// A declaration gives back what it was made of, at the ends of every part.
func TestDeclarationParts(t *testing.T) {
	for _, x := range []struct {
		seat, from uint8
		tile       tile.Tile
		river      uint8
		how        fan.Situation
		fan        int
		patterns   fan.Patterns
	}{
		{0, 0, 0, 0, 0, 0, 0},
		{3, 3, tile.None, maxRiver, 127, 511, 1<<fan.NumPatterns - 1},
	} {
		h := Hand{nRiver: x.river}
		h.declareWin(x.seat, x.from, x.tile, x.how, &fan.Result{Fan: x.fan, Patterns: x.patterns})
		d := h.declarations[0]
		if d.Kind() != KindWin || d.Seat() != int(x.seat) || d.From() != int(x.from) || d.Tile() != x.tile ||
			d.River() != int(x.river) || d.Situation() != x.how || d.Fan() != x.fan || d.Patterns() != x.patterns {
			t.Errorf("%+v comes back as %s", x, declarationText(d))
		}
	}
}

// What a seat gave, its receiver received; and what a seat knows the receiver to
// hold, it holds.
func TestExchangedTilesAreRemembered(t *testing.T) {
	shown, lost := 0, 0
	forRules(t, 20, func(t *testing.T, r rules.Rules, rng *rand.Rand) {
		e := engineOf(t, r)
		for range hands(6, 60) {
			d := randomDeck(rng, false)
			var h Hand
			player{rng}.play(e, &h, &d, func([]Action) {
				for s := range NumSeats {
					v := e.View(&h, s)
					given, known := v.Given(), v.Known()
					if want := r.ExchangeTiles; h.phase > PhaseExchange && given.Total() != want || h.phase == PhaseExchange && given.Total() != 0 {
						t.Fatalf("phase %s: seat %d gave %s", h.phase, s, given)
					}
					if e.View(&h, v.Receiver()).Received() != given || e.View(&h, v.Receiver()).Giver() != s {
						t.Fatalf("what %d gave is not what %d received", s, v.Receiver())
					}
					for k := known.Kinds(); k != 0; k = k.Rest() {
						x := k.First()
						if held := h.Held(v.Receiver()); known.Count(x) > held.Count(x) || known.Count(x) > given.Count(x) {
							t.Fatalf("phase %s: seat %d knows of %s; %d holds %s", h.phase, s, known, v.Receiver(), held)
						}
					}
					shown += known.Total()
					lost += given.Total() - known.Total()
				}
			})
		}
	})
	if shown == 0 || lost == 0 {
		t.Errorf("%d tiles known, %d not known any more", shown, lost)
	}
}
