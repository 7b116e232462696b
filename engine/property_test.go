package engine

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A player makes decisions for all seats that bring a hand through as many of
// its turns as possible: it mostly keeps near ready, wins and calls often, and
// sometimes does anything.
type player struct{ rng *rand.Rand }

func (p player) choose(e *Engine, h *Hand, legal []Action) Action {
	any := legal[p.rng.IntN(len(legal))]
	if p.rng.IntN(5) == 0 {
		return any
	}
	for i := len(legal) - 1; i >= 0; i-- {
		if a := legal[i]; a.Kind() != KindDiscard && a != Pass && p.rng.IntN(3) > 0 && h.phase >= PhaseTurn {
			return a
		}
	}
	if h.phase != PhaseTurn {
		return any
	}
	return p.discard(e, h, legal)
}

// discard returns a discard that leaves the least shanten.
func (p player) discard(e *Engine, h *Hand, legal []Action) Action {
	s := h.Asked()
	m := h.Melds(s)
	best, least := legal[0], 100
	for _, a := range legal {
		if a.Kind() != KindDiscard {
			continue
		}
		held := h.Held(s)
		held.Remove(a.Tile())
		if n := e.tables.Shanten(&held, int(m.N), h.Void(s)); n < least || n == least && p.rng.IntN(3) == 0 {
			best, least = a, n
		}
	}
	return best
}

// randomRules returns valid rules: a preset with a few fields set at random.
func randomRules(t testing.TB, rng *rand.Rand) rules.Rules {
	t.Helper()
	names := rules.Names()
	for {
		file := map[string]any{"base": names[rng.IntN(len(names))]}
		fields := rules.Fields()[1:]
		for range 1 + rng.IntN(12) {
			f := fields[rng.IntN(len(fields))]
			file[f.Name] = randomValue(rng, f.Allowed)
		}
		data, err := json.Marshal(file)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := rules.Parse(data); err == nil {
			return r
		}
	}
}

func randomValue(rng *rand.Rand, allowed string) any {
	if allowed == "true, false" {
		return rng.IntN(2) == 0
	}
	if low, high, ok := strings.Cut(allowed, ".."); ok {
		a, _ := strconv.Atoi(low)
		b, _ := strconv.Atoi(high)
		return a + rng.IntN(b-a+1)
	}
	list := strings.Split(allowed, ", ")
	return list[rng.IntN(len(list))]
}

// forRules runs a test under all presets and under some random rules.
func forRules(t *testing.T, random int, test func(t *testing.T, r rules.Rules, rng *rand.Rand)) {
	t.Helper()
	for i, p := range rules.Presets() {
		t.Run(p.Rules.Name, func(t *testing.T) {
			test(t, p.Rules, rand.New(rand.NewPCG(uint64(i), 1)))
		})
	}
	rng := rand.New(rand.NewPCG(2, 2))
	for i := range random {
		r := randomRules(t, rng)
		t.Run(fmt.Sprintf("random%d", i), func(t *testing.T) {
			test(t, r, rand.New(rand.NewPCG(uint64(i), 3)))
			if t.Failed() {
				t.Logf("rules: %+v", r)
			}
		})
	}
}

// hands returns how many hands a property is tried on.
func hands(short, long int) int {
	if testing.Short() {
		return short
	}
	return long
}

// A ledgerKeeper follows a hand by its events alone: where each of the 108
// tiles is, and who has how many points for what.
type ledgerKeeper struct {
	e      *Engine
	wall   [tile.Count]int
	held   [NumSeats][tile.Count]int
	aside  [NumSeats][tile.Count]int // self-drawn winning tiles of seats that stay
	river  [tile.Count]int           // discards that nobody claimed, and robbed tiles
	melds  [NumSeats][]tile.Meld
	out    [NumSeats]bool
	added  tile.Tile // announced kong that may yet be robbed
	seat   uint8     // who announced it
	ledger Ledger
	errs   []string
}

func (k *ledgerKeeper) fail(format string, args ...any) {
	k.errs = append(k.errs, fmt.Sprintf(format, args...))
}

// settleAdded completes an announced kong once something shows that nobody
// robbed it: its payment or its replacement tile.
func (k *ledgerKeeper) settleAdded() {
	if k.added == tile.None {
		return
	}
	k.held[k.seat][k.added]--
	for i, m := range k.melds[k.seat] {
		if m == tile.MakeMeld(tile.Pung, k.added) {
			k.melds[k.seat][i] = tile.MakeMeld(tile.AddedKong, k.added)
			k.added = tile.None
			return
		}
	}
	k.fail("a kong of %s is added to no pung", k.added)
}

