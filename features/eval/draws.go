package eval

import (
	"cmp"
	"fmt"
	"slices"

	"xuezhan/engine/tile"
	"xuezhan/features"
	"xuezhan/features/solo"
)

// Draws are the exact chances of a lone player.
type Draws struct {
	Curve    []Chances      `json:"curve"`              // within 1, 2, … draws
	Best     []Best         `json:"best,omitempty"`     // with 14 tiles
	Discards []DiscardCurve `json:"discards,omitempty"` // best first
}

// Chances are what is reached within a number of draws.
type Chances struct {
	Draws  int     `json:"draws"`
	Ready  float64 `json:"ready"`
	Win    float64 `json:"win"`
	Points float64 `json:"points"`
	Fan    float64 `json:"fan"` // of the play for points
}

// Best are the discards that are best for each figure.
type Best struct {
	Draws  int    `json:"draws"`
	Ready  string `json:"ready"`
	Win    string `json:"win"`
	Points string `json:"points"`
}

// A DiscardCurve is the chances after a discard.
type DiscardCurve struct {
	Tile  string    `json:"tile"`
	Curve []Chances `json:"curve"`
}

// CheckDraws refuses numbers of draws, the value of a name, that no hand can be
// solved for.
func CheckDraws(name string, draws int) error {
	if draws < 0 || draws > solo.MaxDraws {
		return fmt.Errorf("%s %d is not 0 to %d", name, draws, solo.MaxDraws)
	}
	return nil
}

// solver returns the solver for rules whose engine there is.
func (v *Evaluator) solver(name string) (*solo.Solver, error) {
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
func (v *Evaluator) draws(c *Case, p *features.Position, void string) (*Draws, error) {
	if err := CheckDraws("draws", c.Draws); err != nil || c.Draws == 0 {
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
	return newDraws(&res, c.Draws), nil
}

func newDraws(res *solo.Result, draws int) *Draws {
	d := &Draws{Curve: curveOf(&res.Curve, draws)}
	for i := range res.Discards {
		x := &res.Discards[i]
		d.Discards = append(d.Discards, DiscardCurve{x.Tile.String(), curveOf(&x.Curve, draws)})
	}
	slices.SortStableFunc(d.Discards, func(a, b DiscardCurve) int {
		x, y := a.Curve[draws-1], b.Curve[draws-1]
		return cmp.Or(cmp.Compare(y.Win, x.Win), cmp.Compare(y.Ready, x.Ready), cmp.Compare(y.Points, x.Points))
	})
	for k := 1; k <= draws && len(d.Discards) > 0; k++ {
		b := res.Best[k]
		d.Best = append(d.Best, Best{k, b.Ready.String(), b.Win.String(), b.Points.String()})
	}
	return d
}

func curveOf(c *solo.Curve, draws int) []Chances {
	var list []Chances
	for k := 1; k <= draws; k++ {
		list = append(list, Chances{k, c[k].Ready, c[k].Win, c[k].Points, c[k].Fan})
	}
	return list
}
