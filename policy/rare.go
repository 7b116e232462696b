package policy

import (
	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// newRare prefers what other bots seldom do, so that tests meet every rule: it
// keeps kongs back until the wall is nearly empty, passes wins and pungs now
// and then, robs every kong and claims the last discards. Otherwise it plays
// like fast, so that it gets far enough to have something to pass.
func newRare(Values) Parts {
	r := new(rare)
	part := func(choose Choice) Part { return &rarePart{r, choose} }
	f := &fast{voidTile: 12, voidShanten: 30}
	plan := &exchanger{pick: f.passShortest, taste: &f.taste}
	return Parts{
		Exchange: part(func(v engine.View, legal []engine.Action) engine.Action { return r.mostly(plan.Choose, 2, v, legal) }),
		Void:     part(r.void),
		Discard:  part(func(v engine.View, legal []engine.Action) engine.Action { return r.mostly(f.discard, 8, v, legal) }),
		Call:     part(r.call),
		Win:      part(r.win),
	}
}

// lateWall is the number of tiles in the wall from which rare declares the
// kongs it has kept.
const lateWall = 8

type rare struct{ random }

// rarePart shares one source of chance with the other parts.
type rarePart struct {
	*rare
	choose Choice
}

func (p *rarePart) Choose(v engine.View, legal []engine.Action) engine.Action {
	return p.choose(v, legal)
}

// once reports true in one of n cases.
func (r *rare) once(n int) bool { return below(r.pcg.Uint64(), n) == 0 }

// mostly plays like another part but for one of n cases.
func (r *rare) mostly(usual Choice, n int, v engine.View, legal []engine.Action) engine.Action {
	if r.once(n) {
		return r.random.Choose(v, legal)
	}
	return usual(v, legal)
}

// void names now and then a suit that it holds none of, or many.
func (r *rare) void(v engine.View, legal []engine.Action) engine.Action {
	if r.once(6) {
		return r.random.Choose(v, legal)
	}
	f := &fast{voidTile: 12, voidShanten: 30}
	return f.void(v, legal)
}

func (r *rare) call(v engine.View, legal []engine.Action) engine.Action {
	if v.Phase() == engine.PhaseTurn {
		return r.ownKong(v, legal)
	}
	if v.Left() == 0 {
		return legal[0]
	}
	return r.random.Choose(v, legal)
}

// ownKong declares a kong at once in one of four cases, and otherwise late.
func (r *rare) ownKong(v engine.View, legal []engine.Action) engine.Action {
	if v.Left() > lateWall && !r.once(4) {
		return engine.Pass
	}
	for _, a := range legal {
		if a.Kind() == engine.KindAddedKong || a.Kind() == engine.KindConcealedKong {
			return a
		}
	}
	return engine.Pass
}

// win robs, wins late and on kongs' replacements, and passes every other win.
func (r *rare) win(v engine.View, _ []engine.Action) engine.Action {
	own := v.Phase() == engine.PhaseTurn && v.Drawn() != tile.None
	if v.Phase() == engine.PhaseRob && !r.once(4) || v.Left() < lateWall && !r.once(3) || !own && r.once(3) || own && r.once(2) {
		return engine.Win
	}
	return engine.Pass
}