// Observe books one event.
func (k *ledgerKeeper) Observe(h *Hand, e Event) {
	switch e.Kind {
	case EventDeal:
		k.wall[e.Tile]--
		k.held[e.Seat][e.Tile]++
	case EventExchange:
		k.held[e.Seat][e.Tile]--
		k.held[e.Other][e.Tile]++
	case EventDraw:
		if e.Replacement {
			k.settleAdded()
		}
		k.wall[e.Tile]--
		k.held[e.Seat][e.Tile]++
		if k.out[e.Seat] {
			k.fail("the winner %d draws", e.Seat)
		}
	case EventDiscard:
		k.held[e.Seat][e.Tile]--
		k.river[e.Tile]++
	case EventMeld:
		k.meld(e)
	case EventRobbed:
		k.held[e.Seat][e.Tile]--
		k.river[e.Tile]++
		k.added = tile.None
	case EventWin:
		k.win(e)
	case EventTransfer:
		k.transfer(e)
	}
}

func (k *ledgerKeeper) meld(e Event) {
	switch e.Meld.Kind() {
	case tile.AddedKong:
		k.added, k.seat = e.Tile, e.Seat
		return
	case tile.Pung:
		k.held[e.Seat][e.Tile] -= 2
		k.river[e.Tile]--
	case tile.ClaimedKong:
		k.held[e.Seat][e.Tile] -= 3
		k.river[e.Tile]--
	case tile.ConcealedKong:
		k.held[e.Seat][e.Tile] -= 4
	}
	k.melds[e.Seat] = append(k.melds[e.Seat], e.Meld)
}

func (k *ledgerKeeper) win(e Event) {
	s := e.Seat
	size, kongs := 0, 0
	for _, n := range k.held[s] {
		size += n
	}
	for _, m := range k.melds[s] {
		size += m.Size()
		if m.IsKong() {
			kongs++
		}
	}
	if e.Other != s {
		size++
	}
	if size != 14+kongs {
		k.fail("seat %d wins with %d tiles and %d kongs", s, size, kongs)
	}
	switch {
	case k.e.rules.AfterWin == rules.Leave:
		k.out[s] = true
	case e.Other == s:
		k.held[s][e.Tile]--
		k.aside[s][e.Tile]++
	}
	if e.Points != int32(k.e.rules.Points(int(e.Fan))) {
		k.fail("a win of %d fan counts %d", e.Fan, e.Points)
	}
	if e.Other == s != (e.Situation&fan.BySelfDraw != 0) {
		k.fail("a win of %d from %d is in situation %b", s, e.Other, e.Situation)
	}
}

// transfer books points by hand.
func (k *ledgerKeeper) transfer(e Event) {
	if e.Cause == CauseAddedKong {
		k.settleAdded()
	}
	if e.Points <= 0 || e.Seat == e.Other {
		k.fail("%d pays %d %d points", e.Other, e.Seat, e.Points)
	}
	lines := map[Cause][2]Source{
		CauseDiscardWin:    {FromDiscardWins, FromDealIns},
		CauseSelfDraw:      {FromSelfDraws, FromSelfDrawPaid},
		CauseRobbing:       {FromRobbing, FromRobbed},
		CauseConcealedKong: {FromKongs, FromKongsPaid},
		CauseClaimedKong:   {FromKongs, FromKongsPaid},
		CauseAddedKong:     {FromKongs, FromKongsPaid},
		CauseKongReversal:  {FromReversals, FromReversals},
		CauseFlowerPig:     {FromFlowerPig, FromFlowerPig},
		CauseReadyCheck:    {FromReadyCheck, FromReadyCheck},
		CauseRefund:        {FromRefunds, FromRefunds},
	}
	k.ledger[e.Seat][lines[e.Cause][0]] += e.Points
	k.ledger[e.Other][lines[e.Cause][1]] -= e.Points
}

