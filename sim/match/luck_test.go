package match

import (
	"flag"
	"fmt"
	"math"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/tile"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

var fitLuck = flag.Int64("fitluck", 0, "fit the value table of draws on this many hands of fast")

// The values of the frozen table are each the slope of a seat's points on the
// luck that the seat had with draws of one kind. Surprises of different draws
// are uncorrelated, each having mean zero given those before it, so that every
// slope can be taken by itself. The seed is used for nothing else.
func TestFitLuck(t *testing.T) {
	if *fitLuck == 0 {
		t.Skip("fits the table of draws; run with -fitluck HANDS")
	}
	c := configOf(t, "wap-battle", Pairs, "fast", "fast")
	c.Seed, c.Luck, c.Walls = 0x9d1f, true, sim.Shared
	p := newTestPlayer(t, c)
	var table valueTable
	p.luck.table = &table
	for phase := range luckPhases {
		for step := range luckSteps {
			fmt.Printf("%d, ", slope(p, &table.step[phase][step]))
		}
		fmt.Printf("| %d\n", slope(p, &table.win[phase]))
	}
}

// slope returns the slope of points on the luck that one value of the table
// makes, at a point; for a win, a point of its payments.
func slope(p testPlayer, value *int64) int64 {
	*value = luckPerPoint
	defer func() { *value = 0 }()
	var xy, xx float64
	for n := range *fitLuck {
		b := Block{Number: n}
		if err := p.playHand(job{&b, 0, Seating{}}); err != nil {
			p.t.Fatal(err)
		}
		for s, points := range b.Points[0] {
			x := float64(p.luck.sums[s]) / luckPerPoint
			xy += x * float64(points)
			xx += x * x
		}
	}
	return int64(1e6 * xy / xx)
}

// A drawWatch checks a luck at every draw: over the tiles in the wall the surprises
// add up to 0 except for rounding, and the wall it keeps is the hand's.
type drawWatch struct {
	*luck
	t     *testing.T
	draws int
}

func (w *drawWatch) Observe(h *engine.Hand, e engine.Event) {
	seat, left := int(e.Seat), h.Left()+1
	if w.wall.Total() != left || w.wall.Count(e.Tile) == 0 {
		w.t.Fatalf("the wall is thought to be %v, of %d tiles, when %s is drawn", w.wall, left, e.Tile)
	}
	v := w.values(h, seat, h.Held(seat).Without(e.Tile), left)
	sum := int64(0)
	for t := range tile.Tile(tile.Count) {
		sum += int64(w.wall.Count(t)) * v.surprise(t, w.wall, left)
	}
	if sum < -int64(left) || sum > int64(left) {
		w.t.Fatalf("surprises over the wall add up to %d", sum)
	}
	w.draws++
	w.luck.Observe(h, e)
}

func TestSurprisesAddUpToNothing(t *testing.T) {
	for _, preset := range presets() {
		for _, walls := range []sim.Walls{sim.Shared, sim.Lanes} {
			c := configOf(t, preset, Pairs, "rare", "big")
			c.Luck, c.Walls = true, walls
			p := newTestPlayer(t, c)
			w := &drawWatch{luck: p.luck, t: t}
			e := p.hands.Engine().Observed(w, engine.Mask(engine.EventDraw))
			p.hands = sim.NewPlayer(e, sim.PlayerOptions{OnFault: sim.Forfeit})
			for n := range int64(40) {
				p.play(n)
			}
			if w.draws < 1000 {
				t.Errorf("%s, %s: %d draws", preset, walls, w.draws)
			}
		}
	}
}

// The mean of the luck is zero for every bot: against fast, and summed over its
// own seats alone.
func TestLuckHasMeanZero(t *testing.T) {
	for _, preset := range []string{"wap-battle", "wap-flow", "planet"} {
		for _, bot := range catalog() {
			c := configOf(t, preset, OneVsThree, bot, "fast")
			c.Luck = true
			p, s := newTestPlayer(t, c), mustScore(t, c)
			var own, difference stats.Moments
			for n := range blocksOf(bot, 500) {
				b := p.play(n)
				own.Add(b.Luck[0])
				difference.Add(s.difference(b.Luck))
			}
			for name, m := range map[string]stats.Moments{"own": own, "difference": difference} {
				if math.Abs(m.Mean()) > 4*m.StdErr() || name == "own" && m.StdErr() == 0 {
					t.Errorf("%s, %s, %s luck: mean %.0f, standard error %.0f", preset, bot, name, m.Mean(), m.StdErr())
				}
			}
		}
	}
}

// Adjusting for luck narrows the interval where bots differ in tactics, and the
// adjusted difference is that without, within what both leave open.
func TestLuckNarrows(t *testing.T) {
	for _, design := range []Design{Pairs, OneVsThree} {
		c := configOf(t, "wap-battle", design, "fast", "fast:call=never")
		c.Luck, c.Blocks = true, 1500
		r := run(t, c)
		if r.Luck.VarianceRatio > 0.95 || r.Difference.Half() >= r.Luck.Unadjusted.Half() {
			t.Errorf("%s: variance ratio %.3f, %s without, %s with", design, r.Luck.VarianceRatio, r.Luck.Unadjusted, r.Difference)
		}
		if d := r.Difference.Value - r.Luck.Unadjusted.Value; math.Abs(d) > 2*r.Luck.Unadjusted.Half() {
			t.Errorf("%s: %s without, %s with", design, r.Luck.Unadjusted, r.Difference)
		}
	}
}

// The moments of a fold give what two passes over the blocks give.
func TestCrossFittedByHand(t *testing.T) {
	c := configOf(t, "mil", Pairs, "fast", "big")
	c.Luck, c.Blocks = true, 61
	p, s := newTestPlayer(t, c), mustScore(t, c)
	var x, luck [2][]float64
	for n := range c.Blocks {
		b := p.play(n)
		s.add(&b)
		x[n%2] = append(x[n%2], float64(s.difference(s.points(&b)))/s.scale)
		luck[n%2] = append(luck[n%2], float64(s.difference(b.Luck))/s.scale*LuckUnit)
	}
	mean, variance := 0.0, 0.0
	for i := range 2 {
		slope := covarianceOf(x[1-i], luck[1-i]) / covarianceOf(luck[1-i], luck[1-i])
		var adjusted []float64
		for k := range x[i] {
			adjusted = append(adjusted, x[i][k]-slope*luck[i][k])
			mean += adjusted[k] / 61
		}
		variance += float64(len(adjusted)) / 61 * covarianceOf(adjusted, adjusted) / 61
	}
	got := s.result().Difference
	want := studentInterval(mean, math.Sqrt(variance), 61, 60, 0.95)
	if math.Abs(got.Value-want.Value) > 1e-9 || math.Abs(got.Lo-want.Lo) > 1e-9 {
		t.Errorf("got %v, want %v", got, want)
	}
}

func covarianceOf(a, b []float64) float64 {
	n := float64(len(a))
	ma, mb, sum := 0.0, 0.0, 0.0
	for i := range a {
		ma, mb = ma+a[i]/n, mb+b[i]/n
	}
	for i := range a {
		sum += (a[i] - ma) * (b[i] - mb)
	}
	return sum / (n - 1)
}

// TestLuckOfRecord: the luck of a recorded hand is that of the hand when it was played.
func TestLuckOfRecord(t *testing.T) {
	c := configOf(t, "wap-flow", Pairs, "fast", "big")
	c.Luck = true
	p := newTestPlayer(t, c)
	for n := range int64(5) {
		records, err := Replay(c, p.tables, n)
		if err != nil {
			t.Fatal(err)
		}
		var b [2]float64
		for h, r := range records {
			luck, err := LuckOf(r, p.tables)
			if err != nil {
				t.Fatal(err)
			}
			for s, bot := range p.seater.seatings(nil, n)[h] {
				b[bot] += luck[s]
			}
		}
		want := p.play(n).Luck
		for bot := range b {
			if math.Abs(b[bot]-float64(want[bot])*LuckUnit) > 1e-6 {
				t.Errorf("block %d: the luck of bot %d is %v, want %v", n, bot, b[bot], float64(want[bot])*LuckUnit)
			}
		}
	}
}
