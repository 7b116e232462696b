package study

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/sim/stats"
)

// A Result is what a study shows. Points are those of one seat from the fork to
// the end of the hand, shares are in [0, 1], and intervals hold at Level, each by
// itself, with the hand as their unit.
type Result struct {
	Question string         `json:"question"`
	Doc      string         `json:"doc"`
	Settings []Setting      `json:"settings"`
	Features []Feature      `json:"features"`
	Policies []PolicyResult `json:"policies"` // by which the studied seat plays on, besides its own bot

	Rules     string   `json:"rules"`
	RulesHash string   `json:"rules_hash"`
	Seed      uint64   `json:"seed,string"`
	Walls     string   `json:"walls"`
	Seats     []string `json:"seats"`
	Studied   []int    `json:"studied"`
	Field     string   `json:"field,omitempty"` // who sits with the studied seat, instead of the other seats' bots
	Orders    int      `json:"orders"`          // of its wall in which each hand was played
	Game      *Game    `json:"game,omitempty"`  // what is called points is then the payoff
	Level     float64  `json:"level"`

	Planned   int64   `json:"planned_hands"`
	Hands     int64   `json:"hands"`
	Precision float64 `json:"precision"` // 0 for none asked for
	Reached   bool    `json:"precision_reached"`
	WithForks int64   `json:"hands_with_forks"`
	Forks     int64   `json:"forks"`
	Digest    string  `json:"digest"` // of all rows in order

	Main Comparison `json:"main"`
	// InPoints is the main contrast's difference in points of the hand, where a game is
	// paid by places.
	InPoints  *stats.Interval `json:"main_in_points,omitempty"`
	MainText  string          `json:"main_forks"` // which forks the main contrast is about
	Labels    []LabelResult   `json:"alternatives"`
	Contrasts []Comparison    `json:"contrasts"` // over all forks
	Strata    []StrataResult  `json:"strata"`
	Map       *MapResult      `json:"map,omitempty"`
	Maxim     *MaximResult    `json:"maxim,omitempty"`
	Races     []RaceResult    `json:"best,omitempty"`
	Risks     []RiskResult    `json:"risk,omitempty"`
	Notes     []string        `json:"notes"`

	Phrases map[string]string `json:"-"` // how sentences call labels, where not by themselves

	Parts int `json:"-"` // of the configuration that the hands are
}

// A PolicyResult is a policy by which the studied seat plays on.
type PolicyResult struct {
	Name string `json:"name"`
	Spec string `json:"spec"`
}

// A Comparison is the points of label A less those of label B in the same forks.
// Of too few hands it has no numbers.
type Comparison struct {
	A          string          `json:"a"`
	B          string          `json:"b"`
	Forks      int64           `json:"forks"`
	Hands      int64           `json:"hands"` // with such forks
	PointsA    *stats.Interval `json:"a_points"`
	PointsB    *stats.Interval `json:"b_points"`
	Difference *stats.Interval `json:"difference"`
	// Always says that the interval is of a confidence sequence, which holds
	// whenever the study may have ended.
	Always    bool            `json:"at_all_times,omitempty"`
	Less      *stats.Interval `json:"b_is_better_share"` // of forks in which B brought more
	P         *float64        `json:"p"`
	PAdjusted *float64        `json:"p_adjusted,omitempty"` // absent for the main contrast, which is one alone
	Verdict   stats.Finding   `json:"verdict"`
}

// Points are the mean points of a label's alternatives.
type Points struct {
	Label        string          `json:"label"`
	Alternatives int64           `json:"alternatives"`
	Hands        int64           `json:"hands"`
	Points       *stats.Interval `json:"points"` // null for too few
}

// A LabelResult is how a label's alternatives ended, over all forks.
type LabelResult struct {
	Points
	Won       *stats.Interval `json:"won_share"`
	SelfDrawn *stats.Interval `json:"first_win_self_drawn_share"` // of all alternatives
	OnTile    *stats.Interval `json:"first_win_on_tile_share"`    // of all alternatives
	Even      *stats.Interval `json:"never_won_paid_nothing_share"`
	Pays      *stats.Interval `json:"never_won_paid_share"`
	Fan       *stats.Interval `json:"first_win_fan"` // of those that won
	Wins      *stats.Interval `json:"wins"`
	Sources   []SourceResult  `json:"points_by_source"`
}

// A SourceResult is the mean points from one source.
type SourceResult struct {
	Source string          `json:"source"`
	Points *stats.Interval `json:"points"`
}

// A StrataResult divides the forks by one thing.
type StrataResult struct {
	Name    string        `json:"name"`
	Classes []ClassResult `json:"classes"`
}

// A ClassResult is one stratum.
type ClassResult struct {
	Name      string       `json:"name"`
	Points    []Points     `json:"alternatives"`
	Contrasts []Comparison `json:"contrasts"`
}

// A MapResult has the main contrast in the cells of two strata.
type MapResult struct {
	Title   string         `json:"title"`
	Rows    AxisResult     `json:"rows"`
	Columns AxisResult     `json:"columns"`
	Cells   [][]Comparison `json:"cells"` // row by row
}

