package report

import (
	"fmt"
	"math/bits"
)

// Points of a hand are counted in classes that widen away from 0 by a factor of
// two, as wins do with fan: 0, 1, 2 to 3, 4 to 7 and so on up to 64 or more, and
// the same for points lost.
const (
	pointSteps      = 7
	numPointClasses = 2*pointSteps + 1
)

// pointClass returns the class of a hand's points, from the most lost.
func pointClass(points int64) int {
	step := min(bits.Len64(uint64(max(points, -points))), pointSteps)
	if points < 0 {
		step = -step
	}
	return pointSteps + step
}

// pointBounds returns the points of a class; nil where it is open.
func pointBounds(class int) (from, to *int64) {
	step := class - pointSteps
	switch {
	case step == 0:
		zero := int64(0)
		return &zero, &zero
	case step < 0: // the mirror image
		low, high := pointBounds(pointSteps - step)
		return negative(high), negative(low)
	}
	low, high := int64(1)<<(step-1), int64(1)<<step-1
	if step == pointSteps {
		return &low, nil
	}
	return &low, &high
}

func negative(n *int64) *int64 {
	if n == nil {
		return nil
	}
	m := -*n
	return &m
}

// pointCounts reports the bot's hands by their points.
func (s botReport) pointCounts(hands int64) []PointCount {
	list := []PointCount{}
	for i, n := range s.gained {
		from, to := pointBounds(i)
		list = append(list, PointCount{from, to, n, share(n, hands)})
	}
	return list
}

// String returns the class as "-3 to -2".
func (c PointCount) String() string {
	switch {
	case c.From == nil:
		return fmt.Sprint(*c.To, " or less")
	case c.To == nil:
		return fmt.Sprint(*c.From, " or more")
	case *c.From == *c.To:
		return fmt.Sprint(*c.From)
	}
	return fmt.Sprint(*c.From, " to ", *c.To)
}

// mark returns the class as an axis has it: its end next to 0.
func (c PointCount) mark() string {
	if c.From == nil || *c.From < 0 {
		return fmt.Sprint(*c.To)
	}
	return fmt.Sprint(*c.From)
}
