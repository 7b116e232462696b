package study

import (
	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// The labels of Wait.
const (
	labelReady = iota
	labelWidest
	labelNarrowest
	labelAway
)

// The features of Wait.
const (
	waitKinds = iota
	waitLive
	waitForm
	waitLeft
	waitShanten
	waitAway
	waitActive
	waitMelds
)

// The forms of a wait.
const (
	formEdge = iota
	formClosed
	formSingle
	formTwoPairs
	formOpen
	formPairs // seven pairs lack one
	formMore
	formNone // not ready
)

// aboutWait is what there is to know of asking [Wait].
func aboutWait() Kind {
	return Kind{
		Name:  "wait",
		Short: "what is a wait worth; narrow now, or wide a draw later?",
		Long: `study wait forks every hand at the first discard by which a studied seat could be
ready. It tries a discard for each different wait, and the one that leaves the seat
one tile from ready with the most live acceptance. The seat plays on as its own bot.

The answer is divided by the number of kinds waited on, by their live tiles, by the
form of the wait (edge 12, closed 13, single, two pairs, open 23, seven pairs,
other), and by tiles left. The widest wait, the one with most live tiles, is compared with being
one away and with the narrowest.`,
		Example: `  xuezhan study wait --hands 2000
  xuezhan study wait --rules wap-flow --hands 2000 --plots pictures`,
		ask: func(*Values) (*Question, error) { return Wait(), nil },
	}
}

// Wait asks what a wait is worth. Its moments are the first discard of a seat in a
// hand by which it could be ready. The alternatives are a discard for each
// different wait, and the one that leaves the seat one tile from ready with the
// most live acceptance. All play on as their own bot.
func Wait() *Question {
	return &Question{
		Name:    "wait",
		Doc:     "what is a wait worth, and is a narrow one now better than a wide one a draw later?",
		Labels:  []string{"ready", "widest", "narrowest", "one away"},
		Phrases: []string{"being ready", "being ready at the widest", "being ready at the narrowest", "waiting for a wider one"},
		Features: []Feature{
			{"kinds", "kinds", "kinds waited on; 0 where the discard leaves the seat one away"},
			{"live", "tiles", "unseen tiles of these; one away, unseen tiles that make it ready"},
			{"form", "code", "0 edge (12 or 89), 1 closed (13), 2 single, 3 two pairs, 4 open (23), 5 seven pairs, 6 other or more kinds, 7 not ready"},
			{"left", "tiles", "tiles left in the wall"},
			{"shanten", "tiles", "shanten after the discard"},
			{"away_live", "tiles", "live acceptance of the best discard that leaves the seat one away; 0 without one"},
			{"active", "seats", "opponents still in the hand"},
			{"melds", "melds", "melds of the seat"},
		},
		Moment:    waitMoment,
		Contrasts: []Contrast{{labelWidest, labelAway}, {labelWidest, labelNarrowest}},
		Main: Group{
			Text:  "hands whose widest wait is on one kind",
			Holds: func(f *Features) bool { return f[waitKinds] == 1 },
		},
		Strata: []Strata{
			Bins("kinds waited on", waitKinds, 1, 2, 3, 4),
			Bins("live tiles waited on", waitLive, 0, 1, 2, 3, 4, 5, 6, 8, 10),
			Named("form of the wait", waitForm, "edge", "closed", "single", "two pairs", "open", "seven pairs", "other"),
			LeftStrata(waitLeft),
			Bins("live tiles one away", waitAway, 1, 10, 15, 20, 25),
		},
		Map: &Map{
			Title:   "what the widest wait is worth more than being one away",
			Rows:    LeftStrata(waitLeft),
			Columns: Bins("live tiles waited on", waitLive, 0, 1, 2, 3, 4, 5, 6, 8, 10),
		},
	}
}

// A readiness is a discard and what it leaves the seat to wait for.
type readiness struct {
	shape.Discard
	live int
}

// waitMoment recognises the first discard of a seat by which it could be ready.
func waitMoment(m *Moment) bool {
	v := m.View
	if m.Forks > 0 || v.Phase() != engine.PhaseTurn || m.Legal[len(m.Legal)-1] == engine.Win {
		return false
	}
	var room [14]readiness
	ready, away := readyDiscards(m, room[:0])
	if len(ready) == 0 {
		return false
	}
	melds := v.Melds(v.Seat())
	m.Features[waitLeft], m.Features[waitActive] = int16(v.Left()), int16(opponents(v))
	m.Features[waitMelds], m.Features[waitAway] = int16(melds.N), int16(max(away.live, 0))
	narrowest := 0
	for i := range ready {
		if ready[i].live < ready[narrowest].live {
			narrowest = i
		}
	}
	for i := range ready {
		a := m.addReady(&ready[i])
		if i == 0 {
			a.Labels |= 1 << labelWidest
			m.Features = a.Features
		}
		if i == narrowest && i > 0 {
			a.Labels |= 1 << labelNarrowest
		}
	}
	if away.live >= 0 {
		a := m.Force(labelAway, 0, engine.Discard(away.Tile))
		a.Features[waitKinds], a.Features[waitLive], a.Features[waitShanten] = 0, int16(away.live), 1
		a.Features[waitForm] = formNone
	}
	return true
}

// addReady adds the alternative of a discard that makes the seat ready.
func (m *Moment) addReady(r *readiness) *Alternative {
	a := m.Force(labelReady, 0, engine.Discard(r.Tile))
	held := m.View.Held()
	held.Remove(r.Tile)
	a.Features[waitKinds], a.Features[waitLive] = int16(r.Kinds.Len()), int16(r.live)
	a.Features[waitForm] = int16(formOf(m.View.Engine().Tables(), held, r.Kinds))
	return a
}

// readyDiscards returns a discard for each wait, the one with most live tiles
// first, and the best that leaves the seat one away, with −1 live tiles for none.
// Among discards that come to the same the bot's own stands for all.
func readyDiscards(m *Moment, dst []readiness) (ready []readiness, away readiness) {
	v := m.View
	away.live = -1
	held, melds, void := v.Held(), v.Melds(v.Seat()), v.Void(v.Seat())
	if held.HasSuit(void) && held[void].Total() > 1 {
		return dst, away
	}
	unseen := v.Unseen()
	var room [14]shape.Discard
	for _, d := range v.Engine().Tables().AllDiscards(&held, int(melds.N), void, v.Discards(), room[:0]) {
		r := readiness{d, unseen.CountOf(d.Kinds)}
		switch {
		case d.Shanten == 0 && d.Kinds != 0:
			dst = addWait(dst, r, m.Own)
		case d.Shanten == 1 && (r.live > away.live || r.live == away.live && engine.Discard(d.Tile) == m.Own):
			away = r
		}
	}
	for i := range dst {
		if dst[i].live > dst[0].live {
			dst[0], dst[i] = dst[i], dst[0]
		}
	}
	return dst, away
}

// addWait adds a discard unless its wait is there already.
func addWait(list []readiness, r readiness, own engine.Action) []readiness {
	for i := range list {
		if list[i].Kinds == r.Kinds {
			if engine.Discard(r.Tile) == own {
				list[i] = r
			}
			return list
		}
	}
	return append(list, r)
}

// formOf returns the form of the wait of held tiles, melds aside. Of several
// readings of one kind or two the first in the order edge, closed, single, seven
// pairs and two pairs, open counts.
func formOf(t *shape.Tables, held tile.Held, kinds tile.Kinds) int {
	first, second := kinds.First(), kinds.Rest().First()
	s := splitter{t, held}
	switch kinds.Len() {
	case 1:
		rank := first.Rank()
		switch {
		case rank == 3 && s.isRun(first-2, first-1), rank == 7 && s.isRun(first+1, first+2):
			return formEdge
		case rank > 1 && rank < tile.Ranks && s.isRun(first-1, first+1):
			return formClosed
		case s.held.Count(first) == 0 || !s.isGroups(s.held.Without(first), 0):
			return formPairs
		}
		return formSingle
	case 2:
		switch {
		case s.arePairs(first, second):
			return formTwoPairs
		case first.Suit() == second.Suit() && second == first+3 && s.isRun(first+1, first+2):
			return formOpen
		}
	}
	return formMore
}

// A splitter takes held tiles apart.
type splitter struct {
	tables *shape.Tables
	held   tile.Held
}

// isRun reports whether the tiles are groups and a pair in addition to these two.
func (s splitter) isRun(a, b tile.Tile) bool {
	if s.held.Count(a) == 0 || s.held.Count(b) == 0 {
		return false
	}
	return s.isGroups(s.held.Without(a).Without(b), 1)
}

// arePairs reports whether the tiles are groups in addition to two pairs of these.
func (s splitter) arePairs(a, b tile.Tile) bool {
	if s.held.Count(a) < 2 || s.held.Count(b) < 2 {
		return false
	}
	return s.isGroups(s.held.Without(a).Without(a).Without(b).Without(b), 0)
}

// isGroups reports whether tiles are groups and a number of pairs, 0 or 1.
func (s splitter) isGroups(h tile.Held, pairs int) bool {
	for _, w := range h {
		n := w.Total()
		extra := n % 3 / 2
		if n%3 == 1 || s.tables.Distances(w)[extra][n/3] != 0 {
			return false
		}
		pairs -= extra
	}
	return pairs == 0
}
