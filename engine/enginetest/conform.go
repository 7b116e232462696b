package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// Deck returns a deck in random order.
func Deck(r *rand.Rand) engine.Deck {
	d := engine.Deck{
		Dealer:    r.IntN(engine.NumSeats),
		Direction: rules.Right + rules.Direction(r.IntN(3)),
		Lanes:     r.IntN(2) == 0,
	}
	for i := range d.Tiles {
		d.Tiles[i] = tile.Tile(i / tile.Copies)
	}
	r.Shuffle(len(d.Tiles), func(i, j int) { d.Tiles[i], d.Tiles[j] = d.Tiles[j], d.Tiles[i] })
	return d
}

// Conform plays that many hands of the rules with random legal actions, winning
// more often than chance would, and demands of every state what any rules must
// keep.
func Conform(t *testing.T, r rules.Rules, tables *shape.Tables, hands int) {
	t.Helper()
	e, err := engine.New(r, tables)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(uint64(hands), 7))
	for hand := range hands {
		deck := Deck(random)
		c := conformer{plain: e, random: random}
		c.watched = e.Observed(&c, engine.AllEvents)
		if err := c.play(&deck); err != nil {
			t.Fatalf("%s, hand %d, action %d: %v", r.Name, hand, c.actions, err)
		}
	}
}

// conformer plays one hand twice side by side: on an engine that is observed
// and on one that is not.
type conformer struct {
	plain, watched *engine.Engine
	random         *rand.Rand
	actions        int
	ended          int                  // EventEnd seen
	booked         [engine.NumSeats]int // points by the transfers seen
	room           [engine.NumActions]engine.Action
}

// Observe keeps the books.
func (c *conformer) Observe(_ *engine.Hand, e engine.Event) {
	switch e.Kind {
	case engine.EventTransfer:
		c.booked[e.Seat] += int(e.Points)
		c.booked[e.Other] -= int(e.Points)
	case engine.EventEnd:
		c.ended++
	}
}

// maxActions is far above any hand's number of actions: 12 to 16 for the
// exchange, 4 void suits, and for each of at most 73 turns one to six of its
// own and three answers.
const maxActions = 800

func (c *conformer) play(d *engine.Deck) error {
	var h, twin engine.Hand
	c.plain.Deal(&twin, d)
	c.watched.Deal(&h, d)
	for !h.Over() {
		legal := c.watched.Legal(&h, c.room[:0])
		if err := c.state(&h, &twin, legal); err != nil {
			return err
		}
		a := c.choose(legal)
		snapshot := h
		c.watched.Apply(&h, a)
		c.plain.Apply(&twin, a)
		c.actions++
		if h == snapshot {
			return fmt.Errorf("%s changed nothing", a)
		}
		if c.actions > maxActions {
			return fmt.Errorf("the hand does not end")
		}
	}
	return c.end(&h, &twin)
}

// choose takes an offered win in half of the cases, so that hands get beyond
// their first one.
func (c *conformer) choose(legal []engine.Action) engine.Action {
	if slices.Contains(legal, engine.Win) && c.random.IntN(2) == 0 {
		return engine.Win
	}
	return legal[c.random.IntN(len(legal))]
}

// state looks at a position before an action.
func (c *conformer) state(h, twin *engine.Hand, legal []engine.Action) error {
	if *h != *twin {
		return fmt.Errorf("the hand depends on being observed")
	}
	if err := c.plain.Verify(h); err != nil {
		return err
	}
	if h.Ledger().Points() != c.booked {
		return fmt.Errorf("the points %v are not those of the transfers, %v", h.Ledger().Points(), c.booked)
	}
	if len(legal) == 0 {
		return fmt.Errorf("seat %d has no legal action in the phase %s", h.Asked(), h.Phase())
	}
	for i, a := range legal {
		if i > 0 && legal[i-1] >= a {
			return fmt.Errorf("legal actions %v are not in ascending order", legal)
		}
	}
	if c.random.IntN(16) != 0 { // every id at every state takes minutes
		return nil
	}
	for a := range engine.Action(engine.NumActions) {
		if err := c.plain.Check(h, a); (err == nil) != slices.Contains(legal, a) {
			return fmt.Errorf("the check of %s says %v; legal are %v", a, err, legal)
		}
	}
	return nil
}

func (c *conformer) end(h, twin *engine.Hand) error {
	if *h != *twin {
		return fmt.Errorf("the hand's end depends on being observed")
	}
	if c.ended != 1 {
		return fmt.Errorf("%d ends were reported, want 1", c.ended)
	}
	if h.Ledger().Points() != c.booked {
		return fmt.Errorf("the final points %v are not those of the transfers, %v", h.Ledger().Points(), c.booked)
	}
	if n := len(c.plain.Legal(h, nil)); n != 0 {
		return fmt.Errorf("%d actions are legal after the end", n)
	}
	return c.plain.Verify(h)
}
