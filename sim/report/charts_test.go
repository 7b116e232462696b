package report

import (
	"math"
	"strings"
	"testing"

	"xuezhan/sim/page"
	"xuezhan/sim/stats"
	"xuezhan/sim/study"
)

// figureNamed returns a document's figure of a name.
func figureNamed(t *testing.T, d *page.Document, name string) page.Figure {
	t.Helper()
	for _, s := range d.Sections {
		for _, f := range s.Figures {
			if f.Name == name || f.Name == "" && f.Title == name {
				return f
			}
		}
	}
	t.Fatalf("there is no figure %s", name)
	return page.Figure{}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// TestStacksAddUp: the parts of a bot's bar add up to its points.
func TestStacksAddUp(t *testing.T) {
	r := tally(t, 3, 1, play(0, 3000, 1, 3)).Report(0.95)
	chart := figureNamed(t, r.Page("x"), "points-by-cause").Chart.(page.Stacks)
	if len(chart.Rows) != 3 {
		t.Fatalf("%d bars", len(chart.Rows))
	}
	for i, row := range chart.Rows {
		sum := 0.0
		for _, v := range row.Parts {
			sum += v.At
		}
		if !near(sum, row.Total.At) || !near(sum, float64(r.Bots[i].Points.Mean)) {
			t.Errorf("%s: the parts add up to %v, the total is %v", row.Name, sum, row.Total.At)
		}
	}
}

// TestCausesThatNeverHappen are left out of charts, and stay in the table.
func TestCausesThatNeverHappen(t *testing.T) {
	f := figureNamed(t, tally(t, 2, 1, play(0, 500, 1, 2)).Report(0.95).Page("x"), "points-by-cause")
	for _, part := range f.Chart.(page.Stacks).Parts {
		if part == "refunds" || part == "flower pig" {
			t.Errorf("%s is drawn, and never happened", part)
		}
	}
	rows := ""
	for _, row := range f.Table.Rows {
		rows += row[0] + ","
	}
	demand(t, "table", rows, "refunds,", "flower pig,")
}

// TestDistributionsAddUp: the columns of points and of fan, and the shares of wins by
// draws, are each all of a bot's hands or wins.
func TestDistributionsAddUp(t *testing.T) {
	d := tally(t, 2, 1, play(0, 3000, 1, 2)).Report(0.95).Page("x")
	for _, name := range []string{"points", "fan"} {
		chart := figureNamed(t, d, name).Chart.(page.Columns)
		for bot := range chart.Series {
			sum := 0.0
			for _, row := range chart.Rows {
				sum += row.Values[bot].At
			}
			if !near(sum, 100) {
				t.Errorf("%s of bot %d add up to %v %%", name, bot, sum)
			}
		}
	}
	for _, line := range figureNamed(t, d, "wins-by-draw").Chart.(page.Lines).Lines {
		sum := 0.0
		for _, v := range line.Values {
			sum += v.At
		}
		if !near(sum, 100) {
			t.Errorf("%s: wins by draw add up to %v %%", line.Name, sum)
		}
	}
}

// TestTempoRises: a curve never falls, and ends at the share that the table has.
func TestTempoRises(t *testing.T) {
	r := tally(t, 2, 1, play(0, 3000, 1, 2)).Report(0.95)
	d := r.Page("x")
	for _, part := range milestones() {
		for i, line := range figureNamed(t, d, part.title).Chart.(page.Lines).Lines {
			last := 0.0
			for _, v := range line.Values {
				if v.At < last {
					t.Errorf("%s, %s: falls from %v to %v", part.title, line.Name, last, v.At)
				}
				last = v.At
			}
			if want := 100 * float64(part.of(&r.Bots[i]).Share); !near(last, want) {
				t.Errorf("%s, %s: ends at %v, want %v", part.title, line.Name, last, want)
			}
		}
	}
}

// TestOpeningColours: a cell has a colour where its interval does not cover 0, on the
// side of its sign, and the largest has the deepest.
func TestOpeningColours(t *testing.T) {
	r := tally(t, 2, 1, play(0, 20000, 1, 2)).Report(0.5) // narrow intervals
	b := &r.Bots[0]
	cells := figureNamed(t, r.Page("x"), "fast-by-suit-and-shanten").Chart.(page.HeatMap).Cells
	deepest, coloured := 0.0, 0
	for k, x := range b.SuitAndShanten {
		c := cells[k/numShantenClasses][k%numShantenClasses]
		switch {
		case x.Points == nil:
			if !c.Missing || c.Text != string(stats.TooFew) {
				t.Errorf("%s, %s has no number, and the cell is %+v", x.Kind, x.And, c)
			}
		case x.established():
			coloured++
			deepest = max(deepest, math.Abs(c.Strength))
			if c.Strength*float64(x.Points.Mean) <= 0 {
				t.Errorf("%s, %s is %v, and the cell %+v", x.Kind, x.And, x.Points.Mean, c)
			}
		case c.Strength != 0:
			t.Errorf("%s, %s is not established, and has a colour", x.Kind, x.And)
		}
	}
	if coloured == 0 || deepest != 1 {
		t.Errorf("%d coloured cells, the deepest %v", coloured, deepest)
	}
}

// TestDifferenceFigures: each kind of start is a row with the look of its verdict,
// and the line is at the difference over all hands.
func TestDifferenceFigures(t *testing.T) {
	r := tally(t, 2, 1, play(0, 8000, 1, 2)).Report(0.95)
	d := &r.Differences[0]
	doc := r.Page("x")
	for _, kind := range d.kinds() {
		f := figureNamed(t, doc, "fast-against-value-flush-1-3-by-"+page.FileName(kind.name))
		chart := f.Chart.(page.Spots)
		if chart.Levels[0].At != float64(d.Difference.Mean) {
			t.Errorf("%s: the line is at %v", kind.name, chart.Levels)
		}
		for i, x := range kind.parts {
			row := chart.Rows[i]
			switch {
			case x.Difference == nil:
				if row.Value.Text != string(stats.TooFew) || f.Table.Rows[i][5] != string(stats.TooFew) {
					t.Errorf("%s: %+v has no number", kind.name, row)
				}
			case row.Value.At != float64(x.Difference.Mean) || row.Look != verdictLook(x.Verdict, 0, 1):
				t.Errorf("%s: %+v, want %v, %s", kind.name, row, x.Difference.Mean, x.Verdict)
			}
		}
	}
}

// TestDifferencesOfTooFewHands are notes in the place of empty tables.
func TestDifferencesOfTooFewHands(t *testing.T) {
	r := tally(t, 2, 1, play(0, 40, 1, 2)).Report(0.95)
	d := r.Page("x")
	for _, s := range d.Sections {
		if strings.Contains(s.Title, "against") {
			t.Errorf("there is a section %s", s.Title)
		}
	}
	notes := strings.Join(d.Notes, "\n")
	for _, kind := range []string{"longest suit", "pairs", "longest suit and pairs"} {
		demand(t, "notes", notes, "A against B, points per hand by "+kind+" dealt: too few")
	}
}

func TestForfeitsAreNoted(t *testing.T) {
	r := tally(t, 2, 1, play(0, 40, 1, 2)).Report(0.95)
	r.Bots[1].Forfeited = 7
	demand(t, "notes", strings.Join(r.notes(), "\n"), "B (value:flush=1.3) failed in 7 of its 80 hands")
}

// TestFileNames: bots whose specs differ only in what file names leave out have
// pictures of different names.
func TestFileNames(t *testing.T) {
	r := &Report{Bots: []Bot{{Policy: "fast:x=1"}, {Policy: "fast:x:1"}, {Policy: "FAST-x-1"}, {Policy: "血"}}}
	seen := map[string]bool{}
	for i := range r.Bots {
		stem := strings.ToLower(r.stem(i))
		if seen[stem] || strings.ContainsAny(stem, ":=血") {
			t.Errorf("bot %d is called %s", i, stem)
		}
		seen[stem] = true
	}
}

// comparison returns one of two labels in many forks.
func comparison(i stats.Interval, v stats.Finding) study.Comparison {
	return study.Comparison{A: "take", B: "decline", Forks: 1000, Hands: 900, Difference: &i, PointsA: &i, PointsB: &i, Less: &i, Verdict: v}
}

// TestStudyAnswers: the answer names the better one and how much it is worth, from its
// own side.
func TestStudyAnswers(t *testing.T) {
	few := study.Comparison{A: "take", B: "decline", Verdict: stats.TooFew}
	for _, c := range []struct {
		main study.Comparison
		want string
	}{
		{comparison(between(1, 0.5, 1.5), stats.BetterA), "Take is worth +1.00 [+0.50, +1.50] points more than decline in small wins."},
		{comparison(between(-1, -1.5, -0.5), stats.BetterB), "Decline is worth +1.00 [+0.50, +1.50] points more than take in small wins."},
		{comparison(between(0.1, -0.3, 0.5), stats.NoDifference), "No difference is established between take and decline in small wins: take less decline is +0.10 [-0.30, +0.50] points."},
		{few, "Too few hands to compare take with decline in small wins."},
	} {
		s := Study{&study.Result{Doc: "which?", Main: c.main, MainText: "small wins"}}
		if got := s.answers(); len(got) != 1 || got[0] != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// TestThumbAnswers: a rule of thumb gains, gains nothing that is established, or has
// too few hands to tell.
func TestThumbAnswers(t *testing.T) {
	few := between(0.2, 0.1, 0.3)
	few.N = 5
	for _, c := range []struct {
		gain stats.Interval
		want string
	}{
		{between(0.2, 0.1, 0.3), "Rule of thumb: decline early. It gains +0.20 [+0.10, +0.30] points per fork over always take."},
		{between(0.1, -0.1, 0.3), "Rule of thumb: decline early. No gain over always take is established: +0.10 [-0.10, +0.30] points per fork."},
		{few, "Rule of thumb: decline early. Too few hands to tell whether it gains anything over always take."},
	} {
		s := Study{&study.Result{Main: comparison(between(1, 0, 2), stats.NoDifference), Maxim: &study.MaximResult{Text: "decline early", Gain: c.gain}}}
		if got := s.answers()[1]; got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestStudyFacts(t *testing.T) {
	s := Study{&study.Result{
		Question: "wait", Rules: "mil", RulesHash: "abc", Seats: []string{"fast", "big", "fast", "big"}, Studied: []int{0, 2}, Orders: 4,
		Settings: []study.Setting{{Name: "max_fan", Value: "1"}}, Seed: 6, Walls: "lanes", Planned: 500, Hands: 400, WithForks: 300, Forks: 12345, Digest: "d",
	}}
	var got []string
	for _, f := range s.facts("v1") {
		got = append(got, f.Name+": "+f.Value)
	}
	want := "rules: mil abc|seats: fast  big  fast  big|seats studied: 0 2|max fan: 1|seed: 6|walls: lanes|orders of each wall: 4|" +
		"hands: 400|hands planned: 500|hands with forks: 300|forks: 12,345|digest: d|version: v1"
	if strings.Join(got, "|") != want {
		t.Errorf("got %s", strings.Join(got, "|"))
	}
}

// TestStudyStrata: a class without forks is in no chart, and of many contrasts only
// the first is drawn; all are in text.
func TestStudyStrata(t *testing.T) {
	for _, s := range []Study{studied(t, 1500, fastVsBig(t)), studied(t, 300, study.Wait()), studied(t, 300, study.Call())} {
		text := textOf(t, s.Page(""))
		for k := range s.Strata {
			x := &s.Strata[k]
			for i := range s.Contrasts {
				f := s.strataFigure(x, i)
				if f.Chart == nil {
					continue
				}
				shown := 0
				for _, class := range x.Classes {
					if class.Contrasts[i].Forks > 0 {
						shown++
					}
				}
				if n := len(f.Chart.(page.Spots).Rows); n != shown {
					t.Errorf("%s, %s: %d rows, want %d", s.Question, x.Name, n, shown)
				}
				demand(t, s.Question, text, "\n"+f.Table.Title+"\n")
			}
		}
		for len(s.Contrasts) <= charted {
			s.Contrasts = append(s.Contrasts, s.Contrasts[0])
		}
		if x := &s.Strata[0]; s.strataFigure(x, 0).Chart == nil || len(x.Classes[0].Contrasts) > 1 && s.strataFigure(x, 1).Chart != nil {
			t.Errorf("%s: of many contrasts others than the first are drawn", s.Question)
		}
	}
}

// TestStudyOutcomesAreAll: each alternative ends in one of the ways shown.
func TestStudyOutcomesAreAll(t *testing.T) {
	s := studied(t, 1500, fastVsBig(t))
	for _, row := range s.outcomeStacks().Rows {
		sum := 0.0
		for _, v := range row.Parts {
			sum += v.At
		}
		if !near(sum, 100) || !math.IsNaN(row.Total.At) {
			t.Errorf("%s: %v %% in all, total %v", row.Name, sum, row.Total)
		}
	}
	for i, row := range s.sourceStacks().Rows {
		sum := 0.0
		for _, v := range row.Parts {
			sum += v.At
		}
		points := s.Labels[i].Points.Points.Value
		if math.Abs(sum-points) > 0.01*math.Abs(points)*float64(len(s.sources())) {
			t.Errorf("%s: the sources shown add up to %v of %v", row.Name, sum, points)
		}
	}
}

// TestTextHasTheMapLast: pages show the map early, text after the strata.
func TestTextHasTheMapLast(t *testing.T) {
	d := studied(t, 1500, fastVsBig(t)).Page("")
	text, html := textOf(t, d), pageOf(t, d)
	order := func(s string, first, second string) bool {
		a, b := strings.Index(s, first), strings.Index(s, second)
		return a >= 0 && b >= 0 && a < b
	}
	if !order(text, "\nBy fan offered\n", "\nMap: ") || !order(html, "Map: ", "By fan offered") {
		t.Error("the map is not where it should be")
	}
}
