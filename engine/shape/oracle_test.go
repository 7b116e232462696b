package shape_test

import (
	"testing"

	"xuezhan/engine/enginetest/oracle"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// The tests of this file compare the package with the slow oracle: every
// state of one suit, then hands of two and three suits at random.

// suitStates counts the states of a suit with at most 14 tiles and four
// copies of a rank.
const suitStates = 405350

// forStates calls f for every state of one suit of at most 14 tiles, or in
// short mode for every 37th.
func forStates(f func(counts [9]int, total int)) {
	every, n := 1, 0
	if testing.Short() {
		every = 37
	}
	var counts [9]int
	var from func(r, total int)
	from = func(r, total int) {
		if r == len(counts) {
			if n++; n%every == 0 {
				f(counts, total)
			}
			return
		}
		for k := range min(tile.Copies, 14-total) + 1 {
			counts[r] = k
			from(r+1, total+k)
		}
		counts[r] = 0
	}
	from(0, 0)
}

// word returns the counts of a suit as the package takes them.
func word(counts [9]int) tile.SuitWord {
	var h tile.Held
	for r, n := range counts {
		h.AddN(tile.Of(tile.Characters, r+1), n)
	}
	return h[tile.Characters]
}

func TestIndexIsDense(t *testing.T) {
	tables := shape.New()
	seen := make([]bool, suitStates)
	states := 0
	forStates(func(counts [9]int, _ int) {
		states++
		i := tables.Index(word(counts))
		if i < 0 || i >= suitStates || seen[i] {
			t.Fatalf("%v: index %d is out of range or used twice", counts, i)
		}
		seen[i] = true
	})
	if !testing.Short() && states != suitStates {
		t.Errorf("%d states, want %d", states, suitStates)
	}
}

func TestDistancesAgainstOracle(t *testing.T) {
	tables, slow := shape.New(), oracle.New()
	vectors := map[[2][5]int]bool{}
	forStates(func(counts [9]int, _ int) {
		got, want := tables.Distances(word(counts)), slow.SuitDistance(counts)
		vectors[got] = true
		if got != want {
			t.Errorf("%v: got %v, want %v", counts, got, want)
		}
	})
	if !testing.Short() && len(vectors) != 126 {
		t.Errorf("%d distance vectors, want 126", len(vectors))
	}
}

// TestPureHands compares complete hands and waits of one suit, and their
// known numbers.
func TestPureHands(t *testing.T) {
	tables := shape.New()
	full, wins := 0, 0
	var waits [10]int
	forStates(func(counts [9]int, total int) {
		h := tile.Held{word(counts)}
		switch total {
		case 14:
			full++
			if tables.Distances(h[0])[1][4] == 0 {
				wins++
			}
			checkComplete(t, tables, h, 0, tile.Bamboo)
		case 13:
			waits[standardWaits(tables, counts)]++
			checkWaits(t, tables, h, 0, tile.Bamboo)
		}
	})
	if testing.Short() {
		return
	}
	if full != 118800 || wins != 13259 {
		t.Errorf("%d hands of 14 and %d standard wins, want 118800 and 13259", full, wins)
	}
	if want := [10]int{53530, 14067, 14493, 6739, 2948, 1335, 392, 79, 16, 1}; waits != want {
		t.Errorf("hands of 13 by standard waits: got %v, want %v", waits, want)
	}
}

// standardWaits counts the kinds that complete 13 tiles of one suit in
// standard form, without a fifth copy.
func standardWaits(tables *shape.Tables, counts [9]int) int {
	kinds := 0
	for r := range counts {
		if counts[r] == tile.Copies {
			continue
		}
		more := counts
		more[r]++
		if tables.Distances(word(more))[1][4] == 0 {
			kinds++
		}
	}
	return kinds
}

func checkComplete(t *testing.T, tables *shape.Tables, h tile.Held, melds int, void tile.Suit) {
	t.Helper()
	counts := oracle.Count(h)
	got, want := tables.Complete(&h, melds, void), oracle.Complete(&counts, melds, void, oracle.QuadsAreTwoPairs)
	if got != want {
		t.Errorf("%v, %d melds, void %v: complete %v, want %v", h, melds, void, got, want)
	}
}

func checkWaits(t *testing.T, tables *shape.Tables, h tile.Held, melds int, void tile.Suit) {
	t.Helper()
	if void == tile.NoSuit {
		return
	}
	counts := oracle.Count(h)
	got, want := tables.Waits(&h, melds, void), oracle.Waits(&counts, melds, void, oracle.QuadsAreTwoPairs)
	if got != want {
		t.Errorf("%v, %d melds, void %v: waits %v, want %v", h, melds, void, got, want)
	}
}

func checkShanten(t *testing.T, tables *shape.Tables, slow *oracle.Oracle, h tile.Held, melds int, void tile.Suit) {
	t.Helper()
	counts := oracle.Count(h)
	if void == tile.NoSuit {
		if got, want := tables.BestShanten(&h, melds), slow.Shanten(&counts, melds, void); got != want {
			t.Errorf("%v, %d melds: best shanten %d, want %d", h, melds, got, want)
		}
		return
	}
	got, want := tables.Shanten(&h, melds, void), slow.Shanten(&counts, melds, void)
	if got != want {
		t.Errorf("%v, %d melds, void %v: shanten %d, want %d", h, melds, void, got, want)
	}
	got, want = tables.Standard(&h, melds, void), slow.Standard(&counts, melds, void)
	if got != want {
		t.Errorf("%v, %d melds, void %v: standard shanten %d, want %d", h, melds, void, got, want)
	}
}

// checkAcceptance is for 13−3·melds tiles, and for a void suit that is known.
func checkAcceptance(t *testing.T, tables *shape.Tables, slow *oracle.Oracle, h tile.Held, melds int, void tile.Suit) {
	t.Helper()
	counts := oracle.Count(h)
	check := func(form string, shanten int, kinds tile.Kinds, wantShanten int, wantKinds tile.Kinds) {
		t.Helper()
		if shanten != wantShanten || kinds != wantKinds {
			t.Errorf("%v, %d melds, void %v, %s: shanten %d, accepts %v; want %d, %v",
				h, melds, void, form, shanten, kinds, wantShanten, wantKinds)
		}
	}
	shanten, kinds := tables.Acceptance(&h, melds, void)
	check("best form", shanten, kinds, slow.Shanten(&counts, melds, void), slow.Acceptance(&counts, melds, void))
	shanten, kinds = tables.StandardAcceptance(&h, melds, void)
	check("standard", shanten, kinds, slow.Standard(&counts, melds, void), slow.StandardAcceptance(&counts, melds, void))
	if melds == 0 {
		shanten, kinds = shape.PairsAcceptance(h, void)
		check("seven pairs", shanten, kinds, slow.Pairs(&counts, void), slow.PairsAcceptance(&counts, void))
	}
}

// example returns 14−3·melds held tiles: complete ones, complete ones with
// up to four tiles replaced, seven pairs, and tiles at random.
func example(s oracle.Source, i int) oracle.Hand {
	melds := i % 5
	switch i / 5 % 4 {
	case 0:
		return s.Random(melds, 14-3*melds, tile.Suit(s.IntN(tile.NumSuits+1)))
	case 1:
		return s.Swap(s.Pairs(), s.IntN(4))
	}
	return s.Swap(s.Winning(melds), s.IntN(5))
}

// TestHandsAgainstOracle asks every question of random hands, with every void
// suit, whether or not tiles of it are held.
func TestHandsAgainstOracle(t *testing.T) {
	tables, slow := shape.New(), oracle.New()
	s := oracle.NewSource(1)
	hands := 60000
	if testing.Short() {
		hands = 400
	}
	for i := range hands {
		h := example(s, i)
		held, _ := h.Words()
		melds := len(h.Melds)
		for void := range tile.Suit(tile.NumSuits + 1) {
			checkShanten(t, tables, slow, held, melds, void)
			checkComplete(t, tables, held, melds, void)
			short := held.Without(s.Pick(h))
			checkShanten(t, tables, slow, short, melds, void)
			checkWaits(t, tables, short, melds, void)
			if void != tile.NoSuit {
				checkAcceptance(t, tables, slow, short, melds, void)
				checkOutlines(t, tables, slow, held, melds, void)
			}
		}
		if t.Failed() {
			return
		}
	}
}

// TestEveryDiscardAgainstOracle asks for the acceptance after every discard
// of a full hand.
func TestEveryDiscardAgainstOracle(t *testing.T) {
	tables, slow := shape.New(), oracle.New()
	s := oracle.NewSource(2)
	hands := 15000
	if testing.Short() {
		hands = 100
	}
	for i := range hands {
		h := example(s, i)
		held, _ := h.Words()
		void := tile.Suit(s.IntN(tile.NumSuits))
		for k := held.Kinds(); k != 0; k = k.Rest() {
			checkAcceptance(t, tables, slow, held.Without(k.First()), len(h.Melds), void)
			checkWaits(t, tables, held.Without(k.First()), len(h.Melds), void)
		}
		if t.Failed() {
			return
		}
	}
}

// TestFormsAgainstOracle takes hands apart with and without a fifth copy of a
// kind, and asks for a terminal in every group too.
func TestFormsAgainstOracle(t *testing.T) {
	tables := shape.New()
	s := oracle.NewSource(3)
	hands := 100000
	if testing.Short() {
		hands = 1000
	}
	wins, fifths := 0, 0
	for i := range hands {
		h := s.Winning(i % 5)
		if i%3 == 0 {
			h = s.Swap(h, 1)
		}
		held, _ := h.Words()
		if checkForms(t, held, len(h.Melds), h.Void, tables.CompleteSuits) {
			wins++
		}
		checkForms(t, held, len(h.Melds), h.Void, shape.CompleteByShape)
		short := held.Without(s.Pick(h))
		for k := tables.Waits(&short, len(h.Melds), h.Void) & short.Quads(); k != 0; k = k.Rest() {
			if checkForms(t, short.With(k.First()), len(h.Melds), h.Void, shape.CompleteByShape) {
				fifths++
			}
		}
	}
	if wins == 0 || fifths == 0 {
		t.Errorf("too few examples: %d wins, %d with a fifth copy", wins, fifths)
	}
}

// checkForms compares one way to take the two suits other than the void one
// apart. It reports whether the hand is complete.
func checkForms(t *testing.T, h tile.Held, melds int, void tile.Suit, take func(a, b tile.SuitWord) (complete, terminal bool)) bool {
	t.Helper()
	a, b := (void+1)%tile.NumSuits, (void+2)%tile.NumSuits
	if h.HasSuit(void) {
		return false
	}
	complete, terminal := take(h[a], h[b])
	counts := oracle.Count(h)
	wantComplete, wantTerminal := oracle.CompleteStandard(&counts, melds, void), oracle.CompleteTerminals(&counts, melds, void)
	if complete != wantComplete || complete && terminal != wantTerminal {
		t.Errorf("%v, %d melds, void %v: complete %v, with terminals %v; want %v, %v",
			h, melds, void, complete, terminal, wantComplete, wantTerminal)
	}
	return complete
}

// TestFifthCopyWaitsAgainstOracle: hands that hold four of a kind wait for a fifth as for
// any other kind.
func TestFifthCopyWaitsAgainstOracle(t *testing.T) {
	tables := shape.New()
	s := oracle.NewSource(5)
	hands := 100000
	if testing.Short() {
		hands = 1000
	}
	found := 0
	for i := range hands {
		h := s.Winning(i % 5)
		held, _ := h.Words()
		others := held.Kinds() &^ held.Quads()
		if held.Quads() == 0 || others == 0 {
			continue
		}
		for ; others != 0; others = others.Rest() {
			short := held.Without(others.First())
			checkWaits(t, tables, short, len(h.Melds), h.Void)
			found += (tables.Waits(&short, len(h.Melds), h.Void) & short.Quads()).Len()
		}
	}
	if found == 0 {
		t.Error("no example waits for a fifth copy")
	}
}

// TestFewTilesAgainstOracle asks for shanten and acceptance of hands that
// have fewer tiles than they should, down to none.
func TestFewTilesAgainstOracle(t *testing.T) {
	tables, slow := shape.New(), oracle.New()
	s := oracle.NewSource(4)
	hands := 40000
	if testing.Short() {
		hands = 300
	}
	for i := range hands {
		melds := i % 5
		h := s.Random(melds, s.IntN(14-3*melds), tile.Suit(s.IntN(tile.NumSuits+1)))
		held, _ := h.Words()
		void := tile.Suit(s.IntN(tile.NumSuits))
		checkShanten(t, tables, slow, held, melds, void)
		checkAcceptance(t, tables, slow, held, melds, void)
	}
}
