package features

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A hand in play, with random legal actions that seldom pass.
type hand struct {
	e     *engine.Engine
	h     engine.Hand
	rng   *rand.Rand
	legal []engine.Action
}

func newHand(t testing.TB, preset string, seed uint64) *hand {
	t.Helper()
	r, err := rules.Lookup(preset)
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(r, tables)
	if err != nil {
		t.Fatal(err)
	}
	x := &hand{e: e, rng: rand.New(rand.NewPCG(seed, 7))}
	d := engine.Deck{Dealer: x.rng.IntN(engine.NumSeats), Direction: rules.Right}
	for i := range d.Tiles {
		d.Tiles[i] = tile.Tile(i / tile.Copies)
	}
	x.rng.Shuffle(len(d.Tiles), func(i, j int) { d.Tiles[i], d.Tiles[j] = d.Tiles[j], d.Tiles[i] })
	x.e.Deal(&x.h, &d)
	return x
}

// next chooses and applies an action: now and then one that keeps shanten low, so
// that hands come far, else any.
func (x *hand) next() {
	x.legal = x.e.Legal(&x.h, x.legal[:0])
	a := x.legal[x.rng.IntN(len(x.legal))]
	if a == engine.Pass {
		a = x.legal[0]
	}
	if x.h.Phase() == engine.PhaseTurn && a.Kind() == engine.KindDiscard && x.rng.IntN(4) > 0 {
		a = x.thrifty(a)
	}
	x.e.Apply(&x.h, a)
}

// thrifty returns the discard that leaves the least shanten.
func (x *hand) thrifty(a engine.Action) engine.Action {
	least := 99
	s := x.h.Asked()
	for _, b := range x.legal {
		if b.Kind() != engine.KindDiscard {
			continue
		}
		held, melds := x.h.Held(s).Without(b.Tile()), x.h.Melds(s)
		if n := tables.Shanten(&held, int(melds.N), x.h.Void(s)); n < least {
			a, least = b, n
		}
	}
	return a
}

func (x *hand) view() engine.View { return x.e.View(&x.h, x.h.Asked()) }

// eachDecision plays hands of every preset and calls f at every decision.
func eachDecision(t *testing.T, hands uint64, f func(x *hand, v engine.View)) {
	t.Helper()
	for _, p := range rules.Presets() {
		for seed := range hands {
			x := newHand(t, p.Rules.Name, seed)
			for !x.h.Over() {
				f(x, x.view())
				x.next()
			}
		}
	}
}

// unmoved are features of a seat that cannot change for the seat itself, and what
// random play does not meet.
var unmoved = []string{
	"out_self", "melds_self_z", "void_self_x", "void_self_y",
	"phase_rob", "points_self_4", "points_next_0", "points_opposite_0", "points_previous_0",
	"receiver_opposite", "receiver_previous", "win_self_z", "win_self_pungs",
	"win_self_pairs", "win_next_pairs", "win_opposite_pairs", "win_previous_pairs",
}

// Every feature stays within the bounds of its schema, and each but a few takes
// more than one value.
func TestFeaturesStayInBounds(t *testing.T) {
	numbers, planes := V2{}.Schema(), Planes{}.Schema() // those of v1 come first in v2
	x, y := make([]float32, V2{}.Len()), make([]uint8, Planes{}.Len())
	seen := make([]bool, len(numbers.Entries)+len(planes.Entries))
	first := make([]float32, len(seen))
	n := 0
	note := func(i int, got float32, e Entry) {
		if !(got >= e.Min && got <= e.Max) {
			t.Fatalf("%s is %v, not %v to %v", e.Name, got, e.Min, e.Max)
		}
		if n == 0 {
			first[i] = got
		}
		seen[i] = seen[i] || got != first[i]
	}
	check := func(p *Prospect) {
		fill(x, y)
		V2{}.EncodeProspect(x, p)
		Planes{}.EncodeProspect(y, p)
		for i, got := range x {
			note(i, got, numbers.Entries[i])
		}
		for i, got := range y {
			c := i / tile.Count
			note(len(x)+c, float32(got), planes.Entries[c])
		}
		n++
	}
	eachDecision(t, 40, func(h *hand, v engine.View) {
		p := NewProspect(v)
		check(&p)
		for _, a := range h.e.Legal(&h.h, nil) {
			if h.rng.IntN(4) == 0 {
				q := p.After(a)
				check(&q)
			}
		}
	})
	for i, moved := range seen {
		name := "plane"
		if i < len(x) {
			name = numbers.Entries[i].Name
		} else {
			name = planes.Entries[i-len(x)].Name
		}
		if !moved && !slices.Contains(unmoved, name) {
			t.Errorf("%s was always %v", name, first[i])
		}
	}
}

