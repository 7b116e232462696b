package solo

import (
	"fmt"
	"math"
	"math/bits"

	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// Chances are what best play reaches within some number of draws. They are each
// of a play of its own, but for the fan, which are of the play for points.
type Chances struct {
	Ready  float64 // the chance to be ready
	Win    float64 // the chance to win by self-draw
	Points float64 // expected points, of all payers together
	Fan    float64 // expected fan
}

// A Curve has the chances within k draws at place k, from 0 to the problem's
// draws. Beyond these it is zero.
type Curve [MaxDraws + 1]Chances

// A Discard is a discard and what best play reaches after it.
type Discard struct {
	Tile  tile.Tile
	Curve Curve
}

// Best names the discards that reach the most of each goal, the lowest tile of
// equal ones. It is tile.None where no discard is asked for or the goal was not asked
// for.
type Best struct{ Ready, Win, Points tile.Tile }

// A Result is the answer to a problem.
type Result struct {
	// Curve is of the hand, with the best discard for each goal and number of
	// draws where one is due. With 14 tiles that are a win already it is of
	// those who decline it.
	Curve Curve
	// Best has the best discards if k draws are to come at place k.
	Best [MaxDraws + 1]Best
	// Discards are those that the rules allow, in ascending order; none with
	// 13 tiles. They are the solver's and hold until it solves again.
	Discards []Discard
	// States is the number of states that were kept for the largest number of
	// draws.
	States int
}

// A Solver solves problems under one rule system. It keeps its memory, so that it
// is for one goroutine at a time.
type Solver struct {
	search   search
	discards []Discard
	totals   []totals // one for each discard, or for the hand
}

// NewSolver returns a solver for an engine's rules that keeps at most maxStates
// states at a time, of one goal, win or ready, and one number of draws; 0 is
// DefaultMaxStates. A state takes some 60 bytes; the solver itself has 2 MB, and up
// to some 15 MB more for what it has learned of suits.
func NewSolver(e *engine.Engine, maxStates int) (*Solver, error) {
	if maxStates < 0 || maxStates > math.MaxInt32 {
		return nil, fmt.Errorf("solo: a limit of %d states; it is 1 to %d, or 0 for %d", maxStates, math.MaxInt32, DefaultMaxStates)
	}
	if maxStates == 0 {
		maxStates = DefaultMaxStates
	}
	r := e.Rules()
	return &Solver{search: search{
		engine: e, library: newLibrary(e.Tables()), maxStates: maxStates,
		mostPaid: uint64(r.Points(r.FanCap) + r.SelfDrawPoints),
	}}, nil
}

// Solve solves a problem. A *LimitError says that it has too many states for the
// solver; other errors say what is wrong with it.
func (s *Solver) Solve(p *Problem) (Result, error) {
	if err := p.validate(); err != nil {
		return Result{}, err
	}
	if err := s.search.checkRange(p); err != nil {
		return Result{}, err
	}
	s.search.set(p)
	res := s.start(p)
	for k := range p.Draws + 1 {
		if err := s.within(p, k, &res); err != nil {
			return Result{}, err
		}
	}
	return res, nil
}

// checkRange refuses problems whose sums may not fit.
func (s *search) checkRange(p *Problem) error {
	sum := s.mostPaid * uint64(p.payers())
	for i := range p.Draws {
		over, product := bits.Mul64(sum, uint64(p.Unseen.Total()-i))
		if over != 0 || product > math.MaxInt64 {
			return fmt.Errorf("solo: sums over %d draws of up to %d points do not fit in 64 bits; ask for fewer draws", p.Draws, s.mostPaid*uint64(p.payers()))
		}
		sum = product
	}
	return nil
}

// set takes from a problem what is the same for all numbers of draws.
func (s *search) set(p *Problem) {
	r := s.engine.Rules()
	s.trim()
	s.melds = p.Melds
	s.forPoints = p.goals()&Points != 0
	s.form = form{
		void: p.Void, groups: maxGroups - int(p.Melds.N),
		pairs: p.Melds.N == 0 && r.SevenPairs > 0, quads: r.SevenPairsQuads,
	}
	switch p.Void {
	case tile.Characters:
		s.live = [2]tile.Suit{tile.Dots, tile.Bamboo}
	case tile.Dots:
		s.live = [2]tile.Suit{tile.Characters, tile.Bamboo}
	default:
		s.live = [2]tile.Suit{tile.Characters, tile.Dots}
	}
}

func (p *Problem) goals() Goal {
	if p.Goals == 0 {
		return AllGoals
	}
	return p.Goals
}

func (p *Problem) payers() int {
	if p.Payers == 0 {
		return maxPayers
	}
	return p.Payers
}

// start returns a result without chances.
func (s *Solver) start(p *Problem) Result {
	res := Result{}
	for k := range res.Best {
		res.Best[k] = Best{tile.None, tile.None, tile.None}
	}
	s.discards = s.discards[:0]
	if p.size() == inTurn {
		for k := p.legalDiscards(); k != 0; k = k.Rest() {
			s.discards = append(s.discards, Discard{Tile: k.First()})
		}
		res.Discards = s.discards
	}
	return res
}

// legalDiscards returns the kinds that may be discarded: those of the void suit
// as long as there are any.
func (p *Problem) legalDiscards() tile.Kinds {
	k := p.Held.Kinds()
	if void := k & tile.SuitKinds(p.Void); void != 0 {
		return void
	}
	return k
}

// totals are the sums over all sequences of draws for each goal.
type totals struct {
	ready uint64
	win   value
}

// within fills in what is reached within k draws.
func (s *Solver) within(p *Problem, k int, res *Result) error {
	if err := s.sum(p, k, res); err != nil {
		return err
	}
	if p.size() == betweenTurns {
		res.Curve[k] = s.chances(p, k, s.totals[0])
		return nil
	}
	top := totals{}
	for i, t := range s.totals {
		d := &s.discards[i]
		d.Curve[k] = s.chances(p, k, t)
		if i == 0 || t.ready > top.ready {
			top.ready, res.Best[k].Ready = t.ready, d.Tile
		}
		if i == 0 || t.win.chance > top.win.chance {
			top.win.chance, res.Best[k].Win = t.win.chance, d.Tile
		}
		if i == 0 || t.win.worthMore(top.win) {
			top.win.points, top.win.fan, res.Best[k].Points = t.win.points, t.win.fan, d.Tile
		}
	}
	res.Curve[k] = s.chances(p, k, top)
	res.Best[k].forget(p.goals())
	return nil
}

// forget takes out what was not asked for.
func (b *Best) forget(g Goal) {
	if g&Ready == 0 {
		b.Ready = tile.None
	}
	if g&Win == 0 {
		b.Win = tile.None
	}
	if g&Points == 0 {
		b.Points = tile.None
	}
}

// sum leaves the sums for k draws in s.totals.
func (s *Solver) sum(p *Problem, k int, res *Result) error {
	s.totals = s.totals[:0]
	for range max(len(s.discards), 1) {
		s.totals = append(s.totals, totals{})
	}
	res.States = 0
	if p.goals()&(Win|Points) != 0 {
		s.search.begin(toWin, k, p.Unseen.Total())
		for i := range s.totals {
			s.totals[i].win = s.search.held(s.after(p, i), k, p.Unseen)
		}
		res.States += len(s.search.entries)
	}
	if p.goals()&Ready != 0 && !s.search.full {
		s.search.begin(toReady, k, p.Unseen.Total())
		for i := range s.totals {
			s.totals[i].ready = s.search.ready(s.after(p, i), k, p.Unseen)
		}
		res.States += len(s.search.entries)
	}
	if s.search.full {
		return &LimitError{s.search.maxStates, k}
	}
	return nil
}

// after returns the held tiles after the ith discard, or as they are.
func (s *Solver) after(p *Problem, i int) tile.Held {
	if len(s.discards) == 0 {
		return p.Held
	}
	return p.Held.Without(s.discards[i].Tile)
}

// ready returns the number of sequences with which 13 tiles come to be ready.
func (s *search) ready(h tile.Held, left int, unseen tile.Held) uint64 {
	if s.isReady(&h) {
		return s.sequences[left]
	}
	return s.held(h, left, unseen).chance
}

// chances divides sums by the number of sequences.
func (s *Solver) chances(p *Problem, k int, t totals) Chances {
	n := float64(s.search.sequences[k])
	c := Chances{Ready: float64(t.ready) / n}
	if p.goals()&Win != 0 {
		c.Win = float64(t.win.chance) / n
	}
	if p.goals()&Points != 0 {
		c.Points = float64(uint64(p.payers())*t.win.points) / n
		c.Fan = float64(t.win.fan) / n
	}
	return c
}
