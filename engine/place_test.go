package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// placementOf returns a hand in a turn as it lies on the table. Claimed tiles are in
// melds and no longer in the river.
func placementOf(h *Hand) Placement {
	p := Placement{Dealer: h.Dealer(), Turn: h.Asked(), Drawn: h.drawn, Wall: h.wall[h.front[0]:h.back[0]]}
	for s := range h.seats {
		p.Held[s], p.Melds[s], p.Void[s] = h.seats[s].held, h.seats[s].melds, h.seats[s].void
	}
	for _, r := range h.River() {
		if !r.Claimed() {
			p.River = append(p.River, Thrown{r.Seat(), r.Tile()})
		}
	}
	return p
}

// TestPlace lays hands in play out again, of all presets and before anybody has won:
// the seat may do the same, sees the same tiles, and Verify finds nothing.
func TestPlace(t *testing.T) {
	placed := 0
	for _, p := range rules.Presets() {
		e, err := New(p.Rules, tables)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, 1))
		for range 40 {
			d := randomDeck(rng, false)
			var h, again Hand
			for e.Deal(&h, &d); !h.Over(); {
				legal := e.Legal(&h, nil)
				won, _ := h.FirstWinners()
				if h.Phase() == PhaseTurn && won == 0 && !h.opening && !h.replacement && h.seats[h.turn].committed == tile.None {
					x := placementOf(&h)
					e.Place(&again, &x)
					if err := e.Verify(&again); err != nil {
						t.Fatal(err)
					}
					a, b := e.View(&h, h.Asked()), e.View(&again, h.Asked())
					if a.Unseen() != b.Unseen() || a.Left() != b.Left() || a.Drawn() != b.Drawn() || again.Asked() != h.Asked() {
						t.Fatalf("%s: the seat sees another hand", p.Rules.Name)
					}
					if got := e.Legal(&again, nil); !h.afterPung && !slices.Equal(got, legal) {
						t.Fatalf("%s: the seat may %v, want %v", p.Rules.Name, got, legal)
					}
					placed++
				}
				e.Apply(&h, legal[rng.IntN(len(legal))])
			}
		}
	}
	if placed < 100 {
		t.Errorf("only %d hands were placed", placed)
	}
}
