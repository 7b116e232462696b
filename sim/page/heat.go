package page

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
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
	Note string // below it: what it rests on; may be empty, and is left out of narrow cells
	Hint string // shows under the pointer, in place of the text if there is one
	// Strength is how deep the colour is, from −1, the deepest of one colour, over
	// 0, Neutral, to 1, the deepest of the other.
	Strength float64
	Missing  bool // too little to go by: the look Missing, whatever the strength, and no text in narrow cells
}

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

func (h HeatMap) draw(width float64) drawing {
	const top, tall = 24.0, 40.0
	bottom := top + tall*float64(len(h.Rows))
	left := nameWidth(h.Rows, width)
	wide := (width - left) / float64(max(len(h.Columns), 1))
	names, lines := broken(h.Columns, wide)
	below := bottom + lineStep*float64(lines-1)
	d := drawing{Width: length(width), Height: length(below + tickRoom + unitRoom)}
	d.text("unit", 0, 15, h.RowAxis)
	look := h.cellLook(wide)
	for i, row := range h.Cells {
		y := top + tall*float64(i)
		d.name(left, y+tall/2, h.Rows[i])
		for k, c := range row {
			d.cell(c, look, left+wide*float64(k), y, wide, tall, h.Rows[i]+", "+h.Columns[k]+": "+c.hint())
		}
	}
	for k, name := range names {
		for i, line := range name {
			d.text("tick mid", left+wide*(float64(k)+0.5), bottom+lineStep*float64(i+1), line)
		}
	}
	d.text("unit mid", (left+width)/2, below+tickRoom+lineStep, h.ColumnAxis)
	return d
}

// broken returns names as lines for so much room, and how many lines the longest
// has: one, or two where a name has a space to break at and might not fit in a wide
// font. What is too long in any font is shortened.
func broken(names []string, room float64) (list [][]string, lines int) {
	lines = 1
	sure, most := int(room/letter), int(room/narrow)
	for _, text := range names {
		label := name(text)
		parts := []string{label}
		if i := strings.LastIndexByte(clip(label, most+1), ' '); i >= 0 && utf8.RuneCountInString(label) > sure {
			parts = []string{label[:i], label[i+1:]}
		}
		for i := range parts {
			parts[i] = clip(parts[i], most)
		}
		list, lines = append(list, parts), max(lines, len(parts))
	}
	return list, lines
}

// A cellLook is how the cells of a map are written on, the same in all of them.
type cellLook struct {
	text string // class of their texts
	note bool   // whether there is room for notes
}

// cellLook returns how cells of a width are written on.
func (h HeatMap) cellLook(wide float64) cellLook {
	look := cellLook{"mid", true}
	for _, row := range h.Cells {
		for _, c := range row {
			if textWidth(c.Text) > wide && !c.Missing {
				look.text = "mid small"
			}
			if smallWidth(c.Note) > wide {
				look.note = false
			}
		}
	}
	return look
}

// smallWidth returns how much room a small text may take.
func smallWidth(s string) float64 { return textWidth(s) * 11 / 13 }

// hint returns what shows under the pointer.
func (c Cell) hint() string {
	if c.Hint != "" {
		return c.Hint
	}
	return c.Text
}

// cell draws a cell with a seam around it.
func (d *drawing) cell(c Cell, look cellLook, x, y, wide, tall float64, title string) {
	const seam = 1
	d.rect(string(c.look()), x+seam, y+seam, wide-2*seam, tall-2*seam, title)
	middle := x + wide/2
	switch {
	case c.Missing && smallWidth(c.Text) > wide:
		return
	case c.Missing && textWidth(c.Text) > wide:
		look.text = "mid small"
	}
	if c.Note == "" || !look.note {
		d.text(look.text, middle, y+tall/2+4, c.Text)
		return
	}
	d.text(look.text, middle, y+tall/2-2, c.Text)
	d.text("mid small", middle, y+tall/2+13, c.Note)
}
