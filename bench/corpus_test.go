package bench

import (
	"testing"

	"xuezhan/engine/tile"
)

func TestCorpus(t *testing.T) {
	s := newSuite(t)
	c := s.corpus
	for _, tt := range []struct {
		name      string
		positions []Position
		tiles     int
		holds     func(p *Position) bool
	}{
		{"Random13", c.Random13, 13, func(p *Position) bool { return p.Held[p.Void] == 0 }},
		{"Random14", c.Random14, 14, func(p *Position) bool { return p.Held[p.Void] == 0 }},
		{"Real13", c.Real13, 13, nil},
		{"Real14", c.Real14, 14, nil},
		{"Ready13", c.Ready13, 13, func(p *Position) bool {
			return s.tables.Shanten(&p.Held, int(p.Melds.N), p.Void) == 0
		}},
		{"Winning14", c.Winning14, 14, func(p *Position) bool {
			return s.tables.Complete(&p.Held, int(p.Melds.N), p.Void)
		}},
		{"Mixed14", c.Mixed14, 14, func(p *Position) bool { return p.Held[p.Void] == 0 }},
		{"Flush13", c.Flush13, 13, func(p *Position) bool { return suitsOf(p) == 1 }},
		{"Flush14", c.Flush14, 14, func(p *Position) bool { return suitsOf(p) == 1 }},
	} {
		if len(tt.positions) != CorpusSize {
			t.Errorf("%s has %d positions", tt.name, len(tt.positions))
		}
		for i := range tt.positions {
			p := &tt.positions[i]
			if p.Held.Total()+3*int(p.Melds.N) != tt.tiles || p.Void >= tile.NumSuits || tt.holds != nil && !tt.holds(p) {
				t.Errorf("%s: %s%s, void %s", tt.name, p.Held, p.Melds.All(), p.Void)
			}
		}
	}
}

func suitsOf(p *Position) int {
	n := 0
	for s := range tile.Suit(tile.NumSuits) {
		if p.Held.HasSuit(s) {
			n++
		}
	}
	return n
}

// TestCorpusIsMixed makes sure that the real positions are of all sorts.
func TestCorpusIsMixed(t *testing.T) {
	c := newSuite(t).corpus
	melded, void, ready := 0, 0, 0
	for i := range c.Real14 {
		p := &c.Real14[i]
		if p.Melds.N > 0 {
			melded++
		}
		if p.Held.HasSuit(p.Void) {
			void++
		}
		if newSuite(t).tables.Waits(&c.Real13[i].Held, int(p.Melds.N), p.Void) != 0 {
			ready++
		}
	}
	for _, n := range []int{melded, void, ready} {
		if n < CorpusSize/10 || n > CorpusSize*9/10 {
			t.Errorf("with melds %d, with void tiles %d, ready %d of %d", melded, void, ready, CorpusSize)
		}
	}
	won := 0
	for i := range c.Mixed14 {
		if p := &c.Mixed14[i]; newSuite(t).tables.Complete(&p.Held, int(p.Melds.N), p.Void) {
			won++
		}
	}
	if won < CorpusSize/2 || won > CorpusSize*2/3 {
		t.Errorf("%d of %d mixed positions are wins", won, CorpusSize)
	}
}
