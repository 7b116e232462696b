package report

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xuezhan/sim/stats"
)

// inks are the colours of bots, which the colour-blind can tell apart (Okabe
// and Ito, Color Universal Design, 2008); dashes tell their curves apart where
// they coincide.
var (
	inks   = [...]color.RGBA{{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff}}
	dashes = [...][]vg.Length{nil, {6, 3}, {1.5, 2.5}, {8, 3, 1.5, 3}}
)

func ink(bot int) color.RGBA { return inks[bot%len(inks)] }

func dash(bot int) []vg.Length { return dashes[bot%len(dashes)] }

// Other colours.
var (
	black    = color.RGBA{0x22, 0x22, 0x22, 0xff}
	gray     = color.RGBA{0x66, 0x66, 0x66, 0xff}
	gridGray = color.RGBA{0xdd, 0xdd, 0xdd, 0xff}
	cellGray = color.RGBA{0xe4, 0xe4, 0xe4, 0xff} // no difference is established
	noGray   = color.RGBA{0xf6, 0xf6, 0xf6, 0xff} // too few
)

const curveWidth = vg.Length(1.8)

// Text styles. The smallest is 12 pixels high on a web page.
var (
	titleStyle   = bold(style(14, black))
	plainStyle   = style(10.5, black)
	tickStyle    = style(10, black)
	captionStyle = style(9, gray)
)

func style(size vg.Length, ink color.Color) draw.TextStyle {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
	return draw.TextStyle{Color: ink, Font: f, Handler: plot.DefaultTextHandler}
}

// bold returns the style in bold type.
func bold(s draw.TextStyle) draw.TextStyle {
	s.Font.Weight = 3 // golang.org/x/image/font's WeightBold, a module with no door here
	return s
}

// newPanel returns a panel without data.
func newPanel(title string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.Title.Padding = title, 4
	restyle(&p.Title.TextStyle, plainStyle)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		restyle(&a.Label.TextStyle, plainStyle)
		restyle(&a.Tick.Label, tickStyle)
		a.Padding, a.Label.Padding, a.Tick.Length = 0, 3, 4
		a.Color, a.Tick.Color = gray, gray
		a.Tick.Marker = roundTicks{}
	}
	return p
}

// restyle takes font and colour and leaves the alignment.
func restyle(dst *draw.TextStyle, s draw.TextStyle) { dst.Font, dst.Color = s.Font, s.Color }

// roundTicks are a few round numbers, 0 among them where it is in range.
type roundTicks struct{}

// Ticks implements plot.Ticker.
func (roundTicks) Ticks(lo, hi float64) []plot.Tick {
	const most = 7
	step := math.Pow(10, math.Floor(math.Log10((hi-lo)/most)))
	for _, factor := range []float64{1, 2, 5, 10} {
		if (hi-lo)/(step*factor) <= most {
			step *= factor
			break
		}
	}
	digits := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var list []plot.Tick
	for k := math.Ceil(lo / step); k*step <= hi; k++ {
		list = append(list, plot.Tick{Value: k * step, Label: stats.Fixed(k*step, digits)})
	}
	return list
}

// A layout says which way a panel's values go.
type layout uint8

const (
	upright layout = iota // values go up, names stand below
	lying                 // values go right, names stand left, the first on top
)

// place returns where the i-th name is on the axis of names, or something that
// far beside it.
func (l layout) place(i int, beside float64) float64 {
	if l == lying {
		return -float64(i) - beside
	}
	return float64(i) + beside
}

// named returns a panel with an axis of names and one of values.
func (l layout) named(title string, names []string, unit string, lo, hi float64) *plot.Plot {
	p := newPanel(title)
	grid := &plotter.Grid{}
	line := draw.LineStyle{Color: gridGray, Width: 0.5}
	nameAxis, valueAxis := &p.X, &p.Y
	grid.Horizontal = line
	if l == lying {
		nameAxis, valueAxis = valueAxis, nameAxis
		grid.Horizontal, grid.Vertical = draw.LineStyle{}, line
	}
	ticks := make(plot.ConstantTicks, len(names))
	for i, name := range names {
		ticks[i] = plot.Tick{Value: l.place(i, 0), Label: name}
	}
	nameAxis.Tick.Marker, nameAxis.Tick.Color = ticks, color.White // unseen, they keep the names away
	first, last := l.place(0, -0.5), l.place(len(names)-1, 0.5)
	nameAxis.Min, nameAxis.Max = min(first, last), max(first, last)
	valueAxis.Label.Text, valueAxis.Min, valueAxis.Max = unit, lo, hi
	p.Add(grid, baseline{l})
	return p
}

// legible replaces letters that the font does not have.
func legible(s string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || 0x24f < c {
			return '?'
		}
		return c
	}, s)
}
