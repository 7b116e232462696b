package engine

import (
	"strings"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

func lookup(t testing.TB, name string) rules.Rules {
	t.Helper()
	r, err := rules.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// O1: the dealer holds 14, the wall 55, and the dealer acts without drawing.
func TestO1AfterTheOpening(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		for dealer, letter := range []string{"A", "B", "C", "D"} {
			g := situation{rules: presetOf[p], dealer: letter, void: "ssss"}.start(t)
			g.wantTurn(letter)
			if g.h.Left() != 55 || g.h.Dealer() != dealer {
				t.Errorf("dealer %s: got %d tiles left, dealer %d", letter, g.h.Left(), g.h.Dealer())
			}
			if got := g.e.View(&g.h, dealer).Drawn(); got != tile.None {
				t.Errorf("dealer %s has drawn %s", letter, got)
			}
			if g.count(EventDraw) != 0 || g.count(EventDeal) != 53 {
				t.Errorf("dealer %s: got %d draws, %d tiles dealt", letter, g.count(EventDraw), g.count(EventDeal))
			}
			for seat := range NumSeats {
				want := 13
				if seat == dealer {
					want = 14
				}
				if got := g.e.View(&g.h, seat).HeldCount(seat); got != want {
					t.Errorf("dealer %s: seat %d holds %d, want %d", letter, seat, got, want)
				}
			}
		}
	})
}

// O2: the tile committed with the void suit still counts, may not be used in a
// kong, and is the first discard.
func TestO2CommittedTile(t *testing.T) {
	g := situation{
		rules: "sbr",
		held:  [NumSeats]string{"5555s9999p", "", "12p", ""},
		void:  "ssps",
		draws: "*2p 1s 9m 9m",
	}.start(t)
	if got := g.e.View(&g.h, 0).Committed(); got.String() != "5s" {
		t.Fatalf("A has committed %s, want 5s", got)
	}
	if got := g.e.View(&g.h, 0).HeldCount(0); got != 14 {
		t.Errorf("A holds %d tiles, want 14", got)
	}
	g.wantLegal("A", "5s, kong 9p")
	g.wantMay(false, "kong 5s")
	g.play("A kong 9p")
	g.wantLegal("A", "5s")
	g.play("A 5s")
	if got := g.e.View(&g.h, 0).Committed(); got != tile.None {
		t.Errorf("after its discard A has committed %s", got)
	}
	g.wantLegal("B", "1s") // named a suit it did not hold, and drew it
	g.play("B 1s")
	if got := g.e.View(&g.h, 2).HeldCount(2); got != 14 {
		t.Errorf("C holds %d tiles, its committed one included; want 14", got)
	}
	g.wantLegal("C", "1p")
	g.play("C 1p")
	g.wantTurn("D")
	if n := len(g.e.Legal(&g.h, nil)); n < 10 {
		t.Errorf("D, which held no void tile, may only %s", g.legal())
	}
}

// O2: a suit one holds is named by one of its tiles.
func TestO2CommitOrName(t *testing.T) {
	d := Deck{Direction: rules.Right}
	for i := range d.Tiles {
		d.Tiles[i] = tile.Tile(i / tile.Copies)
	}
	g := deal(t, lookup(t, "sbr"), &d) // every seat holds one each of 1m to 4p
	for _, x := range []struct {
		a     Action
		legal bool
	}{
		{NameVoid(tile.Characters), false},
		{NameVoid(tile.Dots), false},
		{NameVoid(tile.Bamboo), true},
		{CommitVoid(tileOf(t, "1m")), true},
		{CommitVoid(tileOf(t, "4p")), true},
		{CommitVoid(tileOf(t, "6p")), false},
		{CommitVoid(tileOf(t, "1s")), false},
	} {
		if err := g.e.Check(&g.h, x.a); (err == nil) != x.legal {
			t.Errorf("%s: got %v, want legal %t", x.a, err, x.legal)
		}
	}
	for s := range tile.Suit(tile.NumSuits) {
		g := deal(t, lookup(t, "mil"), &d)
		if err := g.e.Check(&g.h, NameVoid(s)); err != nil {
			t.Errorf("mil: %v", err)
		}
		if g.e.Check(&g.h, CommitVoid(tileOf(t, "1m"))) == nil {
			t.Error("mil: a tile can be committed")
		}
	}
}