// fill makes sure that what an encoder leaves unwritten is noticed.
func fill(x []float32, y []uint8) {
	for i := range x {
		x[i] = -1e30
	}
	for i := range y {
		y[i] = 99
	}
}

// V2 begins with the numbers of V1.
func TestV2BeginsWithV1(t *testing.T) {
	one, two := V1{}.Schema().Entries, V2{}.Schema().Entries
	if !slices.Equal(one, two[:len(one)]) {
		t.Error("the first entries differ")
	}
	x, y := make([]float32, V1{}.Len()), make([]float32, V2{}.Len())
	eachDecision(t, 2, func(_ *hand, v engine.View) {
		V1{}.Encode(x, v)
		V2{}.Encode(y, v)
		if !slices.Equal(x, y[:len(x)]) {
			t.Fatalf("phase %s: the first numbers differ", v.Phase())
		}
	})
	for _, name := range []string{"v1", "v2"} {
		if n := NumbersOf(name); n == nil || n.Schema().Name != name {
			t.Errorf("the encoder of %s is %v", name, n)
		}
	}
	if NumbersOf("planes") != nil {
		t.Error("planes are numbers")
	}
}

// Schemas cover what is encoded: as many entries, each with a name of its own and
// a meaning.
func TestSchemasCoverTheVector(t *testing.T) {
	for _, x := range []struct {
		schema Schema
		len    int
	}{{V1{}.Schema(), V1{}.Len()}, {V2{}.Schema(), V2{}.Len()}, {Planes{}.Schema(), Planes{}.Len()}} {
		if got := len(x.schema.Entries) * x.schema.Width; got != x.len {
			t.Errorf("%s: the schema has %d numbers, the vector %d", x.schema.Name, got, x.len)
		}
		names := map[string]bool{}
		for i, e := range x.schema.Entries {
			if e.Name == "" || names[e.Name] || e.Meaning == "" || e.Min >= e.Max {
				t.Errorf("%s: entry %d is %+v", x.schema.Name, i, e)
			}
			names[e.Name] = true
			if x.schema.Index(e.Name) != i {
				t.Errorf("%s: %s is not found at %d", x.schema.Name, e.Name, i)
			}
		}
	}
}

// What an action leaves of the seat's tiles is what the engine makes of it.
func TestAfterIsWhatTheEngineDoes(t *testing.T) {
	met := map[engine.ActionKind]int{}
	eachDecision(t, 20, func(x *hand, v engine.View) {
		before, seat := NewProspect(v), v.Seat()
		for _, a := range x.e.Legal(&x.h, nil) {
			h := x.h
			x.e.Apply(&h, a)
			held, melds := h.Held(seat), h.Melds(seat)
			if again := x.e.View(&h, seat); h.Phase() == engine.PhaseTurn && h.Asked() == seat && again.Drawn() != tile.None {
				held.Remove(again.Drawn())
			}
			if a.Kind() != engine.KindDiscard && melds == v.Melds(seat) || h.Exhausted() {
				continue // no call, or one that others may yet forestall
			}
			met[a.Kind()]++
			if after := before.After(a); after.held != held || after.seats[0].melds != melds {
				t.Fatalf("%s of %s: got %s %v, the engine has %s %v", a, v.Held(), after.held, after.seats[0].melds, held, melds)
			}
		}
	})
	for _, k := range []engine.ActionKind{engine.KindDiscard, engine.KindConcealedKong, engine.KindAddedKong, engine.KindPung, engine.KindKong} {
		if met[k] == 0 {
			t.Errorf("no %s was compared", k)
		}
	}
}

// goldenMoments are the decisions of hands whose vectors never change.
var goldenMoments = []struct {
	preset string
	seed   uint64
	at     []int // decisions, counted over all seats
}{
	{"wap-battle", 1, []int{0, 13, 20, 60}},
	{"planet", 2, []int{2, 40, 90}},
	{"wap-flow", 3, []int{30, 120}},
	{"mil", 4, []int{50}},
}

