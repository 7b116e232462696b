package tile

import (
	"iter"
	"math/bits"
)

// Suit is one of the three suits. NoSuit means that a suit is not known or
// not yet named.
type Suit uint8

// The suits, in the order in which ties between suits are settled.
const (
	Characters Suit = iota
	Dots
	Bamboo
	NoSuit
)

// NumSuits counts the suits, Ranks the ranks of a suit.
const (
	NumSuits = 3
	Ranks    = 9
)

// String returns the suit's letter: "m", "p" or "s", and "-" for NoSuit.
func (s Suit) String() string { return suitLetters[s : s+1] }

const suitLetters = "mps-"

// ParseSuit returns the suit of a letter m, p or s.
func ParseSuit(letter string) (Suit, bool) {
	switch letter {
	case "m":
		return Characters, true
	case "p":
		return Dots, true
	case "s":
		return Bamboo, true
	}
	return NoSuit, false
}

// A Tile is a kind of tile, 0–26: suit·9 + rank−1. The four copies of a kind
// are not told apart.
type Tile uint8

const (
	// Count is the number of kinds.
	Count = NumSuits * Ranks
	// Copies is the number of tiles of each kind.
	Copies = 4
	// Total is the number of tiles of the set.
	Total = Count * Copies
	// None means that there is no tile, or that it is
	// not known.
	None Tile = Count
)

// Of returns the tile of a suit and a rank 1–9.
func Of(s Suit, rank int) Tile { return Tile(int(s)*Ranks + rank - 1) }

// Suit returns the tile's suit.
func (t Tile) Suit() Suit { return Suit(t / Ranks) }

// Rank returns the tile's rank, 1–9.
func (t Tile) Rank() int { return int(t%Ranks) + 1 }

// Bit returns the set that holds only t.
func (t Tile) Bit() Kinds { return 1 << (t % wordBits) }

// String returns the tile in text, "5m", and "--" for None.
func (t Tile) String() string {
	if t >= Count {
		return "--"
	}
	return string([]byte{'0' + byte(t.Rank()), suitLetters[t.Suit()]})
}

// Kinds is a set of kinds: bit t is set when the kind t is in it.
type Kinds uint32

// wordBits is the length of a set, and of a SuitWord. Shifts go by less, but that
// is for us to know: the remainder spares the instructions for those that do not.
const wordBits = 32

// AllKinds is the set of all 27 kinds.
const AllKinds Kinds = 1<<Count - 1

// SuitKinds returns the set of the nine kinds of s; none for NoSuit.
func SuitKinds(s Suit) Kinds { return (1<<Ranks - 1) << (uint(s) * Ranks % wordBits) & AllKinds }

// Has reports whether t, a tile or None, is in the set.
func (k Kinds) Has(t Tile) bool { return k>>(t%wordBits)&1 != 0 }

// Len returns the number of kinds in the set.
func (k Kinds) Len() int { return bits.OnesCount32(uint32(k)) }

// First returns the lowest kind in the set, which must not be empty.
func (k Kinds) First() Tile { return Tile(bits.TrailingZeros32(uint32(k))) }

// Rest returns the set without its lowest kind. Together with First it walks
// a set in ascending order:
//
//	for ; k != 0; k = k.Rest() { use(k.First()) }
func (k Kinds) Rest() Kinds { return k & (k - 1) }

// All ranges over the kinds in the set, ascending. Where nanoseconds count, First
// and Rest are faster.
func (k Kinds) All() iter.Seq[Tile] {
	return func(yield func(Tile) bool) {
		for ; k != 0; k = k.Rest() {
			if !yield(k.First()) {
				return
			}
		}
	}
}

// String returns the set in text, "12m5p".
func (k Kinds) String() string {
	var h Held
	for ; k != 0; k = k.Rest() {
		h.Add(k.First())
	}
	return h.String()
}
