package report

import (
	"fmt"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"xuezhan/sim/report/page"
	"xuezhan/sim/stats"
	"xuezhan/sim/study"
)

// Page lays the study out as a web page: the answer, what the alternatives are
// worth and how they end, the differences by each of the strata, the map and the
// rule of thumb. Its numbers are those of Text. The caller may put more into its
// Facts and a larger object into its JSON.
func (s Study) Page() *page.Page {
	p := &page.Page{
		Kind: "Study " + s.Question + ", " + s.Rules, Title: sentence(s.Doc), Notes: s.notes(), Facts: s.facts(), JSON: s.Result,
		About: fmt.Sprintf("At %s forks in %s hands every alternative was played to the end over the same wall. ",
			count(s.Forks), count(s.Hands)) + s.unitsLine(),
		Sections: slices.Concat([]page.Section{s.worth(), s.endings(), s.turning()}, s.divided()),
	}
	for _, line := range s.answers() {
		p.Headline = append(p.Headline, sentence(line))
	}
	p.Sections = slices.DeleteFunc(p.Sections, func(s page.Section) bool { return len(s.Figures)+len(s.Tables) == 0 })
	return p
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
	if established(c) {
		return s.look(better(c))
	}
	return page.Hollow
}

// dotKeys explain the looks of verdicts.
func (s Study) dotKeys(labels ...string) []page.Key {
	var keys []page.Key
	for _, l := range labels {
		keys = append(keys, page.Key{Text: l + " is better", Look: s.look(l), Form: "dot"})
	}
	return append(keys, page.Key{Text: "~ no difference established", Look: page.Hollow, Form: "dot"})
}

// gainValue returns points as charts have them, nil standing for too few hands.
func gainValue(i *stats.Interval) page.Value {
	if i == nil {
		return page.None(string(stats.TooFew))
	}
	return value(exactly(*i), gainCell(i))
}

// shareValue returns a share as charts have it, in percent.
func shareValue(i *stats.Interval) page.Value {
	if i == nil {
		return page.None(string(stats.TooFew))
	}
	return value(exactly(i.Scaled(100)), shareCell(i))
}

// worth shows the points of each label and the contrasts over all forks.
func (s Study) worth() page.Section {
	x := page.Section{Title: "What the alternatives are worth"}
	points := page.Spots{Unit: "points from the fork to the hand's end"}
	numbers := page.Table{Title: "Points by alternative", Head: []string{"", "alternatives", "hands", "points"}}
	for i := range s.Labels {
		l := &s.Labels[i]
		points.Rows = append(points.Rows, page.Spot{Name: l.Label, Value: gainValue(l.Points.Points), Look: s.look(l.Label)})
		numbers.Rows = append(numbers.Rows, []string{l.Label, count(l.Alternatives), count(l.Hands), gainCell(l.Points.Points)})
	}
	contrasts := page.Spots{Unit: "difference, points", Rows: []page.Spot{s.contrastSpot("main", &s.Main)}}
	for i := range s.Contrasts {
		c := &s.Contrasts[i]
		contrasts.Rows = append(contrasts.Rows, s.contrastSpot(less(c), c))
	}
	x.Figures = []page.Figure{
		{
			Title: "Points of each alternative", About: "Mean points over all forks that have it; " + level(s.Level),
			Chart: points, Table: numbers,
			Caption: "Not all forks have every alternative: what tells two of them apart is their difference in the same forks.",
		},
		{
			Title: "Differences in the same forks", About: "The first less the second, points; " + level(s.Level),
			Chart: contrasts, Keys: s.dotKeys(s.winners()...), Table: s.contrasts().forPage(),
			Caption: fmt.Sprintf("Main: %s, in %s. The others are over all forks.", less(&s.Main), s.MainText),
		},
	}
	return x
}

// winners are the labels that are better than another in the main contrast or over
// all forks.
func (s Study) winners() []string {
	var list []string
	for _, c := range append([]study.Comparison{s.Main}, s.Contrasts...) {
		if l := better(&c); established(&c) && !slices.Contains(list, l) {
			list = append(list, l)
		}
	}
	return list
}

