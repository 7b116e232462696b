package study

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"xuezhan/policy"
	"xuezhan/sim/stats"
)

// planQuestion is Plan as Kinds has it.
func planQuestion(t testing.TB) *Question {
	t.Helper()
	k := aboutPlan()
	q, err := k.Fullest(policy.Parse)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestPlan: every seat's first choice is a fork with all five plans, from the exchange on
// or from the void suit on; free is what the seat's bot does; and plans part late.
func TestPlan(t *testing.T) {
	for _, preset := range []string{"wap-flow", "sbr"} {
		c := configOf(t, preset, 30, planQuestion(t), "value")
		c.Field = fieldOf(t, "fast")
		result, rows := mustRun(t, c, Options{Check: true})
		if result.Forks != 4*30 || len(rows) != 5*4*30 {
			t.Fatalf("%s: %d forks, %d rows", preset, result.Forks, len(rows))
		}
		parted := 0
		for i, r := range rows {
			if r.Number != i%5 || !r.Has(i%5) || r.Own != (r.Number == labelFree) {
				t.Fatalf("%s: row %d is %+v", preset, i, r)
			}
			f := &r.Features
			if sum := f[planShortest] + f[planMiddle] + f[planLongest]; sum != 13+f[planDealer] {
				t.Errorf("%s: hand %d has %d tiles", preset, r.Hand, sum)
			}
			switch {
			case r.Own && f[planParted] != 0:
				t.Errorf("%s: free parts from itself in turn %d", preset, f[planParted])
			case f[planParted] > 0:
				parted++
			case !r.Own && r.Outcome != rows[i/5*5+labelFree].Outcome:
				t.Errorf("%s: hand %d, %s ends otherwise than free and never parted", preset, r.Hand, result.Labels[r.Number].Label)
			}
		}
		if parted < len(rows)/2 {
			t.Errorf("%s: only %d of %d parted", preset, parted, len(rows))
		}
	}
}

// raceRows are those of a hand in which labels 0, 1 and 2 brought some points.
func raceRows(hand int64, points ...int) []Row {
	var rows []Row
	for label, p := range points {
		r := Row{Hand: hand, Number: label, Own: label == 0}
		r.Labels, r.Account[0], r.First.Fan = 1<<label, int32(p), -1
		rows = append(rows, r)
	}
	return rows
}

// raceQuestion has three labels that race.
func raceQuestion() *Question {
	return &Question{
		Name: "race", Labels: []string{"a", "b", "c"}, Main: Group{"all", Always}, Contrasts: []Contrast{{0, 1}},
		Moment: func(*Moment) bool { return false }, Races: []Race{{"all", []int{0, 1, 2}}}, Risk: true,
	}
}

// TestRaceChoosesElsewhere: the best is chosen on the even hands alone, and its lead is
// that of the odd ones alone.
func TestRaceChoosesElsewhere(t *testing.T) {
	total := newTally(newLayout(raceQuestion(), nil))
	for hand := range int64(2 * stats.MinUnits) {
		if hand%2 == 0 {
			total.add(raceRows(hand, 0, 9, 3))
		} else {
			total.add(raceRows(hand, 0, 1, int(5+hand%4)))
		}
	}
	b := builder{tally: total, level: 0.95}
	x := b.races()[0].All
	if x.Best != "b" || x.Next != "c" || x.Hands != stats.MinUnits || x.Lead.Value != -6 || x.Verdict != stats.BetterB {
		t.Errorf("%s before %s by %v in %d hands: %s", x.Best, x.Next, x.Lead, x.Hands, x.Verdict)
	}
}

// TestRaceCovers: where all labels are worth the same, the lead of the one that is chosen
// is 0, and its interval covers that as often as it says. So do those of the risk.
func TestRaceCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const runs, hands = 1000, 200
	var lead, deviation, bad, median int
	sum := 0.0
	for range runs {
		total := newTally(newLayout(raceQuestion(), nil))
		for hand := range int64(hands) {
			total.add(raceRows(hand, draw(rng), draw(rng), draw(rng)))
		}
		b := builder{tally: total, level: 0.95}
		x := b.races()[0].All
		sum += x.Lead.Value
		count := func(n *int, covers bool) {
			if covers {
				*n++
			}
		}
		r := b.risks[0].result("a", 0.95)
		count(&lead, x.Lead.Covers(0))
		count(&deviation, r.Deviation.Covers(math.Sqrt((21*21-1)/12.0)))
		count(&bad, r.Bad.Covers(5/21.0))
		count(&median, r.Quartiles[1].Covers(-5))
	}
	t.Logf("of %d runs the lead covers 0 in %d, the deviation the truth in %d, the share of bad hands in %d, the median in %d; mean lead %.3f",
		runs, lead, deviation, bad, median, sum/runs)
	for _, n := range []int{lead, deviation, bad} {
		if share := float64(n) / runs; math.Abs(share-0.95) > 0.025 {
			t.Errorf("an interval of 95 %% covers the truth in %.1f %%", 100*share)
		}
	}
	if median < 0.935*runs {
		t.Errorf("the median's interval covers it in %d of %d runs", median, runs)
	}
	if math.Abs(sum/runs) > 0.15 {
		t.Errorf("among equals the lead is %.3f on average", sum/runs)
	}
}

// TestRiskOfZeroSum: where the points of a deal sum to zero, as those of four equal bots
// do, their mean has no error and their deviation still has.
func TestRiskOfZeroSum(t *testing.T) {
	var r risk
	for i := range int64(100) {
		r.add(i % 10)
		r.add(-i % 10)
		r.flush()
	}
	d := r.result("a", 0.95).Deviation
	if want := math.Sqrt(28.5); math.Abs(d.Value-want) > 1e-9 || d.Half() < 0.2 || d.Half() > 1.5 {
		t.Errorf("got %v, want %.3f with an interval", d, want)
	}
}

// draw returns one of the whole numbers from −15 to 5.
func draw(rng *rand.Rand) int { return rng.IntN(21) - 15 }

// TestPlanCovers: the intervals of a plan's contrasts and of a mixed field cover what many
// hands show, as often as they say.
func TestPlanCovers(t *testing.T) {
	runs, hands := 1000, int64(200)
	if testing.Short() {
		runs = 20
	}
	var intervals [2][]stats.Interval
	var truth [2]stats.Moments
	for seed := range runs {
		c := configOf(t, "wap-battle", hands, planQuestion(t), "value")
		c.Field, c.Studied, c.Seed = fieldOf(t, "fast", "timeout"), 1, uint64(seed)
		r, _ := mustRun(t, c, Options{Workers: 2})
		for i, contrast := range []int{0, 1} { // free and flush, less speed
			d := r.Contrasts[contrast].Difference
			intervals[i] = append(intervals[i], *d)
			truth[i].Add(int64(math.Round(d.Value * float64(hands))))
		}
	}
	for i, list := range intervals {
		mean := truth[i].Mean() / float64(hands)
		covered := len(slices.DeleteFunc(list, func(x stats.Interval) bool { return !x.Covers(mean) }))
		t.Logf("contrast %d, %.3f over all: covered in %d of %d runs", i, mean, covered, runs)
		if share := float64(covered) / float64(runs); math.Abs(share-0.95) > 0.03+1/math.Sqrt(float64(runs))/2 {
			t.Errorf("contrast %d: an interval of 95 %% covers the truth in %.1f %%", i, 100*share)
		}
	}
}
