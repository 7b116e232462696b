package report

import (
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xuezhan/sim/report/page"
)

// PlotPage draws those figures of a page that show page.Lines or page.Spots into
// a directory, as Plots does for reports, each by the name of its title. Other
// figures are left out.
func PlotPage(dir string, p *page.Page) ([]string, error) {
	var list []picture
	for _, s := range p.Sections {
		for _, f := range s.Figures {
			x := picture{
				name: strings.ToLower(sanitized(f.Title)), title: legible(f.Title), about: legible(p.Title + ". " + f.About),
				caption: legible(f.Caption),
			}
			switch c := f.Chart.(type) {
			case page.Lines:
				x.addLines(c)
			case page.Spots:
				x.addSpots(c)
			default:
				continue
			}
			list = append(list, x)
		}
	}
	return save(dir, list)
}

// addLines adds a panel of lines to a picture.
func (p *picture) addLines(l page.Lines) {
	panel := newPanel("")
	grid := draw.LineStyle{Color: gridGray, Width: 0.5}
	panel.Add(&plotter.Grid{Vertical: grid, Horizontal: grid})
	panel.X.Label.Text, panel.Y.Label.Text = legible(l.Axis), legible(l.Unit)
	x, y := l.Reach()
	panel.X.Min, panel.X.Max = x[0], x[1]
	panel.Y.Min, panel.Y.Max = y[0], y[1]
	for i, line := range l.Lines {
		addBand(panel, line, i)
		panel.Add(&plotter.Line{XYs: curveOf(line), LineStyle: draw.LineStyle{Color: ink(i), Width: curveWidth, Dashes: dash(i)}})
		if len(l.Lines) > 1 {
			p.keys = append(p.keys, key{text: legible(line.Name), ink: ink(i), symbol: stroke, dashes: dash(i)})
		}
	}
	panel.Add(levels(l.Levels))
	p.panels, p.height = []*plot.Plot{panel}, 240
}

// addBand adds the interval around a line, as far as it is known.
func addBand(panel *plot.Plot, l page.Line, i int) {
	var there, back plotter.XYs
	for k, v := range l.Values {
		if e := estimateOf(v); e.Bounds().Defined() {
			there = append(there, plotter.XY{X: l.X[k], Y: v.Hi})
			back = append(back, plotter.XY{X: l.X[k], Y: v.Lo})
		}
	}
	if len(there) == 0 {
		return
	}
	slices.Reverse(back)
	panel.Add(&plotter.Polygon{XYs: []plotter.XYs{append(there, back...)}, Color: tint(ink(i), faintest)})
}

// curveOf returns a line's points that are known.
func curveOf(l page.Line) plotter.XYs {
	var list plotter.XYs
	for k, v := range l.Values {
		if estimateOf(v).Mean.Defined() {
			list = append(list, plotter.XY{X: l.X[k], Y: v.At})
		}
	}
	return list
}

// estimateOf returns a value of a page as pictures have it.
func estimateOf(v page.Value) Estimate {
	return Estimate{Mean: Number(v.At), Lo: Number(v.Lo), Hi: Number(v.Hi)}
}

// levels are lines across a panel with their names.
type levels []page.Level

// Plot implements plot.Plotter.
func (l levels) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	label := tickStyle
	label.XAlign, label.YAlign = draw.XRight, draw.YBottom
	for _, v := range l {
		if v.Name == "" {
			continue
		}
		at := y(v.At)
		c.StrokeLine2(draw.LineStyle{Color: gray, Width: 1, Dashes: []vg.Length{4, 3}}, c.Min.X, at, c.Max.X, at)
		c.FillText(label, vg.Point{X: c.Max.X - 2, Y: at + 2}, legible(v.Name))
	}
}

// addSpots adds a panel of spots to a picture.
func (p *picture) addSpots(s page.Spots) {
	list := spots{layout: lying}
	var names []string
	for i, row := range s.Rows {
		names = append(names, clip(legible(row.Name), 40))
		m := mark{at: lying.place(i, 0), estimate: estimateOf(row.Value), ink: gray, symbol: ring}
		for k := range inks {
			if row.Look == page.Series(k) {
				m.ink, m.symbol = ink(k), dot
			}
		}
		list.marks = append(list.marks, m)
	}
	lo, hi := spread(list.marks)
	panel := lying.named("", names, legible(s.Unit), lo, hi)
	panel.Add(list)
	p.panels, p.height = []*plot.Plot{panel}, barsHeight(len(names), 1)
}
