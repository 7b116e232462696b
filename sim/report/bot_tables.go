package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/sim/page"
	"xuezhan/sim/stats"
)

// columns is how many bots stand side by side in text.
const columns = 4

// places lists the first of many places.
func places(where []string) string {
	const most = 4
	if len(where) <= most {
		return strings.Join(where, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(where[:most], ", "), len(where)-most)
}

// headline answers the question first: which bot is better, and by how much.
func (r *Report) headline() []string {
	switch len(r.Differences) {
	case 0:
		return r.soloHeadline()
	case 1:
		return []string{r.verdictLine(&r.Differences[0])}
	}
	return []string{r.bestLine()}
}

// bestLine says of three bots or more which has the most points, and what it has more than
// the second. The table of every two says the rest.
func (r *Report) bestLine() string {
	first, second := r.leaders()
	for i := range r.Differences {
		d := r.Differences[i]
		if min(d.IndexA, d.IndexB) != min(first, second) || max(d.IndexA, d.IndexB) != max(first, second) {
			continue
		}
		e, better := d.Difference, stats.BetterA
		if d.IndexA != first {
			e, better = e.negated(), stats.BetterB
		}
		if d.Verdict == better {
			return fmt.Sprintf("%s is the best of %d bots: %s %s points per hand more than %s, the second.", r.name(first), len(r.Bots),
				stats.Fixed(float64(e.Mean), e.Bounds().decimals()), bracket(e.Bounds(), stats.Fixed), r.name(second))
		}
	}
	return fmt.Sprintf("%s has the most points of %d bots; that it is better than %s is not established.", r.name(first), len(r.Bots), r.name(second))
}

// leaders returns the two bots with the most points.
func (r *Report) leaders() (first, second int) {
	order := make([]int, len(r.Bots))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.Bots[b].Points.Mean, r.Bots[a].Points.Mean) })
	return order[0], order[1]
}

// everyTwo has a row for each two bots.
func (r *Report) everyTwo() page.Table {
	t := page.Table{Title: "Every two", Head: []string{"bot", "other", "points per hand more", "better"}}
	for i := range r.Differences {
		d := &r.Differences[i]
		a, b := r.name(d.IndexA), r.name(d.IndexB)
		t.Rows = append(t.Rows, []string{a, b, gain(d.Difference), d.Verdict.Name(a, b)})
	}
	return t
}

func (r *Report) soloHeadline() []string {
	var lines []string
	for i := range r.Bots {
		if b := &r.Bots[i]; b.Hands > 0 {
			lines = append(lines, fmt.Sprintf("%s wins %s %% of its hands, %s fan a win; %s deal-ins per 100 hands.",
				r.name(i), percent(b.WinRate, b.WinRateInterval), amount(b.Fan), percent(b.DealInRate, b.DealInRateInterval)))
		}
	}
	return lines
}

// verdictLine says what the comparison of two bots comes to.
func (r *Report) verdictLine(d *Difference) string {
	a, b := r.name(d.IndexA), r.name(d.IndexB)
	e := d.Difference
	if d.Verdict == stats.BetterB {
		a, b = b, a
		e = e.negated()
	}
	switch d.Verdict {
	case stats.BetterA, stats.BetterB:
		return fmt.Sprintf("%s beats %s by %s %s points per hand.",
			a, b, stats.Fixed(float64(e.Mean), e.Bounds().decimals()), bracket(e.Bounds(), stats.Fixed))
	case stats.TooFew:
		return fmt.Sprintf("%s and %s: too few %ss to compare.", a, b, r.Unit)
	}
	return fmt.Sprintf("%s and %s: no difference established, %s points per hand.",
		a, b, bracket(e.Bounds(), stats.Signed))
}

// unitsLine explains the numbers in one line.
func (r *Report) unitsLine() string {
	unit := "one wall (a hand)"
	if r.HandsPerGame > 1 {
		unit = fmt.Sprintf("one game (%d hands)", r.HandsPerGame)
	}
	return fmt.Sprintf("Points per hand per seat; %.4g %% intervals; %s is one unit.", 100*r.Level, unit)
}

// name returns how lines call a bot.
func (r *Report) name(i int) string {
	const most = 24
	if len(r.Bots) == 1 {
		return page.Clip(r.Bots[i].Policy, most)
	}
	return letter(i) + " (" + page.Clip(r.Bots[i].Policy, most) + ")"
}

