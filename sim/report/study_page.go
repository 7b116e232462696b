package report

import (
	"fmt"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"xuezhan/sim/page"
	"xuezhan/sim/stats"
	"xuezhan/sim/study"
)

// Page lays the study out: the answer, how the alternatives end and what they are
// worth, the map and the rule of thumb, and the differences by each of the strata.
// The version is that of the program that played; it may be empty.
func (s Study) Page(version string) *page.Document {
	d := &page.Document{
		Kind: "Study " + s.Question + ", " + s.Rules, Title: sentence(s.Doc), Question: s.Doc, Headline: s.answers(),
		About: s.unitsLine(), Notes: s.notes(), Data: s.Result,
		Facts: page.Facts{Title: "Study", Of: s.Question, List: s.facts(version)},
	}
	if version != "" {
		d.Data = studySummary{version, s.Result}
	}
	d.Add(s.endings(), s.worth(), s.turning(), s.races(), s.risks(), s.thumb(), s.divided())
	return d
}

// A studySummary is a study's result with the version of the program that played.
type studySummary struct {
	Version string `json:"version"`
	*study.Result
}

// sentence returns a text with a capital letter.
func sentence(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:]
}

// less names the difference of two labels.
func less(c *study.Comparison) string { return c.A + " − " + c.B }

// look returns how a label looks: those of the main contrast come first.
func (s Study) look(label string) page.Look {
	names := []string{s.Main.A, s.Main.B}
	for _, l := range s.Labels {
		if l.Label != s.Main.A && l.Label != s.Main.B {
			names = append(names, l.Label)
		}
	}
	return page.Series(slices.Index(names, label))
}

// betterLook returns the look of the label that is better.
func (s Study) betterLook(c *study.Comparison) page.Look {
	if c.Verdict.Established() {
		return s.look(better(c))
	}
	return page.Hollow
}

// dotKeys explain the looks of verdicts.
func (s Study) dotKeys(labels ...string) []page.Key {
	var keys []page.Key
	for _, l := range labels {
		keys = append(keys, page.Key{Text: l + " is better", Look: s.look(l), Form: page.Dot})
	}
	return append(keys, page.Key{Text: "~ no difference established", Look: page.Hollow, Form: page.Dot})
}

// gainValue returns points as charts have them, nil standing for too few hands.
func gainValue(i *stats.Interval) page.Value {
	if i == nil {
		return page.None(string(stats.TooFew))
	}
	return page.Interval(*i, i.Gain())
}

// shareValue returns a share as charts have it, in percent.
func shareValue(i *stats.Interval) page.Value {
	if i == nil {
		return page.None(string(stats.TooFew))
	}
	return page.Interval(i.Scaled(100), shareCell(i))
}

// worth shows what the alternatives differ by in the same forks.
func (s Study) worth() page.Section {
	chart := page.Spots{Unit: "difference, " + s.unit(), Rows: []page.Spot{s.contrastSpot("main", &s.Main)}}
	for i := range s.Contrasts {
		c := &s.Contrasts[i]
		chart.Rows = append(chart.Rows, s.contrastSpot(less(c), c))
	}
	return page.Section{Title: "What tells the alternatives apart", Figures: []page.Figure{{
		Name: s.file("differences"), Title: "Differences in the same forks", About: "The first less the second, " + s.unit() + "; " + level(s.Level),
		Chart: chart, Keys: s.dotKeys(s.winners()...), Table: s.contrasts(),
		Caption: fmt.Sprintf("Main: %s, in %s. The others are over all forks.", less(&s.Main), s.MainText),
	}}}
}

// file names a picture of the study.
func (s Study) file(what string) string { return page.FileName(s.Question) + "-" + page.FileName(what) }

// winners are the labels that are better than another in the main contrast or over
// all forks.
func (s Study) winners() []string {
	var list []string
	for _, c := range append([]study.Comparison{s.Main}, s.Contrasts...) {
		if l := better(&c); c.Verdict.Established() && !slices.Contains(list, l) {
			list = append(list, l)
		}
	}
	return list
}

func (s Study) contrastSpot(name string, c *study.Comparison) page.Spot {
	return page.Spot{Name: name, Value: gainValue(c.Difference), Look: s.betterLook(c)}
}

// outcomes are the ways to end: each alternative ends in one of them.
var outcomes = [...]struct {
	name string
	of   func(l *study.LabelResult) *stats.Interval
}{
	{"first win by self-draw", func(l *study.LabelResult) *stats.Interval { return l.SelfDrawn }},
	{"first win on another's tile", func(l *study.LabelResult) *stats.Interval { return l.OnTile }},
	{"no win, nothing paid", func(l *study.LabelResult) *stats.Interval { return l.Even }},
	{"no win, pays", func(l *study.LabelResult) *stats.Interval { return l.Pays }},
}

