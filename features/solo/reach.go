package solo

import (
	"math/bits"

	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

const (
	maxGroups = 4
	numPairs  = 7
	far       = 15 // more than any hand lacks
)

// A lack says how many tiles a suit lacks for m groups, without a pair in [0][m]
// and with one in [1][m].
type lack [2][maxGroups + 1]uint8

// A suitLack is what is known of one suit: its lack, and that for groups and pair
// which together have at least n copies of a rank, in with[rank index][n−1]. It
// is known up to one copy more than is held.
type suitLack struct {
	plain lack
	with  [tile.Ranks][tile.Copies]lack
}

// maxSuits bounds the suits that a library keeps from one problem to the next:
// 12 MB.
const maxSuits = 1 << 15

// A library has what is known of the suits met so far.
type library struct {
	tables *shape.Tables
	places []uint32 // by the suit's index; 0 if it has not been met
	suits  []suitLack
}

func newLibrary(t *shape.Tables) library {
	return library{tables: t, places: make([]uint32, shape.NumStates)}
}

// trim forgets all suits if they are too many.
func (l *library) trim() {
	if len(l.suits) > maxSuits {
		clear(l.places)
		l.suits = l.suits[:0]
	}
}

// suit returns what is known of a suit. It may be read until trim.
func (l *library) suit(w tile.SuitWord) *suitLack {
	at := &l.places[l.tables.Index(w)]
	if *at == 0 {
		l.suits = append(l.suits, l.measure(w))
		*at = uint32(len(l.suits))
	}
	return &l.suits[*at-1]
}

func (l *library) measure(w tile.SuitWord) suitLack {
	s := suitLack{plain: l.plain(w)}
	for r := range tile.Ranks {
		for n := 1; n <= min(w.Rank(r)+1, tile.Copies); n++ {
			s.with[r][n-1] = l.with(w, r, n)
		}
	}
	return s
}

func (l *library) plain(w tile.SuitWord) lack {
	var out lack
	for p, row := range l.tables.Distances(w) {
		for m, d := range row {
			out[p][m] = uint8(d)
		}
	}
	return out
}

// with returns the lack for groups and pair with at least n copies of rank index
// r. One of them has the rank: each that can is taken out in turn, and the rest
// has the other copies. For multisets a, b and w, what a+b lacks of w is what a
// lacks of w and b lacks of w without a, so that the least of these sums is the
// answer.
func (l *library) with(w tile.SuitWord, r, n int) lack {
	if n <= 0 {
		return l.plain(w)
	}
	least := lack{{far, far, far, far, far}, {far, far, far, far, far}}
	pair := 2 * tile.Unit(r)
	missing, rest := takeOut(w, pair)
	least.withPair(missing, l.with(rest, r, n-2))
	missing, rest = takeOut(w, pair+tile.Unit(r))
	least.withGroup(missing, l.with(rest, r, n-3))
	for first := max(r-2, 0); first <= min(r, tile.Ranks-3); first++ {
		run := tile.Unit(first) + tile.Unit(first+1) + tile.Unit(first+2)
		missing, rest = takeOut(w, run)
		least.withGroup(missing, l.with(rest, r, n-1))
	}
	return least
}

// withPair lowers a lack to what it is with a pair that lacks that many tiles, and
// the rest.
func (a *lack) withPair(missing uint8, rest lack) {
	for m, d := range rest[0] {
		a[1][m] = min(a[1][m], missing+d)
	}
}

// withGroup does the same with a group.
func (a *lack) withGroup(missing uint8, rest lack) {
	for p := range rest {
		for m, d := range rest[p][:maxGroups] {
			a[p][m+1] = min(a[p][m+1], missing+d)
		}
	}
}

// takeOut takes a part out of a suit as far as it is there, and returns how many
// of its tiles are missing and what remains.
func takeOut(w, part tile.SuitWord) (missing uint8, rest tile.SuitWord) {
	for p := part; p != 0; {
		r := p.Lowest()
		wanted, held := p.Rank(r), w.Rank(r)
		taken := min(wanted, held)
		missing += uint8(wanted - taken)
		w -= tile.SuitWord(taken) * tile.Unit(r)
		p -= tile.SuitWord(wanted) * tile.Unit(r)
	}
	return missing, w
}

// least returns what two suits lack together for that many groups and a pair.
func least(a, b *lack, groups int) int {
	n := far
	for m := range groups + 1 {
		n = min(n, int(a[0][m]+b[1][groups-m]), int(a[1][m]+b[0][groups-m]))
	}
	return n
}

// A form is what a winning hand has to be: groups and a pair next to melds, or
// seven pairs as the rules allow them, without tiles of the void suit.
type form struct {
	void         tile.Suit
	live         [2]tile.Suit
	groups       int
	pairs, quads bool // seven pairs are a hand; four of a kind are two of them
}

// A reach tells how many tiles the winning hands lack of one heap of tiles.
type reach struct {
	*form
	held  *tile.Held
	suits [2]*suitLack
	// slots[d] is the number of pairs that lack d tiles, among all that seven
	// pairs may be chosen from.
	slots [3]int
}

// reachOf looks at tiles of the live suits, 14 at most.
func (l *library) reachOf(h *tile.Held, f *form) reach {
	r := reach{form: f, held: h}
	for i, s := range f.live {
		r.suits[i] = l.suit(h[s])
	}
	if f.pairs {
		r.countSlots()
	}
	return r
}

func (r *reach) countSlots() {
	for _, s := range r.live {
		w := r.held[s]
		r.countPairs(bits.OnesCount32(uint32(w.AtLeast1())), bits.OnesCount32(uint32(w.AtLeast2())))
		if r.quads {
			r.countPairs(bits.OnesCount32(uint32(w.AtLeast3())), bits.OnesCount32(uint32(w.AtLeast4())))
		}
	}
}

// countPairs counts a pair for each rank of a suit: how many are started, with a
// half or more, and how many are whole.
func (r *reach) countPairs(started, whole int) {
	r.slots[0] += whole
	r.slots[1] += started - whole
	r.slots[2] += tile.Ranks - started
}

// missing returns what the nearest winning hand lacks.
func (r *reach) missing() int {
	n := least(&r.suits[0].plain, &r.suits[1].plain, r.groups)
	if r.pairs {
		n = min(n, choose(r.slots, numPairs))
	}
	return n
}

// missingWith returns what the nearest winning hand with n copies of t lacks,
// where n is at most four and one more than are held.
func (r *reach) missingWith(t tile.Tile, n int) int {
	i := 0
	if t.Suit() == r.live[1] {
		i = 1
	}
	d := least(&r.suits[i].with[t.Rank()-1][n-1], &r.suits[1-i].plain, r.groups)
	if r.pairs {
		d = min(d, r.pairsWith(t, n))
	}
	return d
}

// pairsWith is missingWith for seven pairs.
func (r *reach) pairsWith(t tile.Tile, n int) int {
	held := r.held.Count(t)
	slots, first := r.slots, max(2-held, 0)
	slots[first]--
	if n <= 2 {
		return first + choose(slots, numPairs-1)
	}
	if !r.quads {
		return far
	}
	second := min(4-held, 2)
	slots[second]--
	return first + second + choose(slots, numPairs-2)
}

// choose returns what the n pairs lack that lack least. Of a kind's two pairs
// the second lacks at least as much as the first, so that it is never chosen
// alone.
func choose(slots [3]int, n int) int {
	whole := min(n, slots[0])
	half := min(n-whole, slots[1])
	return half + 2*(n-whole-half)
}

// core returns the tiles of the live suits that are not spare for wins that lack
// at most that many tiles; false if there is no such win.
func (l *library) core(h tile.Held, f *form, radius int) (tile.Held, bool) {
	h[f.void] = 0
	r := l.reachOf(&h, f)
	if r.missing() > radius {
		return tile.Held{}, false
	}
	var core tile.Held
	for k := h.Kinds(); k != 0; k = k.Rest() {
		t := k.First()
		n := h.Count(t)
		for n > 0 && r.missingWith(t, n) > radius {
			n--
		}
		core.AddN(t, n)
	}
	return core, true
}

// matter returns the kinds whose unseen tiles matter to a core that may lack that
// many tiles: those useful to draw, and those of which a win that lacks one
// tile less may have one that was discarded before.
func (l *library) matter(core *tile.Held, f *form, radius int) tile.Kinds {
	r := l.reachOf(core, f)
	var kinds tile.Kinds
	for k := tile.AllKinds &^ tile.SuitKinds(f.void); k != 0; k = k.Rest() {
		t := k.First()
		held := core.Count(t)
		if held < tile.Copies && r.missingWith(t, held+1) <= radius || held > 0 && r.missingWith(t, 1) < radius {
			kinds |= t.Bit()
		}
	}
	return kinds
}
