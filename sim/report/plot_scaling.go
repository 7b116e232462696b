package report

import (
	"fmt"

	"gonum.org/v1/plot"
)

// A Scaling is how fast runs are with more workers and with more hands.
type Scaling struct {
	About   string  // what was measured, for the line under the title
	Workers []Speed // hands/s by workers
	Hands   []Speed // ns/hand by number of hands
}

// A Speed is what was measured at a number of workers or of hands.
type Speed struct {
	At    int64
	Value float64
}

// Plots draws the scaling into a directory, which it makes if need be, as
// scaling.svg and scaling.png, and returns the files it wrote.
func (s *Scaling) Plots(dir string) ([]string, error) {
	return save(dir, []picture{s.picture()})
}

func (s *Scaling) picture() picture {
	return picture{
		name: "scaling", title: "Speed by workers, and by number of hands", about: legible(s.About), height: 220,
		panels: []*plot.Plot{
			speedPanel(s.Workers, "workers", "1,000 hands a second", 1e-3),
			speedPanel(s.Hands, "hands of the run", "µs a hand", 1e-3),
		},
	}
}

// speedPanel draws a bar for each speed times a factor.
func speedPanel(list []Speed, at, unit string, factor float64) *plot.Plot {
	b := bars{layout: upright, width: 0.6}
	var names []string
	for i, s := range list {
		e := Estimate{Mean: Number(s.Value * factor), Lo: undefined, Hi: undefined}
		names = append(names, count(s.At)+fmt.Sprintf("\n%.3g", s.Value*factor))
		b.marks = append(b.marks, mark{at: upright.place(i, 0), estimate: e, ink: ink(0)})
	}
	lo, hi := spread(b.marks)
	p := upright.named("", names, unit, lo, hi)
	p.X.Label.Text = at
	p.Add(b)
	return p
}
