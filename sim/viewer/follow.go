package viewer

import (
	"encoding/json"
	"maps"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/features"
)

// A seatState is what a frame has of a seat, in fields of these names in small
// letters, open_melds and open_void among them.
type seatState struct {
	Held    string // "" where it is not known
	Count   int    // held tiles
	Drawn   string // the held tile just drawn, "" for none
	Melds   []string
	Void    string // "-" where it is not known
	River   []string
	Won     bool
	Points  int
	Account map[string]int32 // points by source, without zeros
	Shanten *int             // null where it is not known, or a tile is missing
	Waits   []features.Wait  // with the fan and points of a win on a discard
	// What those see who do not see the seat's own tiles.
	OpenMelds []string
	OpenVoid  string
}

// A follower keeps the boards of a hand, as the record sees it and as the public
// does, along its events.
type follower struct {
	record *record.Record
	engine *engine.Engine
	full   *record.Board

	// Of a full record, what the public sees; else nil.
	open   *record.Board
	public *record.Record
	at     int // events of public that are applied

	drawn  [engine.NumSeats]tile.Tile
	laid   tile.Held // tiles laid open by winners who keep their others
	ledger engine.Ledger
	last   [engine.NumSeats]*seatState
}

func newFollower(r *record.Record, t *shape.Tables) (*follower, error) {
	e, err := engine.New(r.Rules, t)
	if err != nil {
		return nil, err
	}
	f := &follower{record: r, engine: e, full: record.NewBoard(r, r.Visibility)}
	f.drawn = [engine.NumSeats]tile.Tile{tile.None, tile.None, tile.None, tile.None}
	if r.Visibility == record.Full {
		f.public = record.Redact(r, record.Public)
		f.open = record.NewBoard(f.public, record.Public)
	}
	return f, nil
}

// apply takes the boards past event i. Of a full record it returns the event as the
// public sees it, null if it does not; nil of others.
func (f *follower) apply(i int) *json.RawMessage {
	e := &f.record.Events[i]
	f.full.Apply(e)
	f.note(e)
	if f.open == nil {
		return nil
	}
	closed := json.RawMessage("null")
	if e.Kind == engine.EventAnswer { // the only kind that Redact takes out
		return &closed
	}
	seen := &f.public.Events[f.at]
	f.open.Apply(seen)
	f.at++
	closed = json.RawMessage(record.EventText(*seen))
	return &closed
}

// note keeps what boards do not.
func (f *follower) note(e *engine.Event) {
	switch e.Kind {
	case engine.EventDraw:
		f.drawn[e.Seat] = e.Tile
	case engine.EventDiscard, engine.EventMeld:
		f.drawn[e.Seat] = tile.None
	case engine.EventWin:
		if e.Seat == e.Other && f.record.Rules.AfterWin == rules.Stay {
			f.laid.Add(e.Tile)
			f.drawn[e.Seat] = tile.None
		}
	case engine.EventTransfer:
		f.ledger.Book(int(e.Other), int(e.Seat), e.Points, e.Cause)
	}
}

// changes returns what has changed of the seats since it was called last.
func (f *follower) changes() (list [engine.NumSeats]map[string]any, err error) {
	for s := range list {
		state, err := f.state(s)
		if err != nil {
			return list, err
		}
		list[s] = state.since(f.last[s])
		f.last[s] = state
	}
	return list, nil
}

