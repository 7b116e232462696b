package external

import (
	"strconv"

	"xuezhan/engine"
	"xuezhan/engine/tile"
	"xuezhan/features"
	"xuezhan/policy"
)

// Everything here is written by hand into a buffer that is used again: it is
// done for every decision of every hand. The fields stand in the package
// comment.

// A questionWriter writes questions to a bot, in the version of the protocol that it
// speaks and with the features that it has asked for.
type questionWriter struct {
	protocol int
	numbers  features.Numbers // nil: none
	floats   []float32        // room for them
	planes   []uint8          // room for features.Planes; nil: none
}

func newQuestionWriter(h *hello) questionWriter {
	w := questionWriter{protocol: h.Protocol, numbers: features.NumbersOf(h.Features)}
	switch {
	case w.numbers != nil:
		w.floats = make([]float32, w.numbers.Len())
	case h.Features != "":
		w.planes = make([]uint8, features.Planes{}.Len())
	}
	return w
}

// appendAsk appends a question: its number, the tables that are over, the views.
func (w *questionWriter) appendAsk(b []byte, number uint64, over []policy.Over, requests []policy.Request) []byte {
	b = append(b, `{"ask":`...)
	b = strconv.AppendUint(b, number, 10)
	if len(over) > 0 {
		b = append(b, `,"over":[`...)
		for i := range over {
			b = w.appendOver(comma(b, i), &over[i])
		}
		b = append(b, ']')
	}
	b = append(b, `,"views":[`...)
	for i := range requests {
		b = w.appendView(comma(b, i), &requests[i])
	}
	return append(b, "]}\n"...)
}

// appendOver appends a table that is over.
func (w *questionWriter) appendOver(b []byte, over *policy.Over) []byte {
	if w.protocol < Protocol3 {
		return strconv.AppendUint(b, over.Table, 10)
	}
	b = strconv.AppendUint(append(b, `{"table":`...), over.Table, 10)
	b = append(append(b, `,"seat":`...), '0'+byte(over.Seat))
	b = strconv.AppendInt(append(b, `,"hand":`...), over.Hand, 10)
	if !over.IsDropped {
		b = append(b, `,"points":[`...)
		for s, x := range over.Points {
			b = strconv.AppendInt(comma(b, s), int64(x), 10)
		}
		b = append(b, ']')
	}
	return append(b, '}')
}

// appendFeatures appends the numbers of a view, if the bot has asked for some.
func (w *questionWriter) appendFeatures(b []byte, v *engine.View) []byte {
	switch {
	case w.numbers != nil:
		w.numbers.Encode(w.floats, *v)
		b = append(b, `,"features":[`...)
		for i, x := range w.floats {
			b = appendNumber(comma(b, i), x)
		}
		return append(b, ']')
	case w.planes != nil:
		features.Planes{}.Encode(w.planes, *v)
		b = append(b, `,"features":[`...)
		for i, x := range w.planes {
			b = strconv.AppendUint(comma(b, i), uint64(x), 10)
		}
		return append(b, ']')
	}
	return b
}

// appendNumber appends a number by the fewest digits that give it again as a float32.
func appendNumber(b []byte, x float32) []byte {
	if n := int64(x); float32(n) == x && -1<<20 < n && n < 1<<20 {
		return strconv.AppendInt(b, n, 10)
	}
	return strconv.AppendFloat(b, float64(x), 'g', -1, 32)
}

// comma separates the elements of a list.
func comma(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}

func (w *questionWriter) appendView(b []byte, r *policy.Request) []byte {
	v := &r.View
	b = append(b, `{"table":`...)
	b = strconv.AppendUint(b, r.Table, 10)
	b = append(b, `,"seed":"`...)
	b = strconv.AppendUint(b, r.Seed, 10)
	b = append(b, `","seat":`...)
	b = append(b, '0'+byte(v.Seat()))
	b = append(b, `,"phase":"`...)
	b = append(b, v.Phase().String()...)
	b = append(b, `","dealer":`...)
	b = append(b, '0'+byte(v.Dealer()))
	b = append(b, `,"direction":`...)
	b = append(b, '0'+byte(v.Direction()))
	b = append(b, `,"turn":`...)
	b = append(b, '0'+byte(v.Turn()))
	b = append(b, `,"left":`...)
	b = strconv.AppendInt(b, int64(v.Left()), 10)
	b = appendOwn(b, v)
	b = appendSeats(b, v)
	b = appendSeen(b, v)
	if w.protocol >= Protocol2 {
		b = appendHistory(b, v)
	}
	b = w.appendFeatures(b, v)
	return appendLegal(b, r)
}

// appendOwn appends what only the seat itself sees.
func appendOwn(b []byte, v *engine.View) []byte {
	held := v.Held()
	b = append(b, `,"held":"`...)
	b = append(appendHeld(b, &held), '"')
	b = appendTiles(b, `,"passed":"`, v.PassedOn())
	b = appendTile(b, `,"drawn":"`, v.Drawn())
	b = appendTile(b, `,"offered":"`, v.Offered())
	b = appendTile(b, `,"committed":"`, v.Committed())
	if waits := v.Waits(); waits != 0 {
		var kinds tile.Held
		for ; waits != 0; waits = waits.Rest() {
			kinds.Add(waits.First())
		}
		b = appendTiles(b, `,"waits":"`, kinds)
	}
	return b
}

