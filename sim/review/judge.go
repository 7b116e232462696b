package review

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

// A judge plays the options of choices. It is one goroutine's own.
type judge struct {
	config   *Config
	record   *record.Record
	engine   *engine.Engine
	player   *sim.Player
	sampler  policy.Sampler
	assigned engine.Assignment
	world    engine.Hand
}

func newJudge(c *Config, r *record.Record, t *shape.Tables) (*judge, error) {
	e, err := engine.New(r.Rules, t)
	if err != nil {
		return nil, err
	}
	j := &judge{config: c, record: r, engine: e, player: sim.NewPlayer(e, sim.PlayerOptions{})}
	for s := range engine.NumSeats {
		j.player.Sit(s, c.By.New())
	}
	return j, nil
}

// many is the number of options up to which all are played over all worlds. Of more,
// those that look worst after a few worlds are left out.
const many = 16

// screening is the number of worlds that a choice of many options begins with.
const screening = 15

// Walls is the number of orders of the wall over which it is seen what a better option
// would have kept. A hand's own order alone says too little.
const Walls = 64

// clearly is by how many standard errors an option must lead the one played, where the
// best is chosen, to be called the best.
const clearly = 1.5

// choice judges the choice with an index.
func (j *judge) choice(index int64, m *moment) (Choice, error) {
	seat := m.hand.Asked()
	v := j.engine.View(&m.hand, seat)
	j.sampler.Look(v)
	r := &race{judge: j, view: v, moment: m, index: index, left: indexes(len(m.options))}
	best, err := r.choose()
	if err != nil {
		return Choice{}, err
	}
	if err := r.play(j.config.choosing(), j.config.Worlds); err != nil {
		return Choice{}, err
	}
	x := Choice{
		Line: j.record.Line(m.event), Turn: m.turn, Kind: m.hand.Phase().String(), Tiles: m.tiles(), Left: m.hand.Left(),
		Played: m.options[m.played].String(), Best: m.options[best].String(), Verdict: Best, Tried: len(m.options),
	}
	x.Options = r.options(best)
	if best != m.played {
		if err := r.giveAway(&x, best); err != nil {
			return Choice{}, err
		}
	}
	return x, nil
}

func indexes(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// A race plays the options of a choice over the same worlds.
type race struct {
	judge  *judge
	view   engine.View
	moment *moment
	index  int64 // of the choice
	left   []int // options that are still played

	points, lead []stats.Moments // by option; the lead is over the option played
	now          []int64
}

// choose plays the worlds that choose, and returns the best option.
func (r *race) choose() (best int, err error) {
	end := r.judge.config.choosing()
	first := end
	if len(r.left) > many {
		first = min(screening, end)
	}
	if err := r.play(0, first); err != nil {
		return 0, err
	}
	if first < end {
		r.screen()
		if err := r.add(first, end); err != nil {
			return 0, err
		}
	}
	return r.leader(), nil
}

// screen leaves only the options that look best, and the one played.
func (r *race) screen() {
	r.sort(r.left)
	if at := slices.Index(r.left, r.moment.played); at >= many {
		r.left[many-1] = r.moment.played
	}
	r.left = r.left[:many]
}

// sort orders options by their points, the best first.
func (r *race) sort(list []int) {
	slices.SortStableFunc(list, func(a, b int) int {
		switch x, y := r.points[a].Mean(), r.points[b].Mean(); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
}

// leader returns the option with the most points, if it leads the one played clearly,
// else that one.
func (r *race) leader() int {
	best := slices.Clone(r.left)
	r.sort(best)
	if lead := r.lead[best[0]]; lead.Mean() > clearly*lead.StdErr() {
		return best[0]
	}
	return r.moment.played
}

// play counts the worlds from one number to another, and forgets those before.
func (r *race) play(from, to int64) error {
	n := len(r.moment.options)
	r.points, r.lead, r.now = make([]stats.Moments, n), make([]stats.Moments, n), make([]int64, n)
	return r.add(from, to)
}

// add counts worlds in addition to those before.
func (r *race) add(from, to int64) error {
	j, m := r.judge, r.moment
	for world := from; world < to; world++ {
		j.sampler.Sample(r.view, sim.PlayoutSeed(j.config.Seed, world, int(r.index)), &j.assigned)
		r.view.Assume(&j.world, &j.assigned)
		for _, i := range r.left {
			points, err := j.points(world, &j.world, m.options[i])
			if err != nil {
				return fmt.Errorf("review: line %d of the record, world %d, %s: %w", j.record.Line(m.event), world, m.options[i], err)
			}
			r.now[i] = points
		}
		for _, i := range r.left {
			r.points[i].Add(r.now[i])
			r.lead[i].Add(r.now[i] - r.now[m.played])
		}
	}
	return nil
}

// points plays an option of the seat that is asked to the end of the hand, and returns
// what the seat has gained by then.
func (j *judge) points(world int64, h *engine.Hand, o option) (int64, error) {
	seat := h.Asked()
	j.player.Resume(j.config.Seed, world, h, sim.Past{})
	j.player.Force(seat, o)
	if err := j.player.Finish(); err != nil {
		return 0, err
	}
	return int64(j.player.Hand().Ledger()[seat].Total() - h.Ledger()[seat].Total()), nil
}

// options returns what the options are worth that were played to the end, the best
// first, then by points.
func (r *race) options(best int) []Option {
	level := r.judge.config.Level
	order := slices.Clone(r.left)
	r.sort(order)
	at := slices.Index(order, best)
	order = slices.Insert(slices.Delete(order, at, at+1), 0, best)
	list := make([]Option, len(order))
	for n, i := range order {
		list[n] = Option{Action: r.moment.options[i].String(), Points: r.points[i].Interval(level)}
		if i != r.moment.played {
			d := r.lead[i].Interval(level)
			list[n].Difference = &d
		}
	}
	return list
}

// giveAway adds what not taking the best option has cost.
func (r *race) giveAway(x *Choice, best int) error {
	j := r.judge
	given := r.lead[best].Interval(j.config.Level)
	x.Given, x.Verdict = &given, Doubt
	if given.Finding() == stats.BetterA {
		x.Verdict = Mistake
	}
	kept, err := r.kept(best)
	x.Kept = &kept
	return err
}

// kept returns by how many points an option is better than the one played, given the tiles
// that all seats have.
func (r *race) kept(best int) (float64, error) {
	j, m := r.judge, r.moment
	sum := int64(0)
	for wall := range int64(Walls) {
		h := m.hand
		if wall > 0 {
			pcg := rand.NewPCG(sim.PlayoutSeed(j.config.Seed, wall, int(r.index)), 1)
			h.ReorderWall(func(left []tile.Tile) { sim.Shuffle(left, pcg) })
		}
		better, err := j.points(wall, &h, m.options[best])
		if err != nil {
			return 0, err
		}
		played, err := j.points(wall, &h, m.options[m.played])
		if err != nil {
			return 0, err
		}
		sum += better - played
	}
	return float64(sum) / Walls, nil
}
