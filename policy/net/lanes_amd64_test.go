package net

import "testing"

// TestVectors holds both lengths of vectors to the plain loop, for all numbers of inputs:
// addRows takes the one that the processor has.
func TestVectors(t *testing.T) {
	n, _, _ := randomNet(t, 115, 16, 1)
	for inputs := 1; inputs <= len(n.places); inputs++ {
		rows, places := n.lanes.rows[:inputs*blockLanes], n.places[:inputs]
		x := randomRow(uint64(inputs))
		if inputs%10 == 0 {
			clear(x)
		}
		var want, four, eight [blockLanes]float32
		addRowsPlain(&want, rows, places, x)
		addInputs(&four, &rows[0], &places[0], inputs, &x[0])
		if four != want {
			t.Fatalf("vectors of four: got %v, want %v", four, want)
		}
		if !hasAVX {
			continue
		}
		addInputsAVX(&eight, &rows[0], &places[0], inputs, &x[0])
		if eight != want {
			t.Fatalf("vectors of eight: got %v, want %v", eight, want)
		}
	}
}
