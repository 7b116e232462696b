package fan_test

import (
	"fmt"
	"os"
	"testing"

	"xuezhan/engine/enginetest/oracle"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// The tests of this file compare the scorer with published cases and with the
// slow oracle, which writes down every reading of a hand.

// situations are the ways of winning that can come about, and a few that
// cannot.
var situations = []fan.Situation{
	0,
	fan.WallEmpty,
	fan.ByRobbing,
	fan.ByRobbing | fan.WallEmpty,
	fan.AfterKong,
	fan.AfterKong | fan.WallEmpty,
	fan.ByRobbing | fan.AfterKong,
	fan.BySelfDraw,
	fan.BySelfDraw | fan.WallEmpty,
	fan.BySelfDraw | fan.OnReplacement,
	fan.BySelfDraw | fan.OnReplacement | fan.WallEmpty,
	fan.BySelfDraw | fan.OnDeal,
	fan.BySelfDraw | fan.OnFirstDraw,
}

// everything has all patterns on, each with a value of its own, so that a sum
// tells what it is made of.
func everything() rules.Rules {
	r := preset("tsumo")
	r.Name = "everything"
	r.AllPungs, r.FullFlush, r.SevenPairs, r.Root, r.GoldenHook = 1, 4, 3, 1, 2
	r.TerminalGroups, r.TerminalSevenPairs, r.JiangPungs = 2, 5, 4
	r.Replacement, r.Robbing, r.LastTile, r.LastDiscard, r.ShotAfterKong, r.SelfDrawFan = 1, 2, 3, 4, 5, 6
	r.FanCap = 16
	return r
}

func preset(name string) rules.Rules {
	r, err := rules.Lookup(name)
	if err != nil {
		panic(err)
	}
	return r
}

// systems returns all presets, and rules that differ from them in what
// decides a reading.
func systems() []rules.Rules {
	var list []rules.Rules
	for _, p := range rules.Presets() {
		list = append(list, p.Rules)
	}
	list = append(list, everything())
	for bits := range 16 {
		r := everything()
		r.GoldenStacks, r.GoldenDeclared = bits&1 != 0, bits&2 != 0
		r.DragonSevenPairs, r.Heavenly, r.Earthly = bits&4 != 0, bits&8 != 0, bits&8 == 0
		list = append(list, r)
	}
	for limit := range 17 {
		r := everything()
		r.FanCap, r.GoldenDeclared = limit, limit%2 == 0
		list = append(list, r)
	}
	for least := range 5 {
		r := everything()
		r.MinFan, r.GoldenDeclared = 2*least+1, least%2 == 0
		list = append(list, r)
	}
	r := everything()
	r.DragonSevenPairs, r.SevenPairsQuads = false, false
	return append(list, r)
}

// randomRules returns valid rules whose patterns have small random values,
// often none. A golden hook that replaces all pungs is worth at least as much:
// otherwise it would be a question whether it must be claimed.
func randomRules(s oracle.Source) rules.Rules {
	for {
		r := preset("tsumo")
		r.Name = "random"
		for _, value := range []*int{
			&r.AllPungs, &r.FullFlush, &r.SevenPairs, &r.Root, &r.GoldenHook, &r.TerminalGroups,
			&r.TerminalSevenPairs, &r.JiangPungs, &r.Replacement, &r.Robbing, &r.LastTile,
			&r.LastDiscard, &r.ShotAfterKong, &r.SelfDrawFan,
		} {
			*value = s.IntN(5)
		}
		for _, on := range []*bool{
			&r.SevenPairsQuads, &r.GoldenStacks, &r.GoldenDeclared, &r.DragonSevenPairs, &r.Heavenly, &r.Earthly,
		} {
			*on = s.IntN(2) == 0
		}
		r.FanCap = s.IntN(17)
		r.MinFan = max(0, s.IntN(r.FanCap+4)-3)
		if !r.GoldenStacks && r.GoldenHook > 0 {
			r.GoldenHook = max(r.GoldenHook, r.AllPungs)
		}
		if r.Validate() == nil {
			return r
		}
	}
}

// example returns a hand of 14 tiles: mostly complete ones in either form,
// some with a tile replaced, some at random.
func example(s oracle.Source, i int) oracle.Hand {
	h := s.Winning(i / 8 % 5)
	switch i % 8 {
	case 0:
		return s.Swap(h, 1)
	case 1:
		return s.Random(len(h.Melds), 14-3*len(h.Melds), tile.Suit(s.IntN(tile.NumSuits+1)))
	case 2, 3:
		return s.Pairs()
	}
	return h
}

type score func(h *tile.Held, m *tile.Melds, win tile.Tile, how fan.Situation) (fan.Result, bool)

// checkScore compares fan, points and patterns; where several readings are
// worth the same, the patterns of any of them will do.
func checkScore(t *testing.T, r rules.Rules, score score, h oracle.Hand, win tile.Tile, how fan.Situation) {
	t.Helper()
	held, melds := h.Words()
	got, ok := score(&held, &melds, win, how)
	best := oracle.Best(&r, &h.Held, h.Melds, win, how)
	if ok != (len(best) > 0) {
		t.Fatalf("%v win %v, situation %b: won %v, want %v\nrules: %v", &h, win, how, ok, len(best) > 0, differences(r))
	}
	if !ok {
		return
	}
	want := best[0]
	for _, reading := range best {
		if reading.Patterns == got.Patterns {
			want = reading
		}
	}
	if roots := oracle.Roots(h.Held, h.Melds); got.Roots != roots {
		t.Fatalf("%v win %v, situation %b: got %d roots, want %d", &h, win, how, got.Roots, roots)
	}
	if got.Fan != want.Fan || got.Patterns != want.Patterns || got.Points != r.Points(want.Fan) {
		t.Fatalf("%v win %v, situation %b: got %d fan, %d points, %v; want %d, %d, %v\nrules: %v", &h, win, how,
			got.Fan, got.Points, names(got.Patterns), want.Fan, r.Points(want.Fan), names(want.Patterns), differences(r))
	}
}

// differences names the fields in which rules differ from the preset tsumo.
func differences(r rules.Rules) []string {
	base := preset("tsumo")
	var list []string
	for _, d := range rules.Diff(&base, &r) {
		list = append(list, fmt.Sprintf("%s=%v", d.Field.Name, d.B))
	}
	return list
}

func names(s fan.Patterns) []string {
	var list []string
	for p := range fan.NumPatterns {
		if s.Has(p) {
			list = append(list, p.String())
		}
	}
	return list
}

func TestScoreAgainstOracle(t *testing.T) {
	tables := shape.New()
	s := oracle.NewSource(11)
	hands := 2500
	if testing.Short() {
		hands = 100
	}
	for _, r := range systems() {
		scorer := fan.NewScorer(r, tables)
		for i := range hands {
			h := example(s, i)
			how := situations[s.IntN(len(situations))]
			win := s.Pick(h)
			checkScore(t, r, scorer.Score, h, win, how)
			checkScore(t, r, scorer.ScoreByShape, h, win, how)
		}
	}
}

func TestEverySituationAgainstOracle(t *testing.T) {
	tables := shape.New()
	s := oracle.NewSource(12)
	hands := 600
	if testing.Short() {
		hands = 16
	}
	for _, r := range systems() {
		scorer := fan.NewScorer(r, tables)
		for i := range hands {
			h := example(s, i)
			win := s.Pick(h)
			for _, how := range situations {
				checkScore(t, r, scorer.Score, h, win, how)
			}
		}
	}
}

func TestRandomRulesAgainstOracle(t *testing.T) {
	tables := shape.New()
	s := oracle.NewSource(13)
	systems := 1500
	if testing.Short() {
		systems = 60
	}
	for range systems {
		r := randomRules(s)
		scorer := fan.NewScorer(r, tables)
		for i := range 80 {
			h := example(s, i)
			checkScore(t, r, scorer.Score, h, s.Pick(h), situations[s.IntN(len(situations))])
		}
	}
}

// TestEveryWinningTileAgainstOracle: where the golden hook asks for a pair
// only, it matters which tile was won on.
func TestEveryWinningTileAgainstOracle(t *testing.T) {
	tables := shape.New()
	s := oracle.NewSource(14)
	hands := 5000
	if testing.Short() {
		hands = 200
	}
	for i := range hands {
		r := everything()
		r.GoldenDeclared, r.GoldenStacks = i%4 == 0, i%2 == 0
		scorer := fan.NewScorer(r, tables)
		h := s.Winning(i % 5)
		held, _ := h.Words()
		for k := held.Kinds(); k != 0; k = k.Rest() {
			checkScore(t, r, scorer.Score, h, k.First(), 0)
		}
	}
}

// TestFifthCopyAgainstOracle: the ready check of some rules imagines a win on
// a fifth copy, be it held or in a meld.
func TestFifthCopyAgainstOracle(t *testing.T) {
	tables := shape.New()
	s := oracle.NewSource(15)
	hands := 20000
	if testing.Short() {
		hands = 1000
	}
	all := systems()
	found := 0
	for i := range hands {
		r := all[i%len(all)]
		if i%2 == 0 {
			r = randomRules(s)
		}
		scorer := fan.NewScorer(r, tables)
		h := s.Winning(i % 5)
		h.Held[s.Pick(h)]--
		shape := oracle.Waits(&h.Held, len(h.Melds), h.Void, oracle.Quads(r.SevenPairsQuads))
		inPlay := oracle.WaitsInPlay(&h.Held, h.Melds, h.Void, oracle.Quads(r.SevenPairsQuads))
		for k := shape &^ inPlay; k != 0; k = k.Rest() {
			full := h
			full.Held[k.First()]++
			checkScore(t, r, scorer.ScoreByShape, full, k.First(), 0)
			found++
		}
	}
	if found == 0 {
		t.Error("no example waits for a fifth copy")
	}
}

// TestItemsAddUp: the lines of a hand's bill are its patterns and its fan.
func TestItemsAddUp(t *testing.T) {
	tables := shape.New()
	s := oracle.NewSource(16)
	for i := range 2000 {
		r := randomRules(s)
		scorer := fan.NewScorer(r, tables)
		h := example(s, i)
		held, melds := h.Words()
		result, ok := scorer.Score(&held, &melds, s.Pick(h), situations[s.IntN(len(situations))])
		if !ok {
			continue
		}
		sum, items := 0, scorer.Items(result)
		for _, item := range items {
			sum += item.Fan
		}
		if sum != result.Fan || len(items) != result.Patterns.Len() {
			t.Fatalf("%v: items %v, want %d fan of %v\nrules: %v", &h, items, result.Fan, names(result.Patterns), differences(r))
		}
	}
}

// TestPublishedCases scores the hands on which published programs have gone
// wrong.
func TestPublishedCases(t *testing.T) {
	text, err := os.ReadFile("testdata/eval.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := oracle.ReadCases(text)
	if err != nil {
		t.Fatal(err)
	}
	tables := shape.New()
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			r, set, h, err := c.Parse()
			if err != nil {
				t.Fatal(err)
			}
			scorer := fan.NewScorer(r, tables)
			if set.Size() == 14 {
				checkValue(t, scorer, set, c.Expect.Win)
				return
			}
			checkWaits(t, scorer, set, tables.Waits(&set.Held, int(set.Melds.N), h.Void), c.Expect.Waits)
			ready := readyKinds(&r, &set, tables.Waits(&set.Held, int(set.Melds.N), h.Void)) != 0
			if ready != c.Expect.Ready {
				t.Errorf("%s: ready %v, want %v", c.Tiles, ready, c.Expect.Ready)
			}
		})
	}
}

