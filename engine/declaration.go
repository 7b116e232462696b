package engine

import (
	"math/bits"

	"xuezhan/engine/fan"
	"xuezhan/engine/tile"
)

// A Declaration is a pung, a kong or a win, as all seats saw it. An added kong
// that was robbed is no declaration of its own: the wins on it tell of it.
//
// It is packed into one word, from the lowest bit on: the kind in 4 bits, seat
// and from in 2 each, the tile in 5, the length of the river in 8, the situation
// in 7, the fan in 9 and the patterns in the rest.
type Declaration uint64

// Where the parts of a Declaration begin.
const (
	declaredSeat     = 4
	declaredFrom     = declaredSeat + 2
	declaredTile     = declaredFrom + 2
	declaredRiver    = declaredTile + 5
	declaredHow      = declaredRiver + 8
	declaredFan      = declaredHow + 7
	declaredPatterns = declaredFan + 9
)

// maxDeclarations bounds the declarations of a hand. Every seat has at most four
// melds, each of which may be declared once more as an added kong. Wins come at
// most three to a tile, on the discard that ends a turn or on the kong that is
// robbed in it, or one to a turn that ends with a self-draw. A pung's turn adds
// none, as the tile it took was not won on, so the turns that count are the
// opening and one for each tile of the wall.
const maxDeclarations = 2*NumSeats*tile.MaxMelds + (NumSeats-1)*(1+wallTiles)

// Kind returns what was declared: KindPung, KindKong (claimed), KindConcealedKong,
// KindAddedKong or KindWin.
func (d Declaration) Kind() ActionKind { return ActionKind(d & 15) }

// Seat returns who declared it.
func (d Declaration) Seat() int { return int(d >> declaredSeat & 3) }

// From returns whose tile it took: the seat itself for a concealed or added kong
// and for a self-draw.
func (d Declaration) From() int { return int(d >> declaredFrom & 3) }

// Tile returns the kind of the meld, or the tile that was won on. It is None for
// another seat's concealed kong where the rules hide it, and for a win with the
// opening tiles, which takes none.
func (d Declaration) Tile() tile.Tile { return tile.Tile(d >> declaredTile & 31) }

// River returns the number of tiles in the river at that time. A tile that was
// taken from another seat is the last of them.
func (d Declaration) River() int { return int(d >> declaredRiver & 255) }

// Situation returns how a win came about.
func (d Declaration) Situation() fan.Situation { return fan.Situation(d >> declaredHow & 127) }

// Fan returns the fan of a win, before the cap.
func (d Declaration) Fan() int { return int(d >> declaredFan & 511) }

// Patterns returns what the fan of a win were for.
func (d Declaration) Patterns() fan.Patterns { return fan.Patterns(d >> declaredPatterns) }

// withTile returns the declaration with another tile.
func (d Declaration) withTile(t tile.Tile) Declaration {
	return d&^(31<<declaredTile) | Declaration(t)<<declaredTile
}

// declare adds a declaration to the hand's.
func (h *Hand) declare(k ActionKind, s, from uint8, t tile.Tile) {
	h.declarations[h.nDeclared] = Declaration(k) | Declaration(s)<<declaredSeat |
		Declaration(from)<<declaredFrom | Declaration(t)<<declaredTile | Declaration(h.nRiver)<<declaredRiver
	h.nDeclared++
}

// declareWin adds a win to the hand's declarations.
func (h *Hand) declareWin(s, from uint8, t tile.Tile, how fan.Situation, r *fan.Result) {
	h.declare(KindWin, s, from, t)
	h.declarations[h.nDeclared-1] |= Declaration(how)<<declaredHow |
		Declaration(r.Fan)<<declaredFan | Declaration(r.Patterns)<<declaredPatterns
}

// kongKinds says what each kind of meld is declared as.
var kongKinds = [...]ActionKind{tile.ClaimedKong: KindKong, tile.ConcealedKong: KindConcealedKong, tile.AddedKong: KindAddedKong}

// Declarations returns the number of pungs, kongs and wins so far. A hand that was
// made by Place starts with none, whatever melds lie on the table.
func (v View) Declarations() int { return int(v.h.nDeclared) }

// Declaration returns one of the pungs, kongs and wins so far, in order from 0.
// Winners of one tile follow each other in turn order.
func (v View) Declaration(i int) Declaration {
	d := v.h.declarations[:v.h.nDeclared][i]
	if d.Kind() == KindConcealedKong && d.Seat() != int(v.seat) && !v.e.rules.ConcealedShown {
		return d.withTile(tile.None)
	}
	return d
}

// Given returns the tiles that the seat passed on in the exchange, once they have
// changed hands. They went to Receiver.
func (v View) Given() tile.Held { return v.self().given }

// Received returns the tiles that the seat was given in the exchange, by Giver.
func (v View) Received() tile.Held { return v.h.seats[v.Giver()].given }

// Receiver returns the seat to which the exchanged tiles of this one go.
func (v View) Receiver() int { return int(after(v.seat, v.h.direction)) }

// Giver returns the seat from which this one gets exchanged tiles.
func (v View) Giver() int { return int(after(v.seat, NumSeats-v.h.direction)) }

// Known returns the tiles that the receiver of the exchange still has concealed
// for certain: those that this seat gave it, without what it has shown since. A
// tile discarded as it was drawn takes nothing away.
func (v View) Known() tile.Held {
	known := v.self().given
	if known == (tile.Held{}) {
		return known
	}
	s := v.Receiver()
	for _, r := range v.h.River() {
		if r.Seat() == s && !r.AsDrawn() && known.Count(r.Tile()) > 0 {
			known.Remove(r.Tile())
		}
	}
	hidden := false
	melds := v.Melds(s)
	for _, m := range melds.All() {
		if m.Tile() == tile.None {
			hidden = true
			continue
		}
		own := m.Size()
		if m.Kind() != tile.ConcealedKong {
			own-- // one was another seat's
		}
		known.AddN(m.Tile(), -min(own, known.Count(m.Tile())))
	}
	if hidden {
		v.dropHidden(&known)
	}
	return known
}

// dropHidden takes away the kinds that may be those of a hidden kong.
func (v View) dropHidden(known *tile.Held) {
	unseen := v.Unseen()
	for k := known.Kinds() & unseen.Quads(); k != 0; k = k.Rest() {
		t := k.First()
		known.AddN(t, -known.Count(t))
	}
}

// Refundable returns the points that a seat has for its kongs and may yet have to
// give back.
func (v View) Refundable(s int) int {
	n := 0
	for _, k := range v.h.seats[s].kongs {
		n += int(k.points) * bits.OnesCount8(k.payers)
	}
	return n
}

// Account returns what a seat has gained and lost in the hand so far, by source.
func (v View) Account(s int) Account { return v.h.ledger[s] }
