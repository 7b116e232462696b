package page

import (
	"math"
	"unicode/utf8"

	"xuezhan/sim/stats"
)

// Measures in units. A letter's width is that of wide fonts, for which room is
// left.
const (
	letter    = 8.2
	narrow    = 6.6 // of names below a chart, which had better not be shortened
	lineStep  = 16
	tickRoom  = 20 // for the marks of an axis below it
	unitRoom  = 20 // for the unit below these
	rightRoom = 14 // for half of the last mark, if it is not long
	nameShare = 0.4
)

// textWidth returns how much room a text may take.
func textWidth(s string) float64 { return letter * float64(utf8.RuneCountInString(s)) }

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

func (r *reach) takeLevels(list []Level) {
	for _, l := range list {
		r.take(l.At)
	}
}

// axis returns an axis on which the range has some room on either side, but none
// beyond 0 where it ends there.
func (r reach) axis(from, to float64) axis {
	lo, hi := r.lo, r.hi
	switch {
	case lo > hi:
		lo, hi = -1, 1
	case hi-lo <= 1e-9*max(math.Abs(lo), math.Abs(hi)): // equal but for rounding
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

// ticks returns at most that many round numbers within the axis.
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
	for k := math.Ceil(a.lo / step); k*step <= a.hi && len(list) <= most; k++ {
		list = append(list, tick{k * step, stats.GroupedFixed(k*step, digits)})
	}
	return list
}

// marks returns the round numbers of an axis that goes right: as many as have room
// next to each other.
func (a axis) marks() []tick {
	const most, least, gap = 8, 3, 10.0
	for n := most; n > least; n-- {
		list := a.ticks(n)
		room := gap
		for i, t := range list {
			if i > 0 {
				room = min(room, a.at(t.at)-a.at(list[i-1].at)-(textWidth(t.text)+textWidth(list[i-1].text))/2)
			}
		}
		if room >= gap {
			return list
		}
	}
	return a.ticks(least)
}

// acrossTicks draws the marks of an axis that goes right, with their grid up to a
// top, and its unit.
func (d *drawing) acrossTicks(a axis, top, bottom float64, unit string) {
	for _, t := range a.marks() {
		x := a.at(t.at)
		d.line(gridClass(t.at), x, top, x, bottom)
		d.text("tick mid", x, bottom+lineStep, t.text)
	}
	d.text("unit mid", (a.from+a.to)/2, bottom+tickRoom+lineStep, unit)
}

// mostUpTicks is how many marks an axis that goes up has at most.
const mostUpTicks = 6

// upTicks draws the marks of an axis that goes up, with their grid to the
// right, and its unit above.
func (d *drawing) upTicks(a axis, left, right float64, unit string) {
	for _, t := range a.ticks(mostUpTicks) {
		y := a.at(t.at)
		d.line(gridClass(t.at), left, y, right, y)
		d.text("tick end", left-6, y+4, t.text)
	}
	d.text("unit", 0, 15, unit)
}

// tickWidth returns the room that the marks of an axis take next to it.
func (a axis) tickWidth() float64 {
	most := 0.0
	for _, t := range a.ticks(mostUpTicks) {
		most = max(most, textWidth(t.text))
	}
	return most + 8
}

// roomy returns the axis that goes right, ending where half of its last mark still
// has room.
func (a axis) roomy(width float64) axis {
	list := a.marks()
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

// nameWidth returns the room that names next to a chart of a width take.
func nameWidth(names []string, width float64) float64 {
	most := 0.0
	for _, n := range names {
		most = max(most, textWidth(name(n)))
	}
	return min(most, nameShare*width) + 12
}

// name writes a name left of a chart, shortened if need be.
func (d *drawing) name(right, y float64, text string) {
	most := int(nameShare * float64(d.Width) / narrow)
	most = min(most, int((right-8)/narrow))
	if _, _, ends := endsInTile(text); !ends || utf8.RuneCountInString(name(text)) > most {
		text = Clip(name(text), most)
	}
	d.text("end", right-8, y+4, text)
}
