package policy

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A renaming gives suits other names, and ranks too if they are mirrored.
type renaming struct {
	suits  [tile.NumSuits]tile.Suit
	mirror bool
}

func (r *renaming) suit(s tile.Suit) tile.Suit { return r.suits[s] }

func (r *renaming) tile(t tile.Tile) tile.Tile {
	if t >= tile.Count {
		return t
	}
	if r.mirror {
		return tile.Of(r.suits[t.Suit()], tile.Ranks+1-t.Rank())
	}
	return tile.Of(r.suits[t.Suit()], t.Rank())
}

func (r *renaming) action(a engine.Action) engine.Action {
	t := r.tile(a.Tile())
	switch a.Kind() {
	case engine.KindDiscard:
		return engine.Discard(t)
	case engine.KindConcealedKong:
		return engine.ConcealedKong(t)
	case engine.KindAddedKong:
		return engine.AddKong(t)
	case engine.KindExchange:
		return engine.Exchange(t)
	case engine.KindCommitVoid:
		return engine.CommitVoid(t)
	case engine.KindNameVoid:
		return engine.NameVoid(r.suit(a.Suit()))
	}
	return a
}

// taste returns the taste under new names.
func (r *renaming) taste(t taste) taste {
	for other := range taste(numTastes) {
		same := true
		for k := range tile.Tile(tile.Count) {
			same = same && partings[other].place[r.tile(k)] == partings[t].place[k]
		}
		if same {
			return other
		}
	}
	panic("no such taste")
}

// setTaste gives a policy a taste.
func setTaste(p Policy, by [engine.NumSeats]taste, seat int) {
	type tasteful interface{ setTaste(taste) }
	switch p := p.(type) {
	case *search:
		p.taste = by[seat]
		setTaste(p.prior, by, seat)
		for s := range p.field {
			setTaste(p.field[s], by, s)
		}
	case *Bot:
		for _, part := range p.list() {
			if t, ok := part.(tasteful); ok {
				t.setTaste(by[seat])
			}
		}
	default:
		panic("a policy of no taste")
	}
}

// Suits are alike to every bot, and so are both ends of a suit: in whole hands with
// other names for suits, and mirrored ranks, it plays what it played, under the new
// names.
func TestSuitsAreAlike(t *testing.T) {
	n := 200
	if testing.Short() {
		n = 4
	}
	for _, text := range []string{"fast", "big", "value", "guard", "expert", "search:playouts=6"} {
		s, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range rules.Presets() {
			t.Run(text+"/"+p.Rules.Name, func(t *testing.T) {
				rng := rand.New(rand.NewPCG(7, 8))
				x, y := newTable(t, p.Rules, s), newTable(t, p.Rules, s)
				hands := n
				if text[0] == 's' {
					hands = max(n/12, 1)
				}
				for seed := range uint64(hands) {
					playBoth(t, x, y, seed, rng)
				}
			})
		}
	}
}

func playBoth(t *testing.T, x, y *table, seed uint64, rng *rand.Rand) {
	t.Helper()
	r := renaming{mirror: rng.IntN(2) == 0}
	for i, s := range rng.Perm(tile.NumSuits) {
		r.suits[i] = tile.Suit(s)
	}
	d := randomDeck(seed, seed%2 == 0)
	e := d
	for i, k := range d.Tiles {
		e.Tiles[i] = r.tile(k)
	}
	x.deal(&d, seed)
	y.deal(&e, seed)
	var by, named [engine.NumSeats]taste
	for s := range by {
		by[s] = taste(rng.IntN(numTastes))
		named[s] = r.taste(by[s])
	}
	for s := range by {
		setTaste(x.bots[s], by, s)
		setTaste(y.bots[s], named, s)
	}
	for !x.h.Over() {
		phase, seat := x.h.Phase(), x.h.Asked()
		a, b := x.next(), y.next()
		x.e.Apply(&x.h, a)
		y.e.Apply(&y.h, b)
		if phase == engine.PhaseExchange { // tiles are passed on in ascending order
			if x.h.Phase() == engine.PhaseVoid {
				for s := range engine.NumSeats {
					wantRenamed(t, &r, x.h.Held(s), y.h.Held(s))
				}
			}
			continue
		}
		if want := r.action(a); b != want {
			t.Fatalf("hand %d, phase %s, seat %d with %s: %s, renamed %+v: %s, not %s", seed, phase, seat, fmt.Sprint(x.h.Held(seat)), a, r, b, want)
		}
		if phase != engine.PhaseVoid && x.h.Phase() != engine.PhaseExchange && y.h.Phase() != x.h.Phase() {
			t.Fatalf("hand %d: the hands differ", seed)
		}
	}
}

// wantRenamed demands the same tiles under new names.
func wantRenamed(t *testing.T, r *renaming, h, renamed tile.Held) {
	t.Helper()
	for k := range tile.Tile(tile.Count) {
		if h.Count(k) != renamed.Count(r.tile(k)) {
			t.Fatalf("after the exchange %s, renamed %+v: %s", fmt.Sprint(h), r, renamed)
		}
	}
}

// All tastes are drawn alike.
func TestTastesAreDrawnAlike(t *testing.T) {
	var n [numTastes]int
	for seed := range uint64(12000) {
		n[tasteOf(seed*0x2545f4914f6cdd1d)]++
	}
	for i, k := range n {
		if k < 850 || k > 1150 {
			t.Errorf("taste %d is drawn %d times of 12000", i, k)
		}
	}
}
