package policy

import (
	"math"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// plainBig decides like big in the plainest way: it works out every plan for
// itself, and tries every discard and every tile that may come.
type plainBig struct {
	*big
	view  engine.View
	held  tile.Held
	void  tile.Suit
	melds int
	kinds tile.Kinds // of the melds
}

func (b *big) plain(v engine.View) *plainBig {
	m := v.Melds(v.Seat())
	return &plainBig{b, v, v.Held(), v.Void(v.Seat()), int(m.N), m.Kinds()}
}

// suits returns the suits that a goal uses.
func (p *plainBig) suits(u use) (list []tile.Suit) {
	for s := range tile.Suit(tile.NumSuits) {
		if s != p.void {
			list = append(list, s)
		}
	}
	switch u {
	case onlyFirst:
		return list[:1]
	case onlySecond:
		return list[1:]
	}
	return list
}

// missing returns how many tiles a goal lacks, many if melds rule it out.
func (p *plainBig) missing(g goal) int {
	const many = 100
	suits := p.suits(g.use)
	declared := p.kinds
	var counts shape.Counts
	pairsHeld, halves := 0, 0
	for _, s := range suits {
		declared &^= tile.SuitKinds(s)
		counts += shape.CountsOf(p.held[s])
		for r := range tile.Ranks {
			pairsHeld += p.held[s].Rank(r) / 2
			halves += p.held[s].Rank(r) % 2
		}
	}
	tables := p.view.Engine().Tables()
	groups := tile.MaxMelds - p.melds
	switch {
	case declared != 0 || g.form == pairs && p.melds > 0:
		return many
	case g.form == pungs:
		return tables.PungsMissing(counts, p.melds)
	case g.form == pairs:
		return 2*(7-pairsHeld) - min(halves, 7-pairsHeld)
	case g.use != both:
		return tables.Distances(p.held[suits[0]])[1][groups]
	}
	a, b := tables.Distances(p.held[suits[0]]), tables.Distances(p.held[suits[1]])
	n := many
	for m := range groups + 1 {
		n = min(n, a[0][m]+b[1][groups-m], a[1][m]+b[0][groups-m])
	}
	return n
}

// live counts the tiles not seen that bring a goal nearer: for pungs only those
// of kinds held.
func (p *plainBig) live(g goal) int {
	unseen, now, n := p.view.Unseen(), p.missing(g), 0
	for _, s := range p.suits(g.use) {
		for r := range tile.Ranks {
			held := p.held[s].Rank(r)
			if held == tile.Copies || g.form == pungs && held == 0 {
				continue
			}
			more := *p
			more.held[s] += tile.Unit(r)
			if more.missing(g) < now && unseen[s].Rank(r) > 0 && more.leads(g, now) {
				n += unseen[s].Rank(r)
			}
		}
	}
	return n
}

// leads reports whether some tile not seen completes a goal of any groups that lacked
// two tiles and has got one. To other goals it does not apply.
func (p *plainBig) leads(g goal, lacked int) bool {
	if lacked != 2 || g != (goal{anyGroups, both}) {
		return true
	}
	unseen := p.view.Unseen()
	for _, s := range p.suits(g.use) {
		if p.held[s].Total() >= mostInSuit {
			return true
		}
		for r := range tile.Ranks {
			more := *p
			if more.held[s] += tile.Unit(r); p.held[s].Rank(r) < tile.Copies && unseen[s].Rank(r) > 0 && more.missing(g) == 0 {
				return true
			}
		}
	}
	return false
}

func (p *plainBig) fan(g goal) int {
	r := p.view.Rules()
	fan := formFan(r, g.form)
	if g.use != both {
		fan += r.FullFlush
	}
	return fan
}

func (p *plainBig) best() (best goal, bestWorth int) {
	bestWorth = math.MinInt
	for u := range numUses {
		for f := range numForms {
			g := goal{f, u}
			n := p.missing(g)
			if n > 14 {
				continue
			}
			worth := p.fanWorth*min(p.fan(g), p.view.Rules().FanCap) - n*(p.tileCost+p.haste/max(p.view.Left(), 1))
			if worth > bestWorth {
				best, bestWorth = g, worth
			}
		}
	}
	return best, bestWorth
}

func (p *plainBig) discard(legal []engine.Action) engine.Action {
	best, bestLive := legal[0], -1
	if best.Tile().Suit() == p.void {
		return best
	}
	g, _ := p.best()
	for _, a := range legal {
		less := *p
		less.held.Remove(a.Tile())
		if less.missing(g) > p.missing(g) {
			continue
		}
		if live := less.live(g); live > bestLive {
			best, bestLive = a, live
		}
	}
	return best
}

func (p *plainBig) call(legal []engine.Action) engine.Action {
	best := engine.Pass
	_, bestWorth := p.best()
	for _, a := range legal {
		if a.Kind() == engine.KindDiscard || a == engine.Pass {
			continue
		}
		offered, bonus := p.view.Offered(), 0
		if a != engine.Pung {
			bonus = p.fanWorth * p.view.Rules().Root
		}
		after := (&tiles{held: p.held, melds: p.melds}).after(a, offered)
		called := *p
		called.held, called.melds = after.held, after.melds
		if offered == tile.None {
			offered = a.Tile()
		}
		called.kinds |= offered.Bit()
		if _, worth := called.best(); worth+bonus > bestWorth {
			best, bestWorth = a, worth+bonus
		}
	}
	return best
}

func (p *plainBig) win() engine.Action {
	r, _ := p.view.WinResult()
	g, _ := p.best()
	if r.Fan < min(p.minFan, p.view.Rules().FanCap) && p.view.Left() >= p.wall && p.fan(g) >= p.minFan && p.missing(g) <= p.reach {
		return engine.Pass
	}
	return engine.Win
}

// dearest returns the suit of at least n tiles without which there is most, once
// its n loosest are gone.
func (p *plainBig) dearest(n int) tile.Suit {
	best, bestWorth := tile.NoSuit, 0
	for s := range tile.Suit(tile.NumSuits) {
		if p.held[s].Total() < n {
			continue
		}
		without := *p
		without.void = s
		without.held[s] -= Loosest(p.held[s], n)
		_, worth := without.best()
		if worth -= p.voidTile * without.held[s].Total(); best == tile.NoSuit || worth > bestWorth {
			best, bestWorth = s, worth
		}
	}
	return best
}

// A bigWatch notes every decision of a big that differs from the plain form's.
type bigWatch struct {
	t testing.TB
	*big
	aims map[goal]int
}

func (w *bigWatch) same(v engine.View, what string, got, want any) {
	if got != want {
		w.t.Fatalf("%s, held %s, melds %v, void %s, %d left, %s: got %v, want %v",
			v.Rules().Name, v.Held(), v.Melds(v.Seat()), v.Void(v.Seat()), v.Left(), what, got, want)
	}
}

func (w *bigWatch) parts() Parts {
	passOn := func(v engine.View, h tile.Held, n int) tile.Suit {
		s := w.passOn(v, h, n)
		w.same(v, "exchange", s, w.plain(v).dearest(n))
		return s
	}
	return Parts{
		Exchange: &exchanger{pick: passOn},
		Void: Choice(func(v engine.View, legal []engine.Action) engine.Action {
			a := w.void(v, legal)
			w.same(v, "void", a, voidAction(legal, w.plain(v).dearest(0)))
			return a
		}),
		Discard: Choice(func(v engine.View, legal []engine.Action) engine.Action {
			p := w.plain(v)
			if legal[0].Tile().Suit() != p.void && kindsOf(legal) != p.held.Kinds() {
				w.t.Fatalf("%s: of %s only %v may be discarded", v.Rules().Name, p.held, legal)
			}
			a := w.discard(v, legal)
			w.same(v, "discard", a, p.discard(legal))
			g, _ := p.best()
			w.aims[g]++
			return a
		}),
		Call: Choice(func(v engine.View, legal []engine.Action) engine.Action {
			a := w.call(v, legal)
			w.same(v, "call", a, w.plain(v).call(legal))
			return a
		}),
		Win: Choice(func(v engine.View, legal []engine.Action) engine.Action {
			a := w.win(v, legal)
			w.same(v, "win", a, w.plain(v).win())
			return a
		}),
	}
}

// The short ways of big decide like the plain form, whatever it goes for.
func TestBigIsPlain(t *testing.T) {
	hands := uint64(40)
	if testing.Short() {
		hands = 8
	}
	aims := map[goal]int{}
	for _, text := range []string{
		"big", "big:fan_worth=5000", "big:fan_worth=0", "big:tile_cost=0,haste=0", "big:tile_cost=0,haste=0,fan_worth=0",
		"big:fan_worth=2500,tile_cost=300,min_fan=4", "big:tile_cost=5000,haste=100000",
	} {
		for _, p := range rules.Presets() {
			// Pungs are worth most here, so that they are gone for as well.
			dear := p.Rules
			dear.AllPungs, dear.SevenPairs, dear.GoldenHook, dear.JiangPungs = 4, 1, 0, 0
			for _, r := range []rules.Rules{p.Rules, dear} {
				playWatched(t, r, text, hands, aims)
			}
		}
	}
	for u := range numUses {
		for f := range numForms {
			if g := (goal{f, u}); aims[g] < 100 {
				t.Errorf("only %d discards for %v", aims[g], g)
			}
		}
	}
}

func playWatched(t *testing.T, r rules.Rules, text string, hands uint64, aims map[goal]int) {
	t.Helper()
	spec, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	x := newTable(t, r, spec)
	for s := range x.bots {
		w := &bigWatch{t, bigOf(spec.values), aims}
		x.bots[s] = NewBot(w.parts())
	}
	for seed := range hands {
		d := randomDeck(seed, false)
		for x.deal(&d, seed); !x.h.Over(); {
			x.e.Apply(&x.h, x.next())
		}
	}
}

// What a goal accepts, and which tiles may go without leaving it farther away, is what
// a trial of each kind finds. Pungs accept held kinds only, whatever a trial finds.
func TestGoalsAcceptAndKeep(t *testing.T) {
	for seed := range uint64(2000) {
		deck := randomDeck(seed, false)
		melds := int(seed % 4)
		var h tile.Held
		for _, k := range deck.Tiles {
			if k.Suit() != tile.Bamboo && h.Total() < 13-3*melds {
				h.Add(k)
			}
		}
		var d, other duo
		d.read(suitTables(), &h, tile.Bamboo, melds, 0)
		missing := func(g goal, h tile.Held) int {
			other.read(d.tables, &h, tile.Bamboo, melds, 0)
			return other.missing(g)
		}
		for u := range numUses {
			for f := range numForms {
				g := goal{f, u}
				now := d.missing(g)
				var accepts, keeps tile.Kinds
				for k := tile.AllKinds &^ tile.SuitKinds(tile.Bamboo) &^ h.Quads(); k != 0; k = k.Rest() {
					if missing(g, h.With(k.First())) < now && (f != pungs || h.Kinds().Has(k.First())) {
						accepts |= k.First().Bit()
					}
				}
				for k := h.Kinds(); k != 0; k = k.Rest() {
					if missing(g, h.Without(k.First())) <= now {
						keeps |= k.First().Bit()
					}
				}
				if got := d.apart(d.accepts(g)); got != accepts {
					t.Errorf("%s with %d melds, %v: accepts %s, want %s", h, melds, g, got, accepts)
				}
				if got := d.apart(d.keeps(g)) & h.Kinds(); got != keeps {
					t.Errorf("%s with %d melds, %v: keeps %s, want %s", h, melds, g, got, keeps)
				}
			}
		}
	}
}

func TestFewest(t *testing.T) {
	tiles := sideBySide(0o043210123, 0o400012344)
	for _, x := range []struct{ kinds, want uint64 }{
		{oneEach, sideBySide(0o100001000, 0o011100000)},
		{sideBySide(0o011100111, 0), sideBySide(0o000000100, 0)},
		{sideBySide(0o010000001, 0o100000111), sideBySide(0o000000001, 0o000000100)},
		{sideBySide(0, 0o100000011), sideBySide(0, 0o100000011)},
		{0, 0},
	} {
		if got := fewest(x.kinds, tiles); got != x.want {
			t.Errorf("%018o: got %018o, want %018o", x.kinds, got, x.want)
		}
	}
}
