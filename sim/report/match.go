package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"xuezhan/sim/dataset"
	"xuezhan/sim/match"
	"xuezhan/sim/page"
	"xuezhan/sim/stats"
)

// A Match is what a match shows, with what identifies it. As JSON it is one object
// with the result's fields and its own.
type Match struct {
	A         string   `json:"a,omitempty"` // of two bots
	B         string   `json:"b,omitempty"`
	Rules     string   `json:"rules"`
	RulesHash string   `json:"rules_hash"`
	Seed      uint64   `json:"seed,string"`
	Walls     string   `json:"walls"`
	Design    string   `json:"design"`
	Version   string   `json:"version"`
	Digest    string   `json:"digest,omitempty"`  // of the blocks, where they are stored to the end
	Seconds   *float64 `json:"seconds,omitempty"` // where it was just played
	Speed     *float64 `json:"hands_per_s,omitempty"`
	match.Result
	*Course
	specs []string
}

// A Course is how a match came to where it is, as what is stored tells.
type Course struct {
	Finished bool          `json:"finished"`
	Path     []match.Stand `json:"path"` // empty for three or more bots
}

// NewMatch returns what a match shows that the program of this version has played.
func NewMatch(c *match.Config, r match.Result, version string) *Match {
	m := &Match{
		Rules: c.Rules.Name, RulesHash: c.Rules.Hash(), Seed: c.Seed, Walls: c.Walls.String(), Design: c.Design.String(),
		Version: version, Result: r,
	}
	for _, b := range c.Bots {
		m.specs = append(m.specs, b.Spec)
	}
	m.nameBots()
	return m
}

// ReviewedMatch returns what a stored match shows.
func ReviewedMatch(v *match.Review) *Match {
	in := &v.Inputs
	m := &Match{
		Rules: in.Rules.Name, RulesHash: in.RulesHash, Seed: uint64(in.Seed), Walls: in.Walls, Design: in.Design, Version: in.Version,
		Digest: v.Digest, Result: v.Result, Course: &Course{v.Finished, append([]match.Stand{}, v.Path...)},
		specs: dataset.Specs(in.Bots),
	}
	m.nameBots()
	return m
}

// nameBots sets the names of two bots.
func (m *Match) nameBots() {
	if m.Duel != nil {
		m.A, m.B = m.specs[0], m.specs[1]
	}
}

// Page lays the match out: the verdict, how it came about, and how the bots of a
// field compare.
func (m *Match) Page() *page.Document {
	d := &page.Document{
		Kind: "Match", Title: m.title(), Headline: m.headline(), Facts: page.Facts{List: m.facts()}, Data: m,
		About: "Points per hand; one block, a wall with all its seatings, is one unit.",
	}
	switch {
	case m.Duel == nil:
		d.About += " Every interval holds by itself."
		d.Add(page.Section{Title: "Standings", Figures: []page.Figure{m.standings()}, Tables: []page.Table{m.pairs()}})
	case m.Course != nil:
		d.Add(m.course())
	}
	return d
}

// course shows how a match of two bots came about.
func (m *Match) course() page.Section {
	s := page.Section{Title: "How it came about", Figures: []page.Figure{m.differences()}}
	if m.SPRT != nil {
		s.Figures = append(s.Figures, m.ratios())
	}
	return s
}

// headline answers the match's question.
func (m *Match) headline() []string {
	if m.Duel == nil {
		return m.leads()
	}
	i, what := m.best()
	switch m.Verdict {
	case stats.Identical:
		return []string{fmt.Sprintf("%s and %s are %s.", page.Name(m.A), page.Name(m.B), m.verdict())}
	case stats.Better, stats.NotBetter:
		return []string{fmt.Sprintf("%s: %s points per hand%s.", m.verdict(), perHand(i), what)}
	}
	return []string{fmt.Sprintf("%s against %s is undecided: %s points per hand%s.", page.Name(m.A), page.Name(m.B), perHand(i), what)}
}

// leads says of a field which bot has most points and whom it beats, then what it
// comes to for the first bot, which the match is about.
func (m *Match) leads() []string {
	verdict := "The verdict on " + page.Name(m.specs[0]) + ", the first bot: " + m.verdict() + "."
	bots := m.ranked()
	if len(bots) == 0 {
		return []string{verdict}
	}
	first := bots[0].Bot
	var beaten, open []string
	for _, b := range bots[1:] {
		if m.betterOf(first, b.Bot) == first {
			beaten = append(beaten, page.Name(b.Bot))
		} else {
			open = append(open, page.Name(b.Bot))
		}
	}
	line := page.Name(first) + " has the most points"
	if len(beaten) > 0 {
		line += "; it is better than " + strings.Join(beaten, ", ")
	}
	if len(open) > 0 {
		line += "; no difference to " + strings.Join(open, ", ") + " is established"
	}
	return []string{line + ".", verdict}
}

