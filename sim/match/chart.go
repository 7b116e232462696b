package match

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"
)

// The chart's measures, in pixels.
const (
	chartWidth  = 720
	chartRow    = 26
	chartTop    = 48
	chartBottom = 40
	chartRight  = 24
	labelWidth  = 7 // of a letter
	maxLabel    = 300
)

// WriteSVG draws the ladder: a dot and an interval for each bot's points per
// hand. The same ladder gives the same picture to the byte.
func (l *Ladder) WriteSVG(w io.Writer, title string) error {
	var b strings.Builder
	x := l.axis()
	height := chartTop + chartRow*len(l.Bots) + chartBottom
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n",
		chartWidth, height, chartWidth, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", chartWidth, height)
	fmt.Fprintf(&b, `<text x="12" y="24" font-size="15">%s</text>`+"\n", html.EscapeString(title))
	bottom := chartTop + chartRow*len(l.Bots)
	x.draw(&b, chartTop-8, bottom)
	for i, r := range l.Bots {
		r.draw(&b, x, float64(chartTop)+chartRow*(float64(i)+0.5))
	}
	fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">points per hand above the mean of all bots, with %.4g %% intervals</text>`+"\n",
		(x.left+x.right)/2, bottom+34, 100*l.level())
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (l *Ladder) level() float64 {
	if len(l.Bots) == 0 {
		return 0.95
	}
	return l.Bots[0].Points.Level
}

// An axis maps lo … hi to left … right.
type axis struct{ lo, hi, left, right, step float64 }

// axis returns the axis on which all bots' intervals fit, and 0.
func (l *Ladder) axis() axis {
	longest, lo, hi := 0, 0.0, 0.0
	for _, r := range l.Bots {
		longest = max(longest, len([]rune(r.Bot)))
		lo, hi = min(lo, r.Points.Value), max(hi, r.Points.Value)
		if r.Points.Defined() {
			lo, hi = min(lo, r.Points.Lo), max(hi, r.Points.Hi)
		}
	}
	if lo == hi {
		lo, hi = -1, 1
	}
	x := axis{left: 24 + float64(min(labelWidth*longest, maxLabel)), right: chartWidth - chartRight}
	x.step = niceStep((hi - lo) / 6)
	x.lo, x.hi = x.step*math.Floor(lo/x.step), x.step*math.Ceil(hi/x.step)
	return x
}

// niceStep returns 1, 2 or 5 times a power of ten, at least s.
func niceStep(s float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(s)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= s {
			return m * power
		}
	}
	return 10 * power
}

func (x axis) at(v float64) float64 {
	return x.left + (v-x.lo)/(x.hi-x.lo)*(x.right-x.left)
}

// draw draws the axis's marks, that of 0 darker.
func (x axis) draw(b *strings.Builder, top, bottom int) {
	marks := int(math.Round((x.hi - x.lo) / x.step))
	for i := range marks + 1 {
		v := x.lo + float64(i)*x.step
		color := "#dddddd"
		if math.Abs(v) < x.step/2 {
			v, color = 0, "#888888"
		}
		fmt.Fprintf(b, `<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" stroke="%s"/>`+"\n", x.at(v), top, x.at(v), bottom, color)
		fmt.Fprintf(b, `<text x="%.1f" y="%d" text-anchor="middle">%.4g</text>`+"\n", x.at(v), bottom+16, v)
	}
}

// draw draws a bot's row.
func (r *Rung) draw(b *strings.Builder, x axis, y float64) {
	fmt.Fprintf(b, `<text x="12" y="%.1f">%s</text>`+"\n", y+4, html.EscapeString(shortened(r.Bot)))
	if r.Points.Defined() {
		fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#1f5fa8" stroke-width="2"/>`+"\n",
			x.at(r.Points.Lo), y, x.at(r.Points.Hi), y)
	}
	fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="4" fill="#1f5fa8"/>`+"\n", x.at(r.Points.Value), y)
}

// shortened returns a label that fits beside the chart.
func shortened(label string) string {
	runes := []rune(label)
	if n := maxLabel / labelWidth; len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return label
}
