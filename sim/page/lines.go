package page

import (
	"math"
	"slices"
)

// Lines show how something develops: a line a series, with a band where it has
// bounds, and levels across.
type Lines struct {
	Axis   string // what goes right
	Unit   string // what goes up
	Lines  []Line
	Levels []Level
	// From, To are ends of the axis; where they are equal it ends with the lines.
	From, To float64
}

// A Line is points from left to right.
type Line struct {
	Name   string
	X      []float64
	Values []Value // as many; unknown ones leave a gap
	Band   string  // what its bounds are, for the key; empty if it has none
}

func (l Lines) keys() []Key {
	var keys []Key
	for i, x := range l.Lines {
		if x.Name != "" {
			keys = append(keys, Key{x.Name, Series(i), line})
		}
		if x.Band != "" {
			keys = append(keys, Key{x.Band, Series(i), Band})
		}
	}
	return keys
}

func (l Lines) draw(width float64) drawing {
	const top = 28.0
	bottom := top + plotHeight(width)
	d := drawing{Width: length(width), Height: length(bottom + tickRoom + unitRoom)}
	right, up := l.reach()
	y := axis{up.lo, up.hi, bottom, top}
	left := y.tickWidth()
	x := axis{right.lo, right.hi, left, width - rightRoom}.roomy(width)
	d.upTicks(y, left, x.to, l.Unit)
	for _, t := range x.marks() {
		d.text("tick mid", x.at(t.at), bottom+lineStep, t.text)
	}
	d.text("unit mid", (x.from+x.to)/2, bottom+tickRoom+lineStep, l.Axis)
	for i, line := range l.Lines {
		line.draw(&d, string(Series(i)), x, y)
	}
	for _, level := range l.Levels {
		d.level(level, l.quiet(level.At), x, y)
	}
	return d
}

// reach returns the ends of the two axes, on which all lines, bands and levels
// fit.
func (l Lines) reach() (x, y reach) {
	right, up := emptyReach(), emptyReach()
	for _, line := range l.Lines {
		right.take(line.X...)
		for _, v := range line.Values {
			up.takeValue(v)
		}
	}
	up.takeLevels(l.Levels)
	if l.From < l.To {
		right.take(l.From, l.To)
	}
	switch {
	case right.lo > right.hi:
		right = reach{0, 1}
	case right.hi-right.lo <= 1e-9*math.Abs(right.hi):
		right.lo, right.hi = right.lo-1, right.hi+1
	}
	a := up.axis(0, 1)
	return right, reach{a.lo, a.hi}
}

// A side is an end of a level.
type side uint8

const (
	leftSide side = iota
	rightSide
)

// quiet returns the side where the first line is further from a level.
func (l Lines) quiet(at float64) side {
	if len(l.Lines) == 0 || len(l.Lines[0].Values) == 0 {
		return rightSide
	}
	v := l.Lines[0].Values
	if first, last := math.Abs(v[0].At-at), math.Abs(v[len(v)-1].At-at); first > last {
		return leftSide
	}
	return rightSide
}

// level draws a level with its name above one of its ends, or below it near the
// top.
func (d *drawing) level(l Level, s side, x, y axis) {
	if l.Name == "" {
		return
	}
	at := y.at(l.At)
	d.line("level", x.from, at, x.to, at)
	below := at - 5
	if below < y.to+8 {
		below = at + 13
	}
	if s == leftSide {
		d.text("halo", x.from+4, below, l.Name)
	} else {
		d.text("end halo", x.to, below, l.Name)
	}
}

// draw draws a line's bands and then its pieces.
func (l Line) draw(d *drawing, class string, x, y axis) {
	for _, piece := range l.pieces(Value.bounded) {
		d.area("band "+class, l.outline(piece, x, y))
	}
	for _, piece := range l.pieces(Value.known) {
		var points []point
		for _, i := range piece {
			points = append(points, point{x.at(l.X[i]), y.at(l.Values[i].At)})
		}
		if len(points) == 1 {
			d.circle(class, points[0][0], points[0][1], 3, l.Values[piece[0]].Text)
			continue
		}
		d.path("line "+class, points)
	}
}

// outline returns the corners of a band: upper bounds there, lower ones back.
func (l Line) outline(piece []int, x, y axis) []point {
	var points []point
	for _, i := range piece {
		points = append(points, point{x.at(l.X[i]), y.at(l.Values[i].Hi)})
	}
	for _, i := range slices.Backward(piece) {
		points = append(points, point{x.at(l.X[i]), y.at(l.Values[i].Lo)})
	}
	return points
}

// pieces returns the runs of points that have something.
func (l Line) pieces(has func(Value) bool) [][]int {
	var list [][]int
	open := false
	for i, v := range l.Values {
		switch {
		case !has(v):
			open = false
			continue
		case !open:
			list = append(list, nil)
		}
		open = true
		list[len(list)-1] = append(list[len(list)-1], i)
	}
	return list
}
