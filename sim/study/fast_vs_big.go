package study

import (
	"fmt"
	"math"

	"xuezhan/engine"
	"xuezhan/policy"
)

// FastVsBigOptions are what [FastVsBig] leaves open.
type FastVsBigOptions struct {
	MaxFan  int         // wins of more fan are no question
	MinLeft int         // nor are those with fewer tiles left in the wall
	Chase   policy.Spec // plays on for a seat that declines
}

// Chaser returns the spec of the policy that chases by default: big, which plays
// for the shape that is worth most against what it lacks. It declines wins of at
// most maxFan fan for a bigger one that lacks up to five tiles, and takes what
// there is once fewer than chaseWall tiles are left, or where it sees no bigger
// shape worth playing for. One that never takes a small win, such as big:win=min2,
// makes declining look worse than it need be.
func Chaser(maxFan int) string {
	return fmt.Sprintf("big:min_fan=%d,reach=5,wall=%d", maxFan+1, chaseWall)
}

const chaseWall = 8

// maxSmallFan is the most fan of a win that is called small.
const maxSmallFan = 8

// The labels of FastVsBig.
const (
	labelTake = iota
	labelDecline
)

// The features of FastVsBig.
const (
	offerFan = iota
	offerDrawn
	offerLeft
	offerActive
	offerGoal
	offerDistance
	offerLive
	offerGoalFan
	offerMelds
	offerPoints
)

// aboutFastVsBig is what there is to know of asking [FastVsBig].
func aboutFastVsBig() Kind {
	return Kind{
		Name:  "fast-vs-big",
		Short: "take a small win, or decline it and play for a bigger one?",
		Long: `study fast-vs-big forks every hand in which a studied seat is offered a win of at
most --max-fan fan with at least --min-left tiles left in the wall: take it, or
decline and play on by the policy of --chase. In blood flow, whoever takes it wins
on, with tiles locked; locked seats have nothing to decide and are not asked.

The answer comes with a map of where declining pays, by tiles left and by how many
tiles the nearest bigger shape lacks, and with a rule of thumb, which is chosen on
half of the hands and measured on the other half.`,
		Example: `  xuezhan study fast-vs-big --hands 2000
  xuezhan study fast-vs-big --rules wap-flow --hands 2000 --chase big:min_fan=2,reach=3 --plots pictures
  xuezhan study fast-vs-big --seats value,fast,fast,fast --studied 0 --max-fan 0 --hands 2000 --json`,
		Options: []Option{
			{Name: "max_fan", Type: Number, Default: 1, Most: maxSmallFan, Doc: "wins of more `FAN` are taken for granted"},
			{Name: "min_left", Type: Number, Default: 1, Most: math.MaxInt, Doc: "`TILES` that must be left in the wall"},
			{Name: "chase", Type: Bot, Doc: "bot that plays on for a seat that declines (default " + Chaser(1) + ", with --max-fan one above it)"},
		},
		ask: func(v *Values) (*Question, error) {
			o := FastVsBigOptions{MaxFan: v.Number("max_fan"), MinLeft: v.Number("min_left")}
			o.Chase = v.Bot("chase", Chaser(o.MaxFan))
			if v.err != nil {
				return nil, v.err
			}
			return FastVsBig(o), nil
		},
	}
}

