package report

import "xuezhan/sim/stats"

// differences compares every two bots that met, A before B in the run's order.
func (b *builder) differences() []Difference {
	list := []Difference{}
	for x := range b.t.bots {
		for y := x + 1; y < len(b.t.bots); y++ {
			if b.t.pairs[pairIndex(x, y)].together > 0 {
				list = append(list, b.compare(x, y))
			}
		}
	}
	b.judge(list)
	return list
}

// compare compares two bots, leaving the verdicts open.
func (b *builder) compare(x, y int) Difference {
	c := contest{b, &b.t.bots[x], &b.t.bots[y], &b.t.pairs[pairIndex(x, y)]}
	d := Difference{A: b.t.config.Bots[x], B: b.t.config.Bots[y], IndexA: x, IndexB: y, Together: c.pair.together}
	i, p := c.difference(anyStart)
	d.Difference, d.P = estimated(i), tested(i, p)
	b.note(d.A+" against "+d.B, d.Difference.Warnings)
	for k, suit := range suitClasses {
		d.LongestSuit = append(d.LongestSuit, c.start(suit, "", bySuit+k))
	}
	for k, pairs := range pairClasses {
		d.Pairs = append(d.Pairs, c.start("", pairs, byPairs+k))
	}
	for k := range numSuitClasses * numPairClasses {
		suit, pairs := suitClasses[k/numPairClasses], pairClasses[k%numPairClasses]
		d.Both = append(d.Both, c.start(suit, pairs, byBoth+k))
	}
	return d
}

// A contest is two bots in a builder's hands.
type contest struct {
	*builder
	a, b *bot
	pair *pair
}

// difference returns the interval for the difference in points per hand from a
// kind of start, and its p-value.
func (c contest) difference(start int) (stats.Interval, float64) {
	n := c.t.units
	d := stats.MakeRatioDifference(c.a.starts[start].ratio(n), c.b.starts[start].ratio(n), c.pair.cross[start])
	return d.Interval(c.level), d.PValue(0)
}

// start compares the two on a kind of start.
func (c contest) start(suit, pairs string, start int) StartDifference {
	a, b := &c.a.starts[start], &c.b.starts[start]
	d := StartDifference{
		LongestSuit: suit, Pairs: pairs, P: undefined, PAdjusted: undefined, Verdict: stats.TooFew,
		HandsA: a.hands.Total(), HandsB: b.hands.Total(),
	}
	d.Share = share(d.HandsA+d.HandsB, c.a.starts[anyStart].hands.Total()+c.b.starts[anyStart].hands.Total())
	if d.A, d.B = c.builder.start(a), c.builder.start(b); d.A == nil || d.B == nil {
		d.A, d.B = nil, nil
		return d
	}
	i, p := c.difference(start)
	e := estimated(i)
	d.Difference, d.P, d.Verdict = &e, tested(i, p), stats.NoDifference
	return d
}

// tested returns a p-value, undefined where the units are all equal.
func tested(i stats.Interval, p float64) Number {
	if i.Warnings.Has(stats.ZeroVariance) {
		return undefined
	}
	return Number(p)
}

// judge gives the verdicts. The pairs of bots are one family of hypotheses, the
// kinds of start of all pairs another.
func (b *builder) judge(list []Difference) {
	var pairs, kinds family
	for i := range list {
		d := &list[i]
		d.Verdict, d.PAdjusted = stats.TooFew, undefined
		if d.Together >= stats.MinUnits {
			pairs.add(&d.Difference, d.P, &d.PAdjusted, &d.Verdict)
		}
		for _, part := range [][]StartDifference{d.LongestSuit, d.Pairs, d.Both} {
			for k := range part {
				if s := &part[k]; s.Difference != nil {
					kinds.add(s.Difference, s.P, &s.PAdjusted, &s.Verdict)
				}
			}
		}
	}
	pairs.judge(1 - b.level)
	kinds.judge(1 - b.level)
}

// A family is hypotheses that are judged together.
type family struct {
	p       []float64
	members []member
}

// A member is where one hypothesis' judgement goes.
type member struct {
	difference *Estimate
	adjusted   *Number
	verdict    *stats.Finding
}

// add adds a difference. One whose units are all equal proves nothing and is
// none of the hypotheses.
func (f *family) add(d *Estimate, p Number, adjusted *Number, v *stats.Finding) {
	if *v = stats.NoDifference; !d.Bounds().Defined() {
		return
	}
	f.p = append(f.p, float64(p))
	f.members = append(f.members, member{d, adjusted, v})
}

// judge adjusts the p-values and names the better bot where the adjusted one is
// at most alpha.
func (f *family) judge(alpha float64) {
	for i, p := range stats.Holm(f.p) {
		m := f.members[i]
		*m.adjusted = Number(p)
		*m.verdict = stats.FindingOf(float64(m.difference.Mean), p, alpha)
	}
}
