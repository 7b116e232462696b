package engine

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

var tables = shape.New()

// A situation is a hand made to order: who holds what once the void suits are
// named, and which tiles come next. The rest of the wall is filled in.
type situation struct {
	rules  string // a preset
	dealer string // a seat, A to D; A if empty
	// held are the tiles of A to D at the start of play, the dealer's with its
	// fourteenth. Tiles that are missing are made up, far from ready and none of
	// them of the void suit.
	held [NumSeats]string
	// void are the suits that A to D name, "pssm". Where the rules commit a
	// tile, it is the lowest held one.
	void string
	// draws are the next tiles in the order of drawing; those after a star
	// replace kongs: "1m *9p 22s".
	draws string
	last  string // the last tiles of the wall
	lanes bool

	direction rules.Direction // Right if not given
}

// order reads tiles and keeps their order.
func order(t testing.TB, text string) []tile.Tile {
	t.Helper()
	var list []tile.Tile
	digits := ""
	for _, c := range text {
		switch {
		case c >= '1' && c <= '9':
			digits += string(c)
		case c == ' ':
		default:
			for _, d := range digits {
				x, err := tile.ParseTile(string(d) + string(c))
				if err != nil {
					t.Fatalf("tiles %q: %v", text, err)
				}
				list = append(list, x)
			}
			digits = ""
		}
	}
	if digits != "" {
		t.Fatalf("tiles %q: the suit is missing", text)
	}
	return list
}

