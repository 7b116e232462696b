package page

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// A Picture is a figure as an image of its own: the title, how to read it, the key,
// the chart and the caption, on white.
type Picture struct {
	Name string // for a file, without extension
	drawing
}

// Measures of a picture in units, which are pixels of a web page.
const (
	pictureWidth  = 800
	pictureMargin = 20
	innerWidth    = pictureWidth - 2*pictureMargin
)

// pngScale is how many pixels a PNG has for a unit, for dense screens.
const pngScale = 1.5

// Pictures returns the document's figures as pictures, each with a name of its own.
func (d *Document) Pictures() []Picture {
	var list []Picture
	taken := map[string]bool{} // in small letters: some file systems know no others
	for _, s := range d.Sections {
		for _, f := range s.Figures {
			if f.Chart == nil {
				continue
			}
			stem := FileName(f.Name)
			if f.Name == "" {
				stem = strings.ToLower(FileName(f.Title))
			}
			name := stem
			for n := 2; taken[strings.ToLower(name)]; n++ {
				name = fmt.Sprintf("%s-%d", stem, n)
			}
			taken[strings.ToLower(name)] = true
			list = append(list, Picture{name, f.picture(d.Title)})
		}
	}
	return list
}

// overviewColumns is how many charts of an overview stand side by side.
const overviewColumns = 3

// Overview returns all charts of the document in one picture.
func (d *Document) Overview() Picture {
	const gap, wide, head = 24.0, 380.0, 26.0
	o := drawing{Width: 2*pictureMargin + overviewColumns*wide + (overviewColumns-1)*gap, Label: d.Title}
	o.text("title", pictureMargin, pictureMargin+19, clip(name(d.Title), 110))
	y, tallest, column := pictureMargin+40.0, 0.0, 0
	for _, s := range d.Sections {
		for _, f := range s.Figures {
			if f.Chart == nil {
				continue
			}
			if column == overviewColumns {
				y, tallest, column = y+tallest+gap, 0, 0
			}
			x := pictureMargin + float64(column)*(wide+gap)
			o.text("bold", x, y+14, clip(name(f.Title), 45))
			chart := f.Chart.draw(wide)
			o.place(chart, x, y+head)
			tallest, column = max(tallest, head+float64(chart.Height)), column+1
		}
	}
	o.Height = length(y + tallest + pictureMargin)
	o.ground()
	return Picture{Name: "overview", drawing: o}
}

// ground puts a background behind all marks.
func (d *drawing) ground() {
	d.Marks = append([]mark{{Shape: "rect", Class: "ground", W: d.Width, H: d.Height}}, d.Marks...)
}

// FileName returns a text as part of a file name: all but letters and digits is a
// dash.
func FileName(text string) string {
	const most = 60
	words := strings.FieldsFunc(text, func(c rune) bool {
		return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9')
	})
	name := strings.Join(words, "-")
	if len(name) > most {
		name = strings.TrimRight(name[:most], "-")
	}
	if name == "" {
		return "figure"
	}
	return name
}

// picture composes the figure's parts from top to bottom.
func (f Figure) picture(of string) drawing {
	d := drawing{Width: pictureWidth}
	y := float64(pictureMargin)
	block := func(class, text string, size, step float64) {
		style := textStyle(ink{fill: "ink", size: size, weight: map[bool]int{true: 700, false: 400}[class == "title"]})
		for _, line := range brokenTo(style, sentence(text), innerWidth) {
			y += step
			d.text(class, pictureMargin, y-0.25*step, line)
		}
	}
	block("title", f.Title, 19, 25)
	about := f.About
	if of != "" {
		about = strings.TrimSuffix(of, ".") + ". " + about
	}
	block("about", about, 13, 18)
	y = d.legend(f.allKeys(), y+6)
	chart := f.Chart.draw(innerWidth)
	d.place(chart, pictureMargin, y+8)
	y += 8 + float64(chart.Height)
	if f.Caption != "" {
		y += 8
		block("about small", f.Caption, 11, 15)
	}
	d.Height = length(y + pictureMargin)
	d.ground()
	d.Label = f.Title
	return d
}

