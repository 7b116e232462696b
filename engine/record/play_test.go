package record

import (
	"math/rand/v2"
	"sync"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

var tables = sync.OnceValue(shape.New)

// play plays a hand of a deck made from the seed with seats that like to win
// and to call, and records it.
func play(t testing.TB, r rules.Rules, seed uint64) *Record {
	t.Helper()
	pcg := rand.New(rand.NewPCG(seed, 7))
	d := engine.Deck{
		Tiles: sortedTiles, Dealer: pcg.IntN(4),
		Direction: rules.Right + rules.Direction(pcg.IntN(3)), Lanes: seed%3 == 2,
	}
	pcg.Shuffle(tile.Total, func(i, j int) { d.Tiles[i], d.Tiles[j] = d.Tiles[j], d.Tiles[i] })
	plain, err := engine.New(r, tables())
	if err != nil {
		t.Fatal(err)
	}
	var rec Recorder
	e := plain.Observed(&rec, engine.AllEvents)
	var h engine.Hand
	e.Deal(&h, &d)
	for !h.Over() {
		legal := e.Legal(&h, nil)
		e.Apply(&h, choose(e, &h, legal, pcg))
	}
	out := &Record{
		Rules: r, Deck: d, Seeded: true, Seed: seed, Hand: 5, Visibility: Full,
		Events: append([]engine.Event(nil), rec.Events()...), Ledger: *h.Ledger(),
	}
	for s := range out.Seats {
		out.Seats[s] = []string{"eager", "eager", `odd "one" <&>`, ""}[s]
	}
	return out
}

// choose wins when it can, mostly, and calls often. The shortest suit becomes
// void, and lone tiles go first.
func choose(e *engine.Engine, h *engine.Hand, legal []engine.Action, pcg *rand.Rand) engine.Action {
	held := h.Held(h.Asked())
	best, bestValue := legal[0], -1.0
	for _, a := range legal {
		value := pcg.Float64()
		switch a.Kind() {
		case engine.KindWin:
			value += 9
		case engine.KindConcealedKong, engine.KindAddedKong, engine.KindKong, engine.KindPung:
			value += 6 * pcg.Float64()
		case engine.KindNameVoid, engine.KindCommitVoid:
			value += 14 - float64(held[a.Suit()].Total())
		case engine.KindDiscard:
			after := held.Without(a.Tile())
			melds := h.Melds(h.Asked())
			value += 8 - float64(e.Tables().Shanten(&after, int(melds.N), h.Void(h.Asked())))
		}
		if value > bestValue {
			best, bestValue = a, value
		}
	}
	return best
}
