package referee

import (
	"math/rand/v2"
	"slices"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// An author makes up hands that the referee's own reading of the rules
// allows, with players who build groups and often decline. It proves nothing
// about the rules; it gives the deliberate faults somewhere to be planted and
// shows that the referee gets through every branch.
type author struct {
	g    *game
	rng  *rand.Rand
	pass [engine.NumSeats][]tile.Tile // tiles still to be passed on
}

// makeUp returns a made-up hand.
func makeUp(r rules.Rules, seed uint64, c Coverage) (d engine.Deck, events []engine.Event, final engine.Ledger) {
	rng := rand.New(rand.NewPCG(seed, 1))
	d = shuffled(rng)
	g := newGame(&r, &d, nil, c)
	a := &author{g: g, rng: rng}
	g.author = a.write
	g.play()
	return d, g.events, g.ledger
}

func shuffled(rng *rand.Rand) engine.Deck {
	var d engine.Deck
	for i := range d.Tiles {
		d.Tiles[i] = tile.Tile(i / 4)
	}
	rng.Shuffle(len(d.Tiles), func(i, j int) { d.Tiles[i], d.Tiles[j] = d.Tiles[j], d.Tiles[i] })
	d.Dealer = rng.IntN(4)
	d.Direction = rules.Direction(1 + rng.IntN(3))
	d.Lanes = rng.IntN(2) == 0
	return d
}

func (a *author) chance(percent int) bool { return a.rng.IntN(100) < percent }

// write returns the next event: what is due, or a choice.
func (a *author) write(e engine.Event) engine.Event {
	s := int(e.Seat)
	if e.Kind != engine.EventVoid {
		e.Suit = tile.NoSuit
	}
	switch e.Kind {
	case engine.EventExchange:
		if len(a.pass[s]) == 0 {
			a.pass[s] = a.threeTiles(&a.g.seats[s].held)
		}
		e.Tile, a.pass[s] = a.pass[s][0], a.pass[s][1:]
	case engine.EventVoid:
		a.void(&e)
	case engine.EventAnswer:
		e.Action = a.answer(s)
	case engine.EventDiscard:
		return a.choose(e)
	}
	return e
}

func suitSize(held *counts, s tile.Suit) int { return total(suitOf(held, int(s))) }

func (a *author) threeTiles(held *counts) []tile.Tile {
	n := a.g.rules.ExchangeTiles
	var suits []tile.Suit
	for s := tile.Characters; s < tile.NoSuit; s++ {
		if suitSize(held, s) >= n {
			suits = append(suits, s)
		}
	}
	suit := suits[a.rng.IntN(len(suits))]
	var tiles []tile.Tile
	for t, k := range held {
		for range k {
			if tile.Tile(t).Suit() == suit {
				tiles = append(tiles, tile.Tile(t))
			}
		}
	}
	return tiles[:n]
}

func (a *author) void(e *engine.Event) {
	held := &a.g.seats[e.Seat].held
	e.Suit = tile.Characters
	for s := tile.Dots; s < tile.NoSuit; s++ {
		if suitSize(held, s) < suitSize(held, e.Suit) {
			e.Suit = s
		}
	}
	if a.chance(20) {
		e.Suit = tile.Suit(a.rng.IntN(3))
	}
	if !a.g.rules.VoidCommits {
		return
	}
	for t, k := range held {
		if k > 0 && tile.Tile(t).Suit() == e.Suit {
			e.Tile = tile.Tile(t)
		}
	}
}

// answer chooses among seat s's claims on the last discard or added kong.
func (a *author) answer(s int) engine.Action {
	i := len(a.g.events) - 1
	for a.g.events[i].Kind == engine.EventAnswer {
		i--
	}
	last := a.g.events[i]
	t, situation := last.Tile, a.g.discardSituation()
	if last.Kind == engine.EventMeld {
		t, situation = last.Meld.Tile(), a.g.robbingSituation()
	}
	c := a.g.claimsOn(s, t, situation)
	switch {
	case c.win && a.chance(70):
		return engine.Win
	case c.kong && a.chance(50):
		return engine.Kong
	case c.pung && a.chance(60):
		return engine.Pung
	}
	return engine.Pass
}

// choose plays the turn of the seat e is due from.
func (a *author) choose(e engine.Event) engine.Event {
	me := &a.g.seats[a.g.turn.seat]
	if a.g.mayWinOwn() && a.chance(80) {
		return a.selfDraw(me)
	}
	for t := range tile.Tile(tile.Count) {
		for k, may := range map[tile.MeldKind]func(tile.Tile) (bool, string){
			tile.ConcealedKong: a.g.mayConcealedKong, tile.AddedKong: a.g.mayAddKong,
		} {
			if ok, _ := may(t); ok && a.chance(50) {
				m := plain(engine.EventMeld, e.Seat, e.Seat)
				m.Meld = tile.MakeMeld(k, t)
				return m
			}
		}
	}
	e.Tile = a.leastUseful(me)
	return e
}

func (a *author) selfDraw(me *seat) engine.Event {
	e := plain(engine.EventWin, uint8(a.g.turn.seat), uint8(a.g.turn.seat))
	e.Tile = a.g.turn.drawn
	if e.Tile == tile.None {
		e.Tile = a.g.openingTile(me)
	}
	return a.g.authored(e, a.g.ownSituation())
}

// leastUseful returns the legal discard with the fewest neighbours.
func (a *author) leastUseful(me *seat) tile.Tile {
	best, least := tile.None, 1000
	for t := range tile.Tile(tile.Count) {
		if ok, _ := a.g.mayDiscard(t); !ok {
			continue
		}
		use := 10*me.held[t] + a.rng.IntN(3)
		for _, d := range []int{-2, -1, 1, 2} {
			n := int(t) + d
			if n >= 0 && n < tile.Count && tile.Tile(n).Suit() == t.Suit() {
				use += me.held[n] * (6 - 2*max(d, -d))
			}
		}
		if use < least {
			best, least = t, use
		}
	}
	return best
}

// variants returns the presets and rules that turn on what no preset has.
func variants() []rules.Rules {
	var all []rules.Rules
	for _, p := range rules.Presets() {
		all = append(all, p.Rules)
	}
	nearest := all[0]
	nearest.Name, nearest.MultipleWins = "nearest", false
	nearest.ExchangeTiles, nearest.ExchangeDirection, nearest.LateAddedKong = 4, rules.Left, rules.LateIllegal
	lockedFlow := all[2]
	lockedFlow.Name, lockedFlow.PassedWin, lockedFlow.SacredDiscard = "locked-flow", rules.UntilDraw, true
	lockedFlow.SacredRobbing, lockedFlow.KongAfterPung, lockedFlow.ShotReturns = true, true, true
	lockedFlow.ReadyFifthCopy, lockedFlow.Refund = rules.ExcludeOwned, rules.RefundReadyOrWon
	all = append(all, nearest, lockedFlow)
	for _, r := range all {
		r.Name += "-least"
		r.MinFan, r.PigAmount = min(1, r.FanCap), rules.LargerPig
		all = append(all, r)
	}
	return all
}

func hands(t *testing.T, n int) int {
	t.Helper()
	if testing.Short() {
		return n / 10
	}
	return n
}

func TestMadeUpHandsPass(t *testing.T) {
	c := Coverage{}
	for _, r := range variants() {
		for seed := range uint64(hands(t, 1000)) {
			d, events, final := makeUp(r, seed, nil)
			before := slices.Clone(events)
			if err := c.Judge(r, d, events, final); err != nil {
				t.Fatalf("%s, seed %d: %v", r.Name, seed, err)
			}
			if !slices.Equal(before, events) {
				t.Fatalf("%s, seed %d: Judge changed the events", r.Name, seed)
			}
			if p := final.Points(); p[0]+p[1]+p[2]+p[3] != 0 {
				t.Fatalf("%s, seed %d: points %v do not sum to zero", r.Name, seed, p)
			}
		}
	}
	keys := make([]string, 0, len(c))
	for k := range c {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		t.Logf("%8d %s", c[k], k)
	}
}

func TestFaultsAreReported(t *testing.T) {
	planted := map[string]int{}
	for _, r := range variants() {
		for seed := range uint64(hands(t, 400)) {
			d, events, final := makeUp(r, seed, nil)
			for _, f := range Faults() {
				ledger := final
				changed, ok := f.Apply(events, &ledger)
				if !ok {
					continue
				}
				planted[f.Name]++
				if err := Judge(r, d, changed, ledger); err == nil {
					t.Errorf("%s, seed %d: %q is not reported", r.Name, seed, f.Name)
				}
			}
			if err := Judge(r, d, events, final); err != nil {
				t.Fatalf("%s, seed %d: a fault changed the hand it was given: %v", r.Name, seed, err)
			}
		}
	}
	for _, f := range Faults() {
		if planted[f.Name] == 0 {
			t.Errorf("%q was never planted", f.Name)
		}
	}
}

func BenchmarkJudge(b *testing.B) {
	for _, p := range rules.Presets() {
		b.Run("rules="+p.Rules.Name, func(b *testing.B) {
			const n = 64
			var decks [n]engine.Deck
			var events [n][]engine.Event
			var finals [n]engine.Ledger
			for i := range n {
				decks[i], events[i], finals[i] = makeUp(p.Rules, uint64(i), nil)
			}
			i := 0
			for b.Loop() {
				if err := Judge(p.Rules, decks[i%n], events[i%n], finals[i%n]); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}