// legend draws keys in rows below a height and returns where they end.
func (d *drawing) legend(keys []Key, top float64) float64 {
	const row, gap = 20.0, 18.0
	style := textStyle(ink{fill: "ink", size: 13, weight: 400})
	x, y := 0.0, top
	for _, k := range keys {
		text := clip(name(k.Text), 90)
		swatch := 12.0
		if k.Form == line {
			swatch = 26
		}
		wide := swatch + 6 + float64(style.Width(drawable(text)))
		if x > 0 && x+wide > innerWidth {
			x, y = 0, y+row
		}
		d.swatch(k, pictureMargin+x, y+row/2, swatch)
		d.text("", pictureMargin+x+swatch+6, y+row/2+4.5, text)
		x += wide + gap
	}
	if len(keys) > 0 {
		y += row
	}
	return y
}

// swatch draws a key's look right of a point.
func (d *drawing) swatch(k Key, x, y, wide float64) {
	switch k.Form {
	case line:
		d.line(string(k.Look)+" line", x, y, x+wide, y)
	case Dot:
		d.circle(string(k.Look), x+wide/2, y, 4.5, "")
	case Band:
		d.rect("band "+string(k.Look), x, y-6, wide, 12, "")
	default:
		d.rect("edge "+string(k.Look), x, y-6, wide, 12, "")
	}
}

