package door

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
	"xuezhan/features/eval"
	"xuezhan/sim"
	"xuezhan/sim/viewer"
)

// reader is the seat of the one who plays against bots.
const reader = 0

// A Deal asks for a hand against bots. Its deck and the chance of the bots are those
// of the hand with this index in a run with this seed.
type Deal struct {
	Rules string   `json:"rules"`
	Bots  []string `json:"bots"` // of the seats 1, 2 and 3
	Seed  string   `json:"seed"` // a 64-bit number
	Hand  int64    `json:"hand"`
}

// A game is a hand in play.
type game struct {
	player   *sim.Player // seats the bots; the reader's choices are the page's
	engine   *engine.Engine
	recorder record.Recorder
	record   record.Record // events and ledger once the hand is over
}

// A State is a hand in play as the reader knows it, or, once it is over, as it was.
type State struct {
	Hand  *viewer.Hand `json:"hand"`
	Over  bool         `json:"over"`
	Phase string       `json:"phase"`
	// What the reader may do; the tiles it has passed on so far and how many it has to.
	Legal    []*Act `json:"legal"`
	Passed   string `json:"passed"`
	Exchange int    `json:"exchange"`
	OneSuit  bool   `json:"one_suit"` // these have to be of one suit
	Offered  string `json:"offered"`  // the tile that is asked about, "" for none
	From     int    `json:"from"`     // whose it is
}

// An Act is an action: its id and what it is, as records call it.
type Act struct {
	ID   int    `json:"id"`
	Kind string `json:"kind"`
	Tile string `json:"tile,omitempty"`
	Suit string `json:"suit,omitempty"`
}

func newAct(a engine.Action) *Act {
	act := &Act{ID: int(a), Kind: a.Kind().String()}
	if t := a.Tile(); t != tile.None {
		act.Tile = t.String()
	}
	if s := a.Suit(); s != tile.NoSuit {
		act.Suit = s.String()
	}
	return act
}

// deal deals a hand.
func (d *Door) deal(about Deal) (any, error) {
	r, err := rules.Lookup(about.Rules)
	if err != nil {
		return nil, err
	}
	seed, err := strconv.ParseUint(about.Seed, 10, 64)
	switch {
	case err != nil:
		return nil, fmt.Errorf("seed %q is no number of 64 bits", about.Seed)
	case about.Hand < 0:
		return nil, fmt.Errorf("hand %d is below 0", about.Hand)
	case len(about.Bots) != engine.NumSeats-1:
		return nil, fmt.Errorf("%d bots; there are three other seats", len(about.Bots))
	}
	e, err := engine.New(r, d.tables)
	if err != nil {
		return nil, err
	}
	g := &game{engine: e}
	g.player = sim.NewPlayer(e.Observed(&g.recorder, engine.AllEvents), sim.PlayerOptions{})
	deck := sim.Deck(seed, about.Hand, sim.FirstDealer(seed, about.Hand), sim.Shared)
	g.record = record.Record{Rules: r, Deck: deck, Seeded: true, Seed: seed, Hand: about.Hand, Visibility: record.Full}
	g.record.Seats[reader] = "you"
	for i, text := range about.Bots {
		spec, err := d.bots.Parse(text)
		if err != nil {
			return nil, err
		}
		s := i + 1
		g.record.Seats[s] = spec.String()
		g.player.Sit(s, spec.New())
	}
	g.player.Deal(seed, about.Hand, &deck)
	if err := g.advance(); err != nil {
		return nil, err
	}
	d.game = g
	return d.state()
}

// advance plays up to the reader's next choice.
func (g *game) advance() error {
	if g.player.Next() {
		return nil
	}
	g.record.Events = slices.Clone(g.recorder.Events())
	g.record.Ledger = *g.player.Hand().Ledger()
	return g.player.Err()
}

// Choices are what the reader does, one after the other.
type Choices struct {
	Actions []int `json:"actions"`
}

