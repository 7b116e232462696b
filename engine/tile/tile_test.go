package tile

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

func TestTiles(t *testing.T) {
	seen := map[string]bool{}
	for x := range Tile(Count) {
		if Of(x.Suit(), x.Rank()) != x || x.Rank() < 1 || x.Rank() > 9 || x.Suit() >= NoSuit {
			t.Errorf("%d is rank %d of %s", x, x.Rank(), x.Suit())
		}
		if back, err := ParseTile(x.String()); err != nil || back != x {
			t.Errorf("%s is read as %s, %v", x, back, err)
		}
		if !x.Bit().Has(x) || x.Bit().Len() != 1 || x.Bit().First() != x {
			t.Errorf("the set of %s alone is %s", x, x.Bit())
		}
		seen[x.String()] = true
	}
	if len(seen) != Count || Total != 108 {
		t.Errorf("%d kinds, %d tiles", len(seen), Total)
	}
	for x, want := range map[Tile]string{0: "1m", 8: "9m", 9: "1p", 17: "9p", 18: "1s", 26: "9s", None: "--", 255: "--"} {
		if got := x.String(); got != want {
			t.Errorf("tile %d: got %s, want %s", x, got, want)
		}
	}
}

func TestSuits(t *testing.T) {
	for s, letter := range []string{"m", "p", "s", "-"} {
		if got := Suit(s).String(); got != letter {
			t.Errorf("suit %d: got %s, want %s", s, got, letter)
		}
		got, ok := ParseSuit(letter)
		if ok != (letter != "-") || got != Suit(s) {
			t.Errorf("ParseSuit(%q): got %s, %t", letter, got, ok)
		}
	}
	for _, bad := range []string{"", "M", "x", "mm", " m"} {
		if s, ok := ParseSuit(bad); ok || s != NoSuit {
			t.Errorf("ParseSuit(%q): got %s, %t", bad, s, ok)
		}
	}
	if SuitKinds(Dots) != 0b111111111<<9 || SuitKinds(NoSuit) != 0 ||
		SuitKinds(Characters)|SuitKinds(Dots)|SuitKinds(Bamboo) != AllKinds {
		t.Error("SuitKinds do not split AllKinds")
	}
}

func TestKinds(t *testing.T) {
	for range 1000 {
		k := Kinds(rand.Uint32()) & AllKinds
		var walked Kinds
		n := 0
		last := -1
		for r := k; r != 0; r = r.Rest() {
			x := r.First()
			if int(x) <= last || !k.Has(x) {
				t.Fatalf("%s: %s after %d", k, x, last)
			}
			last = int(x)
			walked |= x.Bit()
			n++
		}
		if walked != k || n != k.Len() {
			t.Fatalf("walking %s gives %s, %d kinds", k, walked, n)
		}
	}
	if got := Kinds(0).First(); got < None {
		t.Errorf("the first of no kinds is %s", got)
	}
	if got := (Of(Bamboo, 9).Bit() | Of(Characters, 1).Bit() | Of(Characters, 2).Bit()).String(); got != "12m9s" {
		t.Errorf("got %s, want 12m9s", got)
	}
}

