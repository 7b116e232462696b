package report

import (
	"xuezhan/engine"
	"xuezhan/sim/stats"
)

// minStartUnits is the number of units with a kind of start below which nothing
// is said of it. With fewer the relative error of a denominator exceeds a
// tenth, where the delta method is in doubt, and a few big hands decide.
const minStartUnits = 100

// Report returns what the tally shows, flushing it first, with intervals of
// the given nominal coverage. It panics unless 0 < level < 1.
func (t *Tally) Report(level float64) *Report {
	t.Flush()
	for b := range t.bots {
		t.bots[b].measures.settle()
	}
	b := builder{t: t, level: level}
	r := &Report{
		Level: level, Unit: "hand", Units: t.units, Hands: t.hands,
		HandsPerGame: t.config.HandsPerGame, Winners: t.winners,
		Bots: []Bot{}, Differences: []Difference{},
	}
	if t.config.HandsPerGame > 1 {
		r.Unit = "game"
	}
	r.ExhaustedRate, r.ExhaustedRateInterval = b.exhausted()
	r.WinsPerHand = estimated(stats.MakeRatio(t.units, t.table.wins, t.table.hands, t.table.winsByHands).Interval(level))
	b.note("wins per hand", r.WinsPerHand.Warnings)
	for i := range t.bots {
		r.Bots = append(r.Bots, b.bot(i))
	}
	r.Differences = b.differences()
	r.Notes = b.takeNotes(r)
	return r
}

// A builder turns a tally into a report and remembers what to warn of.
type builder struct {
	t     *Tally
	level float64
	notes [][]string // where each warning applies
}

// note remembers the warnings of something.
func (b *builder) note(where string, ws stats.Warnings) {
	for w := range ws.All() {
		for int(w) >= len(b.notes) {
			b.notes = append(b.notes, nil)
		}
		b.notes[w] = append(b.notes[w], where)
	}
}

// takeNotes returns all that was remembered, in the order of the warnings.
func (b *builder) takeNotes(r *Report) []Note {
	if r.Units < stats.MinUnits {
		b.note("everything", stats.Warnings(0).With(stats.FewUnits))
	}
	list := []Note{}
	for w, where := range b.notes {
		if len(where) > 0 {
			list = append(list, Note{stats.Warning(w), stats.Warning(w).Sentence(), where})
		}
	}
	return list
}

// rate estimates a ratio that is a share of trials. Its bounds stay within
// [0, 1], and where none or all succeeded they are Wilson's for as many trials
// as there are units, since a unit's trials are not independent.
func (b *builder) rate(r stats.Ratio, trials int64) (Number, Bounds) {
	i := r.Interval(b.level)
	if i.N == 0 {
		return undefined, Bounds{undefined, undefined}
	}
	if i.Value == 0 || i.Value == 1 {
		trials = min(trials, r.N())
		var p stats.Proportion
		p.Add(int64(i.Value)*trials, trials)
		i = p.Interval(b.level)
	}
	if !i.Defined() || r.StdErr() == 0 && 0 < i.Value && i.Value < 1 {
		return Number(i.Value), Bounds{undefined, undefined}
	}
	return Number(i.Value), Bounds{Number(max(0, i.Lo)), Number(min(1, i.Hi))}
}

// exhausted estimates the share of hands that ended with an empty wall: by
// Wilson where every hand is a unit.
func (b *builder) exhausted() (Number, Bounds) {
	t := &b.t.table
	if b.t.config.HandsPerGame > 1 || b.t.hands == 0 {
		return b.rate(stats.MakeRatio(b.t.units, t.exhausted, t.hands, t.exhaustedHands), b.t.hands)
	}
	var p stats.Proportion
	p.Add(t.exhausted.Total(), b.t.hands)
	i := p.Interval(b.level)
	return Number(i.Value), Bounds{Number(i.Lo), Number(i.Hi)}
}

// A botReport builds the report of one bot.
type botReport struct {
	*builder
	*bot
	name string
}

