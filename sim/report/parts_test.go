package report

import (
	"testing"

	"xuezhan/sim"
	"xuezhan/sim/match"
	"xuezhan/sim/page"
	"xuezhan/sim/stats"
)

// decomposition returns a ladder of parts.
func decomposition(t *testing.T) *Ladder {
	t.Helper()
	c := &match.LadderConfig{Rules: wapBattle(t), Seed: 3, Walls: sim.Lanes}
	row := func(way, part string, i stats.Interval) match.SwapResult {
		return match.SwapResult{Swap: match.Swap{Way: way, Part: part, Of: "fast", To: "big", Plus: 1}, Difference: i, Differ: 40}
	}
	return NewLadder(c, &match.Ladder{Rounds: 50, Hands: 600, Bots: []match.Rung{}, Decomposed: &match.Decomposed{
		A: "fast", B: "big", Whole: between(1, 0.5, 1.5),
		Parts: []match.SwapResult{
			row(match.InOrder, "call", between(0.9, 0.4, 1.4)), row(match.InOrder, "win", between(-0.2, -0.3, -0.1)),
			row(match.InOrder, match.Rest, between(0.3, -0.1, 0.7)), row(match.AloneInA, "call", between(0.6, 0.2, 1)),
			row(match.AloneInB, "call", between(0.1, -0.2, 0.4)),
		},
	}}, "v1")
}

func TestPartsPage(t *testing.T) {
	l := decomposition(t)
	demand(t, "parts", textOf(t, l.Page()),
		"fast gains +1.000 [+0.500, +1.500] points per hand more than big.\n",
		"The largest step is the call of fast instead of big: +0.900 [+0.400, +1.400].\n",
		"  win           fast  big  -0.200 [-0.300, -0.100]       B\n", "  all together              +1.000 [+0.500, +1.500]       A\n",
		"  call in A  fast  big  +0.600 [+0.200, +1.000]       A\n", "  call in B  fast  big  +0.100 [-0.200, +0.400]       ~\n",
		"blocks     50\n")
	chart := l.Page().Sections[0].Figures[0].Chart.(page.Spots)
	if n := len(chart.Rows); n != 4 || chart.Rows[3].Name != "all together" || chart.Rows[3].Value.At != 1 {
		t.Errorf("the chart has %d rows, the last is %+v", n, chart.Rows[n-1])
	}
	demand(t, "picture", pictures(t, l.Page())["steps"], ">call<", ">all together<")

	l.Whole.N = 5
	demand(t, "few blocks", l.Page().Headline[0], "Too few blocks to say where fast and big differ.")
	l = decomposition(t)
	l.Parts[0].Differ = 29
	demand(t, "rare", textOf(t, l.Page()), "too few\n")
	l.Parts = l.Parts[2:3]
	demand(t, "nothing", l.Page().Headline[1], "No part is established")
}
