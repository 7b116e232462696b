package study

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

// A PositionConfig is all that the study of one position depends on.
type PositionConfig struct {
	Rules rules.Rules
	// Source makes a source of the hands in which a seat may be, for one goroutine.
	Source    func(e *engine.Engine) (Source, error)
	Playout   policy.Spec // plays all four seats on
	Samples   int64       // hands, at most with a precision
	Seed      uint64
	Precision float64      // half width of the best action's lead over the second at which the study ends; 0 for none
	Level     float64      // nominal coverage of intervals
	Bot       *policy.Spec // says what it thinks of each action; nil for none
}

// Validate reports the first field that cannot be studied.
func (c *PositionConfig) Validate() error {
	switch {
	case c.Source == nil:
		return errors.New("study: no position")
	case c.Samples < 1:
		return fmt.Errorf("study: %d samples", c.Samples)
	case !(c.Level > 0 && c.Level < 1):
		return fmt.Errorf("study: level %v is not between 0 and 1", c.Level)
	case !(c.Precision >= 0):
		return fmt.Errorf("study: precision %v is below 0", c.Precision)
	}
	if c.Bot != nil {
		if _, err := thinkerOf(*c.Bot); err != nil {
			return err
		}
	}
	if err := policy.InProcess("study", c.Playout); err != nil {
		return err
	}
	return c.Rules.Validate()
}

// A PositionResult is what the actions of a position are worth, the best first.
// Points are those of the seat from the action to the end of the hand, the unit is
// the sample, and all actions meet the same samples.
type PositionResult struct {
	Rules     string  `json:"rules"`
	RulesHash string  `json:"rules_hash"`
	Seat      int     `json:"seat"`
	Tiles     string  `json:"tiles"` // of the seat, melds included
	Void      string  `json:"void"`
	Offered   string  `json:"offered,omitempty"` // the tile that the seat is asked about; empty in its turn
	Left      int     `json:"left"`              // tiles in the wall
	Playout   string  `json:"playout"`
	Seed      uint64  `json:"seed,string"`
	Level     float64 `json:"level"`

	Planned   int64   `json:"planned_samples"`
	Samples   int64   `json:"samples"`
	Precision float64 `json:"precision"` // 0 for none asked for
	Reached   bool    `json:"precision_reached"`

	// Lead is the best action's points less those of the second; with a precision
	// of a confidence sequence that holds for all pairs of actions and whenever the
	// study may have ended. It is null where there is one action, or too few samples.
	Lead    *stats.Interval `json:"lead"`
	Always  bool            `json:"at_all_times,omitempty"`
	Bot     string          `json:"bot,omitempty"` // whose opinions there are
	Actions []ActionResult  `json:"actions"`
	Notes   []string        `json:"notes"`
}

// An ActionResult is what one action is worth. Intervals are null for too few samples.
type ActionResult struct {
	Action     string          `json:"action"`
	Shanten    *int            `json:"shanten"`    // after a discard; null for other actions
	Points     *stats.Interval `json:"points"`     // from the action to the end
	Difference *stats.Interval `json:"difference"` // the best action's points less these; null for the best
	PAdjusted  *float64        `json:"p_adjusted,omitempty"`
	Verdict    stats.Finding   `json:"verdict"` // a: the best is better; ~ for the best itself
	Won        *stats.Interval `json:"won_share"`
	SelfDrawn  *stats.Interval `json:"first_win_self_drawn_share"` // of all samples
	Fan        *stats.Interval `json:"first_win_fan"`              // of those won
	DealtIn    *stats.Interval `json:"dealt_in_share"`             // paid for another's win on its tile
	Opinion    *Opinion        `json:"opinion,omitempty"`          // of the bot that was asked
}

// sampleBlock is the number of samples that are played and counted together.
const sampleBlock = 64

// precisionBlocks is the number of blocks after which a precision is looked at.
const precisionBlocks = 4

