package referee

import (
	"slices"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

const (
	a = iota
	b
	c
	d
)

// battles are the presets in which winners leave.
var battles = []string{"planet", "wap-battle", "tsumo", "sbr", "mil"}

func tileOf(t *testing.T, text string) tile.Tile {
	tiles, _ := parse(t, text)
	return tiles[0]
}

func TestOpening(t *testing.T) {
	for _, p := range rules.Presets() {
		d, events, _ := makeUp(p.Rules, 5, nil)
		g := newGame(&p.Rules, &d, events, nil)
		g.wall = buildWall(g.rules, g.deck)
		g.deal()
		g.exchange()
		g.nameVoids()
		for s := range g.seats {
			want := 13
			if s == d.Dealer {
				want = 14
			}
			if got := sumOf(g.seats[s].held); got != want {
				t.Errorf("%s: seat %d holds %d tiles, want %d", p.Rules.Name, s, got, want)
			}
		}
		if g.wall.left() != 55 {
			t.Errorf("%s: wall of %d tiles, want 55", p.Rules.Name, g.wall.left())
		}
	}
}

func TestLanes(t *testing.T) {
	var deck engine.Deck
	for i := range deck.Tiles {
		deck.Tiles[i] = tile.Tile(i / 4)
	}
	deck.Dealer, deck.Lanes = 2, true
	r := preset(t, "planet")
	w := buildWall(&r, &deck)
	for s, want := range []int{14, 14, 13, 14} {
		if got := len(w.lanes[s]); got != want {
			t.Errorf("lane %d has %d tiles, want %d", s, got, want)
		}
	}
	first, last := deck.Tiles[53], deck.Tiles[53+52]
	if got := w.draw(3, false); got != first {
		t.Errorf("seat 3 draws %s, want %s", got, first)
	}
	if got := w.draw(3, true); got != last {
		t.Errorf("seat 3's replacement is %s, want %s", got, last)
	}
	w.lanes[3] = nil
	w.lanes[0] = w.lanes[0][:5]
	longest := w.lanes[1][len(w.lanes[1])-1]
	if got := w.draw(3, false); got != longest {
		t.Errorf("seat 3 draws %s from another lane, want %s", got, longest)
	}
}

func TestCommittedTile(t *testing.T) {
	p := position{rules: preset(t, "sbr"), void: "smmm", wall: "1p2p3p4p",
		seats: [4]string{"11115s9s" + "147m147p55p", idle, idle2, idle2}}
	g := p.game(t)
	g.seats[a].committed = tileOf(t, "5s")
	for _, x := range []string{"9s", "1s", "5p"} {
		if ok, _ := g.mayDiscard(tileOf(t, x)); ok {
			t.Errorf("%s may be discarded before the tile set aside", x)
		}
	}
	if ok, why := g.mayDiscard(tileOf(t, "5s")); !ok {
		t.Errorf("the tile set aside may not be discarded: %s", why)
	}
	if ok, _ := g.mayConcealedKong(tileOf(t, "1s")); ok {
		t.Error("a kong of the void suit is allowed")
	}
}

func TestVoidSuitFirst(t *testing.T) {
	for _, p := range rules.Presets() {
		pos := position{rules: p.Rules, void: "smmm", wall: "1p2p3p4p",
			seats: [4]string{"1111m147p258p66p9p" + "3s", idle, idle2, idle2}}
		pos.wrong(t, "discard", "A 9p")
		pos.must(t, "A 3s")
		if !p.Rules.KongWithVoid {
			pos.wrong(t, "kong", "A [1111mc]")
		} else if _, f := pos.play(t, "A [1111mc]"); f != nil {
			t.Errorf("%s: %v", p.Rules.Name, f)
		}
	}
}

func TestOwnVoidIsNoKong(t *testing.T) {
	for _, p := range rules.Presets() {
		pos := position{rules: p.Rules, void: "smmm", wall: "1p2p3p4p",
			seats: [4]string{"1111s147p258p66p9p" + "3m", idle, idle2, idle2}}
		pos.wrong(t, "kong", "A [1111sc]")
	}
}

// TestPassedWinThenPung is a seat that passes a win, claims a pung and holds
// a complete shape: it may not win on it, and its lock stands until it draws.
func TestPassedWinThenPung(t *testing.T) {
	p := position{rules: preset(t, "planet"), void: "ssss", wall: "1p6m6m2p3p4p", turn: a, seats: [4]string{
		"1479m1479p2369p3m" + "5m", "55m66m123p456p789p", "1479m1479p2358p8m", idle2}}
	p.wrong(t, "win", "A 5m", "B pung", "B win")
	g := p.must(t, "A 5m", "B pung", "B 6m", "C 1p")
	if g.seats[b].passedFan == noFan {
		t.Error("the lock did not stand")
	}
	// C draws 1p and D 6m, of which B holds one: B waits on it and is not asked.
	g = p.must(t, "A 5m", "B pung", "B 6m", "C 8m", "D 2s", "A 6m")
	wantNext(t, g, b)
	free := p
	free.rules = preset(t, "wap-battle")
	g = free.must(t, "A 5m", "B pung", "B 6m", "C 8m", "D 2s", "A 6m", "B win")
	wantNext(t, g, c)
}

func TestPungAgainstWin(t *testing.T) {
	p := position{rules: preset(t, "planet"), void: "ssss", wall: "1p6m2p3p4p", turn: a, seats: [4]string{
		"1479m1479p2369p3m" + "5m", "55m66m123p456p789p", "46m99m123p456p789p", idle2}}
	g := p.must(t, "A 5m", "B pung", "C win")
	wantNext(t, g, d)
	if g.seats[b].passedFan == noFan || len(g.seats[b].melds) != 0 {
		t.Error("B's choice of a pung did not pass the win")
	}
	if g.seats[b].passedPung[tileOf(t, "5m")] {
		t.Error("B's choice of a pung passed the pung")
	}
	wantPoints(t, g, -1, 0, 1, 0)
}

func TestTwoWinners(t *testing.T) {
	for _, name := range battles {
		p := position{rules: preset(t, name), void: "ssss", wall: "1p6m2p3p4p", turn: a, seats: [4]string{
			"1479m1479p2369p3m" + "5m", "46m11m123p456p789p", idle2, "46m99m123p456p789p"}}
		g := p.must(t, "A 5m", "B win", "D win")
		wantPoints(t, g, -2, 1, 0, 1)
		wantNext(t, g, a)
		p.rules.MultipleWins = false
		g = p.must(t, "A 5m", "B win", "D win")
		wantPoints(t, g, -1, 1, 0, 0)
		wantNext(t, g, c)
	}
}

func TestEmptyWall(t *testing.T) {
	p := position{rules: preset(t, "wap-battle"), void: "ssss", wall: "", turn: a, seats: [4]string{
		"1479m1479p2369p3m" + "5p", "555p111m88m78p234m", "46m99m123p456p79p8p", "1479m1479p2368p5m"}}
	p.wrong(t, "answer", "A 5p", "B kong")
	g := p.must(t, "A 5p", "B pung", "B 8m")
	if !g.over || len(g.seats[b].melds) != 1 {
		t.Errorf("over %v, B's melds %v", g.over, g.seats[b].melds)
	}
	own := p
	own.turn, own.seats = b, [4]string{"1479m1479p2369p3m", "5555p111m88m234m1p9p", "46m99m123p456p79p8p", "1479m1479p2368p5m"}
	own.wrong(t, "kong", "B [5555pc]")
	// After the pung on the last discard, a win on that seat's discard is on
	// the last tile.
	last := p
	last.seats[c] = "79m88m123p456p789p"
	last.seats[b] = "55p1118m88p78p234m"
	g = last.must(t, "A 5p", "B pung", "B 8m", "C win")
	if e := lastWin(t, g); e.Situation != fan.WallEmpty || e.Patterns != fan.Of(fan.LastDiscard) || e.Fan != 1 {
		t.Errorf("win %+v, want a last discard", e)
	}
}

func TestAddedKong(t *testing.T) {
	for _, x := range []struct {
		rules      string
		now, later []int
	}{
		{"planet", []int{3, -1, -1, -1}, []int{3, -1, -1, -1}},
		{"wap-flow", []int{3, -1, -1, -1}, []int{3, -1, -1, -1}},
		{"tsumo", []int{3, -1, -1, -1}, []int{3, -1, -1, -1}},
		{"sbr", []int{3, -1, -1, -1}, []int{0, 0, 0, 0}},
		{"mil", []int{3, -1, -1, -1}, []int{0, 0, 0, 0}},
	} {
		p := position{rules: preset(t, x.rules), void: "ssss", wall: "3m2s4s8m2s8m8m8m8m", turn: a, seats: [4]string{
			"[555p]114m147p38p1m" + "5p", idle, idle2, "1368m1368p1368s5s"}}
		wantPoints(t, p.must(t, "A [5555pa]"), x.now...)
		later := p
		wantPoints(t, later.must(t, "A 4m", "B 2s", "C 4s", "D 5s", "A [5555pa]"), x.later...)
		turn := p
		turn.pung = true
		turn.wrong(t, "kong", "A [5555pa]")
		turn.rules.KongAfterPung = true
		turn.must(t, "A [5555pa]")
		illegal := later
		illegal.rules.LateAddedKong = rules.LateIllegal
		illegal.wrong(t, "kong", "A 4m", "B 2s", "C 4s", "D 5s", "A [5555pa]")
		if x.rules == "wap-flow" {
			later.won = "CD"
			later.seats[c], later.seats[d] = "123m456m789m4p999m", "123m456m789m7p888m"
			wantPoints(t, later.must(t, "A [5555pa]"), 3, -1, -1, -1)
		}
	}
}

func TestRobbing(t *testing.T) {
	for _, name := range battles {
		p := position{rules: preset(t, name), void: "ssss", wall: "3m2s4s2s8m", turn: a, seats: [4]string{
			"[555p]114m147p38p1m" + "5p", "46p11m123m456m789m", idle, "46p99m123m456m789m"}}
		g := p.must(t, "A [5555pa]", "B win", "D pass")
		wantPoints(t, g, -2, 2, 0, 0)
		wantNext(t, g, c)
		if m := g.seats[a].melds[0]; m.IsKong() || g.seats[a].held[tileOf(t, "5p")] != 0 {
			t.Errorf("%s: after the robbery A has %s and %v", name, m, g.seats[a].held)
		}
		if e := lastWin(t, g); e.Situation != fan.ByRobbing || e.Patterns != fan.Of(fan.Robbing) {
			t.Errorf("%s: win %+v, want robbing", name, e)
		}
		g = p.must(t, "A [5555pa]", "B win", "D win")
		wantPoints(t, g, -4, 2, 0, 2)
		wantNext(t, g, a)
		g = p.must(t, "A [5555pa]", "B pass", "D pass")
		wantPoints(t, g, 3, -1, -1, -1)
		if locked := g.seats[b].passedFan != noFan; locked != (g.rules.PassedWin != rules.NoLock) {
			t.Errorf("%s: passing a robbery locks: %v", name, locked)
		}
	}
}

func TestSacredDiscard(t *testing.T) {
	p := position{rules: preset(t, "sbr"), void: "ssss", wall: "5p2s4s2s8m", turn: a, seats: [4]string{
		"[555m]114m147p38p1m" + "5p", "46p11m123m456m789m", idle, idle2}}
	g := p.game(t)
	g.seats[b].discarded[tileOf(t, "5p")] = true
	if g.mayWinOn(b, tileOf(t, "5p"), 0) {
		t.Error("a win on a kind discarded before is allowed")
	}
	if !g.mayWinOn(b, tileOf(t, "5p"), fan.ByRobbing) {
		t.Error("robbing such a kind is not allowed")
	}
	g.rules.SacredRobbing = true
	if g.mayWinOn(b, tileOf(t, "5p"), fan.ByRobbing) {
		t.Error("robbing such a kind is allowed where the rules forbid it")
	}
	g.seats[b].discarded[tileOf(t, "5p")] = false
	g.seats[b].discarded[tileOf(t, "6p")] = true
	if !g.mayWinOn(b, tileOf(t, "5p"), 0) {
		t.Error("another kind discarded before forbids the win")
	}
}

func TestShotAfterKong(t *testing.T) {
	seats := [4]string{"1111m222p47m8p39p1p" + "2p", "79m88m123p456p234p", idle, "79m55m123p678p345p"}
	for _, x := range []struct {
		rules  string
		fan    int16
		points []int
	}{
		{"planet", 0, []int{12 - 2, 1 - 4, -4, 1 - 4}},
		{"sbr", 1, []int{6 - 3 - 4, 2 - 1, -1, 2 - 1}},
		{"mil", 1, []int{12 - 6 - 4, 0, -2, 0}},
	} {
		p := position{rules: preset(t, x.rules), void: "ssss", turn: a, seats: seats, wall: "8m6m6m6m8m"}
		// Two kongs; both replacements are 8m; two seats win on the discard.
		g := p.must(t, "A [1111mc]", "A [2222pc]", "A 8m", "B win", "D win")
		wantPoints(t, g, x.points...)
		if e := lastWin(t, g); e.Fan != x.fan || e.Situation != fan.AfterKong {
			t.Errorf("%s: %d fan in situation %b, want %d after a kong", x.rules, e.Fan, e.Situation, x.fan)
		}
	}
}

// TestNoShotAfterPung: the discard after a kong is claimed for a pung, and
// the discard after that is won.
func TestNoShotAfterPung(t *testing.T) {
	p := position{rules: preset(t, "sbr"), void: "ssss", turn: a, wall: "6m6m6m8m", seats: [4]string{
		"1111m222p47m88p39p" + "5p", "79p88m123p456m234m", "88m147m369p3679p3m", idle}}
	g := p.must(t, "A [1111mc]", "A 8m", "B pass", "C pung", "C 3m")
	if g.ledger[a][engine.FromReversals] != 0 {
		t.Error("the kong was reversed")
	}
	p.seats[b] = "24m99p123p456m234m"
	g = p.must(t, "A [1111mc]", "A 8m", "C pung", "C 3m", "B win")
	wantPoints(t, g, 3, -1+1, -1-1, -1)
	if e := lastWin(t, g); e.Situation != 0 {
		t.Errorf("situation %b, want none", e.Situation)
	}
}

func TestShotByRobbing(t *testing.T) {
	p := position{rules: preset(t, "mil"), void: "ssss", turn: a, wall: "5p6m6m6m8m", seats: [4]string{
		"[555p]1111m47m8p39p" + "8p", "46p99m123m456m789m", idle, idle2}}
	g := p.must(t, "A [1111mc]", "A [5555pa]", "B win")
	wantPoints(t, g, -4, 4, 0, 0) // the first kong's payment went back
	if e := lastWin(t, g); e.Situation != fan.ByRobbing|fan.AfterKong || e.Fan != 2 {
		t.Errorf("%d fan in situation %b, want 2 by robbing after a kong", e.Fan, e.Situation)
	}
	p.rules.ShotByRobbing = false
	g = p.must(t, "A [1111mc]", "A [5555pa]", "B win")
	wantPoints(t, g, 6-2, -2+2, -2, -2)
}

func TestClaimedKong(t *testing.T) {
	p := position{rules: preset(t, "planet"), void: "ssss", turn: a, wall: "6m6m6m8m", seats: [4]string{
		"1479m1479p2369p3m" + "5p", "555p11m88m789p236m", idle, idle2}}
	wantPoints(t, p.must(t, "A 5p", "B kong"), -2, 2, 0, 0)
	p = position{rules: preset(t, "planet"), void: "ssss", turn: b, wall: "6m6m6m8m", seats: [4]string{
		"1479m1479p2369p3m", "555p11m88m789p236m" + "5p", idle, idle2}}
	wantPoints(t, p.must(t, "B [5555pc]"), -2, 6, -2, -2)
	p.won = "D"
	wantPoints(t, p.must(t, "B [5555pc]"), -2, 4, -2, 0)
	p.rules = preset(t, "wap-flow")
	wantPoints(t, p.must(t, "B [5555pc]"), -2, 6, -2, -2)
}

// TestWorkedExample is the hand that the rules settle down to the point: B's
// concealed kong, C's self-drawn flush, A a flower pig, B not ready, D with
// seven pairs.
func TestWorkedExample(t *testing.T) {
	for _, x := range []struct {
		rules  string
		points []int
	}{
		{"wap-battle", []int{-53, 7, 31, 15}},
		{"tsumo", []int{-38, 10, 12, 16}},
		{"planet", []int{-21, -1, 15, 7}},
		{"sbr", []int{-9, -9, 15, 3}},
		{"mil", []int{-9, -9, 15, 3}},
	} {
		p := position{rules: preset(t, x.rules), void: "smsm", turn: b, wall: "5m8s1s", seats: [4]string{
			"578s147m147p28m28p", "124578s1436p999p" + "9p", "111222333m99m46m", "4s33s66s99s33p55p66p"}}
		if x.rules == "mil" {
			p.wall = "1s5m8s" // the replacement comes from the front
		}
		g := p.must(t, "B [9999pc]", "B 1s", "C win", "D 8s")
		if !g.over {
			t.Fatalf("%s: the hand is not over", x.rules)
		}
		wantPoints(t, g, x.points...)
		if e := lastWin(t, g); e.Fan != 2 || e.Patterns != fan.Of(fan.FullFlush) {
			t.Errorf("%s: win %+v, want a full flush", x.rules, e)
		}
	}
}

// settled returns what a settlement moves.
func settled(r rules.Rules, seats *[engine.NumSeats]seat) (points [engine.NumSeats]int) {
	for _, x := range settle(&r, seats, nil) {
		points[x.seat] += x.points
		points[x.other] -= x.points
	}
	return points
}

const (
	plainWait = "46m99m123p456p789p" // 5m, nothing
	pungsWait = "55m99m111p[444p][777p]"
	flushWait = "46m99m123456789m"
	notReady  = "1479m2589m13579p"
	pig       = "147m258m369m123p9s"
)

func TestSettlements(t *testing.T) {
	type seats [engine.NumSeats]string
	kong := func(s int, paid ...int) func(*[engine.NumSeats]seat) {
		return func(at *[engine.NumSeats]seat) {
			at[s].kongs = append(at[s].kongs, struct{ paid [engine.NumSeats]int }{[engine.NumSeats]int(paid)})
		}
	}
	won := func(s int) func(*[engine.NumSeats]seat) {
		return func(at *[engine.NumSeats]seat) { at[s].won = true }
	}
	larger := preset(t, "wap-battle", func(r *rules.Rules) { r.FlowerPig, r.PigAmount = 3, rules.LargerPig })
	for _, x := range []struct {
		why, rules string
		seats      seats
		more       []func(*[engine.NumSeats]seat)
		points     [engine.NumSeats]int
	}{
		{"two not ready, two ready", "planet", seats{notReady, pungsWait, notReady, flushWait}, nil, [4]int{-6, 4, -6, 8}},
		{"all ready", "wap-battle", seats{plainWait, pungsWait, plainWait, flushWait}, nil, [4]int{}},
		{"none ready, no pig", "wap-battle", seats{notReady, notReady, notReady, notReady}, nil, [4]int{}},
		{"none ready still refund", "wap-battle", seats{notReady, notReady, notReady, notReady},
			[]func(*[4]seat){kong(b, 2, 0, 2, 2)}, [4]int{2, -6, 2, 2}},
		{"a ready seat keeps its kong", "planet", seats{plainWait, plainWait, plainWait, plainWait},
			[]func(*[4]seat){kong(b, 2, 0, 2, 2)}, [4]int{}},
		{"a winner keeps its kong and is out of it", "planet", seats{plainWait, notReady, plainWait, notReady},
			[]func(*[4]seat){won(a), kong(a, 0, 2, 2, 2)}, [4]int{0, -1, 2, -1}},
		{"winners paid by the pig", "wap-battle", seats{plainWait, plainWait, pig, plainWait},
			[]func(*[4]seat){won(a)}, [4]int{16, 16, -48, 16}},
		{"winners not paid by the pig", "tsumo", seats{plainWait, plainWait, pig, plainWait},
			[]func(*[4]seat){won(a)}, [4]int{0, 16, -32, 16}},
		{"the pig does not pay twice, unready seats are paid", "planet", seats{notReady, plainWait, pig, plainWait},
			nil, [4]int{8 - 2, 8 + 1, -24, 8 + 1}},
		{"two pigs", "planet", seats{pig, plainWait, pig, plainWait}, nil, [4]int{-16, 16, -16, 16}},
		{"a pig is only not ready", "sbr", seats{notReady, plainWait, pig, flushWait}, nil, [4]int{-5, 2, -5, 8}},
		{"refund only to ready or won", "tsumo", seats{notReady, pig, notReady, plainWait},
			[]func(*[4]seat){kong(a, 0, 2, 2, 2)}, [4]int{16 - 1 - 2, -48, 16 - 1, 16 + 2 + 2}},
		{"refund to winners too", "tsumo", seats{notReady, pig, plainWait, plainWait},
			[]func(*[4]seat){kong(a, 0, 2, 2, 2), won(c)}, [4]int{16 - 1 - 4, -32, 2, 16 + 1 + 2}},
		{"an added kong's ones go back", "planet", seats{notReady, plainWait, plainWait, plainWait},
			[]func(*[4]seat){won(d), kong(a, 0, 1, 1, 0)}, [4]int{-4, 2, 2, 0}},
		{"flow: winners collect", "wap-flow", seats{notReady, flushWait, plainWait, notReady},
			[]func(*[4]seat){won(b)}, [4]int{-5, 8, 2, -5}},
		{"flow: all have won", "wap-flow", seats{plainWait, flushWait, plainWait, plainWait},
			[]func(*[4]seat){won(a), won(b), won(c), won(d)}, [4]int{}},
		{"own four by shape", "wap-battle", seats{"1111m123p456p789p", notReady, plainWait, plainWait}, nil, [4]int{2, -4, 1, 1}},
		{"own four excluded", "planet", seats{"1111m123p456p789p", notReady, plainWait, plainWait}, nil, [4]int{-2, -2, 2, 2}},
		{"own four, three in a meld", "mil", seats{"1m[111m]123p456p789p", notReady, plainWait, plainWait}, nil, [4]int{2, -4, 1, 1}},
		{"own four, all concealed", "mil", seats{"1111m123p456p789p", notReady, plainWait, plainWait}, nil, [4]int{-2, -2, 2, 2}},
		{"the larger of a pig's amounts", "larger", seats{notReady, plainWait, pig, flushWait}, nil, [4]int{3 - 5, 3 + 1, -10, 4 + 4}},
		{"to a winner who has left the fixed one", "larger", seats{notReady, flushWait, pig, flushWait},
			[]func(*[4]seat){won(b)}, [4]int{3 - 4, 3, -10, 4 + 4}},
	} {
		var at [engine.NumSeats]seat
		for s := range at {
			at[s] = parseSeat(t, x.seats[s], "s")
		}
		for _, f := range x.more {
			f(&at)
		}
		r := larger
		if x.rules != "larger" {
			r = preset(t, x.rules)
		}
		if got := settled(r, &at); got != x.points {
			t.Errorf("%s (%s): %v, want %v", x.why, x.rules, got, x.points)
		}
	}
}

func TestThirdWinEndsTheHand(t *testing.T) {
	for _, name := range battles {
		p := position{rules: preset(t, name), void: "ssss", turn: a, wall: "5m", won: "BC", seats: [4]string{
			"1479m1479p2369p3m" + "5m", idle, idle2, "46m99m123p456p789p"}}
		g := p.must(t, "A 5m", "D win")
		if !g.over || g.points() != [4]int{-1, 0, 0, 1} {
			t.Errorf("%s: over %v, points %v", name, g.over, g.points())
		}
		if g.at != len(g.events) || slices.ContainsFunc(g.events, func(e engine.Event) bool { return e.Kind == engine.EventExhausted }) {
			t.Errorf("%s: a settlement follows the third win", name)
		}
	}
}

func TestSelfDrawPayers(t *testing.T) {
	for name, want := range map[string][]int{
		"wap-battle": {4, -2, -2, 0}, "wap-flow": {6, -2, -2, -2}, "tsumo": {2, -1, -1, 0},
	} {
		p := position{rules: preset(t, name), void: "ssss", turn: a, wall: "2s1p1p", won: "D", seats: [4]string{
			"46m99m123p456p789p" + "5m", idle, idle2, "46m99m123p456p789p"}}
		g := p.must(t, "A win")
		wantPoints(t, g, want...)
		wantNext(t, g, b)
	}
}

func TestHigherFan(t *testing.T) {
	// B waits on 1m and 4m for a root and on 3m for a root and all pungs.
	p := position{rules: preset(t, "mil"), void: "ssss", turn: c, wall: "4m3m9s9s9s", seats: [4]string{
		"5679m134899p88p1p", "2223m[5555p][666p][777p]", "5679m134899p88p1p" + "1m", "5679m134899p88p1p"}}
	g := p.must(t, "C 1m", "B pass", "D 4m", "A 3m", "B win")
	if e := lastWin(t, g); e.Fan != 2 {
		t.Errorf("win of %d fan, want 2", e.Fan)
	}
	if g.cover["lock/higher_fan/refused"] != 1 || g.cover["lock/higher_fan/allowed"] != 1 {
		t.Errorf("coverage %v", g.cover)
	}
	// Three fan count as three and more: after 3 nothing is dearer.
	p.seats[b] = "2223m[5555p][6666p][7777p]"
	g = p.must(t, "C 1m", "B pass", "D 4m", "A 3m")
	wantNext(t, g, b)
}

// A hand of too few fan is no win, whoever's tile it is, and passing it locks
// nothing.
func TestMinFan(t *testing.T) {
	for least, wins := range []int{4, 2, 1, 0} {
		r := preset(t, "planet", func(r *rules.Rules) { r.MinFan = least })
		// B waits on 1m and 4m for a root and on 3m for a root and all pungs.
		p := position{rules: r, void: "ssss", turn: c, wall: "4m3m9s9s9s", seats: [4]string{
			"5679m134899p88p1p", "2223m[5555p][666p][777p]", "5679m134899p88p1p" + "1m", "5679m134899p88p1p"}}
		switch {
		case wins >= 2:
			g := p.must(t, "C 1m", "B win")
			if e := lastWin(t, g); e.Fan != 1 {
				t.Errorf("least %d: win of %d fan, want 1", least, e.Fan)
			}
		case wins == 1:
			g := p.must(t, "C 1m", "D 4m", "A 3m", "B win")
			if e := lastWin(t, g); e.Fan != 2 || g.cover["min_fan/refused"] != 2 {
				t.Errorf("win of %d fan, want 2; coverage %v", e.Fan, g.cover)
			}
		default:
			wantNext(t, p.must(t, "C 1m", "D 4m", "A 3m"), b)
		}
	}
}

func TestOwnDiscardLocks(t *testing.T) {
	p := position{rules: preset(t, "mil"), void: "ssss", turn: b, wall: "1p5m9p9p", seats: [4]string{
		"1479m1479p2369p3m", "46m99m123p456p789p" + "5m", "1479m1479p2358p8m", "1479m1479p2358p8m"}}
	g := p.must(t, "B 5m", "C 1p", "D 5m")
	wantNext(t, g, a) // B was not asked about the 5m
	after := p
	after.pung = true // as if B had claimed a pung and was left with no win
	after.seats[b] = "46m99m123p456p789p" + "1m"
	g = after.game(t)
	g.seats[b].passedFan = 3
	g.author = func(want engine.Event) engine.Event {
		if want.Kind == engine.EventDiscard && want.Seat == b {
			want.Tile = tileOf(t, "1m")
			return want
		}
		if want.Kind == engine.EventDiscard {
			panic(&Fault{Rule: outOfChoices})
		}
		return want
	}
	if f := g.playOn(); f.Rule != outOfChoices {
		t.Fatal(f)
	}
	if g.seats[b].passedFan != noFan {
		t.Error("the discard after a pung did not lift the lock")
	}
}

func TestPassedPung(t *testing.T) {
	p := position{rules: preset(t, "planet"), void: "ssss", turn: c, wall: "5p1p9p5p1m1m", seats: [4]string{
		"1479m1479p2369p3m", "55p147m47m12389p4m", "1479m1479p2358p8m" + "5p", "1479m1479p2358p8m"}}
	g := p.must(t, "C 5p", "B pass", "D 5p")
	wantNext(t, g, a)
	free := p
	free.rules.PassedPung = false
	free.must(t, "C 5p", "B pass", "D 5p", "B pung")
}

func TestOpeningWin(t *testing.T) {
	for name, want := range map[string][]int{
		"planet": {6, -2, -2, -2}, "wap-battle": {6, -2, -2, -2}, "wap-flow": {6, -2, -2, -2},
		"sbr": {6, -2, -2, -2}, "mil": {6, -2, -2, -2}, "tsumo": {48, -16, -16, -16},
	} {
		p := position{rules: preset(t, name), void: "ssss", turn: a, opening: true, wall: "2s1p1p", seats: [4]string{
			"46m99m123p456p789p" + "5m", idle, idle2, idle}}
		g := p.must(t, "A win")
		wantPoints(t, g, want...)
		if e := lastWin(t, g); e.Situation != fan.BySelfDraw|fan.OnDeal {
			t.Errorf("%s: situation %b", name, e.Situation)
		}
	}
}

func TestFirstDraw(t *testing.T) {
	p := position{rules: preset(t, "tsumo"), void: "ssss", turn: a, opening: true, wall: "5m1p1p", seats: [4]string{
		"1479m1479p2369p3m8m", "46m99m123p456p789p", idle2, idle}}
	g := p.game(t)
	for s := range g.seats {
		g.seats[s].draws = 0
	}
	g.author = func(want engine.Event) engine.Event {
		switch {
		case want.Kind == engine.EventDiscard && want.Seat == a:
			want.Tile = tileOf(t, "8m")
		case want.Kind == engine.EventDiscard && want.Seat == b:
			return scripted(t, g, want, "win")
		case want.Kind == engine.EventDiscard:
			panic(&Fault{Rule: outOfChoices})
		}
		return want
	}
	if f := g.playOn(); f.Rule != outOfChoices {
		t.Fatal(f)
	}
	if e := lastWin(t, g); e.Situation != fan.BySelfDraw|fan.OnFirstDraw || e.Patterns != fan.Of(fan.Earthly) || e.Points != 16 {
		t.Errorf("win %+v, want the earthly limit", e)
	}
}

// TestOpeningWinInFlow: the thirteen tiles that stay are those with the
// widest wait.
func TestOpeningWinInFlow(t *testing.T) {
	r := preset(t, "wap-flow")
	for _, x := range []struct{ tiles, out, why string }{
		{"23444566m123p789p", "6m", "147m, nine live, before 146m, seven live"},
		{"123m456m789m11p789p", "1m", "147m before 369m, nine live each"},
		{"1133557799m1122p", "1m", "all alike"},
		{"11123456789999m", "9m", "all nine kinds"},
	} {
		s := parseSeat(t, x.tiles, "s")
		g := newGame(&r, &engine.Deck{}, nil, nil)
		if got := g.openingTile(&s); got.String() != x.out {
			t.Errorf("%s: %s is taken out, want %s: %s", x.tiles, got, x.out, x.why)
		}
	}
}

func TestLockedWinner(t *testing.T) {
	p := position{rules: preset(t, "wap-flow"), void: "ssss", turn: a, wall: "9p9p9p9p9p", won: "A", seats: [4]string{
		"46m99m111p456p888p" + "1p", idle, idle2, idle}}
	p.wrong(t, "discard", "A 4m")
	p.must(t, "A 1p")
	wantPoints(t, p.must(t, "A [1111pc]"), 6, -2, -2, -2)
	moved := p
	moved.seats[a] = "11123p99m456m888m" + "1p" // 1p or 4p; a kong would leave 4p alone
	moved.wrong(t, "kong", "A [1111pc]")
	drawn := p
	drawn.seats[a] = "46m99m111p456p888p" + "5p"
	drawn.wrong(t, "kong", "A [8888pc]")
	drawn.wrong(t, "discard", "A 8p")
	// A locked winner is asked about wins only, again and again.
	again := p
	again.turn, again.seats = b, [4]string{"46m99m111p456p888p", "1479m1479p239p13m" + "5m", idle2, idle}
	g := again.must(t, "B 5m", "A win")
	wantNext(t, g, b)
	wantPoints(t, g, 1, -1, 0, 0)
	again.seats[b] = "1479m1479p239p13m" + "8p"
	wantNext(t, again.must(t, "B 8p"), c)
}

func TestFaultNamesTheEvent(t *testing.T) {
	r := preset(t, "planet")
	d, events, final := makeUp(r, 1, nil)
	events = slices.Clone(events)
	events[60].Seat = 9
	err := Judge(r, d, events, final)
	if f, ok := err.(*Fault); !ok || f.Event != 60 || f.Rule != "fields" {
		t.Errorf("got %v, want a fault at event 60", err)
	}
	if err := Judge(r, d, nil, final); err == nil {
		t.Error("no events are no fault")
	}
}
