package match

import (
	"math"
	"math/rand/v2"
	"testing"

	"xuezhan/sim/stats"
)

// With little variance left the corridor's probabilities must be those of a walk
// with small steps, Siegmund's correction included.
func TestCorridorAgainstWalks(t *testing.T) {
	const step, walks = 0.15, 20_000
	c := corridor{-2, 2.5}
	walk := corridor{c.lower + overshoot*step, c.upper - overshoot*step}
	for _, drift := range []float64{-0.8, 0, 0.5} {
		for _, time := range []float64{1, 4, 15} {
			rng := rand.New(rand.NewPCG(1, uint64(time)))
			var above, below, high int
			for range walks {
				x := 0.0
				for s := 0.0; s < time && x > walk.lower && x < walk.upper; s += step * step {
					x += drift*step*step + step*rng.NormFloat64()
				}
				switch {
				case x >= walk.upper:
					above++
				case x <= walk.lower:
					below++
				case x >= 0.4:
					high++
				}
			}
			within := func(what string, got float64, n int) {
				t.Helper()
				want := float64(n) / walks
				if math.Abs(got-want) > 0.004+4*math.Sqrt(want*(1-want)/walks) {
					t.Errorf("drift %v, time %v, %s: got %.4f, %d walks %.4f", drift, time, what, got, walks, want)
				}
			}
			within("above", c.leavesAbove(drift, time), above)
			within("below", c.leavesBelow(drift, time), below)
			within("still in", c.staysAbove(0.4, drift, time), high)
		}
	}
}

// All that can happen has probability one, also for extreme arguments, and
// Wald's formula is the limit.
func TestCorridorAddsUp(t *testing.T) {
	c := corridor{math.Log(0.05 / 0.95), math.Log(0.95 / 0.05)}
	for _, drift := range []float64{-30, -2, -0.3, 0, 1e-9, 0.4, 1, 5, 40} {
		for _, time := range []float64{1e-3, 0.1, 1, 9, 40, 900} {
			sum := c.leavesAbove(drift, time) + c.leavesBelow(drift, time) + c.staysAbove(c.lower, drift, time)
			if !(math.Abs(sum-1) < 1e-9) {
				t.Errorf("drift %v, time %v: the probabilities add up to %v", drift, time, sum)
			}
		}
		want := -c.lower / (c.upper - c.lower)
		if d := 2 * drift; d != 0 {
			want = math.Expm1(-d*c.lower) / (math.Expm1(-d*c.lower) - math.Expm1(-d*c.upper))
		}
		if got := c.leavesAbove(drift, 1e4); math.Abs(got-want) > 1e-9 {
			t.Errorf("drift %v: leaves above with probability %v, want %v", drift, got, want)
		}
	}
}

// A sequential test on normal blocks: what it ends with.
func simulated(rng *rand.Rand, q stats.SPRTConfig, mean, deviation float64, most int) outcome {
	s, err := stats.NewSPRT(q)
	if err != nil {
		panic(err)
	}
	var sum, squares float64
	o := outcome{test: q}
	for n := 1; n <= most; n++ {
		x := mean + deviation*rng.NormFloat64()
		sum, squares = sum+x, squares+x*x
		allowed := s.NonZero() >= stats.MinUnits
		if v := s.Add(x); v != stats.Undecided || n == most {
			m := sum / float64(n)
			o.verdict, o.blocks, o.mean = v, int64(n), m
			o.deviation = math.Sqrt((squares - float64(n)*m*m) / float64(n-1))
			o.atGate = v != stats.Undecided && !allowed
			return o
		}
	}
	panic("no blocks")
}

// The estimate after a test is as often too high as too low, and its interval
// covers as it says; the mean of the blocks is not and does not.
func TestMedianUnbiased(t *testing.T) {
	runs := 1000
	if testing.Short() {
		runs = 300
	}
	slack := 2 * math.Sqrt(0.25/float64(runs)) // of the share that is too high
	q := stats.SPRTConfig{Mu0: 0, Mu1: 0.25, Alpha: 0.05, Beta: 0.05}
	for _, most := range []int{1 << 30, 250} {
		for _, mean := range []float64{-0.1, 0, 0.125, 0.25, 0.6} {
			rng := rand.New(rand.NewPCG(7, uint64(most)))
			high, naive, covered := 0, 0, 0
			for range runs {
				o := simulated(rng, q, mean, 2, most)
				i := o.interval(0.95)
				if i.Value > mean {
					high++
				}
				if o.mean > mean {
					naive++
				}
				if i.Covers(mean) {
					covered++
				}
				if !(i.Lo < i.Value && i.Value < i.Hi) {
					t.Fatalf("%+v: got %s", o, i)
				}
			}
			t.Logf("mean %5.3f, at most %d: too high %.3f, the plain mean %.3f; covered %.3f",
				mean, most, share(high, runs), share(naive, runs), share(covered, runs))
			if p := share(high, runs); math.Abs(p-0.5) > 0.02+slack {
				t.Errorf("mean %v, at most %d blocks: too high in %.3f of the runs", mean, most, p)
			}
			if p := share(covered, runs); math.Abs(p-0.95) > 0.01+slack/2 {
				t.Errorf("mean %v, at most %d blocks: the interval covers in %.3f of the runs", mean, most, p)
			}
		}
	}
}

func share(n, of int) float64 { return float64(n) / float64(of) }

// A verdict at the first moment at which one is allowed was no luck in stopping.
func TestUnbiasedAtTheGate(t *testing.T) {
	o := outcome{
		test: stats.SPRTConfig{Mu0: 0, Mu1: 1, Alpha: 0.05, Beta: 0.05}, verdict: stats.Better,
		blocks: 30, mean: 3, deviation: 1, atGate: true,
	}
	if i := o.interval(0.95); i.Value != 3 || i.Half() > 0.5 {
		t.Errorf("got %s", i)
	}
}
