package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"xuezhan/sim/page"
	"xuezhan/sim/stats"
	"xuezhan/sim/study"
)

// A Study lays out what a study shows.
type Study struct{ *study.Result }

func (s Study) notes() []string {
	return append([]string{"one pays in a fork if it brings more points there than the other"}, s.Notes...)
}

// answers say what the first contrast comes to over all forks, then in the main ones,
// what is best of several, and the rule of thumb.
func (s Study) answers() []string {
	var lines []string
	if len(s.Contrasts) > 0 && s.Contrasts[0].Forks > s.Main.Forks {
		lines = append(lines, s.answer(&s.Contrasts[0], " over all "+count(s.Contrasts[0].Forks)+" cases"))
	}
	lines = append(lines, s.answer(&s.Main, " in "+s.MainText))
	if s.InPoints != nil {
		lines = append(lines, s.inPoints())
	}
	lines = append(lines, s.raceAnswers()...)
	if s.Maxim != nil {
		lines = append(lines, "Rule of thumb: "+s.Maxim.Text+". "+s.gained())
	}
	return lines
}

// unit is what outcomes are counted in.
func (s Study) unit() string {
	if s.Game != nil {
		return "points of payoff"
	}
	return "points"
}

// inPoints says whether the game's payoff asks for another choice than points do.
func (s Study) inPoints() string {
	payoff, points := s.Main.Verdict, s.InPoints.Finding()
	says := fmt.Sprintf("In points of the hand %s less %s is %s", s.Main.A, s.Main.B, s.InPoints.Bracketed())
	switch {
	case !payoff.Established() || !points.Established():
		return says + "; whether the situation changes the choice is not established."
	case payoff == points:
		return says + ": the situation does not change the choice."
	}
	return says + ": the situation changes the choice."
}

// gained says what the rule of thumb gains, if it does.
func (s Study) gained() string {
	switch g := &s.Maxim.Gain; {
	case g.N < stats.MinUnits:
		return fmt.Sprintf("Too few hands to tell whether it gains anything over always %s.", s.Main.A)
	case !g.Covers(0):
		return fmt.Sprintf("It gains %s %s per fork over always %s.", g.Bracketed(), s.unit(), s.Main.A)
	default:
		return fmt.Sprintf("No gain over always %s is established: %s %s per fork.", s.Main.A, g.Bracketed(), s.unit())
	}
}

// answer says in words what a comparison comes to.
func (s Study) answer(c *study.Comparison, where string) string {
	if c.Verdict == stats.TooFew {
		return fmt.Sprintf("Too few hands to compare %s with %s%s.", s.phrase(c.A), s.phrase(c.B), where)
	}
	d := *c.Difference
	switch c.Verdict {
	case stats.BetterA:
		return fmt.Sprintf("%s is worth %s %s more than %s%s.", sentence(s.phrase(c.A)), d.Bracketed(), s.unit(), s.phrase(c.B), where)
	case stats.BetterB:
		d = d.Scaled(-1)
		return fmt.Sprintf("%s is worth %s %s more than %s%s.", sentence(s.phrase(c.B)), d.Bracketed(), s.unit(), s.phrase(c.A), where)
	}
	return fmt.Sprintf("No difference is established between %s and %s%s: %s less %s is %s %s.",
		s.phrase(c.A), s.phrase(c.B), where, c.A, c.B, d.Bracketed(), s.unit())
}

// phrase returns how a sentence calls a label.
func (s Study) phrase(label string) string { return cmp.Or(s.Phrases[label], label) }

func (s Study) unitsLine() string {
	if s.Game != nil {
		return fmt.Sprintf("Points of payoff by places at the game's end; %.4g %% intervals; one wall (a hand) is one unit.", 100*s.Level)
	}
	return fmt.Sprintf("Points from the fork to the hand's end; %.4g %% intervals; one wall (a hand) is one unit.", 100*s.Level)
}

