package features

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// Planes encodes what a seat knows as channels of 27 bytes, each 0 or 1: the kinds
// of the suits x, y and z in canonical order (see Order), nine ranks each, so that
// a convolution over ranks within a suit sees neighbours and nothing else. Counts
// are unary: the channel for n is 1 where there are at least n. What is not a
// matter of kinds is the same all over its channel.
//
// Channel c of kind k is dst[27·c + k]. The zero value is ready, and may be shared
// by goroutines.
type Planes struct{}

// numPlanes is the number of channels; Schema lists them.
const numPlanes = 4 + 2 + 6 + 12 + 4 + 4 + 3 + 1 + 1 + 1 + 4 + wallPlanes + 3 + 4 + 4*numPointSteps + numMoments

const (
	wallPlanes    = 7 // of eight tiles each
	wallStep      = 8
	numPointSteps = 5
	riverPlanes   = 3
)

// pointSteps are the points that channels tell to be reached.
var pointSteps = [numPointSteps]int{-15, -3, 1, 4, 16}

// Channels returns the number of channels.
func (Planes) Channels() int { return numPlanes }

// Len returns the number of bytes: 27 a channel.
func (Planes) Len() int { return numPlanes * tile.Count }

// Encode writes the channels of a seat's position to dst, which has room for Len
// bytes. It panics if there is less.
func (Planes) Encode(dst []uint8, v engine.View) {
	p := NewProspect(v)
	Planes{}.EncodeProspect(dst, &p)
}

// EncodeProspect is Encode for a prospect.
func (Planes) EncodeProspect(dst []uint8, p *Prospect) {
	var m measure
	m.of(p)
	w := planeWriter{rest: dst[:numPlanes*tile.Count], order: m.order}
	w.unary(&p.held, tile.Copies)
	w.melds(&p.seats[0].melds)
	for i := 1; i < engine.NumSeats; i++ {
		w.melds(&p.seats[i].melds)
	}
	for _, h := range p.rivers() {
		w.unary(&h, riverPlanes)
	}
	w.unary(&p.unseen, tile.Copies)
	for i := range p.seats {
		w.kinds(tile.SuitKinds(p.seats[i].void))
	}
	for i := 1; i < engine.NumSeats; i++ {
		w.kinds(p.seats[i].threat)
	}
	w.kinds(m.accepts)
	w.kinds(m.waits)
	w.kinds(p.view.Drawn().Bit() & tile.AllKinds)
	for i := range p.seats {
		if p.question != tile.None && p.asker == i {
			w.kinds(p.question.Bit())
		} else {
			w.kinds(0)
		}
	}
	w.moment(p)
}

// moment writes the channels that are the same for all kinds.
func (w *planeWriter) moment(p *Prospect) {
	for i := range wallPlanes {
		w.all(p.left > wallStep*i)
	}
	for i := 1; i < engine.NumSeats; i++ {
		w.all(p.seats[i].out)
	}
	for i := range p.seats {
		w.all(p.seats[i].won)
	}
	for i := range p.seats {
		for _, n := range pointSteps {
			w.all(p.seats[i].points >= n)
		}
	}
	for f := engine.PhaseExchange; f < engine.PhaseOver; f++ {
		w.all(!p.acted && p.view.Phase() == f)
	}
	w.all(p.acted)
	w.all(p.replacement)
}

// rivers returns the tiles that each seat has discarded.
func (p *Prospect) rivers() (h [engine.NumSeats]tile.Held) {
	for _, r := range p.view.River() {
		if !r.Robbed() {
			h[relative(r.Seat(), p.view.Seat())].Add(r.Tile())
		}
	}
	if p.acted && p.question != tile.None && p.asker == 0 && !p.replacement {
		h[0].Add(p.question)
	}
	return h
}

// A planeWriter writes one channel after the other.
type planeWriter struct {
	rest  []uint8
	order Order
}

// next returns the room of the next channel.
func (w *planeWriter) next() *[tile.Count]uint8 {
	plane := (*[tile.Count]uint8)(w.rest)
	w.rest = w.rest[tile.Count:]
	return plane
}

