package command

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"xuezhan/policy"
	"xuezhan/sim/report/page"
	"xuezhan/sim/stats"
	"xuezhan/sim/tune"
)

// reportTuning reports on a directory that tune keeps.
func (a *app) reportTuning(dir string, o *storedOptions) error {
	v, err := tune.ReadReview(dir, a.fileBots.Parse)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	bot, err := a.fileBots.Parse(v.Header.Bot.Spec)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	d := &tuneReview{v, bot.Bot().Params}
	return errors.Join(o.report.print(a, d), o.plots.drawPage(d.page()))
}

// A tuneReview is what report prints of a run of tune: as JSON the review.
type tuneReview struct {
	*tune.Review
	params []policy.Param // of the bot
}

func (r *tuneReview) object() any { return r.Review }

func (r *tuneReview) text(w io.Writer) error {
	for _, line := range r.headline() {
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	t := newTable(w)
	t.row()
	p := r.parameters()
	for _, cells := range append([][]string{p.Head}, p.Rows...) {
		row := make([]any, len(cells))
		for i, c := range cells {
			row[i] = c
		}
		t.row(row...)
	}
	t.row()
	for _, f := range r.facts() {
		t.row(f[0], f[1])
	}
	return t.Flush()
}

func (r *tuneReview) markdown(w io.Writer) error {
	if err := printHeadline(w, r.headline()); err != nil {
		return err
	}
	p := r.parameters()
	fmt.Fprint(w, "\n| parameter | start | now | tuned | bounds |\n|:--|--:|--:|--:|--:|\n")
	for _, cells := range p.Rows {
		for _, c := range cells {
			fmt.Fprintf(w, "| %s ", c)
		}
		fmt.Fprintln(w, "|")
	}
	return printFacts(w, r.facts(), "- %s: %s\n")
}

// headline answers what the tuning is worth.
func (r *tuneReview) headline() []string {
	if r.Holdout != nil {
		return []string{gainSentence("The tuned bot", r.Holdout.Gain, "on walls that have decided nothing"), "The gate, on walls of its own, was " + gateVerdict(r.Gate) + "."}
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
		return fmt.Sprintf("%s beats the start by %s points per hand %s.", who, bounded(g), where)
	case g.Hi < 0:
		return fmt.Sprintf("%s loses to the start: %s points per hand %s.", who, bounded(g), where)
	}
	return fmt.Sprintf("%s and the start: no difference established, %s points per hand %s.", who, bounded(g), where)
}

// parameters has a row for each parameter that is tuned.
func (r *tuneReview) parameters() page.Table {
	t := page.Table{Title: "Parameters", Head: []string{"parameter", "start", "now", "tuned", "bounds"}, Shown: true}
	for _, p := range r.Parameters {
		tuned := "-"
		if p.Tuned != nil {
			tuned = fmt.Sprint(*p.Tuned)
		}
		t.Rows = append(t.Rows, []string{p.Name, fmt.Sprint(p.Start), short(p.Mean), tuned, fmt.Sprintf("%d..%d", p.Min, p.Max)})
	}
	return t
}

// short returns a number of a parameter in four digits, or all before the point.
func short(v float64) string {
	if v >= 1000 || v <= -1000 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// facts returns what identifies the run.
func (r *tuneReview) facts() [][2]string {
	h := &r.Header
	list := [][2]string{{"bot", h.Bot.Spec}, {"method", h.Method}}
	if h.Opponent != nil {
		list = append(list, [2]string{"opponent", h.Opponent.Spec})
	}
	list = append(list,
		[2]string{"rules", r.Rules + " " + h.RulesHash},
		[2]string{"seed", fmt.Sprintf("%d, walls %s", h.Seed, h.Walls)},
		[2]string{"generations", fmt.Sprintf("%d of %d, %d hands", r.Generations, h.Plan.Generations, r.Hands)})
	if r.Gate != nil {
		list = append(list, [2]string{"gate", fmt.Sprintf("%s points per hand, %d blocks", bounded(r.Gate.Difference), r.Gate.Blocks)})
	}
	if r.Holdout != nil {
		list = append(list, [2]string{"holdout", fmt.Sprintf("%s points per hand, %d blocks", bounded(r.Holdout.Gain), r.Holdout.Blocks)})
	}
	if r.Faults > 0 {
		list = append(list, [2]string{"faults", fmt.Sprintf("%d hands were forfeited", r.Faults)})
	}
	return list
}

func (r *tuneReview) page() *page.Page {
	h := &r.Header
	p := &page.Page{
		Kind: "Tuning", Title: fmt.Sprintf("%s: %s by %s", r.Rules, h.Bot.Spec, h.Method), Headline: r.headline(),
		About: "Points per hand more than the bot as it started; one block, a wall with all its seatings, is one unit.",
		Facts: factsOf(r.facts()), JSON: r.Review,
	}
	course := page.Section{Title: "Course"}
	paths := page.Section{Title: "Parameters", Tables: []page.Table{r.parameters()},
		About: "The mean of the candidates before rounding; the tuned value is its average over the last quarter of the generations."}
	if len(r.History) > 0 {
		course.Figures = []page.Figure{r.gains(), r.spreads()}
		for i := range r.Parameters {
			paths.Figures = append(paths.Figures, r.path(&r.Parameters[i]))
		}
	}
	p.Sections = []page.Section{paths}
	if len(course.Figures) > 0 {
		p.Sections = []page.Section{course, paths}
	}
	return p
}

// gains shows the gain of recent generations.
func (r *tuneReview) gains() page.Figure {
	line := page.Line{Name: "gain"}
	t := page.Table{Title: "Gain over the start", Head: []string{"generation", "this one", "recent ones"}}
	for _, g := range r.History {
		line.X, line.Values = append(line.X, float64(g.Generation)), append(line.Values, intervalValue(g.Recent))
		t.Rows = append(t.Rows, []string{fmt.Sprint(g.Generation), bounded(g.Gain), bounded(g.Recent)})
	}
	last := r.History[len(r.History)-1].Recent
	return page.Figure{
		Title: "Gain over the start", About: "Points per hand more than the start, mean of up to ten generations; " + percentIntervals(last.Level),
		Chart: page.Lines{
			Axis: "generation", Unit: "points per hand", Lines: []page.Line{line},
			Levels: []page.Level{{At: 0, Name: "start"}}, From: 1, To: float64(r.Header.Plan.Generations),
		},
		Table: t,
	}
}

// spreads shows how far the candidates lie from their mean.
func (r *tuneReview) spreads() page.Figure {
	line := page.Line{Name: "spread"}
	t := page.Table{Title: "Spread of the candidates", Head: []string{"generation", "spread"}}
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

// explained returns a sentence on a parameter.
func (r *tuneReview) explained(name string) string {
	for _, p := range r.params {
		if p.Name == name && p.Doc != "" {
			return strings.ToUpper(p.Doc[:1]) + p.Doc[1:] + ". "
		}
	}
	return ""
}

// path shows a parameter over the generations.
func (r *tuneReview) path(p *tune.ReviewedParameter) page.Figure {
	line := page.Line{Name: p.Name}
	t := page.Table{Title: p.Name, Head: []string{"generations", p.Name}}
	add := func(generations int, v float64) {
		line.X, line.Values = append(line.X, float64(generations)), append(line.Values, page.Plain(v, short(v)))
		t.Rows = append(t.Rows, []string{fmt.Sprint(generations), short(v)})
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
		Title: p.Name, About: fmt.Sprintf("%sMean before rounding, within %d to %d", r.explained(p.Name), p.Min, p.Max),
		Chart: page.Lines{Axis: "generations done", Unit: p.Name, Lines: []page.Line{line}, Levels: levels,
			To: float64(r.Header.Plan.Generations)},
		Table: t,
	}
}