// facts are what identifies the study.
func (s Study) facts(version string) []page.Fact {
	var list []page.Fact
	row := func(name, value string) { list = append(list, page.Fact{Name: name, Value: value}) }
	row("rules", s.Rules+" "+s.RulesHash)
	row("seats", strings.Join(s.Seats, "  "))
	if s.Field != "" {
		row("field", s.Field)
	}
	row("seats studied", strings.Trim(fmt.Sprint(s.Studied), "[]"))
	for _, x := range s.Settings {
		row(spaced(x.Name), x.Value)
	}
	row("seed", fmt.Sprint(s.Seed))
	row("walls", s.Walls)
	row("orders of each wall", fmt.Sprint(s.Orders))
	row("hands", count(s.Hands))
	if s.Hands < s.Planned {
		row("hands planned", count(s.Planned))
	}
	if g := s.Game; g != nil {
		row("points before the hand", strings.Trim(fmt.Sprint(g.Points), "[]"))
		row("hands left after it", fmt.Sprint(g.HandsLeft))
		row("payoff by places", strings.Trim(fmt.Sprint(g.Payoff), "[]"))
	}
	row("hands with forks", count(s.WithForks))
	row("forks", count(s.Forks))
	row("digest", s.Digest)
	if version != "" {
		row("version", version)
	}
	return list
}

// spaced returns a name in words.
func spaced(name string) string { return strings.ReplaceAll(name, "_", " ") }

// maxSide is the most labels that stand side by side in text.
const maxSide = 4

// ends compares how alternatives ended, label by label.
func (s Study) ends() page.Table {
	labels := s.Labels
	t := page.Table{Title: "How the alternatives end, all forks", Head: []string{""}, Side: maxSide, Open: true}
	for _, l := range labels {
		t.Head = append(t.Head, l.Label)
	}
	row := func(name string, cell func(l *study.LabelResult) string) {
		cells := []string{name}
		for i := range labels {
			cells = append(cells, cell(&labels[i]))
		}
		t.Rows = append(t.Rows, cells)
	}
	share := func(name string, of func(l *study.LabelResult) *stats.Interval) {
		row(name, func(l *study.LabelResult) string { return shareCell(of(l)) })
	}
	row("alternatives", func(l *study.LabelResult) string { return count(l.Alternatives) })
	row(s.unit(), func(l *study.LabelResult) string { return gainCell(l.Points.Points) })
	share("win at least once, %", func(l *study.LabelResult) *stats.Interval { return l.Won })
	share("  first by self-draw, %", func(l *study.LabelResult) *stats.Interval { return l.SelfDrawn })
	share("  first on another's tile, %", func(l *study.LabelResult) *stats.Interval { return l.OnTile })
	share("no win, nothing paid, %", func(l *study.LabelResult) *stats.Interval { return l.Even })
	share("no win, pays, %", func(l *study.LabelResult) *stats.Interval { return l.Pays })
	row("fan of the first win", func(l *study.LabelResult) string { return amountCell(l.Fan) })
	row("wins", func(l *study.LabelResult) string { return amountCell(l.Wins) })
	for i := range s.sources() {
		name := "points: " + spaced(s.Labels[0].Sources[i].Source)
		if s.hasSource(i) {
			row(name, func(l *study.LabelResult) string { return gainCell(l.Sources[i].Points) })
		}
	}
	return t
}

func (s Study) sources() []study.SourceResult {
	if len(s.Labels) == 0 {
		return nil
	}
	return s.Labels[0].Sources
}

// hasSource reports whether any label has points from a source.
func (s Study) hasSource(i int) bool {
	for _, l := range s.Labels {
		if p := l.Sources[i].Points; p != nil && (p.Value != 0 || p.Lo != p.Hi) {
			return true
		}
	}
	return false
}

// Cells of estimates that are nil where there is too little to go by.

func gainCell(i *stats.Interval) string {
	if i == nil {
		return string(stats.TooFew)
	}
	return i.Gain()
}

func amountCell(i *stats.Interval) string {
	if i == nil {
		return string(stats.TooFew)
	}
	return i.Amount()
}

func shareCell(i *stats.Interval) string {
	if i == nil {
		return string(stats.TooFew)
	}
	return i.Scaled(100).Amount()
}

// better returns the label that is better, or that none is established to be.
func better(c *study.Comparison) string { return c.Verdict.Name(c.A, c.B) }

// comparisonHead and comparisonRow lay comparisons out.
var comparisonHead = []string{"forks", "hands", "difference", "second pays, %", "better"}

