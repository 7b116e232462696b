package external_test

import (
	"xuezhan/engine"
	"xuezhan/engine/tile"
	"xuezhan/policy"
)

// The sample bots' play, as a built-in bot.

// shortestCatalog has the built-in bots and "shortest".
func shortestCatalog(open policy.Opener) *policy.Catalog {
	c := policy.NewCatalog()
	c.Add(policy.Entry{
		Description: policy.Description{Name: "shortest", Doc: "plays like the sample bots"},
		New: func(policy.Values) policy.Parts {
			return policy.Parts{
				Exchange: policy.Choice(shortestSuit), Void: policy.Choice(shortestSuit),
				Discard: policy.Choice(loosestTile),
				Call:    policy.Choice(func(engine.View, []engine.Action) engine.Action { return engine.Pass }),
				Win:     policy.Choice(func(engine.View, []engine.Action) engine.Action { return engine.Win }),
			}
		},
	})
	return c.WithExternal(open)
}

// shortestSuit returns the first action on the suit with the fewest tiles.
func shortestSuit(v engine.View, legal []engine.Action) engine.Action {
	held, passed := v.Held(), v.PassedOn()
	best, fewest := legal[0], 100
	for _, a := range legal {
		suit := a.Suit()
		if a.Kind() == engine.KindExchange {
			suit = a.Tile().Suit()
		}
		if n := held[suit].Total() + passed[suit].Total(); n < fewest {
			best, fewest = a, n
		}
	}
	return best
}

// loosestTile returns the lowest tile of the void suit, or the one that has the
// fewest copies and neighbours.
func loosestTile(v engine.View, legal []engine.Action) engine.Action {
	held := v.Held()
	best, least := legal[0], 100
	for _, a := range legal {
		t := a.Tile()
		if t.Suit() == v.Void(v.Seat()) {
			return a
		}
		worth := 4 * (held.Count(t) - 1)
		for _, n := range []struct{ step, gain int }{{-2, 1}, {-1, 2}, {1, 2}, {2, 1}} {
			if r := t.Rank() + n.step; r >= 1 && r <= tile.Ranks {
				worth += n.gain * held.Count(tile.Of(t.Suit(), r))
			}
		}
		if worth < least {
			best, least = a, worth
		}
	}
	return best
}
