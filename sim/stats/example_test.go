package stats_test

import (
	"encoding/json"
	"fmt"

	"xuezhan/sim/stats"
)

func ExampleMoments() {
	var first, second stats.Moments // one a worker
	for _, points := range []int64{3, -1, 0, 8} {
		first.Add(points)
	}
	for _, points := range []int64{-2, 5, 1} {
		second.Add(points)
	}
	first.Merge(second)
	fmt.Println(first.N(), first.Mean(), first.Interval(0.95))
	// Output: 7 2 2 [-1.292, 5.292]
}

// A block is two hands in which A and B hold two seats each. Its difference in
// points per hand is a quarter of the difference of the sums, which is what is
// added.
func ExampleMoments_paired() {
	var blocks stats.Moments
	for _, b := range []struct{ a, b int64 }{{12, -12}, {-3, 3}, {5, -5}, {7, -7}} {
		blocks.Add(b.a - b.b)
	}
	fmt.Println(blocks.Interval(0.95).Scaled(1.0 / 4))
	fmt.Printf("p = %.3f\n", blocks.PValue(0))
	// Output:
	// 2.625 [-2.338, 7.588]
	// p = 0.191
}

// The average fan of a win: wins over one wall belong together, so a wall is
// the unit, and a wall without wins is one too.
func ExampleRatio() {
	var fan stats.Ratio
	for _, wall := range []struct{ fan, wins int64 }{{4, 3}, {1, 2}, {0, 0}, {6, 3}, {2, 2}} {
		fan.Add(wall.fan, wall.wins)
	}
	i := fan.Interval(0.95)
	fmt.Println(i)
	for w := range i.Warnings.All() {
		fmt.Println("-", w.Sentence())
	}
	// Output:
	// 1.3 [0.459, 2.141]
	// - fewer than 30 independent units: the interval leans on a normal shape
	// - the denominator varies too much for the delta method
}

func ExampleProportion() {
	var won stats.Proportion
	won.Add(81, 263)
	fmt.Println(won.Interval(0.95))
	// Output: 0.308 [0.2553, 0.3662]
}

func ExampleHistogram() {
	var fan stats.Histogram
	for _, f := range []int{0, 0, 0, 1, 1, 2, 4, 0} {
		fan.Add(f)
	}
	fmt.Println("mean", fan.Mean(), "median", fan.Quantile(0.5), "no fan", fan.Share(0))
	for f, n := range fan.All() {
		fmt.Println(f, n)
	}
	// Output:
	// mean 1 median 0 no fan 0.5
	// 0 4
	// 1 2
	// 2 1
	// 4 1
}

func ExampleInterval() {
	var m stats.Moments
	m.Add(3)
	data, _ := json.Marshal(m.Interval(0.95).With(stats.DependentUnits))
	fmt.Println(string(data))
	// Output: {"value":3,"lo":null,"hi":null,"n":1,"level":0.95,"warnings":["few-units","covers-zero","dependent-units"]}
}

func ExampleWarnings() {
	var s stats.Warnings
	s = s.With(stats.StoppedByTest).With(stats.CoversZero)
	fmt.Println(s, s.Has(stats.FewUnits))
	// Output: covers-zero,stopped-by-test false
}

func ExampleTwoSidedP() {
	fmt.Printf("%.6f\n", stats.TwoSidedP(-4.0621, 9))
	// Output: 0.002833
}

func ExampleHolm() {
	for _, p := range stats.Holm([]float64{0.01, 0.04, 0.03, 0.005}) {
		fmt.Printf("%.2f ", p)
	}
	// Output: 0.03 0.06 0.06 0.02
}

func ExampleSPRT() {
	test, err := stats.NewSPRT(stats.SPRTConfig{Mu0: 0, Mu1: 0.5, Alpha: 0.05, Beta: 0.05})
	if err != nil {
		fmt.Println(err)
		return
	}
	differences := []float64{1.5, -0.5, 0, 2, 0.5, -1} // by block number, over and over
	for block := 0; test.Verdict() == stats.Undecided; block++ {
		test.Add(differences[block%len(differences)])
	}
	lower, upper := test.Bounds()
	fmt.Printf("%v after %d blocks: LLR %.2f outside (%.2f, %.2f)\n",
		test.Verdict(), test.N(), test.LLR(), lower, upper)
	// Output: better after 37 blocks: LLR 2.98 outside (-2.94, 2.94)
}

func ExampleConfidenceSequence() {
	watch := stats.ConfidenceSequence{TightAt: 400}
	var m stats.Moments
	for unit := int64(1); unit <= 400; unit++ {
		m.Add(unit % 5)
		if unit%100 == 0 {
			fmt.Println(unit, watch.Interval(m))
		}
	}
	// Output:
	// 100 2 [1.538, 2.462]
	// 200 2 [1.691, 2.309]
	// 300 2 [1.751, 2.249]
	// 400 2 [1.785, 2.215]
}