// SVG writes the picture as SVG, in the colours of light pages.
func (p Picture) SVG(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%v" height="%v" viewBox="0 0 %v %v" role="img" aria-label="%s" font-family="Liberation Sans,Arial,Helvetica,sans-serif">`+"\n",
		p.Width, p.Height, p.Width, p.Height, html.EscapeString(name(p.Label)))
	for i := range p.Marks {
		p.Marks[i].svg(&b)
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// svg writes a mark with its paint.
func (m *mark) svg(b *bytes.Buffer) {
	paint := m.ink().attributes(m.Shape)
	switch m.Shape {
	case "rect":
		fmt.Fprintf(b, `<rect x="%v" y="%v" width="%v" height="%v"%s/>`, m.X, m.Y, m.W, m.H, paint)
	case "line":
		fmt.Fprintf(b, `<line x1="%v" y1="%v" x2="%v" y2="%v"%s/>`, m.X, m.Y, m.W, m.H, paint)
	case "circle":
		fmt.Fprintf(b, `<circle cx="%v" cy="%v" r="%v"%s/>`, m.X, m.Y, m.W, paint)
	case "path":
		fmt.Fprintf(b, `<path d="%s"%s/>`, m.Data(), paint)
	default:
		fmt.Fprintf(b, `<text x="%v" y="%v"%s>%s</text>`, m.X, m.Y, paint, html.EscapeString(name(m.Text)))
	}
	b.WriteByte('\n')
}

// attributes returns the ink as attributes of a shape.
func (x ink) attributes(shape string) string {
	var b strings.Builder
	attribute := func(name string, value any) { fmt.Fprintf(&b, ` %s="%v"`, name, value) }
	switch {
	case shape == "line":
	case x.fill == "-":
		attribute("fill", "none")
	default:
		attribute("fill", light(x.fill))
		if x.opacity != 1 {
			attribute("fill-opacity", x.opacity)
		}
	}
	if shape == "text" {
		attribute("font-size", x.size)
		if x.weight > 400 {
			attribute("font-weight", x.weight)
		}
		if x.anchor != "start" {
			attribute("text-anchor", x.anchor)
		}
		if x.halo {
			b.WriteString(` paint-order="stroke" stroke="#ffffff" stroke-width="4" stroke-linejoin="round"`)
		}
		return b.String()
	}
	if x.stroke != "" {
		attribute("stroke", light(x.stroke))
		attribute("stroke-width", x.width)
		if len(x.dashes) > 0 {
			attribute("stroke-dasharray", joined(x.dashes))
		}
	}
	return b.String()
}

// PNG writes the picture as PNG.
func (p Picture) PNG(w io.Writer) error {
	wide, high := vg.Length(p.Width), vg.Length(p.Height)
	c := vgimg.NewWith(vgimg.UseWH(wide, high), vgimg.UseDPI(int(vg.Inch.Points()*pngScale)))
	canvas := draw.New(c)
	for i := range p.Marks {
		p.Marks[i].paint(&canvas, high)
	}
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

// paint paints a mark on a canvas of a height, whose y goes up.
func (m *mark) paint(c *draw.Canvas, high vg.Length) {
	x := m.ink()
	at := func(x, y float64) vg.Point { return vg.Point{X: vg.Length(x), Y: high - vg.Length(y)} }
	left, top := float64(m.X), float64(m.Y)
	switch m.Shape {
	case "rect":
		right, bottom := left+float64(m.W), top+float64(m.H)
		x.shape(c, []vg.Point{at(left, top), at(right, top), at(right, bottom), at(left, bottom)}, true)
	case "line":
		x.shape(c, []vg.Point{at(left, top), at(float64(m.W), float64(m.H))}, false)
	case "circle":
		x.disc(c, at(left, top), vg.Length(m.W))
	case "path":
		for _, piece := range m.Path.pieces {
			var points []vg.Point
			for _, p := range piece {
				points = append(points, at(p[0], p[1]))
			}
			x.shape(c, points, m.Path.closed)
		}
	default:
		style := textStyle(x)
		style.XAlign = map[string]draw.XAlignment{"start": draw.XLeft, "middle": draw.XCenter, "end": draw.XRight}[x.anchor]
		base := at(left, top)
		base.Y -= style.FontExtents().Descent // it stands on the bottom of its box
		c.FillText(style, base, drawable(name(m.Text)))
	}
}

// shape paints lines through points, filled where they are closed.
func (x ink) shape(c *draw.Canvas, points []vg.Point, closed bool) {
	if closed && x.fill != "-" {
		c.FillPolygon(rgba(x.fill, x.opacity), points)
	}
	if x.stroke != "" {
		if closed {
			points = append(points, points[0])
		}
		c.StrokeLines(x.lineStyle(), points)
	}
}

// disc paints a circle with its rim.
func (x ink) disc(c *draw.Canvas, at vg.Point, radius vg.Length) {
	if x.stroke != "" {
		half := vg.Length(x.width / 2)
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: rgba(x.stroke, 1), Radius: radius + half, Shape: draw.CircleGlyph{}}, at)
		radius -= half
	}
	c.DrawGlyphNoClip(draw.GlyphStyle{Color: rgba(x.fill, 1), Radius: radius, Shape: draw.CircleGlyph{}}, at)
}

func (x ink) lineStyle() draw.LineStyle {
	s := draw.LineStyle{Color: rgba(x.stroke, 1), Width: vg.Length(x.width)}
	for _, d := range x.dashes {
		s.Dashes = append(s.Dashes, vg.Length(d))
	}
	return s
}

// textStyle returns a text's font and colour.
func textStyle(x ink) draw.TextStyle {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Length(x.size)}
	if x.weight > 400 {
		f.Weight = 3 // golang.org/x/image/font's WeightBold, a module with no door here
	}
	var c color.Color = rgba(x.fill, 1)
	return draw.TextStyle{Color: c, Font: f, Handler: plot.DefaultTextHandler}
}

// brokenTo breaks a text between words into lines of a width.
func brokenTo(style draw.TextStyle, text string, width vg.Length) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last >= 0 && style.Width(drawable(lines[last]+" "+word)) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// drawable replaces letters that the font of PNG files does not have.
func drawable(s string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || 0x24f < c && !strings.ContainsRune("−–…≥≤±µ", c) {
			return '?'
		}
		return c
	}, s)
}
