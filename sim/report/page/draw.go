package page

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// width is that of every drawing, in units: pixels on a phone.
const width = 400

// Measures in units. A letter's width is that of wide fonts, for which room is
// left.
const (
	letter    = 8.2
	narrow    = 6.6 // of names below a chart, which had better not be shortened
	lineStep  = 16
	tickRoom  = 20 // for the marks of an axis below it
	unitRoom  = 20 // for the unit below these
	rightRoom = 14 // for half of the last mark, if it is not long
	mostLabel = 160
	mostName  = 21 // letters of a name beside a chart
)

// A drawing is marks in a box.
type drawing struct {
	Width, Height length
	Label         string // for those who do not see it
	Marks         []mark
}

// A mark is a shape of a drawing: a rect at X, Y of W × H, a line from X, Y to
// W, H, a path, a circle around X, Y of radius W, or a text at X, Y.
type mark struct {
	Shape, Class string
	X, Y, W, H   length
	Path         string
	Text         string // of a text, else a title that shows under the pointer
}

// A length is in units, written with a tenth of one.
type length float64

// String returns the length as SVG writes it.
func (l length) String() string {
	return strconv.FormatFloat(math.Round(float64(l)*10)/10, 'f', -1, 64)
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

func (d *drawing) path(class, path string) { d.add(mark{Shape: "path", Class: class, Path: path}) }

// pathOf returns the path through points, in the order in which they are given.
func pathOf(points [][2]float64) string {
	var b strings.Builder
	for i, p := range points {
		command := "L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprint(&b, command, length(p[0]), " ", length(p[1]))
	}
	return b.String()
}

// textWidth returns how much room a text may take.
func textWidth(s string) float64 { return letter * float64(utf8.RuneCountInString(s)) }

// A Value is a number with the bounds of its interval, NaN where there are none,
// and its text.
type Value struct {
	At, Lo, Hi float64
	Text       string
}

// Plain returns a value without bounds.
func Plain(at float64, text string) Value { return Value{at, math.NaN(), math.NaN(), text} }

// None is the value of which there is nothing to say but a text.
func None(text string) Value { return Plain(math.NaN(), text) }

func (v Value) known() bool { return finite(v.At) }

func (v Value) bounded() bool { return finite(v.Lo) && finite(v.Hi) }

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// A Look is how marks look.
type Look string

// The looks that are not a series'.
const (
	Neutral Look = "none" // nothing is established
	Missing Look = "few"  // there is too little to go by
	Hollow  Look = "ring" // a spot of which nothing is established
)

// Series returns the look of the i-th of things that are told apart.
func Series(i int) Look { return Look("s" + strconv.Itoa(i%9)) }

// A Key says what a look means.
type Key struct {
	Text string
	Look Look
	Form string // "", "line" or "dot"
}

func seriesKeys(names []string, form string) []Key {
	if len(names) < 2 {
		return nil
	}
	var list []Key
	for i, n := range names {
		list = append(list, Key{n, Series(i), form})
	}
	return list
}

// An axis maps values lo … hi to places from … to.
type axis struct{ lo, hi, from, to float64 }

func (a axis) at(v float64) float64 {
	return a.from + (v-a.lo)/(a.hi-a.lo)*(a.to-a.from)
}

// A reach is the range of some values.
type reach struct{ lo, hi float64 }

// emptyReach is the range of no values.
func emptyReach() reach { return reach{math.Inf(1), math.Inf(-1)} }

func (r *reach) take(values ...float64) {
	for _, v := range values {
		if finite(v) {
			r.lo, r.hi = min(r.lo, v), max(r.hi, v)
		}
	}
}

func (r *reach) takeValue(v Value) { r.take(v.At, v.Lo, v.Hi) }

// axis returns an axis on which the range has some room on either side, but none
// beyond 0 where it ends there.
func (r reach) axis(from, to float64) axis {
	lo, hi := r.lo, r.hi
	switch {
	case lo > hi:
		lo, hi = -1, 1
	case lo == hi:
		room := max(math.Abs(lo)/10, 0.5)
		lo, hi = lo-room, hi+room
	}
	room := (hi - lo) * 0.05
	if lo != 0 {
		lo -= room
	}
	if hi != 0 {
		hi += room
	}
	return axis{lo, hi, from, to}
}

// A tick is a round number of an axis.
type tick struct {
	at   float64
	text string
}

// ticks returns at most so many round numbers within the axis.
func (a axis) ticks(most int) []tick {
	step := math.Pow(10, math.Floor(math.Log10((a.hi-a.lo)/float64(most))))
	for _, factor := range []float64{1, 2, 5, 10} {
		if (a.hi-a.lo)/(step*factor) <= float64(most) {
			step *= factor
			break
		}
	}
	digits := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var list []tick
	for k := math.Ceil(a.lo / step); k*step <= a.hi; k++ {
		text := strconv.FormatFloat(k*step+0, 'f', digits, 64) // +0 is no -0
		list = append(list, tick{k * step, grouped(text)})
	}
	return list
}

// grouped sets the thousands of a number apart.
func grouped(s string) string {
	whole, rest, point := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if point {
		return whole + "." + rest
	}
	return whole
}

// belowTicks draws the marks of an axis that goes right, with their grid up to a
// top, and its unit.
func (d *drawing) belowTicks(a axis, top, bottom float64, unit string) {
	for _, t := range a.ticks(6) {
		x := a.at(t.at)
		d.line(gridClass(t.at), x, top, x, bottom)
		d.text("tick mid", x, bottom+lineStep, t.text)
	}
	d.text("unit mid", (a.from+a.to)/2, bottom+tickRoom+lineStep, unit)
}

// besideTicks draws the marks of an axis that goes up, with their grid to the
// right, and its unit above.
func (d *drawing) besideTicks(a axis, left, right float64, unit string) {
	for _, t := range a.ticks(6) {
		y := a.at(t.at)
		d.line(gridClass(t.at), left, y, right, y)
		d.text("tick end", left-6, y+4, t.text)
	}
	d.text("unit", 0, 15, unit)
}

// tickWidth returns the room that the marks of an axis take beside it.
func (a axis) tickWidth() float64 {
	most := 0.0
	for _, t := range a.ticks(6) {
		most = max(most, textWidth(t.text))
	}
	return most + 8
}

// roomy returns the axis that goes right, ending where half of its last mark still
// has room.
func (a axis) roomy() axis {
	list := a.ticks(5)
	if len(list) == 0 {
		return a
	}
	last := list[len(list)-1]
	if share := (last.at - a.lo) / (a.hi - a.lo); share > 0 {
		a.to = min(a.to, a.from+(width-textWidth(last.text)/2-a.from)/share)
	}
	return a
}

func gridClass(v float64) string {
	if v == 0 {
		return "zero"
	}
	return "grid"
}

// nameWidth returns the room that names beside a chart take.
func nameWidth(names []string) float64 {
	most := 0.0
	for _, n := range names {
		most = max(most, textWidth(n))
	}
	return min(most, mostLabel) + 12
}

// name writes a name left of a chart, shortened if need be.
func (d *drawing) name(right, y float64, name string) {
	d.text("end", right-8, y+4, clip(name, mostName))
}

// whisker draws an interval that lies from x1 to x2, with caps.
func (d *drawing) whisker(class string, x1, x2, y float64) {
	const c = 3
	d.path(class, fmt.Sprintf("M%v %vV%vM%v %vH%vM%v %vV%v", length(x1), length(y-c), length(y+c),
		length(x1), length(y), length(x2), length(x2), length(y-c), length(y+c)))
}
