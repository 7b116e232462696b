package features

import (
	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// V1Rows encodes prospects of one decision as V1 does, one after the other, to compare
// where actions lead. What is the same as in the row before is not written again: the
// other seats, and the suits that the seat holds as before. The zero value is ready,
// and belongs to one goroutine.
type V1Rows struct {
	// WithoutKinds leaves out what is counted by kind, the features from V1Kinds on,
	// for those who do not read them.
	WithoutKinds bool

	row   [v1Len]float32
	begun bool
	order Order
	held  tile.Held
	own   publicSeat
	// acted and replacement are all of the moment that actions of a decision change.
	acted, replacement bool
}

// The features of V1 before V1Own are of time and seats: they are much the same in all
// rows of a decision. Those from there to V1Second are of the suit x. Those from V1Kinds on
// are counted by kind.
const (
	V1Own    = atSuits
	V1Second = atSuits + suitNumbers
	V1Kinds  = atOwn
)

// Begin says that the next prospect is of another decision.
func (r *V1Rows) Begin() { r.begun = false }

// Encode returns the features of a prospect, valid until the next call, and the place
// before which all are as in the row before: V1Second, V1Own or 0.
func (r *V1Rows) Encode(p *Prospect) (row []float32, same int) {
	var m measure
	m.of(p)
	x, own := &r.row, &p.seats[0]
	again := r.begun && m.order == r.order
	moment := again && p.acted == r.acted && p.replacement == r.replacement
	if !moment {
		encodeMoment(x, p)
	}
	sameOwn := again && *own == r.own
	if !sameOwn {
		encodeSeat(seatBlock(x, 0), own, m.order)
	}
	for i := 1; i < engine.NumSeats && !again; i++ {
		encodeSeat(seatBlock(x, i), &p.seats[i], m.order)
	}
	if moment && sameOwn {
		same = V1Own
		if x := m.order[first]; p.held[x] == r.held[x] {
			same = V1Second
		}
	}
	for i, s := range m.order {
		if !again || p.held[s] != r.held[s] {
			encodeSuit(suitBlock(x, i), p, s)
		}
	}
	r.begun, r.order, r.held, r.own = true, m.order, p.held, *own
	r.acted, r.replacement = p.acted, p.replacement
	encodeShapes(x, p, &m)
	if !r.WithoutKinds {
		encodeKinds(x, p, &m)
	}
	return x[:], same
}
