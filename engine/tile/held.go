package tile

import (
	"encoding/binary"
	"iter"
	"math/bits"
)

// A SuitWord counts the tiles of one suit, three bits a rank: rank r is
// in bits 3(r−1) to 3(r−1)+2. Counts run to 5 where a rule looks at a fifth
// copy by shape alone, so three bits always suffice.
type SuitWord uint32

const (
	// ones has the lowest bit of every rank's three set.
	ones SuitWord = 0o111111111
	// RankBits is the number of bits a rank takes in a SuitWord.
	RankBits = 3
)

// Unit returns the word that holds one tile of rank index r, 0–8.
func Unit(r int) SuitWord { return 1 << (RankBits * uint(r) % wordBits) }

// Rank returns the number of tiles of rank index r, 0–8.
func (w SuitWord) Rank(r int) int { return int(w >> (RankBits * uint(r) % wordBits) & 7) }

// Lowest returns the rank index of w's lowest tile. It is past the last rank
// when w is empty.
func (w SuitWord) Lowest() int { return bits.TrailingZeros32(uint32(w)) / RankBits }

// WithoutLast returns w without its n highest tiles, empty if there are no more.
func (w SuitWord) WithoutLast(n int) SuitWord {
	for range n {
		w -= lastUnit[bits.Len32(uint32(w))]
	}
	return w
}

// lastUnit is the unit of the highest rank of a word, by the word's length.
var lastUnit = func() (units [33]SuitWord) {
	for n := 1; n <= Ranks*RankBits; n++ {
		units[n] = Unit((n - 1) / RankBits)
	}
	return units
}()

// Kinds returns the ranks that are held as if the suit were the first.
func (w SuitWord) Kinds() Kinds { return compress(w.AtLeast1()) }

// Marks returns the ranks marked in w as AtLeast1 and its like mark them, as if the
// suit were the first.
func (w SuitWord) Marks() Kinds { return compress(w) }

// Total returns the number of tiles in w.
func (w SuitWord) Total() int { return sixes(w).total() }

// sixBits counts tiles in fields of six bits; a sum may reach 63.
type sixBits uint64

// sixes adds the three-bit counts of the even and of the odd ranks into fields
// of six bits. Those of three suits may be added before they are summed up.
func sixes(w SuitWord) sixBits {
	const even = 0o070707070707 & (1<<27 - 1)
	return sixBits(w&even) + sixBits(w>>3&even)
}

// total sums the five fields: neighbours into fields of twelve bits, and those
// by one multiplication, in its top field.
func (x sixBits) total() int {
	const even = 0o77 | 0o77<<12 | 0o77<<24
	x = x&even + x>>6&even
	const fold = 1 | 1<<12 | 1<<24
	return int(x * fold >> 24 & (1<<12 - 1))
}

// AtLeast1 to AtLeast4 return a word with bit 3r set for every rank index r
// of which w holds at least that many, and Odd for every rank held an odd
// number of times. Counts of five and more count as four.
func (w SuitWord) AtLeast1() SuitWord { return (w | w>>1 | w>>2) & ones }

// AtLeast2 marks the ranks held at least twice; see AtLeast1.
func (w SuitWord) AtLeast2() SuitWord { return (w>>1 | w>>2) & ones }

// AtLeast3 marks the ranks held at least three times; see AtLeast1.
func (w SuitWord) AtLeast3() SuitWord { return (w&(w>>1) | w>>2) & ones }

// AtLeast4 marks the ranks held at least four times; see AtLeast1.
func (w SuitWord) AtLeast4() SuitWord { return w >> 2 & ones }

// Odd marks the ranks held an odd number of times; see AtLeast1.
func (w SuitWord) Odd() SuitWord { return w & ones }

// Pairs returns the number of pairs in w; four of a kind are two.
func (w SuitWord) Pairs() int {
	return bits.OnesCount32(uint32(w>>1&ones)) + 2*bits.OnesCount32(uint32(w>>2&ones))
}

// compress moves the bits 0, 3, … 24 of w to the bits 0–8. There must be no
// others. A factor with several bits adds up w moved by as many places; no two
// of the moved bits meet. The first brings the bits 0, 3 and 6 of each triple
// to 4, 5 and 6; the second the triples, 9 bits apart, to 12, 15 and 18.
func compress(w SuitWord) Kinds {
	w = w * (1 | 1<<2 | 1<<4) >> 4 & 0o007007007
	return Kinds(w*(1|1<<6|1<<12)>>12) & (1<<Ranks - 1)
}

// Held is a multiset of tiles, a word a suit. It is what a seat has
// concealed, and any other heap of tiles: unseen ones, discards.
type Held [NumSuits]SuitWord

// FromCounts returns the tiles with these counts of each kind, in the order of
// the kinds: 1m to 9m, then p, then s. A count above seven spoils its neighbours.
func FromCounts(counts *[Count]uint8) Held {
	return Held{
		packed((*[Ranks]uint8)(counts[:])), packed((*[Ranks]uint8)(counts[Ranks:])), packed((*[Ranks]uint8)(counts[2*Ranks:])),
	}
}

