package review

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

// A Config is all that a review depends on besides the record.
type Config struct {
	By     policy.Spec // the judge
	Worlds int64       // that are made up at each choice, at least MinWorlds
	Seed   uint64
	Level  float64 // nominal coverage of intervals
}

// MinWorlds is the least number of worlds at a choice.
const MinWorlds = 45

// Validate reports the first field that no review can have.
func (c *Config) Validate() error {
	switch {
	case c.Worlds < MinWorlds || c.Worlds > sim.MaxHands:
		return fmt.Errorf("review: %d worlds; there must be at least %d", c.Worlds, MinWorlds)
	case !(c.Level > 0 && c.Level < 1):
		return fmt.Errorf("review: level %v is not between 0 and 1", c.Level)
	}
	return policy.InProcess("review", c.By)
}

// choosing returns the number of worlds that choose the best option; the others
// measure it.
func (c *Config) choosing() int64 { return c.Worlds / 3 }

// Options say how a review is made; they do not affect what it says.
type Options struct {
	Tables   *shape.Tables // nil for new ones
	Workers  int           // goroutines, at least 1
	Progress func(choices int64)
}

// Run reviews a seat of a full record. It ends at the first error and when the context
// does.
func Run(ctx context.Context, c *Config, r *record.Record, seat int, o Options) (*Hand, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if seat < 0 || seat >= engine.NumSeats {
		return nil, fmt.Errorf("review: there is no seat %d", seat)
	}
	if o.Tables == nil {
		o.Tables = shape.New()
	}
	moments, err := momentsOf(r, seat, o.Tables)
	if errors.Is(err, record.ErrNotFull) {
		return nil, errors.New("review: the record is not full: without the deck it cannot be played again")
	}
	if err != nil {
		return nil, err
	}
	h := newHand(c, r, seat)
	newTask := func() (func(int64) (Choice, error), error) {
		j, err := newJudge(c, r, o.Tables)
		if err != nil {
			return nil, err
		}
		return func(i int64) (Choice, error) { return j.choice(i, &moments[i]) }, nil
	}
	deliver := func(_ int64, x Choice) (bool, error) {
		h.add(x)
		if o.Progress != nil {
			o.Progress(1)
		}
		return false, nil
	}
	if err := sim.Ordered(ctx, o.Workers, 0, int64(len(moments)), newTask, deliver); err != nil {
		return nil, err
	}
	return h, nil
}

func newHand(c *Config, r *record.Record, seat int) *Hand {
	h := &Hand{
		Rules: r.Rules.Name, Index: r.Hand, Seat: seat, Player: r.Seats[seat], Points: r.Ledger[seat].Total(),
		By: c.By.String(), Worlds: c.Worlds - c.choosing(), Level: c.Level, Choices: []Choice{},
		Given: stats.Interval{N: c.Worlds - c.choosing(), Level: c.Level},
	}
	if r.Seeded {
		h.Seed = &r.Seed
	}
	return h
}

// add adds a choice to the hand.
func (h *Hand) add(x Choice) {
	h.Choices = append(h.Choices, x)
	if x.Given == nil {
		return
	}
	h.Given = h.Given.Plus(*x.Given)
	h.Kept += *x.Kept
	if x.Verdict == Mistake {
		h.Mistakes++
	}
}

// A moment is a choice of the seat before it is judged.
type moment struct {
	hand    engine.Hand
	options []option
	played  int
	event   int
	turn    int
}

// An option is the actions by which the seat does one thing.
type option []engine.Action

func (o option) String() string {
	if len(o) == 1 {
		return o[0].String()
	}
	tiles := make([]string, len(o))
	for i, a := range o {
		tiles[i] = a.Tile().String()
	}
	return o[0].Kind().String() + " " + strings.Join(tiles, " ")
}

// momentsOf returns the choices of a seat in a record.
func momentsOf(r *record.Record, seat int, t *shape.Tables) ([]moment, error) {
	e, err := engine.New(r.Rules, t) // the visitor's compares all that it plays with the record
	if err != nil {
		return nil, err
	}
	var list []moment
	var passed option // in the exchange that is the last of the list
	turns := record.Turns(r)
	err = record.Follow(r, t, func(_ *engine.Engine, h *engine.Hand, legal []engine.Action, a engine.Action, event int) {
		if h.Asked() != seat {
			return
		}
		v := e.View(h, seat)
		if v.Phase() == engine.PhaseExchange {
			if before := v.PassedOn(); before.Total() == 0 {
				list = append(list, moment{hand: *h, options: exchanges(e, h), event: event})
				passed = nil
			}
			passed = append(passed, a)
			last := &list[len(list)-1]
			last.played = slices.IndexFunc(last.options, func(o option) bool { return slices.Equal(o, passed) })
			return
		}
		if len(legal) < 2 {
			return
		}
		m := moment{hand: *h, event: event, turn: turns[event], played: slices.Index(legal, a)}
		for _, a := range legal {
			m.options = append(m.options, option{a})
		}
		list = append(list, m)
	})
	return list, err
}

// exchanges returns every way for the seat that is asked to make its exchange.
func exchanges(e *engine.Engine, h *engine.Hand) []option {
	var list []option
	var try func(h engine.Hand, so option)
	try = func(h engine.Hand, so option) {
		for _, a := range e.Legal(&h, nil) {
			next, with := h, append(slices.Clone(so), a)
			e.Apply(&next, a)
			if next.Phase() == engine.PhaseExchange && next.Asked() == h.Asked() {
				try(next, with)
			} else {
				list = append(list, with)
			}
		}
	}
	try(*h, nil)
	return list
}

// tilesOf returns what the seat has, melds included.
func (m *moment) tiles() string {
	seat := m.hand.Asked()
	own := tile.Set{Held: m.hand.Held(seat), Melds: m.hand.Melds(seat)}
	return own.String()
}
