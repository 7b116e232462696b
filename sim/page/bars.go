package page

import (
	"math"
	"slices"
)

// Bars compare series by name: lying bars from 0 with intervals, those of one
// name below each other in the order of the series.
type Bars struct {
	Unit   string // of the values
	Series []string
	Rows   []Row
}

// A Row is a name and what each series has there.
type Row struct {
	Name   string
	Values []Value // as many as series
}

func (b Bars) keys() []Key { return seriesKeys(b.Series, Patch) }

func (b Bars) draw(width float64) drawing {
	const gap = 9.0
	thick := max(14-2.5*float64(len(b.Series)), 5)
	step := thick*float64(len(b.Series)) + gap
	bottom := step * float64(len(b.Rows))
	d := drawing{Width: length(width), Height: length(bottom + tickRoom + unitRoom)}
	left := nameWidth(rowNames(b.Rows), width)
	a := rowReach(b.Rows).axis(left, width-rightRoom)
	d.acrossTicks(a, 0, bottom, b.Unit)
	for i, row := range b.Rows {
		top := step*float64(i) + gap/2
		d.name(left, top+(step-gap)/2, row.Name)
		for k, v := range row.Values {
			d.bar(string(Series(k)), a, 0, v, top+thick*float64(k), thick-1, b.titled(row.Name, k, v))
		}
	}
	return d
}

func (b Bars) titled(name string, series int, v Value) string {
	if len(b.Series) < 2 {
		return name + ": " + v.Text
	}
	return b.Series[series] + ", " + name + ": " + v.Text
}

// bar draws a lying bar from a value to another, with its interval.
func (d *drawing) bar(class string, a axis, from float64, v Value, top, thick float64, title string) {
	if !v.known() {
		return
	}
	x1, x2 := a.at(min(from, v.At)), a.at(max(from, v.At))
	d.rect(class, x1, top, x2-x1, thick, title)
	if v.bounded() {
		d.whisker("error", a.at(v.Lo), a.at(v.Hi), top+thick/2)
	}
}

func rowNames(rows []Row) []string {
	var list []string
	for _, r := range rows {
		list = append(list, r.Name)
	}
	return list
}

// rowReach returns the range of all values, and 0.
func rowReach(rows []Row) reach {
	var r reach
	for _, row := range rows {
		for _, v := range row.Values {
			r.takeValue(v)
		}
	}
	return r
}

// Stacks show what totals are made of: parts above 0 lie end to end to its right,
// those below to its left, in the order of the parts, and a mark is at the total
// with its interval, where that is known.
type Stacks struct {
	Unit  string
	Parts []string
	Rows  []Stack
}

// A Stack is a name, its parts and their total.
type Stack struct {
	Name  string
	Parts []Value // as many as there are parts
	Total Value
}

func (s Stacks) keys() []Key {
	keys := seriesKeys(s.Parts, Patch)
	if slices.ContainsFunc(s.Rows, func(r Stack) bool { return r.Total.known() }) {
		keys = append(keys, Key{"total", "total", Dot})
	}
	return keys
}

func (s Stacks) draw(width float64) drawing {
	const thick, step = 26.0, 40.0
	bottom := step * float64(len(s.Rows))
	d := drawing{Width: length(width), Height: length(bottom + tickRoom + unitRoom)}
	var names []string
	var r reach
	for _, row := range s.Rows {
		names = append(names, row.Name)
		below, above := row.ends()
		r.take(below, above)
		r.takeValue(row.Total)
	}
	left := nameWidth(names, width)
	a := r.axis(left, width-rightRoom)
	d.acrossTicks(a, 0, bottom, s.Unit)
	for i, row := range s.Rows {
		middle := step * (float64(i) + 0.5)
		d.name(left, middle, row.Name)
		s.stack(&d, a, row, middle-thick/2, thick)
		if t := row.Total; t.known() {
			if t.bounded() {
				d.whisker("error", a.at(t.Lo), a.at(t.Hi), middle)
			}
			d.circle("total", a.at(t.At), middle, 4, row.Name+", total: "+t.Text)
		}
	}
	return d
}

// ends returns how far a stack goes to either side.
func (s Stack) ends() (below, above float64) {
	for _, v := range s.Parts {
		if v.known() {
			below, above = below+min(v.At, 0), above+max(v.At, 0)
		}
	}
	return below, above
}

// stack draws the parts of a row, with a seam between them.
func (s Stacks) stack(d *drawing, a axis, row Stack, top, thick float64) {
	const seam = 0.8
	below, above := 0.0, 0.0
	for k, v := range row.Parts {
		from := &above
		if v.At < 0 {
			from = &below
		}
		if !v.known() || v.At == 0 {
			continue
		}
		x1, x2 := a.at(*from), a.at(*from+v.At)
		*from += v.At
		d.rect(string(Series(k)), min(x1, x2), top, max(math.Abs(x2-x1)-seam, 0.4), thick, row.Name+", "+s.Parts[k]+": "+v.Text)
	}
}
