package report

import (
	"encoding/json"
	"strings"
	"testing"

	"xuezhan/sim/page"
	"xuezhan/sim/stats"
	"xuezhan/sim/study"
)

// position returns a position of three discards; what the second is less than the
// best is up to the caller.
func position(lead stats.Interval, v stats.Finding) Position {
	of := func(i stats.Interval) *stats.Interval { return &i }
	ready, far, p := 0, 2, 0.0123
	return Position{&study.PositionResult{
		Rules: "mil", RulesHash: "abc", Seat: 2, Tiles: "123m456p", Void: "s", Left: 30, Playout: "fast", Seed: 4, Level: 0.95,
		Planned: 200, Samples: 200, Lead: &lead,
		Actions: []study.ActionResult{
			{Action: "discard 4p", Shanten: &ready, Points: of(between(2, 1.5, 2.5)), Verdict: stats.NoDifference, Won: of(between(0.5, 0.4, 0.6))},
			{Action: "discard 1m", Shanten: &far, Points: of(between(1, 0.5, 1.5)), Difference: of(lead), PAdjusted: &p, Verdict: v},
			{Action: "kong 9p", Points: of(between(-1, -2, 0)), Difference: of(between(3, 2, 4)), PAdjusted: &p, Verdict: stats.BetterA},
		},
		Notes: []string{"a note"},
	}}
}

func TestPositionHeadline(t *testing.T) {
	lead := between(1, 0.5, 1.5)
	few := position(lead, stats.BetterA)
	few.Lead = nil
	forced := position(lead, stats.BetterA)
	forced.Actions = forced.Actions[:1]
	for _, c := range []struct {
		p    Position
		want string
	}{
		{position(lead, stats.BetterA), "Best is discard 4p, worth +1.00 [+0.50, +1.50] points more than discard 1m."},
		{position(between(1, -0.5, 2.5), stats.NoDifference), "Discard 4p looks best, but no difference to discard 1m is established: +1.0 [-0.5, +2.5] points."},
		{few, "Too few samples to compare the actions."},
		{forced, "There is no choice: discard 4p."},
	} {
		if got, _, _ := strings.Cut(textOf(t, c.p.Page("")), "\nPoints"); strings.ReplaceAll(got, "\n", " ") != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestPositionText(t *testing.T) {
	p := position(between(1, 0.5, 1.5), stats.NoDifference)
	text := textOf(t, p.Page("v1"))
	demand(t, "position", text, "\nPosition\n 123m456p\n", " rules mil abc\n", " seat 2\n", " void s\n", " tiles left 30\n", " played on by fast\n", " samples 200\n", " version v1\n",
		" discard 4p 0 +2.00 ± 0.50\n", " discard 1m 2 +1.00 ± 0.50 +1.00 ± 0.50 0.012 ~\n", " kong 9p -1.0 ± 1.0 +3.0 ± 1.0 0.012 yes\n",
		" discard 4p 50 ± 10 too few too few too few\n", "\n- a note\n")
	if strings.Contains(text, "planned") {
		t.Error("all samples were played, and the text speaks of those planned")
	}
	p.Samples = 150
	demand(t, "ended early", textOf(t, p.Page("")), " samples 150\n samples planned 200\n")
}

// TestPositionChart: the best has a look of its own, what is worse another, what may
// be as good is hollow, and a line is at the best.
func TestPositionChart(t *testing.T) {
	d := position(between(1, -0.5, 2.5), stats.NoDifference).Page("")
	chart := d.Sections[0].Figures[0].Chart.(page.Spots)
	for i, want := range []page.Look{page.Series(0), page.Hollow, page.Series(1)} {
		if chart.Rows[i].Look != want {
			t.Errorf("%s looks %s, want %s", chart.Rows[i].Name, chart.Rows[i].Look, want)
		}
	}
	if len(chart.Levels) != 1 || chart.Levels[0].At != 2 {
		t.Errorf("the line is at %v", chart.Levels)
	}
	demand(t, "page", pageOf(t, d), `<h1><span class="tiles"><span class="unseen">123m456p</span>`, `</span></span> under mil</h1>`, `<use href="#tile-4p"/>`)
	if text := textOf(t, d); strings.ContainsRune(text, '\ufdd0') {
		t.Error("text has the marks of tiles")
	}
}

// TestPositionData: with a version the data are those of the command line's JSON.
func TestPositionData(t *testing.T) {
	p := position(between(1, 0.5, 1.5), stats.BetterA)
	for version, want := range map[string]string{"": `{"rules":"mil"`, "v1": `{"version":"v1","rules":"mil"`} {
		data, err := json.Marshal(p.Page(version).Data)
		if err != nil || !strings.HasPrefix(string(data), want) {
			t.Errorf("version %q: got %.60s, %v", version, data, err)
		}
	}
}
