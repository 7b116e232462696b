package policy

import (
	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// A waitFans is what tiles one from a win wait on, and the fan of a win on each kind.
type waitFans struct {
	held  tile.Held
	melds tile.Melds
	void  tile.Suit
	known bool
	kinds tile.Kinds // but those owned four times, and those that are no win
	fans  [tile.Count]uint8
}

// A waitMemory has the waits that were asked for last. They depend on a seat's own tiles
// alone, which are the same from turn to turn once it is ready. Tiles have one place in
// it, so that later ones displace earlier ones.
type waitMemory [1 << waitBits]waitFans

const waitBits = 4

// of returns what the tiles of a hand wait on. It is valid until the next call.
func (m *waitMemory) of(e *engine.Engine, h *hand) *waitFans {
	mixed := uint64(h.held[0]) ^ uint64(h.held[1])<<18 ^ uint64(h.held[2])<<36
	w := &m[mixed*0x9e3779b97f4a7c15>>(64-waitBits)]
	if !w.known || w.held != h.held || w.void != h.void || w.melds != h.all {
		w.read(e, h)
	}
	return w
}

// read works out the waits.
func (w *waitFans) read(e *engine.Engine, h *hand) {
	w.held, w.melds, w.void, w.known = h.held, h.all, h.void, true
	w.kinds = e.Waits(&h.held, h.melds, h.void) &^ tile.OwnsFour(&h.held, &h.all)
	for k := w.kinds; k != 0; k = k.Rest() {
		t := k.First()
		full := h.held.With(t)
		r, ok := e.Scorer().Score(&full, &h.all, t, 0)
		if !ok {
			w.kinds &^= t.Bit()
		}
		w.fans[t] = uint8(min(r.Fan, mostFan))
	}
}

// waits weighs the tiles that tiles one from a win wait on, and returns what a win
// on them pays on average.
func (b *valuer) waits(o *outlook, h *hand) (weights, pay int) {
	w := b.waited.of(o.view.Engine(), h)
	pays := 0
	for k := w.kinds; k != 0; k = k.Rest() {
		t := k.First()
		n := o.draw[t.Suit()]
		if !o.seen.Has(t) {
			n += o.claim[t.Suit()]
		}
		n *= o.unseen.Count(t)
		weights += n
		pays += n * o.pay[min(int(w.fans[t]), o.cap)]
	}
	if weights == 0 {
		return 0, 0
	}
	return weights, pays / weights
}