func (s Study) contrastSpot(name string, c *study.Comparison) page.Spot {
	return page.Spot{Name: name, Value: gainValue(c.Difference), Look: s.betterLook(c)}
}

// fates are the ways to end, of which each alternative ends in one.
var fates = [...]struct {
	name string
	of   func(l *study.LabelResult) *stats.Interval
}{
	{"first win by self-draw", func(l *study.LabelResult) *stats.Interval { return l.SelfDrawn }},
	{"first win on another's tile", func(l *study.LabelResult) *stats.Interval { return l.OnTile }},
	{"no win, nothing paid", func(l *study.LabelResult) *stats.Interval { return l.Even }},
	{"no win, pays", func(l *study.LabelResult) *stats.Interval { return l.Pays }},
}

// endings shows how alternatives end and where their points come from.
func (s Study) endings() page.Section {
	return page.Section{
		Title: "How the alternatives end",
		Figures: []page.Figure{
			{
				Title: "What becomes of them", About: "Share of the alternatives, in %", Chart: s.fateStacks(), Table: s.fateTable(),
			},
			{
				Title: "Where the points come from", About: "Points per alternative; " + level(s.Level) + " of the total",
				Chart: s.sourceStacks(), Table: s.sourceTable(),
				Caption: "Gains lie to the right of 0, losses to its left, in the order of the key. What brings less than 1 % of the most is left out; the numbers have it.",
			},
		},
		Tables: []page.Table{shown(s.ends(s.Labels))},
	}
}

func shown(s section) page.Table {
	t := s.forPage()
	t.Shown = true
	return t
}

func (s Study) fateStacks() page.Stacks {
	x := page.Stacks{Unit: "alternatives, %"}
	for _, f := range fates {
		x.Parts = append(x.Parts, f.name)
	}
	for i := range s.Labels {
		row := page.Stack{Name: s.Labels[i].Label, Total: page.None("")}
		for _, f := range fates {
			row.Parts = append(row.Parts, shareValue(f.of(&s.Labels[i])))
		}
		x.Rows = append(x.Rows, row)
	}
	return x
}

