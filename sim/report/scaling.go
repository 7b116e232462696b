package report

import (
	"fmt"

	"xuezhan/sim/page"
	"xuezhan/sim/stats"
)

// A Scaling is how fast runs are with more workers and with more hands.
type Scaling struct {
	About   string  `json:"about"`   // what was measured
	Workers []Speed `json:"workers"` // hands/s by workers
	Hands   []Speed `json:"hands"`   // ns/hand by number of hands
}

// A Speed is what was measured at a number of workers or of hands.
type Speed struct {
	At    int64   `json:"at"`
	Value float64 `json:"value"`
}

// Page lays the scaling out.
func (s *Scaling) Page() *page.Document {
	d := &page.Document{Kind: "Bench", Title: s.About, Headline: []string{s.headline()}, Data: s}
	d.Add(page.Section{Title: "Scaling", Figures: []page.Figure{
		speedFigure("scaling-workers", "Speed by workers", "1,000 hands a second", "workers", s.Workers),
		speedFigure("scaling-hands", "Time of a hand by the run's length", "µs a hand", "hands of the run", s.Hands),
	}})
	return d
}

// headline says what the most workers bring.
func (s *Scaling) headline() string {
	first, last := s.Workers[0], s.Workers[len(s.Workers)-1]
	return fmt.Sprintf("%s workers play %s hands a second, %.2f times what %s does.",
		count(last.At), count(int64(last.Value)), last.Value/first.Value, count(first.At))
}

// speedFigure draws a column for each speed, in thousandths.
func speedFigure(name, title, unit, axis string, list []Speed) page.Figure {
	chart := page.Columns{Axis: axis, Unit: unit, Series: []string{"median of the repetitions"}, Labels: true}
	t := page.Table{Title: title, Head: []string{axis, unit}, Open: true}
	for _, s := range list {
		text := fmt.Sprintf("%.3g", s.Value/1000)
		chart.Rows = append(chart.Rows, page.Row{Name: stats.Grouped(s.At), Values: []page.Value{page.Plain(s.Value/1000, text)}})
		t.Rows = append(t.Rows, []string{stats.Grouped(s.At), text})
	}
	return page.Figure{Name: name, Title: title, Chart: chart, Table: t}
}
