package dataset

import (
	"fmt"
	"strings"

	"xuezhan/sim/column"
	"xuezhan/sim/store"
)

// CheckPoints checks that the points of each row are the sum of those by cause.
func CheckPoints(s *column.Sheet) {
	sums := make([]int64, len(s.Column("points")))
	for i := range s.Vectors {
		if v := &s.Vectors[i]; strings.HasPrefix(v.Column.Name, "points_") {
			for row, x := range v.Values {
				sums[row] += x
			}
		}
	}
	points := s.Column("points")
	for row, sum := range sums {
		s.Want("points", points, row, sum, "the sum of the points by cause")
	}
}

// CheckBots checks that each row has the bot of its seat, in a run without rotation.
func (in *Inputs) CheckBots(s *column.Sheet) {
	bots := s.Vector("bot")
	for row, seat := range s.Column("seat") {
		if seat < 0 || seat >= int64(len(in.Seats)) {
			continue // its range is a fault already
		}
		if spec := in.Bots[in.Seats[seat]].Spec; bots.Text(row) != spec {
			s.Fault("bot", row, spec, "the bot of the seat")
		}
	}
}

// A HandOrder follows the hands of rows through a part.
type HandOrder struct {
	part store.Part
	last int64 // hand of the row before, −1 before the first
}

// NewHandOrder returns the order of the hands of a part before its first row.
func NewHandOrder(p store.Part) HandOrder { return HandOrder{p, -1} }

// Next checks the hand of a row and reports whether the row is its first.
func (o *HandOrder) Next(s *column.Sheet, row int) (first bool) {
	hand := s.Column("hand")[row]
	end := o.part.First + o.part.Count
	switch {
	case hand < o.part.First || hand >= end:
		s.Fault("hand", row, fmt.Sprintf("%d to %d", o.part.First, end-1), "the hands of the part")
	case hand < o.last:
		s.Fault("hand", row, fmt.Sprintf("%d or more", o.last), "hands are in order")
	}
	first = hand != o.last
	o.last = hand
	return first
}
