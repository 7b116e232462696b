package page

import (
	"fmt"
	"image/color"
	"strings"
)

// palette has the colours by name, for light and for dark pages. Those of series
// can be told apart by the colour-blind (after Okabe and Ito, Color Universal
// Design, 2008).
var palette = []struct{ name, light, dark string }{
	{"back", "#fbfaf7", "#14171a"}, {"card", "#ffffff", "#1c2024"}, {"ink", "#1d2126", "#eceae4"}, {"soft", "#59616b", "#a9b0b8"},
	{"rule", "#dcdad3", "#353b42"}, {"grid", "#e6e4de", "#2b3036"},
	{"s0", "#0072b2", "#58b1ee"}, {"s1", "#c84f08", "#ff8b4d"}, {"s2", "#00805e", "#3cc79a"}, {"s3", "#ad4f86", "#e590c3"},
	{"s4", "#8a6d00", "#d9b83c"}, {"s5", "#3c97cf", "#a9d8f8"}, {"s6", "#6a707a", "#9aa1ac"}, {"s7", "#6b3fa0", "#b69bf0"}, {"s8", "#7a3b12", "#d09b70"},
	{"none", "#e9e7e1", "#343a41"}, {"few", "#f6f5f1", "#23282d"}, {"accent", "#9d2f24", "#ff9a86"},
	{"c1", "#e4f0f9", "#1d3243"}, {"c2", "#cbe3f4", "#1e3f58"}, {"c3", "#afd4ee", "#1f4b6d"}, {"c4", "#93c4e7", "#205882"}, {"c5", "#76b3df", "#216497"},
	{"w1", "#fdeade", "#42291b"}, {"w2", "#fbd6c0", "#55301b"}, {"w3", "#f8c1a0", "#68371b"}, {"w4", "#f4ac80", "#7b3f1b"}, {"w5", "#ef9762", "#8f471c"},
}

// An ink is how marks are painted. An empty field leaves what was said before.
type ink struct {
	fill, stroke string // names of the palette, or "-" for none
	width        float64
	dashes       []float64
	opacity      float64 // of the fill
	size         float64 // of a text
	weight       int     // of a text: 400 or 700
	anchor       string  // of a text: where its x is
	halo         bool    // of a text: a rim that sets it off
}

// looks say how marks are painted that have all classes of a name; what is said
// later wins.
var looks = append(append([]look{
	{"text", ink{fill: "ink", size: 13, weight: 400, anchor: "start"}},
	{"tick", ink{fill: "soft"}}, {"unit", ink{fill: "soft"}}, {"mid", ink{anchor: "middle"}}, {"end", ink{anchor: "end"}},
	{"small", ink{size: 11}}, {"about", ink{fill: "soft"}}, {"title", ink{size: 19, weight: 700}}, {"bold", ink{weight: 700}}, {"halo", ink{halo: true}},
	{"ground", ink{fill: "card"}}, {"edge", ink{stroke: "rule", width: 1}},
	{"grid", ink{stroke: "grid", width: 1}}, {"zero", ink{stroke: "soft", width: 1.2}},
	{"level", ink{stroke: "ink", width: 1.2, dashes: []float64{5, 4}}},
	{"error", ink{stroke: "ink", width: 1.3, fill: "-"}},
	{"total", ink{fill: "card", stroke: "ink", width: 1.6}},
	{"none", ink{fill: "none"}}, {"few", ink{fill: "few"}},
	{"ring", ink{fill: "card", stroke: "s6", width: 2}},
}, seriesLooks()...), depthLooks()...)

// A look is classes and how they are painted.
type look struct {
	classes string
	ink     ink
}

// seriesDashes tell lines apart where their colours do not.
var seriesDashes = [numSeries][]float64{nil, {8, 4}, {2, 3}, {10, 3, 2, 3}, nil, {8, 4}, {2, 3}, nil, {8, 4}}

func seriesLooks() []look {
	var list []look
	for i := range numSeries {
		s := string(Series(i))
		list = append(list, look{s, ink{fill: s}}, look{"line " + s, ink{fill: "-", stroke: s, width: 2.2, dashes: seriesDashes[i]}},
			look{"whisker " + s, ink{fill: "-", stroke: s, width: 2}})
	}
	return append(list, look{"whisker ring", ink{fill: "-", stroke: "s6", width: 2}}, look{"band", ink{opacity: 0.2}})
}

