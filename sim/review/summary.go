package review

import (
	"math"
	"slices"

	"xuezhan/sim/stats"
)

// A Summary is what reviews of several seats' hands come to, a review being one unit.
type Summary struct {
	Reviews  int   `json:"reviews"`
	Choices  int   `json:"choices"`
	Mistakes int   `json:"mistakes"`
	Other    int   `json:"otherwise"` // choices for which another option was taken for the best
	Worlds   int64 `json:"worlds"`

	// Of a review: the points given away, those that playing otherwise would have gained
	// over the hand's own tiles, and the difference of the two. On average it is zero if
	// the reviews are right.
	Given      stats.Interval `json:"given_away"`
	Kept       stats.Interval `json:"kept"`
	Difference stats.Interval `json:"given_away_minus_kept"`
}

// unit is the unit in which points given away are added up exactly.
const unit = 1e-6

// Summarise adds up reviews.
func Summarise(hands []*Hand, level float64) Summary {
	s := Summary{Reviews: len(hands)}
	var given, kept, difference stats.Moments
	for _, h := range hands {
		s.Choices += len(h.Choices)
		s.Mistakes += h.Mistakes
		s.Worlds = h.Worlds
		for i := range h.Choices {
			if h.Choices[i].Given != nil {
				s.Other++
			}
		}
		g := int64(math.Round(h.Given.Value / unit))
		given.Add(g)
		kept.Add(h.Kept)
		difference.Add(g - int64(math.Round(float64(h.Kept)/unit)))
	}
	s.Given, s.Kept, s.Difference = given.Interval(level).Scaled(unit), kept.Interval(level), difference.Interval(level).Scaled(unit)
	return s
}

// Worst returns up to n reviews in which most was given away, the worst first.
func Worst(hands []*Hand, n int) []*Hand {
	list := slices.Clone(hands)
	slices.SortStableFunc(list, func(a, b *Hand) int {
		switch {
		case a.Given.Value > b.Given.Value:
			return -1
		case a.Given.Value < b.Given.Value:
			return 1
		}
		return 0
	})
	return list[:min(n, len(list))]
}
