package page

import (
	"math"
	"unicode/utf8"
)

// Columns show distributions: upright bars from 0, those of one name side by side
// in the order of the series.
type Columns struct {
	Axis   string // what the names are
	Unit   string // of the values
	Series []string
	Rows   []Row // a column of each series; names of at most some 6 letters
	Labels bool  // write each value above its column
}

func (c Columns) keys() []Key { return seriesKeys(c.Series, Patch) }

// plotHeight returns the height of charts whose values go up.
func plotHeight(width float64) float64 { return max(176, 0.34*width) }

func (c Columns) draw(width float64) drawing {
	const top, share = 28.0, 0.84
	bottom := top + plotHeight(width)
	d := drawing{Width: length(width), Height: length(bottom + tickRoom + unitRoom)}
	a := rowReach(c.Rows).axis(bottom, top)
	left := a.tickWidth()
	d.upTicks(a, left, width, c.Unit)
	step := (width - left) / float64(max(len(c.Rows), 1))
	thick := step * share / float64(max(len(c.Series), 1))
	every := c.every(step)
	for i, row := range c.Rows {
		x := left + step*float64(i)
		if i%every == 0 {
			d.text("tick mid", x+step/2, bottom+lineStep, row.Name)
		}
		for k, v := range row.Values {
			if !v.known() {
				continue
			}
			y, from := a.at(v.At), x+step*(1-share)/2+thick*float64(k)
			title := Bars{Series: c.Series}.titled(row.Name, k, v)
			d.rect(string(Series(k)), from, min(y, a.at(0)), max(thick-0.5, 0.5), math.Abs(a.at(0)-y), title)
			if c.Labels {
				d.text("mid halo", from+thick/2, y-4, v.Text)
			}
		}
	}
	d.text("unit mid", (left+width)/2, bottom+tickRoom+lineStep, c.Axis)
	return d
}

// every returns which of the names have room.
func (c Columns) every(step float64) int {
	longest := 0
	for _, r := range c.Rows {
		longest = max(longest, utf8.RuneCountInString(r.Name))
	}
	for n := 1; ; n++ {
		if n >= len(c.Rows) || float64(longest)*narrow <= step*float64(n) {
			return n
		}
	}
}