func depthLooks() []look {
	var list []look
	for i := range depths {
		for _, side := range []string{"c", "w"} {
			name := fmt.Sprint(side, i+1)
			list = append(list, look{name, ink{fill: name}})
		}
	}
	return list
}

// ink returns how a mark is painted.
func (m *mark) ink() ink {
	have := map[string]bool{m.Shape: true}
	for _, c := range strings.Fields(m.Class) {
		have[c] = true
	}
	x := ink{fill: "ink", opacity: 1}
	for _, l := range looks {
		if l.applies(have) {
			x.set(l.ink)
		}
	}
	return x
}

func (l *look) applies(have map[string]bool) bool {
	for _, c := range strings.Fields(l.classes) {
		if !have[c] {
			return false
		}
	}
	return true
}

// set takes over what another ink says.
func (x *ink) set(o ink) {
	if o.fill != "" {
		x.fill = o.fill
	}
	if o.stroke != "" {
		x.stroke = o.stroke
	}
	if o.width != 0 {
		x.width = o.width
	}
	if o.dashes != nil {
		x.dashes = o.dashes
	}
	if o.opacity != 0 {
		x.opacity = o.opacity
	}
	if o.size != 0 {
		x.size = o.size
	}
	if o.weight != 0 {
		x.weight = o.weight
	}
	if o.anchor != "" {
		x.anchor = o.anchor
	}
	x.halo = x.halo || o.halo
}

// colourSheet returns the style sheet's colours.
func colourSheet() string {
	list := func(dark bool) string {
		var b strings.Builder
		for _, c := range palette {
			value := c.light
			if dark {
				value = c.dark
			}
			fmt.Fprintf(&b, " --%s: %s;", c.name, value)
		}
		return b.String()
	}
	return ":root { color-scheme: light dark;" + list(false) + " }\n" +
		"@media (prefers-color-scheme: dark) { :root {" + list(true) + " } }\n" +
		"@media print { :root { color-scheme: light;" + list(false) + " --back: #fff; --ink: #000; } }\n"
}

// markSheet returns the style sheet's rules for marks.
func markSheet() string {
	var b strings.Builder
	for _, l := range looks {
		selector := "." + strings.ReplaceAll(l.classes, " ", ".")
		if l.classes == "text" {
			selector = " text"
		}
		if rules := l.ink.css(); rules != "" {
			fmt.Fprintf(&b, "svg %s {%s }\n", strings.TrimSpace(selector), rules)
		}
	}
	return b.String()
}

// css returns the ink as declarations.
func (x *ink) css() string {
	var b strings.Builder
	paint := func(property, colour string) {
		switch colour {
		case "":
		case "-":
			fmt.Fprintf(&b, " %s: none;", property)
		default:
			fmt.Fprintf(&b, " %s: var(--%s);", property, colour)
		}
	}
	paint("fill", x.fill)
	paint("stroke", x.stroke)
	number := func(property string, v float64, unit string) {
		if v != 0 {
			fmt.Fprintf(&b, " %s: %v%s;", property, v, unit)
		}
	}
	number("stroke-width", x.width, "")
	if x.dashes != nil {
		fmt.Fprintf(&b, " stroke-dasharray: %s;", joined(x.dashes))
	}
	number("fill-opacity", x.opacity, "")
	number("font-size", x.size, "px")
	number("font-weight", float64(x.weight), "")
	if x.anchor != "" {
		fmt.Fprintf(&b, " text-anchor: %s;", x.anchor)
	}
	if x.halo {
		b.WriteString(" paint-order: stroke; stroke: var(--card); stroke-width: 4px; stroke-linejoin: round;")
	}
	return b.String()
}

func joined(numbers []float64) string {
	var list []string
	for _, n := range numbers {
		list = append(list, fmt.Sprint(n))
	}
	return strings.Join(list, " ")
}

// light returns a colour of the palette as a light page has it.
func light(name string) string {
	for _, c := range palette {
		if c.name == name {
			return c.light
		}
	}
	panic("page: no such colour")
}

// rgba returns a colour of the palette for pixels.
func rgba(name string, opacity float64) color.NRGBA {
	var c color.NRGBA
	fmt.Sscanf(light(name), "#%02x%02x%02x", &c.R, &c.G, &c.B)
	c.A = uint8(255*opacity + 0.5)
	return c
}