// Every packed operation against plain counts, for random heaps with up to five
// of a kind.
func TestHeldAgainstCounts(t *testing.T) {
	for range 3000 {
		var h Held
		var n [Count]int
		for x := range Tile(Count) {
			n[x] = max(rand.IntN(9)-3, 0)
			h.AddN(x, n[x])
		}
		var atLeast [6]Kinds
		var odd [NumSuits]SuitWord
		set := Kinds(rand.Uint32()) & AllKinds
		total, ofSet := 0, 0
		var pairs, suit [NumSuits]int
		for x := range Tile(Count) {
			if got := h.Count(x); got != n[x] {
				t.Fatalf("%s: count of %s is %d, want %d", h, x, got, n[x])
			}
			for least := 1; least <= n[x]; least++ {
				atLeast[least] |= x.Bit()
			}
			s := x.Suit()
			total += n[x]
			suit[s] += n[x]
			pairs[s] += min(n[x], 4) / 2
			odd[s] |= SuitWord(n[x]&1) << (RankBits * uint(x%Ranks))
			if set.Has(x) {
				ofSet += n[x]
			}
		}
		for least, got := range []Kinds{0, h.Kinds(), h.Twice(), h.Thrice(), h.Quads()} {
			if least > 0 && got != atLeast[least] {
				t.Fatalf("%s: at least %d: got %s, want %s", h, least, got, atLeast[least])
			}
		}
		if h.Total() != total || h.CountOf(set) != ofSet || h.CountOf(AllKinds) != total {
			t.Fatalf("%s: total %d, of the set %d; want %d, %d", h, h.Total(), h.CountOf(set), total, ofSet)
		}
		for s, w := range h {
			if w.Total() != suit[s] || w.Odd() != odd[s] || h.HasSuit(Suit(s)) != (suit[s] > 0) {
				t.Fatalf("%s: suit %s: total %d, odd %o", h, Suit(s), w.Total(), w.Odd())
			}
			if atLeast[5] == 0 && w.Pairs() != pairs[s] {
				t.Fatalf("%s: suit %s has %d pairs, want %d", h, Suit(s), w.Pairs(), pairs[s])
			}
			for least, got := range []SuitWord{0, w.AtLeast1(), w.AtLeast2(), w.AtLeast3(), w.AtLeast4()} {
				if least > 0 && bits.OnesCount32(uint32(got)) != (atLeast[least]&SuitKinds(Suit(s))).Len() {
					t.Fatalf("%s: suit %s: at least %d: %o", h, Suit(s), least, got)
				}
			}
		}
		if h.HasSuit(NoSuit) {
			t.Fatal("a heap has tiles of no suit")
		}
	}
}

func TestHeldChanges(t *testing.T) {
	five := Of(Dots, 5)
	var h Held
	h.Add(five)
	if w := h.With(five); h.Count(five) != 1 || w.Count(five) != 2 {
		t.Error("With changes the heap it is called on")
	}
	if w := h.Without(five); h.Count(five) != 1 || w != (Held{}) {
		t.Error("Without changes the heap it is called on")
	}
	h.AddN(five, 3)
	h.Remove(five)
	if h.String() != "555p" {
		t.Errorf("got %s, want 555p", h)
	}
	h.AddN(five, -3)
	if h != (Held{}) || h.Total() != 0 {
		t.Errorf("got %s, want nothing", h)
	}
	if Unit(4) != 0o10000 || Unit(4).Rank(4) != 1 || Unit(4).Rank(5) != 0 {
		t.Errorf("Unit(4) is %o", Unit(4))
	}
}

func TestMelds(t *testing.T) {
	for _, x := range []struct {
		kind MeldKind
		tile string
		text string
		name string
		size int
	}{
		{Pung, "5m", "[555m]", "pung", 3},
		{ClaimedKong, "9p", "[9999p]", "claimed_kong", 4},
		{ConcealedKong, "1s", "[1111sc]", "concealed_kong", 4},
		{AddedKong, "7m", "[7777ma]", "added_kong", 4},
	} {
		p, _ := ParseTile(x.tile)
		m := MakeMeld(x.kind, p)
		if m.Kind() != x.kind || m.Tile() != p || m.Size() != x.size || m.IsKong() != (x.size == 4) ||
			m.String() != x.text || x.kind.String() != x.name {
			t.Errorf("%s %s: kind %s, tile %s, size %d, text %s", x.name, x.tile, m.Kind(), m.Tile(), m.Size(), m)
		}
	}
	hidden := MakeMeld(ConcealedKong, None)
	if hidden.String() != "[----]" || hidden.Kind() != ConcealedKong || hidden.Tile() != None {
		t.Errorf("a hidden kong is %s", hidden)
	}
}

