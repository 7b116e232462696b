package report

import (
	"fmt"
	"math"
	"slices"

	"xuezhan/sim/report/page"
	"xuezhan/sim/stats"
)

// Page lays the report out as a web page, with the texts of Text and charts of
// what Plots draws. What the page calls the run, its rules say, is up to the
// caller, who may put more into its Facts and a larger object into its JSON.
func (r *Report) Page(run string) *page.Page {
	v := web{gallery{Report: r}}
	s := r.sheet()
	p := &page.Page{
		Kind: "Run", Title: v.title(run), Headline: s.headline, About: s.units, Notes: s.notes, JSON: r,
		Sections: []page.Section{v.points(), v.wins(), v.tempi(), v.dealt(), {Title: "All numbers", Tables: tables(s.sections)}},
	}
	p.Sections = slices.DeleteFunc(p.Sections, func(s page.Section) bool { return len(s.Figures)+len(s.Tables) == 0 })
	return p
}

// Page lays the comparison out as a web page.
func (c *Comparison) Page() *page.Page {
	s := c.sheet()
	chart := page.Spots{Unit: "A − B, points per hand"}
	for i := range c.Runs {
		d := &c.Runs[i]
		look := verdictLook(d.Verdict, 0, 1)
		chart.Rows = append(chart.Rows, page.Spot{Name: d.Run, Value: value(d.Difference, gain(d.Difference)), Look: look})
	}
	f := page.Figure{
		Title: "A against B, run by run", About: "Points per hand; " + level(c.Level), Chart: chart,
		Keys: verdictKeys("A is better", "B is better", 0, 1), Table: s.sections[0].forPage(),
	}
	return &page.Page{
		Kind: "Runs", Title: fmt.Sprintf("%s against %s in %d runs", c.A, c.B, len(c.Runs)), Headline: s.headline, About: s.units, Notes: s.notes,
		JSON:     c,
		Sections: []page.Section{{Title: "Run by run", Figures: []page.Figure{f}}, {Title: "All numbers", Tables: tables(s.sections)}},
	}
}

// tables returns sections as tables of a page, the first ones shown.
func tables(list []section) []page.Table {
	const shown = 2
	var out []page.Table
	for i, s := range list {
		if len(s.rows) > 0 {
			t := s.forPage()
			t.Shown = i < shown
			out = append(out, t)
		}
	}
	return out
}

func (s section) forPage() page.Table { return page.Table{Title: s.title, Head: s.head, Rows: s.rows} }

// value returns an estimate as charts have it.
func value(e Estimate, text string) page.Value {
	return page.Value{At: float64(e.Mean), Lo: float64(e.Lo), Hi: float64(e.Hi), Text: text}
}

// verdictLook returns how the difference of two bots looks.
func verdictLook(v stats.Finding, a, b int) page.Look {
	switch v {
	case stats.BetterA:
		return page.Series(a)
	case stats.BetterB:
		return page.Series(b)
	}
	return page.Hollow
}

func verdictKeys(textA, textB string, a, b int) []page.Key {
	return []page.Key{
		{Text: textA, Look: page.Series(a), Form: "dot"},
		{Text: textB, Look: page.Series(b), Form: "dot"},
		{Text: "no difference established", Look: page.Hollow, Form: "dot"},
	}
}

// A web draws the figures of a report's page.
type web struct{ gallery }

func (v web) title(run string) string {
	title := run
	for i := range v.Bots {
		separator := ", "
		if i == 0 {
			separator = ": "
		}
		title += separator + v.name(i)
	}
	return title + "; " + count(v.Hands) + " hands"
}

// names returns what charts call the bots.
func (v web) names() []string {
	var list []string
	for i := range v.Bots {
		list = append(list, v.name(i))
	}
	return list
}

