package report

import (
	"fmt"
	"math"
	"slices"

	"xuezhan/sim/page"
	"xuezhan/sim/stats"
)

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

func verdictKeys(nameA, nameB string, a, b int) []page.Key {
	return []page.Key{
		{Text: nameA + " is better", Look: page.Series(a), Form: page.Dot},
		{Text: nameB + " is better", Look: page.Series(b), Form: page.Dot},
		{Text: "no difference established", Look: page.Hollow, Form: page.Dot},
	}
}

// difference compares two bots by the tiles dealt.
func (r *Report) difference(d *Difference) page.Section {
	s := page.Section{Title: r.name(d.IndexA) + " against " + r.name(d.IndexB) + ", by the tiles dealt"}
	for _, kind := range d.kinds() {
		if kind.known() {
			s.Figures = append(s.Figures, r.startSpots(d, kind))
		}
	}
	if both := d.both(); both.known() {
		s.Figures = append(s.Figures, r.startMap(d))
		s.Tables = []page.Table{bothTable(d.titled(both.name)+" ("+d.less()+" where one is better)", d.Both)}
	}
	return s
}

// A startKind is a way to divide the tiles dealt.
type startKind struct {
	name  string
	parts []StartDifference
}

func (d *Difference) kinds() []startKind {
	return []startKind{{"longest suit", d.LongestSuit}, {"pairs", d.Pairs}}
}

func (d *Difference) both() startKind { return startKind{"longest suit and pairs", d.Both} }

// known reports whether any part has a number.
func (k startKind) known() bool {
	return slices.ContainsFunc(k.parts, func(s StartDifference) bool { return s.Difference != nil })
}

// tooFew says which divisions have no numbers.
func (r *Report) tooFew(d *Difference) []string {
	var list []string
	for _, kind := range append(d.kinds(), d.both()) {
		if !kind.known() {
			list = append(list, d.titled(kind.name)+": "+string(stats.TooFew))
		}
	}
	return list
}

// titled titles a table of the difference.
func (d *Difference) titled(kind string) string {
	return fmt.Sprintf("%s against %s, points per hand by %s dealt", letter(d.IndexA), letter(d.IndexB), kind)
}

// less names the difference in tables.
func (d *Difference) less() string { return letter(d.IndexA) + "-" + letter(d.IndexB) }

// unit names the axis of a difference.
func (d *Difference) unit() string {
	return letter(d.IndexA) + " − " + letter(d.IndexB) + ", points per hand"
}

// findings says what makes a difference one.
func (r *Report) findings() string {
	return fmt.Sprintf("A bot is called better where p is at most %.2g after Holm's adjustment for all kinds of start;"+
		" the intervals are not adjusted.", 1-r.Level)
}

// startSpots shows a difference by one division of the tiles dealt.
func (r *Report) startSpots(d *Difference, kind startKind) page.Figure {
	a, b := letter(d.IndexA), letter(d.IndexB)
	chart := page.Spots{Unit: d.unit(), Levels: []page.Level{{At: float64(d.Difference.Mean), Name: "over all hands"}}}
	t := page.Table{Title: d.titled(kind.name), Head: []string{kind.name, "hands, %", a, b, d.less(), "better"}}
	for i := range kind.parts {
		x := &kind.parts[i]
		t.Rows = append(t.Rows, x.row(a, b))
		spot := page.Spot{Name: x.LongestSuit + x.Pairs, Value: page.None(string(stats.TooFew))}
		if x.Difference != nil {
			spot.Value, spot.Look = value(*x.Difference, gain(*x.Difference)), verdictLook(x.Verdict, d.IndexA, d.IndexB)
		}
		chart.Rows = append(chart.Rows, spot)
	}
	return page.Figure{
		Name:  r.against(d) + "-by-" + page.FileName(kind.name),
		Title: "By " + kind.name + " dealt", About: "Difference in points per hand; " + level(r.Level),
		Keys:  verdictKeys(r.name(d.IndexA), r.name(d.IndexB), d.IndexA, d.IndexB),
		Chart: chart, Caption: r.findings(), Table: t,
	}
}

// against returns what file names call the two bots.
func (r *Report) against(d *Difference) string {
	return r.stem(d.IndexA) + "-against-" + r.stem(d.IndexB)
}

// startMap is the heat map of a difference by longest suit and pairs.
func (r *Report) startMap(d *Difference) page.Figure {
	a, b := letter(d.IndexA), letter(d.IndexB)
	h := page.HeatMap{RowAxis: "longest suit, tiles", ColumnAxis: "pairs", Rows: suitClasses[:], Columns: pairClasses[:]}
	largest := d.largestBoth()
	t := page.Table{
		Title: "Points per hand by longest suit and pairs dealt", Head: []string{"suit, pairs", "hands, %", a, b, d.less(), "better"},
		Medium: page.PageOnly,
	}
	for k := range d.Both {
		x := &d.Both[k]
		if k%numPairClasses == 0 {
			h.Cells = append(h.Cells, nil)
		}
		c := page.Cell{Text: string(x.Verdict), Missing: x.Difference == nil}
		if x.Verdict.Established() {
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
		Name:  r.against(d) + "-by-suit-and-pairs",
		Title: "By longest suit and pairs dealt", About: "Difference in points per hand where one is established; " + level(r.Level),
		Keys: []page.Key{
			{Text: r.name(d.IndexA) + " is better", Look: page.Cool}, {Text: r.name(d.IndexB) + " is better", Look: page.Warm},
			{Text: "~ no difference established", Look: page.Neutral}, {Text: "too few hands", Look: page.Missing},
		},
		Chart: h, Caption: "The deeper the colour, the larger the difference.", Table: t,
	}
}

// largestBoth returns the largest difference that is established by longest suit
// and pairs.
func (d *Difference) largestBoth() float64 {
	largest := 0.0
	for i := range d.Both {
		if s := &d.Both[i]; s.Verdict.Established() {
			largest = max(largest, math.Abs(float64(s.Difference.Mean)))
		}
	}
	return largest
}