func TestMeldLists(t *testing.T) {
	s, err := Parse("5m[555p][9999mc][1111sa]")
	if err != nil {
		t.Fatal(err)
	}
	m := s.Melds
	if got := m.Kinds().String(); got != "9m5p1s" {
		t.Errorf("kinds: got %s", got)
	}
	if got := m.KongKinds().String(); got != "9m1s" {
		t.Errorf("kong kinds: got %s", got)
	}
	if got := m.Tiles().String(); got != "9999m555p1111s" {
		t.Errorf("tiles: got %s", got)
	}
	if len(m.All()) != 3 || s.Size() != 10 {
		t.Errorf("%d melds, size %d", len(m.All()), s.Size())
	}
	m.Append(MakeMeld(ConcealedKong, None))
	tiles := m.Tiles()
	if m.Kinds().String() != "9m5p1s" || m.KongKinds().String() != "9m1s" || tiles.Total() != 11 {
		t.Error("a hidden kong counts as tiles that are known")
	}
	defer func() {
		if recover() == nil {
			t.Error("a fifth meld does not panic")
		}
	}()
	m.Append(MakeMeld(Pung, 0))
}

func TestOwnsFour(t *testing.T) {
	for text, want := range map[string]string{
		"1111m234p":           "1m",
		"5p[555p]":            "5p",
		"6p[555p]":            "",
		"1m[9999s]":           "9s",
		"1m[9999sc][2222ma]":  "2m9s",
		"8888p5p[555p][444m]": "58p",
		"":                    "",
	} {
		s, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := OwnsFour(&s.Held, &s.Melds).String(); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestWithoutLast(t *testing.T) {
	for range 3000 {
		var h Held
		var laid []Tile
		for x := range Tile(Count) {
			for range max(rand.IntN(8)-3, 0) {
				h.Add(x)
				laid = append(laid, x)
			}
		}
		n := rand.IntN(6)
		want := h
		for _, x := range laid[max(len(laid)-n, 0):] {
			want.Remove(x)
		}
		if got := h.WithoutLast(n); got != want {
			t.Fatalf("%s without the last %d: got %s, want %s", h, n, got, want)
		}
	}
}

// Held tiles come out of counts and of lists as they went in.
func TestLoad(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		var want Held
		var counts [Count]uint8
		var list []Tile
		for range rng.IntN(60) {
			x := Tile(rng.IntN(Count))
			if counts[x] < 5 {
				want.Add(x)
				counts[x]++
				list = append(list, x)
			}
		}
		if got := FromCounts(&counts); got != want {
			t.Errorf("counts %v: got %o, want %o", counts, got, want)
		}
		if got := FromTiles(list); got != want {
			t.Errorf("tiles %v: got %o, want %o", list, got, want)
		}
	}
}

// The iterators visit what First and Rest do, stop when told to, and allocate nothing.
func TestAll(t *testing.T) {
	h, err := ParseHeld("1123m5555p9s")
	if err != nil {
		t.Fatal(err)
	}
	var again Held
	for x, n := range h.All() {
		again.AddN(x, n)
	}
	if again != h {
		t.Errorf("got %s, want %s", again, h)
	}
	k := h.Kinds()
	for x := range h.Kinds().All() {
		if x != k.First() {
			t.Errorf("got %s, want %s", x, k.First())
		}
		k = k.Rest()
	}
	if k != 0 {
		t.Errorf("%s is left out", k)
	}
	for x := range h.Kinds().All() {
		if x == Of(Characters, 3) {
			break
		}
	}
	for range h.All() {
		break
	}
	sum := 0
	if n := testing.AllocsPerRun(100, func() {
		for x := range h.Kinds().All() {
			sum += int(x)
		}
		for x, n := range h.All() {
			sum += int(x) * n
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