// bot reports one bot.
func (b *builder) bot(i int) Bot {
	s := botReport{b, &b.t.bots[i], b.t.config.Bots[i]}
	r := Bot{Policy: s.name, Hands: s.measures.total(hands), Forfeited: s.forfeited}
	r.Points = s.balanced("points", points)
	r.Causes = s.causes()
	r.Groups = s.groups(&r.Causes)
	s.wins(&r)
	s.milestones(&r)
	s.endings(&r)
	r.AsDealer = s.mean("points as dealer", dealerPoints)
	r.AsOther = s.mean("points as other", otherPoints)
	r.ByWinOrder = s.winOrders()
	r.Kongs = Kongs{
		s.mean("concealed kongs", concealedKongs),
		s.mean("claimed kongs", claimedKongs),
		s.mean("added kongs", addedKongs),
	}
	if b.t.config.HandsPerGame > 1 {
		r.Games = s.games()
	}
	r.LongestSuit = s.starts(suitClasses[:], s.bot.starts[bySuit:])
	r.Pairs = s.starts(pairClasses[:], s.bot.starts[byPairs:])
	r.Shanten = s.starts(shantenClasses[:], s.bot.openings[byShanten:])
	r.SuitAndShanten = s.suitsAndShanten()
	r.PointCounts = s.pointCounts(r.Hands)
	return r
}

// mean estimates a measure over its denominator. That something never happened,
// or could not be otherwise, needs no note.
func (s botReport) mean(what string, m measure) Estimate {
	e := estimated(s.measures.ratio(m, s.t.units).Interval(s.level))
	if !e.Warnings.Has(stats.ZeroVariance) || e.Mean != 0 && !s.everySeat() {
		s.note(s.name+": "+what, e.Warnings)
	}
	return e
}

// everySeat reports whether the bot holds all seats of all hands.
func (s botReport) everySeat() bool {
	return s.measures.total(hands) == engine.NumSeats*s.t.hands
}

// rate estimates a measure that is a share of its denominator.
func (s botReport) rate(m measure) (Number, Bounds) {
	return s.builder.rate(s.measures.ratio(m, s.t.units), s.measures.total(per[m]))
}

// balanced estimates a measure whose sum over the four seats is the same in
// every unit. For a bot that holds all of them it is known without error.
func (s botReport) balanced(what string, m measure) Estimate {
	e := s.mean(what, m)
	if s.everySeat() && e.Warnings.Has(stats.ZeroVariance) {
		return Estimate{Mean: e.Mean, Lo: e.Mean, Hi: e.Mean}
	}
	return e
}

func (s botReport) causes() Causes {
	var c Causes
	for i := range c {
		m := firstSource + measure(i)
		c[i] = Cause{s.mean(engine.Source(i).String(), m), s.measures.total(m)}
	}
	return c
}

func (s botReport) groups(c *Causes) CauseGroups {
	var list CauseGroups
	for _, g := range sourceGroups {
		if sum := groupSums[g.Sources[0]]; sum != noSum {
			list = append(list, s.mean("points from "+g.Name, sum))
		} else {
			list = append(list, c[g.Sources[0]].Estimate)
		}
	}
	return list
}

func (s botReport) wins(r *Bot) {
	r.WinRate, r.WinRateInterval = s.rate(won)
	r.WinsPerHand = s.mean("wins per hand", wins).Mean
	r.SelfDrawRate, r.SelfDrawRateInterval = s.rate(selfDraws)
	r.DiscardRate, r.DiscardRateInterval = s.rate(discardWins)
	r.RobbingRate, r.RobbingRateInterval = s.rate(robbings)
	d := s.mean("deal-ins", dealIns)
	r.DealInRate, r.DealInRateInterval = d.Mean, d.Bounds()
	r.Fan = s.mean("fan", winFan)
	r.WinPoints = s.mean("base points of a win", winPoints)
	r.FanCounts = s.fans
	r.WinDraws = counted(&s.winDraws)
	for p, n := range s.patterns {
		r.Patterns[p] = share(n, s.measures.total(wins))
	}
}

