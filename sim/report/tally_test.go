package report

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

var botNames = []string{"fast", "value:flush=1.3", "fast:win=min2", "exec:./bot"}

// tally takes batches into a new tally.
func tally(t *testing.T, bots, perGame int, batches ...*sim.Batch) *Tally {
	t.Helper()
	x, err := New(Config{Bots: botNames[:bots], HandsPerGame: perGame})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range batches {
		x.Add(b)
	}
	return x
}

// written returns the report in all its forms.
func written(t *testing.T, x *Tally) string {
	t.Helper()
	var b bytes.Buffer
	r := x.Report(0.95)
	if err := asJSON(r, &b); err != nil {
		t.Fatal(err)
	}
	if err := asText(r, &b); err != nil {
		t.Fatal(err)
	}
	if err := asMarkdown(r, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestConfigValidate(t *testing.T) {
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{HandsPerGame: 1}, "report: no bots"},
		{Config{Bots: botNames}, "report: HandsPerGame 0 is below 1"},
	} {
		if _, err := New(c.config); err == nil || err.Error() != c.want {
			t.Errorf("New(%+v) = %v, want %s", c.config, err, c.want)
		}
	}
}

// TestMergeInAnyOrder splits a run between games into parts of batches, tallies
// each and merges them in a random order.
func TestMergeInAnyOrder(t *testing.T) {
	g := rand.New(rand.NewPCG(1, 2))
	const total = 480
	for _, perGame := range []int{1, 8} {
		for bots := 1; bots <= len(botNames); bots++ {
			want := written(t, tally(t, bots, perGame, play(0, total, perGame, bots)))
			for range 5 {
				var parts []*Tally
				for from := 0; from < total; {
					to := min(total, from+perGame*(1+g.IntN(20)))
					middle := from + g.IntN(to-from+1)
					parts = append(parts, tally(t, bots, perGame, play(from, middle, perGame, bots), play(middle, to, perGame, bots)))
					from = to
				}
				g.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
				got := tally(t, bots, perGame)
				for _, p := range parts {
					got.Merge(p)
				}
				if s := written(t, got); s != want {
					t.Fatalf("%d bots, %d hands a game, %d parts: got\n%s\nwant\n%s", bots, perGame, len(parts), s, want)
				}
			}
		}
	}
}

// unitsOf cuts hands into games and sums what each has of one bot: y and x
// over the seats that of accepts.
func unitsOf(b *sim.Batch, of func(*sim.SeatOutcome) bool) [][2]int64 {
	var units [][2]int64
	for i, o := range b.Outcomes {
		if i == 0 || b.Outcomes[i-1].Game != o.Game {
			units = append(units, [2]int64{})
		}
		u := &units[len(units)-1]
		for s := range o.Seats {
			if of(&o.Seats[s]) {
				u[0] += int64(o.Seats[s].Account.Total())
				u[1]++
			}
		}
	}
	return units
}

// TestAgainstUnits recomputes means and differences from unit to unit with the
// accumulators that are fed that way.
func TestAgainstUnits(t *testing.T) {
	for _, perGame := range []int{1, 4} {
		b := play(0, 6000, perGame, 3)
		r := tally(t, 3, perGame, b).Report(0.9)
		starts := map[string]func(*sim.SeatOutcome) bool{
			"all":     func(*sim.SeatOutcome) bool { return true },
			"suit 6":  func(s *sim.SeatOutcome) bool { return s.LongestSuit == 6 },
			"pairs 5": func(s *sim.SeatOutcome) bool { return s.Pairs >= 5 },
			"both":    func(s *sim.SeatOutcome) bool { return s.LongestSuit <= 5 && s.Pairs <= 2 },
		}
		for name, start := range starts {
			var d stats.RatioDifference
			x := unitsOf(b, func(s *sim.SeatOutcome) bool { return s.Bot == 0 && start(s) })
			y := unitsOf(b, func(s *sim.SeatOutcome) bool { return s.Bot == 2 && start(s) })
			for i := range x {
				d.Add(x[i][0], x[i][1], y[i][0], y[i][1])
			}
			found := r.Differences[1]
			got := found.Difference
			switch name {
			case "suit 6":
				got = *found.LongestSuit[1].Difference
			case "pairs 5":
				got = *found.Pairs[3].Difference
			case "both":
				got = *found.Both[0].Difference
			}
			if want := estimated(d.Interval(0.9)); got != want {
				t.Errorf("%d hands a game, %s: difference = %+v, want %+v", perGame, name, got, want)
			}
			if want := estimated(d.First().Interval(0.9)); name == "all" && r.Bots[0].Points != want {
				t.Errorf("%d hands a game: points = %+v, want %+v", perGame, r.Bots[0].Points, want)
			}
		}
		if r.Units != int64(len(unitsOf(b, starts["all"]))) {
			t.Errorf("units = %d", r.Units)
		}
	}
}

// TestUnfinishedGameCountsWithoutPlaces leaves the last game open.
func TestUnfinishedGameCountsWithoutPlaces(t *testing.T) {
	x := tally(t, 2, 8, play(0, 20, 8, 2))
	r := x.Report(0.95)
	if r.Hands != 20 || r.Units != 3 || r.Bots[0].Games.Games != 4 {
		t.Errorf("hands, units, games = %d, %d, %d, want 20, 3, 4", r.Hands, r.Units, r.Bots[0].Games.Games)
	}
}