// appendTiles appends a field with tiles, if there are any.
func appendTiles(b []byte, field string, h tile.Held) []byte {
	if h == (tile.Held{}) {
		return b
	}
	b = append(b, field...)
	return append(appendHeld(b, &h), '"')
}

// appendHeld appends tiles as texts have them: "123m11p".
func appendHeld(b []byte, h *tile.Held) []byte {
	for s, w := range h {
		if w == 0 {
			continue
		}
		for r := range tile.Ranks {
			for range w.Rank(r) {
				b = append(b, '1'+byte(r))
			}
		}
		b = append(b, suitLetters[s])
	}
	return b
}

const suitLetters = "mps-"

// appendTile appends a field with a tile, if there is one.
func appendTile(b []byte, field string, t tile.Tile) []byte {
	if t >= tile.Count {
		return b
	}
	b = append(b, field...)
	return append(b, '0'+byte(t.Rank()), suitLetters[t.Suit()], '"')
}

// appendSeats appends what is public of the four seats.
func appendSeats(b []byte, v *engine.View) []byte {
	b = append(b, `,"void":"`...)
	for s := range engine.NumSeats {
		b = append(b, suitLetters[v.Void(s)])
	}
	b = append(b, `","status":"`...)
	for s := range engine.NumSeats {
		b = append(b, status(v, s))
	}
	b = append(b, `","refundable":"`...)
	for s := range engine.NumSeats {
		c := byte('0')
		if v.CanLoseKongs(s) {
			c = '1'
		}
		b = append(b, c)
	}
	b = append(b, `","melds":["`...)
	for s := range engine.NumSeats {
		if s > 0 {
			b = append(b, `","`...)
		}
		melds := v.Melds(s)
		for _, m := range melds.All() {
			b = appendMeld(b, m)
		}
	}
	b = append(b, `"],"counts":[`...)
	for s := range engine.NumSeats {
		b = strconv.AppendInt(comma(b, s), int64(v.HeldCount(s)), 10)
	}
	b = append(b, `],"points":[`...)
	for s := range engine.NumSeats {
		b = strconv.AppendInt(comma(b, s), int64(v.Points(s)), 10)
	}
	return append(b, ']')
}

// appendMeld appends a meld as texts have it: "[555m]".
func appendMeld(b []byte, m tile.Meld) []byte {
	t := m.Tile()
	if t >= tile.Count {
		return append(b, "[----]"...)
	}
	b = append(b, '[')
	for range m.Size() {
		b = append(b, '0'+byte(t.Rank()))
	}
	b = append(b, suitLetters[t.Suit()])
	switch m.Kind() {
	case tile.ConcealedKong:
		b = append(b, 'c')
	case tile.AddedKong:
		b = append(b, 'a')
	}
	return append(b, ']')
}

// status returns the letter that says whether a seat still plays.
func status(v *engine.View, s int) byte {
	switch {
	case v.IsOut(s):
		return 'o'
	case v.HasWon(s):
		return 'l'
	}
	return 'p'
}

// appendSeen appends the river, and what the seat has not seen.
func appendSeen(b []byte, v *engine.View) []byte {
	b = append(b, `,"river":"`...)
	for _, r := range v.River() {
		t := r.Tile()
		b = append(b, '0'+byte(r.Seat()), '0'+byte(t.Rank()), suitLetters[t.Suit()], fate(r))
	}
	b = append(b, `","unseen":"`...)
	for _, w := range v.Unseen() {
		for r := range tile.Ranks {
			b = append(b, '0'+byte(w.Rank(r)))
		}
	}
	return append(b, '"')
}

// fate returns the digit that says what became of a tile of the river.
func fate(r engine.Riverside) byte {
	digit := 0
	for i, set := range [...]bool{r.AsDrawn(), r.Claimed(), r.Won(), r.Robbed()} {
		if set {
			digit |= 1 << i
		}
	}
	return "0123456789abcdef"[digit]
}

// appendLegal appends what the seat may do and, where it may win, what for.
func appendLegal(b []byte, r *policy.Request) []byte {
	b = append(b, `,"legal":[`...)
	wins := false
	for i, a := range r.Legal {
		b = strconv.AppendUint(comma(b, i), uint64(a), 10)
		wins = wins || a == engine.Win
	}
	b = append(b, ']')
	if wins {
		if result, ok := r.View.WinResult(); ok {
			b = append(b, `,"win":{"fan":`...)
			b = strconv.AppendInt(b, int64(result.Fan), 10)
			b = append(b, `,"points":`...)
			b = append(strconv.AppendInt(b, int64(result.Points), 10), '}')
		}
	}
	return append(b, '}')
}
