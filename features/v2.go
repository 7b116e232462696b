package features

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/tile"
)

// V2 is V1 with what has happened in the hand: the exchange as the seat saw it, and
// what every seat has called and won. The numbers of V1 come first. Those that
// follow are of the position at the decision, also for a Prospect after an action.
//
// It takes no memory. The zero value is ready, and may be shared by goroutines.
type V2 struct{}

// The blocks behind those of V1.
const (
	atHistory  = v1Len
	atReceiver = atHistory + engine.NumSeats*historyNumbers
	atGiven    = atReceiver + engine.NumSeats - 1
	atReceived = atGiven + tile.Count
	atKnown    = atReceived + tile.Count
	atWonOn    = atKnown + tile.Count
	v2Len      = atWonOn + tile.Count
)

// The numbers of a seat's history, in their order.
const (
	histRefundable = iota
	histPungs
	histClaimedKongs
	histConcealedKongs
	histAddedKongs
	histSince
	histWins
	histOrder
	histFan
	histSelfDrawn
	histFrom       // three: melds claimed from the seat one, two and three places further
	histWonFrom    = histFrom + engine.NumSeats - 1
	histWonSuit    = histWonFrom + engine.NumSeats - 1
	histShapes     = histWonSuit + tile.NumSuits
	historyNumbers = histShapes + len(wonShapes)
)

// wonShapes are what the patterns of a win tell of the winner's tiles.
var wonShapes = [...]struct {
	name     string
	patterns fan.Patterns
}{
	{"flush", fan.Of(fan.FullFlush)},
	{"pungs", fan.Of(fan.AllPungs, fan.JiangPungs, fan.GoldenHook)},
	{"pairs", fan.Of(fan.SevenPairs, fan.DragonSevenPairs, fan.TerminalSevenPairs)},
	{"root", fan.Of(fan.Root, fan.DragonSevenPairs)},
}

// Bounds of what the history counts.
const (
	mostDiscards    = 72 // in the river of a hand
	mostWins        = 1 + wallAfterDeal
	mostFanDeclared = 1<<9 - 1
)

// Len returns the number of features.
func (V2) Len() int { return v2Len }

// Encode writes the features of a seat's position to dst, which has room for Len
// numbers. It panics if there is less.
func (V2) Encode(dst []float32, v engine.View) {
	p := NewProspect(v)
	V2{}.EncodeProspect(dst, &p)
}

// EncodeProspect is Encode for a prospect.
func (V2) EncodeProspect(dst []float32, p *Prospect) {
	x := (*[v2Len]float32)(dst)
	V1{}.EncodeProspect(x[:v1Len], p)
	clear(x[v1Len:])
	v, order := p.view, p.Order()
	river := len(v.River())
	for i := range engine.NumSeats {
		at := x[atHistory+i*historyNumbers:]
		at[histRefundable] = float32(v.Refundable((v.Seat() + i) % engine.NumSeats))
		at[histSince] = float32(river)
	}
	for i := range v.Declarations() {
		d := v.Declaration(i)
		at := (*[historyNumbers]float32)(x[atHistory+relative(d.Seat(), v.Seat())*historyNumbers:])
		at[histSince] = float32(river - d.River())
		if d.Kind() != engine.KindWin {
			encodeCall(at, d)
			continue
		}
		encodeWin(at, d, order)
		if t := d.Tile(); t != tile.None {
			x[atWonOn+order.Place(t.Suit())*tile.Ranks+t.Rank()-1]++
		}
	}
	encodeOrders(x, v)
	encodeExchange(x, v, order)
}

// encodeCall writes a pung or kong into the history of the seat that made it.
func encodeCall(x *[historyNumbers]float32, d engine.Declaration) {
	switch d.Kind() {
	case engine.KindPung:
		x[histPungs]++
	case engine.KindKong:
		x[histClaimedKongs]++
	case engine.KindConcealedKong:
		x[histConcealedKongs]++
		return
	case engine.KindAddedKong:
		x[histPungs]--
		x[histAddedKongs]++
		return
	}
	x[histFrom+relative(d.From(), d.Seat())-1]++
}

// encodeWin writes a win into the history of the winner, over its earlier ones.
func encodeWin(x *[historyNumbers]float32, d engine.Declaration, o Order) {
	x[histWins]++
	x[histFan] = float32(d.Fan())
	x[histSelfDrawn] = indicator(d.Situation()&fan.BySelfDraw != 0)
	clear(x[histWonFrom:histShapes])
	if d.From() != d.Seat() {
		x[histWonFrom+relative(d.From(), d.Seat())-1] = 1
	}
	if t := d.Tile(); t != tile.None {
		x[histWonSuit+o.Place(t.Suit())] = 1
	}
	for i, shape := range wonShapes {
		x[histShapes+i] = indicator(d.Patterns()&shape.patterns != 0)
	}
}

