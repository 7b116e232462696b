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
	own   [seatNumbers]float32 // the seat's own block, as it was
	phase [atSeats]float32     // and what stands before it
}

// The features of V1 before V1Own are of time and seats: they are much the same in all
// rows of a decision. Those from V1Kinds on are counted by kind.
const (
	V1Own   = atSuits
	V1Kinds = atOwn
)

// Begin says that the next prospect is of another decision.
func (r *V1Rows) Begin() { r.begun = false }

// Encode returns the features of a prospect, valid until the next call, and whether all
// before V1Own are as in the row before.
func (r *V1Rows) Encode(p *Prospect) (row []float32, same bool) {
	var m measure
	m.of(p)
	x := &r.row
	again := r.begun && m.order == r.order
	r.begun, r.order = true, m.order
	encodeMoment(x, p)
	encodeSeat(seatBlock(x, 0), &p.seats[0], m.order)
	same = again && r.phase == *(*[atSeats]float32)(x[:]) && r.own == *seatBlock(x, 0)
	r.phase, r.own = *(*[atSeats]float32)(x[:]), *seatBlock(x, 0)
	for i := 1; i < engine.NumSeats && !again; i++ {
		encodeSeat(seatBlock(x, i), &p.seats[i], m.order)
	}
	for i, s := range m.order {
		if !again || p.held[s] != r.held[s] {
			encodeSuit(suitBlock(x, i), p, s)
		}
	}
	r.held = p.held
	encodeShapes(x, p, &m)
	if !r.WithoutKinds {
		encodeKinds(x, p, &m)
	}
	return x[:], same
}
