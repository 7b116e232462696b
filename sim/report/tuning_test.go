package report

import (
	"strings"
	"testing"

	"xuezhan/policy"
	"xuezhan/sim/page"
	"xuezhan/sim/stats"
	"xuezhan/sim/tune"
)

// tuning returns a run of tune of two generations; n are done.
func tuning(t *testing.T, done int) Tuning {
	t.Helper()
	v := &tune.Review{
		Rules: "wap-battle", Generations: done, Hands: int64(1000 * done),
		Parameters: []tune.ReviewedParameter{{Name: "min_fan", Min: 0, Max: 16, Start: 2, Mean: 3.5}, {Name: "haste", Min: 0, Max: 4000, Start: 500, Mean: 1234.5, Log: true}},
	}
	v.Header.Bot.Spec, v.Header.Method, v.Header.Seed, v.Header.Walls = "big", "cma", 9, "lanes"
	v.Header.Plan.Generations = 2
	for g := range done {
		x := tune.Generation{Generation: g + 1, Spread: 0.2, Parameters: map[string]float64{"min_fan": 2 + float64(g), "haste": 500}}
		x.Gain, x.Recent = between(0.1, -0.1, 0.3), between(0.2, 0.1, 0.3)
		v.History = append(v.History, x)
	}
	big, err := policy.Parse("big")
	if err != nil {
		t.Fatal(err)
	}
	return Tuning{v, big.Bot().Params}
}

// TestTuningUnderWay says how far a run is and what its mean is worth.
func TestTuningUnderWay(t *testing.T) {
	d := tuning(t, 1).Page()
	want := []string{
		"1 of 2 generations are done.",
		"The mean of recent generations beats the start by +0.200 [+0.100, +0.300] points per hand on walls that did not make it.",
	}
	for i, line := range want {
		if d.Headline[i] != line {
			t.Errorf("got %q, want %q", d.Headline[i], line)
		}
	}
	demand(t, "text", textOf(t, d), "  min_fan        2   3.5      -    0..16\n", "  haste        500  1234      -  0..4000\n", "generations 1 of 2, 1000 hands\n", "bot         big\n")
	if got := tuning(t, 0).Page(); got.Headline[0] != "0 of 2 generations are done." || len(got.Pictures()) != 0 {
		t.Errorf("before the first generation: %q, %d pictures", got.Headline, len(got.Pictures()))
	}
}

// finished returns a run with a gate and a holdout.
func finished(t *testing.T, gain stats.Interval, v stats.Verdict) Tuning {
	t.Helper()
	x := tuning(t, 2)
	tuned := 4
	x.Parameters[0].Tuned = &tuned
	x.Gate = &tune.GateResult{Verdict: v, Blocks: 120, Difference: between(0.3, 0.1, 0.5)}
	x.Holdout = &tune.HoldoutResult{Gain: gain, Blocks: 500}
	return x
}

func TestTuningEnds(t *testing.T) {
	for _, c := range []struct {
		gain stats.Interval
		v    stats.Verdict
		want [2]string
	}{
		{between(0.2, 0.1, 0.3), stats.Better, [2]string{"The tuned bot beats the start by +0.200 [+0.100, +0.300]", "passed: better than the start."}},
		{between(-0.2, -0.3, -0.1), stats.NotBetter, [2]string{"The tuned bot loses to the start: -0.200 [", "not passed: no better than the start."}},
		{between(0.1, -0.1, 0.3), stats.Undecided, [2]string{"The tuned bot and the start: no difference established, +0.100 [", "not passed: undecided."}},
		{stats.Interval{Value: 1, Lo: 0.5, Hi: 2, N: 5}, stats.Undecided, [2]string{"too few blocks to compare", "undecided"}},
	} {
		d := finished(t, c.gain, c.v).Page()
		demand(t, "answer", d.Headline[0], c.want[0])
		demand(t, "gate", d.Headline[1], c.want[1])
	}
	text := textOf(t, finished(t, between(0.2, 0.1, 0.3), stats.Better).Page())
	demand(t, "facts", text, "gate        +0.300 [+0.100, +0.500] points per hand, 120 blocks\n", "holdout     +0.200 [+0.100, +0.300] points per hand, 500 blocks\n")
}

// TestTuningCharts: a chart a parameter, which says what it means, with lines at the
// start and at what came out, and one of the gain.
func TestTuningCharts(t *testing.T) {
	d := finished(t, between(0.2, 0.1, 0.3), stats.Better).Page()
	got := pictures(t, d)
	for name, texts := range map[string][]string{
		"gain-over-the-start": {">start<", "95 % interval", "points per hand"}, "spread-of-the-candidates": {"the search narrows"},
		"min-fan": {">start, 2<", ">tuned, 4<", "declined"}, "haste": {">start, 500<"},
	} {
		demand(t, name, got[name], texts...)
	}
	line := d.Sections[1].Figures[0].Chart.(page.Lines).Lines[0]
	if n := len(line.X); n != 3 || line.X[n-1] != 2 || line.Values[n-1].At != 3.5 {
		t.Errorf("the path ends with %+v", line)
	}
	if strings.Contains(got["haste"], "tuned,") {
		t.Error("a parameter that was not tuned has a line at it")
	}
}

// TestTunedSaysWhatChanged: only parameters that changed are listed.
func TestTunedSaysWhatChanged(t *testing.T) {
	big, err := policy.Parse("big")
	if err != nil {
		t.Fatal(err)
	}
	values := big.Values()
	r := &Tuned{File: "tuned/tuned.json"}
	r.Bot, r.Parameters = "big", policy.Values{}
	for name, v := range values {
		r.Parameters[name] = v
	}
	r.Parameters["min_fan"] = values["min_fan"] + 1
	r.History = tune.History{
		Tuned: "big:min_fan=3", Rules: "mil", Seed: 4, Generations: 6, Hands: map[string]int64{"train": 100, "gate": 20, "holdout": 30}, Faults: 2,
		Gate:    &tune.GateResult{Verdict: stats.Better, Blocks: 10},
		Holdout: &tune.HoldoutResult{Gain: between(0.2, 0.1, 0.3), Blocks: 15},
	}
	d := r.Page(big)
	if rows := d.Sections[0].Tables[0].Rows; len(rows) != 1 || rows[0][0] != "min_fan" {
		t.Errorf("got rows %v", rows)
	}
	demand(t, "text", textOf(t, d), "The tuned bot beats the start by +0.200", "holdout    +0.200 [+0.100, +0.300] points per hand, 15 blocks\n",
		"gate       passed: better than the start, 10 blocks\n", "faults     2 hands were forfeited\n", "played by  big@tuned/tuned.json\n", "hands      150 in 6 generations")
	r.Parameters["min_fan"] = values["min_fan"]
	if got := r.Page(big); len(got.Sections) != 0 {
		t.Errorf("nothing changed, and there is %v", got.Sections)
	}
}
