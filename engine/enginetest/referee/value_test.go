package referee

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// absentSuit returns a suit that the seat owns no tile of.
func absentSuit(s *seat) tile.Suit {
	for suit := tile.Characters; suit < tile.NoSuit; suit++ {
		melds := slices.ContainsFunc(s.melds, func(m tile.Meld) bool { return m.Tile().Suit() == suit })
		if !melds && !s.held.hasSuit(suit) {
			return suit
		}
	}
	return tile.NoSuit
}

// TestPublishedCases compares wins, waits and readiness with the cases that
// an independent brute force computed.
func TestPublishedCases(t *testing.T) {
	type worth struct{ Fan, Points int }
	type wait struct {
		Tile string
		worth
	}
	type want struct {
		Win   *worth
		Waits []wait
		Ready *bool
	}
	file, err := os.Open("../../fan/testdata/eval.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cases := 0
	for lines := bufio.NewScanner(file); lines.Scan(); cases++ {
		var c struct {
			ID, Rules, Tiles string
			Expect           want
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		r := preset(t, c.Rules)
		s := parseSeat(t, c.Tiles, "-")
		s.void = absentSuit(&s)
		if total := len(s.melds)*3 + sumOf(s.held); total == 14 {
			got := (*worth)(nil)
			if s.void != tile.NoSuit && isComplete(&r, &s.held, len(s.melds)) {
				v := best(&r, &hand{s.held, s.melds, tile.None}, structural)
				got = &worth{v.fan, points(&r, v.fan)}
			}
			if (got == nil) != (c.Expect.Win == nil) || got != nil && *got != *c.Expect.Win {
				t.Errorf("%s: win %v, want %v", c.ID, got, c.Expect.Win)
			}
			continue
		}
		var waits []wait
		if s.void != tile.NoSuit {
			for _, x := range winningKinds(&r, &s.held, s.melds, s.void) {
				with := s.held
				with[x]++
				v := best(&r, &hand{with, s.melds, x}, structural)
				waits = append(waits, wait{x.String(), worth{v.fan, points(&r, v.fan)}})
			}
		}
		if !slices.Equal(waits, c.Expect.Waits) {
			t.Errorf("%s: waits %v, want %v", c.ID, waits, c.Expect.Waits)
		}
		if c.Expect.Ready != nil && s.void != tile.NoSuit && stand(&r, &s).ready != *c.Expect.Ready {
			t.Errorf("%s: ready %v, want %v", c.ID, !*c.Expect.Ready, *c.Expect.Ready)
		}
	}
	if cases < 100 {
		t.Errorf("only %d cases", cases)
	}
}

func sumOf(c counts) int {
	n := 0
	for _, k := range c {
		n += k
	}
	return n
}

func TestValues(t *testing.T) {
	of := fan.Of
	for _, c := range []struct {
		rules, tiles string
		situation    fan.Situation
		fan          int
		patterns     fan.Patterns
	}{
		{"planet", "123m456m789m123p99p", fan.BySelfDraw, 0, 0},
		{"planet", "123m456m789m123p99p", fan.BySelfDraw | fan.WallEmpty, 1, of(fan.LastTile)},
		{"planet", "123m456m789m123p99p", fan.WallEmpty, 1, of(fan.LastDiscard)},
		{"planet", "123m456m789m123p99p", fan.AfterKong, 0, 0},
		{"sbr", "123m456m789m123p99p", fan.AfterKong, 1, of(fan.ShotAfterKong)},
		{"mil", "123m456m789m123p99p", fan.ByRobbing | fan.AfterKong, 2, of(fan.Robbing, fan.ShotAfterKong)},
		{"planet", "5m5m[111m][222p][3333p][444p]", 0, 3, of(fan.GoldenHook, fan.AllPungs, fan.Root)},
		{"tsumo", "1m1m[333m][222p][3333p][444p]", 0, 3, of(fan.GoldenHook, fan.Root)},
		{"sbr", "1m1m[333m][222p][3333p][444p]", 0, 3, of(fan.GoldenHook, fan.Root)},
		{"mil", "1m1m[333m][222p][3333p][444p]", 0, 3, of(fan.GoldenHook, fan.AllPungs, fan.Root)},
		{"tsumo", "55m[222m][555p][222p][888p]", 0, 3, of(fan.JiangPungs)},
		{"planet", "55m[222m][555p][222p][888p]", 0, 2, of(fan.GoldenHook, fan.AllPungs)},
		{"tsumo", "1133m5577m9922p33p", 0, 2, of(fan.SevenPairs)},
		{"tsumo", "1111m5577m9922p33p", 0, 3, of(fan.DragonSevenPairs)},
		{"planet", "1111m5577m9922p33p", 0, 3, of(fan.SevenPairs, fan.Root)},
		{"tsumo", "1111m9999m1111p99p", 0, 7, of(fan.TerminalSevenPairs, fan.Root)},
		{"tsumo", "123m789m111p999p11m", fan.OnReplacement | fan.BySelfDraw, 3, of(fan.TerminalGroups, fan.Replacement)},
		{"tsumo", "123m789m111p999p11m", fan.OnDeal | fan.BySelfDraw, 4, of(fan.Heavenly)},
		{"tsumo", "123m789m111p999p11m", fan.OnFirstDraw | fan.BySelfDraw, 4, of(fan.Earthly)},
		{"planet", "123m789m111p999p11m", fan.OnFirstDraw | fan.BySelfDraw, 0, 0},
		{"tsumo", "111222333m99m[111p]", 0, 2, of(fan.TerminalGroups)},
		{"planet", "111222333m99m[111p]", 0, 1, of(fan.AllPungs)},
	} {
		r := preset(t, c.rules)
		s := parseSeat(t, c.tiles, "s")
		v := best(&r, &hand{s.held, s.melds, tile.None}, c.situation)
		if v.fan != c.fan || !slices.Contains(v.sets, c.patterns) {
			t.Errorf("%s %s %b: %d fan by %s, want %d by %s", c.rules, c.tiles, c.situation, v.fan, names(v.sets[0]), c.fan, names(c.patterns))
		}
	}
}

func TestEqualReadingsAreAllRight(t *testing.T) {
	r := preset(t, "tsumo")
	s := parseSeat(t, "112233m778899m11p", "s")
	v := best(&r, &hand{s.held, s.melds, tile.None}, structural)
	want := []fan.Patterns{fan.Of(fan.SevenPairs), fan.Of(fan.TerminalGroups)}
	if v.fan != 2 || !slices.Contains(v.sets, want[0]) || !slices.Contains(v.sets, want[1]) {
		t.Errorf("got %d fan by %v, want 2 by %v", v.fan, v.sets, want)
	}
}

func TestGoldenHookNotDeclared(t *testing.T) {
	r := preset(t, "planet", func(r *rules.Rules) { r.GoldenDeclared = false })
	s := parseSeat(t, "111222m333p44p[555p]", "s")
	for _, c := range []struct {
		win  tile.Tile
		want int
	}{{tile.Of(tile.Dots, 4), 2}, {tile.Of(tile.Dots, 3), 1}} {
		if v := best(&r, &hand{s.held, s.melds, c.win}, structural); v.fan != c.want {
			t.Errorf("won on %s: %d fan, want %d", c.win, v.fan, c.want)
		}
	}
}
