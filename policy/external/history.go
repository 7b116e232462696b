package external

import (
	"strconv"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
)

// appendHistory appends what protocol 2 adds to a view: the exchange, what each
// seat may have to give back, and all pungs, kongs and wins in order.
func appendHistory(b []byte, v *engine.View) []byte {
	b = appendTiles(b, `,"given":"`, v.Given())
	b = appendTiles(b, `,"received":"`, v.Received())
	b = appendTiles(b, `,"known":"`, v.Known())
	b = append(b, `,"refunds":[`...)
	for s := range engine.NumSeats {
		b = strconv.AppendInt(comma(b, s), int64(v.Refundable(s)), 10)
	}
	b = append(b, `],"declared":[`...)
	for i := range v.Declarations() {
		b = appendDeclaration(comma(b, i), v.Rules(), v.Declaration(i))
	}
	return append(b, ']')
}

// appendDeclaration appends a pung, kong or win under some rules.
func appendDeclaration(b []byte, r *rules.Rules, d engine.Declaration) []byte {
	b = append(b, `{"seat":`...)
	b = append(b, '0'+byte(d.Seat()))
	b = append(b, `,"kind":"`...)
	b = append(b, d.Kind().String()...)
	b = append(b, '"')
	b = appendTile(b, `,"tile":"`, d.Tile())
	b = append(b, `,"from":`...)
	b = append(b, '0'+byte(d.From()))
	b = append(b, `,"river":`...)
	b = strconv.AppendInt(b, int64(d.River()), 10)
	if d.Kind() == engine.KindWin {
		b = append(b, `,"fan":`...)
		b = strconv.AppendInt(b, int64(d.Fan()), 10)
		b = append(b, `,"points":`...)
		b = strconv.AppendInt(b, int64(r.Points(d.Fan())), 10)
		b = appendNames(append(b, `,"patterns":[`...), uint32(d.Patterns()), patternNames[:])
		b = appendNames(append(b, `,"situation":[`...), uint32(d.Situation()), situationNames)
	}
	return append(b, '}')
}

var situationNames = fan.SituationNames()

var patternNames = func() (names [fan.NumPatterns]string) {
	for p := range fan.NumPatterns {
		names[p] = p.String()
	}
	return names
}()

// appendNames appends the names of the bits of a set, and the end of their list.
func appendNames(b []byte, set uint32, names []string) []byte {
	n := 0
	for i, name := range names {
		if set>>i&1 != 0 {
			b = append(append(append(comma(b, n), '"'), name...), '"')
			n++
		}
	}
	return append(b, ']')
}