// ranked returns a field's bots, those with most points first.
func (m *Match) ranked() []match.Standing {
	list := slices.Clone(m.Standings.Bots)
	slices.SortStableFunc(list, func(a, b match.Standing) int { return cmp.Compare(b.Points.Value, a.Points.Value) })
	return list
}

// betterOf returns the better of two bots of a field, or what is said where none
// is established to be.
func (m *Match) betterOf(a, b string) string {
	for _, c := range m.Pairs {
		if c.A == a && c.B == b || c.A == b && c.B == a {
			return betterOf(c)
		}
	}
	return string(stats.NoDifference)
}

// best returns the interval that a reader should take, and which it is.
func (m *Match) best() (i stats.Interval, what string) {
	switch {
	case m.Unbiased != nil:
		return *m.Unbiased, ", median-unbiased after the test"
	case m.Sequence != nil:
		return *m.Sequence, ", which holds at all times together"
	}
	return m.Difference, ""
}

func (m *Match) title() string {
	if m.Duel == nil {
		return fmt.Sprintf("%s: %d bots, %d blocks", page.Name(m.Rules), len(m.specs), m.Blocks)
	}
	return fmt.Sprintf("%s: A (%s) against B (%s), %d blocks", page.Name(m.Rules), page.Name(m.A), page.Name(m.B), m.Blocks)
}

// pathRows is about how many rows of a path stand in a table.
const pathRows = 20