// check compares what was booked with the hand between two decisions.
func (k *ledgerKeeper) check(h *Hand) error {
	if len(k.errs) > 0 {
		return fmt.Errorf("%s", strings.Join(k.errs, "; "))
	}
	sum, wall := 0, 0
	for t := range tile.Tile(tile.Count) {
		n := k.wall[t] + k.river[t]
		wall += k.wall[t]
		for s := range NumSeats {
			if k.held[s][t] < 0 || k.wall[t] < 0 {
				return fmt.Errorf("fewer than none of %s", t)
			}
			n += k.held[s][t] + k.aside[s][t]
			for _, m := range k.melds[s] {
				if m.Tile() == t {
					n += m.Size()
				}
			}
			inExchange := h.phase == PhaseExchange
			if got := h.seats[s].held.Count(t); !inExchange && got != k.held[s][t] {
				return fmt.Errorf("seat %d holds %d of %s, by the events %d", s, got, t, k.held[s][t])
			}
		}
		if n != tile.Copies {
			return fmt.Errorf("there are %d of %s", n, t)
		}
	}
	if h.phase >= PhaseTurn && wall != h.Left() {
		return fmt.Errorf("%d tiles are left, by the events %d", h.Left(), wall)
	}
	for s := range NumSeats {
		if err := k.checkSeat(h, s); err != nil {
			return err
		}
		for source, points := range k.ledger[s] {
			if got := h.Ledger()[s][source]; got != points {
				return fmt.Errorf("seat %d has %d for %s, by the events %d", s, got, Source(source), points)
			}
		}
		sum += h.Ledger()[s].Total()
	}
	if sum != 0 {
		return fmt.Errorf("the points sum to %d", sum)
	}
	return nil
}

func (k *ledgerKeeper) checkSeat(h *Hand, s int) error {
	size := 3 * len(k.melds[s])
	for _, n := range k.held[s] {
		size += n
	}
	if size != 13 && size != 14 {
		return fmt.Errorf("seat %d has %d tiles", s, size)
	}
	m := h.Melds(s)
	if got, want := fmt.Sprint(m.All()), fmt.Sprint(k.melds[s]); got != want {
		return fmt.Errorf("seat %d has the melds %s, by the events %s", s, got, want)
	}
	if k.out[s] != h.seats[s].left {
		return fmt.Errorf("seat %d is out: %t, by the events %t", s, h.seats[s].left, k.out[s])
	}
	return nil
}

// R2: in any hand, after every action, each tile is in one place, points sum to
// zero and each change of them is told, and every seat has as many tiles as it
// should.
func TestR2Conservation(t *testing.T) {
	forRules(t, hands(60, 200), func(t *testing.T, r rules.Rules, rng *rand.Rand) {
		base, err := New(r, tables)
		if err != nil {
			t.Fatal(err)
		}
		for hand := range hands(20, 60) {
			d := randomDeck(rng, hand%2 == 1)
			k := &ledgerKeeper{e: base, added: tile.None}
			for i := range k.wall {
				k.wall[i] = tile.Copies
			}
			e := base.Observed(k, AllEvents)
			var h Hand
			e.Deal(&h, &d)
			p := player{rng}
			for n := 0; !h.Over(); n++ {
				legal := e.Legal(&h, nil)
				if len(legal) == 0 || len(legal) > 32 {
					t.Fatalf("hand %d: %d legal actions", hand, len(legal))
				}
				a := p.choose(e, &h, legal)
				e.Apply(&h, a)
				if err := e.Verify(&h); err != nil {
					t.Fatalf("hand %d, action %d, %s: %v", hand, n, a, err)
				}
				if err := k.check(&h); err != nil {
					t.Fatalf("hand %d, action %d, %s: %v", hand, n, a, err)
				}
				if n > 2000 {
					t.Fatalf("hand %d does not end", hand)
				}
			}
			checkEnd(t, &r, &h)
		}
	})
}

// checkEnd demands that a hand ended as its rules end hands.
func checkEnd(t *testing.T, r *rules.Rules, h *Hand) {
	t.Helper()
	winners := 0
	for s := range NumSeats {
		if h.Wins(s) > 0 {
			winners++
		}
		if r.AfterWin == rules.Leave && h.Wins(s) > 1 {
			t.Errorf("seat %d has won %d times in a battle", s, h.Wins(s))
		}
	}
	switch {
	case r.AfterWin == rules.Stay && !h.Exhausted():
		t.Error("a blood flow ended before its wall")
	case r.AfterWin == rules.Leave && (winners == 3) == h.Exhausted() || winners > 3 && r.AfterWin == rules.Leave:
		t.Errorf("the hand ended with %d winners, exhausted %t", winners, h.Exhausted())
	case h.Exhausted() && h.Left() > 0:
		t.Errorf("the wall is exhausted with %d tiles left", h.Left())
	}
}

// play calls visit at each decision of a random hand.
func (p player) play(e *Engine, h *Hand, d *Deck, visit func(legal []Action)) {
	e.Deal(h, d)
	for !h.Over() {
		legal := e.Legal(h, nil)
		visit(legal)
		e.Apply(h, p.choose(e, h, legal))
	}
}