// Fixed positions have fixed vectors: a change of a number changes what was
// learned, and wants a new version of the schema.
func TestGoldenVectors(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "v1 %s\nplanes %s\nv2 %s\n", V1{}.Schema().Hash(), Planes{}.Schema().Hash(), V2{}.Schema().Hash())
	for _, g := range goldenMoments {
		x := newHand(t, g.preset, g.seed)
		n := 0
		for !x.h.Over() {
			for _, at := range g.at {
				if at == n {
					describe(&b, g.preset, x.view())
				}
			}
			x.next()
			n++
		}
	}
	path := filepath.Join("testdata", "vectors.golden")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, wanted := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for i, line := range wanted {
		if i >= len(got) || got[i] != line {
			t.Fatalf("line %d: got %q, want %q", i+1, got[min(i, len(got)-1)], line)
		}
	}
	if len(got) != len(wanted) {
		t.Errorf("got %d lines, want %d", len(got), len(wanted))
	}
}

// describe writes a position and the numbers of its vectors that are not 0.
func describe(b *strings.Builder, preset string, v engine.View) {
	held, own := v.Held(), v.Melds(v.Seat())
	fmt.Fprintf(b, "\n%s, %s: seat %d, void %s, %s %s, order %s\n", preset, v.Phase(), v.Seat(), v.Void(v.Seat()), held, own.All(), OrderOf(v))
	x := make([]float32, V1{}.Len())
	V1{}.Encode(x, v)
	for i, e := range (V1{}).Schema().Entries {
		if x[i] != 0 {
			fmt.Fprintf(b, "%s %v\n", e.Name, x[i])
		}
	}
	z := make([]float32, V2{}.Len())
	V2{}.Encode(z, v)
	for i, e := range (V2{}).Schema().Entries {
		if i >= len(x) && z[i] != 0 {
			fmt.Fprintf(b, "v2 %s %v\n", e.Name, z[i])
		}
	}
	y := make([]uint8, Planes{}.Len())
	Planes{}.Encode(y, v)
	for c, e := range (Planes{}).Schema().Entries {
		plane := y[c*tile.Count : (c+1)*tile.Count]
		if text := fmt.Sprint(plane); strings.Contains(text, "1") {
			text = strings.NewReplacer(" ", "", "[", "", "]", "").Replace(text)
			fmt.Fprintf(b, "planes %s %s %s %s\n", e.Name, text[:9], text[9:18], text[18:])
		}
	}
}

func TestEncodersAllocateNothing(t *testing.T) {
	x, y := make([]float32, V2{}.Len()), make([]uint8, Planes{}.Len())
	h := newHand(t, "wap-battle", 5)
	for !h.h.Over() {
		v := h.view()
		if n := testing.AllocsPerRun(4, func() {
			V2{}.Encode(x, v)
			Planes{}.Encode(y, v)
		}); n != 0 {
			t.Fatalf("%v allocations in the phase %s", n, v.Phase())
		}
		h.next()
	}
}

// Exchanging two suits everywhere exchanges nothing in the vector: the canonical
// order undoes it.
func TestOrderUndoesExchangedSuits(t *testing.T) {
	for _, x := range []struct {
		held, void, want string
	}{
		{"123m1234p567s", "s", "pms"},
		{"123m1234p567s", "p", "smp"}, // equally long: by the tiles, the higher first
		{"123p1234m567s", "m", "spm"},
		{"123m1234p56s", "", "pms"},
		{"99m1234p1s", "m", "psm"},
	} {
		held, err := tile.ParseHeld(x.held)
		if err != nil {
			t.Fatal(err)
		}
		void, ok := tile.ParseSuit(x.void)
		if !ok {
			void = tile.NoSuit
		}
		if got := orderOf(held, &tile.Melds{}, void).String(); got != x.want {
			t.Errorf("%s, void %q: got %s, want %s", x.held, x.void, got, x.want)
		}
	}
}

