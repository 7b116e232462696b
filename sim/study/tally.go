package study

import (
	"slices"

	"xuezhan/engine"
	"xuezhan/sim/stats"
)

// The groups in which everything is counted: all forks, those of the main
// contrast, then each class of each of the strata, then the cells of the map.
const (
	groupAll = iota
	groupMain
	groupStrata // and all after it
)

// A layout says where a question's groups and measures are.
type layout struct {
	*Question
	game     *Game // nil for points
	first    []int // of each of the strata: its first group
	mapFirst int
	groups   int
	measures int // of a group: the points of each label, then perContrast a contrast
}

func newLayout(q *Question, g *Game) *layout {
	l := &layout{Question: q, game: g, groups: groupStrata, measures: len(q.Labels) + perContrast*len(q.Contrasts)}
	for _, s := range q.Strata {
		l.first = append(l.first, l.groups)
		l.groups += len(s.Classes)
	}
	l.mapFirst = l.groups
	if q.Map != nil {
		l.groups += len(q.Map.Rows.Classes) * len(q.Map.Columns.Classes)
	}
	return l
}

// appendGroups appends the groups that features are in.
func (l *layout) appendGroups(dst []int, f *Features) []int {
	dst = append(dst, groupAll)
	if l.Main.Holds(f) {
		dst = append(dst, groupMain)
	}
	for i, s := range l.Strata {
		if c := s.Of(f); c >= 0 {
			dst = append(dst, l.first[i]+c)
		}
	}
	if c := l.cell(f); c >= 0 {
		dst = append(dst, l.mapFirst+c)
	}
	return dst
}

// cell returns the place in the map, row by row, −1 for none.
func (l *layout) cell(f *Features) int {
	if l.Map == nil {
		return -1
	}
	r, c := l.Map.Rows.Of(f), l.Map.Columns.Of(f)
	if r < 0 || c < 0 {
		return -1
	}
	return r*len(l.Map.Columns.Classes) + c
}

// Places of a group's measures among all.
func (l *layout) points(group, label int) int { return group*l.measures + label }

func (l *layout) contrast(group, contrast, measure int) int {
	return group*l.measures + len(l.Labels) + perContrast*contrast + measure
}

// The measures of a contrast, of the forks that have both alternatives.
const (
	difference  = iota
	less        // whether A's points are less than B's
	pointsA     // points of A
	pointsB     // points of B
	perContrast // how many measures there are
)

// inPoints is the place among the ends of the main contrast in points.
func (l *layout) inPoints() int { return len(l.Labels) * numEnds }

// scale is the worth of one unit of what is counted.
func (l *layout) scale() float64 {
	if l.game == nil {
		return 1
	}
	return 1.0 / payoffScale
}

// Ends of alternatives, counted by label over all forks.
const (
	endWon       = iota // share that won at least once
	endSelfDrawn        // share whose first win was drawn
	endOnTile           // share whose first win was on another's tile
	endEven             // share that never won and paid nothing on balance
	endPays             // share that never won and paid
	endFan              // fan of the first win, per such win
	endWins             // wins
	endSources          // points by source, and all after it
	numEnds      = endSources + int(engine.NumSources)
)

// A tally has the exact sums of some hands, in order.
type tally struct {
	*layout
	hands, withForks, forks int64
	sums                    []stats.Ratio // groups by measures
	ends                    []stats.Ratio // labels by ends, then of a game the main contrast in points
	offers                  []offer       // for maxims
	leads                   races
	risks                   []risk // by label, nil where nobody asks

	measured, ended scratch // of the hand that is being added
	groupsOf        []int
}

func newTally(l *layout) *tally {
	t := &tally{
		layout: l, leads: newRaces(l),
		sums: make([]stats.Ratio, l.groups*l.measures), ends: make([]stats.Ratio, len(l.Labels)*numEnds+1),
		measured: newScratch(l.groups * l.measures), ended: newScratch(len(l.Labels)*numEnds + 1),
	}
	if l.Risk {
		t.risks = make([]risk, len(l.Labels))
	}
	return t
}

// A scratch has the sums of one hand, and which of them there are.
type scratch struct {
	pairs   [][2]int64 // numerator and denominator
	touched []int
}

func newScratch(n int) scratch { return scratch{pairs: make([][2]int64, n)} }

// add adds to a sum, whose denominator grows.
func (s *scratch) add(i int, y, x int64) {
	if s.pairs[i][1] == 0 {
		s.touched = append(s.touched, i)
	}
	s.pairs[i][0] += y
	s.pairs[i][1] += x
}