func (s botReport) milestones(r *Bot) {
	r.Cleared = s.milestone("draws until cleared", cleared, clearedDraws, &s.cleared)
	r.Ready = s.milestone("draws until ready", ready, readyDraws, &s.ready)
	r.FirstWin = s.milestone("draws until the first win", won, wonDraws, &s.won)
	r.ReadyWide = s.mean("kinds waited on", readyWide)
	r.ReadyLive = s.mean("live tiles waited on", readyLive)
}

func (s botReport) milestone(what string, reached, draws measure, h *stats.Histogram) Milestone {
	m := Milestone{Draws: s.mean(what, draws), Quarter: undefined, Median: undefined, ThreeQuarters: undefined}
	m.Share, m.ShareInterval = s.rate(reached)
	m.Counts = counted(h)
	if h.N() > 0 {
		m.Quarter = Number(h.Quantile(0.25))
		m.Median = Number(h.Quantile(0.5))
		m.ThreeQuarters = Number(h.Quantile(0.75))
	}
	return m
}

// counted returns what a histogram has from 0 to its last.
func counted(h *stats.Histogram) []int64 {
	list := []int64{}
	for total := int64(0); total < h.N(); {
		n := h.Count(len(list))
		list = append(list, n)
		total += n
	}
	return list
}

func (s botReport) endings(r *Bot) {
	r.FlowerPigRate, r.FlowerPigRateInterval = s.rate(pigs)
	r.ReadyAtExhaustionRate, r.ReadyAtExhaustionRateInterval = s.rate(unwonReady)
}

func (s botReport) winOrders() WinOrders {
	order := func(what string, k measure) Order {
		p := s.mean("points of "+what, firstOrderPoints+k)
		return Order{share(s.measures.total(firstOrder+k), s.measures.total(hands)), p}
	}
	return WinOrders{
		First: order("first winners", 1), Second: order("second winners", 2), Third: order("third winners", 3),
		Fourth: order("fourth winners", 4), NotWon: order("seats without a win", 0),
	}
}

func (s botReport) games() *Games {
	g := &Games{Games: s.measures.total(games), Points: s.balanced("points of a game", finalPoints)}
	g.Place = s.balanced("place", placeSum).scaled(0.5)
	for p := range g.Places {
		g.Places[p] = share(s.measures.total(firstPlace+measure(p)), g.Games)
	}
	return g
}

// starts reports the kinds of start of a classification.
func (s botReport) starts(kinds []string, of []started) []Start {
	list := []Start{}
	for i, kind := range kinds {
		list = append(list, s.kind(kind, "", &of[i]))
	}
	return list
}

func (s botReport) suitsAndShanten() []Start {
	list := []Start{}
	for i := range numSuitClasses * numShantenClasses {
		suit, shanten := suitClasses[i/numShantenClasses], shantenClasses[i%numShantenClasses]
		list = append(list, s.kind(suit, shanten, &s.bot.openings[bySuitAndShanten+i]))
	}
	return list
}

func (s botReport) kind(kind, and string, c *started) Start {
	n := c.hands.Total()
	return Start{kind, and, n, share(n, s.measures.total(hands)), s.start(c)}
}

// start estimates the points per hand from a kind of start, nil where there are
// too few.
func (b *builder) start(c *started) *Estimate {
	i := c.ratio(b.t.units).Interval(b.level)
	if c.units < minStartUnits || i.Warnings.Has(stats.NoisyDenominator) {
		return nil
	}
	e := estimated(i)
	return &e
}

// scaled returns the estimate times a positive factor.
func (e Estimate) scaled(factor Number) Estimate {
	e.Mean *= factor
	e.Lo *= factor
	e.Hi *= factor
	return e
}

// share returns n of total.
func share(n, total int64) Number {
	if total == 0 {
		return undefined
	}
	return Number(float64(n) / float64(total))
}
