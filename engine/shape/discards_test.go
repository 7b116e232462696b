package shape_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

func TestAllDiscards(t *testing.T) {
	tables := shape.New()
	for _, tt := range []struct{ tiles, among, want string }{
		{"123456789m11p24p", "1m5m1p4p", "1m 1 147m3p, 5m 1 5m3p, 1p 1 134p, 4p 1 1234p"},
		{"1122m3344p5566p78p", "1m3p8p", "1m 1 123m123456789p, 3p 0 12m, 8p 0 7p"},
		{"123456m7779p19s1p", "1s9s", "1s 2 123789p, 9s 2 123789p"},
		{"9911m3p[555m][666m][7777m]", "3p", "3p 0 19m"},
	} {
		set, err := tile.Parse(tt.tiles)
		if err != nil {
			t.Fatal(err)
		}
		among, err := tile.ParseHeld(tt.among)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range tables.AllDiscards(&set.Held, int(set.Melds.N), tile.Bamboo, among.Kinds(), nil) {
			got = append(got, fmt.Sprint(d.Tile, " ", d.Shanten, " ", d.Kinds))
		}
		if got := strings.Join(got, ", "); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.tiles, got, tt.want)
		}
	}
}

// TestDiscardsOnTrial compares random hands with tiles discarded on trial.
func TestDiscardsOnTrial(t *testing.T) {
	tables := shape.New()
	r := rand.New(rand.NewPCG(31, 1))
	hands := 20000
	if testing.Short() {
		hands = 2000
	}
	for range hands {
		melds := r.IntN(5)
		h, void := randomHeld(r, 14-3*melds), tile.Suit(r.IntN(tile.NumSuits))
		checkAllDiscards(t, tables, h, melds, void)
		checkBestDiscards(t, tables, h, melds, void, h.Kinds()&^tile.SuitKinds(void))
		checkBestDiscards(t, tables, h, melds, void, h.Kinds()&^tile.SuitKinds(void)&0o525252525)
	}
}

// randomHeld returns tiles of few kinds, so that pairs and quads are frequent.
func randomHeld(r *rand.Rand, tiles int) tile.Held {
	var h tile.Held
	kinds := 6 + r.IntN(tile.Count-5)
	perm := r.Perm(tile.Count)[:kinds]
	for tiles > 0 {
		if k := tile.Tile(perm[r.IntN(kinds)]); h.Count(k) < tile.Copies {
			h.Add(k)
			tiles--
		}
	}
	return h
}

func checkAllDiscards(t *testing.T, tables *shape.Tables, h tile.Held, melds int, void tile.Suit) {
	t.Helper()
	var want []shape.Discard
	for k := h.Kinds(); k != 0; k = k.Rest() {
		rest := h.Without(k.First())
		shanten, kinds := tables.Acceptance(&rest, melds, void)
		want = append(want, shape.Discard{Tile: k.First(), Shanten: int8(shanten), Kinds: kinds})
	}
	if got := tables.AllDiscards(&h, melds, void, h.Kinds(), nil); !slices.Equal(got, want) {
		t.Errorf("%s, %d melds, void %s: got %v, want %v", h, melds, void, got, want)
	}
	among := h.Kinds() & 0o252525252
	want = slices.DeleteFunc(want, func(d shape.Discard) bool { return !among.Has(d.Tile) })
	if got := tables.AllDiscards(&h, melds, void, among, nil); !slices.Equal(got, want) {
		t.Errorf("%s, %d melds, void %s, among %s: got %v, want %v", h, melds, void, among, got, want)
	}
}

// checkBestDiscards compares the discards that keep shanten with those that do
// when each tile is taken away.
func checkBestDiscards(t *testing.T, tables *shape.Tables, h tile.Held, melds int, void tile.Suit, among tile.Kinds) {
	t.Helper()
	check := func(form string, n int, got []shape.Option, now int, accept func(*tile.Held, int, tile.Suit) (int, tile.Kinds)) {
		t.Helper()
		var want []shape.Option
		for k := among; k != 0; k = k.Rest() {
			rest := h.Without(k.First())
			if shanten, kinds := accept(&rest, melds, void); shanten == now {
				want = append(want, shape.Option{Tile: k.First(), Kinds: kinds})
			}
		}
		if n != now || !slices.Equal(got, want) {
			t.Errorf("%s, %d melds, void %s, among %s, %s: got %d, %v, want %d, %v", h, melds, void, among, form, n, got, now, want)
		}
	}
	n, got := tables.BestDiscards(&h, melds, void, among, nil)
	check("best form", n, got, tables.Shanten(&h, melds, void), tables.Acceptance)
	n, got = tables.StandardDiscards(&h, melds, void, among, nil)
	check("standard", n, got, tables.Standard(&h, melds, void), tables.StandardAcceptance)
}