func (r *Report) legend() page.Table {
	s := page.Table{Title: "Bots", Head: []string{"bot", "hands", "points per hand"}}
	for i := range r.Bots {
		b := &r.Bots[i]
		s.Rows = append(s.Rows, []string{letter(i) + " " + page.Clip(b.Policy, 60), count(b.Hands), gain(b.Points)})
	}
	return s
}

// runTable has what concerns all seats together.
func (r *Report) runTable() page.Table {
	s := page.Table{Title: "Run", Head: []string{"", "all seats"}}
	row := func(name, value string) { s.Rows = append(s.Rows, []string{name, value}) }
	row("hands", count(r.Hands))
	if r.HandsPerGame > 1 {
		row("games", count(r.Units))
	}
	row("wall exhausted, %", percent(r.ExhaustedRate, r.ExhaustedRateInterval))
	row("wins per hand", amount(r.WinsPerHand))
	for k, n := range r.Winners {
		if n > 0 {
			row(winnersNames[k], plainPercent(share(n, r.Hands)))
		}
	}
	return s
}

var winnersNames = [...]string{"no winner, %", "one winner, %", "two winners, %", "three winners, %", "four winners, %"}

// A row is a line of a table of bots.
type row struct {
	name  string
	value func(*Bot) string
}

// botTable has a column for each bot, without rows that no bot has anything to say
// to.
func (r *Report) botTable(title string, rows []row) page.Table {
	const most = 13
	s := page.Table{Title: title, Head: []string{""}, Side: columns}
	for i := range r.Bots {
		head := letter(i) + " " + page.Clip(r.Bots[i].Policy, most)
		if len(r.Bots) == 1 {
			head = page.Clip(r.Bots[i].Policy, 2*most)
		}
		s.Head = append(s.Head, head)
	}
	for _, row := range rows {
		cells := []string{row.name}
		said := false
		for i := range r.Bots {
			cell := row.value(&r.Bots[i])
			said = said || cell != "-"
			cells = append(cells, cell)
		}
		if said {
			s.Rows = append(s.Rows, cells)
		}
	}
	return s
}

// pointRows has the points, then each group of sources and, below a group of
// several, its sources.
func pointRows() []row {
	rows := []row{{"points", func(b *Bot) string { return gain(b.Points) }}}
	for i, g := range sourceGroups {
		rows = append(rows, row{g.Title, func(b *Bot) string { return gain(b.Groups[i]) }})
		if len(g.Sources) == 1 {
			continue
		}
		for _, s := range g.Sources {
			rows = append(rows, row{"  " + s.Title(), func(b *Bot) string { return gain(b.Causes[s].Estimate) }})
		}
	}
	return rows
}

func winRows() []row {
	return []row{
		{"hands won, %", func(b *Bot) string { return percent(b.WinRate, b.WinRateInterval) }},
		{"wins: self-drawn, %", func(b *Bot) string { return percent(b.SelfDrawRate, b.SelfDrawRateInterval) }},
		{"wins: on discards, %", func(b *Bot) string { return percent(b.DiscardRate, b.DiscardRateInterval) }},
		{"wins: by robbing, %", func(b *Bot) string { return percent(b.RobbingRate, b.RobbingRateInterval) }},
		{"deal-ins per 100 hands", func(b *Bot) string { return percent(b.DealInRate, b.DealInRateInterval) }},
		{"fan of a win", func(b *Bot) string { return amount(b.Fan) }},
		{"base points of a win", func(b *Bot) string { return amount(b.WinPoints) }},
		{"flower pigs, %", func(b *Bot) string { return percent(b.FlowerPigRate, b.FlowerPigRateInterval) }},
		{"ready at exhaustion, %", func(b *Bot) string {
			return percent(b.ReadyAtExhaustionRate, b.ReadyAtExhaustionRateInterval)
		}},
		{"concealed kongs per hand", func(b *Bot) string { return amount(b.Kongs.Concealed) }},
		{"claimed kongs per hand", func(b *Bot) string { return amount(b.Kongs.Claimed) }},
		{"added kongs per hand", func(b *Bot) string { return amount(b.Kongs.Added) }},
	}
}

func tempoRows() []row {
	rows := milestoneRows("void suit cleared", func(b *Bot) *Milestone { return &b.Cleared })
	rows = append(rows, milestoneRows("ready", func(b *Bot) *Milestone { return &b.Ready })...)
	rows = append(rows,
		row{"kinds waited on", func(b *Bot) string { return amount(b.ReadyWide) }},
		row{"live tiles waited on", func(b *Bot) string { return amount(b.ReadyLive) }})
	return append(rows, milestoneRows("first win", func(b *Bot) *Milestone { return &b.FirstWin })...)
}

