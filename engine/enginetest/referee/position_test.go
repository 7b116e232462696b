package referee

import (
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A position is a hand in the middle: what each seat owns, whose turn it is
// and what is left of the wall. Seats are A to D. The tiles of the seat whose
// turn it is are one more than the others'; the last one written was drawn.
type position struct {
	rules   rules.Rules
	seats   [engine.NumSeats]string
	void    string // the four void suits
	turn    int
	opening bool
	pung    bool // the turn began with a pung
	wall    string
	won     string // the seats that have won
}

// preset returns the rules of that name, changed by the functions.
func preset(t *testing.T, name string, change ...func(r *rules.Rules)) rules.Rules {
	t.Helper()
	r, err := rules.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range change {
		f(&r)
	}
	return r
}

// parse reads tiles and melds in the notation of package tile.
func parse(t *testing.T, text string) (tiles []tile.Tile, melds []tile.Meld) {
	t.Helper()
	text = strings.ReplaceAll(text, " ", "")
	for text != "" {
		inMeld := text[0] == '['
		text = strings.TrimPrefix(text, "[")
		n := strings.IndexAny(text, "mps")
		if n <= 0 {
			t.Fatalf("bad tiles %q", text)
		}
		suit, _ := tile.ParseSuit(text[n : n+1])
		var run []tile.Tile
		for _, d := range text[:n] {
			run = append(run, tile.Of(suit, int(d-'0')))
		}
		text = text[n+1:]
		if !inMeld {
			tiles = append(tiles, run...)
			continue
		}
		kind := tile.Pung
		if len(run) == 4 {
			kind = tile.ClaimedKong
		}
		switch text[0] {
		case 'c':
			kind = tile.ConcealedKong
		case 'a':
			kind = tile.AddedKong
		}
		text = strings.TrimLeft(text, "ca")[1:]
		melds = append(melds, tile.MakeMeld(kind, run[0]))
	}
	return tiles, melds
}

// parseSeat returns what a seat of those tiles and void suit is.
func parseSeat(t *testing.T, text, void string) seat {
	t.Helper()
	s := seat{committed: tile.None, passedFan: noFan, draws: 2}
	s.void, _ = tile.ParseSuit(void)
	tiles, melds := parse(t, text)
	for _, x := range tiles {
		s.held[x]++
	}
	s.melds = melds
	return s
}

// game sets the position up.
func (p position) game(t *testing.T) *game {
	t.Helper()
	g := newGame(&p.rules, &engine.Deck{}, nil, Coverage{})
	g.called = !p.opening
	for s := range g.seats {
		g.seats[s] = parseSeat(t, p.seats[s], p.void[s:s+1])
		g.seats[s].won = strings.ContainsRune(p.won, rune('A'+s))
		tiles, _ := parse(t, p.seats[s])
		if want := 13 - 3*len(g.seats[s].melds); len(tiles) != want && (s != p.turn || len(tiles) != want+1) {
			t.Fatalf("seat %d holds %d tiles, want %d", s, len(tiles), want)
		}
	}
	g.wall.back = p.rules.ReplacementFrom == rules.Back
	g.wall.lanes[0], _ = parse(t, p.wall)
	g.turn = turn{seat: p.turn, drawn: tile.None, opening: p.opening, kong: noKong}
	if !p.opening && !p.pung {
		tiles, _ := parse(t, p.seats[p.turn])
		g.turn.drawn = tiles[len(tiles)-1]
	}
	return g
}

// outOfChoices is the rule of the fault that ends a script.
const outOfChoices = "the script ends"

// play goes on from the position by choices such as "A 5m" (a discard), "B
// win", "C pass", "D pung", "D kong" (answers or, for win, a self-draw) and "A
// [5555mc]" (a kong of one's own). The referee writes what is due in between.
// A choice of another seat than the one whose choice is due is an error. It
// returns the game and the fault that ended it, nil at the end of the script
// or the hand.
func (p position) play(t *testing.T, script ...string) (*game, *Fault) {
	t.Helper()
	g := p.game(t)
	g.author = func(want engine.Event) engine.Event {
		if want.Kind != engine.EventDiscard && want.Kind != engine.EventAnswer {
			return want
		}
		if len(script) == 0 {
			panic(&Fault{Rule: outOfChoices})
		}
		who, choice, _ := strings.Cut(script[0], " ")
		if int(who[0]-'A') != int(want.Seat) {
			t.Fatalf("the script has %q where %s is due", script[0], describe(want))
		}
		script = script[1:]
		return scripted(t, g, want, choice)
	}
	f := g.playOn()
	if f != nil && f.Rule == outOfChoices {
		f = nil
	}
	if f == nil && len(script) > 0 {
		t.Fatalf("the hand ended before %q", script)
	}
	return g, f
}

func (g *game) playOn() (f *Fault) {
	defer func() {
		if p := recover(); p != nil {
			var ok bool
			if f, ok = p.(*Fault); !ok {
				panic(p)
			}
		}
	}()
	for !g.over {
		g.playTurn()
	}
	return nil
}

func scripted(t *testing.T, g *game, want engine.Event, choice string) engine.Event {
	t.Helper()
	if want.Kind == engine.EventAnswer {
		want.Action = map[string]engine.Action{
			"win": engine.Win, "pung": engine.Pung, "kong": engine.Kong, "pass": engine.Pass,
		}[choice]
		return want
	}
	if choice == "win" {
		e := plain(engine.EventWin, want.Seat, want.Seat)
		e.Tile = g.turn.drawn
		if g.turn.opening {
			e.Tile = g.openingTile(&g.seats[want.Seat])
		}
		if g.mayWinOwn() {
			e = g.authored(e, g.ownSituation())
		}
		return e
	}
	tiles, melds := parse(t, choice)
	if len(melds) > 0 {
		e := plain(engine.EventMeld, want.Seat, want.Seat)
		e.Meld = melds[0]
		return e
	}
	want.Tile = tiles[0]
	return want
}

// must plays a script that must be right.
func (p position) must(t *testing.T, script ...string) *game {
	t.Helper()
	g, f := p.play(t, script...)
	if f != nil {
		t.Fatalf("%s: %v", p.rules.Name, f)
	}
	return g
}

// wrong plays a script whose last choice must be a fault against the rule.
func (p position) wrong(t *testing.T, rule string, script ...string) {
	t.Helper()
	_, f := p.play(t, script...)
	if f == nil || f.Rule != rule {
		t.Errorf("%s: script %q: got fault %v, want one against %q", p.rules.Name, script, f, rule)
	}
}

func (g *game) points() [engine.NumSeats]int { return g.ledger.Points() }

func wantPoints(t *testing.T, g *game, want ...int) {
	t.Helper()
	if got := g.points(); got != [engine.NumSeats]int(want) {
		t.Errorf("%s: points %v, want %v", g.rules.Name, got, want)
	}
}

// wantNext demands that it is seat s's turn, holding what it drew.
func wantNext(t *testing.T, g *game, s int) {
	t.Helper()
	if g.over || g.turn.seat != s {
		t.Errorf("%s: turn of seat %d (over %v), want seat %d", g.rules.Name, g.turn.seat, g.over, s)
	}
}

// lastWin returns the last win of the hand.
func lastWin(t *testing.T, g *game) engine.Event {
	t.Helper()
	for i := len(g.events) - 1; i >= 0; i-- {
		if g.events[i].Kind == engine.EventWin {
			return g.events[i]
		}
	}
	t.Fatal("nobody has won")
	return engine.Event{}
}

// Seats that hold no pair, are not ready and, under rules that forbid it,
// claim nothing while they hold bamboo, their void suit.
const (
	idle  = "1479m1479p1479s2s"
	idle2 = "2589m2589p2589s4s"
)
