package oracle_test

import (
	"os"
	"testing"

	"xuezhan/engine/enginetest/oracle"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

func TestPublishedCases(t *testing.T) {
	text, err := os.ReadFile("../../fan/testdata/eval.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := oracle.ReadCases(text)
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) < 186 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		r, set, h, err := c.Parse()
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		if set.Size() == 14 {
			checkWin(t, c, r, h, set.Last)
		} else {
			checkWaits(t, c, r, h)
		}
	}
}

func checkWin(t *testing.T, c oracle.Case, r rules.Rules, h oracle.Hand, last tile.Tile) {
	t.Helper()
	got, ok := oracle.Score(&r, &h.Held, h.Melds, last, 0)
	want := c.Expect.Win
	if ok != (want != nil) || ok && (got.Fan != want.Fan || got.Points != want.Points) {
		t.Errorf("%s %s: got %+v %v, want %v", c.ID, c.Tiles, got, ok, want)
	}
}

func checkWaits(t *testing.T, c oracle.Case, r rules.Rules, h oracle.Hand) {
	t.Helper()
	if ready := oracle.ReadyWaits(&r, &h.Held, h.Melds, h.Void) != 0; ready != c.Expect.Ready {
		t.Errorf("%s %s: ready %v, want %v", c.ID, c.Tiles, ready, c.Expect.Ready)
	}
	waits := oracle.WaitsInPlay(&h.Held, h.Melds, h.Void, oracle.Quads(r.SevenPairsQuads))
	if waits.Len() != len(c.Expect.Waits) {
		t.Errorf("%s %s: waits %v, want %v", c.ID, c.Tiles, waits, c.Expect.Waits)
	}
	for _, w := range c.Expect.Waits {
		win, err := tile.ParseTile(w.Tile)
		if err != nil || !waits.Has(win) {
			t.Errorf("%s %s: no wait %s", c.ID, c.Tiles, w.Tile)
			continue
		}
		full := h
		full.Held[win]++
		checkWin(t, oracle.Case{ID: c.ID, Tiles: full.String(), Expect: struct {
			Win   *oracle.Value
			Waits []oracle.Wait
			Ready bool
		}{Win: &w.Value}}, r, full, win)
	}
}

// forStates calls f for every state of one suit of at most limit tiles, 0–4
// a rank.
func forStates(limit int, f func(counts [9]int, total int)) {
	var counts [9]int
	var from func(r, total int)
	from = func(r, total int) {
		if r == 9 {
			f(counts, total)
			return
		}
		for n := range min(4, limit-total) + 1 {
			counts[r] = n
			from(r+1, total+n)
		}
		counts[r] = 0
	}
	from(0, 0)
}

func TestKnownNumbers(t *testing.T) {
	o := oracle.New()
	states, full, wins, hands := 0, 0, 0, 0
	vectors := map[[2][5]int]bool{}
	waits := map[int]int{}
	forStates(14, func(counts [9]int, total int) {
		d := o.SuitDistance(counts)
		states++
		vectors[d] = true
		switch {
		case total == 14:
			full++
			if d[1][4] == 0 {
				wins++
			}
		case total == 13:
			hands++
			waits[standardWaits(o, counts)]++
		}
	})
	for _, n := range []struct {
		what      string
		got, want int
	}{
		{"states of a suit", states, 405350},
		{"distance vectors", len(vectors), 126},
		{"pure hands of 14", full, 118800},
		{"pure wins", wins, 13259},
		{"pure hands of 13", hands, 93600},
	} {
		if n.got != n.want {
			t.Errorf("%s: got %d, want %d", n.what, n.got, n.want)
		}
	}
	for n, want := range []int{53530, 14067, 14493, 6739, 2948, 1335, 392, 79, 16, 1} {
		if waits[n] != want {
			t.Errorf("pure hands waiting for %d kinds: got %d, want %d", n, waits[n], want)
		}
	}
}

// standardWaits counts the kinds that complete 13 tiles of one suit in
// standard form, without a fifth copy.
func standardWaits(o *oracle.Oracle, counts [9]int) int {
	kinds := 0
	for r := range counts {
		if counts[r] == 4 {
			continue
		}
		more := counts
		more[r]++
		if o.SuitDistance(more)[1][4] == 0 {
			kinds++
		}
	}
	return kinds
}

