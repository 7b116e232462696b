package study

import (
	"xuezhan/sim/stats"
)

// A Race looks for the best of some labels in each group of the forks. The best and the
// next are chosen on the hands with an even index, and the lead is measured on the
// others, so that it is not raised by the choice. Every fork has to have an alternative
// of each of the labels.
type Race struct {
	Name   string
	Labels []int
}

// A RaceResult has the best of some labels in each class of the strata.
type RaceResult struct {
	Name   string       `json:"name"`
	All    Lead         `json:"all"`
	Strata []RaceStrata `json:"strata"`
	Map    [][]Lead     `json:"map,omitempty"` // row by row
}

// A RaceStrata has the leads in the classes of one of the strata.
type RaceStrata struct {
	Name    string `json:"name"`
	Classes []Lead `json:"classes"`
}

// A Lead is what the best of some labels is worth more than the next: they are chosen on
// the even hands and measured on the odd ones.
type Lead struct {
	Class string `json:"class,omitempty"`
	Hands int64  `json:"hands"` // on which it is measured
	Best  string `json:"best"`  // empty for too few hands
	Next  string `json:"next"`
	// Lead is the mean of the best less that of the next. All leads of a study are a
	// family whose p-values are adjusted.
	Lead      *stats.Interval `json:"lead"`
	PAdjusted *float64        `json:"p_adjusted"`
	Verdict   stats.Finding   `json:"verdict"` // better-a: the best is
}

// races have the sums that leads are made of: for each group, half of the hands and two
// labels a < b the points of b less those of a.
type races struct {
	*layout
	sums    []stats.Ratio
	scratch scratch
}

// pairsOfLabels returns the number of pairs a < b among the labels.
func (l *layout) pairsOfLabels() int { return len(l.Labels) * (len(l.Labels) - 1) / 2 }

// pairAt returns the index of a sum of races.
func (l *layout) pairAt(group, half, a, b int) int {
	return (2*group+half)*l.pairsOfLabels() + b*(b-1)/2 + a
}

func newRaces(l *layout) races {
	if len(l.Races) == 0 {
		return races{layout: l}
	}
	n := 2 * l.groups * l.pairsOfLabels()
	return races{l, make([]stats.Ratio, n), newScratch(n)}
}

// add counts the alternatives of a fork, which is in the groups of its first.
func (r *races) add(rows []Row, groups []int) {
	half := int(rows[0].Hand % 2)
	for b := range r.Labels {
		y, ok := r.worthOf(rows, b)
		for a := 0; a < b && ok; a++ {
			x, ok := r.worthOf(rows, a)
			for i := 0; i < len(groups) && ok; i++ {
				r.scratch.add(r.pairAt(groups[i], half, a, b), y-x, 1)
			}
		}
	}
}

// worthOf returns what the first alternative with a label has brought.
func (l *layout) worthOf(rows []Row, label int) (worth int64, ok bool) {
	for i := range rows {
		if rows[i].Has(label) {
			return rows[i].worth(l.game), true
		}
	}
	return 0, false
}

// lead returns the lead of the best of some labels in a group.
func (r *races) lead(group int, labels []int, level float64) Lead {
	best, next := -1, -1
	for _, l := range labels {
		switch {
		case best < 0 || r.gain(group, l, best) > 0:
			best, next = l, best
		case next < 0 || r.gain(group, l, next) > 0:
			next = l
		}
	}
	d := r.between(group, 1, best, next)
	x := Lead{Hands: d.N(), Verdict: stats.TooFew}
	if chosen := r.between(group, 0, best, next); min(chosen.N(), d.N()) < stats.MinUnits {
		return x
	}
	sign := 1.0
	if best < next {
		sign = -1
	}
	i := d.Interval(level).Scaled(sign)
	p := d.PValue(0)
	x.Best, x.Next, x.Lead, x.PAdjusted = r.Labels[best], r.Labels[next], &i, &p
	return x
}

// gain returns the points of a less those of b on the even hands.
func (r *races) gain(group, a, b int) float64 {
	d := r.between(group, 0, a, b)
	if a < b {
		return -d.Value()
	}
	return d.Value()
}

// between returns the points of the higher label less those of the lower.
func (r *races) between(group, half, a, b int) stats.Ratio {
	return r.sums[r.pairAt(group, half, min(a, b), max(a, b))]
}

// races makes the results of all races and adjusts them as one family.
func (b *builder) races() []RaceResult {
	var list []RaceResult
	var family []*Lead
	for _, race := range b.Races {
		lead := func(group int, class string) Lead {
			x := b.leads.lead(group, race.Labels, b.level)
			x.Class = class
			return x
		}
		x := RaceResult{Name: race.Name, All: lead(groupAll, "")}
		for i, s := range b.Strata {
			if s.Each {
				continue
			}
			r := RaceStrata{Name: s.Name}
			for class, name := range s.Classes {
				r.Classes = append(r.Classes, lead(b.first[i]+class, name))
			}
			x.Strata = append(x.Strata, r)
		}
		if b.Map != nil {
			n := len(b.Map.Columns.Classes)
			for i := range b.Map.Rows.Classes {
				line := make([]Lead, n)
				for j := range line {
					line[j] = lead(b.mapFirst+i*n+j, "")
				}
				x.Map = append(x.Map, line)
			}
		}
		list = append(list, x)
	}
	for i := range list {
		family = append(family, list[i].leads()...)
	}
	judge(family, b.level)
	return list
}

// leads returns all leads of a race.
func (x *RaceResult) leads() []*Lead {
	list := []*Lead{&x.All}
	for i := range x.Strata {
		for j := range x.Strata[i].Classes {
			list = append(list, &x.Strata[i].Classes[j])
		}
	}
	for _, line := range x.Map {
		for j := range line {
			list = append(list, &line[j])
		}
	}
	return list
}

// judge adjusts the p-values of a family of leads by Holm's method and comes to the
// verdicts.
func judge(family []*Lead, level float64) {
	var ps []float64
	for _, x := range family {
		if x.PAdjusted != nil {
			ps = append(ps, *x.PAdjusted)
		}
	}
	ps = stats.Holm(ps)
	for _, x := range family {
		if x.PAdjusted != nil {
			p := ps[0]
			x.PAdjusted, ps = &p, ps[1:]
			x.Verdict = stats.FindingOf(x.Lead.Value, p, 1-level)
		}
	}
}
