package match

import (
	"context"
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"xuezhan/sim/stats"
)

var calibrate = flag.Bool("calibrate", false, "run the whole calibration and print it for results/")

// pool plays blocks and returns their differences less their mean: noise of the
// kind that matches have, of two bots that differ by nothing on average. The mean is
// taken off the blocks that differ, so that the others stay exactly 0 as they are in
// matches: a test waits for 30 that differ.
func pool(t *testing.T, d Design, blocks int64, a, b string) (noise []float64, deviation float64) {
	t.Helper()
	c := configOf(t, "wap-battle", d, a, b)
	c.Blocks = blocks
	p, s := newTestPlayer(t, c), mustScore(t, c)
	sum, squares := 0.0, 0.0
	for n := range blocks {
		block := p.play(n)
		x := float64(s.difference(s.points(&block))) / s.scale
		noise = append(noise, x)
		sum += x
	}
	shift(noise, -sum/float64(blocks))
	for _, x := range noise {
		squares += x * x
	}
	return noise, math.Sqrt(squares / float64(blocks))
}

// shift adds to the mean of blocks by those that are not 0.
func shift(blocks []float64, mean float64) {
	differ := 0
	for _, x := range blocks {
		if x != 0 {
			differ++
		}
	}
	for i, x := range blocks {
		if x != 0 {
			blocks[i] += mean * float64(len(blocks)) / float64(differ)
		}
	}
}

func mustScore(t *testing.T, c *Config) *duelScore {
	t.Helper()
	s, err := newDuelScore(c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// calibrationPools are kinds of noise: small and large changes, symmetric and
// skewed seatings.
var calibrationPools = []struct {
	design Design
	a, b   string
	times  int64 // as many more blocks, where few differ
}{
	{Pairs, "fast", "fast:void_shanten=0", 5},
	{Pairs, "fast", "fast:call=never", 1},
	{Pairs, "fast", "big", 1},
	{OneVsThree, "fast", "fast:call=never", 1},
}

// A sequential test on such noise says "better" in at most 5 % of the runs where
// there is no difference, and in at least 95 % where it is the upper bound.
func TestSPRTCalibration(t *testing.T) {
	sizes, blocks, slack := []int{300}, int64(600), 3*math.Sqrt(0.05*0.95/300)
	if *calibrate {
		sizes, blocks, slack = []int{1000, 20_000}, 20_000, 0
	}
	for _, p := range calibrationPools {
		noise, deviation := pool(t, p.design, blocks, p.a, p.b)
		for _, runs := range sizes {
			delta := deviation / 20
			plain := stats.SPRTConfig{Mu0: 0, Mu1: delta, Alpha: 0.05, Beta: 0.05}
			none, blocksNone := better(noise, 0, prudent(plain), runs)
			real, blocksReal := better(noise, delta, prudent(plain), runs)
			waldNone, waldBlocks := better(noise, 0, plain, runs)
			waldReal, _ := better(noise, delta, plain, runs)
			t.Logf("| %s: %s − %s | %.2f | %.3f | %d | %.2f %% | %.2f %% | %.0f | %.0f | %.2f %% | %.2f %% | %.0f |",
				p.design, p.a, p.b, deviation, delta, runs, 100*share(none, runs), 100*share(real, runs), blocksNone, blocksReal,
				100*share(waldNone, runs), 100*share(waldReal, runs), waldBlocks)
			if share(none, runs) > 0.05+slack || share(real, runs) < 0.95-slack {
				t.Errorf("%s, %s against %s: better in %d and %d of %d runs", p.design, p.a, p.b, none, real, runs)
			}
		}
	}
}

// better returns how often of the runs a test says better, and after how many
// blocks it ends on average.
func better(noise []float64, mean float64, test stats.SPRTConfig, runs int) (count int, blocks float64) {
	noise = slices.Clone(noise)
	shift(noise, mean)
	rng := rand.New(rand.NewPCG(11, uint64(runs)))
	for range runs {
		s, err := stats.NewSPRT(test)
		if err != nil {
			panic(err)
		}
		for s.Verdict() == stats.Undecided {
			s.Add(noise[rng.IntN(len(noise))])
		}
		if s.Verdict() == stats.Better {
			count++
		}
		blocks += float64(s.N()) / float64(runs)
	}
	return count, blocks
}

// The intervals of matches of fixed length cover the truth in 95 % of the runs:
// each run is a match with a seed of its own, the truth what all runs together
// say. With luck adjustment as well.
func TestIntervalCoverage(t *testing.T) {
	runs, blocks := 100, int64(40)
	switch {
	case *calibrate:
		runs, blocks = 2000, 100
	case testing.Short():
		runs = 40
	}
	for _, p := range calibrationPools {
		for _, luck := range []bool{false, true} {
			c := configOf(t, "wap-battle", p.design, p.a, p.b)
			c.Blocks, c.Luck = blocks*p.times, luck
			intervals := matches(t, c, runs)
			truth := 0.0
			for _, i := range intervals {
				truth += i.Value / float64(runs)
			}
			covered := 0
			for _, i := range intervals {
				if i.Covers(truth) {
					covered++
				}
			}
			t.Logf("| %s: %s − %s | %v | %.3f | %.1f %% |", p.design, p.a, p.b, luck, truth, 100*share(covered, runs))
			allowed := 0.015
			if !*calibrate {
				allowed = 4 * math.Sqrt(0.05*0.95/float64(runs))
			}
			if math.Abs(share(covered, runs)-0.95) > allowed {
				t.Errorf("%s, %s against %s, luck %v: covered in %d of %d runs", p.design, p.a, p.b, luck, covered, runs)
			}
		}
	}
}

// matches plays a match again and again, each time with another seed.
func matches(t *testing.T, c *Config, runs int) []stats.Interval {
	t.Helper()
	var list []stats.Interval
	for seed := range runs {
		d := *c
		d.Seed = 1000 + uint64(seed)
		r, err := Run(context.Background(), &d, Options{Tables: testTables(), Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r.Difference)
	}
	return list
}
