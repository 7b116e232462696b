package report

import (
	"fmt"

	"xuezhan/sim/match"
	"xuezhan/sim/page"
	"xuezhan/sim/stats"
)

// A Ladder is how bots compare that have all played each other, with what
// identifies the ladder. As JSON it is one object.
type Ladder struct {
	Rules     string `json:"rules"`
	RulesHash string `json:"rules_hash"`
	Seed      uint64 `json:"seed,string"`
	Walls     string `json:"walls"`
	Version   string `json:"version"`
	Digest    string `json:"digest,omitempty"` // of the blocks, where they are stored to the end
	*match.Ladder
	Finished *bool `json:"finished,omitempty"` // of a stored ladder
}

// NewLadder returns a ladder that the program of this version has played.
func NewLadder(c *match.LadderConfig, l *match.Ladder, version string) *Ladder {
	return &Ladder{Rules: c.Rules.Name, RulesHash: c.Rules.Hash(), Seed: c.Seed, Walls: c.Walls.String(), Version: version, Ladder: l}
}

// ReviewedLadder returns what a stored ladder shows.
func ReviewedLadder(v *match.LadderReview) *Ladder {
	in := &v.Inputs
	return &Ladder{
		Rules: in.Rules.Name, RulesHash: in.RulesHash, Seed: uint64(in.Seed), Walls: in.Walls, Version: in.Version,
		Digest: v.Digest, Ladder: v.Ladder, Finished: &v.Finished,
	}
}

// Page lays the ladder out: the bots from the best to the worst, and every two of
// them.
func (l *Ladder) Page() *page.Document {
	if l.Decomposed != nil {
		return l.partsPage()
	}
	d := &page.Document{
		Kind: "Ladder", Title: fmt.Sprintf("%s, %d rounds, seed %d", page.Name(l.Rules), l.Rounds, l.Seed),
		Headline: []string{l.headline()}, Data: l,
		About: "Points per hand above the mean of all bots; one wall is one unit, and every interval holds by itself.",
	}
	pairs := page.Table{Title: "Every two", Head: []string{"bot", "other", "points per hand more", "better"}}
	for _, p := range l.Pairs {
		pairs.Rows = append(pairs.Rows, []string{p.A, p.B, perHand(p.Difference), betterOf(p)})
	}
	d.Add(page.Section{Title: "The bots", Figures: []page.Figure{l.rungs()}, Tables: []page.Table{pairs}})
	d.Facts.List = l.facts("rounds", "ladder")
	return d
}

// facts return what identifies the ladder; rounds is what its units are called, and
// command resumes it.
func (l *Ladder) facts(rounds, command string) []page.Fact {
	list := []page.Fact{
		{Name: "rules", Value: l.Rules + " " + l.RulesHash},
		{Name: "seed", Value: fmt.Sprintf("%d, walls %s", l.Seed, l.Walls)},
		{Name: rounds, Value: fmt.Sprint(l.Rounds)},
		{Name: "hands", Value: fmt.Sprint(l.Hands)},
		{Name: "version", Value: l.Version},
	}
	if l.Digest != "" {
		list = append(list, page.Fact{Name: "digest", Value: l.Digest})
	}
	if l.Finished != nil && !*l.Finished {
		list = append(list, page.Fact{Name: "unfinished", Value: "'xuezhan " + command + " --resume' resumes it"})
	}
	return list
}

// headline says which bot is best, and up to whom that is established.
func (l *Ladder) headline() string {
	if len(l.Bots) < 2 {
		return "Too few rounds to compare the bots."
	}
	best, second := page.Name(l.Bots[0].Bot), page.Name(l.Bots[1].Bot)
	for _, p := range l.Pairs {
		d := p.Difference
		switch {
		case p.A == l.Bots[1].Bot && p.B == l.Bots[0].Bot:
			d = d.Scaled(-1)
		case p.A != l.Bots[0].Bot || p.B != l.Bots[1].Bot:
			continue
		}
		switch d.Finding() {
		case stats.BetterA:
			return fmt.Sprintf("%s is the best of %d bots: %s points per hand more than %s, the second.", best, len(l.Bots), perHand(d), second)
		case stats.TooFew:
			return fmt.Sprintf("%s has the most points of %d bots; too few walls to compare it with %s.", best, len(l.Bots), second)
		}
		break
	}
	return fmt.Sprintf("%s has the most points of %d bots; no difference to %s is established.", best, len(l.Bots), second)
}

// rungs shows the bots from the best to the worst.
func (l *Ladder) rungs() page.Figure {
	if len(l.Bots) == 0 {
		return page.Figure{}
	}
	chart := page.Spots{
		Unit:   "points per hand above the mean",
		Levels: []page.Level{{At: l.Bots[0].Points.Value, Name: "the best"}},
	}
	t := page.Table{Title: "The bots, the best first", Head: []string{"place", "bot", "points per hand", "rating", "faults"}, Open: true}
	for i := range l.Bots {
		b := &l.Bots[i]
		rating := fmt.Sprintf("%.0f", b.Rating)
		if b.Provisional {
			rating += " (provisional)"
		}
		look := page.Hollow
		if b.Points.Finding().Established() {
			look = page.Series(0)
		}
		t.Rows = append(t.Rows, []string{fmt.Sprint(i + 1), b.Bot, perHand(b.Points), rating, fmt.Sprint(b.Faults)})
		chart.Rows = append(chart.Rows, page.Spot{Name: b.Bot, Value: pointsValue(b.Points), Look: look})
	}
	return page.Figure{
		Name: "ladder", Title: "Points of all bots", About: "Points per hand above the mean of all; " + level(l.Bots[0].Points.Level), Chart: chart, Table: t,
		Keys: []page.Key{
			{Text: "differs from the mean", Look: page.Series(0), Form: page.Dot}, {Text: "no difference established", Look: page.Hollow, Form: page.Dot},
		},
	}
}
