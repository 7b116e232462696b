package features

import (
	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// An Order is the order in which an encoder lists the suits. The rules treat the
// three suits alike, so that a learner should not have to learn everything three
// times, nor six: the seat's own void suit comes last, of the two others the one
// of which the seat owns more tiles first. Before the suit is named the shortest
// comes last in its place.
//
// Equally long suits go by their held tiles, and only suits that are alike in
// those too by m, p, s: an exchange of two suits changes nothing that the seat
// sees of itself.
type Order [tile.NumSuits]tile.Suit

// The places of an order, as the names of features call the suits.
const (
	first  = iota // x, the longer live suit
	second        // y, the other
	last          // z, the void suit, or the shortest
)

// placeLetters name suits by their place in an order, as mps do by what they are.
const placeLetters = "xyz"

// OrderOf returns the order of the suits for the seat whose view it is.
func OrderOf(v engine.View) Order {
	m := v.Melds(v.Seat())
	return orderOf(v.Held(), &m, v.Void(v.Seat()))
}

func orderOf(held tile.Held, melds *tile.Melds, void tile.Suit) Order {
	var length [tile.NumSuits + 1]int
	for _, m := range melds.All() {
		length[m.Tile().Suit()%(tile.NumSuits+1)] += m.Size()
	}
	for s, w := range held {
		length[s] += w.Total()
	}
	precedes := func(a, b tile.Suit) bool {
		return length[a] > length[b] || length[a] == length[b] && held[a] > held[b]
	}
	if void < tile.NumSuits { // two are left to sort
		a, b := (void+1)%tile.NumSuits, (void+2)%tile.NumSuits
		if a > b {
			a, b = b, a
		}
		if precedes(b, a) {
			a, b = b, a
		}
		return Order{a, b, void}
	}
	o := Order{tile.Characters, tile.Dots, tile.Bamboo}
	for _, i := range [...]int{0, 1, 0} { // three neighbours sorted, stable
		if precedes(o[i+1], o[i]) {
			o[i], o[i+1] = o[i+1], o[i]
		}
	}
	return o
}

// Place returns the place of a suit, 0 to 2.
func (o Order) Place(s tile.Suit) int {
	for i, x := range o {
		if x == s {
			return i
		}
	}
	panic("features: NoSuit has no place")
}

// String returns the letters of the suits in order, "psm".
func (o Order) String() string { return o[0].String() + o[1].String() + o[2].String() }
