package report

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"

	"xuezhan/sim/stats"
)

// against titles the pictures of a difference.
func (d *Difference) against(what string) string {
	const most = 40
	return clip(legible(d.A), most) + " against " + clip(legible(d.B), most) + what
}

// verdictKeys explain how findings are coloured.
func (g *gallery) verdictKeys(d *Difference, s, none symbol) []key {
	return []key{
		{text: g.label(d.IndexA) + " is better", ink: ink(d.IndexA), symbol: s},
		{text: g.label(d.IndexB) + " is better", ink: ink(d.IndexB), symbol: s},
		{text: "no difference established", ink: gray, symbol: none},
	}
}

// unit names the axis of a difference.
func (d *Difference) unit() string {
	return letter(d.IndexA) + " − " + letter(d.IndexB) + ", points per hand"
}

// findings says what makes a difference one.
func (r *Report) findings() string {
	return fmt.Sprintf("A bot is called better where p is at most %.2g after Holm's adjustment for all kinds of start;"+
		" the intervals are not adjusted.", 1-r.Level)
}

// byStart draws a difference by longest suit and by pairs, side by side.
func (g *gallery) byStart(d *Difference, name string) picture {
	p := picture{
		name: name, title: d.against(", by the tiles dealt"), about: g.about + ", " + level(g.Level),
		keys: g.verdictKeys(d, dot, ring), height: 260, caption: g.findings(),
	}
	suits, pairs := d.startMarks(d.LongestSuit), d.startMarks(d.Pairs)
	if len(suits)+len(pairs) == 0 {
		return p
	}
	lo, hi := spread(slices.Concat(suits, pairs))
	panel := func(title, kind, unit string, starts []StartDifference, marks []mark) {
		x := upright.named(title, startNames(starts), unit, lo, hi)
		x.X.Label.Text = kind
		x.Add(spots{layout: upright, marks: marks})
		p.panels = append(p.panels, x)
	}
	panel("by longest suit dealt", "longest suit, tiles", d.unit(), d.LongestSuit, suits)
	panel("by pairs dealt", "pairs", "", d.Pairs, pairs)
	if few := tooFew(d.LongestSuit, d.Pairs); few != "" {
		p.caption += " Left out, too few hands: " + few + "."
	}
	return p
}

// startNames returns the names of kinds of start.
func startNames(starts []StartDifference) []string {
	var list []string
	for _, s := range starts {
		list = append(list, s.LongestSuit+s.Pairs)
	}
	return list
}

// startMarks returns a mark for each kind of start that has a number.
func (d *Difference) startMarks(starts []StartDifference) []mark {
	var list []mark
	for i, s := range starts {
		if s.Difference != nil {
			m := d.judged(*s.Difference, s.Verdict)
			m.at = upright.place(i, 0)
			list = append(list, m)
		}
	}
	return list
}

// judged returns a mark in the look of a verdict.
func (d *Difference) judged(e Estimate, v stats.Finding) mark {
	if v.Established() {
		return mark{estimate: e, ink: d.better(v), symbol: dot}
	}
	return mark{estimate: e, ink: gray, symbol: ring}
}

// tooFew lists the kinds of start without a number.
func tooFew(suits, pairs []StartDifference) string {
	var list []string
	for _, s := range suits {
		if s.Difference == nil {
			list = append(list, "longest suit "+s.LongestSuit)
		}
	}
	for _, s := range pairs {
		if s.Difference == nil {
			list = append(list, "pairs "+s.Pairs)
		}
	}
	return strings.Join(list, ", ")
}

// bySuitAndPairs draws a difference as a heat map.
func (g *gallery) bySuitAndPairs(d *Difference, name string) picture {
	p := picture{
		name: name, title: d.against(", by longest suit and pairs dealt"),
		about: g.about + "; " + d.unit() + ", " + level(g.Level) + ", and the share of hands",
		keys:  g.verdictKeys(d, patch, patch), height: 300,
		caption: g.findings() + " The deeper the colour, the larger the difference.",
	}
	p.keys[0].ink, p.keys[1].ink, p.keys[2].ink = tint(ink(d.IndexA), deepest), tint(ink(d.IndexB), deepest), cellGray
	if slices.ContainsFunc(d.Both, func(s StartDifference) bool { return s.Difference != nil }) {
		p.panels = append(p.panels, heatPanel(d.cells(), "pairs", pairClasses[:]))
	}
	return p
}

// heatPanel has a row for each class of the longest suit and a column for each
// class of something else.
func heatPanel(list cells, unit string, columns []string) *plot.Plot {
	p := newPanel("")
	ticks := func(l layout, names []string) plot.ConstantTicks {
		var list plot.ConstantTicks
		for i, name := range names {
			list = append(list, plot.Tick{Value: l.place(i, 0), Label: name})
		}
		return list
	}
	p.X.Label.Text, p.X.Tick.Marker = unit, ticks(upright, columns)
	p.Y.Label.Text, p.Y.Tick.Marker = "longest suit, tiles", ticks(lying, suitClasses[:])
	p.X.Tick.Length, p.Y.Tick.Length, p.X.Width, p.Y.Width = 0, 0, 0, 0
	p.X.Min, p.X.Max = -0.5, float64(len(columns))-0.5
	p.Y.Min, p.Y.Max = 0.5-float64(numSuitClasses), 0.5
	p.Add(list)
	return p
}

// established reports whether a bot is better.
func (d *StartDifference) established() bool { return d.Verdict.Established() }

// How much of a bot's colour a cell has: never so much that text is hard to read.
const (
	faintest = 0.2
	deepest  = 0.65
)

// cells returns the squares of the heat map. The largest difference that is
// established gets the deepest colour.
func (d *Difference) cells() cells {
	largest := d.largestBoth()
	var list cells
	for i := range d.Both {
		s := &d.Both[i]
		c := cell{row: i / numPairClasses, column: i % numPairClasses, ink: cellGray}
		c.lines = [2]string{string(stats.TooFew), plainPercent(s.Share) + " % of hands"}
		switch {
		case s.Difference == nil:
			c.ink = noGray
		case s.established():
			strength := math.Abs(float64(s.Difference.Mean)) / largest
			c.ink = tint(d.better(s.Verdict), faintest+(deepest-faintest)*strength)
			fallthrough
		default:
			c.lines[0] = gain(*s.Difference)
		}
		list = append(list, c)
	}
	return list
}

// better returns the colour of the bot that a verdict names.
func (d *Difference) better(v stats.Finding) color.RGBA {
	if v == stats.BetterA {
		return ink(d.IndexA)
	}
	return ink(d.IndexB)
}
