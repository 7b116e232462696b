package engine

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// The ids are stored in data sets and records: they never change.
func TestActionIDs(t *testing.T) {
	var b strings.Builder
	for a := range Action(NumActions) {
		fmt.Fprintf(&b, "%3d  %s\n", a, a)
	}
	const file = "testdata/actions.txt"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the actions differ from %s:\n%s", file, b.String())
	}
	if NumActions != 142 {
		t.Errorf("there are %d actions, want 142", NumActions)
	}
}

func TestActionRoundTrip(t *testing.T) {
	names := map[string]bool{}
	for a := range Action(NumActions) {
		var back Action
		withTile, suit := true, tile.NoSuit
		switch a.Kind() {
		case KindDiscard:
			back = Discard(a.Tile())
		case KindConcealedKong:
			back = ConcealedKong(a.Tile())
		case KindAddedKong:
			back = AddKong(a.Tile())
		case KindExchange:
			back = Exchange(a.Tile())
		case KindCommitVoid:
			back, suit = CommitVoid(a.Tile()), a.Tile().Suit()
		case KindNameVoid:
			back, suit, withTile = NameVoid(a.Suit()), a.Suit(), false
		default:
			withTile = false
			back = map[ActionKind]Action{KindWin: Win, KindPung: Pung, KindKong: Kong, KindPass: Pass}[a.Kind()]
		}
		if back != a {
			t.Errorf("action %d is %s, which is %d", a, a, back)
		}
		if withTile != (a.Tile() < tile.Count) || !withTile && a.Tile() != tile.None {
			t.Errorf("%s: tile %s", a, a.Tile())
		}
		if a.Suit() != suit {
			t.Errorf("%s: suit %s, want %s", a, a.Suit(), suit)
		}
		if names[a.String()] {
			t.Errorf("two actions are called %q", a)
		}
		names[a.String()] = true
		if !strings.HasPrefix(a.String(), a.Kind().String()) {
			t.Errorf("%q is of the kind %s", a, a.Kind())
		}
	}
	if got := Action(142).String(); got != "action 142" {
		t.Errorf("action 142: got %q", got)
	}
}

// Every name of an enumeration is there, and is its own.
func TestNames(t *testing.T) {
	lists := map[string][]fmt.Stringer{}
	for k := range numActionKinds {
		lists["action kind"] = append(lists["action kind"], k)
	}
	for k := range numEventKinds {
		lists["event kind"] = append(lists["event kind"], k)
	}
	for c := range NumCauses {
		lists["cause"] = append(lists["cause"], c)
	}
	for s := range NumSources {
		lists["source"] = append(lists["source"], s)
	}
	for p := PhaseExchange; p <= PhaseOver; p++ {
		lists["phase"] = append(lists["phase"], p)
	}
	for s := Won; s <= FlowerPig; s++ {
		lists["standing"] = append(lists["standing"], s)
	}
	for what, list := range lists {
		seen := map[string]bool{}
		for _, x := range list {
			name := x.String()
			if name == "" || seen[name] || strings.ToLower(name) != name || strings.Contains(name, " ") {
				t.Errorf("%s: the name %q", what, name)
			}
			seen[name] = true
		}
	}
}

func TestMask(t *testing.T) {
	m := Mask(EventWin, EventTransfer)
	for k := range numEventKinds {
		if got, want := m>>k&1 != 0, k == EventWin || k == EventTransfer; got != want {
			t.Errorf("%s is in the mask: %t", k, got)
		}
		if AllEvents>>k&1 == 0 {
			t.Errorf("%s is not among all events", k)
		}
	}
}

func TestRiverside(t *testing.T) {
	for x := range tile.Tile(tile.Count) {
		for seat := range NumSeats {
			for flags := range 16 {
				r := Riverside(x) | Riverside(seat)<<5 | Riverside(flags)<<7
				if r.Tile() != x || r.Seat() != seat || r.Claimed() != (flags&1 != 0) ||
					r.Won() != (flags&2 != 0) || r.Robbed() != (flags&4 != 0) || r.AsDrawn() != (flags&8 != 0) {
					t.Fatalf("%016b: %s of %d, %t %t %t %t", r, r.Tile(), r.Seat(), r.Claimed(), r.Won(), r.Robbed(), r.AsDrawn())
				}
			}
		}
	}
	// In play: A's opening discard, B's drawn tile, C's held one that B claims.
	g := situation{
		rules: "planet",
		held:  [NumSeats]string{"1m", "99p", "9p", ""},
		void:  "ssss",
		draws: "1s 8m",
	}.start(t)
	g.play("A 1m", "B 1s", "C 9p", "B pung")
	var got []string
	for _, r := range g.h.River() {
		got = append(got, fmt.Sprintf("%c %s %t %t", 'A'+r.Seat(), r.Tile(), r.AsDrawn(), r.Claimed()))
	}
	want := "A 1m false false, B 1s true false, C 9p false true"
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("the river is %s, want %s", s, want)
	}
}

