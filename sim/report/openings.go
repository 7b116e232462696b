package report

import (
	"fmt"
	"math"
	"strings"

	"xuezhan/sim/stats"
)

// What pages and pictures show of distributions and of starts.

// pointRange returns the classes of points from the first to behind the last that
// any bot has.
func (r *Report) pointRange() (from, to int) {
	from, to = numPointClasses, 0
	for i := range r.Bots {
		for k, c := range r.Bots[i].PointCounts {
			if c.Hands > 0 {
				from, to = min(from, k), max(to, k+1)
			}
		}
	}
	return from, to
}

// pointQuantities are the shares in percent of hands by class of points.
func (r *Report) pointQuantities() []quantity {
	var list []quantity
	from, to := r.pointRange()
	for k := from; k < to; k++ {
		list = append(list, quantity{r.Bots[0].PointCounts[k].mark(), func(b *Bot) Estimate {
			return Estimate{Mean: 100 * b.PointCounts[k].Share, Lo: undefined, Hi: undefined}
		}})
	}
	return list
}

// winsAt returns the share of the bot's wins that came at that many draws.
func (b Bot) winsAt(draws int) Number {
	total := int64(0)
	for _, n := range b.WinDraws {
		total += n
	}
	if draws >= len(b.WinDraws) {
		return share(0, total)
	}
	return share(b.WinDraws[draws], total)
}

// lastWinDraw returns the most draws after which any bot won.
func (r *Report) lastWinDraw() int {
	last := 0
	for i := range r.Bots {
		last = max(last, len(r.Bots[i].WinDraws)-1)
	}
	return last
}

// A stage is a milestone by its name.
type stage struct {
	name  string
	title string
	of    func(*Bot) *Milestone
}

func milestones() []stage {
	return []stage{
		{"void suit cleared", "Void suit cleared", func(b *Bot) *Milestone { return &b.Cleared }},
		{"ready", "Ready", func(b *Bot) *Milestone { return &b.Ready }},
		{"first win", "First win", func(b *Bot) *Milestone { return &b.FirstWin }},
	}
}

// lastDraw returns the most draws after which any bot reached any milestone.
func (r *Report) lastDraw() int {
	last := 0
	for _, s := range milestones() {
		for i := range r.Bots {
			last = max(last, len(s.of(&r.Bots[i]).Counts)-1)
		}
	}
	return last
}

// reached returns the share of hands that had reached the milestone after a number
// of draws.
func (m *Milestone) reached(hands int64, draws int) Number {
	n := int64(0)
	for _, c := range m.Counts[:min(draws+1, len(m.Counts))] {
		n += c
	}
	return share(n, hands)
}

// knowsOpenings reports whether any kind of opening has a number.
func (b *Bot) knowsOpenings() bool {
	for _, x := range b.SuitAndShanten {
		if x.Points != nil {
			return true
		}
	}
	return false
}

// established reports whether the interval of a start's points does not cover 0.
func (s Start) established() bool {
	return s.Points != nil && s.Points.Bounds().Defined() && (s.Points.Lo > 0 || s.Points.Hi < 0)
}

// largestOpening returns the largest established mean of a bot's openings.
func (b *Bot) largestOpening() float64 {
	largest := 0.0
	for _, x := range b.SuitAndShanten {
		if x.established() {
			largest = max(largest, math.Abs(float64(x.Points.Mean)))
		}
	}
	return largest
}

// text returns the points as tables have them.
func (s Start) text() string {
	if s.Points == nil {
		return string(stats.TooFew)
	}
	return gain(*s.Points)
}

// split returns the text of an estimate in two parts: the mean and its interval.
func split(e Estimate) (mean, half string) {
	mean, half, found := strings.Cut(gain(e), " ± ")
	if !found {
		return mean, ""
	}
	return mean, fmt.Sprint("± ", half)
}
