package report

import (
	"fmt"
	"math"

	"xuezhan/sim/match"
	"xuezhan/sim/page"
	"xuezhan/sim/stats"
)

// partsAbout explains a decomposition.
const partsAbout = "Points per hand that A's part gains more than B's. Every bot of the table plays two seats against two of B, " +
	"over the same walls in the same seats; one wall is one unit, and every interval holds by itself."

// partsPage lays out a ladder of one bot's parts.
func (l *Ladder) partsPage() *page.Document {
	d := &page.Document{
		Kind:     "Parts",
		Title:    fmt.Sprintf("%s and %s, part by part, %s, %d blocks, seed %d", page.Name(l.A), page.Name(l.B), page.Name(l.Rules), l.Rounds, l.Seed),
		Headline: l.partsHeadline(), Data: l, About: partsAbout,
	}
	d.Add(page.Section{Title: "In order", Figures: []page.Figure{l.stepsFigure()}})
	d.Add(page.Section{Title: "One part alone", Figures: []page.Figure{l.aloneFigure()}})
	d.Facts.List = l.facts("blocks", "match")
	return d
}

// partsHeadline says what the whole difference is, and which part has most of it.
func (l *Ladder) partsHeadline() []string {
	a, b := page.Name(l.A), page.Name(l.B)
	if l.Whole.Finding() == stats.TooFew {
		return []string{fmt.Sprintf("Too few blocks to say where %s and %s differ.", a, b)}
	}
	lines := []string{fmt.Sprintf("%s gains %s points per hand more than %s.", a, perHand(l.Whole), b)}
	var most *match.SwapResult
	for i := range l.Parts {
		p := &l.Parts[i]
		if p.Way == match.InOrder && p.Finding().Established() &&
			(most == nil || math.Abs(p.Difference.Value) > math.Abs(most.Difference.Value)) {
			most = p
		}
	}
	if most == nil {
		return append(lines, "No part is established to make a difference by itself.")
	}
	return append(lines, fmt.Sprintf("The largest step is %s: %s.", swapName(most), perHand(most.Difference)))
}

// swapName names what is swapped.
func swapName(s *match.SwapResult) string {
	if s.Part == match.Rest {
		return "the rest"
	}
	return fmt.Sprintf("the %s of %s instead of %s", s.Part, s.Of, s.To)
}

// stepsFigure shows the steps from A to B, and what they add up to.
func (l *Ladder) stepsFigure() page.Figure {
	f := l.swaps(match.InOrder)
	f.Name, f.Title = "steps", "From A to B, one part after the other"
	f.About = fmt.Sprintf("A is %s, B is %s. Each step starts where the one above it ends; together they are the whole difference. "+
		"The rest is what no part has: parameters, and what parts do only together. %s", l.A, l.B, level(l.Whole.Level))
	chart := f.Chart.(page.Spots)
	chart.Rows = append(chart.Rows, partSpot("all together", l.Whole, l.Whole.Finding()))
	f.Chart = chart
	f.Table.Rows = append(f.Table.Rows, []string{"all together", "", "", perHand(l.Whole), l.Whole.Finding().Name("A", "B")})
	return f
}

// aloneFigure shows what a part is worth in both bots.
func (l *Ladder) aloneFigure() page.Figure {
	f := l.swaps(match.AloneInA, match.AloneInB)
	f.Name, f.Title = "alone", "What each part is worth in either bot"
	f.About = fmt.Sprintf("A is %s, B is %s. One part is swapped and all else stays. Where a part is worth something else in A than in B, it goes together with others. %s",
		l.A, l.B, level(l.Whole.Level))
	return f
}

// swaps shows the swaps of some ways.
func (l *Ladder) swaps(ways ...string) page.Figure {
	chart := page.Spots{Unit: "points per hand that A's part gains more"}
	t := page.Table{Head: []string{"part", "A's", "B's", "points per hand more", "better"}, Open: true}
	for _, way := range ways {
		for i := range l.Parts {
			s := &l.Parts[i]
			if s.Way != way {
				continue
			}
			name := s.Part
			switch way {
			case match.AloneInA:
				name += " in A"
			case match.AloneInB:
				name += " in B"
			}
			of, to := s.Of, s.To
			if s.Part == match.Rest {
				of, to = "", ""
			}
			chart.Rows = append(chart.Rows, partSpot(name, s.Difference, s.Finding()))
			t.Rows = append(t.Rows, []string{name, of, to, perHand(s.Difference), s.Finding().Name("A", "B")})
		}
	}
	return page.Figure{Chart: chart, Table: t, Keys: []page.Key{
		{Text: "a difference is established", Look: page.Series(0), Form: page.Dot}, {Text: "none is", Look: page.Hollow, Form: page.Dot},
	}}
}

// partSpot is a row of a chart of parts.
func partSpot(name string, i stats.Interval, f stats.Finding) page.Spot {
	look := page.Hollow
	if f.Established() {
		look = page.Series(0)
	}
	return page.Spot{Name: name, Value: pointsValue(i), Look: look}
}
