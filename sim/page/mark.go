package page

import (
	"math"
	"strconv"
	"strings"
)

// A drawing is marks in a box: what a chart comes to, whatever paints it.
type drawing struct {
	Width, Height length
	Label         string // for those who do not see it
	Marks         []mark
}

// A mark is a shape of a drawing: a rect at X, Y of W × H, a line from X, Y to
// W, H, a path, a circle around X, Y of radius W, or a text at X, Y. Its class
// says how it looks.
type mark struct {
	Shape, Class string
	X, Y, W, H   length
	Path         path
	Text         string // of a text, else a title that shows under the pointer
}

// A length is in units, written with a tenth of one.
type length float64

// String returns the length as SVG writes it.
func (l length) String() string {
	return strconv.FormatFloat(math.Round(float64(l)*10)/10, 'f', -1, 64)
}

// A point is x and y.
type point [2]float64

// A path is lines through points, which are filled where the path is closed.
type path struct {
	pieces [][]point
	closed bool
}

// Data returns a path mark's shape as SVG writes it.
func (m mark) Data() string {
	var b strings.Builder
	for _, piece := range m.Path.pieces {
		for i, p := range piece {
			command := "L"
			if i == 0 {
				command = "M"
			}
			b.WriteString(command + length(p[0]).String() + " " + length(p[1]).String())
		}
		if m.Path.closed {
			b.WriteString("Z")
		}
	}
	return b.String()
}

func (d *drawing) add(m mark) { d.Marks = append(d.Marks, m) }

func (d *drawing) rect(class string, x, y, w, h float64, title string) {
	d.add(mark{Shape: "rect", Class: class, X: length(x), Y: length(y), W: length(w), H: length(h), Text: title})
}

func (d *drawing) line(class string, x1, y1, x2, y2 float64) {
	d.add(mark{Shape: "line", Class: class, X: length(x1), Y: length(y1), W: length(x2), H: length(y2)})
}

func (d *drawing) circle(class string, x, y, r float64, title string) {
	d.add(mark{Shape: "circle", Class: class, X: length(x), Y: length(y), W: length(r), Text: title})
}

func (d *drawing) text(class string, x, y float64, text string) {
	d.add(mark{Shape: "text", Class: class, X: length(x), Y: length(y), Text: text})
}

// path draws an open line.
func (d *drawing) path(class string, pieces ...[]point) {
	d.add(mark{Shape: "path", Class: class, Path: path{pieces, false}})
}

// area draws a filled shape.
func (d *drawing) area(class string, points []point) {
	d.add(mark{Shape: "path", Class: class, Path: path{[][]point{points}, true}})
}

// whisker draws an interval that lies from x1 to x2, with caps.
func (d *drawing) whisker(class string, x1, x2, y float64) {
	const c = 3
	d.path(class, []point{{x1, y - c}, {x1, y + c}}, []point{{x1, y}, {x2, y}}, []point{{x2, y - c}, {x2, y + c}})
}

// place adds the marks of another drawing, moved.
func (d *drawing) place(other drawing, dx, dy float64) {
	for _, m := range other.Marks {
		m.X, m.Y = m.X+length(dx), m.Y+length(dy)
		if m.Shape == "line" {
			m.W, m.H = m.W+length(dx), m.H+length(dy)
		}
		var pieces [][]point
		for _, piece := range m.Path.pieces {
			var moved []point
			for _, p := range piece {
				moved = append(moved, point{p[0] + dx, p[1] + dy})
			}
			pieces = append(pieces, moved)
		}
		m.Path.pieces = pieces
		d.add(m)
	}
}
