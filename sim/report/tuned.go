package report

import (
	"fmt"

	"xuezhan/policy"
	"xuezhan/sim/page"
	"xuezhan/sim/tune"
)

// A Tuned is what a finished run of tune came to. As JSON it is one object.
type Tuned struct {
	tune.Result
	File    string  `json:"file"`    // the tuned parameters
	Seconds float64 `json:"seconds"` // of this run of the program
	Speed   float64 `json:"hands_per_s"`
}

// Page lays the result out: what the tuned bot is worth, and which parameters
// changed from those of the bot as it started.
func (r *Tuned) Page(start policy.Spec) *page.Document {
	h := &r.History
	t := page.Table{Title: "Parameters that changed", Head: []string{"parameter", "start", "tuned", "bounds"}, Open: true}
	before := start.Values()
	for _, p := range start.Bot().Params {
		if v := r.Parameters[p.Name]; v != before[p.Name] {
			t.Rows = append(t.Rows, []string{p.Name, fmt.Sprint(before[p.Name]), fmt.Sprint(v), fmt.Sprintf("%d..%d", p.Min, p.Max)})
		}
	}
	d := &page.Document{
		Kind: "Tuned bot", Title: page.Name(h.Tuned),
		Headline: []string{gainSentence("The tuned bot", h.Holdout.Gain, "on walls that have decided nothing")}, Data: r,
		About: "Points per hand more than the bot as it started; one block, a wall with all its seatings, is one unit.",
	}
	d.Add(page.Section{Title: "Parameters", Tables: []page.Table{t}})
	add := func(name, format string, values ...any) {
		d.Facts.List = append(d.Facts.List, page.Fact{Name: name, Value: fmt.Sprintf(format, values...)})
	}
	add("holdout", "%s points per hand, %d blocks", perHand(h.Holdout.Gain), h.Holdout.Blocks)
	add("gate", "%s, %d blocks", h.Gate, h.Gate.Blocks)
	if h.Faults > 0 {
		add("faults", "%d hands were forfeited", h.Faults)
	}
	add("tuned", "%s", h.Tuned)
	add("played by", "%s@%s", r.Bot, r.File)
	add("rules", "%s %s", h.Rules, h.RulesHash)
	add("seed", "%d, walls %s", h.Seed, h.Walls)
	add("hands", "%d in %d generations, gate and holdout", h.Hands["train"]+h.Hands["gate"]+h.Hands["holdout"], h.Generations)
	return d
}
