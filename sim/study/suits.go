package study

import (
	"cmp"
	"fmt"
	"slices"

	"xuezhan/engine/tile"
)

// byLength returns the suits from the one with the fewest held tiles to
// that of most, of equal ones the first first, as bots do.
func byLength(h *tile.Held) [tile.NumSuits]tile.Suit {
	suits := [tile.NumSuits]tile.Suit{tile.Characters, tile.Dots, tile.Bamboo}
	slices.SortStableFunc(suits[:], func(a, b tile.Suit) int { return cmp.Compare(h[a].Total(), h[b].Total()) })
	return suits
}

// pairsIn returns of how many kinds a suit has two or more tiles.
func pairsIn(w tile.SuitWord) int {
	n := 0
	for r := range tile.Ranks {
		if w.Rank(r) > 1 {
			n++
		}
	}
	return n
}

// shapeStrata divide by the lengths of the three suits, the shortest first, which
// three features from the given one on have. The rarest are together.
func shapeStrata(first int) Strata {
	shapes := [][3]int16{
		{4, 4, 5}, {3, 5, 5}, {3, 4, 6}, {3, 3, 7}, {2, 5, 6}, {2, 4, 7}, {2, 3, 8}, {1, 6, 6}, {1, 5, 7}, {1, 4, 8}, {0, 6, 7}, {0, 5, 8},
		{4, 5, 5}, {4, 4, 6}, {3, 5, 6}, {3, 4, 7}, {2, 6, 6}, {2, 5, 7}, {2, 4, 8}, {1, 6, 7}, {1, 5, 8}, {0, 7, 7}, {0, 6, 8},
	}
	s := Strata{Name: "lengths of the suits"}
	for _, x := range shapes {
		s.Classes = append(s.Classes, fmt.Sprintf("%d-%d-%d", x[0], x[1], x[2]))
	}
	s.Classes = append(s.Classes, "others")
	s.Of = func(f *Features) int {
		i := slices.Index(shapes, [3]int16(f[first:first+3]))
		if i < 0 {
			return len(shapes)
		}
		return i
	}
	return s
}