func checkValue(t *testing.T, scorer *fan.Scorer, set tile.Set, want *oracle.Value) {
	t.Helper()
	got, ok := scorer.Score(&set.Held, &set.Melds, set.Last, 0)
	if ok != (want != nil) {
		t.Errorf("%v: won %v, want %v", &set, ok, want)
	} else if ok && (got.Fan != want.Fan || got.Points != want.Points) {
		t.Errorf("%v: %d fan, %d points, want %v", &set, got.Fan, got.Points, *want)
	}
}

// checkWaits compares the waits in play, and what a win on each is worth.
func checkWaits(t *testing.T, scorer *fan.Scorer, set tile.Set, shape tile.Kinds, want []oracle.Wait) {
	t.Helper()
	inPlay := shape &^ tile.OwnsFour(&set.Held, &set.Melds)
	if inPlay.Len() != len(want) {
		t.Errorf("%v: waits %v, want %v", &set, inPlay, want)
	}
	for _, w := range want {
		win, err := tile.ParseTile(w.Tile)
		if err != nil {
			t.Fatal(err)
		}
		if !inPlay.Has(win) {
			t.Errorf("%v: does not wait for %v", &set, win)
		}
		full := set
		full.Held.Add(win)
		full.Last = win
		checkValue(t, scorer, full, &w.Value)
	}
}

// readyKinds applies the rules' reading of a fifth copy to waits by shape.
func readyKinds(r *rules.Rules, set *tile.Set, shape tile.Kinds) tile.Kinds {
	switch r.ReadyFifthCopy {
	case rules.ExcludeOwned:
		return shape &^ tile.OwnsFour(&set.Held, &set.Melds)
	case rules.ExcludeConcealed:
		return shape &^ set.Held.Quads()
	}
	return shape
}
