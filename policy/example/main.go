// Command example is xuezhan with one more bot. Its mine plays like fast, but
// gives up some acceptance for a discard that fewer opponents can use.
package main

import (
	"os"

	"xuezhan/cmd/xuezhan/command"
	"xuezhan/engine"
	"xuezhan/policy"
)

func main() {
	mine := policy.Entry{New: newMine}
	mine.Name, mine.Doc = "mine", "fast with an eye on what opponents can use"
	mine.Params = []policy.Param{{Name: "deaf", Doc: "accepted tiles an opponent without use for the discard is worth", Max: 20, Default: 1}}
	bots := policy.NewCatalog()
	bots.Add(mine)
	os.Exit(command.Main(bots))
}

// newMine replaces the discards of fast, but for those of the void suit.
func newMine(v policy.Values) policy.Parts {
	fast, _ := policy.Parse("fast")
	parts, usual, deaf := fast.Parts(), fast.Parts().Discard, v.Of("deaf")
	parts.Discard = policy.Choice(func(v engine.View, legal []engine.Action) engine.Action {
		held, void := v.Held(), v.Void(v.Seat())
		if held.HasSuit(void) {
			return usual.Choose(v, legal)
		}
		unseen, best, most := v.Unseen(), legal[0], -1
		_, options := v.Engine().Tables().BestDiscards(&held, int(v.Melds(v.Seat()).N), void, held.Kinds(), nil)
		for _, o := range options { // the discards that keep shanten lowest
			worth := unseen.CountOf(o.Kinds)
			for s := range engine.NumSeats {
				if s != v.Seat() && (v.IsOut(s) || v.Void(s) == o.Tile.Suit()) {
					worth += deaf
				}
			}
			if worth > most {
				best, most = engine.Discard(o.Tile), worth
			}
		}
		return best
	})
	return parts
}
