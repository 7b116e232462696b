package report

import (
	"fmt"

	"xuezhan/sim/page"
)

// A Trial is how a bot did in a few hands. As JSON it is one object.
type Trial struct {
	Bot       string  `json:"bot"`
	Name      string  `json:"name,omitempty"` // what an external bot calls itself
	Rules     string  `json:"rules"`
	Seed      uint64  `json:"seed,string"`
	Hands     int64   `json:"hands"`
	Decisions int64   `json:"decisions"` // put to an external bot
	Seconds   float64 `json:"seconds"`
	Speed     float64 `json:"decisions_per_s"`
	Points    float64 `json:"points_per_hand"`
	Repeats   bool    `json:"repeats"` // it played alike with one hand at a time
}

// Page lays the trial out.
func (t *Trial) Page() *page.Document {
	bot := page.Name(t.Bot)
	d := &page.Document{Kind: "Trial", Title: bot, Data: t}
	if t.Repeats {
		d.Headline = []string{fmt.Sprintf("%s plays without a fault, and the same with one hand at a time.", bot)}
	} else {
		d.Headline = []string{
			fmt.Sprintf("%s plays without a fault, but its play cannot be repeated.", bot),
			"With one hand at a time it plays differently: it uses more than the view and its seed.",
		}
	}
	add := func(name, format string, values ...any) {
		d.Facts.List = append(d.Facts.List, page.Fact{Name: name, Value: fmt.Sprintf(format, values...)})
	}
	add("bot", "%s", t.Bot)
	if t.Name != "" {
		add("calls itself", "%s", t.Name)
		add("decisions", "%d in %.2f s, %.0f decisions/s including the simulator", t.Decisions, t.Seconds, t.Speed)
	}
	add("hands", "%d of rules %s, seed %d", t.Hands, t.Rules, t.Seed)
	add("points", "%+.2f per hand; 'xuezhan match' says how much of it is luck", t.Points)
	return d
}