func milestoneRows(name string, of func(*Bot) *Milestone) []row {
	return []row{
		{name + ", % of hands", func(b *Bot) string { return percent(of(b).Share, of(b).ShareInterval) }},
		{"  draws until then", func(b *Bot) string { return amount(of(b).Draws) }},
		{"  quartiles", func(b *Bot) string {
			m := of(b)
			if !m.Median.Defined() {
				return "-"
			}
			return fmt.Sprintf("%.0f / %.0f / %.0f", m.Quarter, m.Median, m.ThreeQuarters)
		}},
	}
}

func positionRows(games bool) []row {
	rows := []row{
		{"as dealer", func(b *Bot) string { return gain(b.AsDealer) }},
		{"not as dealer", func(b *Bot) string { return gain(b.AsOther) }},
		{"first winner", func(b *Bot) string { return gain(b.ByWinOrder.First.Points) }},
		{"second winner", func(b *Bot) string { return gain(b.ByWinOrder.Second.Points) }},
		{"third winner", func(b *Bot) string { return gain(b.ByWinOrder.Third.Points) }},
		{"fourth winner", func(b *Bot) string { return gain(b.ByWinOrder.Fourth.Points) }},
		{"not won", func(b *Bot) string { return gain(b.ByWinOrder.NotWon.Points) }},
	}
	if !games {
		return rows
	}
	rows = append(rows,
		row{"points at a game's end", func(b *Bot) string { return amount(b.Games.Points) }},
		row{"place in the game", func(b *Bot) string { return amount(b.Games.Place) }})
	for k := range engine.NumSeats {
		rows = append(rows, row{fmt.Sprintf("  place %d, %%", k+1), func(b *Bot) string { return plainPercent(b.Games.Places[k]) }})
	}
	return rows
}

// fanRows has a row for each fan up to the highest that occurred.
func (r *Report) fanRows() []row {
	last := -1
	for i := range r.Bots {
		for f, n := range r.Bots[i].FanCounts {
			if n > 0 {
				last = max(last, f)
			}
		}
	}
	var rows []row
	for f := range last + 1 {
		name := fmt.Sprint(f)
		if f == maxFan {
			name += " or more"
		}
		rows = append(rows, row{name, func(b *Bot) string {
			total := int64(0)
			for _, n := range b.FanCounts {
				total += n
			}
			return plainPercent(share(b.FanCounts[f], total))
		}})
	}
	return rows
}

// patternRows has a row for each pattern that occurred.
func (r *Report) patternRows() []row {
	var rows []row
	for p := range fan.NumPatterns {
		occurs := false
		for i := range r.Bots {
			occurs = occurs || r.Bots[i].Patterns[p] > 0
		}
		if occurs {
			name := strings.ReplaceAll(p.String(), "_", " ")
			rows = append(rows, row{name, func(b *Bot) string { return plainPercent(b.Patterns[p]) }})
		}
	}
	return rows
}

// startTable has a bot's points by kind of start.
func startTable(kind string, starts []Start) page.Table {
	s := page.Table{Title: "Points per hand by " + kind + " dealt", Head: []string{kind, "hands, %", "points"}}
	for _, x := range starts {
		cell := string(stats.TooFew)
		if x.Points != nil {
			cell = gain(*x.Points)
		}
		s.Rows = append(s.Rows, []string{x.Kind, plainPercent(x.Share), cell})
	}
	return s
}

// row returns the line of a kind of start; what its letters are the table's
// head says.
func (d *StartDifference) row(a, b string) []string {
	cells := []string{d.LongestSuit + d.Pairs, plainPercent(d.Share)}
	if d.Difference == nil {
		return append(cells, "", "", "", string(d.Verdict))
	}
	return append(cells, gain(*d.A), gain(*d.B), gain(*d.Difference), d.Verdict.Name(a, b))
}

// bothTable is the cross table of differences, with only those that are
// established as numbers.
func bothTable(title string, parts []StartDifference) page.Table {
	s := page.Table{Medium: page.TextOnly, Title: title, Head: append([]string{"suit \\ pairs"}, pairClasses[:]...)}
	for suit := range numSuitClasses {
		cells := []string{suitClasses[suit]}
		for pairs := range numPairClasses {
			d := &parts[suit*numPairClasses+pairs]
			cell := string(d.Verdict)
			if d.Verdict.Established() {
				cell = gain(*d.Difference)
			}
			cells = append(cells, cell)
		}
		s.Rows = append(s.Rows, cells)
	}
	return s
}
