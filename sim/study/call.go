package study

import (
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// The labels of Call.
const (
	labelPung = iota
	labelKong
	labelPass
)

// The features of Call.
const (
	callKind = iota
	callBefore
	callAfter
	callChange
	callLeft
	callDanger
	callActive
	callMelds
)

// The codes of the kinds of call, the feature callKind.
const (
	callPung = iota
	callClaimedKong
	callConcealedKong
	callAddedKong
)

// aboutCall is what there is to know of asking [Call].
func aboutCall() Kind {
	return Kind{
		Name:  "call",
		Short: "call a pung or a kong, or pass?",
		Long: `study call forks every hand in which a studied seat may call a pung or a kong and is
offered no win: claimed ones against passing, concealed and added kongs against a
discard. The seat plays on as its own bot either way.

The answer is divided by the call, by shanten before it and what becomes of it, by
tiles left, and by how many opponents look ready: those with two melds or more, or
who have discarded their last three tiles as drawn.`,
		Example: `  xuezhan study call --hands 2000
  xuezhan study call --rules wap-flow --seats value,value,value,value --hands 500 --json`,
		ask: func(*Values) (*Question, error) { return Call(), nil },
	}
}

// Call asks what a pung or a kong is worth against passing it. Its moments are the
// choices between them where no win is offered. All play on as their own bot.
func Call() *Question {
	return &Question{
		Name:   "call",
		Doc:    "a pung or a kong: call it or pass?",
		Labels: []string{"pung", "kong", "pass"}, Phrases: []string{"a pung", "a kong", "passing"},
		Features: []Feature{
			{"call", "code", "the call in question: 0 pung, 1 claimed kong, 2 concealed kong, 3 added kong; of passing, what is passed"},
			{"shanten_before", "tiles", "shanten before the call"},
			{"shanten_after", "tiles", "shanten once it is made"},
			{"change", "code", "0 the call lowers shanten, 1 it leaves it, 2 it raises it"},
			{"left", "tiles", "tiles left in the wall"},
			{"danger", "seats", "opponents still in that have two melds or more, or have discarded their last three tiles as drawn"},
			{"active", "seats", "opponents still in the hand"},
			{"melds", "melds", "melds of the seat before the call"},
		},
		Moment:    callMoment,
		Contrasts: []Contrast{{labelPung, labelPass}, {labelKong, labelPass}},
		Main: Group{
			Text:  "pungs that lower shanten",
			Holds: func(f *Features) bool { return f[callKind] == callPung && f[callChange] == 0 },
		},
		Strata: []Strata{
			Named("call", callKind, "pung", "claimed kong", "concealed kong", "added kong"),
			Named("shanten after the call", callChange, "lower", "the same", "higher"),
			Bins("shanten before", callBefore, 0, 1, 2, 3, 4, 5),
			LeftStrata(callLeft),
			Exactly("opponents that look ready", callDanger, 0, 3),
		},
		Map: &Map{
			Title:   "what a pung is worth more than passing it",
			Rows:    LeftStrata(callLeft),
			Columns: Bins("shanten before", callBefore, 0, 1, 2, 3, 4, 5),
		},
	}
}

// callMoment recognises a choice of calls and no win.
func callMoment(m *Moment) bool {
	if m.Legal[0] == engine.Win || m.Legal[len(m.Legal)-1] == engine.Win {
		return false
	}
	v := m.View
	seat := v.Seat()
	melds := v.Melds(seat)
	held := v.Held()
	m.Features[callBefore] = int16(v.Engine().Tables().Shanten(&held, int(melds.N), v.Void(seat)))
	m.Features[callLeft], m.Features[callMelds] = int16(v.Left()), int16(melds.N)
	m.Features[callActive], m.Features[callDanger] = int16(opponents(v)), int16(danger(v))
	for _, a := range ownFirst(m) {
		m.addCall(a)
	}
	if len(m.alternatives) == 0 {
		return false
	}
	m.Features = m.alternatives[0].Features
	if v.Phase() == engine.PhaseTurn {
		m.Refuse(labelPass, 0, OwnKongs)
	} else {
		m.Force(labelPass, 0, engine.Pass)
	}
	return true
}

// ownFirst returns the legal actions with the bot's own first, so that it stands
// for its label.
func ownFirst(m *Moment) []engine.Action {
	list := append(make([]engine.Action, 0, engine.NumActions), m.Own)
	for _, a := range m.Legal {
		if a != m.Own {
			list = append(list, a)
		}
	}
	return list
}

// addCall adds the alternative of an action if it is a call.
func (m *Moment) addCall(a engine.Action) {
	label, kind, t, n := labelKong, 0, m.View.Offered(), 0
	switch a.Kind() {
	case engine.KindPung:
		label, kind, n = labelPung, callPung, 2
	case engine.KindKong:
		kind, n = callClaimedKong, 3
	case engine.KindConcealedKong:
		kind, t, n = callConcealedKong, a.Tile(), tile.Copies
	case engine.KindAddedKong:
		kind, t, n = callAddedKong, a.Tile(), 1
	default:
		return
	}
	v := m.View
	held, melds := v.Held(), v.Melds(v.Seat())
	held.AddN(t, -n)
	after := int(melds.N)
	if kind != callAddedKong {
		after++
	}
	x := m.Force(label, 0, a)
	shanten := int16(v.Engine().Tables().Shanten(&held, after, v.Void(v.Seat())))
	x.Features[callKind], x.Features[callAfter] = int16(kind), shanten
	switch before := x.Features[callBefore]; {
	case shanten == before:
		x.Features[callChange] = 1
	case shanten > before:
		x.Features[callChange] = 2
	}
}

// danger counts the opponents that look ready.
func danger(v engine.View) int {
	n := 0
	for s := range engine.NumSeats {
		if melds := v.Melds(s); s != v.Seat() && !v.IsOut(s) && (melds.N >= 2 || idle(v.River(), s)) {
			n++
		}
	}
	return n
}

// idle reports whether a seat has discarded its last three tiles as drawn.
func idle(river []engine.Riverside, seat int) bool {
	n := 0
	for _, r := range slices.Backward(river) {
		if r.Seat() != seat || r.Robbed() {
			continue
		}
		if !r.AsDrawn() {
			return false
		}
		if n++; n == 3 {
			return true
		}
	}
	return false
}
