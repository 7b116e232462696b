package report

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// points draws how the hands' points are distributed.
func (g *gallery) points() picture {
	p := picture{
		name: "points", title: "What a hand brings",
		about: g.about + "; share of the bot's hands by their points. A column reaches from its mark to the next one away from 0, and 64 is 64 or more.",
		keys:  g.keys(patch), height: 240,
	}
	if list := g.pointQuantities(); len(list) > 0 {
		panel := g.barPanel(upright, list, "hands, %")
		panel.X.Label.Text = "points of a hand"
		p.panels = append(p.panels, panel)
	}
	return p
}

// winDraws draws when wins come.
func (g *gallery) winDraws() picture {
	p := picture{
		name: "wins-by-draw", title: "When wins come",
		about: g.about + "; share of the bot's wins by the winner's own draws until then", keys: g.keys(stroke), height: 240,
	}
	last := g.lastWinDraw()
	if last == 0 {
		return p
	}
	panel := newPanel("")
	line := draw.LineStyle{Color: gridGray, Width: 0.5}
	panel.Add(&plotter.Grid{Vertical: line, Horizontal: line})
	panel.X.Label.Text, panel.X.Min, panel.X.Max = "own draws", 0, float64(last)
	panel.Y.Label.Text = "wins, %"
	most := 0.0
	for i, b := range g.Bots {
		var curve plotter.XYs
		for draws := range last + 1 {
			if share := b.winsAt(draws); share.Defined() {
				curve = append(curve, plotter.XY{X: float64(draws), Y: 100 * float64(share)})
				most = max(most, 100*float64(share))
			}
		}
		if len(curve) > 0 {
			panel.Add(&plotter.Line{XYs: curve, LineStyle: draw.LineStyle{Color: ink(i), Width: curveWidth, Dashes: dash(i)}})
		}
	}
	panel.Y.Min, panel.Y.Max = 0, 1.06*most
	p.panels = []*plot.Plot{panel}
	return p
}

// openings draws a bot's points by longest suit and shanten as a heat map.
func (g *gallery) openings(i int, name string) picture {
	b := &g.Bots[i]
	p := picture{
		name: name, title: g.label(i) + ": points by starting hand",
		about: g.about + "; points per hand, " + level(g.Level) + ", and the share of hands", height: 300,
		keys: []key{
			{text: "gains", ink: tint(ink(0), deepest)}, {text: "loses", ink: tint(ink(1), deepest)},
			{text: "neither is established", ink: cellGray},
		},
		caption: "Shanten is that of the tiles dealt, under the best void suit. The deeper the colour, the further from 0.",
	}
	if b.knowsOpenings() {
		p.panels = append(p.panels, heatPanel(b.openingCells(), "shanten of the tiles dealt", shantenClasses[:]))
	}
	return p
}

// openingCells returns the squares of a bot's heat map.
func (b *Bot) openingCells() cells {
	largest := b.largestOpening()
	var list cells
	for i, x := range b.SuitAndShanten {
		c := cell{row: i / numShantenClasses, column: i % numShantenClasses, ink: cellGray}
		c.lines = [2]string{x.text(), plainPercent(x.Share) + " % of hands"}
		switch {
		case x.Points == nil:
			c.ink = noGray
		case x.established():
			side := 0
			if x.Points.Mean < 0 {
				side = 1
			}
			c.ink = tint(ink(side), faintest+(deepest-faintest)*math.Abs(float64(x.Points.Mean))/largest)
		}
		list = append(list, c)
	}
	return list
}
