package tune

import (
	"fmt"
	"testing"
)

func TestExplore(t *testing.T) {
	for _, budget := range []int64{250_000, 1_000_000, 4_000_000} {
		for _, n := range []int{6, 15, 30} {
			for _, m := range []Method{SPSA, CMAES} {
				for _, gens := range []int{25, 50, 100, 200} {
					for _, spread := range []float64{0.05, 0.1, 0.15} {
						sum := 0.0
						const seeds = 6
						for seed := range uint64(seeds) {
							axes := evenAxes(n, 200)
							l := &landscape{axes: axes, f: func(x []float64) float64 { return sphere(x) * 0.3 / (2.5 * float64(n)) }, noise: 3}
							c := &Config{Method: m, Budget: budget, Generations: gens, Bot: botWith(t, axes), Logs: []string{}}
							p, err := c.plan(n)
							if err != nil {
								sum = -1
								break
							}
							u := tuned(t, m, l, p, spread, seed)
							sum += (l.at(l.opponent) - l.at(nearest(u.axes, u.settled()))) / seeds
						}
						fmt.Printf("budget %d n %d %s gens %d spread %.2f: gain %.3f of .3\n", budget, n, m, gens, spread, sum)
					}
				}
			}
		}
	}
}