// RunPosition studies a position. It ends at the first error and when the context
// does. Of Options it heeds Tables, Workers, Check and Progress.
func RunPosition(ctx context.Context, c *PositionConfig, o Options) (*PositionResult, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if o.Tables == nil {
		o.Tables = shape.New()
	}
	first, err := newPositionPlayer(c, o)
	if err != nil {
		return nil, err
	}
	if err := first.look(); err != nil {
		return nil, err
	}
	p := &positionRun{config: c, options: o, legal: first.legal, total: newWorths(len(first.legal))}
	blocks := (c.Samples + sampleBlock - 1) / sampleBlock
	if err := sim.Ordered(ctx, o.Workers, 0, blocks, p.newTask, p.deliver); err != nil {
		return nil, fmt.Errorf("%w (after %d of %d samples)", err, p.total.samples, c.Samples)
	}
	r := p.result(first)
	if c.Bot != nil {
		r.Bot = c.Bot.String()
		r.addOpinions(first.opinions(*c.Bot))
	}
	return r, nil
}

// A positionPlayer plays samples of a position. It is one goroutine's own.
type positionPlayer struct {
	config *PositionConfig
	engine *engine.Engine
	source Source
	player *sim.Player
	rec    recorder

	sample engine.Hand
	legal  []engine.Action // of the position
	forced [1]engine.Action
}

func newPositionPlayer(c *PositionConfig, o Options) (*positionPlayer, error) {
	e, err := engine.New(c.Rules, o.Tables)
	if err != nil {
		return nil, err
	}
	a := &positionPlayer{config: c}
	a.engine = e.Observed(&a.rec, engine.Mask(engine.EventWin))
	if a.source, err = c.Source(e); err != nil {
		return nil, err
	}
	a.player = sim.NewPlayer(a.engine, sim.PlayerOptions{Check: o.Check})
	a.rec.player = a.player
	for s := range engine.NumSeats {
		a.player.Sit(s, c.Playout.New())
	}
	return a, nil
}

// look makes the first sample, to see what it has in common with the others.
func (a *positionPlayer) look() error {
	a.draw(0)
	if err := a.engine.Verify(&a.sample); err != nil {
		return fmt.Errorf("study: no such position: %w", err)
	}
	switch a.sample.Phase() {
	case engine.PhaseTurn, engine.PhaseClaim, engine.PhaseRob:
	default:
		return errors.New("study: the position is not that of a seat in its turn, nor of one that is asked about a tile")
	}
	a.legal = a.engine.Legal(&a.sample, nil)
	return nil
}

func (a *positionPlayer) draw(sample int64) {
	a.source.Sample(&a.sample, sim.PlayoutSeed(a.config.Seed, sample, 0))
}

// play plays an action of the last sample to the end of the hand.
func (a *positionPlayer) play(sample int64, action engine.Action) (Outcome, error) {
	p, seat := a.player, a.sample.Asked()
	a.rec.wins = a.rec.wins[:0]
	a.forced[0] = action
	p.Resume(a.config.Seed, sample, &a.sample, sim.Past{})
	p.Force(seat, a.forced[:])
	if err := p.Finish(); err != nil {
		return Outcome{}, fmt.Errorf("sample %d, %s, %w", sample, action, err)
	}
	return outcomeOf(a.engine, &a.sample, p.Hand(), seat, 0, a.rec.wins), nil
}

// worths are sums over samples, by action.
type worths struct {
	samples     int64
	points      []stats.Moments
	differences []stats.Moments // actions by actions: points of the first less the second, where the first stands before
	won, drawn  []stats.Proportion
	dealt       []stats.Proportion
	fan         []stats.Moments // of first wins

	now []int64 // points of the sample
}

func newWorths(n int) *worths {
	return &worths{
		points: make([]stats.Moments, n), differences: make([]stats.Moments, n*n), fan: make([]stats.Moments, n),
		won: make([]stats.Proportion, n), drawn: make([]stats.Proportion, n), dealt: make([]stats.Proportion, n),
		now: make([]int64, n),
	}
}