// endings shows how the alternatives end and where their points come from.
func (s Study) endings() page.Section {
	points := page.Spots{Unit: s.unit() + " from the fork to the hand's end"}
	if s.Game != nil {
		points.Unit = s.unit() + " at the game's end"
	}
	var keys []page.Key
	for i := range s.Labels {
		l := &s.Labels[i]
		keys = append(keys, page.Key{Text: l.Label, Look: s.look(l.Label), Form: page.Dot})
		points.Rows = append(points.Rows, page.Spot{Name: l.Label, Value: gainValue(l.Points.Points), Look: s.look(l.Label)})
	}
	return page.Section{
		Title: "How the alternatives end",
		About: fmt.Sprintf("At %s forks in %s hands every alternative was played to the end over the same wall.", count(s.Forks), count(s.Hands)),
		Figures: []page.Figure{
			{
				Name: s.file("points"), Title: "Points of each alternative", About: "Mean points over all forks that have it; " + level(s.Level), Chart: points, Keys: keys,
				Caption: "Not all forks have every alternative: what tells two of them apart is their difference in the same forks.",
			},
			{Name: s.file("outcomes"), Title: "What becomes of them", About: "Share of the alternatives, in %", Chart: s.outcomeStacks()},
			{
				Name: s.file("sources"), Title: "Where the points come from", About: "Points per alternative; " + level(s.Level) + " of the total",
				Chart:   s.sourceStacks(),
				Caption: "Gains lie to the right of 0, losses to its left, in the order of the key. What brings less than 1 % of the most is left out; the table below has it.",
			},
		},
		Tables: []page.Table{s.ends()},
	}
}

func (s Study) outcomeStacks() page.Stacks {
	x := page.Stacks{Unit: "alternatives, %"}
	for _, f := range outcomes {
		x.Parts = append(x.Parts, f.name)
	}
	for i := range s.Labels {
		row := page.Stack{Name: s.Labels[i].Label, Total: page.None("")}
		for _, f := range outcomes {
			row.Parts = append(row.Parts, shareValue(f.of(&s.Labels[i])))
		}
		x.Rows = append(x.Rows, row)
	}
	return x
}

// sourceStacks has a bar a label, made of where its points come from, without the
// sources that would not be seen.
func (s Study) sourceStacks() page.Stacks {
	const least = 0.01 // of the most that any brings
	x := page.Stacks{Unit: "points"}
	most := s.mostBySource()
	var shown []int
	for i, source := range s.sources() {
		if m := most[i]; m > 0 && m >= least*slices.Max(most) {
			shown = append(shown, i)
			x.Parts = append(x.Parts, spaced(source.Source))
		}
	}
	for i := range s.Labels {
		l := &s.Labels[i]
		row := page.Stack{Name: l.Label, Total: gainValue(l.Points.Points)}
		for _, k := range shown {
			row.Parts = append(row.Parts, gainValue(l.Sources[k].Points))
		}
		x.Rows = append(x.Rows, row)
	}
	return x
}

// mostBySource returns how many points each source brings or costs a label at most.
func (s Study) mostBySource() []float64 {
	most := make([]float64, len(s.sources()))
	for _, l := range s.Labels {
		for i, x := range l.Sources {
			if x.Points != nil {
				most[i] = max(most[i], math.Abs(x.Points.Value))
			}
		}
	}
	return most
}

// charted is up to how many contrasts are drawn by strata; of more only the main
// one is, and the others are tables.
const charted = 2

// divided shows the points and the contrasts by what is known at the fork.
func (s Study) divided() page.Section {
	x := page.Section{Title: "By what is known at the fork", About: s.family()}
	for k := range s.Strata {
		by := &s.Strata[k]
		for label := range s.Labels {
			if name := s.Labels[label].Label; !s.isCompared(name) {
				x.Figures = append(x.Figures, page.Figure{Table: s.pointsByClass(by, label, name)})
			}
		}
		for i := range s.Contrasts {
			x.Figures = append(x.Figures, s.strataFigure(by, i))
		}
	}
	return x
}

// strataFigure shows a contrast by one of the strata, without the classes that
// have no forks; of one that has none at all there is no chart.
func (s Study) strataFigure(x *study.StrataResult, contrast int) page.Figure {
	c := &s.Contrasts[contrast]
	f := page.Figure{
		Name: s.file("by " + x.Name), Title: "By " + x.Name, About: less(c) + ", " + s.unit() + "; " + level(s.Level), Keys: s.dotKeys(c.A, c.B),
		Table: s.contrastByClass(x, contrast),
	}
	if contrast > 0 {
		f.Name = s.file("by " + x.Name + " " + c.A + " " + c.B)
	}
	chart := page.Spots{Unit: less(c) + ", " + s.unit()}
	if c.Difference != nil {
		chart.Levels = []page.Level{{At: c.Difference.Value, Name: "over all forks"}}
	}
	for i := range x.Classes {
		if c := &x.Classes[i].Contrasts[contrast]; c.Forks > 0 {
			chart.Rows = append(chart.Rows, s.contrastSpot(x.Classes[i].Name, c))
		}
	}
	if len(chart.Rows) > 0 && (contrast == 0 || len(s.Contrasts) <= charted) {
		f.Chart = chart
	}
	return f
}