func TestGamesByPlace(t *testing.T) {
	// Two hands: seat 0 gains 10 and loses 1, seat 1 the reverse, the others
	// break even. By place points seats 0 and 1 have 4+1 = 5, the others two
	// shared second and third places, 5 as well.
	gains := [2][4]int32{{10, -10, 0, 0}, {-1, 1, 0, 0}}
	b := new(sim.Batch)
	running := [4]int{100, 100, 100, 100}
	for h, gain := range gains {
		o := sim.Outcome{Hand: int64(h), InGame: h}
		for s := range o.Seats {
			o.Seats[s].Bot = s
			o.Seats[s].GamePoints = running[s]
			o.Seats[s].Account[engine.FromKongs] = gain[s]
			running[s] += int(gain[s])
		}
		b.Outcomes = append(b.Outcomes, o)
	}
	for ranking, want := range map[rules.Ranking][4]Number{
		rules.ByPoints:      {1, 4, 2.5, 2.5},
		rules.ByPlacePoints: {2.5, 2.5, 2.5, 2.5},
	} {
		x, err := New(Config{Bots: botNames, HandsPerGame: 2, Ranking: ranking})
		if err != nil {
			t.Fatal(err)
		}
		x.Add(b)
		for i, bot := range x.Report(0.95).Bots {
			if bot.Games.Place.Mean != want[i] || bot.Games.Points.Mean != Number(running[i]) {
				t.Errorf("%v: bot %d: place %v, points %v, want %v, %v", ranking, i,
					bot.Games.Place.Mean, bot.Games.Points.Mean, want[i], running[i])
			}
		}
	}
}

func TestDoublePlace(t *testing.T) {
	for _, c := range []struct{ score, want [4]int }{
		{[4]int{9, 7, 5, 3}, [4]int{2, 4, 6, 8}},
		{[4]int{0, 0, 0, 0}, [4]int{5, 5, 5, 5}},
		{[4]int{-1, 4, 4, -1}, [4]int{7, 3, 3, 7}},
		{[4]int{1, 1, 2, 1}, [4]int{6, 6, 2, 6}},
	} {
		for s := range c.score {
			if got := doublePlace(&c.score, s); got != c.want[s] {
				t.Errorf("%v: seat %d has twice place %d, want %d", c.score, s, got, c.want[s])
			}
		}
	}
}

func TestClasses(t *testing.T) {
	for tiles, want := range map[int]string{4: "5 or fewer", 5: "5 or fewer", 6: "6", 8: "8", 9: "9 or more", 14: "9 or more"} {
		if got := suitClasses[suitClass(tiles)]; got != want {
			t.Errorf("%d tiles are %q, want %q", tiles, got, want)
		}
	}
	for pairs, want := range map[int]string{0: "0 to 2", 2: "0 to 2", 3: "3", 4: "4", 5: "5 or more", 7: "5 or more"} {
		if got := pairClasses[pairClass(pairs)]; got != want {
			t.Errorf("%d pairs are %q, want %q", pairs, got, want)
		}
	}
	if last := slices.Max(groupSums[:]); last != numMeasures-1 {
		t.Errorf("the last sum of a group is measure %d of %d", last, numMeasures)
	}
	if numStarts > startWords || numMeasures > maxMeasures {
		t.Errorf("%d starts, %d measures: no room", numStarts, numMeasures)
	}
}

func TestTallyPanics(t *testing.T) {
	panics := func(want string, f func()) {
		t.Helper()
		defer func() {
			t.Helper()
			if got := recover(); got != want {
				t.Errorf("panic = %v, want %q", got, want)
			}
		}()
		f()
	}
	b := play(0, 20, 1, 2)
	less, more, wrong := *b, *b, *b
	less.Wins = b.Wins[:len(b.Wins)-1]
	more.Wins = append([]sim.Win{}, b.Wins...)
	more.Wins = append(more.Wins, sim.Win{})
	wrong.Wins = append([]sim.Win{}, b.Wins...)
	wrong.Wins[0].Hand = 99
	panics("report: a hand without its wins", func() { tally(t, 2, 1, &less) })
	panics("report: wins without their hand", func() { tally(t, 2, 1, &more) })
	panics("report: a win of another hand", func() { tally(t, 2, 1, &wrong) })
	panics("report: tallies of different runs", func() { tally(t, 2, 1).Merge(tally(t, 3, 1)) })
	panics("report: tallies of different runs", func() { tally(t, 2, 1).Merge(tally(t, 2, 8)) })
}

func TestAddAllocatesNothing(t *testing.T) {
	for _, perGame := range []int{1, 8} {
		b := play(0, 64, perGame, 4)
		x := tally(t, 4, perGame)
		if got := testing.AllocsPerRun(50, func() { x.Add(b) }); got != 0 {
			t.Errorf("%d hands a game: Add allocates %v times", perGame, got)
		}
	}
}

// TestReportChangesNothing reports half-way, then adds the rest.
func TestReportChangesNothing(t *testing.T) {
	x := tally(t, 2, 1, play(0, 100, 1, 2))
	x.Report(0.95)
	x.Add(play(100, 300, 1, 2))
	want := tally(t, 2, 1, play(0, 300, 1, 2))
	if written(t, x) != written(t, want) {
		t.Error("a report half-way changed the tally")
	}
	if strings.Contains(written(t, x), "NaN") {
		t.Error("NaN in a report")
	}
}
