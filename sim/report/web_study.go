package report

import (
	"slices"

	"xuezhan/sim/report/page"
	"xuezhan/sim/stats"
	"xuezhan/sim/study"
)

// Page lays the study out as a web page: the main difference by each of the strata,
// the map, and all tables of Text.
func (s Study) Page() *page.Page {
	x := s.sheet()
	by := page.Section{Title: "Where it pays"}
	for i := range s.Strata {
		by.Figures = append(by.Figures, s.strataFigure(&s.Strata[i]))
	}
	if s.Map != nil {
		by.Figures = append(by.Figures, s.mapFigure())
	}
	return &page.Page{
		Kind: "Study", Title: s.Question + " under " + s.Rules, Headline: x.headline, About: x.units, Notes: x.notes, JSON: s.Result,
		Sections: []page.Section{by, {Title: "All numbers", Tables: tables(x.sections)}},
	}
}

// strataFigure shows the main difference in each class that has enough hands.
func (s Study) strataFigure(x *study.StrataResult) page.Figure {
	chart := page.Spots{Unit: s.Main.A + " − " + s.Main.B + ", points"}
	for i := range x.Classes {
		c := &x.Classes[i].Contrasts[0]
		if c.Difference == nil {
			continue
		}
		e := exactly(*c.Difference)
		chart.Rows = append(chart.Rows, page.Spot{Name: x.Classes[i].Name, Value: value(e, gain(e)), Look: studyLook(c.Verdict)})
	}
	return page.Figure{
		Title: "By " + x.Name, About: "Points per fork; " + level(s.Level), Chart: chart,
		Keys: verdictKeys(s.Main.A+" is better", s.Main.B+" is better", 0, 1), Table: s.contrastByClass(x, 0).forPage(),
	}
}

func studyLook(v study.Verdict) page.Look {
	switch v {
	case study.BetterA:
		return page.Series(0)
	case study.BetterB:
		return page.Series(1)
	}
	return page.Hollow
}

// mapFigure is the map as a heat map, whose deepest colour is the greatest
// difference established.
func (s Study) mapFigure() page.Figure {
	m, most := s.Map, s.greatest()
	chart := page.HeatMap{RowAxis: m.Rows.Name, ColumnAxis: m.Columns.Name, Rows: m.Rows.Classes, Columns: m.Columns.Classes}
	for _, line := range m.Cells {
		var cells []page.Cell
		for i := range line {
			cells = append(cells, mapCell(&line[i], most))
		}
		chart.Cells = append(chart.Cells, cells)
	}
	return page.Figure{
		Title: "Map: " + m.Title, About: "Points per fork; " + level(s.Level), Chart: chart,
		Table: s.cells().forPage(),
	}
}

func (s Study) greatest() float64 {
	most := 0.0
	for _, c := range slices.Concat(s.Map.Cells...) {
		if c.Verdict == study.BetterA || c.Verdict == study.BetterB {
			most = max(most, abs(c.Difference))
		}
	}
	return most
}

func abs(i *stats.Interval) float64 { return max(i.Value, -i.Value) }

func mapCell(c *study.Comparison, most float64) page.Cell {
	if c.Difference == nil {
		return page.Cell{Missing: true}
	}
	x := page.Cell{Text: mapText(c), Note: count(c.Forks)}
	if c.Verdict != study.NoneIs && most > 0 {
		x.Strength = c.Difference.Value / most
	}
	return x
}