// since returns the fields in which a state differs from an earlier one, all of them
// where there is none.
func (s *seatState) since(before *seatState) map[string]any {
	fields := map[string]any{}
	set := func(name string, value any, same func() bool) {
		if before == nil || !same() {
			fields[name] = value
		}
	}
	set("held", s.Held, func() bool { return s.Held == before.Held })
	set("count", s.Count, func() bool { return s.Count == before.Count })
	set("drawn", s.Drawn, func() bool { return s.Drawn == before.Drawn })
	set("melds", s.Melds, func() bool { return slices.Equal(s.Melds, before.Melds) })
	set("void", s.Void, func() bool { return s.Void == before.Void })
	set("river", s.River, func() bool { return slices.Equal(s.River, before.River) })
	set("won", s.Won, func() bool { return s.Won == before.Won })
	set("points", s.Points, func() bool { return s.Points == before.Points })
	set("account", s.Account, func() bool { return maps.Equal(s.Account, before.Account) })
	set("shanten", s.Shanten, func() bool {
		return (s.Shanten == nil) == (before.Shanten == nil) && (s.Shanten == nil || *s.Shanten == *before.Shanten)
	})
	set("waits", s.Waits, func() bool { return slices.EqualFunc(s.Waits, before.Waits, sameWait) })
	set("open_melds", s.OpenMelds, func() bool { return slices.Equal(s.OpenMelds, before.OpenMelds) })
	set("open_void", s.OpenVoid, func() bool { return s.OpenVoid == before.OpenVoid })
	return fields
}

func sameWait(a, b features.Wait) bool {
	return a.Tile == b.Tile && a.Live == b.Live && a.Fan == b.Fan && a.Points == b.Points && slices.Equal(a.Patterns, b.Patterns)
}

func (f *follower) state(s int) (*seatState, error) {
	p := &f.full.Seats[s]
	state := &seatState{
		Held: p.Held.String(), Count: p.Held.Total() + p.Hidden, Melds: texts(p.Melds), Void: p.Void.String(),
		River: texts(p.River), Won: p.Won, Points: p.Points, Account: bySource(&f.ledger[s]), Waits: []features.Wait{},
	}
	if f.drawn[s] != tile.None && p.Held.Count(f.drawn[s]) > 0 {
		state.Drawn = f.drawn[s].String()
	}
	state.OpenMelds, state.OpenVoid = state.Melds, state.Void
	if f.open != nil {
		state.OpenMelds, state.OpenVoid = texts(f.open.Seats[s].Melds), f.open.Seats[s].Void.String()
	}
	return state, f.measure(s, state)
}

// texts returns how melds or tiles are written.
func texts[T interface{ String() string }](list []T) []string {
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = x.String()
	}
	return out
}

// bySource returns an account without the sources that are zero.
func bySource(a *engine.Account) map[string]int32 {
	m := map[string]int32{}
	for source, points := range a {
		if points != 0 {
			m[engine.Source(source).String()] = points
		}
	}
	return m
}

// measure adds how far the seat is from a win, if it is still in the hand, its tiles
// are known, and none is on its way.
func (f *follower) measure(s int, state *seatState) error {
	p := &f.full.Seats[s]
	if p.Hidden > 0 || p.Won && f.record.Rules.AfterWin == rules.Leave {
		return nil
	}
	position := features.Position{Own: tile.Set{Held: p.Held, Last: f.drawn[s]}, Void: p.Void, Seen: f.seen(s)}
	for _, m := range p.Melds {
		position.Own.Melds.Append(m)
	}
	if n := position.Own.Size(); n != 13 && n != 14 {
		return nil
	}
	a, err := features.Analyse(f.engine, position)
	if err != nil {
		return err
	}
	state.Shanten = &a.Shanten
	if a.Pause != nil {
		state.Waits = a.Waits
	}
	return nil
}

// seen returns the tiles that a seat sees besides its own.
func (f *follower) seen(s int) tile.Held {
	seen := f.laid
	for o := range f.full.Seats {
		for _, t := range f.full.Seats[o].River {
			if t.Mark != record.MarkClaimed { // it counts with the meld
				seen.Add(t.Tile)
			}
		}
		if o == s {
			continue
		}
		for _, m := range f.meldsOf(o) {
			if t := m.Tile(); t < tile.Count {
				seen.AddN(t, m.Size())
			}
		}
	}
	return seen
}

// meldsOf returns a seat's melds as the others see them.
func (f *follower) meldsOf(s int) []tile.Meld {
	if f.open != nil {
		return f.open.Seats[s].Melds
	}
	return f.full.Seats[s].Melds
}
