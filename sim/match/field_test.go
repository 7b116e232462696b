package match

import (
	"math"
	"math/rand/v2"
	"testing"

	"xuezhan/sim/stats"
)

// Two bots at one table: the additive model is the paired difference.
func TestAdditiveOfTwo(t *testing.T) {
	a := additive{bots: 2}
	c := a.newClass([]int{0, 1}, [][]int{{4, 4}})
	var m stats.Moments
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		p := rng.Int64N(41) - 18
		a.add(c, []int64{p, -p})
		m.Add(2 * p)
	}
	got, want := a.fit().difference(0, 1, 0.95), m.Interval(0.95).Scaled(1.0/4)
	if math.Abs(got.Value-want.Value) > 1e-12 || math.Abs(got.Lo-want.Lo) > 1e-9 {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Bots whose points are what the model says are found to be worth that, in any
// company, and the intervals cover as they say.
func TestAdditiveFindsTheWorths(t *testing.T) {
	worths := []float64{1, 0.5, 0, -0.25, -1.25}
	const runs, walls = 300, 60
	covered, of := 0, 0
	rng := rand.New(rand.NewPCG(3, 4))
	for range runs {
		a := additive{bots: len(worths)}
		classes := map[Seating]*class{}
		list := companies(len(worths))
		for w := range walls {
			company := list[w%len(list)]
			c, ok := classes[company]
			if !ok {
				members := []int{int(company[0]), int(company[1]), int(company[2]), int(company[3])}
				c = a.newClass(members, [][]int{{4, 4, 4, 4}})
				classes[company] = c
			}
			a.add(c, madeUp(rng, worths, c.members))
		}
		f := a.fit()
		for i, want := range worths {
			of++
			if f.worth(i, 0.95).Covers(want) {
				covered++
			}
		}
	}
	if p := share(covered, of); p < 0.92 || p > 0.975 {
		t.Errorf("intervals cover the worth in %.3f of the cases", p)
	}
}

// madeUp returns points of four bots in a block, which add up to zero.
func madeUp(rng *rand.Rand, worths []float64, members []int) []int64 {
	points := make([]int64, len(members))
	mean := 0.0
	for _, m := range members {
		mean += worths[m] / float64(len(members))
	}
	rest := int64(0)
	for i, m := range members[1:] {
		points[i+1] = int64(math.Round(4*(worths[m]-mean) + 8*rng.NormFloat64()))
		rest += points[i+1]
	}
	points[0] = -rest
	return points
}

func TestFitNeedsComparisons(t *testing.T) {
	a := additive{bots: 4}
	c := a.newClass([]int{0, 1}, [][]int{{4, 4}})
	for range 3 {
		a.add(c, []int64{1, -1})
	}
	if a.fit() != nil {
		t.Error("bots that have not met are compared")
	}
}

// A field of different bots has the order that matches of two have, and equal
// bots differ by nothing.
func TestField(t *testing.T) {
	c := configOf(t, "wap-battle", Field, "fast", "random", "timeout", "fast:call=never", "rare")
	c.Blocks = 300
	r := run(t, c)
	if r.Hands != 1200 || len(r.Bots) != 5 || len(r.Pairs) != 10 || r.Verdict != stats.Better {
		t.Fatalf("got %s", jsonOf(t, r))
	}
	sum := 0.0
	for _, b := range r.Bots {
		sum += b.Points.Value
		if b.Points.Value > r.Bots[0].Points.Value {
			t.Errorf("%s is above fast: %s", b.Bot, b.Points)
		}
	}
	if math.Abs(sum) > 1e-9 {
		t.Errorf("the worths add up to %v", sum)
	}
	c = configOf(t, "wap-battle", Field, "random", "fast", "big")
	c.Blocks = 200
	if r := run(t, c); r.Verdict != stats.NotBetter || r.Hands != 800 {
		t.Errorf("got %s", jsonOf(t, r))
	}
	for _, n := range []int{3, 4, 6} {
		bots := make([]string, n)
		for i := range bots {
			bots[i] = "rare"
		}
		c := configOf(t, "planet", Field, bots...)
		r := run(t, c)
		for _, p := range r.Pairs {
			if math.Abs(p.Difference.Value) > 1e-12 || p.Difference.Half() > 1e-9 {
				t.Errorf("%d equal bots: %s", n, p)
			}
		}
	}
}
