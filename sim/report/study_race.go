package report

import (
	"fmt"

	"xuezhan/sim/page"
	"xuezhan/sim/stats"
	"xuezhan/sim/study"
)

// raceAnswers say which labels are best over all forks, and where another one is.
func (s Study) raceAnswers() []string {
	var lines []string
	for i := range s.Races {
		r := &s.Races[i]
		switch x := &r.All; {
		case x.Lead == nil:
			lines = append(lines, fmt.Sprintf("Of %s: too few hands to say which is best.", r.Name))
		case x.Verdict == stats.BetterA:
			lines = append(lines, fmt.Sprintf("Of %s %s is best, by %s points over %s.", r.Name, s.phrase(x.Best), x.Lead.Bracketed(), s.phrase(x.Next)))
		default:
			lines = append(lines, fmt.Sprintf("Of %s none is established to be best: %s less %s is %s points.", r.Name, x.Best, x.Next, x.Lead.Bracketed()))
		}
	}
	return lines
}

// races shows which label is best in each kind of fork.
func (s Study) races() page.Section {
	x := page.Section{Title: "Which is best for which hand", TextLast: true}
	for i := range s.Races {
		r := &s.Races[i]
		for j := range r.Strata {
			x.Figures = append(x.Figures, s.raceFigure(r, &r.Strata[j]))
		}
	}
	return x
}

// raceFigure shows the best label of each class, and its lead.
func (s Study) raceFigure(r *study.RaceResult, by *study.RaceStrata) page.Figure {
	chart := page.Spots{Unit: "lead of the best over the next, points"}
	t := page.Table{Title: "Best of " + r.Name + ", by " + by.Name, Head: []string{"", "hands", "best", "next", "lead", "established"}}
	var winners []string
	seen := map[string]bool{}
	for i := range by.Classes {
		c := &by.Classes[i]
		if c.Hands == 0 {
			continue
		}
		look := page.Hollow
		if c.Verdict == stats.BetterA {
			look = s.look(c.Best)
			if !seen[c.Best] {
				seen[c.Best] = true
				winners = append(winners, c.Best)
			}
		}
		chart.Rows = append(chart.Rows, page.Spot{Name: c.Class, Value: gainValue(c.Lead), Look: look})
		t.Rows = append(t.Rows, leadRow(c))
	}
	return page.Figure{
		Name: s.file("best of " + r.Name + " by " + by.Name), Title: t.Title,
		About: "Chosen on the even hands, measured on the odd ones, points; " + level(s.Level),
		Chart: chart, Keys: s.dotKeys(winners...), Table: t,
		Caption: fmt.Sprintf("A lead is established where p is at most %.2g after Holm's adjustment for all leads; the intervals are not adjusted.", 1-s.Level),
	}
}

func leadRow(c *study.Lead) []string {
	cells := []string{c.Class, count(c.Hands)}
	if c.Lead == nil {
		return append(cells, "", "", "", string(stats.TooFew))
	}
	established := "~"
	if c.Verdict == stats.BetterA {
		established = "yes"
	}
	return append(cells, c.Best, c.Next, gainCell(c.Lead), established)
}

// risks shows how much the points of each label vary from hand to hand.
func (s Study) risks() page.Section {
	if len(s.Risks) == 0 {
		return page.Section{}
	}
	chart := page.Spots{Unit: "standard deviation of a hand's points"}
	t := page.Table{Title: "Risk: how the points vary from hand to hand", Head: []string{"", "standard deviation", "below -10 points, %", "lower quartile", "median", "upper quartile"}}
	for i := range s.Risks {
		r := &s.Risks[i]
		value := page.None(string(stats.TooFew))
		if r.Deviation != nil {
			value = page.Interval(*r.Deviation, r.Deviation.Amount())
		}
		chart.Rows = append(chart.Rows, page.Spot{Name: r.Label, Value: value, Look: s.look(r.Label)})
		cells := []string{r.Label, amountCell(r.Deviation), shareCell(r.Bad)}
		for _, q := range r.Quartiles {
			cells = append(cells, quartileCell(q))
		}
		t.Rows = append(t.Rows, cells)
	}
	return page.Section{Title: "Risk", Figures: []page.Figure{{
		Name: s.file("risk"), Title: "How much the points vary", About: "Standard deviation over single hands; " + level(s.Level),
		Chart: chart, Table: t,
	}}}
}

// quartileCell shows a quartile, a whole number, with its interval.
func quartileCell(q *stats.Interval) string {
	if q == nil {
		return string(stats.TooFew)
	}
	return fmt.Sprintf("%+.0f [%+.0f, %+.0f]", q.Value, q.Lo, q.Hi)
}
