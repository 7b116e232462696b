package net

// addRows is addRowsPlain by vectors of eight numbers, or of four, which every processor
// of this kind has. Each lane sees the same products and sums in the same order, rounded
// the same, so that results are equal bit by bit. The profile of learned has nine tenths
// of a net's time here, and the compiler makes no use of vectors.
func addRows(block *[blockLanes]float32, rows []float32, places []int32, x []float32) {
	switch {
	case len(places) == 0:
	case hasAVX:
		addInputsAVX(block, &rows[0], &places[0], len(places), &x[0])
	default:
		addInputs(block, &rows[0], &places[0], len(places), &x[0])
	}
}

// hasAVX: the processor has vectors of eight numbers, and the system keeps them.
var hasAVX = supportsAVX()

func supportsAVX() bool

//go:noescape
func addInputs(block *[blockLanes]float32, rows *float32, places *int32, inputs int, x *float32)

//go:noescape
func addInputsAVX(block *[blockLanes]float32, rows *float32, places *int32, inputs int, x *float32)