// kinds writes a channel for a set of kinds.
func (w *planeWriter) kinds(k tile.Kinds) {
	plane := w.next()
	for i, s := range w.order {
		*(*[tile.Ranks]uint8)(plane[i*tile.Ranks:]) = nineFlags[k>>(uint(s)*tile.Ranks%32)%(1<<tile.Ranks)]
	}
}

// nineFlags are the flags of the ranks of a suit, by the set of those that are set.
var nineFlags = func() (flags [1 << tile.Ranks][tile.Ranks]uint8) {
	for k := range flags {
		for r := range flags[k] {
			flags[k][r] = uint8(k >> r & 1)
		}
	}
	return flags
}()

// unary writes a channel each for at least 1 to n tiles of a kind.
func (w *planeWriter) unary(h *tile.Held, n int) {
	times := [tile.Copies]tile.Kinds{h.Kinds(), h.Twice(), h.Thrice(), h.Quads()}
	for _, k := range times[:n] {
		w.kinds(k)
	}
}

// melds writes a channel for pungs and one for kongs.
func (w *planeWriter) melds(m *tile.Melds) {
	kongs := m.KongKinds()
	w.kinds(m.Kinds() &^ kongs)
	w.kinds(kongs)
}

// all writes a channel that is the same for all kinds.
func (w *planeWriter) all(is bool) {
	plane := w.next()
	if is {
		*plane = allFlags
	} else {
		*plane = [tile.Count]uint8{}
	}
}

var allFlags = func() (flags [tile.Count]uint8) {
	for i := range flags {
		flags[i] = 1
	}
	return flags
}()

// Schema documents the channels.
func (Planes) Schema() Schema {
	var b schemaBuilder
	flag := func(name, meaning string) { b.add(name, 0, 1, "", meaning) }
	unary := func(name, meaning string, n int) {
		for i := 1; i <= n; i++ {
			flag(fmt.Sprintf("%s_%d", name, i), fmt.Sprintf("%s: at least %d", meaning, i))
		}
	}
	unary("own", "tiles held", tile.Copies)
	for _, seat := range relativeSeats {
		flag("pungs_"+seat, seat+": its pungs")
		flag("kongs_"+seat, seat+": its kongs as far as they are shown")
	}
	for _, seat := range relativeSeats {
		unary("discards_"+seat, seat+": tiles discarded", riverPlanes)
	}
	unary("unseen", "tiles that the seat does not see", tile.Copies)
	for _, seat := range relativeSeats {
		flag("void_"+seat, seat+": the kinds of its void suit, as far as it is known")
	}
	for _, seat := range relativeSeats[1:] {
		flag("danger_"+seat, seat+": the kinds it may yet win on: not of its void suit, and not let pass since its last discard")
	}
	flag("accepts", "the kinds that lower shanten; with a tile to discard, after the discard that keeps shanten and accepts most")
	flag("waits", "the kinds that the seat wins on; none with a tile to discard")
	flag("drawn", "the tile drawn in this turn")
	for _, seat := range relativeSeats {
		flag("question_"+seat, seat+": its tile in question")
	}
	for i := range wallPlanes {
		flag(fmt.Sprintf("left_over_%d", wallStep*i), fmt.Sprintf("everywhere: more than %d tiles are left in the wall", wallStep*i))
	}
	for _, seat := range relativeSeats[1:] {
		flag("out_"+seat, seat+": everywhere: it has left the hand")
	}
	for _, seat := range relativeSeats {
		flag("won_"+seat, seat+": everywhere: it has won")
	}
	for _, seat := range relativeSeats {
		for i, n := range pointSteps {
			flag(fmt.Sprintf("points_%s_%d", seat, i), fmt.Sprintf("%s: everywhere: at least %d points so far", seat, n))
		}
	}
	for f := engine.PhaseExchange; f < engine.PhaseOver; f++ {
		flag("phase_"+f.String(), "everywhere: the seat is asked in the phase "+f.String())
	}
	flag("acted", "everywhere: the seat has made its action and waits for what comes of it")
	flag("replacement", "everywhere: it draws a kong's replacement tile next")
	return Schema{Name: "planes", Version: 1, Width: tile.Count, Entries: b}
}
