package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"xuezhan/sim/match"
	"xuezhan/sim/report/page"
	"xuezhan/sim/stats"
)

// reportMatch reports on the record of a match.
func (a *app) reportMatch(path string, o *storedOptions) error {
	f, err := a.open(path, maxInput)
	if err != nil {
		return err
	}
	defer f.Close()
	v, err := match.ReadReview(f)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	d := newMatchReview(v)
	return errors.Join(o.report.print(a, d), o.plots.drawPage(d.page()))
}

// A matchReview is what report prints of a match: as JSON what match prints, but
// for the time it took, and how it came there.
type matchReview struct {
	matchSummary
	Finished bool          `json:"finished"`
	Path     []match.Stand `json:"path"` // empty for three or more bots
}

func newMatchReview(v *match.Review) *matchReview {
	h := &v.Header
	r := &matchReview{matchSummary: matchSummary{
		Rules: v.Rules, RulesHash: h.RulesHash, Seed: uint64(h.Seed), Walls: h.Walls, Design: h.Design,
		Version: h.Version, Result: v.Result,
	}, Finished: v.Finished, Path: []match.Stand{}}
	for _, b := range h.Bots {
		r.specs = append(r.specs, b.Spec)
	}
	if r.Duel != nil {
		r.A, r.B = r.specs[0], r.specs[1]
	}
	r.Path = append(r.Path, v.Path...)
	return r
}

func (r *matchReview) object() any { return r }

func (r *matchReview) text(w io.Writer) error {
	t := newTable(w)
	for _, f := range r.told() {
		t.row(f[0], f[1])
	}
	return t.Flush()
}

func (r *matchReview) markdown(w io.Writer) error {
	return errors.Join(printHeadline(w, r.headline()), printFacts(w, r.told(), "- %s: %s\n"))
}

// printHeadline prints sentences in bold Markdown.
func printHeadline(w io.Writer, lines []string) error {
	for _, line := range lines {
		if _, err := fmt.Fprintf(w, "**%s**\n", line); err != nil {
			return err
		}
	}
	return nil
}

// told returns what identifies the match and what it came to.
func (r *matchReview) told() [][2]string {
	list := append(r.facts(), [2]string{"version", r.Version})
	if !r.Finished {
		list = append(list, [2]string{"unfinished", "'xuezhan match --resume' goes on with it"})
	}
	return list
}

// headline answers the match's question.
func (r *matchReview) headline() []string {
	if r.Duel == nil {
		return r.leads()
	}
	i, what := r.best()
	switch r.Verdict {
	case stats.Identical:
		return []string{fmt.Sprintf("%s and %s are %s.", r.A, r.B, r.verdict())}
	case stats.Better, stats.NotBetter:
		return []string{fmt.Sprintf("%s: %s points per hand%s.", r.verdict(), bounded(i), what)}
	}
	return []string{fmt.Sprintf("%s against %s is undecided: %s points per hand%s.", r.A, r.B, bounded(i), what)}
}

// leads says of a field which bot has most points and whom it beats, then what it
// comes to for the first bot, which the match is about.
func (r *matchReview) leads() []string {
	verdict := "The verdict on " + r.specs[0] + ", the first bot: " + r.verdict() + "."
	bots := r.ranked()
	if len(bots) == 0 {
		return []string{verdict}
	}
	first := bots[0].Bot
	var beaten, open []string
	for _, b := range bots[1:] {
		if r.betterOf(first, b.Bot) == first {
			beaten = append(beaten, b.Bot)
		} else {
			open = append(open, b.Bot)
		}
	}
	line := first + " has the most points"
	if len(beaten) > 0 {
		line += "; it is better than " + strings.Join(beaten, ", ")
	}
	if len(open) > 0 {
		line += "; no difference to " + strings.Join(open, ", ") + " is established"
	}
	return []string{line + ".", verdict}
}

// ranked returns a field's bots, those with most points first.
func (r *matchReview) ranked() []match.Standing {
	list := slices.Clone(r.Standings.Bots)
	slices.SortStableFunc(list, func(a, b match.Standing) int { return cmp.Compare(b.Points.Value, a.Points.Value) })
	return list
}

// betterOf returns the better of two bots of a field, or what is said where none
// is established to be.
func (r *matchReview) betterOf(a, b string) string {
	for _, c := range r.Pairs {
		if c.A == a && c.B == b || c.A == b && c.B == a {
			return betterOf(c)
		}
	}
	return string(stats.NoDifference)
}

// best returns the interval that a reader should take, and which it is.
func (r *matchReview) best() (i stats.Interval, what string) {
	switch {
	case r.Unbiased != nil:
		return *r.Unbiased, ", median-unbiased after the test"
	case r.Sequence != nil:
		return *r.Sequence, ", which holds at all times together"
	}
	return r.Difference, ""
}

func (r *matchReview) page() *page.Page {
	p := &page.Page{
		Kind: "Match", Title: r.title(), Headline: r.headline(), Facts: factsOf(r.told()), JSON: r,
		About: "Points per hand; one block, a wall with all its seatings, is one unit.",
	}
	if r.Duel == nil {
		p.About += " Every interval holds by itself."
		p.Sections = []page.Section{{Title: "Standings", Figures: []page.Figure{r.standings()}, Tables: []page.Table{r.pairs()}}}
		return p
	}
	p.Sections = []page.Section{{Title: "How it came about", Figures: []page.Figure{r.differences()}}}
	if r.SPRT != nil {
		p.Sections[0].Figures = append(p.Sections[0].Figures, r.ratios())
	}
	return p
}

func (r *matchReview) title() string {
	if r.Duel == nil {
		return fmt.Sprintf("%s: %d bots, %d blocks", r.Rules, len(r.specs), r.Blocks)
	}
	return fmt.Sprintf("%s: A (%s) against B (%s), %d blocks", r.Rules, r.A, r.B, r.Blocks)
}