// flush makes the hand a unit of each ratio that it touched. It is not one of the
// others: a unit without events adds nothing to a ratio.
func (s *scratch) flush(dst []stats.Ratio) {
	for _, i := range s.touched {
		dst[i].Add(s.pairs[i][0], s.pairs[i][1])
		s.pairs[i] = [2]int64{}
	}
	s.touched = s.touched[:0]
}

// add counts the rows of one hand.
func (t *tally) add(rows []Row) {
	t.hands++
	if len(rows) > 0 {
		t.withForks++
	}
	for len(rows) > 0 {
		n := slices.IndexFunc(rows, func(r Row) bool { return r.Fork != rows[0].Fork })
		if n < 0 {
			n = len(rows)
		}
		t.addFork(rows[:n])
		rows = rows[n:]
	}
	t.measured.flush(t.sums)
	t.ended.flush(t.ends)
	t.leads.scratch.flush(t.leads.sums)
	for i := range t.risks {
		t.risks[i].flush()
	}
}

// addFork counts the alternatives of one fork.
func (t *tally) addFork(rows []Row) {
	t.forks++
	for i := range rows {
		r := &rows[i]
		if r.Labels == 0 {
			continue
		}
		t.groupsOf = t.appendGroups(t.groupsOf[:0], &r.Features)
		for label := range t.Labels {
			if r.Has(label) {
				for _, g := range t.groupsOf {
					t.measured.add(t.points(g, label), r.worth(t.game), 1)
				}
				t.addEnd(label, &r.Outcome)
				if t.risks != nil {
					t.risks[label].add(r.worth(t.game))
				}
			}
		}
	}
	for i, c := range t.Contrasts {
		t.addContrast(rows, i, c)
	}
	if len(t.Races) > 0 {
		t.groupsOf = t.appendGroups(t.groupsOf[:0], &rows[0].Features)
		t.leads.add(rows, t.groupsOf)
	}
}

func (t *tally) addContrast(rows []Row, number int, c Contrast) {
	a := slices.IndexFunc(rows, func(r Row) bool { return r.Has(c.A) })
	b := slices.IndexFunc(rows, func(r Row) bool { return r.Has(c.B) })
	if a < 0 || b < 0 || a == b {
		return
	}
	values := [perContrast]int64{pointsA: rows[a].worth(t.game), pointsB: rows[b].worth(t.game)}
	values[difference] = values[pointsA] - values[pointsB]
	if values[difference] < 0 {
		values[less] = 1
	}
	f := &rows[a].Features
	t.groupsOf = t.appendGroups(t.groupsOf[:0], f)
	if number == 0 && t.game != nil && t.Main.Holds(f) {
		t.ended.add(t.inPoints(), rows[a].Points()-rows[b].Points(), 1)
	}
	for _, g := range t.groupsOf {
		for m, v := range values {
			t.measured.add(t.contrast(g, number, m), v, 1)
		}
	}
	if number == 0 && t.Maxims != nil {
		t.offers = append(t.offers, t.offer(rows[a].Hand, f, -values[difference]))
	}
}

// addEnd counts how an alternative ended.
func (t *tally) addEnd(label int, o *Outcome) {
	at := label * numEnds
	share := func(end int, is bool) {
		y := int64(0)
		if is {
			y = 1
		}
		t.ended.add(at+end, y, 1)
	}
	won := o.First.Fan >= 0
	share(endWon, won)
	share(endSelfDrawn, o.First.BySelfDraw())
	share(endOnTile, won && !o.First.BySelfDraw())
	share(endEven, !won && o.Points() >= 0)
	share(endPays, !won && o.Points() < 0)
	if won {
		t.ended.add(at+endFan, int64(o.First.Fan), 1)
	}
	t.ended.add(at+endWins, int64(o.Wins), 1)
	for s, p := range o.Account {
		t.ended.add(at+endSources+s, int64(p), 1)
	}
}

// merge adds what o has counted of the hands that follow.
func (t *tally) merge(o *tally) {
	t.hands += o.hands
	t.withForks += o.withForks
	t.forks += o.forks
	for i := range t.sums {
		t.sums[i].Merge(o.sums[i])
	}
	for i := range t.ends {
		t.ends[i].Merge(o.ends[i])
	}
	t.offers = append(t.offers, o.offers...)
	for i := range t.leads.sums {
		t.leads.sums[i].Merge(o.leads.sums[i])
	}
	for i := range t.risks {
		t.risks[i].merge(&o.risks[i])
	}
}

// main returns the main contrast's difference.
func (t *tally) main() stats.Ratio { return t.sums[t.contrast(groupMain, 0, difference)] }