func comparisonRow(name string, c *study.Comparison) []string {
	cells := []string{name, count(c.Forks), count(c.Hands)}
	if c.Difference == nil {
		return append(cells, "", "", better(c))
	}
	return append(cells, gainCell(c.Difference), shareCell(c.Less), better(c))
}

func (s Study) contrasts() page.Table {
	t := page.Table{Title: "Differences, the first less the second", Head: append([]string{""}, comparisonHead...)}
	t.Rows = append(t.Rows, comparisonRow(s.Main.A+" - "+s.Main.B+", main", &s.Main))
	for i := range s.Contrasts {
		c := &s.Contrasts[i]
		t.Rows = append(t.Rows, comparisonRow(c.A+" - "+c.B+", all forks", c))
	}
	return t
}

func (s Study) pointsByClass(x *study.StrataResult, label int, name string) page.Table {
	t := page.Table{Title: "By " + x.Name + ": " + name, Head: []string{"", "alternatives", "hands", s.unit()}}
	for i := range x.Classes {
		if p := &x.Classes[i].Points[label]; p.Alternatives > 0 {
			t.Rows = append(t.Rows, []string{x.Classes[i].Name, count(p.Alternatives), count(p.Hands), gainCell(p.Points)})
		}
	}
	return t
}

func (s Study) contrastByClass(x *study.StrataResult, contrast int) page.Table {
	c := &s.Contrasts[contrast]
	t := page.Table{Title: "By " + x.Name, Head: []string{"", "forks", c.A, c.B, "difference", c.B + " pays, %", "better"}}
	if len(s.Contrasts) > 1 {
		t.Title += ": " + c.A + " - " + c.B
	}
	for i := range x.Classes {
		if c := &x.Classes[i].Contrasts[contrast]; c.Forks > 0 {
			t.Rows = append(t.Rows, classRow(x.Classes[i].Name, c))
		}
	}
	return t
}

func classRow(name string, c *study.Comparison) []string {
	cells := []string{name, count(c.Forks)}
	if c.Difference == nil {
		return append(cells, "", "", "", "", better(c))
	}
	return append(cells, gainCell(c.PointsA), gainCell(c.PointsB), gainCell(c.Difference), shareCell(c.Less), better(c))
}

// isCompared reports whether a contrast is about a label.
func (s Study) isCompared(label string) bool {
	return slices.ContainsFunc(s.Contrasts, func(c study.Comparison) bool { return c.A == label || c.B == label })
}

// cells is the map, with only those differences as numbers that are established.
func (s Study) cells() page.Table {
	m := s.Map
	t := page.Table{Medium: page.TextOnly, Title: fmt.Sprintf("Map: %s - %s, points; %s \\ %s", s.Main.A, s.Main.B, m.Rows.Name, m.Columns.Name)}
	t.Head = append([]string{m.Rows.Name}, m.Columns.Classes...)
	for i, line := range m.Cells {
		cells := []string{m.Rows.Classes[i]}
		for j := range line {
			cells = append(cells, mapText(&line[j]))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// mapText returns a cell's difference, with a ~ where none is established.
func mapText(c *study.Comparison) string {
	if c.Difference == nil {
		return string(stats.TooFew)
	}
	text := stats.Signed(c.Difference.Value, min(stats.Decimals(c.Difference.Half()), 2))
	if c.Verdict == stats.NoDifference {
		text += " ~"
	}
	return text
}

func (s Study) maxim() page.Table {
	m := s.Maxim
	t := page.Table{Title: "Rule of thumb: " + m.Text, Head: []string{"", s.unit() + " per fork"}}
	row := func(name string, i *stats.Interval) { t.Rows = append(t.Rows, []string{name, i.Bracketed()}) }
	row("gains over always "+s.Main.A, &m.Gain)
	row("what the map gains", &m.MapGain)
	row("rule less map", &m.Against)
	t.Rows = append(t.Rows,
		[]string{"applies, % of forks", shareCell(&m.Used)},
		[]string{"rules tried", count(int64(m.Family))},
		[]string{"chosen on the even hands, measured on the odd", count(m.Gain.N) + " hands"})
	return t
}