// encodeOrders writes in which place every seat first won.
func encodeOrders(x *[v2Len]float32, v engine.View) {
	for i := range engine.NumSeats {
		x[atHistory+i*historyNumbers+histOrder] = float32(v.WinOrder((v.Seat() + i) % engine.NumSeats))
	}
}

// encodeExchange writes what the seat gave to whom, what it received, and what it
// still knows of what it gave.
func encodeExchange(x *[v2Len]float32, v engine.View, o Order) {
	given, received, known := v.Given(), v.Received(), v.Known()
	if given == (tile.Held{}) {
		return
	}
	x[atReceiver+relative(v.Receiver(), v.Seat())-1] = 1
	for i, s := range o {
		at := i * tile.Ranks
		spread((*[tile.Ranks]float32)(x[atGiven+at:]), given[s])
		spread((*[tile.Ranks]float32)(x[atReceived+at:]), received[s])
		spread((*[tile.Ranks]float32)(x[atKnown+at:]), known[s])
	}
}

// Schema documents the features.
func (V2) Schema() Schema {
	b := schemaBuilder(V1{}.Schema().Entries)
	for _, seat := range relativeSeats {
		b.history(seat)
	}
	for _, seat := range relativeSeats[1:] {
		b.add("receiver_"+seat, 0, 1, "", "1 if the tiles that the seat passed on went to "+seat)
	}
	b.kindsOf(3, "given", 4, "tiles", "tiles of the kind that the seat passed on in the exchange")
	b.kindsOf(3, "received", 4, "tiles", "tiles of the kind that it was given")
	b.kindsOf(3, "known", 4, "tiles", "tiles of the kind that the receiver of its own still has concealed for certain")
	b.kindsOf(3, "won_on", 12, "wins", "wins on the kind so far")
	return Schema{Name: "v2", Version: 1, Width: 1, Entries: b}
}

// history adds what a seat has called and won.
func (b *schemaBuilder) history(seat string) {
	b.add("refundable_"+seat, 0, 1<<12, "points", seat+": points for kongs that it may yet have to give back")
	b.add("claimed_pungs_"+seat, 0, 4, "melds", seat+": pungs that are no kongs yet")
	b.add("claimed_kongs_"+seat, 0, 4, "melds", seat+": kongs of a discard")
	b.add("concealed_kongs_"+seat, 0, 4, "melds", seat+": concealed kongs")
	b.add("added_kongs_"+seat, 0, 4, "melds", seat+": kongs added to a pung")
	b.add("since_"+seat, 0, mostDiscards, "tiles", seat+": discards of all seats since it last declared a pung, kong or win, or since the start")
	b.add("wins_"+seat, 0, mostWins, "wins", seat+": wins so far")
	b.add("win_order_"+seat, 0, engine.NumSeats, "", seat+": 1 if it was the first to win, 2 the second and so on; 0 for no win")
	b.add("win_fan_"+seat, 0, mostFanDeclared, "fan", seat+": fan of its last win, before the cap")
	b.add("win_drawn_"+seat, 0, 1, "", seat+": 1 if its last win was a self-draw")
	for from := 1; from < engine.NumSeats; from++ {
		b.add(fmt.Sprintf("claims_%s_%d", seat, from), 0, 4, "melds", fmt.Sprintf("%s: pungs and kongs claimed from the seat %d further in turn order", seat, from))
	}
	for from := 1; from < engine.NumSeats; from++ {
		b.add(fmt.Sprintf("win_%s_%d", seat, from), 0, 1, "", fmt.Sprintf("%s: 1 if its last win was on a tile of the seat %d further", seat, from))
	}
	for i := range tile.NumSuits {
		b.add(fmt.Sprintf("win_%s_%c", seat, placeLetters[i]), 0, 1, "", fmt.Sprintf("%s: 1 if its last win was on a tile of the suit %c", seat, placeLetters[i]))
	}
	for _, shape := range wonShapes {
		b.add(fmt.Sprintf("win_%s_%s", seat, shape.name), 0, 1, "", fmt.Sprintf("%s: 1 if the patterns of its last win tell of %s", seat, shape.name))
	}
}
