package study

import (
	"xuezhan/engine"
	"xuezhan/engine/tile"
	"xuezhan/policy"
)

// The labels of Plan, which are also its policies, in their order.
const (
	labelSpeed = iota
	labelFlush
	labelPungs
	labelPairs
	labelFree
)

// The features of Plan.
const (
	planShortest = iota
	planMiddle
	planLongest
	planPairs
	planShanten
	planDealer
	planParted // of the alternative
)

// plans are the goals that a hand is played for, and the bots that play for them: value
// with one goal, and with all of them.
var plans = [...]struct{ label, name, bot string }{
	labelSpeed: {"speed", "speed", "value:pungs=0,pairs=0,flush=0,flow_flush=0"},
	labelFlush: {"flush", "flush", "value:groups=0,pungs=0,pairs=0,flush=1000,flow_flush=1000"},
	labelPungs: {"pungs", "pungs", "value:groups=0,pairs=0,flush=0,flow_flush=0"},
	labelPairs: {"seven pairs", "seven_pairs", "value:groups=0,pungs=0,pairs=1000,flush=0,flow_flush=0"},
	labelFree:  {"free", "free", "value"},
}

// aboutPlan is what there is to know of asking [Plan].
func aboutPlan() Kind {
	return Kind{
		Name:  "plan",
		Short: "a fast win or a big hand: which goal to play a hand for?",
		Long: `study plan plays every hand that a studied seat is dealt by five plans, from its first
choice on, over the same walls: speed, the nearest win of any groups; a flush, in the
best suit; pungs; seven pairs; and free, which weighs all of them. All plans are
the bot value: each judges exchange, void suit, discards, calls, wins and dangers by the
same rules, and only the goals that it counts differ. The other seats have the bots
of --field.

The answer is divided by the longest suit and the pairs dealt, by shanten, by the
lengths of the suits, and by the turn at which a plan first does something else than
free. For each kind of hand it says which plan is best, and by how much: it is chosen
on the hands with an even number, and its lead is measured on the others. Besides the
means there are the standard deviation, the share of hands below -10 points, and the
quartiles.`,
		Example: `  xuezhan study plan --field fast --hands 1000
  xuezhan study plan --field 'fast*2,value,expert' --hands 300 --orders 1
  xuezhan study plan --field fast --hand 112345788m13p57s --hands 300`,
		Policy: plans[labelFree].bot,
		ask: func(v *Values) (*Question, error) {
			var bots [len(plans)]policy.Spec
			for i, p := range plans {
				bots[i] = v.parsed(p.bot)
			}
			return Plan(bots), v.err
		},
	}
}

// Plan asks for which goal a hand is best played. Its moments are the first choices of
// a seat in a hand, its alternatives the bots that play for each goal, from there on.
func Plan(bots [len(plans)]policy.Spec) *Question {
	q := &Question{
		Name: "plan",
		Doc:  "a fast win or a big hand: which goal to play for?",
		Features: []Feature{
			{"shortest", "tiles", "tiles of the shortest suit"},
			{"middle", "tiles", "tiles of the next"},
			{"longest", "tiles", "tiles of the longest suit"},
			{"pairs", "pairs", "pairs dealt; four of a kind are two"},
			{"shanten", "tiles", "shanten of the tiles dealt, with the best void suit"},
			{"dealer", "0 or 1", "1 for the dealer, who has fourteen tiles"},
			{"parted", "turn", "turn, counted by the seat's discards from 1, at which the plan first does something else than the seat's own bot; 0 for never"},
		},
		Phrases: []string{"playing for speed", "playing for a flush", "playing for pungs", "playing for seven pairs", "weighing all goals"},
		Moment:  planMoment,
		Played:  func(f *Features, parted int) { f[planParted] = int16(parted) },
		Contrasts: []Contrast{
			{labelFree, labelSpeed}, {labelFlush, labelSpeed}, {labelPungs, labelSpeed}, {labelPairs, labelSpeed},
		},
		Main: Group{Text: "all hands", Holds: Always},
		Strata: []Strata{
			Bins("tiles of the longest suit", planLongest, 5, 6, 7, 8, 9),
			Bins("pairs dealt", planPairs, 0, 1, 2, 3, 4, 5),
			Bins("shanten", planShanten, 0, 1, 2, 3, 4, 5, 6),
			shapeStrata(planShortest),
			partedStrata(),
		},
		Map: &Map{
			Title:   "what playing for all goals is worth more than for speed",
			Rows:    Bins("tiles of the longest suit", planLongest, 5, 6, 7, 8, 9),
			Columns: Bins("pairs dealt", planPairs, 0, 1, 2, 3, 4, 5),
		},
		Races: []Race{
			{"all plans", []int{labelSpeed, labelFlush, labelPungs, labelPairs, labelFree}},
			{"plans of one goal", []int{labelSpeed, labelFlush, labelPungs, labelPairs}},
		},
		Risk: true,
	}
	for i, p := range plans {
		q.Labels = append(q.Labels, p.label)
		q.Policies = append(q.Policies, Policy{p.name, bots[i]})
		q.Settings = append(q.Settings, Setting{p.name, bots[i].String()})
	}
	return q
}

// partedStrata divide by the turn at which a plan parts from the seat's own bot.
func partedStrata() Strata {
	s := Bins("turn at which it parts from the seat's own bot", planParted, 0, 1, 2, 3, 4, 6, 9, 12)
	s.Classes[0], s.Each = "never", true
	return s
}

// planMoment recognises the first choice of a seat in a hand.
func planMoment(m *Moment) bool {
	v := m.View
	if m.Forks > 0 || v.Phase() != engine.PhaseExchange && v.Phase() != engine.PhaseVoid {
		return false
	}
	held := v.Held()
	for i, s := range byLength(&held) {
		m.Features[planShortest+i] = int16(held[s].Total())
	}
	m.Features[planPairs] = int16(pairsOf(&held))
	m.Features[planShanten] = int16(v.Engine().Tables().BestShanten(&held, 0))
	if v.Dealer() == v.Seat() {
		m.Features[planDealer] = 1
	}
	for label := range plans {
		m.Follow(label, label+1)
	}
	return true
}

// pairsOf returns the pairs among held tiles; four of a kind are two.
func pairsOf(h *tile.Held) int {
	n := 0
	for _, copies := range h.All() {
		n += copies / 2
	}
	return n
}