// add counts an action's outcome in the sample under way.
func (w *worths) add(i int, o *Outcome) {
	w.now[i] = o.Points()
	w.points[i].Add(w.now[i])
	count := func(p *stats.Proportion, is bool) {
		if is {
			p.Add(1, 1)
		} else {
			p.Add(0, 1)
		}
	}
	count(&w.won[i], o.First.Fan >= 0)
	count(&w.drawn[i], o.First.BySelfDraw())
	count(&w.dealt[i], o.Account[engine.FromDealIns] < 0)
	if o.First.Fan >= 0 {
		w.fan[i].Add(int64(o.First.Fan))
	}
}

// end counts the differences of the sample, for all its actions.
func (w *worths) end() {
	w.samples++
	for i := range w.now {
		for j := i + 1; j < len(w.now); j++ {
			w.differences[i*len(w.now)+j].Add(w.now[i] - w.now[j])
		}
	}
}

func (w *worths) merge(o *worths) {
	w.samples += o.samples
	for i := range w.differences {
		w.differences[i].Merge(o.differences[i])
	}
	for i := range w.points {
		w.points[i].Merge(o.points[i])
		w.fan[i].Merge(o.fan[i])
		w.won[i].Merge(o.won[i])
		w.drawn[i].Merge(o.drawn[i])
		w.dealt[i].Merge(o.dealt[i])
	}
}

// between returns the moments of one action's points less another's, turned round
// if need be: then the sign is −1.
func (w *worths) between(i, j int) (m stats.Moments, sign float64) {
	if i < j {
		return w.differences[i*len(w.now)+j], 1
	}
	return w.differences[j*len(w.now)+i], -1
}