// Check agrees with Legal on every action there is, at every decision, and
// Legal is in ascending order.
func TestCheckAgreesWithLegal(t *testing.T) {
	forRules(t, 10, func(t *testing.T, r rules.Rules, rng *rand.Rand) {
		e, err := New(r, tables)
		if err != nil {
			t.Fatal(err)
		}
		for range hands(1, 20) {
			d := randomDeck(rng, false)
			var h Hand
			player{rng}.play(e, &h, &d, func(legal []Action) {
				in := map[Action]bool{}
				for i, a := range legal {
					in[a] = true
					if i > 0 && a <= legal[i-1] {
						t.Fatalf("%v are not in ascending order", legal)
					}
				}
				before := h
				for a := range Action(NumActions) {
					if err := e.Check(&h, a); (err == nil) != in[a] {
						t.Fatalf("Check(%s): got %v, legal are %v", a, err, legal)
					}
				}
				if h != before {
					t.Fatal("Check has changed the hand")
				}
			})
			if err := e.Check(&h, Pass); err == nil {
				t.Error("Check allows an action in a hand that is over")
			}
			if legal := e.Legal(&h, nil); len(legal) != 0 {
				t.Errorf("legal in a hand that is over: %v", legal)
			}
		}
	})
}

func TestApplyOnFinishedHandPanics(t *testing.T) {
	g := situation{rules: "planet", void: "ssss"}.start(t)
	g.finish()
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	g.e.Apply(&g.h, Pass)
}

// A copy of a hand is a snapshot: playing it on leaves the original alone, and
// the same actions lead to the same hand.
func TestCopyIsSnapshot(t *testing.T) {
	forRules(t, 4, func(t *testing.T, r rules.Rules, rng *rand.Rand) {
		e, err := New(r, tables)
		if err != nil {
			t.Fatal(err)
		}
		for hand := range hands(3, 50) {
			d := randomDeck(rng, hand%2 == 0)
			var h Hand
			e.Deal(&h, &d)
			for n := 0; !h.Over(); n++ {
				legal := e.Legal(&h, nil)
				if n%7 == 0 {
					was, fork := h, h
					for !fork.Over() {
						e.Apply(&fork, player{rng}.choose(e, &fork, e.Legal(&fork, nil)))
					}
					if h != was {
						t.Fatal("playing a copy on has changed the hand")
					}
				}
				a, twin := (player{rng}).choose(e, &h, legal), h
				e.Apply(&h, a)
				e.Apply(&twin, a)
				if h != twin {
					t.Fatalf("%s leads to different hands", a)
				}
			}
		}
	})
}

// With and without an observer the same actions lead to the same hand.
func TestObserverChangesNothing(t *testing.T) {
	forRules(t, 4, func(t *testing.T, r rules.Rules, rng *rand.Rand) {
		quiet, err := New(r, tables)
		if err != nil {
			t.Fatal(err)
		}
		g := &game{TB: t}
		loud, some := quiet.Observed(g, AllEvents), quiet.Observed(&game{TB: t}, Mask(EventWin, EventEnd))
		for range hands(10, 100) {
			d := randomDeck(rng, false)
			var a, b, c Hand
			g.events = g.events[:0]
			for _, x := range []struct {
				e *Engine
				h *Hand
			}{{quiet, &a}, {loud, &b}, {some, &c}} {
				x.e.Deal(x.h, &d)
			}
			for !a.Over() {
				act := player{rng}.choose(quiet, &a, quiet.Legal(&a, nil))
				quiet.Apply(&a, act)
				loud.Apply(&b, act)
				some.Apply(&c, act)
				if a != b || a != c {
					t.Fatalf("after %s the hands differ", act)
				}
			}
			if n := g.count(EventEnd); n != 1 || g.events[len(g.events)-1].Kind != EventEnd {
				t.Fatalf("%d events of the end", n)
			}
			if g.events[0].Kind != EventDeal || g.count(EventDeal) != dealt {
				t.Fatalf("%d tiles were dealt", g.count(EventDeal))
			}
		}
	})
}

// Nothing is allocated from the deal to the ledger.
func TestNoAllocation(t *testing.T) {
	for _, p := range rules.Presets() {
		e, err := New(p.Rules, tables)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(5, 5))
		decks := make([]Deck, 16)
		for i := range decks {
			decks[i] = randomDeck(rng, i%2 == 0)
		}
		legal := make([]Action, 0, NumActions)
		var h Hand
		points, i := 0, 0
		allocs := testing.AllocsPerRun(50, func() {
			e.Deal(&h, &decks[i%len(decks)])
			i++
			for !h.Over() {
				legal = e.Legal(&h, legal[:0])
				v := e.View(&h, h.Asked())
				if v.Unseen() == (tile.Held{}) {
					t.Error("everything is seen")
				}
				e.Apply(&h, player{rng}.choose(e, &h, legal))
			}
			points += h.Ledger().Points()[0]
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations a hand", p.Rules.Name, allocs)
		}
	}
}

