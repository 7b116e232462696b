package report

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
	"xuezhan/sim/match"
	"xuezhan/sim/page"
	"xuezhan/sim/stats"
)

// between returns an interval of points over many units.
func between(value, lo, hi float64) stats.Interval {
	return stats.Interval{Value: value, Lo: lo, Hi: hi, N: 1000, Level: 0.95}
}

// textOf returns a document as text without a width.
func textOf(t *testing.T, d *page.Document) string {
	t.Helper()
	var b strings.Builder
	if err := d.Text(&b, 0); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// spaces are what tables are aligned by.
var spaces = regexp.MustCompile(` +`)

// demand reports which of some texts are missing, however they are aligned.
func demand(t *testing.T, what, got string, wants ...string) {
	t.Helper()
	squeezed := spaces.ReplaceAllString(got, " ")
	for _, want := range wants {
		if !strings.Contains(squeezed, spaces.ReplaceAllString(want, " ")) {
			t.Errorf("%s: %q is missing in\n%s", what, want, got)
		}
	}
}

func wapBattle(t *testing.T) rules.Rules {
	t.Helper()
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// duel returns a match of two bots with a verdict.
func duel(t *testing.T, v stats.Verdict, d stats.Interval) *Match {
	t.Helper()
	c := &match.Config{Rules: wapBattle(t), Seed: 7, Walls: sim.Lanes, Design: match.Pairs, Bots: []match.Bot{{Spec: "fast:win=min2"}, {Spec: "fast"}}}
	return NewMatch(c, match.Result{
		Verdict: v, Blocks: 400, Hands: 800, Faults: []int64{0, 3}, Duel: &match.Duel{Difference: d, Differ: 100, Deviation: 1.25},
	}, "v1")
}

func TestMatchSaysItsVerdict(t *testing.T) {
	better, equal := between(0.5, 0.25, 0.75), between(0.01, -0.1, 0.12)
	for _, c := range []struct {
		v    stats.Verdict
		d    stats.Interval
		want string
	}{
		{stats.Better, better, "fast:win=min2 is better than fast: +0.500 [+0.250, +0.750] points per hand."},
		{stats.NotBetter, equal, "fast:win=min2 is not better than fast: +0.010 [-0.100, +0.120] points per hand."},
		{stats.Undecided, equal, "fast:win=min2 against fast is undecided: +0.010 [-0.100, +0.120] points per hand."},
	} {
		if got := duel(t, c.v, c.d).Page().Headline; len(got) != 1 || got[0] != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestMatchTakesTheBestInterval: after a sequential test the unbiased one, and of a
// match that is watched the one that holds at all times.
func TestMatchTakesTheBestInterval(t *testing.T) {
	m := duel(t, stats.Better, between(0.5, 0.25, 0.75))
	sequence, unbiased := between(0.5, 0.1, 0.9), between(0.4, 0.2, 0.7)
	m.Sequence = &sequence
	demand(t, "watched", m.Page().Headline[0], "+0.500 [+0.100, +0.900]", "at all times")
	m.Unbiased = &unbiased
	demand(t, "tested", m.Page().Headline[0], "+0.400 [+0.200, +0.700]", "median-unbiased")
}

func TestMatchFacts(t *testing.T) {
	m := duel(t, stats.Better, between(0.5, 0.25, 0.75))
	llr := 3.1
	m.SPRT = &match.SPRT{SPRTConfig: stats.SPRTConfig{Mu0: 0, Mu1: 0.1}, LLR: &llr, Lower: -2.94, Upper: 2.94}
	m.Luck = &match.Luck{Unadjusted: between(0.6, 0.1, 1.1), Mean: between(0.1, 0, 0.2), VarianceRatio: 0.25}
	demand(t, "just played", textOf(t, m.Page()),
		"A          fast:win=min2\n", "B          fast\n", "blocks     400, 25.0 % differ, deviation 1.250\n", "difference +0.500 [",
		"LLR        +3.10 [-2.94, 2.94] of 0.1 against 0 points per hand\n", "unadjusted +0.600 [", "the variance is 0.250 of that",
		"seed       7, walls lanes, design pairs\n", "hands      800\n", "faults     3 of fast: timeout", "verdict    fast:win=min2 is better than fast\n")
	seconds, speed := 2.0, 400.0
	m.Seconds, m.Speed = &seconds, &speed
	demand(t, "timed", textOf(t, m.Page()), "hands      800 in 2.0 s, 400 hands/s\n")
}

// reviewed returns a match as its record tells it, with a path of n points.
func reviewed(points int, finished bool) *Match {
	v := &match.Review{Finished: finished, Result: match.Result{
		Verdict: stats.Undecided, Blocks: int64(10 * points), Hands: int64(20 * points),
		Duel: &match.Duel{
			Difference: between(0.1, -0.1, 0.3), Differ: 5,
			SPRT: &match.SPRT{SPRTConfig: stats.SPRTConfig{Mu0: 0, Mu1: 0.2}, Lower: -2.94, Upper: 2.94},
		},
	}}
	v.Inputs.Rules.Name = "wap-battle"
	v.Inputs.Bots = []dataset.Bot{{Spec: "a"}, {Spec: "b"}}
	v.Inputs.Version = "v1"
	for i := range points {
		ratio := float64(i) / 10
		v.Path = append(v.Path, match.Stand{Blocks: int64(10 * (i + 1)), Difference: between(0.1, -1/float64(i+1), 1/float64(i+1)), LLR: &ratio})
	}
	return ReviewedMatch(v)
}

// TestMatchCourse: the difference is shown without the first blocks, whose intervals
// would make the rest look flat, the test with its bounds, and both end where the
// match stands.
func TestMatchCourse(t *testing.T) {
	d := reviewed(100, true).Page()
	figures := d.Sections[0].Figures
	difference, ratio := figures[0].Chart.(page.Lines), figures[1].Chart.(page.Lines)
	x := difference.Lines[0].X
	if x[0] != 50 || x[len(x)-1] != 1000 {
		t.Errorf("the difference goes from block %v to %v", x[0], x[len(x)-1])
	}
	x = ratio.Lines[0].X
	if len(x) != 100 || x[99] != 1000 {
		t.Errorf("the ratio has %d points to block %v", len(x), x[len(x)-1])
	}
	var at []float64
	for _, l := range ratio.Levels {
		at = append(at, l.At)
	}
	if !reflect.DeepEqual(at, []float64{2.94, -2.94}) {
		t.Errorf("the test has its bounds at %v", at)
	}
	for _, f := range figures {
		rows := f.Table.Rows
		if len(rows) < pathRows/2 || len(rows) > pathRows+3 || f.Table.Medium != page.PageOnly {
			t.Errorf("%s: a table of %d rows", f.Title, len(rows))
		}
	}
	if strings.Contains(textOf(t, d), "Difference over the blocks") {
		t.Error("text has the series")
	}
}

func TestUnfinishedMatch(t *testing.T) {
	demand(t, "unfinished", textOf(t, reviewed(10, false).Page()), "version    v1\n", "unfinished 'xuezhan match --resume' resumes it\n")
	if got := textOf(t, reviewed(10, true).Page()); strings.Contains(got, "unfinished") {
		t.Errorf("a match that ended is called unfinished:\n%s", got)
	}
}

// TestMatchJSON: a match that was just played has no course, one from a record has
// one, and infinite numbers are null.
func TestMatchJSON(t *testing.T) {
	keys := func(m *Match) map[string]any {
		data, err := json.Marshal(m.Page().Data)
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	played, record := keys(duel(t, stats.Better, between(1, 0, 2))), keys(reviewed(3, false))
	for _, key := range []string{"a", "b", "rules", "rules_hash", "seed", "walls", "design", "version", "verdict", "blocks", "hands", "difference"} {
		if _, ok := played[key]; !ok {
			t.Errorf("a match has no %s", key)
		}
	}
	if _, ok := played["path"]; ok {
		t.Error("a match that was just played has a path")
	}
	if record["finished"] != false || len(record["path"].([]any)) != 3 {
		t.Errorf("a record has %v", record)
	}
	m := reviewed(3, false)
	m.Difference = stats.Interval{Value: 1, Lo: math.Inf(-1), Hi: math.Inf(1), N: 1, Level: 0.95}
	if lo := keys(m)["difference"].(map[string]any)["lo"]; lo != nil {
		t.Errorf("an infinite bound is %v", lo)
	}
}

// field returns a match of three bots; the middle one is best.
func field() *Match {
	v := &match.Review{Finished: true, Result: match.Result{
		Verdict: stats.NotBetter, Blocks: 300, Hands: 600,
		Standings: &match.Standings{
			Bots: []match.Standing{
				{Bot: "fast", Points: between(0.1, 0.05, 0.15)}, {Bot: "value", Points: between(0.2, 0.1, 0.3)}, {Bot: "random", Points: between(-0.3, -0.4, -0.2)},
			},
			Pairs: []match.Comparison{
				{A: "fast", B: "value", Difference: between(-0.1, -0.3, 0.1)},
				{A: "fast", B: "random", Difference: between(0.4, 0.2, 0.6)},
				{A: "value", B: "random", Difference: between(0.5, 0.3, 0.7)},
			},
		},
	}}
	v.Inputs.Rules.Name = "wap-battle"
	for _, b := range []string{"fast", "value", "random"} {
		v.Inputs.Bots = append(v.Inputs.Bots, dataset.Bot{Spec: b})
	}
	return ReviewedMatch(v)
}

// TestFieldSaysWhoLeads: the bot with most points, whom it beats, and what is open.
func TestFieldSaysWhoLeads(t *testing.T) {
	d := field().Page()
	want := []string{
		"value has the most points; it is better than random; no difference to fast is established.",
		"The verdict on fast, the first bot: fast is worse than another.",
	}
	if !reflect.DeepEqual(d.Headline, want) {
		t.Errorf("got %q", d.Headline)
	}
	text := textOf(t, d)
	demand(t, "field", text, "fast − value     -0.100 [-0.300, +0.100]       ~\n", "value − random   +0.500 [+0.300, +0.700]   value\n")
	if order := []int{strings.Index(text, "\n  value "), strings.Index(text, "\n  fast "), strings.Index(text, "\n  random ")}; !(0 < order[0] && order[0] < order[1] && order[1] < order[2]) {
		t.Errorf("the bots are not in the order of their points:\n%s", text)
	}
}

// TestFieldLooks: a dot is filled where a bot differs from the mean, and a line is
// at the most points.
func TestFieldLooks(t *testing.T) {
	m := field()
	m.Standings.Bots[0].Points = between(0.05, -0.1, 0.2)
	chart := m.Page().Sections[0].Figures[0].Chart.(page.Spots)
	var looks []page.Look
	for _, r := range chart.Rows {
		looks = append(looks, r.Look)
	}
	if !reflect.DeepEqual(looks, []page.Look{page.Series(0), page.Hollow, page.Series(0)}) {
		t.Errorf("got %v", looks)
	}
	if len(chart.Levels) != 1 || chart.Levels[0].At != 0.2 {
		t.Errorf("the line is at %v", chart.Levels)
	}
}

// TestLongSpecsInSentences: a spec of any length leaves the sentence readable, and
// the facts in reach.
func TestLongSpecsInSentences(t *testing.T) {
	m := duel(t, stats.Better, between(0.5, 0.25, 0.75))
	m.specs[0] = "fast:" + strings.Repeat("x", 100_000)
	m.A = m.specs[0]
	if text := textOf(t, m.Page()); len(text) > 10_000 {
		t.Errorf("%d bytes", len(text))
	}
	if n := len(fmt.Sprint(m.Page().Headline)); n > 400 {
		t.Errorf("a headline of %d bytes", n)
	}
}