// vectorOf returns the features of held tiles, with bamboo void and nothing else
// to be seen, by name.
func vectorOf(t *testing.T, held string) map[string]float32 {
	t.Helper()
	h, err := tile.ParseHeld(held)
	if err != nil {
		t.Fatal(err)
	}
	p := NewProspect(newHand(t, "wap-battle", 6).view())
	p.held, p.seats[0].void = h, tile.Bamboo
	for s, w := range h {
		p.unseen[s] = 0o444444444 - w
	}
	x := make([]float32, V1{}.Len())
	V1{}.EncodeProspect(x, &p)
	named := map[string]float32{}
	for i, e := range (V1{}).Schema().Entries {
		named[e.Name] = x[i]
	}
	return named
}

// Nothing crosses from 9 of one suit to 1 of the next: shifting a tile from 9m to
// 1p changes what is said of the two kinds, and what the two suits are short of,
// and nothing of any other kind or of the third suit.
func TestSuitsDoNotTouch(t *testing.T) {
	nine, one := vectorOf(t, "123456789m2455p"), vectorOf(t, "12345678m12455p")
	if nine["own_9x"] != 1 || nine["own_1y"] != 0 || one["own_9x"] != 0 || one["own_1y"] != 1 {
		t.Errorf("9m is x %v y %v, 1p is x %v y %v", nine["own_9x"], nine["own_1y"], one["own_9x"], one["own_1y"])
	}
	for _, x := range []struct {
		name      string
		nine, one float32
	}{
		{"lacks_x_3", 0, 1}, {"lacks_y_1", 1, 1}, {"lacks_y_1_pair", 1, 1}, {"lacks_z_1", 3, 3}, {"to_groups", 1, 2},
		{"accepts_9x", 0, 1}, {"accepts_1y", 0, 0}, {"accepts_3y", 1, 1}, {"accepts_1x", 0, 0},
	} {
		if nine[x.name] != x.nine || one[x.name] != x.one {
			t.Errorf("%s: got %v with 9m and %v with 1p, want %v and %v", x.name, nine[x.name], one[x.name], x.nine, x.one)
		}
	}
	for name := range nine {
		kind, ofKind := strings.CutPrefix(name, "own_")
		if ofKind && kind != "9x" && kind != "1y" && nine[name] != one[name] {
			t.Errorf("%s: %v with 9m, %v with 1p", name, nine[name], one[name])
		}
	}
	// 8m 9m 1p is no group, and neither wants the other.
	if v := vectorOf(t, "234567889m1p119p"); v["lacks_x_3"] != 1 || v["accepts_2y"] != 0 {
		t.Errorf("88m9m1p: x lacks %v for three groups, 2p accepted %v", v["lacks_x_3"], v["accepts_2y"])
	}
}

func BenchmarkEncode(b *testing.B) {
	var views []*hand
	for seed := range uint64(16) {
		x := newHand(b, "wap-battle", seed)
		for i := uint64(0); i < 20+4*seed && !x.h.Over(); i++ {
			x.next()
		}
		if !x.h.Over() {
			views = append(views, x)
		}
	}
	x, y := make([]float32, V1{}.Len()), make([]uint8, Planes{}.Len())
	b.Run("features=v1", func(b *testing.B) {
		i := 0
		for b.Loop() {
			V1{}.Encode(x, views[i%len(views)].view())
			i++
		}
	})
	b.Run("features=v2", func(b *testing.B) {
		z := make([]float32, V2{}.Len())
		i := 0
		for b.Loop() {
			V2{}.Encode(z, views[i%len(views)].view())
			i++
		}
	})
	b.Run("features=planes", func(b *testing.B) {
		i := 0
		for b.Loop() {
			Planes{}.Encode(y, views[i%len(views)].view())
			i++
		}
	})
}

func ExampleV1() {
	e, err := engine.New(rules.Presets()[0].Rules, tables)
	if err != nil {
		panic(err)
	}
	var deck engine.Deck
	for i := range deck.Tiles {
		deck.Tiles[i] = tile.Tile(i * 31 % tile.Total / tile.Copies)
	}
	deck.Direction = rules.Right
	var h engine.Hand
	e.Deal(&h, &deck)
	v1 := V1{}
	x := make([]float32, v1.Len())
	v1.Encode(x, e.View(&h, h.Asked()))
	schema := v1.Schema()
	for _, name := range []string{"left", "shanten", "to_flush_x"} {
		i := schema.Index(name)
		fmt.Println(name, x[i], schema.Entries[i].Unit)
	}
	// Output:
	// left 1 walls
	// shanten 4 tiles
	// to_flush_x 9 tiles
}
