package page

import (
	"fmt"
	"math"
)

// A HeatMap shows a quantity by two others: cells in rows, the first on top.
type HeatMap struct {
	RowAxis, ColumnAxis string // what the rows and the columns are
	Rows, Columns       []string
	Cells               [][]Cell // a slice a row, a cell a column
}

// A Cell is a square of a heat map.
type Cell struct {
	Text string // the number
	Note string // below it: what it rests on; may be empty
	// Strength is how deep the colour is, from −1, the deepest of one colour, over
	// 0, Neutral, to 1, the deepest of the other.
	Strength float64
	Missing  bool // too little to go by: the look Missing, whatever the strength
}

// Cool and Warm are the looks of cells of a strength above and below 0.
const (
	Cool Look = "c4"
	Warm Look = "w4"
)

// depths is how many depths a cell's colour has.
const depths = 5

// look returns the class of a cell.
func (c Cell) look() Look {
	switch {
	case c.Missing:
		return Missing
	case !finite(c.Strength):
		return Neutral
	}
	depth := int(math.Ceil(math.Abs(c.Strength) * depths))
	switch depth = min(depth, depths); {
	case depth == 0:
		return Neutral
	case c.Strength > 0:
		return Look(fmt.Sprint("c", depth))
	}
	return Look(fmt.Sprint("w", depth))
}

func (h HeatMap) keys() []Key { return nil }

func (h HeatMap) draw() drawing {
	const top, tall = 24.0, 40.0
	bottom := top + tall*float64(len(h.Rows))
	d := drawing{Width: width, Height: length(bottom + tickRoom + unitRoom)}
	left := nameWidth(h.Rows)
	wide := (width - left) / float64(max(len(h.Columns), 1))
	d.text("unit", 0, 15, h.RowAxis)
	for i, row := range h.Cells {
		y := top + tall*float64(i)
		d.name(left, y+tall/2, h.Rows[i])
		for k, c := range row {
			d.cell(c, left+wide*float64(k), y, wide, tall, h.Rows[i]+", "+h.Columns[k]+": "+c.Text)
		}
	}
	for k, name := range h.Columns {
		d.text("tick mid", left+wide*(float64(k)+0.5), bottom+lineStep, clip(name, int(wide/narrow)))
	}
	d.text("unit mid", (left+width)/2, bottom+tickRoom+lineStep, h.ColumnAxis)
	return d
}

// cell draws a cell with a seam around it.
func (d *drawing) cell(c Cell, x, y, wide, tall float64, title string) {
	const seam = 1
	d.rect(string(c.look()), x+seam, y+seam, wide-2*seam, tall-2*seam, title)
	middle := x + wide/2
	if c.Note == "" {
		d.text("mid", middle, y+tall/2+4, c.Text)
		return
	}
	d.text("mid", middle, y+tall/2-2, c.Text)
	d.text("mid small", middle, y+tall/2+13, c.Note)
}
