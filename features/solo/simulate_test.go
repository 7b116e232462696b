package solo

import (
	"math"
	"math/rand/v2"
	"testing"

	"xuezhan/engine/fan"
	"xuezhan/engine/tile"
)

// A player draws at random and discards what the solver says.
type player struct {
	*brute
	solver *Solver
	goal   Goal
	plans  map[situation]plan
}

// A plan is what the solver says of 14 tiles.
type plan struct {
	best    tile.Tile
	isReady bool    // once it is discarded
	points  float64 // of going on
}

func (a *player) plan(t *testing.T, s situation) plan {
	if p, ok := a.plans[s]; ok {
		return p
	}
	q := a.problem
	q.Held, q.Unseen, q.Draws, q.Goals = s.held.held(), s.unseen.held(), s.left, a.goal
	res := solve(t, a.solver, q)
	p := plan{points: res.Curve[s.left].Points}
	switch b := res.Best[s.left]; a.goal {
	case Ready:
		p.best = b.Ready
	case Win:
		p.best = b.Win
	case Points:
		p.best = b.Points
	}
	for _, d := range res.Discards {
		p.isReady = p.isReady || d.Tile == p.best && d.Curve[0].Ready == 1
	}
	a.plans[s] = p
	return p
}

// play plays once and returns what comes of it: 1 for reaching the goal, or
// points.
func (a *player) play(t *testing.T, r *rand.Rand) float64 {
	s := situation{countOf(a.problem.Held), countOf(a.problem.Unseen), a.problem.Draws}
	for s.left > 0 {
		x := nth(s.unseen.held(), r.IntN(int(s.unseen.total())))
		s.held[x]++
		s.unseen[x]--
		s.left--
		p := a.plan(t, s)
		if a.goal == Ready && p.isReady {
			return 1
		}
		if a.goal != Ready && a.complete(s.held) {
			if a.goal == Win {
				return 1
			}
			if paid := a.paid(s.held.held(), x); paid >= p.points {
				return paid
			}
		}
		s.held[p.best]--
	}
	return 0
}

func (a *player) paid(h tile.Held, x tile.Tile) float64 {
	r, _ := a.score.Score(&h, &a.problem.Melds, x, fan.BySelfDraw)
	return float64(maxPayers * (r.Points + a.extra))
}

// Random draws, played as the solver says, come to what it promises: within four
// standard errors, at a fixed seed.
func TestSimulation(t *testing.T) {
	tests := []struct {
		own  string
		goal Goal
	}{
		{"123456m123p99p4m7p", Ready},
		{"123456m123p99p4m7p", Win},
		{"2345678p23468m1m", Points},
		{"1112345678999m", Points},
		{"[222p]33445p99m678p", Points},
	}
	const plays = 4000
	s := newSolver(t, `{"base":"tsumo"}`)
	for i, tt := range tests {
		p := problem(t, tt.own, "s", "", 3)
		c := solve(t, s, p).Curve[3]
		want := map[Goal]float64{Ready: c.Ready, Win: c.Win, Points: c.Points}[tt.goal]
		a := player{newBrute(p, s), s, tt.goal, map[situation]plan{}}
		r := rand.New(rand.NewPCG(7, uint64(i)))
		sum, squares := 0.0, 0.0
		for range plays {
			x := a.play(t, r)
			sum += x
			squares += x * x
		}
		mean := sum / plays
		stderr := math.Sqrt((squares/plays - mean*mean) / plays)
		t.Logf("%s: simulated %.4f ± %.4f, exact %.4f", tt.own, mean, stderr, want)
		if stderr == 0 || math.Abs(mean-want) > 4*stderr {
			t.Errorf("%s, goal %d: simulated %.4f ± %.4f, exact %.4f", tt.own, tt.goal, mean, stderr, want)
		}
	}
}
