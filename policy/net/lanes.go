package net

// A net's sums are worked out side by side, in lanes: one for each hidden unit, and the
// last one for the linear part. Lanes stand in blocks of blockLanes, as many as stay in
// registers while a block goes over all inputs; what is left of the last block is 0.
const (
	blockLanes = 20
	maxLanes   = (MaxHidden + blockLanes) / blockLanes * blockLanes
)

// lanes are the sums, and what each input adds to them.
type lanes struct {
	blocks int
	first  [maxLanes]float32 // the biases
	// rows has for each block, one after the other, the weights of every input.
	rows []float32
}

// newLanes lays a net's weights out in lanes.
func newLanes(w *Weights) lanes {
	units, inputs := len(w.Output), len(w.Linear)
	l := lanes{blocks: (units + 1 + blockLanes - 1) / blockLanes}
	l.rows = make([]float32, l.blocks*inputs*blockLanes)
	put := func(lane int, bias float32, weights []float32) {
		l.first[lane] = bias
		block, at := lane/blockLanes, lane%blockLanes
		for i, x := range weights {
			l.rows[(block*inputs+i)*blockLanes+at] = x
		}
	}
	for u := range units {
		put(u, w.HiddenBias[u], w.Hidden[u])
	}
	put(units, w.Bias, w.Linear)
	return l
}

// addRowsPlain adds to the lanes of a block what inputs, which stand at some places of
// x, add to them: input after input, each product and each sum rounded to float32.
// Inputs that are 0 are left out. The conversion keeps the compiler from fusing a product
// with a sum.
func addRowsPlain(block *[blockLanes]float32, rows []float32, places []int32, x []float32) {
	for i, at := range places {
		row := (*[blockLanes]float32)(rows[i*blockLanes:])
		if f := x[at]; f != 0 {
			for lane := range block {
				block[lane] += float32(f * row[lane])
			}
		}
	}
}