// A meld claimed before the first discard leaves the committed tile to go first.
func TestCommittedTileAfterPung(t *testing.T) {
	g := situation{
		rules: "sbr",
		held:  [NumSeats]string{"9p", "", "99p57m", ""},
		void:  "ssms",
	}.start(t)
	g.play("A 9p", "C pung")
	g.wantLegal("C", "5m")
}

// O3: nothing about one seat's choice is visible before all have chosen; where
// the rules hide void suits, not before the seat's first discard.
func TestO3VoidSuitsAreHidden(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		s := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"1p", "", "1p", "3s"},
			void:  "psps",
			draws: "9m 9m 9m",
		}
		r := lookup(t, s.rules)
		d, out := s.deck(t, &r)
		g := deal(t, r, &d)
		for i := range out {
			for _, x := range out[i] {
				g.apply(Exchange(x))
			}
		}
		wantVoids(g, "----", "----", "----", "----")
		named := []Action{NameVoid(tile.Dots), NameVoid(tile.Bamboo), NameVoid(tile.Dots), NameVoid(tile.Bamboo)}
		if r.VoidCommits {
			named[0], named[2], named[3] = CommitVoid(tileOf(t, "1p")), CommitVoid(tileOf(t, "1p")), CommitVoid(tileOf(t, "3s"))
		}
		g.apply(named[0])
		wantVoids(g, "p---", "----", "----", "----")
		g.apply(named[1])
		wantVoids(g, "p---", "-s--", "----", "----")
		g.apply(named[2])
		wantVoids(g, "p---", "-s--", "--p-", "----")
		if n := g.count(EventVoid); n != 0 {
			t.Errorf("%d void suits were told before all have chosen", n)
		}
		g.apply(named[3])
		if n := g.count(EventVoid); n != NumSeats {
			t.Errorf("%d void suits were told", n)
		}
		if !r.VoidHidden {
			wantVoids(g, "psps", "psps", "psps", "psps")
			return
		}
		wantVoids(g, "p---", "-s--", "--p-", "---s")
		g.play("A 1p", "B 9m")
		wantVoids(g, "ps--", "ps--", "psp-", "ps-s")
		g.play("C 1p", "D 3s")
		wantVoids(g, "psps", "psps", "psps", "psps")
	})
}

// wantVoids demands the void suits that A to D see of all seats.
func wantVoids(g *game, want ...string) {
	g.Helper()
	for viewer, w := range want {
		var got strings.Builder
		for s := range NumSeats {
			got.WriteString(g.e.View(&g.h, viewer).Void(s).String())
		}
		if got.String() != w {
			g.Errorf("%c sees the void suits %s, want %s", 'A'+viewer, got.String(), w)
		}
	}
}

// The exchange: three tiles of one suit in ascending order, each seat seeing
// only its own, and all of them change hands at once.
func TestExchange(t *testing.T) {
	for _, x := range []struct {
		direction rules.Direction
		from      [NumSeats]int // whose tiles A to D receive
	}{
		{rules.Right, [NumSeats]int{3, 0, 1, 2}},
		{rules.Opposite, [NumSeats]int{2, 3, 0, 1}},
		{rules.Left, [NumSeats]int{1, 2, 3, 0}},
	} {
		s := situation{rules: "planet", void: "sspm", direction: x.direction}
		r := lookup(t, s.rules)
		d, _ := s.deck(t, &r)
		g := deal(t, r, &d)
		var out [NumSeats]tile.Held
		var before [NumSeats]tile.Held
		for i := range out {
			before[i] = g.h.Held(i)
			first := g.e.Legal(&g.h, nil)[0]
			for range 3 {
				legal := g.e.Legal(&g.h, nil)
				for _, a := range legal {
					if a.Kind() != KindExchange || g.h.Held(i)[a.Tile().Suit()] == 0 {
						t.Errorf("%s is offered to %c", a, 'A'+i)
					}
					if out[i].Total() > 0 && (a.Tile().Suit() != first.Tile().Suit() || a < first) {
						t.Errorf("%s is offered to %c after %s", a, 'A'+i, first)
					}
				}
				out[i].Add(legal[0].Tile())
				first = legal[0]
				g.apply(legal[0])
				if got := g.e.View(&g.h, i).PassedOn(); out[i].Total() < 3 && got != out[i] {
					t.Errorf("%c has passed on %s, its View says %s", 'A'+i, out[i], got)
				}
			}
		}
		for i, from := range x.from {
			want := before[i]
			for suit := range want {
				want[suit] += out[from][suit] - out[i][suit]
			}
			if got := g.h.Held(i); got != want {
				t.Errorf("%s: %c holds %s, want %s", x.direction, 'A'+i, got, want)
			}
		}
		if got := g.count(EventExchange); got != 12 {
			t.Errorf("%d tiles were told to be exchanged, want 12", got)
		}
	}
}

