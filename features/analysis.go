package features

import (
	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// An Analysis is what can be measured of a position. It has either a Turn, with
// 14 tiles, or a Pause, with 13.
type Analysis struct {
	Rules   string   `json:"rules"`
	Tiles   string   `json:"tiles"` // held tiles, ascending
	Melds   []string `json:"melds"`
	Void    string   `json:"void"`    // the suit that counts as void
	Shanten int      `json:"shanten"` // −1 complete, 0 ready
	*Turn
	*Pause
}

// A Turn is what a seat with 14 tiles can do.
type Turn struct {
	Win      *Win      `json:"win"`                     // nil if the tiles are no winning hand
	BelowMin *Win      `json:"below_min_fan,omitempty"` // a complete hand of too few fan to win
	Discards []Discard `json:"discards"`                // best first
}

// A Pause is the position of a seat with 13 tiles.
type Pause struct {
	Ready bool `json:"ready"` // for the ready check
	Accepted
	Waits []Wait `json:"waits"` // in the order of the tiles
}

// A Win is what a winning hand is worth.
type Win struct {
	Fan      int        `json:"fan"`    // before the cap
	Points   int        `json:"points"` // base value, capped
	Patterns []fan.Item `json:"patterns"`
}

// A Discard is a tile that may be discarded and what it leaves.
type Discard struct {
	Tile    string `json:"tile"`
	Shanten int    `json:"shanten"`
	Accepted
}

// Accepted is the kinds with unseen tiles that lower shanten, and
// the number of those tiles. Kinds after which nothing that can still come completes the
// hand are left out: see shape.Leading.
type Accepted struct {
	Acceptance []string `json:"acceptance"`
	Live       int      `json:"live"`
}

// A Wait is a tile that completes the hand in play and what a win on it is
// worth, or would be with fan enough.
type Wait struct {
	Tile string `json:"tile"`
	Win
	BelowMin bool `json:"below_min_fan,omitempty"` // it has too few fan to be a win
	Live     int  `json:"live"`                    // unseen tiles of the kind
}

// Analyse measures a position under the engine's rules. The error says why
// there is no such position.
func Analyse(e *engine.Engine, p Position) (Analysis, error) {
	if err := p.validate(e.Rules()); err != nil {
		return Analysis{}, err
	}
	s := newSight(e, &p)
	a := Analysis{
		Rules:   e.Rules().Name,
		Tiles:   p.Own.Held.String(),
		Melds:   meldTexts(&p.Own.Melds),
		Void:    s.void.String(),
		Shanten: s.shanten(p.Own.Held),
	}
	if p.Own.Size() == inTurn {
		a.Turn = s.turn()
	} else {
		a.Pause = s.pause()
	}
	return a, nil
}

// Eval analyses tiles in text under some rules: the void suit is the one that suits
// them best, nothing else is seen, and a win is on a discard. It builds the tables
// each time, which takes tens of milliseconds; for many questions keep an engine and
// use Analyse.
func Eval(r rules.Rules, tiles string) (Analysis, error) {
	own, err := tile.Parse(tiles)
	if err != nil {
		return Analysis{}, err
	}
	e, err := engine.New(r, shape.New())
	if err != nil {
		return Analysis{}, err
	}
	return Analyse(e, Position{Own: own, Void: tile.NoSuit})
}

// A sight is a position with all that its measurements need.
type sight struct {
	forms
	engine *engine.Engine
	own    tile.Set
	how    fan.Situation
	unseen tile.Held
}

func newSight(e *engine.Engine, p *Position) sight {
	s := sight{forms: newForms(e, int(p.Own.Melds.N)), engine: e, own: p.Own, how: p.How}
	s.void = p.void(&s.forms)
	const all = 0o444444444
	for suit, seen := range p.visible() { // no kind is there more than four times
		s.unseen[suit] = all - seen
	}
	return s
}

func (s *sight) turn() *Turn {
	t := &Turn{Discards: []Discard{}}
	if w, ok := s.win(); ok {
		if w.Fan >= s.engine.Rules().MinFan {
			t.Win = &w
		} else {
			t.BelowMin = &w
		}
	}
	var room [inTurn]Left
	for _, l := range s.discards(room[:0]) {
		t.Discards = append(t.Discards, Discard{l.Tile.String(), l.Shanten, textOf(l.Accepts, l.Live)})
	}
	return t
}

// win scores the tiles as they are, however few fan they have. The tile written last counts as the winning
// one, except on the deal, where there is none.
func (s *sight) win() (Win, bool) {
	if s.own.Held.HasSuit(s.void) {
		return Win{}, false
	}
	last := s.own.Last
	if s.how&fan.OnDeal != 0 {
		last = tile.None
	}
	return s.score(&s.own.Held, last)
}

func (s *sight) score(h *tile.Held, last tile.Tile) (Win, bool) {
	scorer := s.engine.AnyFanScorer()
	r, ok := scorer.Score(h, &s.own.Melds, last, s.how)
	if !ok {
		return Win{}, false
	}
	return Win{r.Fan, r.Points, scorer.Items(r)}, true
}

// legalDiscards returns the kinds that may be discarded: those of the void suit
// as long as there are any.
func (s *sight) legalDiscards() tile.Kinds {
	k := s.own.Held.Kinds()
	if void := k & tile.SuitKinds(s.void); void != 0 {
		return void
	}
	return k
}

func (s *sight) pause() *Pause {
	_, kinds := shape.Leading(s.own.Held, s.unseen.Kinds(), s.acceptance)
	p := &Pause{
		Ready:    s.engine.ReadyWaits(&s.own.Held, &s.own.Melds, s.void) != 0,
		Accepted: textOf(kinds, s.unseen.CountOf(kinds)),
		Waits:    []Wait{},
	}
	waits := s.engine.Waits(&s.own.Held, s.melds, s.void) &^ tile.OwnsFour(&s.own.Held, &s.own.Melds)
	for ; waits != 0; waits = waits.Rest() {
		p.Waits = append(p.Waits, s.wait(waits.First()))
	}
	return p
}

func (s *sight) wait(t tile.Tile) Wait {
	full := s.own.Held.With(t)
	win, ok := s.score(&full, t)
	if !ok {
		panic("features: a wait that is not complete")
	}
	return Wait{t.String(), win, win.Fan < s.engine.Rules().MinFan, s.unseen.Count(t)}
}

// textOf writes the kinds that are accepted.
func textOf(kinds tile.Kinds, live int) Accepted {
	a := Accepted{Acceptance: []string{}, Live: live}
	for ; kinds != 0; kinds = kinds.Rest() {
		a.Acceptance = append(a.Acceptance, kinds.First().String())
	}
	return a
}

func meldTexts(m *tile.Melds) []string {
	texts := []string{}
	for _, x := range m.All() {
		texts = append(texts, x.String())
	}
	return texts
}
