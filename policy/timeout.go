package policy

import (
	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// newTimeout plays for an absent player as the planet page's clock does: it
// claims a win, passes calls, discards the drawn tile or else the last legal
// one, passes on the first legal tiles and names the suit it has the fewest
// of. Ties go to the first suit in the order characters, dots, bamboo.
func newTimeout(Values) Parts {
	return Parts{
		Exchange: Choice(first),
		Void:     Choice(timeoutVoid),
		Discard:  Choice(timeoutDiscard),
		Call:     Choice(never),
		Win:      Choice(always),
	}
}

func first(_ engine.View, legal []engine.Action) engine.Action { return legal[0] }

func never(engine.View, []engine.Action) engine.Action { return engine.Pass }

func always(engine.View, []engine.Action) engine.Action { return engine.Win }

func timeoutVoid(v engine.View, legal []engine.Action) engine.Action {
	held := v.Held()
	fewest := tile.Characters
	for s := range tile.Suit(tile.NumSuits) {
		if held[s].Total() < held[fewest].Total() {
			fewest = s
		}
	}
	return voidAction(legal, fewest)
}

// voidAction returns the first action that names the suit: with the rules that
// commit a tile, its lowest.
func voidAction(legal []engine.Action, s tile.Suit) engine.Action {
	return taste(0).voidAction(legal, s)
}

// voidAction is voidAction with the first tile to taste.
func (t taste) voidAction(legal []engine.Action, s tile.Suit) engine.Action {
	best := engine.Pass
	for _, a := range legal {
		if a.Suit() == s && (best == engine.Pass || t.prefers(a.Tile(), best.Tile())) {
			best = a
		}
	}
	if best == engine.Pass {
		panic("policy: a suit that cannot be named")
	}
	return best
}

func timeoutDiscard(v engine.View, legal []engine.Action) engine.Action {
	last := legal[len(legal)-1]
	if t := v.Drawn(); t != tile.None {
		for _, a := range legal {
			if a == engine.Discard(t) {
				return a
			}
		}
	}
	return last
}