// An AxisResult is one side of a map.
type AxisResult struct {
	Name    string   `json:"name"`
	Classes []string `json:"classes"`
}

// A MaximResult is the best of a family of rules of thumb, chosen on the hands with an even
// index and measured on the others, per fork.
type MaximResult struct {
	Text   string  `json:"text"`
	Bounds []Limit `json:"bounds"`
	Family int     `json:"maxims_tried"`
	// Gain is that of the maxim over always doing what label A of the main
	// contrast stands for, MapGain that of doing in each cell of the map what was
	// better on the even hands, and Against the maxim's less the map's.
	Gain    stats.Interval `json:"gain"`
	MapGain stats.Interval `json:"map_gain"`
	Against stats.Interval `json:"maxim_less_map"`
	Used    stats.Interval `json:"used_share"` // of forks in which it holds
}

// A Limit is the least and greatest value of a feature.
type Limit struct {
	Feature string `json:"feature"`
	Min     int16  `json:"min"`
	Max     int16  `json:"max"`
}

// result makes a result of what was counted.
func (r *run) result() *Result {
	c, t := r.config, r.total
	b := builder{tally: t, level: c.Level}
	x := &Result{
		Question: c.Question.Name, Doc: c.Question.Doc, Settings: c.Question.Settings, Features: c.Question.Features,
		Policies: []PolicyResult{},
		Rules:    c.Rules.Name, RulesHash: c.Rules.Hash(), Seed: c.Seed, Walls: c.Walls.String(),
		Studied: c.Studied.List(), Field: c.Field.String(), Orders: c.orders(), Game: c.Game, Level: c.Level,
		Planned: r.options.Shard.Hands(&c.Config), Hands: t.hands, Precision: c.Precision, Reached: r.tight,
		WithForks: t.withForks, Forks: t.forks, Digest: r.digestText(), MainText: c.Question.Main.Text,
		Parts: r.parts, Phrases: map[string]string{},
	}
	for label, phrase := range c.Question.Phrases {
		x.Phrases[c.Question.Labels[label]] = phrase
	}
	for _, p := range c.Question.Policies {
		x.Policies = append(x.Policies, PolicyResult{p.Name, p.Spec.String()})
	}
	for _, s := range c.Seats {
		x.Seats = append(x.Seats, s.String())
	}
	b.fill(x)
	x.Main = r.mainComparison(&b)
	if c.Game != nil {
		x.InPoints = b.interval(t.ends[t.inPoints()])
	}
	x.Notes = r.notes()
	return x
}

// mainComparison is not among the many: it was fixed beforehand.
func (r *run) mainComparison(b *builder) Comparison {
	m := b.compare(groupMain, 0)
	if m.Difference == nil {
		return m
	}
	m.Verdict = stats.FindingOf(m.Difference.Value, *m.P, 1-b.level)
	if r.config.Precision > 0 {
		i := r.config.sequence().RatioInterval(b.main()).Scaled(b.scale())
		m.Difference, m.Always, m.P = &i, true, nil
		m.Verdict = stats.NoDifference
		if !i.Covers(0) && i.Defined() {
			m.Verdict = stats.FindingOf(i.Value, 0, 1-b.level)
		}
	}
	return m
}

func (r *run) notes() []string {
	notes := []string{
		r.config.Game.note(),
		"the unit of all intervals is the hand: the forks of one hand count as one",
		fmt.Sprintf("all differences but the main one are one family: one is called better where p is at most %.2g after"+
			" Holm's adjustment; the intervals are not adjusted", 1-r.config.Level),
	}
	if n := r.config.orders(); n > 1 {
		notes = append(notes, fmt.Sprintf("each hand is played %d times, with its own wall and with the tiles left after the deal"+
			" in other orders; all that comes of one deal is one unit", n))
	}
	if r.config.Precision > 0 {
		notes = append(notes, "the main interval is of a confidence sequence, which holds whenever the study may have ended;"+
			" the others hold for a number of hands fixed beforehand, and this one was chosen by how well the main difference is known")
	}
	if r.config.Precision > 0 && !r.tight {
		notes = append(notes, "the hands ended before the precision was reached")
	}
	return notes
}

// A builder makes comparisons of sums, and adjusts all it made.
type builder struct {
	*tally
	level  float64
	family []*Comparison
}

func (b *builder) fill(x *Result) {
	for label := range b.Labels {
		x.Labels = append(x.Labels, b.label(label))
	}
	x.Contrasts = make([]Comparison, len(b.Contrasts))
	b.compareAll(x.Contrasts, groupAll)
	for i, s := range b.Strata {
		x.Strata = append(x.Strata, b.strata(s, b.first[i]))
	}
	if b.Map != nil {
		x.Map = b.cells()
	}
	if b.Maxims != nil {
		x.Maxim = b.maxim()
	}
	x.Races = b.races()
	for label := range b.risks {
		x.Risks = append(x.Risks, b.risks[label].result(b.Labels[label], b.level))
	}
	b.adjust()
}

