package report

import (
	"fmt"
	"io"

	"xuezhan/sim/report/page"
	"xuezhan/sim/stats"
	"xuezhan/sim/study"
)

// A Position writes what the actions of a position are worth.
type Position struct{ *study.PositionResult }

// Text writes the position for a terminal: the answer first.
func (p Position) Text(w io.Writer) error { return p.sheet().text(w) }

// Markdown writes the position as Markdown: the answer first.
func (p Position) Markdown(w io.Writer) error { return p.sheet().markdown(w) }

// Page lays the position out as a web page.
func (p Position) Page() *page.Page {
	s := p.sheet()
	chart := page.Spots{Unit: "points from the action to the end"}
	for i := range p.Actions {
		if x := &p.Actions[i]; x.Points != nil {
			e := exactly(*x.Points)
			chart.Rows = append(chart.Rows, page.Spot{Name: x.Action, Value: value(e, gain(e)), Look: page.Series(0)})
		}
	}
	figure := page.Figure{Title: "What each action is worth", About: level(p.Level), Chart: chart, Table: p.actions().forPage()}
	return &page.Page{
		Kind: "Position", Title: p.Tiles + " under " + p.Rules, Headline: s.headline, About: s.units, Notes: s.notes, JSON: p.PositionResult,
		Sections: []page.Section{{Title: "Actions", Figures: []page.Figure{figure}}, {Title: "All numbers", Tables: tables(s.sections)}},
	}
}

func (p Position) sheet() sheet {
	return sheet{
		headline: []string{p.headline()}, notes: p.Notes,
		units:    fmt.Sprintf("Points from the action to the hand's end; %.4g %% intervals; one sample is one unit.", 100*p.Level),
		sections: []section{p.inputs(), p.actions(), p.ends()},
	}
}

func (p Position) headline() string {
	best := p.Actions[0].Action
	switch {
	case len(p.Actions) == 1:
		return fmt.Sprintf("There is no choice: %s.", best)
	case p.Lead == nil:
		return "Too few samples to compare the actions."
	}
	second := &p.Actions[1]
	if second.Verdict == stats.BetterA {
		return fmt.Sprintf("Best is %s, worth %s points more than %s.", best, p.Lead.Bracketed(), second.Action)
	}
	return fmt.Sprintf("%s looks best, but no difference to %s is established: %s points.", best, second.Action, p.Lead.Bracketed())
}

func (p Position) inputs() section {
	t := section{title: "Position", head: []string{"", p.Tiles}}
	row := func(name, value string) { t.rows = append(t.rows, []string{name, value}) }
	row("rules", p.Rules+" "+p.RulesHash)
	row("seat", fmt.Sprint(p.Seat))
	row("void", p.Void)
	row("tiles left", fmt.Sprint(p.Left))
	row("played on by", clip(p.Playout, 70))
	row("seed", fmt.Sprint(p.Seed))
	row("samples", count(p.Samples))
	if p.Samples < p.Planned {
		row("samples planned", count(p.Planned))
	}
	return t
}

func (p Position) actions() section {
	t := section{title: "Actions, the best first", head: []string{"", "shanten", "points", "best less this", "p adjusted", "worse"}}
	for i := range p.Actions {
		x := &p.Actions[i]
		cells := []string{x.Action, "", gainCell(x.Points), "", "", ""}
		if x.Shanten != nil {
			cells[1] = fmt.Sprint(*x.Shanten)
		}
		if x.Difference != nil {
			cells[3], cells[4], cells[5] = gainCell(x.Difference), fmt.Sprintf("%.2g", *x.PAdjusted), worse(x.Verdict)
		}
		t.rows = append(t.rows, cells)
	}
	return t
}

func worse(v stats.Finding) string {
	if v == stats.BetterA {
		return "yes"
	}
	return string(stats.NoDifference)
}

func (p Position) ends() section {
	t := section{title: "How they end", head: []string{"", "win, %", "first self-drawn, %", "fan of the first win", "deal in, %"}}
	for i := range p.Actions {
		x := &p.Actions[i]
		t.rows = append(t.rows, []string{x.Action, shareCell(x.Won), shareCell(x.SelfDrawn), amountCell(x.Fan), shareCell(x.DealtIn)})
	}
	return t
}
