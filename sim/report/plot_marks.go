package report

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A mark is an estimate drawn at a place of an axis of names.
type mark struct {
	at       float64
	estimate Estimate
	ink      color.Color
	symbol   symbol
	text     string // above it
}

// spread returns the range of values that shows 0 and all marks with their
// intervals.
func spread(marks []mark) (lo, hi float64) {
	for _, m := range marks {
		for _, n := range []Number{m.estimate.Mean, m.estimate.Lo, m.estimate.Hi} {
			if n.Defined() {
				lo, hi = min(lo, float64(n)), max(hi, float64(n))
			}
		}
	}
	if lo == hi {
		return -1, 1
	}
	room := (hi - lo) * 0.06
	if lo < 0 {
		lo -= room
	}
	if hi > 0 {
		hi += room
	}
	return lo, hi
}

// points returns where a panel has a value at a place.
func (l layout) points(c *draw.Canvas, p *plot.Plot) func(at, value float64) vg.Point {
	x, y := p.Transforms(c)
	if l == lying {
		return func(at, value float64) vg.Point { return vg.Point{X: x(value), Y: y(at)} }
	}
	return func(at, value float64) vg.Point { return vg.Point{X: x(at), Y: y(value)} }
}

// A baseline is the line of value 0.
type baseline struct{ layout }

// Plot implements plot.Plotter.
func (b baseline) Plot(c draw.Canvas, p *plot.Plot) {
	line := draw.LineStyle{Color: gray, Width: 0.8}
	x, y := p.Transforms(&c)
	if b.layout == lying {
		c.StrokeLine2(line, x(0), c.Min.Y, x(0), c.Max.Y)
	} else {
		c.StrokeLine2(line, c.Min.X, y(0), c.Max.X, y(0))
	}
}

// bars are marks drawn as bars from 0, with intervals.
type bars struct {
	layout
	marks []mark
	width float64 // on the axis of names
}

// Plot implements plot.Plotter.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	point := b.points(&c, p)
	for _, m := range b.marks {
		if v := float64(m.estimate.Mean); m.estimate.Mean.Defined() {
			left, right := m.at-b.width/2, m.at+b.width/2
			c.FillPolygon(m.ink, []vg.Point{point(left, 0), point(left, v), point(right, v), point(right, 0)})
			b.drawInterval(&c, point, m, draw.LineStyle{Color: black, Width: 0.9})
		}
	}
}

// spots are marks drawn as points with intervals.
type spots struct {
	layout
	marks []mark
}

// Plot implements plot.Plotter.
func (s spots) Plot(c draw.Canvas, p *plot.Plot) {
	point := s.points(&c, p)
	label := tickStyle
	label.XAlign, label.YAlign = draw.XCenter, draw.YBottom
	for _, m := range s.marks {
		if !m.estimate.Mean.Defined() {
			continue
		}
		s.drawInterval(&c, point, m, draw.LineStyle{Color: m.ink, Width: 1.6})
		at := point(m.at, float64(m.estimate.Mean))
		drawPoint(&c, m.ink, m.symbol, at)
		c.FillText(label, vg.Point{X: at.X, Y: at.Y + 8}, m.text)
	}
}

// GlyphBoxes implements plot.GlyphBoxer: it makes room for the texts.
func (s spots) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	var list []plot.GlyphBox
	for _, m := range s.marks {
		if w := tickStyle.Width(m.text); m.text != "" && s.layout == lying {
			box := plot.GlyphBox{X: p.X.Norm(float64(m.estimate.Mean)), Y: p.Y.Norm(m.at)}
			box.Min, box.Max = vg.Point{X: -w / 2}, vg.Point{X: w / 2}
			list = append(list, box)
		}
	}
	return list
}

// drawInterval draws an interval, if it is known, with caps.
func (l layout) drawInterval(c *draw.Canvas, point func(at, value float64) vg.Point, m mark, line draw.LineStyle) {
	if !m.estimate.Bounds().Defined() {
		return
	}
	const halfCap = 3
	ends := [2]vg.Point{point(m.at, float64(m.estimate.Lo)), point(m.at, float64(m.estimate.Hi))}
	c.StrokeLine2(line, ends[0].X, ends[0].Y, ends[1].X, ends[1].Y)
	for _, e := range ends {
		if l == lying {
			c.StrokeLine2(line, e.X, e.Y-halfCap, e.X, e.Y+halfCap)
		} else {
			c.StrokeLine2(line, e.X-halfCap, e.Y, e.X+halfCap, e.Y)
		}
	}
}

// drawPoint draws a dot, or a ring around the background.
func drawPoint(c *draw.Canvas, ink color.Color, s symbol, at vg.Point) {
	const radius = 4
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: ink, Radius: radius, Shape: draw.CircleGlyph{}}, at)
	if s == ring {
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: color.White, Radius: radius - 1.5, Shape: draw.CircleGlyph{}}, at)
	}
}

// A cell is a square of a heat map: the column-th from the left in the row-th
// from the top.
type cell struct {
	row, column int
	ink         color.RGBA
	hatched     bool
	lines       [2]string
}

// cells are the squares of a heat map.
type cells []cell

// Plot implements plot.Plotter.
func (l cells) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, k := range l {
		const half = 0.49 // leaves a seam
		at := vg.Point{X: x(float64(k.column)), Y: y(-float64(k.row))}
		w, h := x(float64(k.column)+half)-at.X, y(-float64(k.row)+half)-at.Y
		c.FillPolygon(k.ink, []vg.Point{
			{X: at.X - w, Y: at.Y - h}, {X: at.X + w, Y: at.Y - h}, {X: at.X + w, Y: at.Y + h}, {X: at.X - w, Y: at.Y + h},
		})
		if k.hatched {
			hatch(&c, vg.Rectangle{Min: vg.Point{X: at.X - w, Y: at.Y - h}, Max: vg.Point{X: at.X + w, Y: at.Y + h}})
		}
		k.drawText(&c, at)
	}
}

// hatch draws thin lines upwards to the right across a rectangle.
func hatch(c *draw.Canvas, r vg.Rectangle) {
	const apart = vg.Length(6)
	line := draw.LineStyle{Color: gridGray, Width: 1}
	height := r.Max.Y - r.Min.Y
	for x := r.Min.X - height; x < r.Max.X; x += apart { // from x at the bottom to x+height at the top
		left, right := max(x, r.Min.X), min(x+height, r.Max.X)
		if left < right {
			c.StrokeLine2(line, left, r.Min.Y+left-x, right, r.Min.Y+right-x)
		}
	}
}

// drawText writes a cell's lines around its middle.
func (k *cell) drawText(c *draw.Canvas, at vg.Point) {
	upper, lower := plainStyle, captionStyle
	upper.XAlign, upper.YAlign = draw.XCenter, draw.YBottom
	lower.XAlign, lower.YAlign = draw.XCenter, draw.YTop
	lower.Color = black
	c.FillText(upper, vg.Point{X: at.X, Y: at.Y}, k.lines[0])
	c.FillText(lower, vg.Point{X: at.X, Y: at.Y - 1}, k.lines[1])
}

// tint mixes a colour with white: 0 is white, 1 the colour.
func tint(c color.RGBA, strength float64) color.RGBA {
	mix := func(x uint8) uint8 { return uint8(math.Round(255 + (float64(x)-255)*strength)) }
	return color.RGBA{mix(c.R), mix(c.G), mix(c.B), 255}
}
