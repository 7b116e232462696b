package report

import (
	"fmt"

	"xuezhan/sim/match"
	"xuezhan/sim/page"
)

// A Response is what one seat gains among three of a bot, with what identifies it. As
// JSON it is one object.
type Response struct {
	Rules      string `json:"rules"`
	RulesHash  string `json:"rules_hash"`
	Seed       uint64 `json:"seed,string"`
	ChooseSeed uint64 `json:"choose_seed,string"`
	Walls      string `json:"walls"`
	Luck       bool   `json:"luck"`
	Version    string `json:"version"`
	*match.Response
}

// NewResponse returns a best response that the program of this version has found.
func NewResponse(c *match.ResponseConfig, r *match.Response, version string) *Response {
	return &Response{c.Rules.Name, c.Rules.Hash(), c.Seed, c.ChooseSeed(), c.Walls.String(), c.Luck, version, r}
}

// Page lays the best response out: the bound, then what each responder gained in the walls
// of the choice.
func (r *Response) Page() *page.Document {
	d := &page.Document{
		Kind:     "Best response",
		Title:    fmt.Sprintf("%s, %s, %d blocks, seed %d", page.Name(r.Bot), page.Name(r.Rules), r.Blocks, r.Seed),
		Headline: r.headline(), Data: r,
		About: "Points per hand of one seat among three of the bot, more than the bot itself has there. It is a lower bound of what can be " +
			"gained: only the responders listed were tried. The best was chosen over some walls and measured over others; one wall is one unit.",
	}
	d.Add(page.Section{Title: "The responders", Figures: []page.Figure{r.tried()}})
	d.Facts.List = []page.Fact{
		{Name: "rules", Value: r.Rules + " " + r.RulesHash},
		{Name: "seed", Value: fmt.Sprintf("%d, walls %s", r.Seed, r.Walls)},
		{Name: "chosen over", Value: fmt.Sprintf("%d blocks of seed %d", r.ChooseBlocks, r.ChooseSeed)},
		{Name: "measured over", Value: fmt.Sprintf("%d blocks", r.Blocks)},
		{Name: "hands", Value: fmt.Sprint(r.Hands)},
		{Name: "faults", Value: fmt.Sprint(r.Faults)},
		{Name: "version", Value: r.Version},
	}
	return d
}

func (r *Response) headline() []string {
	bot := page.Name(r.Bot)
	switch {
	case r.Best == r.Bot:
		return []string{fmt.Sprintf("None of %d responders gained anything on three %s: the lower bound is 0.", len(r.Responders), bot)}
	case r.Gain.Lo > 0:
		return []string{fmt.Sprintf("%s can be exploited for at least %s points per hand: so much one %s gains among three %s.",
			bot, perHand(r.Gain), page.Name(r.Best), bot)}
	}
	return []string{fmt.Sprintf("No gain on three %s is established: %s, the best responder, has %s points per hand.", bot, page.Name(r.Best), perHand(r.Gain))}
}

// tried shows all responders, and the measured gain of the best.
func (r *Response) tried() page.Figure {
	chart := page.Spots{Unit: "points per hand more than the bot itself"}
	t := page.Table{Head: []string{"responder", "gain"}, Open: true}
	for i := range r.Responders {
		x := &r.Responders[i]
		chart.Rows = append(chart.Rows, page.Spot{Name: x.Bot, Value: pointsValue(x.Gain), Look: page.Hollow})
		t.Rows = append(t.Rows, []string{x.Bot, perHand(x.Gain)})
	}
	name := r.Best + ", measured"
	chart.Rows = append(chart.Rows, page.Spot{Name: name, Value: pointsValue(r.Gain), Look: page.Series(0)})
	t.Rows = append(t.Rows, []string{name, perHand(r.Gain)})
	return page.Figure{
		Name: "responders", Title: "What each responder gained", Chart: chart, Table: t,
		About: "The gains of the choice flatter the best of them; the last one is of other walls. " + level(r.Gain.Level),
		Keys: []page.Key{
			{Text: "in the walls of the choice", Look: page.Hollow, Form: page.Dot}, {Text: "the best, in other walls", Look: page.Series(0), Form: page.Dot},
		},
	}
}