func (b *builder) label(label int) LabelResult {
	end := func(e int) *stats.Interval { return b.interval(b.ends[label*numEnds+e]) }
	r := LabelResult{
		Points: b.pointsOf(groupAll, label),
		Won:    end(endWon), SelfDrawn: end(endSelfDrawn), OnTile: end(endOnTile), Even: end(endEven), Pays: end(endPays),
		Fan: end(endFan), Wins: end(endWins),
	}
	for s := range engine.NumSources {
		r.Sources = append(r.Sources, SourceResult{s.String(), end(endSources + int(s))})
	}
	return r
}

// interval returns a ratio's interval, nil for too few hands.
func (b *builder) interval(r stats.Ratio) *stats.Interval {
	if r.N() < stats.MinUnits {
		return nil
	}
	i := r.Interval(b.level)
	return &i
}

// worth is interval for a ratio of what outcomes are worth.
func (b *builder) worth(r stats.Ratio) *stats.Interval {
	i := b.interval(r)
	if i != nil {
		*i = i.Scaled(b.scale())
	}
	return i
}

func (b *builder) pointsOf(group, label int) Points {
	r := b.sums[b.points(group, label)]
	return Points{b.Labels[label], b.denominator(r), r.N(), b.worth(r)}
}

// denominator returns the sum of a ratio's denominators: forks or alternatives.
func (b *builder) denominator(r stats.Ratio) int64 { return int64(r.Denominator().Sum()) }

func (b *builder) strata(s Strata, first int) StrataResult {
	r := StrataResult{Name: s.Name, Classes: make([]ClassResult, len(s.Classes))}
	for i := range s.Classes {
		c := &r.Classes[i]
		c.Name = s.Classes[i]
		for label := range b.Labels {
			c.Points = append(c.Points, b.pointsOf(first+i, label))
		}
		c.Contrasts = make([]Comparison, len(b.Contrasts))
		b.compareAll(c.Contrasts, first+i)
	}
	return r
}

func (b *builder) cells() *MapResult {
	rows, columns := b.Map.Rows, b.Map.Columns
	m := &MapResult{
		Title: b.Map.Title,
		Rows:  AxisResult{rows.Name, rows.Classes}, Columns: AxisResult{columns.Name, columns.Classes},
	}
	for i := range rows.Classes {
		line := make([]Comparison, len(columns.Classes))
		for j := range line {
			line[j] = b.compare(b.mapFirst+i*len(line)+j, 0)
			b.family = append(b.family, &line[j])
		}
		m.Cells = append(m.Cells, line)
	}
	return m
}

// compareAll fills in all contrasts of a group.
func (b *builder) compareAll(dst []Comparison, group int) {
	for i := range dst {
		dst[i] = b.compare(group, i)
		b.family = append(b.family, &dst[i])
	}
}

func (b *builder) compare(group, contrast int) Comparison {
	c := b.Contrasts[contrast]
	of := func(measure int) stats.Ratio { return b.sums[b.contrast(group, contrast, measure)] }
	r := of(difference)
	x := Comparison{A: b.Labels[c.A], B: b.Labels[c.B], Forks: b.denominator(r), Hands: r.N(), Verdict: stats.TooFew}
	if x.Difference = b.worth(r); x.Difference != nil {
		p := r.PValue(0)
		x.P, x.Less = &p, b.interval(of(less))
		x.PointsA, x.PointsB = b.worth(of(pointsA)), b.worth(of(pointsB))
	}
	return x
}

// adjust adjusts the p-values of the family and comes to its verdicts.
func (b *builder) adjust() {
	var ps []float64
	for _, c := range b.family {
		if c.P != nil {
			ps = append(ps, *c.P)
		}
	}
	ps = stats.Holm(ps)
	for _, c := range b.family {
		if c.P != nil {
			p := ps[0]
			c.PAdjusted, ps = &p, ps[1:]
			c.Verdict = stats.FindingOf(c.Difference.Value, p, 1-b.level)
		}
	}
}

// maxim chooses the rule of thumb on the even hands and measures it on the others.
func (b *builder) maxim() *MaximResult {
	cells := 0
	if b.Map != nil {
		cells = b.groups - b.mapFirst
	}
	x := &MaximResult{Text: b.Maxims.Never, Bounds: []Limit{}, Family: len(b.Maxims.Family)}
	var best *Maxim
	if i := bestMaxim(b.Maxims.Family, b.offers); i >= 0 {
		best = &b.Maxims.Family[i]
		x.Text = best.Text
		for _, l := range best.Bounds {
			x.Bounds = append(x.Bounds, Limit{b.Features[b.Maxims.Features[l.Feature]].Name, l.Min, l.Max})
		}
	}
	t := tryMaxim(best, gainingCells(cells, b.offers), b.offers)
	worth := func(r stats.Ratio) stats.Interval { return r.Interval(b.level).Scaled(b.scale()) }
	x.Gain, x.MapGain, x.Against = worth(t.maxim), worth(t.cells), worth(t.against)
	x.Used = t.used.Interval(b.level)
	return x
}
