package study

import (
	"encoding/binary"

	"xuezhan/engine"
	"xuezhan/engine/fan"
)

// A Row is an alternative of a fork and how it ended, a value of fixed size.
type Row struct {
	Hand        int64
	Fork        int // number of the fork in its hand, over all orders, from 0
	Seat        int
	Bot         int    // index into the configuration's bots
	Others      Others // who else sits at the table, with a field
	Order       int    // of the wall; 0 is the hand's own
	Step        int    // actions of the hand before the fork, forced ones included
	Number      int    // of the alternative in its fork, from 0
	Own         bool
	Alternative // with its features
	Outcome
	// Payoff is what the place at the end of the game is worth, in units of
	// 1/payoffScale; 0 without a game.
	Payoff int64
}

// An Outcome is what a seat gets from a fork to the end of the hand.
type Outcome struct {
	Account  engine.Account // points by source
	Wins     int            // of the seat
	First    FirstWin
	Standing engine.Standing // at the end of the hand
	Left     int             // tiles left in the wall at the end
	Actions  int             // made by all seats, forced ones included
}

// A FirstWin is the first win after the fork; its zero value with Fan −1 stands
// for none.
type FirstWin struct {
	Fan       int // before the cap, −1 for none
	Points    int // base value
	Left      int // tiles left in the wall
	Situation fan.Situation
}

// Points returns the points from the fork on.
func (o *Outcome) Points() int64 { return int64(o.Account.Total()) }

// BySelfDraw reports whether the first win was drawn.
func (w *FirstWin) BySelfDraw() bool { return w.Fan >= 0 && w.Situation&fan.BySelfDraw != 0 }

// Has reports whether the alternative bears a label.
func (a *Alternative) Has(label int) bool { return a.Labels>>label&1 == 1 }

// worth returns what the outcome counts: the points from the fork on, or the payoff of a
// game.
func (r *Row) worth(g *Game) int64 {
	if g == nil {
		return r.Points()
	}
	return r.Payoff
}

// append appends the row in a fixed form to what a digest is taken of.
func (r *Row) append(b []byte) []byte {
	own := byte(0)
	if r.Own {
		own = 1
	}
	b = binary.LittleEndian.AppendUint64(b, uint64(r.Hand))
	b = append(b, byte(r.Fork), byte(r.Fork>>8), byte(r.Seat), byte(r.Order), byte(r.Number), own, byte(r.Policy), byte(r.NForced))
	b = binary.LittleEndian.AppendUint16(b, uint16(r.Step))
	b = binary.LittleEndian.AppendUint16(b, r.Labels)
	b = binary.LittleEndian.AppendUint16(b, uint16(r.Refused))
	for _, a := range r.Forced {
		b = append(b, byte(a))
	}
	for _, f := range r.Features {
		b = binary.LittleEndian.AppendUint16(b, uint16(f))
	}
	for _, p := range r.Account {
		b = binary.LittleEndian.AppendUint32(b, uint32(p))
	}
	b = append(b, byte(r.Wins), byte(r.First.Fan), byte(r.First.Left), byte(r.First.Situation), byte(r.Standing), byte(r.Left))
	if r.Others != (Others{}) {
		for _, o := range r.Others {
			b = append(b, byte(o))
		}
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(r.First.Points))
	return binary.LittleEndian.AppendUint16(b, uint16(r.Actions))
}
