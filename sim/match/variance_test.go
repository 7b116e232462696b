package match

import (
	"flag"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

var variance = flag.Int64("variance", 0, "blocks of the variance table, which is printed for results/")

// lastOfEqual is fast except for ties between discards, where it takes the highest
// tile instead of the lowest.
type lastOfEqual struct{ policy.Policy }

func (p lastOfEqual) Act(v engine.View, legal []engine.Action) engine.Action {
	a := p.Policy.Act(v, legal)
	if a.Kind() != engine.KindDiscard || a.Tile().Suit() == v.Void(v.Seat()) {
		return a
	}
	var among tile.Kinds
	for _, l := range legal {
		if l.Kind() == engine.KindDiscard {
			among |= l.Tile().Bit()
		}
	}
	m := v.Melds(v.Seat())
	var room [14]shape.Option
	held := v.Held()
	_, options := v.Engine().Tables().BestDiscards(&held, int(m.N), v.Void(v.Seat()), among, room[:0])
	unseen := v.Unseen()
	best, most := a, -1
	for _, o := range options {
		if live := unseen.CountOf(o.Kinds); live >= most {
			best, most = engine.Discard(o.Tile), live
		}
	}
	return best
}

// absentMinded plays a random move in one of ten decisions.
type absentMinded struct {
	policy.Policy
	random policy.Policy
	count  uint64
}

func (p *absentMinded) Start(seat int, seed uint64) {
	p.count = seed
	p.Policy.Start(seat, seed)
	p.random.Start(seat, seed)
}

func (p *absentMinded) Act(v engine.View, legal []engine.Action) engine.Action {
	p.count = p.count*6364136223846793005 + 1442695040888963407
	if p.count>>33%10 == 0 {
		return p.random.Act(v, legal)
	}
	return p.Policy.Act(v, legal)
}

// changes are what a bot may be compared with: fast with something changed.
func changes(t *testing.T) []Bot {
	fast, random := botOf(t, "fast").New, botOf(t, "random").New
	return []Bot{
		{Spec: "tie-break: the last of equal discards", New: func() policy.Policy { return lastOfEqual{fast()} }},
		{Spec: "weight: void_shanten 30 → 0", New: botOf(t, "fast:void_shanten=0").New},
		{Spec: "part: call=never", New: botOf(t, "fast:call=never").New},
		{Spec: "10 % random moves", New: func() policy.Policy { return &absentMinded{Policy: fast(), random: random()} }},
	}
}

// Complementary seatings, lanes and luck adjustment each leave less variance of
// a difference per hand than what is without them.
func TestVarianceTable(t *testing.T) {
	blocks := int64(1200)
	if testing.Short() {
		blocks = 500
	}
	if *variance > 0 {
		blocks = *variance
	}
	for _, bot := range changes(t) {
		c := configOf(t, "wap-battle", Pairs, "fast", "fast")
		c.Bots[1], c.Blocks, c.Luck = bot, blocks, true
		independent := independentVariance(t, c)
		c.Walls = sim.Shared
		shared := run(t, c)
		c.Walls = sim.Lanes
		lanes := run(t, c)
		before := 2 * squared(lanes.Deviation) / lanes.Luck.VarianceRatio
		row := [4]float64{independent, 2 * squared(shared.Deviation) / shared.Luck.VarianceRatio, before, 2 * squared(lanes.Deviation)}
		t.Logf("| %s | %.3f | %.3f | %.2f | %.3f (%.1f) | %.3f (%.1f) | %.3f (%.1f) | %s |", bot.Spec,
			float64(lanes.Differ)/float64(lanes.Blocks), row[0], row[0]/row[0],
			row[1], row[0]/row[1], row[2], row[0]/row[2], row[3], row[0]/row[3], lanes.Difference)
		if row[1] > row[0] || row[2] > row[0] || row[3] > row[0] || !testing.Short() && (row[2] > row[1]*1.05 || row[3] > row[2]) {
			t.Errorf("%s: the variances are %v", bot.Spec, row)
		}
	}
}

func squared(x float64) float64 { return x * x }

// independentVariance returns the variance of the difference a hand where every
// hand has a wall of its own and the seating AABB.
func independentVariance(t *testing.T, c *Config) float64 {
	t.Helper()
	p := newTestPlayer(t, c)
	var m stats.Moments
	for n := range 2 * c.Blocks {
		b := Block{Number: n}
		if err := p.playHand(job{&b, 0, splits[n%3]}); err != nil {
			t.Fatal(err)
		}
		sum := int64(0)
		for seat, points := range b.Points[0] {
			if splits[n%3][seat] == 0 {
				sum += int64(points)
			} else {
				sum -= int64(points)
			}
		}
		m.Add(sum)
	}
	return m.Variance() / 4
}