// ranking returns the actions from the best to the worst, of equal ones the first
// first.
func (w *worths) ranking() []int {
	order := make([]int, len(w.points))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch a, b := w.points[i].Sum(), w.points[j].Sum(); {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	return order
}

// A positionRun is the study of a position under way.
type positionRun struct {
	config  *PositionConfig
	options Options
	legal   []engine.Action
	total   *worths
	tight   bool
}

func (p *positionRun) newTask() (func(int64) (*worths, error), error) {
	a, err := newPositionPlayer(p.config, p.options)
	if err != nil {
		return nil, err
	}
	return func(block int64) (*worths, error) {
		w := newWorths(len(p.legal))
		for i := block * sampleBlock; i < min((block+1)*sampleBlock, p.config.Samples); i++ {
			a.draw(i)
			for n, action := range p.legal {
				o, err := a.play(i, action)
				if err != nil {
					return nil, err
				}
				w.add(n, &o)
			}
			w.end()
		}
		return w, nil
	}, nil
}

func (p *positionRun) deliver(block int64, w *worths) (stop bool, err error) {
	p.total.merge(w)
	if p.options.Progress != nil {
		p.options.Progress(w.samples)
	}
	if p.config.Precision > 0 && (block+1)%precisionBlocks == 0 {
		lead := p.lead(p.total.ranking())
		p.tight = lead != nil && lead.Half() <= p.config.Precision
	}
	return p.tight, nil
}

// lead returns by how much the best action is better than the second.
func (p *positionRun) lead(order []int) *stats.Interval {
	if len(order) < 2 || p.total.samples < stats.MinUnits {
		return nil
	}
	m, sign := p.total.between(order[0], order[1])
	i := m.Interval(p.config.Level)
	if p.config.Precision > 0 {
		i = p.sequence(len(order)).Interval(m)
	}
	i = i.Scaled(sign)
	return &i
}

// sequence is the confidence sequence of all pairs of n actions together: the
// two that are compared are chosen by what was seen.
func (p *positionRun) sequence(actions int) stats.ConfidenceSequence {
	pairs := float64(actions * (actions - 1) / 2)
	return stats.ConfidenceSequence{Level: 1 - (1-p.config.Level)/pairs}
}

func (p *positionRun) result(a *positionPlayer) *PositionResult {
	c, h := p.config, &a.sample
	seat := h.Asked()
	r := &PositionResult{
		Rules: c.Rules.Name, RulesHash: c.Rules.Hash(), Seat: seat, Void: h.Void(seat).String(), Left: h.Left(),
		Playout: c.Playout.String(), Seed: c.Seed, Level: c.Level,
		Planned: c.Samples, Samples: p.total.samples, Precision: c.Precision, Reached: p.tight, Always: c.Precision > 0,
	}
	own := tile.Set{Held: h.Held(seat), Melds: h.Melds(seat)}
	r.Tiles = own.String()
	if h.Phase() != engine.PhaseTurn {
		r.Offered = a.engine.View(h, seat).Offered().String()
	}
	order := p.total.ranking()
	r.Lead = p.lead(order)
	for _, i := range order {
		r.Actions = append(r.Actions, p.action(a, i))
	}
	p.compare(r, order)
	r.Notes = p.notes()
	return r
}

func (p *positionRun) action(a *positionPlayer, i int) ActionResult {
	w, level := p.total, p.config.Level
	x := ActionResult{Action: p.legal[i].String(), Verdict: stats.NoDifference}
	if p.legal[i].Kind() == engine.KindDiscard {
		s := a.shantenAfter(p.legal[i].Tile())
		x.Shanten = &s
	}
	if w.samples < stats.MinUnits {
		x.Verdict = stats.TooFew
		return x
	}
	interval := func(i stats.Interval) *stats.Interval { return &i }
	x.Points = interval(w.points[i].Interval(level))
	x.Won, x.SelfDrawn = interval(w.won[i].Interval(level)), interval(w.drawn[i].Interval(level))
	x.DealtIn = interval(w.dealt[i].Interval(level))
	if w.fan[i].N() >= stats.MinUnits {
		x.Fan = interval(w.fan[i].Interval(level))
	}
	return x
}

func (a *positionPlayer) shantenAfter(t tile.Tile) int {
	h := &a.sample
	held, melds := h.Held(h.Asked()), h.Melds(h.Asked())
	held.Remove(t)
	return a.engine.Tables().Shanten(&held, int(melds.N), h.Void(h.Asked()))
}

// compare fills in the differences to the best action. All pairs of actions are the
// family that is adjusted, because the best is chosen by the same samples.
func (p *positionRun) compare(r *PositionResult, order []int) {
	if p.total.samples < stats.MinUnits {
		return
	}
	var ps []float64
	place := map[[2]int]int{}
	for i := range order {
		for j := i + 1; j < len(order); j++ {
			m, _ := p.total.between(i, j)
			place[[2]int{i, j}] = len(ps)
			ps = append(ps, m.PValue(0))
		}
	}
	ps = stats.Holm(ps)
	for n, i := range order[1:] {
		m, sign := p.total.between(order[0], i)
		d := m.Interval(p.config.Level).Scaled(sign)
		adjusted := ps[place[[2]int{min(order[0], i), max(order[0], i)}]]
		x := &r.Actions[n+1]
		x.Difference, x.PAdjusted, x.Verdict = &d, &adjusted, stats.FindingOf(d.Value, adjusted, 1-p.config.Level)
	}
}

func (p *positionRun) notes() []string {
	notes := []string{
		"points are those of the seat from the action to the end of the hand; all seats are then played by the bot named",
		"all actions meet the same made-up hands, each of which is one unit",
		fmt.Sprintf("the best is chosen by the same samples: it is called better than another where p is at most %.2g after Holm's"+
			" adjustment over all pairs of actions; the intervals are not adjusted", 1-p.config.Level),
	}
	if p.config.Precision > 0 {
		notes = append(notes, "the lead's interval is of confidence sequences, which hold for all pairs of actions and whenever the study"+
			" may have ended; the others hold for a number of samples fixed beforehand")
	}
	if p.config.Precision > 0 && !p.tight {
		notes = append(notes, "the samples ended before the precision was reached")
	}
	return notes
}