// act plays the reader's choices, none if one of them is not legal.
func (d *Door) act(c Choices) (any, error) {
	g := d.game
	if g == nil {
		return nil, errNoHand
	}
	if err := g.check(c.Actions); err != nil {
		return nil, err
	}
	played := len(g.player.Steps())
	for i, id := range c.Actions {
		if played+i < len(g.player.Steps()) {
			continue // the last of several choices may be forced, and is played already
		}
		g.player.Answer(engine.Action(id))
		if err := g.advance(); err != nil {
			return nil, err
		}
	}
	return d.state()
}

// check reports what is wrong with choices that follow each other.
func (g *game) check(actions []int) error {
	trial := *g.player.Hand()
	for _, id := range actions {
		if id < 0 || id >= engine.NumActions {
			return fmt.Errorf("unknown action %d", id)
		}
		if trial.Over() || trial.Asked() != reader {
			return errors.New("it is not your choice")
		}
		if err := g.engine.Check(&trial, engine.Action(id)); err != nil {
			return fmt.Errorf("you may not %s now", engine.Action(id))
		}
		g.engine.Apply(&trial, engine.Action(id))
	}
	return nil
}

// state returns the hand as the reader knows it.
func (d *Door) state() (any, error) {
	g := d.game
	rec := g.record
	rec.Events = g.recorder.Events()
	h := g.player.Hand()
	s := State{Over: h.Over(), Phase: h.Phase().String(), Legal: []*Act{}, Exchange: rec.Rules.ExchangeTiles, OneSuit: rec.Rules.ExchangeOneSuit}
	seen := &rec
	if !s.Over {
		v := g.player.View()
		passed := v.PassedOn()
		s.Passed = passed.String()
		for _, a := range g.player.Legal() {
			s.Legal = append(s.Legal, newAct(a))
		}
		if t := v.Offered(); t != tile.None {
			s.Offered, s.From = t.String(), v.Turn()
		}
		seen = record.Redact(&rec, record.Seat(reader))
	}
	var err error
	s.Hand, err = viewer.NewHand(seen, d.tables)
	return s, err
}

// A Question asks bots what they would do in the reader's place.
type Question struct {
	Bots  []string `json:"bots"`
	Draws int      `json:"draws"`
}

// A Coaching is what bots would do, and what is measured of the reader's tiles: a
// position for eval, and its answer, where the reader has named its void suit.
type Coaching struct {
	Advice []Advice   `json:"advice"`
	Case   *eval.Case `json:"case"`
	Eval   any        `json:"eval"`
}

// coach answers the reader who asks.
func (d *Door) coach(q Question) (any, error) {
	g := d.game
	if g == nil {
		return nil, errNoHand
	}
	if g.player.Hand().Over() {
		return nil, errors.New("the hand is over")
	}
	c := Coaching{Advice: d.advices(g.engine, g.player.Hand(), q.Bots, g.player.PolicySeed(reader))}
	v := g.player.View()
	if v.Void(reader) != tile.NoSuit {
		c.Case = caseOf(v, q.Draws)
		answer, err := d.evaluator.Answer(*c.Case)
		if c.Eval = any(answer); err != nil {
			c.Eval = failureOf(err)
		}
	}
	return c, nil
}

// caseOf returns what a seat knows as a position for eval.
func caseOf(v engine.View, draws int) *eval.Case {
	held, melds, unseen := v.Held(), v.Melds(v.Seat()), v.Unseen()
	owned := melds.Tiles()
	var seen tile.Held
	for t := range tile.Tile(tile.Count) {
		seen.AddN(t, tile.Copies-unseen.Count(t)-held.Count(t)-owned.Count(t))
	}
	c := &eval.Case{Tiles: held.String(), Void: v.Void(v.Seat()).String(), Rules: v.Rules().Name, Seen: seen.String(), Draws: draws}
	if t := v.Drawn(); t != tile.None { // the tile that is written last counts as the winning one
		rest := held.Without(t)
		c.Tiles = rest.String() + t.String()
	}
	for _, m := range melds.All() {
		c.Melds = append(c.Melds, m.String())
	}
	return c
}

// record returns the hand's record once it is over.
func (d *Door) record() (any, error) {
	if d.game == nil || !d.game.player.Hand().Over() {
		return nil, errors.New("a record is there once the hand is over")
	}
	text, err := record.Append(nil, &d.game.record)
	return map[string]string{"text": string(text)}, err
}
