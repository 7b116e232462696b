package tune

import (
	"bytes"
	"fmt"
	"strconv"

	"xuezhan/sim/page"
	"xuezhan/sim/stats"
)

// plot draws the course of the run in one picture: each parameter over the
// generations, and the gain. The same history gives the same picture to the byte.
func (t *Tuner) plot() ([]byte, error) {
	r := t.review()
	d := page.Document{Title: t.title(), Sections: []page.Section{{Figures: append(r.Paths(), r.Gains())}}}
	var b bytes.Buffer
	err := d.Overview().SVG(&b)
	return b.Bytes(), err
}

func (t *Tuner) title() string {
	return fmt.Sprintf("%s, %s, %s, seed %d: %d of %d generations",
		page.Name(t.config.Bot.String()), t.config.Method, t.config.Rules.Name, t.config.Seed, t.generations, t.plan.Generations)
}

// Gains shows the gain of recent generations over the start.
func (r *Review) Gains() page.Figure {
	line := page.Line{Name: "gain"}
	t := page.Table{Title: "Gain over the start", Head: []string{"generation", "this one", "recent ones"}, Medium: page.PageOnly}
	about := "Points per hand more than the start, mean of up to ten generations"
	for _, g := range r.History {
		line.Band = fmt.Sprintf("%.4g %% interval", 100*g.Recent.Level)
		line.X, line.Values = append(line.X, float64(g.Generation)), append(line.Values, page.Interval(g.Recent, perHand(g.Recent)))
		t.Rows = append(t.Rows, []string{fmt.Sprint(g.Generation), perHand(g.Gain), perHand(g.Recent)})
	}
	return page.Figure{
		Title: "Gain over the start", About: about, Table: t,
		Chart: page.Lines{
			Axis: "generation", Unit: "points per hand", Lines: []page.Line{line},
			Levels: []page.Level{{At: 0, Name: "start"}}, From: 1, To: float64(r.Header.Plan.Generations),
		},
	}
}

// Spreads shows how far the candidates lie from their mean.
func (r *Review) Spreads() page.Figure {
	line := page.Line{Name: "spread"}
	t := page.Table{Title: "Spread of the candidates", Head: []string{"generation", "spread"}, Medium: page.PageOnly}
	for _, g := range r.History {
		text := fmt.Sprintf("%.3f", g.Spread)
		line.X, line.Values = append(line.X, float64(g.Generation)), append(line.Values, page.Plain(g.Spread, text))
		t.Rows = append(t.Rows, []string{fmt.Sprint(g.Generation), text})
	}
	return page.Figure{
		Title: "Spread of the candidates", About: "How far they lie from their mean, in ranges of a parameter: the search narrows as it falls",
		Chart: page.Lines{Axis: "generation", Unit: "ranges", Lines: []page.Line{line}, Levels: []page.Level{{At: 0}},
			From: 1, To: float64(r.Header.Plan.Generations)},
		Table: t,
	}
}

// Paths show each parameter over the generations.
func (r *Review) Paths() []page.Figure {
	var list []page.Figure
	for i := range r.Parameters {
		list = append(list, r.path(&r.Parameters[i]))
	}
	return list
}

func (r *Review) path(p *ReviewedParameter) page.Figure {
	line := page.Line{Name: "mean of the candidates"}
	t := page.Table{Title: p.Name, Head: []string{"generations", p.Name}, Medium: page.PageOnly}
	add := func(generations int, v float64) {
		line.X, line.Values = append(line.X, float64(generations)), append(line.Values, page.Plain(v, Short(v)))
		t.Rows = append(t.Rows, []string{fmt.Sprint(generations), Short(v)})
	}
	for _, g := range r.History {
		add(g.Generation-1, g.Parameters[p.Name])
	}
	add(r.Generations, p.Mean)
	levels := []page.Level{{At: float64(p.Start), Name: fmt.Sprintf("start, %d", p.Start)}}
	if p.Tuned != nil && *p.Tuned != p.Start {
		levels = append(levels, page.Level{At: float64(*p.Tuned), Name: fmt.Sprintf("tuned, %d", *p.Tuned)})
	}
	return page.Figure{
		Title: p.Name, About: fmt.Sprintf("Mean before rounding, within %d to %d", p.Min, p.Max),
		Chart: page.Lines{Axis: "generations done", Unit: p.Name, Lines: []page.Line{line}, Levels: levels,
			To: float64(r.Header.Plan.Generations)},
		Table: t,
	}
}

// Short returns a number of a parameter in four digits, or all before the point.
func Short(v float64) string {
	if v >= 1000 || v <= -1000 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// perHand returns an interval of points per hand as "+1.230 [+1.190, +1.270]".
func perHand(i stats.Interval) string { return i.BracketedTo(stats.PlainDecimals) }
