package tune

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"xuezhan/policy"
)

// A landscape is an arena in which bots are worth what a function says of the
// places of their parameters, and nothing is played. Functions are to be
// minimized and are 0 at their minimum.
type landscape struct {
	axes     []axis
	f        func(x []float64) float64
	opponent []int
	noise    float64 // standard deviation of a block's difference
	duels    int
}

func (l *landscape) Play(_ context.Context, duels []Duel) ([]Score, error) {
	scores := make([]Score, len(duels))
	for i, d := range duels {
		if d.B == nil {
			d.B = l.opponent
		}
		blocks := d.Parts * PartBlocks
		rng := rand.New(rand.NewPCG(uint64(d.First), uint64(i))) // chance by walls and candidate
		noise := rng.NormFloat64() * l.noise / math.Sqrt(float64(blocks))
		scores[i] = Score{l.at(d.B) - l.at(d.A) + noise, l.noise * l.noise, blocks, 2 * blocks, 0}
		l.duels++
	}
	return scores, nil
}

func (l *landscape) at(v []int) float64 {
	x := make([]float64, len(v))
	for i, a := range l.axes {
		x[i] = a.position(float64(v[i]))
	}
	return l.f(x)
}

// The functions, with their minimum at 0.7 in each place.
func sphere(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += (v - 0.7) * (v - 0.7)
	}
	return 10 * sum
}

// ellipsoid has axes whose lengths differ by a factor of ten.
func ellipsoid(x []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += math.Pow(100, float64(i)/float64(len(x)-1)) * (v - 0.7) * (v - 0.7)
	}
	return sum
}

// rosenbrock is scaled so that its bent valley lies within the bounds.
func rosenbrock(x []float64) float64 {
	sum := 0.0
	for i := range len(x) - 1 {
		a, b := x[i]/0.7, x[i+1]/0.7
		sum += 100*(b-a*a)*(b-a*a) + (1-a)*(1-a)
	}
	return sum
}

// edge has its minimum on two bounds.
func edge(x []float64) float64 { return 5*(x[0]+1-x[1]) + sphere(x[2:]) }

func evenAxes(n, max int) []axis {
	var axes []axis
	for i := range n {
		axes = append(axes, axis{name: fmt.Sprintf("p%d", i), max: max})
	}
	return axes
}

// tuned lets a tuner run on a landscape and returns what it settles on.
func tuned(t *testing.T, m Method, l *landscape, p Plan, spread float64, seed uint64) *Tuner {
	t.Helper()
	c := &Config{Method: m, Seed: seed, Spread: spread, Bot: botWith(t, l.axes), Logs: logsOf(l.axes)}
	axes, err := c.axes()
	if err != nil {
		t.Fatal(err)
	}
	start, x := c.start(axes)
	l.opponent = start
	u := &Tuner{config: c, plan: p, axes: axes, settled: make([]float64, len(axes))}
	if m == SPSA {
		u.method = newSPSA(axes, x, spread, p.Population, p.Generations)
	} else {
		u.method = newCMA(axes, x, spread, p.Population)
	}
	for range p.Generations {
		duels := append(u.ask(), u.gainDuel(u.generations, nearest(u.axes, u.method.mean())))
		scores, err := l.Play(t.Context(), duels)
		if err != nil {
			t.Fatal(err)
		}
		u.tell(scores)
	}
	return u
}

// botWith returns a bot with parameters as the axes have them, whose default is a
// fifth of the way.
func botWith(t *testing.T, axes []axis) policy.Spec {
	t.Helper()
	c := policy.NewCatalog()
	var params []policy.Param
	for _, a := range axes {
		params = append(params, policy.Param{Name: a.name, Doc: "a parameter", Min: a.min, Max: a.max, Default: a.min + (a.max-a.min)/5})
	}
	c.Add(policy.Entry{Description: policy.Description{Name: "test", Params: params}, New: func(policy.Values) policy.Parts { return policy.Parts{} }})
	s, err := c.Parse("test")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Tuners find the known minima of functions, with whole-number parameters from
// fine to coarse, without noise and with more noise than there is signal in a
// duel.
func TestKnownMinima(t *testing.T) {
	cma := func(generations, population, parts int) Plan {
		return Plan{Generations: generations, Population: population, DuelParts: int64(parts), GainParts: int64(parts)}
	}
	tests := []struct {
		name   string
		method Method
		f      func([]float64) float64
		n, max int
		noise  float64
		plan   Plan
		want   float64 // at most what the function is to be at the end
	}{
		{"sphere", CMAES, sphere, 10, 1 << 20, 0, cma(200, 10, 1), 1e-6},
		{"coarse sphere", CMAES, sphere, 10, 20, 0, cma(120, 10, 1), 0.06},
		{"ellipsoid", CMAES, ellipsoid, 8, 1 << 20, 0, cma(250, 10, 1), 1e-5},
		{"rosenbrock", CMAES, rosenbrock, 5, 1 << 20, 0, cma(500, 10, 1), 1e-3},
		{"edge", CMAES, edge, 6, 1000, 0, cma(150, 10, 1), 0.02},
		{"noisy sphere", CMAES, sphere, 10, 100, 4, cma(60, 12, 10), 0.3},
		{"noisy ellipsoid", CMAES, ellipsoid, 8, 100, 4, cma(60, 12, 10), 0.6},
		{"sphere", SPSA, sphere, 10, 1 << 20, 0, cma(300, 8, 1), 0.01},
		{"coarse sphere", SPSA, sphere, 10, 20, 0, cma(300, 8, 1), 0.05},
		{"ellipsoid", SPSA, ellipsoid, 8, 1 << 20, 0, cma(400, 8, 1), 0.1},
		{"edge", SPSA, edge, 6, 1000, 0, cma(200, 8, 1), 0.1},
		{"noisy sphere", SPSA, sphere, 10, 100, 4, cma(100, 60, 1), 0.3},
		{"noisy ellipsoid", SPSA, ellipsoid, 8, 100, 4, cma(100, 60, 1), 0.8},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.method, " ", tt.name), func(t *testing.T) {
			for seed := range uint64(3) {
				l := &landscape{axes: evenAxes(tt.n, tt.max), f: tt.f, noise: tt.noise}
				u := tuned(t, tt.method, l, tt.plan, 0.1, seed)
				start, end := l.at(l.opponent), l.at(nearest(u.axes, u.meanOfSettled()))
				t.Logf("seed %d: from %.3g to %.3g, spread %.3g", seed, start, end, u.method.spread())
				if !(end <= tt.want) {
					t.Errorf("seed %d: ends at %.3g, want at most %g (from %.3g)", seed, end, tt.want, start)
				}
			}
		})
	}
}

// logsOf returns the names of the axes with a log scale, not nil.
func logsOf(axes []axis) []string {
	names := []string{}
	for _, a := range axes {
		if a.log {
			names = append(names, a.name)
		}
	}
	return names
}
