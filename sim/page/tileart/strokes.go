package tileart

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// digits are the marks of the corner, in a box 4 wide and 6 high.
var digits = [...]string{
	1: "M.8 1.2L2.2 0V6", 2: "M.2 1.2Q.6 0 2 0T3.8 1.6Q3.8 2.8 .2 6H3.9", 3: "M.3 0H3.6L1.8 2.3Q3.9 2.3 3.9 4.1T2 6Q.7 6 .1 5.1",
	4: "M2.9 6V0L.1 4.2H4", 5: "M3.6 0H.7L.4 2.6Q1 2.2 2 2.2Q3.9 2.2 3.9 4.1T1.9 6Q.7 6 .1 5.2", 6: "M3.5 .2Q1 .6 .3 3.6Q0 6 2 6T3.8 4.2T2 2.5Q.8 2.5 .3 3.8",
	7: "M.1 0H3.9L1.6 6", 8: "M2 2.8Q.4 2.6 .4 1.4T2 0T3.6 1.4T2 2.8Q.1 3 .1 4.4T2 6T3.9 4.4T2 2.8", 9: "M.5 5.8Q3 5.4 3.7 2.4Q4 0 2 0T.2 1.8T2 3.5Q3.2 3.5 3.7 2.2",
}

// numerals are 一 to 九, and wan is 万, as strokes in a box 10 wide and high.
var numerals = [...]string{
	1: "M.6 5.4H9.4",
	2: "M2 2.6H8M.5 8H9.5",
	3: "M1.6 1.6H8.4M2.2 4.9H7.8M.5 8.5H9.5",
	4: "M1 1.8H9V8.8H1zM3.9 1.8Q3.9 5 2.4 6M6.1 1.8V5Q6.1 5.9 7.6 5.9",
	5: "M1.4 1.3H8.6M4.7 1.3L3.8 8.9M1.9 4.8H7.4V8.9M.5 8.9H9.5",
	6: "M4.6 .4L5.5 2M.6 3.6H9.4M3.7 5.4L1.4 9.4M6.3 5.4L8.6 9.4",
	7: "M.6 5.2L9.4 3.6M4.3 .6V7.4Q4.3 9 5.9 9H7.5Q9.2 9 9.2 7.3",
	8: "M3.9 1.6Q3.7 6.4 .7 9.2M5.7 .9Q6.3 6.6 9.4 9.2",
	9: "M.9 3.4H6.6V7.6Q6.6 9 7.9 9Q9.4 9 9.4 7.2M4.1 .5Q4.2 6.6 .7 9.3",
}

const wan = "M.6 1.6H9.4M4.1 1.6Q4.2 6.7 .9 9.3M3.9 4.6H8.3Q8.2 7.6 7.6 8.7Q7.1 9.5 5.5 8.8"

// num writes a number of units with at most two decimals.
func num(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }

// stroke draws a path of a class, moved and stretched; the pen is as wide as said
// after that.
func stroke(class, path string, x, y, sx, sy, pen float64) string {
	return fmt.Sprintf(`<path class="tile-%s" d="%s" transform="translate(%s %s) scale(%s %s)" stroke-width="%s"/>`,
		class, path, num(x), num(y), num(sx), num(sy), num(pen/math.Sqrt(sx*sy)))
}

func character(rank int) string {
	return stroke("ink", numerals[rank], 9.2, 3.8, 1.7, 1.5, 2.4) + stroke("red", wan, 6.5, 20.8, 1.75, 1.62, 2.4) + corner(rank)
}

// corner draws the digit for those who do not read the face. Dots and bamboo can be
// counted; of theirs only the ones have it.
func corner(rank int) string {
	return stroke("mark", digits[rank], 2.6, 3, .95, .95, 1.25)
}

// A spot is a dot or a stick of a face: where its middle is, and its colour.
type spot struct {
	x, y   float64
	colour string
}

// dotSpots are the faces of the dots.
var dotSpots = [...][]spot{
	2: {{15, 11.5, "green"}, {15, 28.5, "blue"}},
	3: {{8.5, 9.5, "blue"}, {15, 20, "red"}, {21.5, 30.5, "green"}},
	4: {{9.2, 12, "blue"}, {20.8, 12, "green"}, {9.2, 28, "green"}, {20.8, 28, "blue"}},
	5: {{8.2, 9.5, "blue"}, {21.8, 9.5, "green"}, {15, 20, "red"}, {8.2, 30.5, "green"}, {21.8, 30.5, "blue"}},
	6: {{9.5, 9, "green"}, {20.5, 9, "green"}, {9.5, 20.5, "red"}, {20.5, 20.5, "red"}, {9.5, 31.5, "red"}, {20.5, 31.5, "red"}},
	7: {{7, 6.6, "green"}, {15, 10.4, "green"}, {23, 14.2, "green"}, {9.7, 23.5, "red"}, {20.3, 23.5, "red"}, {9.7, 33, "red"}, {20.3, 33, "red"}},
	8: {{9.7, 6.3, "blue"}, {20.3, 6.3, "blue"}, {9.7, 15.4, "blue"}, {20.3, 15.4, "blue"}, {9.7, 24.5, "blue"}, {20.3, 24.5, "blue"}, {9.7, 33.6, "blue"}, {20.3, 33.6, "blue"}},
	9: {{6.9, 9, "blue"}, {15, 9, "blue"}, {23.1, 9, "blue"}, {6.9, 20, "red"}, {15, 20, "red"}, {23.1, 20, "red"}, {6.9, 31, "green"}, {15, 31, "green"}, {23.1, 31, "green"}},
}

// dotRadius is the radius of the dots of a face, to the outer edge.
var dotRadius = [...]float64{2: 6, 3: 4.6, 4: 4.9, 5: 4.5, 6: 4.5, 7: 3.9, 8: 4, 9: 3.7}

func circle(class string, x, y, r, pen float64) string {
	return fmt.Sprintf(`<circle class="tile-%s" cx="%s" cy="%s" r="%s" stroke-width="%s"/>`, class, num(x), num(y), num(r), num(pen))
}

func dots(rank int) string {
	if rank == 1 {
		return wheel()
	}
	var b strings.Builder
	r := dotRadius[rank]
	for _, s := range dotSpots[rank] {
		b.WriteString(circle(s.colour, s.x, s.y, r*.72, r*.56) + circle(s.colour, s.x, s.y, r*.08, r*.3))
	}
	return b.String()
}

// wheel is the one of dots: rings around eight petals.
func wheel() string {
	var petals strings.Builder
	for i := range 8 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 4)
		fmt.Fprintf(&petals, "M%s %sL%s %s", num(15+3.4*cos), num(20+3.4*sin), num(15+6*cos), num(20+6*sin))
	}
	return circle("green", 15, 20, 10.2, 2.2) + circle("red", 15, 20, 1.2, 1.8) +
		fmt.Sprintf(`<path class="tile-red" stroke-width="2" d="%s"/>`, petals.String()) + corner(1)
}
