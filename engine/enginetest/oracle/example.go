package oracle

import (
	"math/rand/v2"

	"xuezhan/engine/tile"
)

// A Hand is an example to ask questions about: held tiles, melds, and a void
// suit without tiles, tile.NoSuit where all three are in use.
type Hand struct {
	Held  Counts
	Melds []tile.Meld
	Void  tile.Suit
}

// Words returns the held tiles and melds as the engine keeps them.
func (h *Hand) Words() (tile.Held, tile.Melds) {
	var held tile.Held
	for t, n := range h.Held {
		held.AddN(tile.Tile(t), n)
	}
	var melds tile.Melds
	for _, m := range h.Melds {
		melds.Append(m)
	}
	return held, melds
}

// String writes the hand in the notation of package tile.
func (h *Hand) String() string {
	held, melds := h.Words()
	set := tile.Set{Held: held, Melds: melds}
	return set.String()
}

// A Source makes random hands. It keeps to four copies of a kind in held
// tiles and melds together.
type Source struct{ *rand.Rand }

// NewSource returns the source of a seed.
func NewSource(seed uint64) Source { return Source{rand.New(rand.NewPCG(seed, 1))} }

// Winning returns a complete hand in standard form with that many melds. Many
// are of one suit, of pungs only or of few ranks, so that the rare patterns
// turn up.
func (s Source) Winning(melds int) Hand {
	for {
		void := tile.Suit(s.IntN(tile.NumSuits))
		if h, ok := s.tryWinning(melds, s.suits(void), s.ranks(), s.IntN(3) == 0); ok {
			h.Void = void
			return h
		}
	}
}

// suits returns the suits that are not void, or one of them.
func (s Source) suits(void tile.Suit) []tile.Suit {
	suits := others(void)
	if i := s.IntN(3 * len(suits)); i < len(suits) {
		return suits[i : i+1]
	}
	return suits
}

// ranks returns the ranks from which pungs and the pair are taken: mostly
// all, sometimes those of a pattern.
func (s Source) ranks() []int {
	switch s.IntN(6) {
	case 0:
		return []int{2, 5, 8}
	case 1:
		return []int{1, 9}
	case 2:
		return []int{1, 2, 3}
	}
	return []int{1, 2, 3, 4, 5, 6, 7, 8, 9}
}

func (s Source) tryWinning(melds int, suits []tile.Suit, ranks []int, pungsOnly bool) (Hand, bool) {
	var h Hand
	var used [27]int
	fits := func(t tile.Tile, n int) bool {
		used[t] += n
		return used[t] <= tile.Copies
	}
	random := func() tile.Tile { return tile.Of(suits[s.IntN(len(suits))], ranks[s.IntN(len(ranks))]) }
	for range melds {
		m := tile.MakeMeld(tile.MeldKind(s.IntN(4)), random())
		if !fits(m.Tile(), m.Size()) {
			return h, false
		}
		h.Melds = append(h.Melds, m)
	}
	pair := random()
	if !fits(pair, 2) {
		return h, false
	}
	h.Held[pair] += 2
	for range maxGroups - melds {
		first, step := random(), tile.Tile(0)
		if !pungsOnly && s.IntN(4) > 0 { // a run
			first, step = tile.Of(first.Suit(), min(first.Rank(), 7)), 1
		}
		for i := range tile.Tile(3) {
			t := first + i*step
			if !fits(t, 1) {
				return h, false
			}
			h.Held[t]++
		}
	}
	return h, true
}

// Pairs returns seven pairs, some of them two of a kind of which there are
// four; a few have terminals only.
func (s Source) Pairs() Hand {
	h := Hand{Void: tile.Suit(s.IntN(tile.NumSuits))}
	suits, ranks := s.suits(h.Void), []int{1, 2, 3, 4, 5, 6, 7, 8, 9}
	if s.IntN(6) == 0 {
		suits, ranks = others(h.Void), []int{1, 9}
	}
	for h.Held.total() < 14 {
		t := tile.Of(suits[s.IntN(len(suits))], ranks[s.IntN(len(ranks))])
		if h.Held[t] < tile.Copies {
			h.Held[t] += 2
		}
	}
	return h
}

// Random returns a hand of that many melds and held tiles drawn from what is
// left of the suits other than void. The fewer suits, the nearer to a win.
func (s Source) Random(melds, size int, void tile.Suit) Hand {
	suits := s.suits(void)
	h := Hand{Void: void}
	var used [27]int
	for len(h.Melds) < melds {
		m := tile.MakeMeld(tile.MeldKind(s.IntN(4)), s.kind(suits))
		if used[m.Tile()] == 0 {
			used[m.Tile()] = m.Size()
			h.Melds = append(h.Melds, m)
		}
	}
	for h.Held.total() < size {
		if t := s.kind(suits); used[t] < tile.Copies {
			used[t]++
			h.Held[t]++
		}
	}
	return h
}

// Swap replaces that many held tiles by tiles of any suit, which leaves a
// complete hand nearly complete. It does not keep the void suit clear.
func (s Source) Swap(h Hand, tiles int) Hand {
	tiles = min(tiles, h.Held.total())
	for range tiles {
		h.Held[s.Pick(h)]--
	}
	for range tiles {
		for {
			t := s.kind(others(tile.NoSuit))
			if owned(h.Held, h.Melds)[t] < tile.Copies {
				h.Held[t]++
				break
			}
		}
	}
	return h
}

// Pick returns the kind of a random held tile.
func (s Source) Pick(h Hand) tile.Tile {
	n := s.IntN(h.Held.total())
	for t, count := range h.Held {
		if n -= count; n < 0 {
			return tile.Tile(t)
		}
	}
	return tile.None
}

func (s Source) kind(suits []tile.Suit) tile.Tile {
	return tile.Of(suits[s.IntN(len(suits))], 1+s.IntN(tile.Ranks))
}

// others returns the suits that are not void.
func others(void tile.Suit) []tile.Suit {
	var suits []tile.Suit
	for s := range tile.Suit(tile.NumSuits) {
		if s != void {
			suits = append(suits, s)
		}
	}
	return suits
}