func heldOf(t testing.TB, text string) tile.Held {
	t.Helper()
	h, err := tile.ParseHeld(text)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func tileOf(t testing.TB, text string) tile.Tile {
	t.Helper()
	x, err := tile.ParseTile(text)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func seatOf(t testing.TB, letter string) int {
	t.Helper()
	s := strings.Index("ABCD", letter)
	if s < 0 || len(letter) != 1 {
		t.Fatalf("no seat %q", letter)
	}
	return s
}

// list returns the tiles of a heap in ascending order.
func list(h tile.Held) []tile.Tile {
	var l []tile.Tile
	for x := range tile.Tile(tile.Count) {
		for range h.Count(x) {
			l = append(l, x)
		}
	}
	return l
}

// passed returns the three lowest tiles of the first suit that has three: what
// a seat of the situation is given in the exchange.
func passed(h tile.Held) []tile.Tile {
	for s := range h {
		if h[s].Total() >= 3 {
			var suit tile.Held
			suit[s] = h[s]
			return list(suit)[:3]
		}
	}
	panic("a hand without three tiles of a suit")
}

// deck returns the situation's deck, and what each seat passes on so that all
// of them hold what they should after an exchange.
func (s *situation) deck(t testing.TB, r *rules.Rules) (Deck, [NumSeats][]tile.Tile) {
	t.Helper()
	d := Deck{Direction: s.direction, Lanes: s.lanes}
	if d.Direction == rules.Random {
		d.Direction = rules.Right
	}
	if s.dealer != "" {
		d.Dealer = seatOf(t, s.dealer)
	}
	held := s.hands(t, r, d.Dealer)
	var out [NumSeats][]tile.Tile
	if r.ExchangeTiles > 0 {
		var given [NumSeats][]tile.Tile
		for i := range held {
			given[i] = passed(held[i])
		}
		for i := range held {
			out[i] = given[(i+d.Direction.Steps())%NumSeats]
			for _, x := range given[i] {
				held[i].Remove(x)
			}
			for _, x := range out[i] {
				held[i].Add(x)
			}
		}
	}
	for i := range held {
		dealtTiles := list(held[i])
		want := 13
		if i == d.Dealer {
			want++
		}
		if len(dealtTiles) != want {
			t.Fatalf("seat %c is given %d tiles, not %d", 'A'+i, len(dealtTiles), want)
		}
		for k, x := range dealtTiles {
			if k == 13 {
				d.Tiles[dealt-1] = x
				continue
			}
			d.Tiles[k*NumSeats+(i-d.Dealer+NumSeats)%NumSeats] = x
		}
	}
	s.fillWall(t, r, d.Tiles[:dealt], d.Tiles[dealt:])
	if err := d.Validate(); err != nil {
		t.Fatalf("the situation holds too many of a kind: %v", err)
	}
	return d, out
}

// hands returns what the seats hold at the start of play.
func (s *situation) hands(t testing.TB, r *rules.Rules, dealer int) [NumSeats]tile.Held {
	t.Helper()
	var held [NumSeats]tile.Held
	left := tile.Held{0o444444444, 0o444444444, 0o444444444}
	front, back := s.ends(t, r)
	for i := range held {
		held[i] = heldOf(t, s.held[i])
		front = append(front, list(held[i])...)
	}
	for _, x := range append(append(front, back...), order(t, s.last)...) {
		if left.Count(x) == 0 {
			t.Fatalf("the situation has a fifth %s", x)
		}
		left.Remove(x)
	}
	for i := range held {
		void, ok := tile.ParseSuit(s.void[i : i+1])
		if !ok {
			t.Fatalf("no suit in %q", s.void)
		}
		size := 13
		if i == dealer {
			size = 14
		}
		for held[i].Total() < size {
			x := idlest(held[i], left, void)
			held[i].Add(x)
			left.Remove(x)
		}
	}
	return held
}

// idlest returns the tile that helps a hand least: one it does not hold yet, if
// there is one, that leaves it as far from ready as can be.
func idlest(h, left tile.Held, void tile.Suit) tile.Tile {
	best, most := tile.None, -1000
	for _, rank := range []int{1, 4, 7, 2, 5, 8, 3, 6, 9} {
		for suit := range tile.Suit(tile.NumSuits) {
			x := tile.Of(suit, rank)
			if suit == void || left.Count(x) == 0 {
				continue
			}
			full := h.With(x)
			worth := tables.Shanten(&full, 0, void) - 100*h.Count(x)
			if worth > most {
				best, most = x, worth
			}
		}
	}
	return best
}

// ends returns the tiles wanted at the front of the wall and, first drawn
// first, at its back.
func (s *situation) ends(t testing.TB, r *rules.Rules) (front, back []tile.Tile) {
	t.Helper()
	for _, word := range strings.Fields(s.draws) {
		tiles := order(t, strings.TrimPrefix(word, "*"))
		if strings.HasPrefix(word, "*") && r.ReplacementFrom == rules.Back {
			back = append(back, tiles...)
		} else {
			front = append(front, tiles...)
		}
	}
	return front, back
}

// fillWall puts the wanted tiles at the ends of the wall and the others, in
// ascending order, between.
func (s *situation) fillWall(t testing.TB, r *rules.Rules, gone, wall []tile.Tile) {
	t.Helper()
	front, back := s.ends(t, r)
	last := order(t, s.last)
	var left [tile.Count]int
	for x := range left {
		left[x] = tile.Copies
	}
	for _, group := range [][]tile.Tile{gone, front, back, last} {
		for _, x := range group {
			left[x]--
		}
	}
	n := copy(wall, front)
	for x := range tile.Tile(tile.Count) {
		for range left[x] {
			wall[n] = x
			n++
		}
	}
	n += copy(wall[n:], last)
	for i := len(back) - 1; i >= 0; i-- {
		wall[n] = back[i]
		n++
	}
}

// A game is a situation in play. Every action is checked, and the hand
// verified after it.
type game struct {
	testing.TB
	e      *Engine
	h      Hand
	events []Event
}

// Observe keeps every event.
func (g *game) Observe(_ *Hand, e Event) { g.events = append(g.events, e) }

// deal starts a hand of the given rules and deck.
func deal(t testing.TB, r rules.Rules, d *Deck) *game {
	t.Helper()
	e, err := New(r, tables)
	if err != nil {
		t.Fatal(err)
	}
	g := &game{TB: t}
	g.e = e.Observed(g, AllEvents)
	g.e.Deal(&g.h, d)
	return g
}

// start deals a situation and brings it to the dealer's first turn.
func (s situation) start(t testing.TB) *game {
	t.Helper()
	r, err := rules.Lookup(s.rules)
	if err != nil {
		t.Fatal(err)
	}
	return s.startRules(t, r)
}

// startRules is start under rules that are no preset.
func (s situation) startRules(t testing.TB, r rules.Rules) *game {
	t.Helper()
	d, out := s.deck(t, &r)
	g := deal(t, r, &d)
	for i := range out {
		for _, x := range out[i] {
			g.apply(Exchange(x))
		}
	}
	want := s.hands(t, &r, d.Dealer)
	for i := range NumSeats {
		suit, _ := tile.ParseSuit(s.void[i : i+1])
		held := g.h.Held(i)
		a := NameVoid(suit)
		if r.VoidCommits && held.HasSuit(suit) {
			k := held.Kinds() & tile.SuitKinds(suit)
			a = CommitVoid(k.First())
		}
		g.apply(a)
	}
	for i := range NumSeats {
		if got := g.h.Held(i); got != want[i] {
			t.Fatalf("seat %c starts with %s, not %s", 'A'+i, got, want[i])
		}
	}
	return g
}

// where says what the hand waits for.
func (g *game) where() string {
	if g.h.Over() {
		return "the hand is over"
	}
	s := g.h.Asked()
	held := g.h.Held(s)
	return fmt.Sprintf("phase %s, %d tiles left, seat %c is asked: holds %s, may %s",
		g.h.Phase(), g.h.Left(), 'A'+s, held, g.legal())
}

func (g *game) apply(a Action) {
	g.Helper()
	if err := g.e.Check(&g.h, a); err != nil {
		g.Fatalf("%v\n%s", err, g.where())
	}
	g.e.Apply(&g.h, a)
	if err := g.e.Verify(&g.h); err != nil {
		g.Fatalf("after %s: %v", a, err)
	}
}

// action reads "5m" (discard), "kong 5m" (concealed), "add 5m", "win", "pung",
// "kong" or "pass".
func (g *game) action(text string) Action {
	g.Helper()
	switch verb, rest, _ := strings.Cut(text, " "); {
	case text == "win":
		return Win
	case text == "pung":
		return Pung
	case text == "kong":
		return Kong
	case text == "pass":
		return Pass
	case verb == "kong":
		return ConcealedKong(tileOf(g, rest))
	case verb == "add":
		return AddKong(tileOf(g, rest))
	}
	return Discard(tileOf(g, text))
}

// legal lists the actions of the asked seat as action reads them.
func (g *game) legal() string {
	var words []string
	for _, a := range g.e.Legal(&g.h, nil) {
		switch a.Kind() {
		case KindDiscard:
			words = append(words, a.Tile().String())
		case KindConcealedKong:
			words = append(words, "kong "+a.Tile().String())
		case KindAddedKong:
			words = append(words, "add "+a.Tile().String())
		default:
			words = append(words, a.String())
		}
	}
	return strings.Join(words, ", ")
}

// answers reports whether an action answers another's tile.
func answers(a Action) bool { return a >= Pung || a == Win }

// play plays steps such as "A 5m" or "B pung". Answers that are not in the
// script are passes.
func (g *game) play(steps ...string) {
	g.Helper()
	for _, step := range steps {
		letter, text, _ := strings.Cut(step, " ")
		seat, a := seatOf(g, letter), g.action(text)
		for g.isAnswering() && (g.h.Asked() != seat || !answers(a)) {
			g.apply(Pass)
		}
		if g.h.Over() || g.h.Asked() != seat {
			g.Fatalf("%q cannot be played: %s", step, g.where())
		}
		if err := g.e.Check(&g.h, a); err != nil {
			g.Fatalf("%q cannot be played: %s", step, g.where())
		}
		g.apply(a)
	}
}

func (g *game) isAnswering() bool {
	return g.h.Phase() == PhaseClaim || g.h.Phase() == PhaseRob
}

// idle plays on to the first turn on which the wall has no more than the given
// number of tiles, or to the end of the hand: all seats pass and discard what
// they drew, or else the last tile they may.
func (g *game) idle(left int) {
	g.Helper()
	for !g.h.Over() {
		if g.isAnswering() {
			g.apply(Pass)
			continue
		}
		if g.h.Left() <= left {
			return
		}
		g.idleTurn()
	}
}

func (g *game) idleTurn() {
	g.Helper()
	v := g.e.View(&g.h, g.h.Asked())
	k := v.Discards()
	t := v.Drawn()
	if t == tile.None || !k.Has(t) {
		for t = k.First(); k.Rest() != 0; t = k.First() {
			k = k.Rest()
		}
	}
	g.apply(Discard(t))
}

// finish idles until the hand is over.
func (g *game) finish() {
	g.Helper()
	g.idle(0)
	if !g.h.Over() {
		g.idleTurn()
		g.idle(0)
	}
	if !g.h.Over() {
		g.Fatalf("the hand does not end: %s", g.where())
	}
}

// wantLegal demands that a seat is asked and may do exactly what is listed.
func (g *game) wantLegal(seat, legal string) {
	g.Helper()
	g.wantAsked(seat)
	if got := g.legal(); got != legal {
		g.Fatalf("seat %s may %s, want %s", seat, got, legal)
	}
}

func (g *game) wantAsked(seat string) {
	g.Helper()
	if g.h.Over() || g.h.Asked() != seatOf(g, seat) {
		g.Fatalf("seat %s is not asked: %s", seat, g.where())
	}
}

// wantMay demands that the asked seat may, or may not, do something, and that
// Check says the same.
func (g *game) wantMay(may bool, text string) {
	g.Helper()
	a := g.action(text)
	got := strings.Contains(", "+g.legal()+",", ", "+text+",")
	if got != may {
		g.Errorf("seat %c may %s: %t, want %t; %s", 'A'+g.h.Asked(), text, got, may, g.where())
	}
	if err := g.e.Check(&g.h, a); (err == nil) != may {
		g.Errorf("Check(%s): got %v, want legal %t", a, err, may)
	}
}

// wantTurn demands that a seat's own turn is next.
func (g *game) wantTurn(seat string) {
	g.Helper()
	g.wantAsked(seat)
	if g.h.Phase() != PhaseTurn {
		g.Fatalf("it is not seat %s's turn: %s", seat, g.where())
	}
}

func (g *game) wantPoints(a, b, c, d int) {
	g.Helper()
	if got, want := g.h.Ledger().Points(), [NumSeats]int{a, b, c, d}; got != want {
		g.Errorf("points: got %v, want %v\n%s", got, want, g.transfers())
	}
}

// transfers lists what moved, for messages.
func (g *game) transfers() string {
	var b strings.Builder
	for _, e := range g.events {
		if e.Kind == EventTransfer {
			fmt.Fprintf(&b, "  %c pays %c %d, %s\n", 'A'+e.Other, 'A'+e.Seat, e.Points, e.Cause)
		}
	}
	return b.String()
}

// count returns how many events of a kind there were.
func (g *game) count(k EventKind) int {
	n := 0
	for _, e := range g.events {
		if e.Kind == k {
			n++
		}
	}
	return n
}

// moved returns the sum of the points that moved for a cause.
func (g *game) moved(c Cause) int {
	sum := 0
	for _, e := range g.events {
		if e.Kind == EventTransfer && e.Cause == c {
			sum += int(e.Points)
		}
	}
	return sum
}

// wantLastWin demands the value and patterns of the newest win.
func (g *game) wantLastWin(fans, points int, patterns ...fan.Pattern) {
	g.Helper()
	var want fan.Patterns
	for _, p := range patterns {
		want |= 1 << p
	}
	e := g.lastWin()
	if int(e.Fan) != fans || int(e.Points) != points || e.Patterns != want {
		g.Errorf("win of %c: got %d fan, %d points, %v; want %d, %d, %v",
			'A'+e.Seat, e.Fan, e.Points, e.Patterns, fans, points, want)
	}
}

// The presets by the letters of the cases.
var presetOf = map[string]string{
	"P": "planet", "WB": "wap-battle", "WF": "wap-flow", "T": "tsumo", "S": "sbr", "M": "mil",
}

const allPresets = "P WB WF T S M"

// each runs a test for each of the presets listed by their letters.
func each(t *testing.T, letters string, test func(t *testing.T, p string)) {
	t.Helper()
	for _, p := range strings.Fields(letters) {
		if presetOf[p] == "" {
			t.Fatalf("no preset %q", p)
		}
		t.Run(p, func(t *testing.T) { test(t, p) })
	}
}

// among reports whether a preset is in a list of letters.
func among(p, letters string) bool {
	return strings.Contains(" "+letters+" ", " "+p+" ")
}

// randomDeck returns a shuffled deck.
func randomDeck(rng *rand.Rand, lanes bool) Deck {
	d := Deck{
		Dealer:    rng.IntN(NumSeats),
		Direction: rules.Right + rules.Direction(rng.IntN(3)),
		Lanes:     lanes,
	}
	for i := range d.Tiles {
		d.Tiles[i] = tile.Tile(i / tile.Copies)
	}
	rng.Shuffle(len(d.Tiles), func(i, j int) { d.Tiles[i], d.Tiles[j] = d.Tiles[j], d.Tiles[i] })
	return d
}

func TestDeckValidate(t *testing.T) {
	sorted := Deck{Direction: rules.Left}
	for i := range sorted.Tiles {
		sorted.Tiles[i] = tile.Tile(i / tile.Copies)
	}
	tests := []struct {
		name   string
		change func(d *Deck)
		want   string // "" for no error
	}{
		{"valid", func(*Deck) {}, ""},
		{"lanes", func(d *Deck) { d.Lanes = true }, ""},
		{"dealer D", func(d *Deck) { d.Dealer = 3 }, ""},
		{"dealer 4", func(d *Deck) { d.Dealer = 4 }, "dealer is 4"},
		{"dealer -1", func(d *Deck) { d.Dealer = -1 }, "dealer is -1"},
		{"random direction", func(d *Deck) { d.Direction = rules.Random }, "direction"},
		{"direction 4", func(d *Deck) { d.Direction = rules.Left + 1 }, "direction"},
		{"no tile", func(d *Deck) { d.Tiles[7] = tile.None }, "tile 8 is unknown"},
		{"tile 255", func(d *Deck) { d.Tiles[107] = 255 }, "tile 108 is unknown"},
		{"fifth copy", func(d *Deck) { d.Tiles[100] = tile.Of(tile.Dots, 5) }, "tile 101 is a fifth copy of 5p"},
		{"fifth copy early", func(d *Deck) { d.Tiles[4] = tile.Of(tile.Characters, 1) }, "tile 5 is a fifth copy of 1m"},
	}
	for _, x := range tests {
		d := sorted
		x.change(&d)
		err := d.Validate()
		if x.want == "" && err != nil || x.want != "" && (err == nil || !strings.Contains(err.Error(), x.want)) {
			t.Errorf("%s: got %v, want %q", x.name, err, x.want)
		}
	}
}

// The builder is tested with rules that exchange in every direction: start
// itself demands the tiles wanted.
func TestSituations(t *testing.T) {
	s := situation{
		held:  [NumSeats]string{"123456789m12345p", "1112223334445p", "11122233344m55s", "6666777788889s"},
		void:  "spps",
		draws: "9p *5s 8p",
		last:  "7p",
	}
	for _, preset := range rules.Names() {
		for _, direction := range []rules.Direction{rules.Right, rules.Opposite, rules.Left} {
			for _, lanes := range []bool{false, true} {
				s.rules, s.direction, s.lanes = preset, direction, lanes
				s.start(t)
			}
		}
	}
	s.rules, s.lanes, s.dealer = "planet", false, "D"
	s.held[0], s.held[3] = "123456789m123p4s", "6666777788889s9s"
	if s.void = "spps"; s.start(t).h.Asked() != 3 {
		t.Error("the dealer D is not asked first")
	}
}

// idleOther discards what the asked seat drew if it may, or else the first tile
// it may, but not the one to keep, if there is one.
func (g *game) idleOther(keep tile.Tile) {
	g.Helper()
	k := g.e.View(&g.h, g.h.Asked()).Discards()
	if keep != tile.None {
		k &^= keep.Bit()
	}
	if t := g.e.View(&g.h, g.h.Asked()).Drawn(); t != tile.None && k.Has(t) {
		g.apply(Discard(t))
		return
	}
	g.apply(Discard(k.First()))
}

// lastWin returns the newest win.
func (g *game) lastWin() Event {
	for i := len(g.events) - 1; i >= 0; i-- {
		if g.events[i].Kind == EventWin {
			return g.events[i]
		}
	}
	g.Fatal("nobody has won")
	return Event{}
}
