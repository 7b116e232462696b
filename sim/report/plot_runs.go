package report

import (
	"fmt"

	"gonum.org/v1/plot/vg"
)

// Plots draws the comparison into a directory, which it makes if need be, as
// runs.svg and runs.png, and returns the files it wrote.
func (c *Comparison) Plots(dir string) ([]string, error) {
	return save(dir, []picture{c.picture()})
}

// picture draws a line a run: the difference with its interval.
func (c *Comparison) picture() picture {
	g := gallery{Report: &Report{Level: c.Level, Bots: []Bot{{Policy: c.A}, {Policy: c.B}}}}
	d := &Difference{A: c.A, B: c.B, IndexA: 0, IndexB: 1}
	p := picture{
		name: "runs", title: d.against(", run by run"), about: d.unit() + ", " + level(c.Level),
		keys: g.verdictKeys(d, dot, ring), height: 50 + 34*vg.Length(len(c.Runs)),
		caption: fmt.Sprintf("A bot is called better where p is at most %.2g after Holm's adjustment for all runs;"+
			" the intervals are not adjusted.", 1-c.Level),
	}
	var marks []mark
	for i := range c.Runs {
		m := d.judged(c.Runs[i].Difference, c.Runs[i].Verdict)
		m.at, m.text = lying.place(i, 0), gain(c.Runs[i].Difference)
		marks = append(marks, m)
	}
	lo, hi := spread(marks)
	panel := lying.named("", c.names(), d.unit(), lo, hi)
	panel.Add(spots{layout: lying, marks: marks})
	p.panels = append(p.panels, panel)
	return p
}

// names returns what a picture calls the runs: their rules or, where these do
// not tell them apart, their names too; and how many hands they have.
func (c *Comparison) names() []string {
	const most = 32
	times := map[string]int{}
	for i := range c.Runs {
		times[c.Runs[i].Rules]++
	}
	var list []string
	for i := range c.Runs {
		d := &c.Runs[i]
		name := d.Rules
		if times[d.Rules] > 1 {
			name += " " + d.Run
		}
		list = append(list, clip(legible(name), most)+"\n"+count(d.Hands)+" hands")
	}
	return list
}