// packed joins nine counts of a byte each into a word: first two neighbours, 8 bits
// apart, into six bits, then two of those, 16 bits apart, and two of these.
func packed(counts *[Ranks]uint8) SuitWord {
	x := binary.LittleEndian.Uint64(counts[:])
	x = (x | x>>(8-RankBits)) & 0x003f003f003f003f
	x = (x | x>>(16-2*RankBits)) & 0x00000fff00000fff
	return SuitWord(x|x>>(32-4*RankBits)) | SuitWord(counts[8])<<(8*RankBits)
}

// FromTiles returns the tiles of a list.
func FromTiles(list []Tile) Held {
	var low, high uint64
	for _, t := range list {
		p := &wholes[t%wordBits]
		low += p.low
		high += p.high
	}
	const suit = 1<<(Ranks*RankBits) - 1
	return Held{SuitWord(low & suit), SuitWord(low >> (Ranks * RankBits) & suit), SuitWord(low>>(2*Ranks*RankBits)&511 | high<<9)}
}

// wholes says of every tile where it counts among the 81 bits of a hand: the kinds up to
// 3s in the low word, the others in the high one.
var wholes = func() (list [wordBits]struct{ low, high uint64 }) {
	const inLow = 64 / RankBits
	for t := range Count {
		if t < inLow {
			list[t].low = 1 << (RankBits * t)
		} else {
			list[t].high = 1 << (RankBits * (t - inLow))
		}
	}
	return list
}()

// Add adds one tile.
func (h *Held) Add(t Tile) { h.AddN(t, 1) }

// Remove takes one tile away. The tile must be there.
func (h *Held) Remove(t Tile) { h.AddN(t, -1) }

// AddN adds n copies of t; a negative n takes them away.
func (h *Held) AddN(t Tile, n int) {
	p := &places[t%wordBits]
	h[p.suit] += SuitWord(n) * p.unit
}

// places says of every tile which word counts it, and one of it there.
var places = func() (list [wordBits]struct {
	unit SuitWord
	suit Suit
}) {
	for t := range Tile(Count) {
		list[t].suit, list[t].unit = t.Suit(), Unit(t.Rank()-1)
	}
	return list
}()

// With returns h with one more t.
func (h Held) With(t Tile) Held { h.Add(t); return h }

// Without returns h with one t less. The tile must be there.
func (h Held) Without(t Tile) Held { h.Remove(t); return h }

// Count returns the number of tiles of kind t.
func (h *Held) Count(t Tile) int { return h[t/Ranks].Rank(int(t % Ranks)) }

// Total returns the number of tiles.
func (h *Held) Total() int { return (sixes(h[0]) + sixes(h[1]) + sixes(h[2])).total() }

// Kinds returns the kinds that h holds.
func (h *Held) Kinds() Kinds {
	return join(h[0].AtLeast1(), h[1].AtLeast1(), h[2].AtLeast1())
}

// All ranges over the kinds in h, ascending, with the number of tiles of each.
func (h Held) All() iter.Seq2[Tile, int] {
	return func(yield func(Tile, int) bool) {
		for k := h.Kinds(); k != 0; k = k.Rest() {
			if t := k.First(); !yield(t, h.Count(t)) {
				return
			}
		}
	}
}

// Twice, Thrice and Quads return the kinds that h holds at least two, three and
// four of.
func (h *Held) Twice() Kinds {
	return join(h[0].AtLeast2(), h[1].AtLeast2(), h[2].AtLeast2())
}

// Thrice returns the kinds that h holds at least three of.
func (h *Held) Thrice() Kinds {
	return join(h[0].AtLeast3(), h[1].AtLeast3(), h[2].AtLeast3())
}

// Quads returns the kinds that h holds at least four of.
func (h *Held) Quads() Kinds {
	return join(h[0].AtLeast4(), h[1].AtLeast4(), h[2].AtLeast4())
}

func join(m, p, s SuitWord) Kinds {
	return compress(m) | compress(p)<<Ranks | compress(s)<<(2*Ranks)
}

// HasSuit reports whether h holds a tile of s. It is false for NoSuit.
func (h *Held) HasSuit(s Suit) bool { return s < NumSuits && h[s] != 0 }

// WithoutLast returns h without its n highest tiles: the last when they are laid
// out in ascending order.
func (h *Held) WithoutLast(n int) Held {
	var rest Held
	for s := NumSuits - 1; s >= 0; s-- {
		rest[s] = h[s].WithoutLast(n)
		n -= h[s].Total() - rest[s].Total()
	}
	return rest
}

// spread turns nine bits of a set of kinds into a mask of three bits a rank.
var spread = func() (s [1 << Ranks]SuitWord) {
	for k := range s {
		for r := range Ranks {
			s[k] |= SuitWord(k>>r&1) * 7 << (RankBits * r)
		}
	}
	return s
}()

// CountOf returns the number of tiles in w of the ranks in a set, as Kinds has it.
func (w SuitWord) CountOf(ranks Kinds) int {
	return sixes(w & spread[ranks&(1<<Ranks-1)]).total()
}

// CountOf returns the number of tiles of the kinds in the set.
func (h *Held) CountOf(k Kinds) int {
	const all = 1<<Ranks - 1
	return (sixes(h[0]&spread[k&all]) + sixes(h[1]&spread[k>>Ranks&all]) +
		sixes(h[2]&spread[k>>(2*Ranks)&all])).total()
}