// rowsOf returns about pathRows of n indexes, evenly apart, and the last.
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
func (m *Match) differences() page.Figure {
	const early = 20 // the first twentieth of the blocks
	first := max(m.Blocks/early, stats.MinUnits)
	line := page.Line{Name: "A − B", Band: level(m.Difference.Level)}
	f := page.Figure{
		Title: "Difference over the blocks", About: "A's points per hand less B's; " + level(m.Difference.Level) + ", each for its number of blocks",
		Table: page.Table{Title: "Difference over the blocks", Head: []string{"blocks", "A − B"}, Medium: page.PageOnly},
	}
	for _, s := range m.Path {
		if s.Blocks < first && m.Blocks >= stats.MinUnits {
			continue
		}
		i := s.Difference
		if s.Sequence != nil {
			i = *s.Sequence
			line.Band = "confidence sequence"
			f.About = "A's points per hand less B's; the confidence sequence holds at all times together"
		}
		line.X, line.Values = append(line.X, float64(s.Blocks)), append(line.Values, pointsValue(i))
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
func (m *Match) ratios() page.Figure {
	line := page.Line{Name: "LLR"}
	f := page.Figure{
		Title: "Sequential test", About: fmt.Sprintf("Log-likelihood ratio of %g against %g points per hand", m.SPRT.Mu1, m.SPRT.Mu0),
		Table: page.Table{Title: "Sequential test", Head: []string{"blocks", "LLR"}, Medium: page.PageOnly},
	}
	for _, s := range m.Path {
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
		[]string{"lower bound", fmt.Sprintf("%+.2f", m.SPRT.Lower)}, []string{"upper bound", fmt.Sprintf("%+.2f", m.SPRT.Upper)})
	if len(line.X) > 0 {
		f.Chart = page.Lines{
			Axis: "blocks", Unit: "LLR", Lines: []page.Line{line},
			Levels: []page.Level{
				{At: m.SPRT.Upper, Name: fmt.Sprintf("better, %.2f", m.SPRT.Upper)},
				{At: m.SPRT.Lower, Name: fmt.Sprintf("not better, %.2f", m.SPRT.Lower)},
			},
		}
		f.Caption = fmt.Sprintf("There is no verdict before %d blocks that differ.", stats.MinUnits)
	}
	return f
}

// standings shows the bots of a field.
func (m *Match) standings() page.Figure {
	s := page.Spots{Unit: "points per hand above the mean"}
	f := page.Figure{
		Name: "standings", Title: "The bots", Table: page.Table{Title: "The bots", Head: []string{"bot", "points per hand"}},
	}
	for _, b := range m.ranked() {
		look := page.Hollow
		if !b.Points.Covers(0) {
			look = page.Series(0)
		}
		f.About = "Points per hand above the mean of all; " + level(b.Points.Level)
		s.Rows = append(s.Rows, page.Spot{Name: b.Bot, Value: pointsValue(b.Points), Look: look})
		f.Table.Rows = append(f.Table.Rows, []string{b.Bot, perHand(b.Points)})
	}
	if len(s.Rows) > 0 {
		s.Levels = []page.Level{{At: m.ranked()[0].Points.Value, Name: "most points"}}
		f.Chart = s
		f.Keys = []page.Key{
			{Text: "differs from the mean", Look: page.Series(0), Form: page.Dot}, {Text: "no difference established", Look: page.Hollow, Form: page.Dot},
		}
	}
	return f
}

// pairs compares every two bots of a field.
func (m *Match) pairs() page.Table {
	t := page.Table{Title: "Every two", Head: []string{"A − B", "points per hand", "better"}, Open: true}
	for _, c := range m.Pairs {
		t.Rows = append(t.Rows, []string{c.A + " − " + c.B, perHand(c.Difference), betterOf(c)})
	}
	return t
}

// betterOf returns the better of two bots, or that none is established to be.
func betterOf(c match.Comparison) string { return c.Difference.Finding().Name(c.A, c.B) }

// facts return what identifies the match and what it came to.
func (m *Match) facts() []page.Fact {
	var list []page.Fact
	add := func(name, format string, values ...any) {
		list = append(list, page.Fact{Name: name, Value: fmt.Sprintf(format, values...)})
	}
	if m.Duel != nil {
		m.duelFacts(add)
	} else {
		add("blocks", "%d", m.Blocks)
	}
	add("rules", "%s %s", m.Rules, m.RulesHash)
	add("seed", "%d, walls %s, design %s", m.Seed, m.Walls, m.Design)
	if m.Seconds != nil {
		add("hands", "%d in %.1f s, %.0f hands/s", m.Hands, *m.Seconds, *m.Speed)
	} else {
		add("hands", "%d", m.Hands)
	}
	for i, n := range m.Faults {
		if n > 0 {
			add("faults", "%d of %s: timeout has played on in its place", n, m.specs[i])
		}
	}
	if m.Digest != "" {
		add("digest", "%s", m.Digest)
	}
	add("verdict", "%s", m.verdict())
	if m.Course != nil {
		add("version", "%s", m.Version)
		if !m.Finished {
			add("unfinished", "'xuezhan match --resume' resumes it")
		}
	}
	return list
}

func (m *Match) duelFacts(add func(name, format string, values ...any)) {
	add("A", "%s", m.A)
	add("B", "%s", m.B)
	add("blocks", "%d, %.1f %% differ, deviation %.3f", m.Blocks, 100*float64(m.Differ)/float64(max(m.Blocks, 1)), m.Deviation)
	add("difference", "%s points per hand", perHand(m.Difference))
	if m.Unbiased != nil {
		add("unbiased", "%s median-unbiased after the test", perHand(*m.Unbiased))
	}
	if m.Sequence != nil {
		add("sequence", "%s holds at all times together", perHand(*m.Sequence))
	}
	if m.Luck != nil {
		add("unadjusted", "%s with the luck of the draws", perHand(m.Luck.Unadjusted))
		add("luck", "%s A's less B's; the variance is %.3f of that without adjustment", perHand(m.Luck.Mean), m.Luck.VarianceRatio)
	}
	if m.SPRT != nil {
		add("LLR", "%s of %g against %g points per hand", m.SPRT, m.SPRT.Mu1, m.SPRT.Mu0)
	}
}

// perHand returns an interval of points per hand as "+1.230 [+1.190, +1.270]".
func perHand(i stats.Interval) string { return i.BracketedTo(stats.PlainDecimals) }

// pointsValue returns an interval of points per hand as charts have it.
func pointsValue(i stats.Interval) page.Value { return page.Interval(i, perHand(i)) }

// verdict says in words whether A is better.
func (m *Match) verdict() string {
	first, than := page.Name(m.specs[0]), page.Name(m.B)
	if m.Duel == nil {
		than = "every other"
	}
	switch m.Verdict {
	case stats.Better:
		return first + " is better than " + than
	case stats.NotBetter:
		if m.Duel == nil {
			return first + " is worse than another"
		}
		return first + " is not better than " + than
	case stats.Identical:
		if m.Blocks == 0 {
			return "identical: A and B are the same bot, so nothing was played"
		}
		return fmt.Sprintf("identical: none of the first %s blocks differs", stats.Grouped(m.Blocks))
	}
	return "undecided"
}
