package page

// Spots show estimates by name, a dot with its interval each, against 0.
type Spots struct {
	Unit string
	Rows []Spot
}

// A Spot is a dot: Series for what is established, Hollow for what is not.
type Spot struct {
	Name  string
	Value Value
	Look  Look
}

func (s Spots) keys() []Key { return nil }

func (s Spots) draw() drawing {
	const step = 24.0
	bottom := step * float64(len(s.Rows))
	d := drawing{Width: width, Height: length(bottom + tickRoom + unitRoom)}
	var names []string
	var r reach
	for _, row := range s.Rows {
		names = append(names, row.Name)
		r.takeValue(row.Value)
	}
	left := nameWidth(names)
	a := r.axis(left+6, width-rightRoom)
	d.belowTicks(a, 0, bottom, s.Unit)
	for i, row := range s.Rows {
		y := step * (float64(i) + 0.5)
		d.name(left, y, row.Name)
		switch v := row.Value; {
		case !v.known():
			d.text("unit mid halo", (a.from+a.to)/2, y+4, v.Text)
		case v.bounded():
			d.whisker("whisker "+string(row.Look), a.at(v.Lo), a.at(v.Hi), y)
			fallthrough
		default:
			d.circle(string(row.Look), a.at(v.At), y, 4.5, row.Name+": "+v.Text)
		}
	}
	return d
}