// points shows what the bots gained and lost, and how.
func (v web) points() page.Section {
	s := page.Section{Title: "Points"}
	numbers := v.botSection("Points per hand by cause", 0, len(v.Bots), pointRows()).forPage()
	about := "Points per hand; " + level(v.Level)
	shown := v.shownCauses()
	if len(shown) == 0 {
		return s
	}
	s.Figures = []page.Figure{
		{
			Title: "Where the points come from", About: about + " of the total", Chart: v.stacks(shown), Table: numbers,
			Caption: "Gains lie to the right of 0, losses to its left, in the order of the key.",
		},
		{Title: "Points by cause", About: about, Chart: v.bars(shown, "points per hand"), Table: numbers},
	}
	if chart, numbers := v.distribution(); len(chart.Rows) > 0 {
		s.Figures = append(s.Figures, page.Figure{
			Title: "What a hand brings", About: "Share of the bot's hands by their points, in %", Chart: chart, Table: numbers,
			Caption: "A column reaches from its mark to the next one away from 0: 8 is 8 to 15, and 64 is 64 or more.",
		})
	}
	return s
}

// stacks has a bar a bot, made of the causes.
func (v web) stacks(causes []quantity) page.Stacks {
	s := page.Stacks{Unit: "points per hand"}
	causes = slices.DeleteFunc(slices.Clone(causes), func(q quantity) bool { return q.name == allCauses })
	for _, q := range causes {
		s.Parts = append(s.Parts, q.name)
	}
	for i := range v.Bots {
		b := &v.Bots[i]
		row := page.Stack{Name: letter(i) + " " + b.Policy, Total: value(b.Points, gain(b.Points))}
		for _, q := range causes {
			row.Parts = append(row.Parts, value(q.of(b), gain(q.of(b))))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// bars compares quantities of all bots.
func (v web) bars(list []quantity, unit string) page.Bars {
	return page.Bars{Unit: unit, Series: v.names(), Rows: v.rows(list, gain)}
}

func (v web) rows(list []quantity, text func(Estimate) string) []page.Row {
	var rows []page.Row
	for _, q := range list {
		row := page.Row{Name: q.name}
		for i := range v.Bots {
			e := q.of(&v.Bots[i])
			row.Values = append(row.Values, value(e, text(e)))
		}
		rows = append(rows, row)
	}
	return rows
}

// distribution shows the hands by their points, without the classes at the ends
// that no bot has.
func (v web) distribution() (page.Columns, page.Table) {
	c := page.Columns{Axis: "points of a hand", Unit: "hands, %", Series: v.names(), Rows: v.rows(v.pointQuantities(), percentage)}
	t := page.Table{Title: "Hands by their points, %", Head: v.head("points")}
	from, to := v.pointRange()
	for k := from; k < to; k++ {
		cells := []string{v.Bots[0].PointCounts[k].String()}
		for i := range v.Bots {
			cells = append(cells, plainPercent(v.Bots[i].PointCounts[k].Share))
		}
		t.Rows = append(t.Rows, cells)
	}
	return c, t
}

// percentage returns a share in percent that has no bounds.
func percentage(e Estimate) string { return plainPercent(e.Mean/100) + " %" }

// head returns the head of a table with a column a bot.
func (v web) head(first string) []string { return append([]string{first}, v.names()...) }

// wins shows what wins are worth and when they come.
func (v web) wins() page.Section {
	s := page.Section{Title: "Wins"}
	if list := v.fanQuantities(); len(list) > 0 {
		s.Figures = append(s.Figures, page.Figure{
			Title: "Fan of wins", About: "Share of the bot's wins by fan before the cap, in %",
			Chart: page.Columns{Axis: "fan", Unit: "wins, %", Series: v.names(), Rows: shortened(v.rows(list, percentage))},
			Table: v.botSection("Fan of wins, %", 0, len(v.Bots), v.fanRows()).forPage(),
		})
	}
	if last := v.lastWinDraw(); last > 0 {
		s.Figures = append(s.Figures, page.Figure{
			Title: "When wins come", About: "Share of the bot's wins by the winner's own draws until then, in %",
			Chart: v.lines("wins, %", "own draws", last, Bot.winsAt), Table: v.drawTable("Wins by own draws, %", last, Bot.winsAt),
		})
	}
	return s
}

// shortened makes the last name fit below a column.
func shortened(rows []page.Row) []page.Row {
	if n := len(rows); n > 1 {
		if f := fmt.Sprint(n-1, " or more"); rows[n-1].Name == f {
			rows[n-1].Name = fmt.Sprint("≥", n-1)
		}
	}
	return rows
}

// lines has a line a bot of something by draws.
func (v web) lines(unit, axis string, last int, of func(Bot, int) Number) page.Lines {
	l := page.Lines{Axis: axis, Unit: unit, Levels: []page.Level{{At: 0}}}
	for i, b := range v.Bots {
		line := page.Line{Name: v.name(i)}
		for draws := range last + 1 {
			share := of(b, draws)
			line.X = append(line.X, float64(draws))
			line.Values = append(line.Values, page.Plain(100*float64(share), plainPercent(share)))
		}
		l.Lines = append(l.Lines, line)
	}
	return l
}

func (v web) drawTable(title string, last int, of func(Bot, int) Number) page.Table {
	t := page.Table{Title: title, Head: v.head("draws")}
	for draws := range last + 1 {
		cells := []string{fmt.Sprint(draws)}
		for _, b := range v.Bots {
			cells = append(cells, plainPercent(of(b, draws)))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// tempi shows how early the bots get where.
func (v web) tempi() page.Section {
	s := page.Section{Title: "Tempo"}
	last := v.lastDraw()
	if last <= 0 {
		return s
	}
	for _, part := range milestones() {
		reached := func(b Bot, draws int) Number { return part.of(&b).reached(b.Hands, draws) }
		s.Figures = append(s.Figures, page.Figure{
			Title: part.title, About: "Share of the bot's hands that got there by the n-th own draw, in %",
			Chart: v.lines("hands, %", "own draws", last, reached), Table: v.drawTable(part.title+", % of hands", last, reached),
		})
	}
	return s
}

// dealt shows what the tiles dealt are worth, and to whom more.
func (v web) dealt() page.Section {
	s := page.Section{Title: "The tiles dealt", About: "Shanten is that of the tiles dealt, under the best void suit."}
	for i := range v.Bots {
		if b := &v.Bots[i]; b.knowsOpenings() {
			s.Figures = append(s.Figures, v.openings(i, b))
		}
	}
	for i := range v.Differences {
		d := &v.Differences[i]
		if f := v.startSpots(d); f.Chart != nil {
			s.Figures = append(s.Figures, f, v.startMap(d))
		}
	}
	return s
}

// openings is the heat map of a bot's points by longest suit and shanten.
func (v web) openings(i int, b *Bot) page.Figure {
	h := page.HeatMap{
		RowAxis: "longest suit, tiles", ColumnAxis: "shanten of the tiles dealt", Rows: suitClasses[:], Columns: shantenClasses[:],
	}
	t := page.Table{Title: "Points per hand by longest suit and shanten dealt", Head: []string{"suit, shanten", "hands, %", "points"}}
	largest := b.largestOpening()
	for k, x := range b.SuitAndShanten {
		if k%numShantenClasses == 0 {
			h.Cells = append(h.Cells, nil)
		}
		row := &h.Cells[len(h.Cells)-1]
		*row = append(*row, openingCell(x, largest))
		t.Rows = append(t.Rows, []string{x.Kind + ", " + x.And, plainPercent(x.Share), x.text()})
	}
	return page.Figure{
		Title: v.name(i) + ": points by starting hand", About: "Points per hand and half the width of the " + level(v.Level),
		Chart: h, Table: t, Keys: []page.Key{
			{Text: "gains", Look: page.Cool}, {Text: "loses", Look: page.Warm}, {Text: "neither is established", Look: page.Neutral},
		},
	}
}

// openingCell returns the cell of a kind of start, whose colour says which way it
// differs from 0, if its interval does not cover it.
func openingCell(x Start, largest float64) page.Cell {
	if x.Points == nil {
		return page.Cell{Text: string(stats.TooFew), Missing: true}
	}
	mean, half := split(*x.Points)
	c := page.Cell{Text: mean, Note: half}
	if x.established() {
		c.Strength = float64(x.Points.Mean) / largest
	}
	return c
}

// startSpots shows a difference by longest suit and by pairs.
func (v web) startSpots(d *Difference) page.Figure {
	chart := page.Spots{Unit: d.unit()}
	a, b := letter(d.IndexA), letter(d.IndexB)
	t := page.Table{Title: "Points per hand by tiles dealt", Head: []string{"dealt", "hands, %", a, b, a + "-" + b, "better"}}
	known := false
	for _, part := range [][]StartDifference{d.LongestSuit, d.Pairs} {
		for i := range part {
			x := &part[i]
			row := x.row(a, b)
			row[0] = x.kind()
			t.Rows = append(t.Rows, row)
			spot := page.Spot{Name: row[0], Value: page.None(string(stats.TooFew))}
			if x.Difference != nil {
				known = true
				spot.Value, spot.Look = value(*x.Difference, gain(*x.Difference)), verdictLook(x.Verdict, d.IndexA, d.IndexB)
			}
			chart.Rows = append(chart.Rows, spot)
		}
	}
	if !known {
		return page.Figure{}
	}
	return page.Figure{
		Title: a + " against " + b + ", by the tiles dealt", About: "Difference in points per hand; " + level(v.Level),
		Keys:  verdictKeys(v.name(d.IndexA)+" is better", v.name(d.IndexB)+" is better", d.IndexA, d.IndexB),
		Chart: chart, Caption: v.findings(), Table: t,
	}
}

// kind names a kind of start.
func (d *StartDifference) kind() string {
	if d.Pairs == "" {
		return "suit " + d.LongestSuit
	}
	return "pairs " + d.Pairs
}

// startMap is the heat map of a difference by longest suit and pairs.
func (v web) startMap(d *Difference) page.Figure {
	a, b := letter(d.IndexA), letter(d.IndexB)
	h := page.HeatMap{RowAxis: "longest suit, tiles", ColumnAxis: "pairs", Rows: suitClasses[:], Columns: pairClasses[:]}
	largest := d.largestBoth()
	t := page.Table{Title: "Points per hand by longest suit and pairs dealt", Head: []string{"suit, pairs", "hands, %", a, b, a + "-" + b, "better"}}
	for k := range d.Both {
		x := &d.Both[k]
		if k%numPairClasses == 0 {
			h.Cells = append(h.Cells, nil)
		}
		c := page.Cell{Text: string(x.Verdict), Missing: x.Difference == nil}
		if x.established() {
			c.Text, c.Note = split(*x.Difference)
			c.Strength = float64(x.Difference.Mean) / largest
		}
		row := &h.Cells[len(h.Cells)-1]
		*row = append(*row, c)
		cells := x.row(a, b)
		cells[0] = x.LongestSuit + ", " + x.Pairs
		t.Rows = append(t.Rows, cells)
	}
	return page.Figure{
		Title: a + " against " + b + ", by longest suit and pairs", About: "Difference in points per hand where one is established; " + level(v.Level),
		Keys: []page.Key{
			{Text: v.name(d.IndexA) + " is better", Look: page.Cool}, {Text: v.name(d.IndexB) + " is better", Look: page.Warm},
			{Text: "~ no difference established", Look: page.Neutral},
		},
		Chart: h, Caption: v.findings() + " The deeper the colour, the larger the difference.", Table: t,
	}
}

// largestBoth returns the largest difference that is established by longest suit
// and pairs.
func (d *Difference) largestBoth() float64 {
	largest := 0.0
	for i := range d.Both {
		if s := &d.Both[i]; s.established() {
			largest = max(largest, math.Abs(float64(s.Difference.Mean)))
		}
	}
	return largest
}
