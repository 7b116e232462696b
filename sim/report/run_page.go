package report

import (
	"fmt"
	"slices"
	"strings"

	"xuezhan/sim/page"
	"xuezhan/sim/stats"
)

// Page lays the report out: what the bots gained and lost, what their wins were
// worth, how early they got there, and what the tiles dealt brought to whom. What
// it calls the run, its rules say, is up to the caller, who may add facts and a
// larger object as its data.
func (r *Report) Page(run string) *page.Document {
	d := &page.Document{Kind: "Run", Title: r.title(run), Headline: r.headline(), About: r.unitsLine(), Data: r}
	d.Add(r.hands(), r.points(), r.wins(), r.tempo(), r.positions(), r.winKinds(), r.dealt())
	for i := range r.Differences {
		d.Add(r.difference(&r.Differences[i]))
	}
	d.Notes = r.notes()
	return d
}

func (r *Report) title(run string) string {
	return page.Name(run) + ": " + strings.Join(r.names(), ", ") + "; " + count(r.Hands) + " hands"
}

// notes say what to know when reading.
func (r *Report) notes() []string {
	var list []string
	for i := range r.Differences {
		list = append(list, r.tooFew(&r.Differences[i])...)
	}
	for i := range r.Bots {
		if b := &r.Bots[i]; b.Forfeited > 0 {
			list = append(list, fmt.Sprintf("%s failed in %d of its %d hands: the bot timeout played the rest of them in its place, for its account",
				r.name(i), b.Forfeited, b.Hands))
		}
	}
	if len(r.Differences) > 0 {
		list = append(list, fmt.Sprintf("a bot is called better where p is at most %.2g after Holm's adjustment for all"+
			" comparisons of its kind; the intervals are not adjusted", 1-r.Level))
	}
	for _, n := range r.Notes {
		list = append(list, n.Sentence+": "+places(n.Where))
	}
	return list
}

// level names intervals of a level.
func level(l float64) string { return fmt.Sprintf("%.4g %% intervals", 100*l) }

// value returns an estimate as charts have it.
func value(e Estimate, text string) page.Value {
	return page.Value{At: float64(e.Mean), Lo: float64(e.Lo), Hi: float64(e.Hi), Text: text}
}

// names returns what charts call the bots.
func (r *Report) names() []string {
	var list []string
	for i := range r.Bots {
		list = append(list, r.name(i))
	}
	return list
}

// stems returns what file names call the bots, each different.
func (r *Report) stem(i int) string {
	stem := page.FileName(r.Bots[i].Policy)
	for k := range i {
		if strings.EqualFold(page.FileName(r.Bots[k].Policy), stem) {
			return fmt.Sprintf("%s-%s", stem, letter(i))
		}
	}
	return stem
}

// hands has what concerns all seats together. The points of the bots are in the
// next section too, so that pages do without the list of bots.
func (r *Report) hands() page.Section {
	s := page.Section{Title: "The hands", Tables: []page.Table{r.runTable()}}
	s.Tables[0].Open = true
	if len(r.Bots) > 1 {
		bots := r.legend()
		bots.Medium = page.TextOnly
		s.Tables = append(s.Tables, bots)
	}
	return s
}

// points shows what the bots gained and lost, and how.
func (r *Report) points() page.Section {
	s := page.Section{Title: "Points"}
	causes := page.Figure{
		Name: "points-by-cause", Title: "Where the points come from", About: "Points per hand; " + level(r.Level) + " of the total",
		Caption: "Gains lie to the right of 0, losses to its left, in the order of the key.",
		Table:   r.botTable("Points per hand by cause", pointRows()),
	}
	if shown := r.shownCauses(); len(shown) > 0 {
		causes.Chart = r.stacks(shown)
		s.Figures = append(s.Figures, causes, page.Figure{
			Name: "points-by-cause-compared", Title: "Cause by cause", About: "Points per hand; " + level(r.Level),
			Chart: page.Bars{Unit: "points per hand", Series: r.names(), Rows: r.rows(shown, gain)},
		})
	} else {
		s.Tables = append(s.Tables, causes.Table)
	}
	if len(r.Differences) > 1 {
		s.Tables = append(s.Tables, r.everyTwo())
	}
	if chart, numbers := r.distribution(); len(chart.Rows) > 0 {
		s.Figures = append(s.Figures, page.Figure{
			Name: "points", Title: "What a hand brings", About: "Share of the bot's hands by their points, in %", Chart: chart, Table: numbers,
			Caption: "A column reaches from its mark to the next one away from 0: 8 is 8 to 15, and 64 is 64 or more.",
		})
	}
	return s
}