// intervalValue returns an interval as charts have it.
func intervalValue(i stats.Interval) page.Value {
	if i.N == 0 {
		return page.None(bounded(i))
	}
	return page.Value{At: i.Value, Lo: i.Lo, Hi: i.Hi, Text: bounded(i)}
}

// percentIntervals names intervals of a level.
func percentIntervals(level float64) string { return fmt.Sprintf("%.4g %% intervals", 100*level) }

// pathRows is about how many rows of a path stand in a table.
const pathRows = 20

// rowsOf returns every so-manieth index of n, and the last.
func rowsOf(n int) []int {
	step := max((n+pathRows-1)/pathRows, 1)
	var list []int
	for i := n - 1; i >= 0; i -= step {
		list = append([]int{i}, list...)
	}
	return list
}

// differences shows the difference over the blocks. The first blocks, whose
// intervals are so wide that all else would look flat, are left out.
func (r *matchReview) differences() page.Figure {
	const early = 20 // one in so many blocks
	first := max(r.Blocks/early, stats.MinUnits)
	line := page.Line{Name: "A − B"}
	f := page.Figure{
		Title: "Difference over the blocks", About: "A's points per hand less B's; " + percentIntervals(r.Difference.Level) + ", each for its number of blocks",
		Table: page.Table{Title: "Difference over the blocks", Head: []string{"blocks", "A − B"}},
	}
	for _, s := range r.Path {
		if s.Blocks < first && r.Blocks >= stats.MinUnits {
			continue
		}
		i := s.Difference
		if s.Sequence != nil {
			i = *s.Sequence
			f.About = "A's points per hand less B's; the confidence sequence holds at all times together"
		}
		line.X, line.Values = append(line.X, float64(s.Blocks)), append(line.Values, intervalValue(i))
	}
	for _, k := range rowsOf(len(line.X)) {
		f.Table.Rows = append(f.Table.Rows, []string{fmt.Sprint(line.X[k]), line.Values[k].Text})
	}
	if len(line.X) > 0 {
		f.Chart = page.Lines{Axis: "blocks", Unit: "points per hand", Lines: []page.Line{line}, Levels: []page.Level{{At: 0}}}
		f.Caption = fmt.Sprintf("It begins with block %v.", line.X[0])
	}
	return f
}

// ratios shows the path of the sequential test.
func (r *matchReview) ratios() page.Figure {
	line := page.Line{Name: "LLR"}
	f := page.Figure{
		Title: "Sequential test", About: fmt.Sprintf("Log-likelihood ratio of %g against %g points per hand", r.SPRT.Mu1, r.SPRT.Mu0),
		Table: page.Table{Title: "Sequential test", Head: []string{"blocks", "LLR"}},
	}
	for _, s := range r.Path {
		v := page.None("infinite")
		if s.LLR != nil {
			v = page.Plain(*s.LLR, fmt.Sprintf("%+.2f", *s.LLR))
		}
		line.X, line.Values = append(line.X, float64(s.Blocks)), append(line.Values, v)
	}
	for _, k := range rowsOf(len(line.X)) {
		f.Table.Rows = append(f.Table.Rows, []string{fmt.Sprint(line.X[k]), line.Values[k].Text})
	}
	f.Table.Rows = append(f.Table.Rows,
		[]string{"lower bound", fmt.Sprintf("%+.2f", r.SPRT.Lower)}, []string{"upper bound", fmt.Sprintf("%+.2f", r.SPRT.Upper)})
	if len(line.X) > 0 {
		f.Chart = page.Lines{
			Axis: "blocks", Unit: "LLR", Lines: []page.Line{line},
			Levels: []page.Level{
				{At: r.SPRT.Upper, Name: fmt.Sprintf("better, %.2f", r.SPRT.Upper)},
				{At: r.SPRT.Lower, Name: fmt.Sprintf("not better, %.2f", r.SPRT.Lower)},
			},
		}
		f.Caption = fmt.Sprintf("There is no verdict before %d blocks that differ.", stats.MinUnits)
	}
	return f
}

// standings shows the bots of a field.
func (r *matchReview) standings() page.Figure {
	s := page.Spots{Unit: "points per hand above the mean"}
	f := page.Figure{
		Title: "The bots", Table: page.Table{Title: "The bots", Head: []string{"bot", "points per hand"}},
	}
	for _, b := range r.ranked() {
		look := page.Hollow
		if !b.Points.Covers(0) {
			look = page.Series(0)
		}
		f.About = "Points per hand above the mean of all; " + percentIntervals(b.Points.Level)
		s.Rows = append(s.Rows, page.Spot{Name: b.Bot, Value: intervalValue(b.Points), Look: look})
		f.Table.Rows = append(f.Table.Rows, []string{b.Bot, bounded(b.Points)})
	}
	if len(s.Rows) > 0 {
		f.Chart = s
		f.Keys = []page.Key{
			{Text: "differs from the mean", Look: page.Series(0), Form: "dot"}, {Text: "no difference established", Look: page.Hollow, Form: "dot"},
		}
	}
	return f
}

// pairs compares every two bots of a field.
func (r *matchReview) pairs() page.Table {
	t := page.Table{Title: "Every two", Head: []string{"A − B", "points per hand", "better"}, Shown: true}
	for _, c := range r.Pairs {
		t.Rows = append(t.Rows, []string{c.A + " − " + c.B, bounded(c.Difference), betterOf(c)})
	}
	return t
}

// betterOf returns the better of two bots, or that none is established to be.
func betterOf(c match.Comparison) string { return c.Difference.Finding().Name(c.A, c.B) }
