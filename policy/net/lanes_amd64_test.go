package net

import "testing"

// TestVectors holds both lengths of vectors to the plain loop: addRows
// takes the one that the processor has.
func TestVectors(t *testing.T) {
	n, _, _ := randomNet(t, 115, 16, 1)
	rows := n.lanes.rows[:len(n.places)*blockLanes]
	for i := range uint64(50) {
		x := randomRow(i)
		var want, four, eight [blockLanes]float32
		addRowsPlain(&want, rows, n.places, x)
		addInputs(&four, &rows[0], &n.places[0], len(n.places), &x[0])
		if four != want {
			t.Fatalf("vectors of four: got %v, want %v", four, want)
		}
		if !hasAVX {
			continue
		}
		addInputsAVX(&eight, &rows[0], &n.places[0], len(n.places), &x[0])
		if eight != want {
			t.Fatalf("vectors of eight: got %v, want %v", eight, want)
		}
	}
}