// A suit of fewer than three tiles cannot be passed on; with any suits allowed
// everything can.
func TestExchangeLegal(t *testing.T) {
	for _, x := range []struct {
		oneSuit bool
		tiles   int
		steps   string
		want    string
	}{
		{true, 3, "", "1m 2m 3m 1p"},
		{true, 3, "1m", "1m 2m 3m"},
		{true, 3, "2m", "2m 3m"},
		{true, 3, "3m", "3m"},
		{true, 3, "1p", "1p"},
		{true, 4, "", "1m 2m 1p"},
		{false, 3, "", "1m 2m 3m 1p 9p"},
		{false, 3, "1p", "1p 9p 1s"},
		{false, 1, "", "1m 2m 3m 1p 9p 1s 2s"},
	} {
		r := lookup(t, "planet")
		r.ExchangeOneSuit, r.ExchangeTiles = x.oneSuit, x.tiles
		d := dealt13(t, "1122333m111p9p12s")
		g := deal(t, r, &d)
		for _, step := range order(t, x.steps) {
			g.apply(Exchange(step))
		}
		var got []string
		for _, a := range g.e.Legal(&g.h, nil) {
			got = append(got, a.Tile().String())
		}
		if strings.Join(got, " ") != x.want {
			t.Errorf("one suit %t, %d tiles, after %q: got %v, want %s", x.oneSuit, x.tiles, x.steps, got, x.want)
		}
	}
}

// dealt13 returns a deck in which D deals and A is dealt the 13 tiles.
func dealt13(t testing.TB, text string) Deck {
	t.Helper()
	d := Deck{Dealer: 3, Direction: rules.Right}
	var left tile.Held
	for x := range tile.Tile(tile.Count) {
		left.AddN(x, tile.Copies)
	}
	mine := order(t, text)
	for _, x := range mine {
		left.Remove(x)
	}
	rest := list(left)
	for i := range d.Tiles {
		if i%NumSeats == 1 && i < dealt-1 {
			d.Tiles[i], mine = mine[0], mine[1:]
		} else {
			d.Tiles[i], rest = rest[0], rest[1:]
		}
	}
	return d
}

// O4: a tile of the void suit drawn later is the only legal discard; a shape
// that it completes is no win, and calls meanwhile are for the rules.
func TestO4VoidTileDrawnLater(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"1p", "9999p123456789m", "", ""},
			void:  "ssss",
			draws: "5s *1s",
		}.start(t)
		g.play("A 1p")
		want := "5s, kong 9p"
		if among(p, "P WB WF") {
			want = "5s"
		}
		g.wantLegal("B", want)
	})
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"1p", "123456789m5512s", "", ""},
			void:  "ssss",
			draws: "3s",
		}.start(t)
		g.play("A 1p")
		want := "1s, 2s, 3s, 5s"
		if p == "S" {
			want = "1s" // committed
		}
		g.wantLegal("B", want)
	})
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"1p", "55m123456789p12s", "", ""},
			void:  "ssss",
			draws: "9s 5m",
		}.start(t)
		g.play("A 1p", "B 1s", "C 5m")
		if among(p, "P WB WF") {
			g.wantTurn("D")
			return
		}
		g.wantLegal("B", "pung, pass")
	})
}

// O5: four tiles of the own void suit are never a kong, three or two never
// claim a discard.
func TestO5KongOfVoidSuit(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		s := situation{rules: presetOf[p], held: [NumSeats]string{"5555s", "", "", ""}, void: "ssss"}
		g := s.start(t)
		g.wantLegal("A", "5s")
		g.wantMay(false, "kong 5s")

		s.held, s.void = [NumSeats]string{"6p", "666p", "", ""}, "spss"
		g = s.start(t)
		g.play("A 6p")
		g.wantTurn("B")

		s.held = [NumSeats]string{"6p", "", "66p", ""}
		s.void = "ssps"
		g = s.start(t)
		g.play("A 6p")
		g.wantTurn("B")
	})
}

