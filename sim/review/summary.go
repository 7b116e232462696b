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
	// with the tiles that all seats had, and the difference of the two. On average it is zero if
	// the reviews are right.
	Given      stats.Interval `json:"given_away"`
	Kept       stats.Interval `json:"kept"`
	Difference stats.Interval `json:"given_away_minus_kept"`

	Mistake Promise `json:"mistake"` // of choices that were surely worse
	Doubt   Promise `json:"doubt"`   // of those that only looked worse
}

// A Promise is what choices of one verdict gave away, and what playing otherwise would
// have gained with the tiles that all seats had, per choice.
type Promise struct {
	Choices int64          `json:"choices"`
	Given   stats.Interval `json:"given_away"`
	Kept    stats.Interval `json:"kept"`
}

// A promise is the sums of a Promise.
type promise struct{ given, kept stats.Moments }

func (p *promise) add(x *Choice) {
	p.given.Add(exact(x.Given.Value))
	p.kept.Add(exact(*x.Kept))
}

func (p *promise) result(level float64) Promise {
	return Promise{p.kept.N(), p.given.Interval(level).Scaled(unit), p.kept.Interval(level).Scaled(unit)}
}

// unit is the unit in which points given away are added up exactly.
const unit = 1e-6

func exact(points float64) int64 { return int64(math.Round(points / unit)) }

// Summarise adds up reviews.
func Summarise(hands []*Hand, level float64) Summary {
	s := Summary{Reviews: len(hands)}
	var given, kept, difference stats.Moments
	var verdicts [2]promise // mistakes, doubts
	for _, h := range hands {
		s.Choices += len(h.Choices)
		s.Mistakes += h.Mistakes
		s.Worlds = h.Worlds
		for i := range h.Choices {
			switch x := &h.Choices[i]; x.Verdict {
			case Mistake:
				verdicts[0].add(x)
			case Doubt:
				verdicts[1].add(x)
			}
		}
		g := exact(h.Given.Value)
		given.Add(g)
		k := exact(h.Kept)
		kept.Add(k)
		difference.Add(g - k)
	}
	s.Mistake, s.Doubt = verdicts[0].result(level), verdicts[1].result(level)
	s.Other = int(s.Mistake.Choices + s.Doubt.Choices)
	s.Given, s.Kept, s.Difference = given.Interval(level).Scaled(unit), kept.Interval(level).Scaled(unit), difference.Interval(level).Scaled(unit)
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