// turning shows where the better alternative turns.
func (s Study) turning() page.Section {
	x := page.Section{Title: "Where the better alternative turns", TextLast: true}
	if s.Map != nil {
		x.Figures, x.Tables = []page.Figure{s.mapFigure()}, []page.Table{s.cells()}
	}
	return x
}

func (s Study) mapFigure() page.Figure {
	m := s.Map
	chart := page.HeatMap{RowAxis: m.Rows.Name, ColumnAxis: m.Columns.Name, Rows: m.Rows.Classes, Columns: m.Columns.Classes}
	t := page.Table{Title: m.Title, Medium: page.PageOnly, Head: append([]string{m.Rows.Name + "; " + m.Columns.Name}, comparisonHead...)}
	largest := s.largestCell()
	for i, line := range m.Cells {
		var cells []page.Cell
		for j := range line {
			cells = append(cells, mapCell(&line[j], largest))
			if line[j].Forks > 0 {
				t.Rows = append(t.Rows, comparisonRow(m.Rows.Classes[i]+"; "+m.Columns.Classes[j], &line[j]))
			}
		}
		chart.Cells = append(chart.Cells, cells)
	}
	return page.Figure{
		Name: s.file("map"), Title: "Map: " + m.Title, About: less(&s.Main) + ", " + s.unit() + ", where a difference is established; below it, where there is room, half the width of the " + level(s.Level),
		Chart: chart, Table: t,
		Keys: []page.Key{
			{Text: s.Main.A + " is better", Look: page.Cool}, {Text: s.Main.B + " is better", Look: page.Warm},
			{Text: "~ no difference established", Look: page.Neutral}, {Text: "too few hands", Look: page.Missing},
		},
		Caption: "The deeper the colour, the larger the difference. " + s.family(),
	}
}

// family says how the differences of strata and cells are judged.
func (s Study) family() string {
	return fmt.Sprintf("One is called better where p is at most %.2g after Holm's adjustment for all strata and cells;"+
		" the intervals are not adjusted.", 1-s.Level)
}

// mapCell returns a cell with its difference, if one is established.
func mapCell(c *study.Comparison, largest float64) page.Cell {
	switch {
	case c.Difference == nil:
		return page.Cell{Text: string(stats.TooFew), Missing: true, Hint: fmt.Sprintf("%s, %d hands", stats.TooFew, c.Hands)}
	case !c.Verdict.Established():
		return page.Cell{Text: string(stats.NoDifference), Hint: gainCell(c.Difference) + ", no difference established"}
	}
	lines := cellLines(c)
	return page.Cell{Text: lines[0], Note: lines[1], Strength: c.Difference.Value / largest, Hint: gainCell(c.Difference)}
}

// largestCell returns the largest difference of the map that is established.
func (s Study) largestCell() float64 {
	largest := 0.0
	for _, line := range s.Map.Cells {
		for i := range line {
			if c := &line[i]; c.Verdict.Established() {
				largest = max(largest, math.Abs(c.Difference.Value))
			}
		}
	}
	return largest
}

// cellLines returns a cell's difference and its half width.
func cellLines(c *study.Comparison) [2]string {
	d := min(stats.Decimals(c.Difference.Half()), 2)
	return [2]string{stats.Signed(c.Difference.Value, d), "± " + stats.Fixed(c.Difference.Half(), d)}
}

// thumb shows what the rule of thumb gains, and what it loses against the map.
func (s Study) thumb() page.Section {
	x := page.Section{Title: "Rule of thumb", TextLast: true}
	if s.Maxim != nil {
		x.Figures = []page.Figure{s.maximFigure()}
	}
	return x
}

func (s Study) maximFigure() page.Figure {
	m := s.Maxim
	chart := page.Spots{Unit: s.unit() + " per fork"}
	for _, x := range []struct {
		name string
		gain *stats.Interval
	}{{"the rule gains", &m.Gain}, {"the map gains", &m.MapGain}, {"rule less map", &m.Against}} {
		look := page.Hollow
		if x.gain.Defined() && !x.gain.Covers(0) {
			look = s.look(s.Main.B)
		}
		chart.Rows = append(chart.Rows, page.Spot{Name: x.name, Value: page.Interval(*x.gain, x.gain.Bracketed()), Look: look})
	}
	return page.Figure{
		Name: s.file("rule of thumb"), Title: "What the rule of thumb gains, and loses against the map", About: sentence(s.unit()) + " per fork over always " + s.Main.A + "; " + level(s.Level), Chart: chart, Table: s.maxim(),
		Keys: []page.Key{
			{Text: "differs from 0", Look: s.look(s.Main.B), Form: page.Dot}, {Text: "no difference from 0 established", Look: page.Hollow, Form: page.Dot},
		},
		Caption: fmt.Sprintf("The rule: %s. It is the best of %s on the even hands, measured on the odd ones; so is the map: %s in the cells where it was better there.",
			m.Text, count(int64(m.Family)), s.Main.B),
	}
}
