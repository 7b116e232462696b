package tune

import (
	"bytes"
	"encoding/xml"
	"io"
	"strconv"
	"strings"
	"testing"

	"xuezhan/sim/stats"
)

// The picture is well-formed, before the first generation too, and all that it
// draws is within it.
func TestPlot(t *testing.T) {
	c := configOf(t, SPSA)
	u := open(t, t.TempDir(), c)
	for n := range 3 {
		svg := u.plot()
		d := xml.NewDecoder(bytes.NewReader(svg))
		var width, height float64
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			e, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			for _, a := range e.Attr {
				checkWithin(t, e.Name.Local, a, &width, &height)
			}
		}
		line := Generation{Generation: n + 1, Parameters: map[string]float64{"min_fan": 3 + float64(n), "wall": 30, "haste": 500}}
		line.Recent = stats.Interval{Value: 0.1, Lo: -0.3, Hi: 0.5, N: 50, Level: 0.95}
		u.history = append(u.history, line)
	}
}

func checkWithin(t *testing.T, element string, a xml.Attr, width, height *float64) {
	t.Helper()
	number := func(text string) float64 {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Errorf("<%s %s=%q>: %v", element, a.Name.Local, text, err)
		}
		return v
	}
	within := func(v, most float64) {
		if !(v >= 0 && v <= most) {
			t.Errorf("<%s %s=%q> is outside %v", element, a.Name.Local, a.Value, most)
		}
	}
	switch a.Name.Local {
	case "width":
		v := number(a.Value)
		*width = max(*width, v)
		within(v, *width)
	case "height":
		v := number(a.Value)
		*height = max(*height, v)
		within(v, *height)
	case "x", "x1", "x2":
		within(number(a.Value), *width)
	case "y", "y1", "y2":
		within(number(a.Value), *height)
	case "points":
		for _, p := range strings.Fields(a.Value) {
			x, y, _ := strings.Cut(p, ",")
			within(number(x), *width)
			within(number(y), *height)
		}
	}
}
