package page

// Spots show estimates by name, a dot with its interval each, against 0 and
// against levels.
type Spots struct {
	Unit   string
	Rows   []Spot
	Levels []Level // lines from top to bottom, such as one at the best value
	Labels bool    // write each value above its dot
}

// A Spot is a dot: Series for what is established, Hollow for what is not.
type Spot struct {
	Name  string
	Value Value
	Look  Look
}

func (s Spots) keys() []Key {
	var keys []Key
	for _, l := range s.Levels {
		if l.Name != "" {
			keys = append(keys, Key{l.Name, "level", line})
		}
	}
	return keys
}

func (s Spots) draw(width float64) drawing {
	step, shift := 24.0, 0.0
	if s.Labels {
		step, shift = 40, 7 // room above the dot
	}
	bottom := step * float64(len(s.Rows))
	d := drawing{Width: length(width), Height: length(bottom + tickRoom + unitRoom)}
	var names []string
	var r reach
	for _, row := range s.Rows {
		names = append(names, row.Name)
		r.takeValue(row.Value)
	}
	r.takeLevels(s.Levels)
	left := nameWidth(names, width)
	a := r.axis(left+6, width-rightRoom)
	d.acrossTicks(a, 0, bottom, s.Unit)
	for _, l := range s.Levels {
		d.line("level", a.at(l.At), 0, a.at(l.At), bottom)
	}
	for i, row := range s.Rows {
		s.spot(&d, row, a, left, step*(float64(i)+0.5)+shift)
	}
	return d
}

// spot draws a row at a height.
func (s Spots) spot(d *drawing, row Spot, a axis, left, y float64) {
	d.name(left, y, row.Name)
	v := row.Value
	if !v.known() {
		d.text("unit mid halo", (a.from+a.to)/2, y+4, v.Text)
		return
	}
	if v.bounded() {
		d.whisker("whisker "+string(row.Look), a.at(v.Lo), a.at(v.Hi), y)
	}
	d.circle(string(row.Look), a.at(v.At), y, 4.5, row.Name+": "+v.Text)
	if s.Labels {
		half := textWidth(v.Text) / 2
		x := min(max(a.at(v.At), a.from+half), float64(d.Width)-half)
		d.text("mid halo", x, y-10, v.Text)
	}
}
