package report

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xuezhan/sim/stats"
)

// label returns what pictures call the bot with index i.
func (g *gallery) label(i int) string {
	const most = 40
	name := clip(legible(g.Bots[i].Policy), most)
	if len(g.Bots) == 1 {
		return name
	}
	return letter(i) + " " + name
}

// keys returns a key a bot.
func (g *gallery) keys(s symbol) []key {
	var list []key
	for i := range g.Bots {
		list = append(list, key{text: g.label(i), ink: ink(i), symbol: s, dashes: dash(i)})
	}
	return list
}

// A quantity is one of those that bars compare.
type quantity struct {
	name string
	of   func(*Bot) Estimate
}

// causes draws the points by cause, leaving out what happened to none.
func (g *gallery) causes() picture {
	shown := g.shownCauses()
	p := picture{
		name: "points-by-cause", title: "Points per hand by cause",
		about: g.about + ", " + level(g.Level), keys: g.keys(patch),
	}
	if len(shown) > 0 {
		p.panels = append(p.panels, g.barPanel(lying, shown, "points per hand"))
		p.height = barsHeight(len(shown), len(g.Bots))
	}
	return p
}

// shownCauses are the causes that any bot has, after all of them together.
func (g *gallery) shownCauses() []quantity {
	var shown []quantity
	for _, q := range causeQuantities() {
		if q.occurs(g.Bots) {
			shown = append(shown, q)
		}
	}
	return shown
}

// allCauses names what all causes together bring.
const allCauses = "all causes"

func causeQuantities() []quantity {
	list := []quantity{{allCauses, func(b *Bot) Estimate { return b.Points }}}
	for i, g := range sourceGroups {
		list = append(list, quantity{g.Title, func(b *Bot) Estimate { return b.Groups[i] }})
	}
	return list
}

// occurs reports whether any bot has any of it.
func (q quantity) occurs(bots []Bot) bool {
	for i := range bots {
		e := q.of(&bots[i])
		if e.Mean.Defined() && (e.Mean != 0 || e.Bounds().Defined() && e.Hi > e.Lo) {
			return true
		}
	}
	return false
}

// barsHeight returns the height of lying bars.
func barsHeight(names, bots int) vg.Length { return vg.Length(45 + names*(12+10*bots)) }

// barPanel compares quantities of all bots.
func (g *gallery) barPanel(l layout, list []quantity, unit string) *plot.Plot {
	b := bars{layout: l, width: 0.8 / float64(len(g.Bots))}
	var names []string
	for i, q := range list {
		names = append(names, q.name)
		for k := range g.Bots {
			beside := (float64(k) - float64(len(g.Bots)-1)/2) * b.width
			b.marks = append(b.marks, mark{at: l.place(i, beside), estimate: q.of(&g.Bots[k]), ink: ink(k)})
		}
	}
	lo, hi := spread(b.marks)
	p := l.named("", names, unit, lo, hi)
	p.Add(b)
	return p
}

// fan draws how the wins' fan is distributed.
func (g *gallery) fan() picture {
	p := picture{
		name: "fan", title: "Fan of wins", about: g.about + "; fan before the cap, as a share of the bot's wins",
		keys: g.keys(patch), height: 240,
	}
	for i := range g.Bots {
		if m := g.Bots[i].Fan.Mean; m.Defined() {
			p.keys[i].text += ", mean " + stats.Fixed(float64(m), 2)
		}
	}
	if list := g.fanQuantities(); len(list) > 0 {
		panel := g.barPanel(upright, list, "wins, %")
		panel.X.Label.Text = "fan"
		p.panels = append(p.panels, panel)
	}
	return p
}

// fanQuantities are the shares in percent of wins by fan. Those beyond the last
// that any bot has in a thousandth of its wins are together.
func (g *gallery) fanQuantities() []quantity {
	const least = 0.001
	last := -1
	for i := range g.Bots {
		for f := range maxFan + 1 {
			if g.Bots[i].fanFrom(f) >= least {
				last = max(last, f)
			}
		}
	}
	var list []quantity
	for f := range last + 1 {
		name, of := fmt.Sprint(f), func(b *Bot) Number { return b.fanFrom(f) - b.fanFrom(f+1) }
		if f == last && g.wonBeyond(f) {
			name, of = fmt.Sprint(f, " or more"), func(b *Bot) Number { return b.fanFrom(f) }
		}
		list = append(list, quantity{name, func(b *Bot) Estimate {
			return Estimate{Mean: 100 * of(b), Lo: undefined, Hi: undefined}
		}})
	}
	return list
}

// fanFrom returns the share of a bot's wins of at least that fan.
func (b *Bot) fanFrom(fan int) Number {
	var total, above int64
	for f, n := range b.FanCounts {
		total += n
		if f >= fan {
			above += n
		}
	}
	return share(above, total)
}

// wonBeyond reports whether any bot won with more fan, or with what the report
// does not tell from more.
func (g *gallery) wonBeyond(fan int) bool {
	for i := range g.Bots {
		if fan == maxFan || g.Bots[i].fanFrom(fan+1) > 0 {
			return true
		}
	}
	return false
}

// tempo draws how early the bots get where.
func (g *gallery) tempo() picture {
	p := picture{
		name: "tempo", title: "Tempo: hands that got there by the n-th own draw",
		about: g.about, keys: g.keys(stroke), height: 230,
	}
	last := g.lastDraw()
	if last <= 0 {
		return p
	}
	for i, part := range milestones() {
		panel := g.tempoPanel(part.name, part.of, last)
		if i == 0 {
			panel.Y.Label.Text = "hands, %"
		}
		p.panels = append(p.panels, panel)
	}
	return p
}

// tempoPanel has a curve a bot: of all its hands, the share that has reached
// the milestone.
func (g *gallery) tempoPanel(title string, of func(*Bot) *Milestone, last int) *plot.Plot {
	p := newPanel(title)
	line := draw.LineStyle{Color: gridGray, Width: 0.5}
	p.Add(&plotter.Grid{Vertical: line, Horizontal: line})
	p.X.Label.Text, p.X.Min, p.X.Max = "own draws", 0, float64(last)
	p.Y.Min, p.Y.Max = 0, 100
	for i := range g.Bots {
		if g.Bots[i].Hands > 0 {
			p.Add(&plotter.Line{
				XYs:       of(&g.Bots[i]).curve(g.Bots[i].Hands, last),
				LineStyle: draw.LineStyle{Color: ink(i), Width: curveWidth, Dashes: dash(i)},
			})
		}
	}
	return p
}

// curve returns the percentage of hands that has reached the milestone after
// each number of draws.
func (m *Milestone) curve(hands int64, last int) plotter.XYs {
	var list plotter.XYs
	for draws := range last + 1 {
		list = append(list, plotter.XY{X: float64(draws), Y: 100 * float64(m.reached(hands, draws))})
	}
	return list
}
