package policy

import (
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A checkedFast plays like fast, and compares its discards with those of a plain way:
// it tries every tile, and counts the live tiles that each one leaves.
type checkedFast struct {
	t *testing.T
	*fast
	Policy
	cut int // discards that leave a kind which leads nowhere
}

func (c *checkedFast) Act(v engine.View, legal []engine.Action) engine.Action {
	a := c.Policy.Act(v, legal)
	if p := position(v); a.Kind() == engine.KindDiscard && !p.held.HasSuit(p.void) && !v.IsLocked(v.Seat()) {
		if want := c.plainDiscard(v, &p); a.Tile() != want {
			c.t.Fatalf("%v, %d melds, void %v: %v, want %v", p.held, p.melds, p.void, a, want)
		}
	}
	return a
}

// plainDiscard returns the discard of the lowest shanten and the most live tiles.
func (c *checkedFast) plainDiscard(v engine.View, p *tiles) tile.Tile {
	unseen := v.Unseen()
	best, least, most := tile.None, 99, 0
	for k := p.held.Kinds(); k != 0; k = k.Rest() {
		q := *p
		q.held.Remove(k.First())
		shanten, live := c.plainLive(&q, &unseen)
		if shanten < least || shanten == least && (live > most || live == most && c.taste.prefers(k.First(), best)) {
			best, least, most = k.First(), shanten, live
		}
	}
	return best
}

// plainLive counts the unseen tiles that bring tiles nearer and, where two are lacking,
// after which another unseen one wins.
func (c *checkedFast) plainLive(p *tiles, unseen *tile.Held) (shanten, live int) {
	shanten = p.shanten()
	for k := unseen.Kinds(); k != 0; k = k.Rest() {
		t := k.First()
		q := *p
		if q.held.Add(t); p.held.Count(t) == tile.Copies || q.shanten() >= shanten {
			continue
		}
		if shanten == 1 && !q.canWin(unseen) {
			c.cut++
			continue
		}
		live += unseen.Count(t)
	}
	return shanten, live
}

// canWin reports whether an unseen tile completes the tiles.
func (p *tiles) canWin(unseen *tile.Held) bool {
	for k := unseen.Kinds(); k != 0; k = k.Rest() {
		q := *p
		if q.held.Add(k.First()); p.held.Count(k.First()) < tile.Copies && q.shanten() < 0 {
			return true
		}
	}
	return false
}

// What fast discards is what the plain way finds.
func TestFastIsPlain(t *testing.T) {
	cut := 0
	for _, p := range rules.Presets() {
		spec, err := Parse("fast")
		if err != nil {
			t.Fatal(err)
		}
		x := newTable(t, p.Rules, spec)
		for s := range x.bots {
			f := &fast{voidTile: spec.values.Of("void_tile"), voidShanten: spec.values.Of("void_shanten")}
			x.bots[s] = &checkedFast{t: t, fast: f, Policy: NewBot(f.bot())}
		}
		for seed := range uint64(40) {
			d := randomDeck(seed, false)
			for x.deal(&d, seed); !x.h.Over(); {
				x.e.Apply(&x.h, x.next())
			}
		}
		for _, b := range x.bots {
			cut += b.(*checkedFast).cut
		}
	}
	if cut < 100 {
		t.Errorf("only %d kinds that lead nowhere were met", cut)
	}
}