func TestLedger(t *testing.T) {
	var l Ledger
	for c := range NumCauses {
		l.Book(int(c)%4, int(c+1)%4, 1<<c, c)
	}
	for _, x := range []struct {
		seat   int
		source Source
		want   int32
	}{
		{0, FromDealIns, -1}, {1, FromDiscardWins, 1},
		{1, FromSelfDrawPaid, -2}, {2, FromSelfDraws, 2},
		{2, FromRobbed, -4}, {3, FromRobbing, 4},
		{3, FromKongsPaid, -8}, {0, FromKongs, 8},
		{0, FromKongsPaid, -16}, {1, FromKongs, 16},
		{1, FromKongsPaid, -32}, {2, FromKongs, 32},
		{2, FromReversals, -64}, {3, FromReversals, 64},
		{3, FromFlowerPig, -128}, {0, FromFlowerPig, 128},
		{0, FromReadyCheck, -256}, {1, FromReadyCheck, 256},
		{1, FromRefunds, -512}, {2, FromRefunds, 512},
	} {
		if got := l[x.seat][x.source]; got != x.want {
			t.Errorf("seat %d, %s: got %d, want %d", x.seat, x.source, got, x.want)
		}
	}
	if got, want := l.Points(), [NumSeats]int{-1 + 8 - 16 + 128 - 256, 1 - 2 + 16 - 32 + 256 - 512, 2 - 4 + 32 - 64 + 512, 4 - 8 + 64 - 128}; got != want {
		t.Errorf("points: got %v, want %v", got, want)
	}
	if got := l[1].Total(); got != 1-2+16-32+256-512 {
		t.Errorf("total of seat 1: %d", got)
	}
}

// Rules files may make a win worth more fan than a signed byte holds.
func TestManyFan(t *testing.T) {
	r, err := rules.Parse([]byte(`{"base":"planet","root_fan":16,"full_flush_fan":16,"all_pungs_fan":16,
		"golden_hook_fan":16,"replacement_fan":16,"self_draw_fan":16,"fan_cap":16,"kong_concealed_points":0}`))
	if err != nil {
		t.Fatal(err)
	}
	s := situation{held: [NumSeats]string{"11113333555579p", "", "", ""}, void: "ssss", draws: "*7p7p7p9p"}
	g := s.startRules(t, r)
	g.play("A kong 1p", "A kong 3p", "A kong 5p", "A kong 7p", "A win")
	if e := g.lastWin(); e.Fan != 4*16+5*16 || e.Points != 1<<16 {
		t.Errorf("got %d fan, %d points; want 144, 65536", e.Fan, e.Points)
	}
	g.wantPoints(3*65537, -65537, -65537, -65537)
}

func TestNewRefusesInvalidRules(t *testing.T) {
	r := lookup(t, "planet")
	r.FanCap = 17
	if _, err := New(r, tables); err == nil || !strings.Contains(err.Error(), "fan_cap") {
		t.Errorf("got %v", err)
	}
	r.FanCap = 16
	e, err := New(r, tables)
	if err != nil {
		t.Fatal(err)
	}
	if *e.Rules() != r || e.Tables() != tables || e.Scorer() == nil {
		t.Error("the engine has other rules, tables or scorer than it was given")
	}
}

// Verify finds what is broken on purpose.
func TestVerifyFinds(t *testing.T) {
	for _, x := range []struct {
		name   string
		change func(h *Hand)
	}{
		{"a tile doubled", func(h *Hand) { h.seats[1].held.Add(h.wall[10]) }},
		{"a tile lost", func(h *Hand) { h.seats[1].held.Remove(list(h.seats[1].held)[0]) }},
		{"a point made", func(h *Hand) { h.ledger[2][FromKongs]++ }},
		{"a tile moved", func(h *Hand) {
			x := list(h.seats[1].held)[0]
			h.seats[1].held.Remove(x)
			h.seats[2].held.Add(x)
		}},
		{"no void suit", func(h *Hand) { h.seats[3].void = tile.NoSuit }},
		{"a winner who stays", func(h *Hand) { h.seats[3].everWon = true }},
		{"a winner with too few tiles", func(h *Hand) {
			x := list(h.seats[3].held)[0]
			h.seats[3].left = true
			h.seats[3].held.AddN(x, -1)
			h.seats[3].aside.Add(x)
		}},
		{"a meld of the void suit", func(h *Hand) {
			h.seats[0].held.AddN(tile.Of(tile.Dots, 9), -3)
			h.seats[0].melds.Append(tile.MakeMeld(tile.Pung, tile.Of(tile.Dots, 9)))
			h.seats[0].void = tile.Dots
		}},
	} {
		g := situation{rules: "planet", held: [NumSeats]string{"999p", "", "", ""}, void: "ssss"}.start(t)
		x.change(&g.h)
		if err := g.e.Verify(&g.h); err == nil {
			t.Errorf("%s: Verify finds nothing", x.name)
		}
	}
}

// Lists of actions have one for each kind of a set, in order, behind what was
// there, and where there is too little room they find some.
func TestAppendKinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range 3000 {
		k := tile.Kinds(rng.Uint32()) & tile.AllKinds
		if n < 1<<tile.Ranks {
			k = tile.Kinds(n) << (tile.Ranks * rng.IntN(tile.NumSuits)) // all sets of ranks
		}
		want := []Action{Pass}
		for t := range tile.Tile(tile.Count) {
			if k.Has(t) {
				want = append(want, CommitVoid(t))
			}
		}
		room := make([]Action, 1, 1+rng.IntN(2*listRoom))
		room[0] = Pass
		if got := appendKinds(room, voidTileAction, k); !slices.Equal(got, want) {
			t.Fatalf("%s: got %v, want %v", k, got, want)
		}
		ranks := k & (1<<tile.Ranks - 1)
		want = want[:1+ranks.Len()]
		if got := appendRanks(room, voidTileAction, ranks); ranks != 0 && !slices.Equal(got, want) {
			t.Fatalf("ranks of %s: got %v, want %v", ranks, got, want)
		}
	}
}
