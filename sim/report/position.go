package report

import (
	"fmt"
	"regexp"

	"xuezhan/sim/page"
	"xuezhan/sim/stats"
	"xuezhan/sim/study"
)

// A Position lays out what the actions of a position are worth.
type Position struct{ *study.PositionResult }

// Page lays the position out. The version is that of the program that played; it
// may be empty.
func (p Position) Page(version string) *page.Document {
	d := &page.Document{
		Kind: "Position", Title: page.Tiles(p.Tiles) + " under " + p.Rules, Headline: []string{p.headline()}, Notes: p.Notes, Data: p.PositionResult,
		About: fmt.Sprintf("Points from the action to the hand's end; %.4g %% intervals; one sample is one unit.", 100*p.Level),
		Facts: page.Facts{Title: "Position", Of: page.Tiles(p.Tiles), List: p.facts(version)},
	}
	if version != "" {
		d.Data = positionSummary{version, p.PositionResult}
	}
	ends := p.ends()
	ends.Open = true
	tables := []page.Table{ends}
	if p.Bot != "" {
		tables = append(tables, p.opinions())
	}
	d.Add(page.Section{Title: "The actions", Figures: []page.Figure{p.figure()}, Tables: tables})
	return d
}

// A positionSummary is a position's result with the version of the program that
// played.
type positionSummary struct {
	Version string `json:"version"`
	*study.PositionResult
}

// figure shows the points of each action against the best.
func (p Position) figure() page.Figure {
	chart := page.Spots{Unit: "points from the action to the end"}
	for i := range p.Actions {
		x := &p.Actions[i]
		look := page.Hollow
		switch {
		case i == 0:
			look = page.Series(0)
		case x.Verdict == stats.BetterA:
			look = page.Series(1)
		}
		chart.Rows = append(chart.Rows, page.Spot{Name: tiled(x.Action), Value: gainValue(x.Points), Look: look})
	}
	if best := p.Actions[0].Points; best != nil {
		chart.Levels = []page.Level{{At: best.Value, Name: "the best"}}
	}
	return page.Figure{
		Name: "actions", Title: "What each action is worth", About: level(p.Level), Chart: chart, Table: p.actions(),
		Keys: []page.Key{
			{Text: "looks best", Look: page.Series(0), Form: page.Dot},
			{Text: "worse than the best", Look: page.Series(1), Form: page.Dot},
			{Text: "no difference to the best established", Look: page.Hollow, Form: page.Dot},
		},
	}
}

func (p Position) headline() string {
	best := tiled(p.Actions[0].Action)
	switch {
	case len(p.Actions) == 1:
		return fmt.Sprintf("There is no choice: %s.", best)
	case p.Lead == nil:
		return "Too few samples to compare the actions."
	}
	second := &p.Actions[1]
	if second.Verdict == stats.BetterA {
		return fmt.Sprintf("Best is %s, worth %s points more than %s.", best, p.Lead.Bracketed(), tiled(second.Action))
	}
	return sentence(best) + fmt.Sprintf(" looks best, but no difference to %s is established: %s points.", tiled(second.Action), p.Lead.Bracketed())
}

// lastTile is the tile at the end of an action, as in "discard 4p".
var lastTile = regexp.MustCompile(`[1-9][mps]$`)

// tiled returns an action with its tile marked as one.
func tiled(action string) string { return lastTile.ReplaceAllStringFunc(action, page.Tiles) }

// facts are what identifies the position.
func (p Position) facts(version string) []page.Fact {
	var list []page.Fact
	row := func(name, value string) { list = append(list, page.Fact{Name: name, Value: value}) }
	row("rules", p.Rules+" "+p.RulesHash)
	row("seat", fmt.Sprint(p.Seat))
	if p.Offered != "" {
		row("asked about", page.Tiles(p.Offered))
	}
	row("void", p.Void)
	row("tiles left", fmt.Sprint(p.Left))
	row("played on by", p.Playout)
	row("seed", fmt.Sprint(p.Seed))
	row("samples", count(p.Samples))
	if p.Samples < p.Planned {
		row("samples planned", count(p.Planned))
	}
	if version != "" {
		row("version", version)
	}
	return list
}

func (p Position) actions() page.Table {
	t := page.Table{Title: "Actions, the best first", Head: []string{"", "shanten", "points", "best less this", "p adjusted", "worse"}}
	for i := range p.Actions {
		x := &p.Actions[i]
		cells := []string{tiled(x.Action), "", gainCell(x.Points), "", "", ""}
		if x.Shanten != nil {
			cells[1] = fmt.Sprint(*x.Shanten)
		}
		if x.Difference != nil {
			cells[3], cells[4], cells[5] = gainCell(x.Difference), fmt.Sprintf("%.2g", *x.PAdjusted), worse(x.Verdict)
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

func worse(v stats.Finding) string {
	if v == stats.BetterA {
		return "yes"
	}
	return string(stats.NoDifference)
}

func (p Position) ends() page.Table {
	t := page.Table{Title: "How they end", Head: []string{"", "win, %", "first self-drawn, %", "fan of the first win", "deal in, %"}}
	for i := range p.Actions {
		x := &p.Actions[i]
		t.Rows = append(t.Rows, []string{tiled(x.Action), shareCell(x.Won), shareCell(x.SelfDrawn), amountCell(x.Fan), shareCell(x.DealtIn)})
	}
	return t
}

// opinions tells what a bot thinks of the actions.
func (p Position) opinions() page.Table {
	t := page.Table{Title: "What " + p.Bot + " thinks", Head: []string{"", "worth", "wins", "danger", "chosen, %", "goal"}, Open: true}
	for i := range p.Actions {
		if o := p.Actions[i].Opinion; o != nil {
			t.Rows = append(t.Rows, []string{
				tiled(o.Action), thought("%+.3f", o.Worth), thought("%.3f", o.Wins), thought("%.3f", o.Danger), fmt.Sprintf("%.0f", 100*o.Chosen), o.Goal,
			})
		}
	}
	return t
}

// thought writes a number of an opinion, nothing for none.
func thought(format string, x *float64) string {
	if x == nil {
		return ""
	}
	return fmt.Sprintf(format, *x)
}