// stacks has a bar a bot, made of the causes.
func (r *Report) stacks(causes []quantity) page.Stacks {
	s := page.Stacks{Unit: "points per hand"}
	for _, q := range causes {
		s.Parts = append(s.Parts, q.name)
	}
	for i := range r.Bots {
		b := &r.Bots[i]
		row := page.Stack{Name: r.name(i), Total: value(b.Points, gain(b.Points))}
		for _, q := range causes {
			row.Parts = append(row.Parts, value(q.of(b), gain(q.of(b))))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// rows has a row a quantity, with a value of each bot.
func (r *Report) rows(list []quantity, text func(Estimate) string) []page.Row {
	var rows []page.Row
	for _, q := range list {
		row := page.Row{Name: q.name}
		for i := range r.Bots {
			e := q.of(&r.Bots[i])
			row.Values = append(row.Values, value(e, text(e)))
		}
		rows = append(rows, row)
	}
	return rows
}

// distribution shows the hands by their points, without the classes at the ends
// that no bot has.
func (r *Report) distribution() (page.Columns, page.Table) {
	c := page.Columns{Axis: "points of a hand", Unit: "hands, %", Series: r.names(), Rows: r.rows(r.pointQuantities(), percentage)}
	t := page.Table{Title: "Hands by their points, %", Head: r.head("points"), Medium: page.PageOnly}
	from, to := r.pointRange()
	for k := from; k < to; k++ {
		cells := []string{r.Bots[0].PointCounts[k].String()}
		for i := range r.Bots {
			cells = append(cells, plainPercent(r.Bots[i].PointCounts[k].Share))
		}
		t.Rows = append(t.Rows, cells)
	}
	return c, t
}

// percentage returns a share in percent that has no bounds.
func percentage(e Estimate) string { return plainPercent(e.Mean/100) + " %" }

// head returns the head of a table with a column a bot.
func (r *Report) head(first string) []string { return append([]string{first}, r.names()...) }

// wins shows how often the bots win and when.
func (r *Report) wins() page.Section {
	s := page.Section{Title: "Wins", Tables: []page.Table{r.botTable("Wins", winRows())}}
	if last := r.lastWinDraw(); last > 0 {
		s.Figures = append(s.Figures, page.Figure{
			Name: "wins-by-draw", Title: "When wins come", About: "Share of the bot's wins by the winner's own draws until then, in %",
			Chart: r.lines("wins, %", last, Bot.winsAt), Table: r.drawTable("Wins by own draws, %", last, Bot.winsAt),
		})
	}
	return s
}

// winKinds shows what the wins are made of.
func (r *Report) winKinds() page.Section {
	s := page.Section{Title: "What the wins are made of"}
	fans := page.Figure{
		Name: "fan", Title: "Fan of wins", About: "Share of the bot's wins by fan before the cap, in %",
		Table: r.botTable("Fan of wins, %", r.fanRows()),
	}
	if list := r.fanQuantities(); len(list) > 0 {
		fans.Chart = page.Columns{Axis: "fan", Unit: "wins, %", Series: r.names(), Rows: shortened(r.rows(list, percentage))}
	}
	s.Figures = append(s.Figures, fans)
	s.Tables = append(s.Tables, r.botTable("Patterns of wins, %", r.patternRows()))
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
func (r *Report) lines(unit string, last int, of func(Bot, int) Number) page.Lines {
	l := page.Lines{Axis: "own draws", Unit: unit, Levels: []page.Level{{At: 0}}}
	for i, b := range r.Bots {
		line := page.Line{Name: r.name(i)}
		for draws := range last + 1 {
			share := of(b, draws)
			line.X = append(line.X, float64(draws))
			line.Values = append(line.Values, page.Plain(100*float64(share), plainPercent(share)))
		}
		l.Lines = append(l.Lines, line)
	}
	return l
}

func (r *Report) drawTable(title string, last int, of func(Bot, int) Number) page.Table {
	t := page.Table{Title: title, Head: r.head("draws"), Medium: page.PageOnly}
	for draws := range last + 1 {
		cells := []string{fmt.Sprint(draws)}
		for _, b := range r.Bots {
			cells = append(cells, plainPercent(of(b, draws)))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// tempo shows how early the bots get where.
func (r *Report) tempo() page.Section {
	s := page.Section{Title: "Tempo", Tables: []page.Table{r.botTable("Tempo", tempoRows())}}
	last := r.lastDraw()
	if last <= 0 {
		return s
	}
	for _, part := range milestones() {
		reached := func(b Bot, draws int) Number { return part.of(&b).reached(b.Hands, draws) }
		s.Figures = append(s.Figures, page.Figure{
			Title: part.title, About: "Share of the bot's hands that got there by the n-th own draw, in %",
			Chart: r.lines("hands, %", last, reached), Table: r.drawTable(part.title+", % of hands", last, reached),
		})
	}
	return s
}

func (r *Report) positions() page.Section {
	t := r.botTable("Points per hand by position", positionRows(r.HandsPerGame > 1))
	return page.Section{Title: "Positions", Tables: []page.Table{t}}
}

// dealt shows what the tiles dealt bring each bot.
func (r *Report) dealt() page.Section {
	s := page.Section{Title: "The tiles dealt", About: "Shanten is that of the tiles dealt, under the best void suit."}
	for i := range r.Bots {
		if b := &r.Bots[i]; b.knowsOpenings() {
			s.Figures = append(s.Figures, r.openings(i, b))
		}
	}
	if len(r.Bots) == 1 {
		s.Tables = []page.Table{startTable("longest suit", r.Bots[0].LongestSuit), startTable("pairs", r.Bots[0].Pairs)}
	}
	return s
}

// openings is the heat map of a bot's points by longest suit and shanten.
func (r *Report) openings(i int, b *Bot) page.Figure {
	h := page.HeatMap{
		RowAxis: "longest suit, tiles", ColumnAxis: "shanten of the tiles dealt", Rows: suitClasses[:], Columns: shantenClasses[:],
	}
	t := page.Table{
		Title: "Points per hand by longest suit and shanten dealt", Head: []string{"suit, shanten", "hands, %", "points"}, Medium: page.PageOnly,
	}
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
		Name: r.stem(i) + "-by-suit-and-shanten", Title: r.name(i) + ": points by starting hand",
		About: "Points per hand and half the width of the " + level(r.Level), Chart: h, Table: t,
		Keys: []page.Key{
			{Text: "gains", Look: page.Cool}, {Text: "loses", Look: page.Warm}, {Text: "neither is established", Look: page.Neutral},
			{Text: "too few hands", Look: page.Missing},
		},
		Caption: "The deeper the colour, the further from 0.",
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

// A quantity is one of those that charts compare.
type quantity struct {
	name string
	of   func(*Bot) Estimate
}

// shownCauses are the causes that any bot has.
func (r *Report) shownCauses() []quantity {
	return slices.DeleteFunc(causeQuantities(), func(q quantity) bool { return !q.occurs(r.Bots) })
}

func causeQuantities() []quantity {
	var list []quantity
	for i, g := range sourceGroups {
		list = append(list, quantity{g.Title, func(b *Bot) Estimate { return b.Groups[i] }})
	}
	return list
}

// occurs reports whether any bot has any of it.
func (q quantity) occurs(bots []Bot) bool {
	for i := range bots {
		e := q.of(&bots[i])
		if e.Mean.Defined() && (e.Mean != 0 || e.Bounds().Defined() && e.Hi > e.Lo) {
			return true
		}
	}
	return false
}

// fanQuantities are the shares in percent of wins by fan. Those beyond the last
// that any bot has in a thousandth of its wins are together.
func (r *Report) fanQuantities() []quantity {
	const least = 0.001
	last := -1
	for i := range r.Bots {
		for f := range maxFan + 1 {
			if r.Bots[i].fanFrom(f) >= least {
				last = max(last, f)
			}
		}
	}
	var list []quantity
	for f := range last + 1 {
		name, of := fmt.Sprint(f), func(b *Bot) Number { return b.fanFrom(f) - b.fanFrom(f+1) }
		if f == last && r.wonBeyond(f) {
			name, of = fmt.Sprint(f, " or more"), func(b *Bot) Number { return b.fanFrom(f) }
		}
		list = append(list, quantity{name, func(b *Bot) Estimate {
			return Estimate{Mean: 100 * of(b), Lo: undefined, Hi: undefined}
		}})
	}
	return list
}

// fanFrom returns the share of a bot's wins of at least that fan.
func (b *Bot) fanFrom(fan int) Number {
	var total, above int64
	for f, n := range b.FanCounts {
		total += n
		if f >= fan {
			above += n
		}
	}
	return share(above, total)
}

// wonBeyond reports whether any bot won with more fan, or with what the report
// does not tell from more.
func (r *Report) wonBeyond(fan int) bool {
	for i := range r.Bots {
		if fan == maxFan || r.Bots[i].fanFrom(fan+1) > 0 {
			return true
		}
	}
	return false
}
