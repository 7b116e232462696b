package policy

import (
	"testing"

	"xuezhan/engine/tile"
)

func TestLeanOf(t *testing.T) {
	const m, p, s = tile.Characters, tile.Dots, tile.Bamboo
	for _, x := range []struct {
		name     string
		discards [tile.NumSuits]uint8
		melds    string
		suit     tile.Suit
		want     int
	}{
		{"nothing known", [3]uint8{0, 0, 4}, "", m, 1},
		{"as many of both", [3]uint8{2, 3, 0}, "", m, 1},
		{"rather the other suit", [3]uint8{3, 1, 0}, "", m, 0},
		{"rather this suit", [3]uint8{2, 4, 0}, "", m, 2},
		{"hardly this suit", [3]uint8{0, 3, 5}, "", m, 3},
		{"and a meld of it", [3]uint8{0, 3, 5}, "5m", m, 3},
		{"but a meld of another", [3]uint8{0, 3, 5}, "5p", m, 2},
		{"void tiles say nothing", [3]uint8{1, 1, 9}, "", p, 1},
	} {
		h, err := tile.ParseHeld(x.melds)
		if err != nil {
			t.Fatal(err)
		}
		opponent := threat{shed: x.discards, melds: h.Kinds(), void: s}
		if got := opponent.lean(x.suit); got != x.want {
			t.Errorf("%s: got %d, want %d", x.name, got, x.want)
		}
	}
}

func TestRankSteps(t *testing.T) {
	want := [tile.Ranks]uint8{0, 1, 2, 2, 2, 2, 2, 1, 0}
	for r, w := range want {
		if got := rankSteps[tile.Of(tile.Dots, r+1)]; got != w {
			t.Errorf("rank %d: got %d, want %d", r+1, got, w)
		}
	}
}

func TestShowsBig(t *testing.T) {
	pung := func(t tile.Tile) tile.Meld { return tile.MakeMeld(tile.Pung, t) }
	m, p := tile.Of(tile.Characters, 1), tile.Of(tile.Dots, 1)
	for _, x := range []struct {
		name  string
		melds []tile.Meld
		want  bool
	}{
		{"nothing", nil, false},
		{"a pung", []tile.Meld{pung(m)}, false},
		{"two of one suit", []tile.Meld{pung(m), pung(m + 1)}, true},
		{"of two suits", []tile.Meld{pung(m), pung(p)}, false},
		{"a kong", []tile.Meld{tile.MakeMeld(tile.ClaimedKong, m)}, true},
		{"a hidden kong", []tile.Meld{tile.MakeMeld(tile.ConcealedKong, tile.None)}, true},
	} {
		var melds tile.Melds
		for _, y := range x.melds {
			melds.Append(y)
		}
		if got := showsBig(&melds); got != x.want {
			t.Errorf("%s: got %t, want %t", x.name, got, x.want)
		}
	}
}

// A discard is dearer the longer the hand and the more copies are out, and costs
// nothing where it cannot be won on.
func TestThreatCost(t *testing.T) {
	early, late := &battleDangers[dangerWall-1], &battleDangers[1]
	five := tile.Of(tile.Characters, 5)
	x := threat{kinds: tile.AllKinds &^ tile.SuitKinds(tile.Bamboo), stage: 2}
	if a, b := x.cost(early, five, 2), x.cost(late, five, 2); a >= b || a <= 0 {
		t.Errorf("early %d, late %d", a, b)
	}
	if a, b := x.cost(late, five, 0), x.cost(late, five, 3); a >= b {
		t.Errorf("with no copy left %d, with three %d", a, b)
	}
	if got := x.cost(late, tile.Of(tile.Bamboo, 5), 3); got != 0 {
		t.Errorf("of its void suit: %d", got)
	}
	x.kinds &^= five.Bit()
	if got := x.cost(late, five, 3); got != 0 {
		t.Errorf("a tile let pass: %d", got)
	}
}
