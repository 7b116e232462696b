package report

import (
	"bytes"
	"image/color"
	"io"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A picture is panels side by side under a title and above a caption. Its parts
// are stacked, so that none can cover another.
type picture struct {
	name    string // of the file, without extension
	title   string
	about   string // the line under the title
	keys    []key
	panels  []*plot.Plot
	height  vg.Length // of the panels
	caption string
}

// Measures of a picture: 600 points are 800 pixels of a web page.
const (
	pictureWidth  = vg.Length(600)
	pictureMargin = vg.Length(10)
	panelGap      = vg.Length(14)
	keySize       = vg.Length(9)
	keyGap        = vg.Length(16)
	textWidthOf   = pictureWidth - 2*pictureMargin
)

// pngDPI gives a PNG half as many pixels again as a web page, for dense screens.
const pngDPI = 144

// formats are those in which pictures are written.
var formats = [...]struct {
	extension string
	write     func(picture, io.Writer) error
}{{".svg", picture.svg}, {".png", picture.png}}

// svg writes the picture as SVG. Where the font that it was laid out with is
// missing, others of the same widths stand in.
func (p picture) svg(w io.Writer) error {
	c := vgsvg.New(pictureWidth, p.fullHeight())
	p.draw(draw.New(c))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	const family = "font-family:Liberation Sans"
	_, err := w.Write(bytes.ReplaceAll(b.Bytes(), []byte(family+";"), []byte(family+",Arial,Helvetica,sans-serif;")))
	return err
}

// png writes the picture as PNG.
func (p picture) png(w io.Writer) error {
	c := vgimg.NewWith(vgimg.UseWH(pictureWidth, p.fullHeight()), vgimg.UseDPI(pngDPI))
	p.draw(draw.New(c))
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

// fullHeight returns the height of all parts together.
func (p picture) fullHeight() vg.Length {
	return p.headHeight() + p.height + p.captionHeight() + 2*pictureMargin
}

func (p picture) headHeight() vg.Length {
	return blockHeight(titleStyle, p.title) + blockHeight(plainStyle, p.about) + keysHeight(p.keys) + 4
}

func (p picture) captionHeight() vg.Length {
	if p.caption == "" {
		return 0
	}
	return blockHeight(captionStyle, p.caption) + 4
}

// draw draws the picture on a canvas of its size.
func (p picture) draw(c draw.Canvas) {
	c.FillPolygon(color.White, []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}})
	inner := draw.Crop(c, pictureMargin, -pictureMargin, pictureMargin, -pictureMargin)
	top := inner.Max.Y
	top = drawBlock(&c, titleStyle, inner.Min.X, top, p.title)
	top = drawBlock(&c, plainStyle, inner.Min.X, top, p.about)
	drawKeys(&c, p.keys, inner.Min.X, top)
	if p.caption != "" {
		drawBlock(&c, captionStyle, inner.Min.X, inner.Min.Y+blockHeight(captionStyle, p.caption), p.caption)
	}
	area := draw.Crop(inner, 0, 0, p.captionHeight(), -p.headHeight())
	row := [][]*plot.Plot{p.panels}
	for i, tile := range plot.Align(row, draw.Tiles{Rows: 1, Cols: len(p.panels), PadX: panelGap}, area)[0] {
		p.panels[i].Draw(tile)
	}
}

// lineHeight returns the distance of two lines of text.
func lineHeight(style draw.TextStyle) vg.Length { return style.Font.Size * 1.35 }

// blockHeight returns the height of a text broken into lines.
func blockHeight(style draw.TextStyle, text string) vg.Length {
	return lineHeight(style) * vg.Length(len(broken(style, text)))
}

// drawBlock draws a text broken into lines and returns where it ends.
func drawBlock(c *draw.Canvas, style draw.TextStyle, x, top vg.Length, text string) vg.Length {
	style.YAlign = draw.YTop
	for _, line := range broken(style, text) {
		c.FillText(style, vg.Point{X: x, Y: top}, line)
		top -= lineHeight(style)
	}
	return top
}

// broken breaks a text between words into lines that fit a picture.
func broken(style draw.TextStyle, text string) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last >= 0 && style.Width(lines[last]+" "+word) <= textWidthOf {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// A key says what a colour stands for.
type key struct {
	text   string
	ink    color.Color
	symbol symbol
	dashes []vg.Length // of a stroke
}

// A symbol is the form of what a key explains.
type symbol uint8

const (
	patch symbol = iota
	stroke
	dot
	ring
)

// keyWidth returns the width of a key with its text.
func keyWidth(k key) vg.Length { return k.symbolWidth() + 4 + plainStyle.Width(k.text) }

func (k key) symbolWidth() vg.Length {
	if k.symbol == stroke {
		return 3 * keySize
	}
	return keySize
}

// flow places keys in rows: it calls place with the left end and the row of
// each, and returns the number of rows.
func flow(keys []key, place func(k key, x vg.Length, row int)) int {
	x, row := vg.Length(0), 0
	for _, k := range keys {
		if w := keyWidth(k); x > 0 && x+w > textWidthOf {
			x, row = 0, row+1
		}
		place(k, x, row)
		x += keyWidth(k) + keyGap
	}
	return min(row+1, len(keys))
}

func keysHeight(keys []key) vg.Length {
	rows := flow(keys, func(key, vg.Length, int) {})
	return vg.Length(rows)*lineHeight(plainStyle) + 4
}

func drawKeys(c *draw.Canvas, keys []key, left, top vg.Length) {
	flow(keys, func(k key, x vg.Length, row int) {
		x += left
		y := top - 2 - vg.Length(row)*lineHeight(plainStyle)
		k.draw(c, vg.Point{X: x, Y: y - plainStyle.Font.Size*0.68})
		style := plainStyle
		style.YAlign = draw.YTop
		c.FillText(style, vg.Point{X: x + k.symbolWidth() + 4, Y: y}, k.text)
	})
}

// draw draws the symbol right of a point.
func (k key) draw(c *draw.Canvas, at vg.Point) {
	w := k.symbolWidth()
	middle := vg.Point{X: at.X + w/2, Y: at.Y}
	switch k.symbol {
	case patch:
		h := w / 2
		c.FillPolygon(k.ink, []vg.Point{{X: at.X, Y: at.Y - h}, {X: at.X + w, Y: at.Y - h}, {X: at.X + w, Y: at.Y + h}, {X: at.X, Y: at.Y + h}})
	case stroke:
		c.StrokeLine2(draw.LineStyle{Color: k.ink, Width: curveWidth, Dashes: k.dashes}, at.X, at.Y, at.X+w, at.Y)
	default:
		drawPoint(c, k.ink, k.symbol, middle)
	}
}