// O6: kongs of other kinds while void tiles are held.
func TestO6KongWhileHoldingVoid(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		strict := among(p, "P WB WF")
		s := situation{rules: presetOf[p], held: [NumSeats]string{"9999p5s", "", "", ""}, void: "ssss"}
		g := s.start(t)
		g.wantMay(!strict, "kong 9p")

		s.held = [NumSeats]string{"9p", "999p5s", "", ""}
		g = s.start(t)
		g.play("A 9p")
		if strict {
			g.wantTurn("B")
		} else {
			g.wantLegal("B", "pung, kong, pass")
		}

		s.held = [NumSeats]string{"9p", "999p1m", "", ""}
		s.draws = "9m9m9m 5s"
		g = s.start(t)
		g.play("A 9p", "B pung", "B 1m", "C 9m", "D 9m", "A 9m")
		g.wantTurn("B")
		g.wantMay(!strict, "add 9p")
	})
}

// O7: what is no action is an error that names it.
func TestO7UnknownActions(t *testing.T) {
	g := situation{rules: "planet", void: "ssss"}.start(t)
	for a := NumActions; a < 256; a++ {
		err := g.e.Check(&g.h, Action(a))
		if err == nil || !strings.Contains(err.Error(), Action(a).String()) {
			t.Errorf("Check(%d): got %v", a, err)
		}
	}
}

// R5: a dealer whose opening tiles are complete wins without a draw.
func TestR5OpeningComplete(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"123456789m12355p", "", "", ""},
			void:  "ssss",
		}.start(t)
		g.wantMay(true, "win")
		g.play("A win")
		if p == "T" {
			g.wantPoints(48, -16, -16, -16)
		} else {
			g.wantPoints(6, -2, -2, -2)
		}
		g.wantTurn("B")
		if g.h.WinOrder(0) != 1 {
			t.Errorf("A's place among the winners is %d, want 1", g.h.WinOrder(0))
		}
	})
	// Not after a kong or a discard, and not with the void suit held.
	each(t, "T", func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"1111m23456789m55p", "", "", ""},
			void:  "ssss",
			draws: "*1p",
		}.start(t)
		g.wantMay(true, "win")
		g.play("A kong 1m")
		g.wantMay(false, "win")
		g = situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"123456789m12355s", "", "", ""},
			void:  "ssss",
		}.start(t)
		g.wantMay(false, "win")
	})
}

// An earthly hand is a self-draw on the first draw of a seat that does not deal,
// with no pung, kong or win before.
func TestEarthlyHand(t *testing.T) {
	s := situation{
		held:  [NumSeats]string{"19m", "46m123456789p22p", "", "99m1p"},
		void:  "ssss",
		draws: "5m",
	}
	each(t, allPresets, func(t *testing.T, p string) {
		s := s
		s.rules = presetOf[p]
		g := s.start(t)
		g.play("A 1m", "B win")
		if p == "T" {
			g.wantPoints(-16, 48, -16, -16)
		} else {
			g.wantPoints(-2, 6, -2, -2)
		}
	})
	s.rules, s.draws = "tsumo", "8m5m"
	g := s.start(t)
	g.play("A 9m", "D pung", "D 1p", "A 8m", "B win")
	g.wantPoints(-1, 3, -1, -1)
	// Nor on a later draw, though nothing was called.
	s.draws = "1s1s 1s 1s 5m"
	g = s.start(t)
	g.play("A 1m", "B 1s", "C 1s", "D 1s", "A 1s", "B win")
	g.wantPoints(-1, 3, -1, -1)
	// The second draw after a kong of one's own is no first draw.
	g = situation{
		rules: "tsumo",
		held:  [NumSeats]string{"1m", "9999m46m456789p2p", "", ""},
		void:  "ssss",
		draws: "2p *5m",
	}.start(t)
	g.play("A 1m", "B kong 9m", "B win")
	g.wantPoints(-2-4, 18, -6, -6) // kong 2; root and replacement: 2 fan
}
