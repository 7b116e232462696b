package report

import (
	"fmt"
	"strings"

	"xuezhan/policy"
	"xuezhan/sim/page"
	"xuezhan/sim/stats"
	"xuezhan/sim/tune"
)

// A Tuning lays out what a run of tune shows, whether it has ended or not.
type Tuning struct {
	*tune.Review
	Params []policy.Param // of the bot; for what they mean
}

// Page lays the tuning out: what it is worth, how the gain came about, and how
// each parameter moved.
func (r Tuning) Page() *page.Document {
	h := &r.Header
	d := &page.Document{
		Kind: "Tuning", Title: fmt.Sprintf("%s: %s by %s", page.Name(r.Rules), page.Name(h.Bot.Spec), h.Method), Headline: r.headline(),
		About: "Points per hand more than the bot as it started; one block, a wall with all its seatings, is one unit.",
		Facts: page.Facts{List: r.facts()}, Data: r.Review,
	}
	paths := page.Section{
		Title: "Parameters", Tables: []page.Table{r.parameters()},
		About: "The mean of the candidates before rounding; the tuned value is its average over the last quarter of the generations.",
	}
	if len(r.History) > 0 {
		d.Add(page.Section{Title: "Course", Figures: []page.Figure{r.Gains(), r.Spreads()}})
		for i, f := range r.Paths() {
			f.About = r.explained(r.Parameters[i].Name) + f.About
			paths.Figures = append(paths.Figures, f)
		}
	}
	d.Add(paths)
	return d
}

// headline answers what the tuning is worth.
func (r Tuning) headline() []string {
	if r.Holdout != nil {
		return []string{gainSentence("The tuned bot", r.Holdout.Gain, "on walls that have decided nothing"), "The gate, on walls of its own, was " + r.Gate.String() + "."}
	}
	lines := []string{fmt.Sprintf("%d of %d generations are done.", r.Generations, r.Header.Plan.Generations)}
	if n := len(r.History); n > 0 {
		lines = append(lines, gainSentence("The mean of recent generations", r.History[n-1].Recent, "on walls that did not make it"))
	}
	return lines
}

// gainSentence says whether a gain is one.
func gainSentence(who string, g stats.Interval, where string) string {
	switch {
	case !g.Defined() || g.N < stats.MinUnits:
		return who + " and the start: too few blocks to compare."
	case g.Lo > 0:
		return fmt.Sprintf("%s beats the start by %s points per hand %s.", who, perHand(g), where)
	case g.Hi < 0:
		return fmt.Sprintf("%s loses to the start: %s points per hand %s.", who, perHand(g), where)
	}
	return fmt.Sprintf("%s and the start: no difference established, %s points per hand %s.", who, perHand(g), where)
}

// parameters has a row for each parameter that is tuned.
func (r Tuning) parameters() page.Table {
	t := page.Table{Title: "Parameters", Head: []string{"parameter", "start", "now", "tuned", "bounds"}, Open: true}
	for _, p := range r.Parameters {
		tuned := "-"
		if p.Tuned != nil {
			tuned = fmt.Sprint(*p.Tuned)
		}
		t.Rows = append(t.Rows, []string{p.Name, fmt.Sprint(p.Start), tune.Short(p.Mean), tuned, fmt.Sprintf("%d..%d", p.Min, p.Max)})
	}
	return t
}

// facts returns what identifies the run.
func (r Tuning) facts() []page.Fact {
	h := &r.Header
	list := []page.Fact{{Name: "bot", Value: h.Bot.Spec}, {Name: "method", Value: h.Method}}
	if h.Opponent != nil {
		list = append(list, page.Fact{Name: "opponent", Value: h.Opponent.Spec})
	}
	list = append(list,
		page.Fact{Name: "rules", Value: r.Rules + " " + h.RulesHash},
		page.Fact{Name: "seed", Value: fmt.Sprintf("%d, walls %s", h.Seed, h.Walls)},
		page.Fact{Name: "generations", Value: fmt.Sprintf("%d of %d, %d hands", r.Generations, h.Plan.Generations, r.Hands)})
	if r.Gate != nil {
		list = append(list, page.Fact{Name: "gate", Value: fmt.Sprintf("%s points per hand, %d blocks", perHand(r.Gate.Difference), r.Gate.Blocks)})
	}
	if r.Holdout != nil {
		list = append(list, page.Fact{Name: "holdout", Value: fmt.Sprintf("%s points per hand, %d blocks", perHand(r.Holdout.Gain), r.Holdout.Blocks)})
	}
	if r.Faults > 0 {
		list = append(list, page.Fact{Name: "faults", Value: fmt.Sprintf("%d hands were forfeited", r.Faults)})
	}
	return list
}

// explained returns a sentence on a parameter.
func (r Tuning) explained(name string) string {
	for _, p := range r.Params {
		if p.Name == name && p.Doc != "" {
			return strings.ToUpper(p.Doc[:1]) + p.Doc[1:] + ". "
		}
	}
	return ""
}