func (s Study) fateTable() page.Table {
	t := page.Table{Title: "What becomes of them, %", Head: s.labelHead()}
	for _, f := range fates {
		cells := []string{f.name}
		for i := range s.Labels {
			cells = append(cells, shareCell(f.of(&s.Labels[i])))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// labelHead is the head of a table with a column a label.
func (s Study) labelHead() []string {
	head := []string{""}
	for _, l := range s.Labels {
		head = append(head, l.Label)
	}
	return head
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

func (s Study) sourceTable() page.Table {
	t := page.Table{Title: "Where the points come from", Head: s.labelHead()}
	add := func(name string, of func(l *study.LabelResult) *stats.Interval) {
		cells := []string{name}
		for i := range s.Labels {
			cells = append(cells, gainCell(of(&s.Labels[i])))
		}
		t.Rows = append(t.Rows, cells)
	}
	for i, source := range s.sources() {
		if s.hasSource(i) {
			add(spaced(source.Source), func(l *study.LabelResult) *stats.Interval { return l.Sources[i].Points })
		}
	}
	add("total", func(l *study.LabelResult) *stats.Interval { return l.Points.Points })
	return t
}

// charted is up to how many contrasts are drawn by strata; of more only the main
// one is, and the others are tables.
const charted = 2

// divided shows the contrasts by what is known at the fork, a section each.
func (s Study) divided() []page.Section {
	var list []page.Section
	for i := range s.Contrasts {
		c := &s.Contrasts[i]
		x := page.Section{Title: sentence(c.A) + " against " + c.B + ", by what is known at the fork"}
		if i == 0 {
			x.About = s.family()
		}
		for k := range s.Strata {
			if i == 0 || len(s.Contrasts) <= charted {
				x.Figures = append(x.Figures, s.strataFigure(&s.Strata[k], i))
			} else if t := s.contrastByClass(&s.Strata[k], i); len(t.rows) > 0 {
				x.Tables = append(x.Tables, t.forPage())
			}
		}
		list = append(list, x)
	}
	return append(list, s.single())
}

// single has the points by strata of labels that no contrast is about.
func (s Study) single() page.Section {
	x := page.Section{Title: "Points of alternatives that are compared with none"}
	for i := range s.Strata {
		for label := range s.Labels {
			if name := s.Labels[label].Label; !s.isCompared(name) {
				x.Tables = append(x.Tables, pointsByClass(&s.Strata[i], label, name).forPage())
			}
		}
	}
	return x
}

// strataFigure shows a contrast by one of the strata, without the classes that
// have no forks; of one that has none at all there is no chart.
func (s Study) strataFigure(x *study.StrataResult, contrast int) page.Figure {
	c := &s.Contrasts[contrast]
	f := page.Figure{
		Title: "By " + x.Name, About: less(c) + ", points; " + level(s.Level), Keys: s.dotKeys(c.A, c.B),
		Table: s.contrastByClass(x, contrast).forPage(),
	}
	chart := page.Spots{Unit: less(c) + ", points"}
	for i := range x.Classes {
		if c := &x.Classes[i].Contrasts[contrast]; c.Forks > 0 {
			chart.Rows = append(chart.Rows, s.contrastSpot(x.Classes[i].Name, c))
		}
	}
	if len(chart.Rows) > 0 {
		f.Chart = chart
	}
	return f
}

// turning shows where the better alternative turns: the map and the rule of thumb.
func (s Study) turning() page.Section {
	x := page.Section{Title: "Where the better alternative turns"}
	if s.Map != nil {
		x.Figures = append(x.Figures, s.mapFigure())
	}
	if s.Maxim != nil {
		x.Figures = append(x.Figures, s.maximFigure())
	}
	return x
}

func (s Study) mapFigure() page.Figure {
	m := s.Map
	chart := page.HeatMap{RowAxis: m.Rows.Name, ColumnAxis: m.Columns.Name, Rows: m.Rows.Classes, Columns: m.Columns.Classes}
	t := page.Table{Title: m.Title, Head: append([]string{m.Rows.Name + "; " + m.Columns.Name}, comparisonHead...)}
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
		Title: "Map: " + m.Title, About: less(&s.Main) + ", points, where a difference is established; below it, where there is room, half the width of the " + level(s.Level),
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
	case !established(c):
		return page.Cell{Text: string(stats.NoDifference), Hint: gainCell(c.Difference) + ", no difference established"}
	}
	lines := cellLines(c)
	return page.Cell{Text: lines[0], Note: lines[1], Strength: c.Difference.Value / largest, Hint: gainCell(c.Difference)}
}

// maximFigure shows what the rule of thumb gains, and what it loses against the
// map.
func (s Study) maximFigure() page.Figure {
	m := s.Maxim
	chart := page.Spots{Unit: "points per fork"}
	for _, x := range []struct {
		name string
		gain *stats.Interval
	}{{"the rule gains", &m.Gain}, {"the map gains", &m.MapGain}, {"rule less map", &m.Against}} {
		look := page.Hollow
		if x.gain.Defined() && !x.gain.Covers(0) {
			look = s.look(s.Main.B)
		}
		chart.Rows = append(chart.Rows, page.Spot{Name: x.name, Value: value(exactly(*x.gain), x.gain.Bracketed()), Look: look})
	}
	t := s.maxim().forPage()
	return page.Figure{
		Title: "What the rule of thumb gains, and loses against the map", About: "Points per fork over always " + s.Main.A + "; " + level(s.Level), Chart: chart, Table: t,
		Keys: []page.Key{
			{Text: "differs from 0", Look: s.look(s.Main.B), Form: "dot"}, {Text: "no difference from 0 established", Look: page.Hollow, Form: "dot"},
		},
		Caption: fmt.Sprintf("The rule: %s. It is the best of %s on the even hands, measured on the odd ones; so is the map: %s in the cells where it was better there.",
			m.Text, count(int64(m.Family)), s.Main.B),
	}
}