// With lanes a seat's own draws depend on its own number of draws only, as long
// as its lane lasts; the count that ends the hand is common.
func TestLanes(t *testing.T) {
	for _, p := range rules.Presets() {
		rng := rand.New(rand.NewPCG(9, 9))
		base, err := New(p.Rules, tables)
		if err != nil {
			t.Fatal(err)
		}
		for range hands(20, 200) {
			d := randomDeck(rng, true)
			var lanes [NumSeats][]tile.Tile
			for i, x := range d.Tiles[dealt:] {
				s := (d.Dealer + 1 + i) % NumSeats
				lanes[s] = append(lanes[s], x)
			}
			g := &game{TB: t}
			e := base.Observed(g, Mask(EventDraw))
			player{rng}.play(e, &g.h, &d, func([]Action) {})
			for _, ev := range g.events {
				lane := &lanes[ev.Seat]
				fromBack := ev.Replacement && p.Rules.ReplacementFrom == rules.Back
				if len(*lane) == 0 {
					lane, fromBack = longest(&lanes, int(ev.Seat)), true
				}
				var want tile.Tile
				if n := len(*lane); fromBack {
					want, *lane = (*lane)[n-1], (*lane)[:n-1]
				} else {
					want, *lane = (*lane)[0], (*lane)[1:]
				}
				if ev.Tile != want {
					t.Fatalf("%s: seat %d draws %s, want %s", p.Rules.Name, ev.Seat, ev.Tile, want)
				}
			}
		}
	}
}

// longest returns the longest lane, of equal ones the first after a seat.
func longest(lanes *[NumSeats][]tile.Tile, seat int) *[]tile.Tile {
	best := &lanes[(seat+1)%NumSeats]
	for i := 2; i <= NumSeats; i++ {
		if l := &lanes[(seat+i)%NumSeats]; len(*l) > len(*best) {
			best = l
		}
	}
	return best
}

// One wall for all: drawn from the front, replacements where the rules say.
func TestSharedWall(t *testing.T) {
	for _, p := range rules.Presets() {
		rng := rand.New(rand.NewPCG(10, 9))
		base, err := New(p.Rules, tables)
		if err != nil {
			t.Fatal(err)
		}
		for range hands(20, 200) {
			d := randomDeck(rng, false)
			wall := d.Tiles[dealt:]
			g := &game{TB: t}
			player{rng}.play(base.Observed(g, Mask(EventDraw)), &g.h, &d, func([]Action) {})
			for _, ev := range g.events {
				var want tile.Tile
				if n := len(wall); ev.Replacement && p.Rules.ReplacementFrom == rules.Back {
					want, wall = wall[n-1], wall[:n-1]
				} else {
					want, wall = wall[0], wall[1:]
				}
				if ev.Tile != want {
					t.Fatalf("%s: seat %d draws %s, want %s", p.Rules.Name, ev.Seat, ev.Tile, want)
				}
			}
			if len(wall) != g.h.Left() {
				t.Fatalf("%s: %d tiles left, want %d", p.Rules.Name, g.h.Left(), len(wall))
			}
		}
	}
}

// FuzzActions plays what the bytes say: any sequence of legal actions keeps a
// hand whole.
func FuzzActions(f *testing.F) {
	f.Add(uint64(1), []byte("\x00\x01\x02\xff"))
	f.Add(uint64(77), []byte{})
	engines := make([]*Engine, 0, 6)
	for _, p := range rules.Presets() {
		e, err := New(p.Rules, tables)
		if err != nil {
			f.Fatal(err)
		}
		engines = append(engines, e)
	}
	f.Fuzz(func(t *testing.T, seed uint64, choices []byte) {
		e := engines[seed%uint64(len(engines))]
		d := randomDeck(rand.New(rand.NewPCG(seed, 0)), seed&64 != 0)
		var h Hand
		e.Deal(&h, &d)
		for n := 0; !h.Over(); n++ {
			legal := e.Legal(&h, nil)
			a := legal[len(legal)-1]
			if n < len(choices) {
				a = legal[int(choices[n])%len(legal)]
			}
			e.Apply(&h, a)
			if err := e.Verify(&h); err != nil {
				t.Fatalf("action %d, %s: %v", n, a, err)
			}
		}
	})
}
