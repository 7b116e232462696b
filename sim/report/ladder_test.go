package report

import (
	"encoding/json"
	"strings"
	"testing"

	"xuezhan/sim"
	"xuezhan/sim/match"
	"xuezhan/sim/page"
	"xuezhan/sim/stats"
)

// rungs returns a ladder of three bots; the second is about as good as the
// best.
func rungs(t *testing.T) *Ladder {
	t.Helper()
	c := &match.LadderConfig{Rules: wapBattle(t), Seed: 3, Walls: sim.Lanes}
	return NewLadder(c, &match.Ladder{
		Rounds: 50, Hands: 600,
		Bots: []match.Rung{
			{Bot: "value", Points: between(0.4, 0.3, 0.5), Rating: 1587.6, Hands: 400},
			{Bot: "fast", Points: between(0.3, 0.2, 0.4), Rating: 1550, Hands: 400},
			{Bot: "random", Points: between(-0.7, -0.8, -0.6), Rating: 1362.4, Hands: 400, Provisional: true, Faults: 2},
		},
		Pairs: []match.Comparison{
			{A: "fast", B: "value", Difference: between(-0.1, -0.3, 0.1)},
			{A: "fast", B: "random", Difference: between(1, 0.8, 1.2)}, {A: "value", B: "random", Difference: between(1.1, 0.9, 1.3)},
		},
	}, "v1")
}

// TestLadderHeadline: the second bot is listed first in its pair with the best, and
// the difference is said from the best's side all the same.
func TestLadderHeadline(t *testing.T) {
	for _, c := range []struct {
		d    stats.Interval
		want string
	}{
		{between(-0.1, -0.3, 0.1), "value has the most points of 3 bots; no difference to fast is established."},
		{between(-0.2, -0.3, -0.1), "value is the best of 3 bots: +0.200 [+0.100, +0.300] points per hand more than fast, the second."},
		{stats.Interval{Value: -1, Lo: -2, Hi: -0.5, N: 5, Level: 0.95}, "value has the most points of 3 bots; too few walls to compare it with fast."},
	} {
		l := rungs(t)
		l.Pairs[0].Difference = c.d
		if got := l.Page().Headline[0]; got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	l := rungs(t)
	l.Pairs[0] = match.Comparison{A: "value", B: "fast", Difference: between(0.2, 0.1, 0.3)}
	demand(t, "the best listed first", l.Page().Headline[0], "+0.200 [+0.100, +0.300]")
}

func TestLadderText(t *testing.T) {
	demand(t, "ladder", textOf(t, rungs(t).Page()),
		"1       value  +0.400 [+0.300, +0.500]                1588       0\n", "1362 (provisional)       2\n",
		"  fast     value  -0.100 [-0.300, +0.100]       ~\n", "  fast    random  +1.000 [+0.800, +1.200]    fast\n",
		"rules      wap-battle ", "seed       3, walls lanes\n", "rounds     50\n", "hands      600\n")
}

// TestLadderChart: the bots stand in the order of the ladder, with a line at the
// best.
func TestLadderChart(t *testing.T) {
	l := rungs(t)
	chart := l.Page().Sections[0].Figures[0].Chart.(page.Spots)
	for i, row := range chart.Rows {
		if row.Name != l.Bots[i].Bot || row.Value.At != l.Bots[i].Points.Value {
			t.Errorf("row %d is %+v", i, row)
		}
	}
	if chart.Levels[0].At != 0.4 {
		t.Errorf("the line is at %v", chart.Levels)
	}
	svg := pictures(t, l.Page())["ladder"]
	demand(t, "picture", svg, ">value<", ">the best<", "wap-battle, 50 rounds, seed 3")
}

// TestEmptyLadder: one that has too few rounds for numbers says so.
func TestEmptyLadder(t *testing.T) {
	l := rungs(t)
	l.Bots, l.Pairs = nil, nil
	d := l.Page()
	if d.Headline[0] != "Too few rounds to compare the bots." || len(d.Pictures()) != 0 {
		t.Errorf("got %q and %d pictures", d.Headline, len(d.Pictures()))
	}
}

func TestLadderJSON(t *testing.T) {
	data, err := json.Marshal(rungs(t).Page().Data)
	if err != nil {
		t.Fatal(err)
	}
	demand(t, "JSON", string(data), `{"rules":"wap-battle","rules_hash":"`, `"rounds":50,"hands":600,"bots":[{"bot":"value"`, `"pairs":[{"a":"fast"`)
}

func scaling() *Scaling {
	return &Scaling{About: "four fast", Workers: []Speed{{1, 57405}, {2, 106762}}, Hands: []Speed{{10_000, 17198}, {1_000_000, 11506}}}
}

func TestScaling(t *testing.T) {
	d := scaling().Page()
	if want := "2 workers play 106,762 hands a second, 1.86 times what 1 does."; d.Headline[0] != want {
		t.Errorf("got %q, want %q", d.Headline[0], want)
	}
	demand(t, "text", textOf(t, d), "  workers  1,000 hands a second\n  1                        57.4\n", "  1,000,000               11.5\n")
	got := pictures(t, d)
	for name, texts := range map[string][]string{
		"scaling-workers": {"four fast", "1,000 hands a second", ">57.4<", ">107<"}, "scaling-hands": {">1,000,000<", ">11.5<", "µs a hand"},
	} {
		demand(t, name, got[name], texts...)
	}
}

func TestTrial(t *testing.T) {
	x := &Trial{Bot: "exec:./mine", Name: "mine 1", Rules: "mil", Seed: 2, Hands: 20, Decisions: 300, Seconds: 1.5, Speed: 200, Points: 0.25, Repeats: true}
	demand(t, "it repeats", textOf(t, x.Page()), "exec:./mine plays without a fault, and the same with one hand at a time.\n",
		"calls itself mine 1\n", "decisions    300 in 1.50 s, 200 decisions/s", "hands        20 of rules mil, seed 2\n", "points       +0.25 per hand;")
	x.Repeats = false
	demand(t, "it does not", textOf(t, x.Page()), "cannot be repeated", "uses more than the view")
	x.Name = ""
	if text := textOf(t, x.Page()); strings.Contains(text, "decisions ") {
		t.Errorf("of a built-in bot there are no decisions to count:\n%s", text)
	}
}