// targets returns every multiset of a number of groups and pairs in one suit, at
// most four copies of a rank.
func targets(groups, pairs int) [][9]int {
	found := map[[9]int]bool{}
	var add func(counts [9]int, from, groups int)
	add = func(counts [9]int, from, groups int) {
		if groups == 0 {
			found[counts] = true
			return
		}
		for g := from; g < 16; g++ {
			more := counts
			if g < 9 {
				more[g] += 3
			} else {
				more[g-9]++
				more[g-8]++
				more[g-7]++
			}
			add(more, g, groups-1)
		}
	}
	if pairs == 0 {
		add([9]int{}, 0, groups)
	}
	for r := range 9 * pairs {
		var counts [9]int
		counts[r] = 2
		add(counts, 0, groups)
	}
	var list [][9]int
	for counts := range found {
		if max(counts[0], counts[1], counts[2], counts[3], counts[4], counts[5], counts[6], counts[7], counts[8]) <= 4 {
			list = append(list, counts)
		}
	}
	return list
}

// TestDistancesAgainstTargets checks the table against the other definition
// of a distance: the least number of tiles that any target has beyond the
// state, over a list of all targets.
func TestDistancesAgainstTargets(t *testing.T) {
	o := oracle.New()
	every := 97
	if testing.Short() {
		every = 2011
	}
	for pairs := range 2 {
		for groups := range 5 {
			list := targets(groups, pairs)
			n := 0
			forStates(14, func(counts [9]int, _ int) {
				if n++; n%every != 0 {
					return
				}
				if got, want := o.SuitDistance(counts)[pairs][groups], nearest(list, counts); got != want {
					t.Errorf("%v, %d groups, %d pairs: got %d, want %d", counts, groups, pairs, got, want)
				}
			})
		}
	}
}

func nearest(targets [][9]int, have [9]int) int {
	least := 99
	for _, target := range targets {
		missing := 0
		for r := range target {
			missing += max(0, target[r]-have[r])
		}
		least = min(least, missing)
	}
	return least
}

// TestShantenAndComplete: the recursion over decompositions and the distances
// agree on what is complete, and tiles at random from a complete hand lower
// its shanten by no more than their number.
func TestShantenAndComplete(t *testing.T) {
	o := oracle.New()
	s := oracle.NewSource(7)
	hands := 2000
	if testing.Short() {
		hands = 200
	}
	for i := range hands {
		h := s.Winning(i % 5)
		if i%7 == 0 {
			h = s.Pairs()
		}
		swapped := i % 3
		h = s.Swap(h, swapped)
		void := tile.Suit(s.IntN(tile.NumSuits + 1))
		shanten := o.Shanten(&h.Held, len(h.Melds), void)
		if complete := oracle.Complete(&h.Held, len(h.Melds), void, oracle.QuadsAreTwoPairs); complete != (shanten == -1) {
			t.Errorf("%v void %v: complete %v, shanten %d", &h, void, complete, shanten)
		}
		if void != tile.NoSuit {
			if got := oracle.Shanten(&h.Held, len(h.Melds), void); got != shanten {
				t.Errorf("%v void %v: by recursion shanten %d, by distances %d", &h, void, got, shanten)
			}
			accepts := o.Acceptance(&h.Held, len(h.Melds), void)
			if _, got := oracle.Acceptance(&h.Held, len(h.Melds), void); got != accepts&^tile.SuitKinds(void) {
				t.Errorf("%v void %v: by recursion accepts %v, by distances %v", &h, void, got, accepts)
			}
		}
		if all := o.Shanten(&h.Held, len(h.Melds), tile.NoSuit); all > swapped-1 {
			t.Errorf("%v: %d tiles swapped, shanten %d", &h, swapped, all)
		}
	}
}

func TestShanten(t *testing.T) {
	o := oracle.New()
	tests := []struct {
		tiles   string
		void    tile.Suit
		shanten int
		accepts string
	}{
		{"123456789m123p5p", tile.Bamboo, 0, "5p"},
		{"123456789m123p5p", tile.Dots, 4, ""},
		{"123456789m1111p", tile.Bamboo, 1, ""},
		{"1133557799m113p", tile.Bamboo, 0, "3p"},
		{"1111m223344p567p", tile.Bamboo, 1, ""},
		{"5m[111m][222m][333p][777p]", tile.Bamboo, 0, "5m"},
		{"5m[111m][222m][333p][777p]", tile.NoSuit, 0, "5m"},
		{"147m258p369s1199s", tile.NoSuit, 4, ""},
	}
	for _, test := range tests {
		set, err := tile.Parse(test.tiles)
		if err != nil {
			t.Fatal(err)
		}
		held, melds := oracle.Count(set.Held), int(set.Melds.N)
		if got := o.Shanten(&held, melds, test.void); got != test.shanten {
			t.Errorf("%s void %v: shanten %d, want %d", test.tiles, test.void, got, test.shanten)
		}
		if test.void != tile.NoSuit {
			if got := oracle.Shanten(&held, melds, test.void); got != test.shanten {
				t.Errorf("%s void %v: by recursion shanten %d, want %d", test.tiles, test.void, got, test.shanten)
			}
		}
		if got := o.Acceptance(&held, melds, test.void); test.accepts != "" && got.String() != test.accepts {
			t.Errorf("%s void %v: accepts %v, want %s", test.tiles, test.void, got, test.accepts)
		}
	}
}

