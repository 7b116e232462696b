package study

import (
	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// The shapes that a hand may be played for, in the order of their codes.
const (
	goalNone = iota
	goalFlush
	goalPungs
	goalPairs
	goalFlushPungs
	goalFlushPairs
	goalRoot
	numGoals
)

var goalNames = [numGoals]string{"none", "flush", "pungs", "seven pairs", "flush, pungs", "flush, pairs", "one more root"}

// noDistance stands for the distance where there is no goal.
const noDistance = 9

// A goal is a shape, what it lacks and what it is worth.
type goal struct {
	name, missing int
	fan           int
	live          int // unseen tiles that bring it nearer
}

// A reach has a seat's tiles, to see what shapes they may become.
type reach struct {
	tables *shape.Tables
	held   tile.Held
	suits  [2]tile.Suit // other than the void one
	melds  int
	called tile.Kinds
	unseen tile.Held
}

func reachOf(v engine.View) reach {
	m := v.Melds(v.Seat())
	r := reach{tables: v.Engine().Tables(), held: v.Held(), melds: int(m.N), called: m.Kinds(), unseen: v.Unseen()}
	i := 0
	for s := range tile.Suit(tile.NumSuits) {
		if s != v.Void(v.Seat()) && i < len(r.suits) {
			r.suits[i] = s
			i++
		}
	}
	return r
}

// biggerGoal returns the shape worth more than n fan, the cap considered,
// that lacks the fewest tiles, of equal ones the dearest, and then the first. A
// shape's fan are its own and those of kongs declared; one more root is worth a
// root more than what is offered. No goal has a distance of noDistance.
func biggerGoal(v engine.View, offered int) goal {
	rules, r := v.Rules(), reachOf(v)
	melds := v.Melds(v.Seat())
	roots := rules.Root * melds.KongKinds().Len()
	best := goal{missing: noDistance}
	try := func(name, fan, missing int) {
		switch {
		case min(fan, rules.FanCap) <= min(offered, rules.FanCap) || missing > best.missing:
		case missing < best.missing || fan > best.fan:
			best = goal{name: name, missing: missing, fan: fan}
		}
	}
	if rules.FullFlush > 0 {
		try(goalFlush, rules.FullFlush+roots, r.missing(goalFlush))
	}
	if rules.AllPungs > 0 {
		try(goalPungs, rules.AllPungs+roots, r.missing(goalPungs))
		try(goalFlushPungs, rules.FullFlush+rules.AllPungs+roots, r.missing(goalFlushPungs))
	}
	if rules.SevenPairs > 0 && r.melds == 0 {
		try(goalPairs, rules.SevenPairs, r.missing(goalPairs))
		try(goalFlushPairs, rules.FullFlush+rules.SevenPairs, r.missing(goalFlushPairs))
	}
	if rules.Root > 0 && r.fourth() != 0 {
		try(goalRoot, offered+rules.Root, 2) // the fourth tile and the win
	}
	best.live = r.live(best.name, best.missing)
	return best
}

// missing returns how many tiles a shape lacks, noDistance where melds rule it
// out.
func (r *reach) missing(name int) int {
	a, b := r.held[r.suits[0]], r.held[r.suits[1]]
	switch name {
	case goalPungs:
		return r.tables.PungsMissing(shape.CountsOf(a)+shape.CountsOf(b), r.melds)
	case goalPairs:
		return r.tables.PairsMissing(r.tables.OutlineOf(a), r.tables.OutlineOf(b))
	}
	return min(r.missingIn(name, 0), r.missingIn(name, 1))
}

// missingIn returns how many tiles a flush lacks in the first or second suit.
func (r *reach) missingIn(name, which int) int {
	s := r.suits[which]
	if r.called&^tile.SuitKinds(s) != 0 {
		return noDistance
	}
	w := r.held[s]
	switch name {
	case goalFlushPungs:
		return r.tables.PungsMissing(shape.CountsOf(w), r.melds)
	case goalFlushPairs:
		return r.tables.PairsMissing(r.tables.OutlineOf(w), 0)
	}
	return r.tables.FlushMissing(r.tables.OutlineOf(w), r.melds)
}

// live counts the unseen tiles that bring a shape nearer than it is.
func (r *reach) live(name, missing int) int {
	switch name {
	case goalNone:
		return 0
	case goalRoot:
		return r.unseen.CountOf(r.fourth())
	}
	n, with := 0, *r
	for k := r.unseen.Kinds() & (tile.SuitKinds(r.suits[0]) | tile.SuitKinds(r.suits[1])); k != 0; k = k.Rest() {
		t := k.First()
		if with.held[t.Suit()].Total() >= shape.MaxTiles || r.held.Count(t) == tile.Copies {
			continue
		}
		with.held.Add(t)
		if with.missing(name) < missing {
			n += r.unseen.Count(t)
		}
		with.held.Remove(t)
	}
	return n
}

// fourth returns the kinds that the seat has three of, held or declared, and of
// which the fourth is unseen.
func (r *reach) fourth() tile.Kinds {
	three := r.held.Thrice() &^ r.held.Quads()
	three |= r.called // pungs; of kongs no tile is unseen
	return three & r.unseen.Kinds()
}