// FastVsBig asks what it is worth to decline a small win and play for a bigger
// one. Its moments are the wins of at most MaxFan fan that a seat is offered with
// at least MinLeft tiles in the wall, but for seats whose tiles are locked, which
// can play for nothing else. Who takes plays on as its own bot, which matters in
// blood flow; who declines plays on by Chase.
func FastVsBig(o FastVsBigOptions) *Question {
	mainFan := int16(min(1, o.MaxFan))
	distances := Bins("tiles the bigger shape lacks", offerDistance, 1, 2, 3, 4, 5, 6)
	distances.Classes[5] = "6+ or none"
	return &Question{
		Name:   "fast-vs-big",
		Doc:    "a small win is offered: take it, or decline and play for a bigger one?",
		Labels: []string{"take", "decline"}, Phrases: []string{"taking the win", "declining it"},
		Features: []Feature{
			{"fan", "fan", "fan of the win offered, before the cap"},
			{"self_draw", "0 or 1", "1 if the seat drew the tile or was dealt it, 0 if it is another's"},
			{"left", "tiles", "tiles left in the wall"},
			{"active", "seats", "opponents still in the hand"},
			{"goal", "code", "the bigger shape that lacks least: 0 none, 1 flush, 2 pungs, 3 seven pairs, 4 flush of pungs, 5 flush of seven pairs, 6 one more root"},
			{"distance", "tiles", "tiles that the bigger shape lacks, the winning one included; 9 without one"},
			{"live", "tiles", "unseen tiles that bring the bigger shape nearer"},
			{"goal_fan", "fan", "fan of the bigger shape, roots declared so far included"},
			{"melds", "melds", "melds of the seat"},
			{"points", "points", "base value of the win offered"},
		},
		Policies: []Policy{{"chase", o.Chase}},
		Settings: []Setting{
			{"max_fan", fmt.Sprint(o.MaxFan)}, {"min_left", fmt.Sprint(o.MinLeft)}, {"chase", o.Chase.String()},
		},
		Moment:    o.moment,
		Contrasts: []Contrast{{labelTake, labelDecline}},
		Main: Group{
			Text: fmt.Sprintf("wins of %d fan by self-draw with 20 to 40 tiles left", mainFan),
			Holds: func(f *Features) bool {
				return f[offerFan] == mainFan && f[offerDrawn] == 1 && f[offerLeft] >= 20 && f[offerLeft] <= 40
			},
		},
		Strata: []Strata{
			Exactly("fan offered", offerFan, 0, int16(o.MaxFan)),
			Named("how it is offered", offerDrawn, "another's tile", "self-draw"),
			LeftStrata(offerLeft),
			Exactly("opponents still in", offerActive, 1, 3),
			Named("bigger shape in reach", offerGoal, goalNames[:]...),
			distances,
			Bins("live tiles for the bigger shape", offerLive, 0, 1, 4, 7, 10, 15),
		},
		Map: &Map{
			Title:   "what taking is worth more than declining",
			Rows:    Bins("tiles left", offerLeft, 0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50),
			Columns: distances,
		},
		Maxims: o.maxims(),
	}
}

// moment recognises an offer of a small win.
func (o *FastVsBigOptions) moment(m *Moment) bool {
	v := m.View
	if m.Legal[0] != engine.Win && m.Legal[len(m.Legal)-1] != engine.Win {
		return false
	}
	r, ok := v.WinResult()
	if !ok || r.Fan > o.MaxFan || v.Left() < o.MinLeft || v.IsLocked(v.Seat()) {
		return false
	}
	if v.Phase() == engine.PhaseTurn {
		m.Features[offerDrawn] = 1
	}
	g := biggerGoal(v, r.Fan)
	m.Features[offerFan], m.Features[offerPoints] = int16(r.Fan), int16(r.Points)
	m.Features[offerLeft], m.Features[offerActive] = int16(v.Left()), int16(opponents(v))
	m.Features[offerGoal], m.Features[offerDistance] = int16(g.name), int16(g.missing)
	m.Features[offerLive], m.Features[offerGoalFan] = int16(g.live), int16(g.fan)
	melds := v.Melds(v.Seat())
	m.Features[offerMelds] = int16(melds.N)
	m.Force(labelTake, 0, engine.Win)
	m.Refuse(labelDecline, 1, Wins)
	return true
}

// opponents returns the number of other seats still in the hand. A seat that has
// won in blood flow is.
func opponents(v engine.View) int {
	n := 0
	for s := range engine.NumSeats {
		if s != v.Seat() && !v.IsOut(s) {
			n++
		}
	}
	return n
}

// maxims are the plain rules among which the best is chosen: decline at most so
// many fan, drawn or not, with so many tiles left, for a shape so near.
func (o *FastVsBigOptions) maxims() *Maxims {
	x := &Maxims{Features: []int{offerFan, offerDrawn, offerLeft, offerDistance}, Never: "take every win"}
	for fan := range o.MaxFan + 1 {
		for _, how := range []struct {
			text     string
			min, max int16
		}{{"", 0, 1}, {" by self-draw", 1, 1}, {" on another's tile", 0, 0}} {
			for _, left := range []int16{10, 20, 30, 40} {
				for _, distance := range []int16{1, 2, 3, 4} {
					x.Family = append(x.Family, Maxim{
						fmt.Sprintf("decline at most %d fan%s with at least %d tiles left and a bigger shape that lacks at most %d",
							fan, how.text, left, distance),
						[]Bound{{0, 0, int16(fan)}, {1, how.min, how.max}, {2, left, 55}, {3, 0, distance}},
					})
				}
			}
		}
	}
	return x
}
