package report

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"xuezhan/sim/stats"
	"xuezhan/sim/study"
)

// Plots draws the study into a directory, which it makes if need be, as SVG and
// PNG, and returns the files it wrote: the question's name and "-map" for the map,
// and one for each of the strata. Pictures of the same names are replaced; the
// same study gives the same bytes.
func (s Study) Plots(dir string) ([]string, error) { return save(dir, s.pictures()) }

// pictures returns those that have something to show.
func (s Study) pictures() []picture {
	var list []picture
	if s.Map != nil {
		list = append(list, s.mapPicture())
	}
	for i := range s.Strata {
		if p := s.strataPicture(&s.Strata[i]); len(p.panels) > 0 {
			list = append(list, p)
		}
	}
	return list
}

// about says what study a picture is of.
func (s Study) about() string {
	return fmt.Sprintf("%s: %s hands, %s forks", legible(s.Rules), count(s.Hands), count(s.Forks))
}

// mapPicture draws the map as a heat map.
func (s Study) mapPicture() picture {
	m := s.Map
	p := picture{
		name: sanitized(s.Question) + "-map", title: legible(s.Question) + ": " + legible(m.Title),
		about:  s.about() + "; " + s.Main.A + " − " + s.Main.B + ", points",
		keys:   s.betterKeys(patch),
		height: vg.Length(len(m.Rows.Classes))*cellHeight + 40,
		caption: fmt.Sprintf("In each cell the difference and the half width of its %.4g %% interval. A cell has a colour where p is at most %.2g"+
			" after Holm's adjustment for all strata and cells; the deeper, the larger the difference. Gray: no difference is established."+
			" Hatched: too few hands.", 100*s.Level, 1-s.Level),
	}
	p.keys[0].ink, p.keys[1].ink, p.keys[2].ink = tint(inks[0], deepest), tint(inks[1], deepest), cellGray
	p.panels = []*plot.Plot{mapPanel(m, s.mapCells())}
	return p
}

// cellHeight is the height of a cell of a map: room for its two lines.
const cellHeight = vg.Length(30)

// betterKeys explain how verdicts are coloured.
func (s Study) betterKeys(x symbol) []key {
	none := x
	if x == dot {
		none = ring
	}
	return []key{
		{text: s.Main.A + " is better", ink: inks[0], symbol: x},
		{text: s.Main.B + " is better", ink: inks[1], symbol: x},
		{text: "no difference established", ink: gray, symbol: none},
	}
}

func mapPanel(m *study.MapResult, list cells) *plot.Plot {
	p := newPanel("")
	ticks := func(l layout, names []string) plot.ConstantTicks {
		var list plot.ConstantTicks
		for i, name := range names {
			list = append(list, plot.Tick{Value: l.place(i, 0), Label: name})
		}
		return list
	}
	p.X.Label.Text, p.X.Tick.Marker = m.Columns.Name, ticks(upright, m.Columns.Classes)
	p.Y.Label.Text, p.Y.Tick.Marker = m.Rows.Name, ticks(lying, m.Rows.Classes)
	p.X.Tick.Length, p.Y.Tick.Length, p.X.Width, p.Y.Width = 0, 0, 0, 0
	p.X.Min, p.X.Max = -0.5, float64(len(m.Columns.Classes))-0.5
	p.Y.Min, p.Y.Max = 0.5-float64(len(m.Rows.Classes)), 0.5
	p.Add(list)
	return p
}

// mapCells returns the squares of the map. The largest difference that is
// established gets the deepest colour.
func (s Study) mapCells() cells {
	largest := s.largestCell()
	var list cells
	for i, line := range s.Map.Cells {
		for j := range line {
			c := &line[j]
			k := cell{row: i, column: j, ink: cellGray}
			switch {
			case c.Difference == nil:
				k.ink, k.hatched = noGray, true
			case established(c):
				strength := math.Abs(c.Difference.Value) / largest
				k.ink = tint(verdictInk(c.Verdict), faintest+(deepest-faintest)*strength)
			}
			k.lines = cellLines(c)
			list = append(list, k)
		}
	}
	return list
}

// largestCell returns the largest difference of the map that is established.
func (s Study) largestCell() float64 {
	largest := 0.0
	for _, line := range s.Map.Cells {
		for i := range line {
			if c := &line[i]; established(c) {
				largest = max(largest, math.Abs(c.Difference.Value))
			}
		}
	}
	return largest
}

func established(c *study.Comparison) bool { return c.Verdict.Established() }

func verdictInk(v stats.Finding) color.RGBA {
	switch v {
	case stats.BetterA:
		return inks[0]
	case stats.BetterB:
		return inks[1]
	}
	return gray
}

// cellLines returns a cell's difference and its half width.
func cellLines(c *study.Comparison) [2]string {
	if c.Difference == nil {
		return [2]string{}
	}
	d := min(stats.Decimals(c.Difference.Half()), 2)
	return [2]string{stats.Signed(c.Difference.Value, d), "± " + stats.Fixed(c.Difference.Half(), d)}
}

// strataPicture draws the main contrast by one of the strata.
func (s Study) strataPicture(x *study.StrataResult) picture {
	p := picture{
		name:  sanitized(s.Question) + "-by-" + sanitized(x.Name),
		title: fmt.Sprintf("%s: %s against %s, by %s", legible(s.Question), s.Main.A, s.Main.B, x.Name),
		about: s.about() + fmt.Sprintf(", %.4g %% intervals", 100*s.Level), keys: s.betterKeys(dot), height: 230,
		caption: fmt.Sprintf("One is called better where p is at most %.2g after Holm's adjustment for all strata and cells;"+
			" the intervals are not adjusted.", 1-s.Level),
	}
	var names, few []string
	var marks []mark
	for i := range x.Classes {
		c := &x.Classes[i].Contrasts[0]
		if c.Difference == nil {
			if c.Forks > 0 {
				few = append(few, x.Classes[i].Name)
			}
			continue
		}
		names = append(names, x.Classes[i].Name)
		m := mark{at: upright.place(len(marks), 0), estimate: exactly(*c.Difference), ink: verdictInk(c.Verdict), symbol: ring}
		if established(c) {
			m.symbol = dot
		}
		marks = append(marks, m)
	}
	if len(marks) == 0 {
		return p
	}
	if len(few) > 0 {
		p.caption += " Left out, too few hands: " + strings.Join(few, ", ") + "."
	}
	lo, hi := spread(marks)
	panel := upright.named("", names, s.Main.A+" − "+s.Main.B+", points", lo, hi)
	panel.X.Label.Text = x.Name
	panel.Add(spots{layout: upright, marks: marks})
	p.panels = append(p.panels, panel)
	return p
}
