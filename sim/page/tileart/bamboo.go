package tileart

import (
	"fmt"
	"strings"
)

// stickRows are the sticks of a face, row by row: a letter a stick, g green, b blue,
// r red, and a blank for half a stick's room.
var stickRows = [...][]string{
	2: {"g", "b"}, 3: {"g", "b b"}, 4: {"g b", "b g"}, 5: {"g b", "r", "b g"},
	6: {"g g g", "b b b"}, 7: {"r", "g b g", "g b g"}, 8: nil, 9: {"r b g", "r b g", "r b g"},
}

// stickGap and stickPen are how far the sticks of a row are apart, and how thick.
var (
	stickGap = [...]float64{2: 12, 3: 12, 4: 12, 5: 13, 6: 7.8, 7: 7.8, 9: 7.8}
	stickPen = [...]float64{2: 4, 3: 4, 4: 4, 5: 3.2, 6: 2.8, 7: 2.8, 9: 2.8}
)

var stickColours = map[rune]string{'g': "green", 'b': "blue", 'r': "red"}

func bamboo(rank int) string {
	switch rank {
	case 1:
		return bird()
	case 8:
		return eight()
	}
	var b strings.Builder
	rows := stickRows[rank]
	height, gap, pen := 33/float64(len(rows)), stickGap[rank], stickPen[rank]
	for i, row := range rows {
		y := 4 + height*(float64(i)+.5)
		sticks := strings.Fields(row)
		for k, s := range sticks {
			x := 15 + gap*(float64(k)-float64(len(sticks)-1)/2)
			b.WriteString(stick(stickColours[rune(s[0])], x, y, height-2.2-pen*.6, pen))
		}
	}
	return b.String()
}

// stick is a piece of bamboo: a stem as wide as the pen, with knots at its ends and
// in its middle.
func stick(colour string, x, y, length, pen float64) string {
	top, bottom, half := y-length/2, y+length/2, pen*.6
	return fmt.Sprintf(`<path class="tile-%s" stroke-width="%s" d="M%s %sV%s"/><path class="tile-%s" stroke-width="%s" d="M%s %sh%sM%s %sh%sM%s %sh%s"/>`,
		colour, num(pen), num(x), num(top+.6), num(bottom-.6), colour, num(pen*.6),
		num(x-half), num(top), num(2*half), num(x-half), num(y), num(2*half), num(x-half), num(bottom), num(2*half))
}

// eight is the eight of bamboo: an M over a W.
func eight() string {
	const upper = "M6.2 17.5V5.8M23.8 17.5V5.8M6.2 6.2L15 14.5M23.8 6.2L15 14.5"
	const lower = "M6.2 22.5V34.2M23.8 22.5V34.2M6.2 33.8L15 25.5M23.8 33.8L15 25.5"
	return fmt.Sprintf(`<path class="tile-green" stroke-width="3.2" d="%s"/><path class="tile-blue" stroke-width="3.2" d="%s"/>`, upper, lower)
}

// bird is the one of bamboo, which has a bird by custom.
func bird() string {
	const (
		tail  = "M13.6 25L7 35.5M15.2 25.5L12 36.8M17 25.5L17.4 36.4"
		body  = "M19.4 9Q13.4 12 12.2 20.4Q12.2 26.8 17 26.6Q23 25.4 23 17.6Q22.6 12.6 19.4 9"
		wing  = "M14.8 19.8Q17.4 24.6 20 17.4"
		crest = "M17.6 5.6L16 3.2M19.8 5V2.6M23.4 8L26.6 9.4L23.2 10.6"
	)
	return fmt.Sprintf(`<path class="tile-blue" stroke-width="2.2" d="%s"/><path class="tile-body" d="%s"/><path class="tile-wing" stroke-width="1.8" d="%s"/>`+
		`<path class="tile-red" stroke-width="1.8" d="%s"/><circle class="tile-body" cx="20" cy="8.6" r="4"/>`, tail, body, wing, crest) +
		circle("wing", 20.8, 8, .3, 1.3) + corner(1)
}
