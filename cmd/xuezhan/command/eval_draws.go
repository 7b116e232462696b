package command

import (
	"cmp"
	"fmt"
	"slices"

	"xuezhan/engine/tile"
	"xuezhan/features"
	"xuezhan/features/solo"
	"xuezhan/sim/study"
)

const drawsHelp = `With --draws K eval adds what a lone player reaches within 1 to K draws, exactly:
each unseen tile is drawn as likely as any other, nothing is called, and each
figure is that of the best play for it, found over all draws and discards. Win is
the chance to win by self-draw; ready the chance to hold 13 tiles with a wait, at
some time; points what is expected if three seats pay the base points and the
rules' self-draw points, a win being declined where going on is worth more. * marks
the best discards of a column. With 14 tiles each discard has its row, and what a
win already there is worth does not enter. More than 4 draws, or more than 5 of a
hand that is ready, may take too many states: then eval says so and fails.`

// evalDraws is what --draws adds to a position.
type evalDraws struct {
	Curve    []evalChances  `json:"curve"`              // within 1, 2, … draws
	Best     []evalBest     `json:"best,omitempty"`     // with 14 tiles
	Discards []evalDiscards `json:"discards,omitempty"` // best first
}

type evalChances struct {
	Draws  int     `json:"draws"`
	Ready  float64 `json:"ready"`
	Win    float64 `json:"win"`
	Points float64 `json:"points"`
	Fan    float64 `json:"fan"` // of the play for points
}

type evalBest struct {
	Draws  int    `json:"draws"`
	Ready  string `json:"ready"`
	Win    string `json:"win"`
	Points string `json:"points"`
}

type evalDiscards struct {
	Tile  string        `json:"tile"`
	Curve []evalChances `json:"curve"`
}

// evalAnswer is what eval says of a position.
type evalAnswer struct {
	features.Analysis
	Draws    *evalDraws      `json:"draws,omitempty"`
	Bot      string          `json:"bot,omitempty"` // whose opinions there are
	Opinions []study.Opinion `json:"opinions,omitempty"`
}

// checkDraws refuses numbers of draws, the value of a name, that no hand can be
// solved for.
func checkDraws(name string, draws int) error {
	if draws < 0 || draws > solo.MaxDraws {
		return fmt.Errorf("%s %d is not 0 to %d", name, draws, solo.MaxDraws)
	}
	return nil
}

// solver returns the solver for rules whose engine there is.
func (v *evaluator) solver(name string) (*solo.Solver, error) {
	if s, ok := v.solvers[name]; ok {
		return s, nil
	}
	s, err := solo.NewSolver(v.engines[name], v.maxStates)
	if err != nil {
		return nil, err
	}
	v.solvers[name] = s
	return s, nil
}

// draws solves a position for a lone player; the void suit is the one that
// counts as void in its analysis.
func (v *evaluator) draws(c *evalCase, p *features.Position, void string) (*evalDraws, error) {
	if err := checkDraws("draws", c.Draws); err != nil || c.Draws == 0 {
		return nil, err
	}
	s, err := v.solver(c.Rules)
	if err != nil {
		return nil, err
	}
	problem := solo.Problem{Held: p.Own.Held, Melds: p.Own.Melds, Draws: c.Draws}
	problem.Void, _ = tile.ParseSuit(void)
	problem.Unseen = solo.UnseenBeside(&p.Own.Held, &p.Own.Melds, &p.Seen)
	res, err := s.Solve(&problem)
	if err != nil {
		return nil, err
	}
	return newEvalDraws(&res, c.Draws), nil
}

func newEvalDraws(res *solo.Result, draws int) *evalDraws {
	d := &evalDraws{Curve: evalCurve(&res.Curve, draws)}
	for i := range res.Discards {
		x := &res.Discards[i]
		d.Discards = append(d.Discards, evalDiscards{x.Tile.String(), evalCurve(&x.Curve, draws)})
	}
	slices.SortStableFunc(d.Discards, func(a, b evalDiscards) int {
		x, y := a.Curve[draws-1], b.Curve[draws-1]
		return cmp.Or(cmp.Compare(y.Win, x.Win), cmp.Compare(y.Ready, x.Ready), cmp.Compare(y.Points, x.Points))
	})
	for k := 1; k <= draws && len(d.Discards) > 0; k++ {
		b := res.Best[k]
		d.Best = append(d.Best, evalBest{k, b.Ready.String(), b.Win.String(), b.Points.String()})
	}
	return d
}

func evalCurve(c *solo.Curve, draws int) []evalChances {
	var list []evalChances
	for k := 1; k <= draws; k++ {
		list = append(list, evalChances{k, c[k].Ready, c[k].Win, c[k].Points, c[k].Fan})
	}
	return list
}

// A drawsColumn is one of the figures of a curve and how it is printed.
type drawsColumn struct {
	title, format string
	scale         float64
	of            func(*evalChances) float64
}

func drawsColumns() []drawsColumn {
	return []drawsColumn{
		{"chance to win", "%.2f%%", 100, func(c *evalChances) float64 { return c.Win }},
		{"chance to be ready", "%.2f%%", 100, func(c *evalChances) float64 { return c.Ready }},
		{"expected points", "%.3f", 1, func(c *evalChances) float64 { return c.Points }},
	}
}

func (c *drawsColumn) text(x *evalChances) string {
	return fmt.Sprintf(c.format, c.scale*c.of(x))
}

// printDraws adds the curves to a table: a row a number of draws for 13 tiles, a
// row a discard for each figure of 14.
func printDraws(t table, d *evalDraws) {
	t.row()
	t.row("A lone player, best play for each figure")
	if len(d.Discards) == 0 {
		printHandCurve(t, d.Curve)
		return
	}
	for _, c := range drawsColumns() {
		t.row()
		printColumn(t, d, c)
	}
}

func printHandCurve(t table, curve []evalChances) {
	columns := drawsColumns()
	cells := []any{"draws"}
	for _, c := range columns {
		cells = append(cells, c.title)
	}
	t.row(append(cells, "fan")...)
	for i := range curve {
		cells = []any{curve[i].Draws}
		for _, c := range columns {
			cells = append(cells, c.text(&curve[i]))
		}
		t.row(append(cells, fmt.Sprintf("%.3f", curve[i].Fan))...)
	}
}

func printColumn(t table, d *evalDraws, c drawsColumn) {
	t.row(c.title + " within k draws")
	cells := []any{"discard"}
	for _, x := range d.Curve {
		cells = append(cells, fmt.Sprintf("k=%d", x.Draws))
	}
	t.row(cells...)
	for _, x := range d.Discards {
		cells = []any{x.Tile}
		for k := range x.Curve {
			text := c.text(&x.Curve[k])
			if top := c.of(&d.Curve[k]); top > 0 && c.of(&x.Curve[k]) == top {
				text += "*"
			}
			cells = append(cells, text)
		}
		t.row(cells...)
	}
}