func TestReadings(t *testing.T) {
	all := rules.Rules{
		Name: "all", AllPungs: 1, FullFlush: 2, SevenPairs: 2, SevenPairsQuads: true, Root: 1,
		GoldenHook: 1, GoldenStacks: true, TerminalGroups: 2, TerminalSevenPairs: 4, JiangPungs: 3,
		Replacement: 1, Robbing: 1, LastTile: 1, LastDiscard: 1, ShotAfterKong: 1, SelfDrawFan: 1,
		Heavenly: true, Earthly: true, FanCap: 5,
	}
	dragon := all
	dragon.DragonSevenPairs = true
	tests := []struct {
		r        rules.Rules
		tiles    string // the last held tile wins
		how      fan.Situation
		fan      int
		patterns fan.Patterns
	}{
		{all, "123m456m789p123p44p", 0, 0, 0},
		{all, "123m456m789p123p44p", fan.BySelfDraw | fan.OnReplacement | fan.WallEmpty, 3, fan.Of(fan.SelfDraw, fan.Replacement, fan.LastTile)},
		{all, "123m456m789p123p44p", fan.ByRobbing | fan.AfterKong, 2, fan.Of(fan.Robbing, fan.ShotAfterKong)},
		{all, "123m456m789p123p44p", fan.WallEmpty, 1, fan.Of(fan.LastDiscard)},
		{all, "123m456m789p123p44p", fan.BySelfDraw | fan.OnDeal, 5, fan.Of(fan.Heavenly)},
		{all, "123m456m789p123p44p", fan.BySelfDraw | fan.OnFirstDraw, 5, fan.Of(fan.Earthly)},
		{all, "44p333m777m666p[1111m]", 0, 2, fan.Of(fan.AllPungs, fan.Root)},
		{all, "333m777m666p44p[1111m]", 0, 3, fan.Of(fan.AllPungs, fan.GoldenHook, fan.Root)},
		{all, "222m555m888m22p[5555p]", 0, 4, fan.Of(fan.JiangPungs, fan.Root)},
		{all, "99m111222333m[111p]", 0, 2, fan.Of(fan.TerminalGroups)},
		{all, "99m111222333789m", 0, 4, fan.Of(fan.TerminalGroups, fan.FullFlush)},
		{all, "111m999m11p[999p][111s]", 0, 0, 0}, // three suits
		{all, "1111m9999m1111p99p", 0, 7, fan.Of(fan.TerminalSevenPairs, fan.Root)},
		{all, "22334455m667788p", 0, 2, fan.Of(fan.SevenPairs)},
		{all, "2222m4455m667788p", 0, 3, fan.Of(fan.SevenPairs, fan.Root)},
		{dragon, "2222m4455m667788p", 0, 3, fan.Of(fan.DragonSevenPairs)},
		{dragon, "1111m9999m1111p99p", 0, 7, fan.Of(fan.TerminalSevenPairs, fan.Root)},
	}
	for _, test := range tests {
		set, err := tile.Parse(test.tiles)
		if err != nil {
			t.Fatal(err)
		}
		held := oracle.Count(set.Held)
		got, ok := oracle.Score(&test.r, &held, set.Melds.All(), set.Last, test.how)
		if !ok && test.tiles != "111m999m11p[999p][111s]" {
			t.Errorf("%s: no win", test.tiles)
		}
		if got.Fan != test.fan || got.Patterns != test.patterns {
			t.Errorf("%s: got %d fan %b, want %d fan %b", test.tiles, got.Fan, got.Patterns, test.fan, test.patterns)
		}
	}
}

// TestSuitsOfGroups: the map of suits and the recursion agree on every suit of 14
// tiles.
func TestSuitsOfGroups(t *testing.T) {
	suits := oracle.NewSuits()
	forStates(14, func(suit [9]int, total int) {
		if total != 14 {
			return
		}
		var c oracle.Counts
		copy(c[:], suit[:])
		if got, want := suits.Complete(&c, 1, tile.Bamboo), oracle.CompleteStandard(&c, 0, tile.Bamboo); got != want {
			t.Errorf("%v: the map has %v, recursion %v", suit, got, want)
		}
	})
}
