package tune

import (
	"encoding/xml"
	"strings"
	"testing"

	"xuezhan/sim/page"
	"xuezhan/sim/stats"
)

// The picture is well formed, before the first generation too, names every
// parameter, and is the same when drawn again.
func TestPlot(t *testing.T) {
	c := configOf(t, SPSA)
	u := open(t, t.TempDir(), c)
	for n := range 3 {
		svg, err := u.plot()
		if err != nil {
			t.Fatal(err)
		}
		again, _ := u.plot()
		if string(svg) != string(again) || xml.Unmarshal(svg, new(struct{})) != nil || strings.Contains(string(svg), "NaN") {
			t.Errorf("after %d generations: %.200s", n, svg)
		}
		for _, want := range []string{">min_fan<", ">wall<", ">haste<", ">Gain over the start<"} {
			if !strings.Contains(string(svg), want) {
				t.Errorf("after %d generations: %s is missing", n, want)
			}
		}
		line := Generation{Generation: n + 1, Parameters: map[string]float64{"min_fan": 3 + float64(n), "wall": 30, "haste": 500}}
		line.Recent = stats.Interval{Value: 0.1, Lo: -0.3, Hi: 0.5, N: 50, Level: 0.95}
		u.history = append(u.history, line)
	}
}

// A parameter's chart has a point for each generation and one for where it stands,
// and lines at the start and at what came out.
func TestPaths(t *testing.T) {
	tuned := 5
	r := &Review{
		Generations: 2, History: []Generation{
			{Generation: 1, Parameters: map[string]float64{"min_fan": 3}}, {Generation: 2, Parameters: map[string]float64{"min_fan": 3.5}},
		},
		Parameters: []ReviewedParameter{{Name: "min_fan", Max: 8, Start: 3, Mean: 4.25, Tuned: &tuned}},
	}
	r.Header.Plan.Generations = 2
	chart := r.Paths()[0].Chart.(page.Lines)
	line := chart.Lines[0]
	if len(line.X) != 3 || line.X[2] != 2 || line.Values[2].At != 4.25 || line.Values[1].Text != "3.5" {
		t.Errorf("got %+v", line)
	}
	if want := []page.Level{{At: 3, Name: "start, 3"}, {At: 5, Name: "tuned, 5"}}; len(chart.Levels) != 2 || chart.Levels[0] != want[0] || chart.Levels[1] != want[1] {
		t.Errorf("got levels %v", chart.Levels)
	}
}
