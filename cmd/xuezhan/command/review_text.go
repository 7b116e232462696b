package command

import (
	"fmt"
	"io"
	"slices"

	"xuezhan/engine"
	"xuezhan/sim/review"
)

// writeReviewText writes reviews one after the other, and what they come to.
func writeReviewText(w io.Writer, r *reviewResult) error {
	for i, h := range r.Hands {
		if i > 0 {
			fmt.Fprintln(w)
		}
		writeReview(w, h)
	}
	if len(r.Hands) == 1 {
		return nil
	}
	s := &r.Summary
	t := newTable(w)
	fmt.Fprintf(t, "\nin all\t%d reviews, %d choices, %d of them another than the best, %d mistakes\n", s.Reviews, s.Choices, s.Other, s.Mistakes)
	fmt.Fprintf(t, "given away\t%s points per review\n", s.Given.Bracketed())
	fmt.Fprintf(t, "kept\t%s points per review, with the tiles that all seats had\n", s.Kept.Bracketed())
	fmt.Fprintf(t, "given − kept\t%s points per review; a review is one unit\n", s.Difference.Bracketed())
	for _, p := range []struct {
		name string
		review.Promise
	}{{"a mistake", s.Mistake}, {"a doubt", s.Doubt}} {
		if p.Choices > 0 {
			fmt.Fprintf(t, "%s\t%s points given away, %s kept, per choice of %d\n", p.name, p.Given.Bracketed(), p.Kept.Bracketed(), p.Choices)
		}
	}
	return t.Flush()
}

// writeReview writes the review of a hand, the choices that cost most first.
func writeReview(w io.Writer, h *review.Hand) {
	t := newTable(w)
	fmt.Fprintf(t, "hand\t%s\n", reviewedHand(h))
	fmt.Fprintf(t, "seat\t%d, %s: %+d points\n", h.Seat, printable(h.Player), h.Points)
	if h.Luck != nil {
		fmt.Fprintf(t, "luck\t%+.2f points by draws better than could be expected; the others %s\n", h.Luck[h.Seat], othersLuck(h))
	}
	fmt.Fprintf(t, "judge\t%s, %d worlds a choice, and %.4g %% intervals\n", h.By, h.Worlds, 100*h.Level)
	fmt.Fprintf(t, "given away\t%s points in all; %+.1f with the tiles that all seats had\n", h.Given.Bracketed(), h.Kept)
	t.Flush()
	worse := worseChoices(h)
	if len(worse) == 0 {
		fmt.Fprintf(w, "None of the %d choices was clearly worse than another.\n", len(h.Choices))
		return
	}
	fmt.Fprintf(w, "\n%d of %d choices looked worse than another, %d surely:\n", len(worse), len(h.Choices), h.Mistakes)
	t = newTable(w)
	fmt.Fprintln(t, "turn\ttiles\tplayed\tbetter\tgiven away\t\tkept")
	for _, x := range worse {
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\t%s\t%+.1f\n", x.Turn, x.Tiles, x.Played, x.Best, x.Given.Bracketed(), x.Verdict, *x.Kept)
	}
	t.Flush()
}

func reviewedHand(h *review.Hand) string {
	if h.Seed == nil {
		return h.Rules
	}
	return fmt.Sprintf("%d of seed %d, %s", h.Index, *h.Seed, h.Rules)
}

// othersLuck writes the luck of the other seats.
func othersLuck(h *review.Hand) string {
	text := ""
	for s := range engine.NumSeats {
		if s != h.Seat {
			text += fmt.Sprintf(" %+.2f", h.Luck[s])
		}
	}
	return text[1:]
}

// worseChoices returns the choices that looked worse than another, by what they cost.
func worseChoices(h *review.Hand) []review.Choice {
	list := slices.DeleteFunc(slices.Clone(h.Choices), func(x review.Choice) bool { return x.Given == nil })
	slices.SortStableFunc(list, func(a, b review.Choice) int {
		switch {
		case a.Given.Value > b.Given.Value:
			return -1
		case a.Given.Value < b.Given.Value:
			return 1
		}
		return 0
	})
	return list
}
