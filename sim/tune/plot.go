package tune

import (
	"bytes"
	"fmt"
	"html"
	"math"
)

// The plot's measures, in pixels: panels stand side by side, with their texts
// above and beside them.
const (
	panelColumns = 3
	panelWidth   = 300
	panelHeight  = 130
	panelLeft    = 60
	panelRight   = 12
	panelTop     = 26
	panelBottom  = 22
	plotTop      = 34
)

// plot draws each parameter over the generations: the mean, and as a broken line
// the start. Its last panel is the gain of recent generations with its interval.
// The same history gives the same picture to the byte.
func (t *Tuner) plot() []byte {
	panels := len(t.axes) + 1
	rows := (panels + panelColumns - 1) / panelColumns
	width, height := panelColumns*panelWidth, plotTop+rows*panelHeight
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="11">`+"\n",
		width, height, width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", width, height)
	fmt.Fprintf(&b, `<text x="12" y="22" font-size="15">%s</text>`+"\n", html.EscapeString(t.title()))
	start, _ := t.config.start(t.axes)
	for i, a := range t.axes {
		values := make([]float64, 0, len(t.history)+1)
		for _, g := range t.history {
			values = append(values, g.Parameters[a.name])
		}
		values = append(values, a.value(t.method.mean()[i]))
		t.panel(i, a.name, float64(start[i]), values).draw(&b, values, "#1f5fa8")
	}
	t.drawGain(&b, len(t.axes))
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func (t *Tuner) title() string {
	return fmt.Sprintf("%s, %s, %s, seed %d: %d of %d generations",
		t.config.Bot, t.config.Method, t.config.Rules.Name, t.config.Seed, t.state.Generation, t.plan.Generations)
}

// drawGain draws the panel of the gain.
func (t *Tuner) drawGain(b *bytes.Buffer, place int) {
	var values, low, high []float64
	for _, g := range t.history {
		values = append(values, g.Recent.Value)
		low, high = append(low, g.Recent.Lo), append(high, g.Recent.Hi)
	}
	p := t.panel(place, "gain, points per hand", 0, append(append([]float64{0}, low...), high...))
	p.draw(b, values, "#b03030")
	p.line(b, low, `stroke="#b03030" stroke-opacity="0.35"`)
	p.line(b, high, `stroke="#b03030" stroke-opacity="0.35"`)
}

// A panel maps generations 0 … n and values lo … hi to a box.
type panel struct {
	name        string
	start       float64
	generations int
	lo, hi      float64
	left, top   float64
}

// panel returns the panel at a place, on which all values and the start fit.
func (t *Tuner) panel(place int, name string, start float64, values []float64) panel {
	p := panel{
		name: name, start: start, generations: t.plan.Generations, lo: start, hi: start,
		left: float64(place%panelColumns*panelWidth + panelLeft),
		top:  float64(plotTop + place/panelColumns*panelHeight + panelTop),
	}
	for _, v := range values {
		if !math.IsInf(v, 0) {
			p.lo, p.hi = min(p.lo, v), max(p.hi, v)
		}
	}
	margin := (p.hi - p.lo) / 10
	if margin == 0 {
		margin = max(math.Abs(start)/10, 0.1)
	}
	p.lo, p.hi = p.lo-margin, p.hi+margin
	return p
}

func (p panel) x(generation int) float64 {
	return p.left + float64(generation)/float64(p.generations)*(panelWidth-panelLeft-panelRight)
}

func (p panel) y(v float64) float64 {
	v = min(max(v, p.lo), p.hi)
	return p.top + (p.hi-v)/(p.hi-p.lo)*(panelHeight-panelTop-panelBottom)
}

// draw draws the panel and a line of values.
func (p panel) draw(b *bytes.Buffer, values []float64, color string) {
	right, bottom := p.x(p.generations), p.y(p.lo)
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" font-weight="bold">%s</text>`+"\n", p.left, p.top-8, html.EscapeString(p.name))
	fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="none" stroke="#bbbbbb"/>`+"\n", p.left, p.top, right-p.left, bottom-p.top)
	for _, v := range []float64{p.lo, p.hi} {
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="end" fill="#555555">%.4g</text>`+"\n", p.left-5, p.y(v)+4, v)
	}
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" fill="#555555">0</text>`+"\n", p.left, bottom+14)
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="end" fill="#555555">%d</text>`+"\n", right, bottom+14, p.generations)
	fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#888888" stroke-dasharray="4 3"/>`+"\n", p.left, p.y(p.start), right, p.y(p.start))
	p.line(b, values, fmt.Sprintf(`stroke="%s" stroke-width="1.5"`, color))
}

// line draws values, the first at generation 0.
func (p panel) line(b *bytes.Buffer, values []float64, style string) {
	b.WriteString(`<polyline fill="none" ` + style + ` points="`)
	for i, v := range values {
		fmt.Fprintf(b, "%.1f,%.1f ", p.x(i), p.y(v))
	}
	b.WriteString("\"/>\n")
}
