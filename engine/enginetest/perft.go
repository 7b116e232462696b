package enginetest

import "xuezhan/engine"

// Perft returns the number of legal action sequences of a length from a hand,
// counting those that end the hand before as one. It is named after what chess
// engines call the performance test, which counts moves to prove their
// generator.
func Perft(e *engine.Engine, h *engine.Hand, depth int) int {
	if depth == 0 || h.Over() {
		return 1
	}
	var room [engine.NumActions]engine.Action
	legal := e.Legal(h, room[:0])
	if depth == 1 {
		return len(legal)
	}
	n := 0
	for _, a := range legal {
		next := *h
		e.Apply(&next, a)
		n += Perft(e, &next, depth-1)
	}
	return n
}
