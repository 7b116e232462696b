package dataset

import (
	"math/rand/v2"
	"strconv"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
	"xuezhan/sim"
)

// testInputs are those of a run of so many hands.
func testInputs(hands, partHands int64) Inputs {
	preset, err := rules.Lookup(rules.Names()[1])
	if err != nil {
		panic(err)
	}
	return Inputs{
		Version:   "test",
		Rules:     preset,
		Seed:      1<<63 + 1,
		Walls:     "lanes",
		Bots:      []Bot{{"fast", "0011223344556677"}, {"value:flush=1.3,discard=guard", "8899aabbccddeeff"}},
		Seats:     [engine.NumSeats]int{0, 1, 0, 1},
		Rotate:    true,
		Hands:     hands,
		PartHands: partHands,
	}
}

func testParts(in Inputs) []sim.Part {
	var parts []sim.Part
	for first := int64(0); first < in.Hands; first += in.PartHands {
		parts = append(parts, sim.Part{Index: len(parts), First: first, Hands: min(in.PartHands, in.Hands-first)})
	}
	return parts
}

// few returns small numbers, as most of a hand's are.
func few(r *rand.Rand, most int) int {
	n := 0
	for n < most && r.IntN(3) == 0 {
		n++
	}
	return n
}

// randomBatch makes up hands with values in the ranges of real ones.
func randomBatch(r *rand.Rand, first int64, hands int) *sim.Batch {
	b := new(sim.Batch)
	for i := range hands {
		hand := first + int64(i)
		o := sim.Outcome{
			Hand: hand, Game: hand / 8, InGame: int(hand % 8),
			Dealer: r.IntN(4), Direction: r.IntN(4), Left: r.IntN(56), Exhausted: r.IntN(7) == 0,
			Winners: r.IntN(4), Actions: 60 + r.IntN(120), Trace: r.Uint64(),
		}
		for s := range o.Seats {
			o.Seats[s] = randomSeat(r)
		}
		o.Wins = o.Winners + few(r, 5)
		for k := range o.Wins {
			b.Wins = append(b.Wins, sim.Win{
				Hand: hand, Order: k + 1, Seat: r.IntN(4), From: r.IntN(4), Tile: tile.Tile(r.IntN(tile.Count + 1)),
				Situation: fan.Situation(1) << few(r, 7) >> 1,
				Patterns:  fan.Patterns(1<<fan.NumPatterns-1) & (1 << few(r, 18) >> 1 * 5),
				Fan:       few(r, 9), Points: 1 << few(r, 5), Left: r.IntN(56), Draws: r.IntN(20),
			})
		}
		b.Outcomes = append(b.Outcomes, o)
	}
	return b
}

func randomSeat(r *rand.Rand) sim.SeatOutcome {
	s := sim.SeatOutcome{
		Bot:          r.IntN(2),
		StartShanten: few(r, 7) - 1, LongestSuit: 5 + few(r, 9), Pairs: few(r, 7),
		ExchangeSuit: tile.Suit(r.IntN(4)), Void: tile.Suit(r.IntN(3)), VoidTiles: few(r, 6), VoidShanten: few(r, 7) - 1,
		Milestones: engine.Milestones{
			Draws: uint8(r.IntN(20)), Cleared: uint8(few(r, 9)),
			Ready: uint8(r.IntN(16)), ReadyWide: uint8(1 + few(r, 8)), ReadyLive: uint8(few(r, 12)),
			Won: uint8(r.IntN(20)),
		},
		Melds: few(r, 4), ConcealedKongs: few(r, 2), ClaimedKongs: few(r, 2), AddedKongs: few(r, 2),
		WinsByDiscard: few(r, 3), WinsBySelfDraw: few(r, 3), WinsByRobbing: few(r, 1), DealIns: few(r, 3),
		WinOrder: r.IntN(4), Ending: engine.Standing(r.IntN(4)), GamePoints: r.IntN(200) - 100,
	}
	if r.IntN(20) == 0 {
		s.Cleared = never
	}
	if r.IntN(5) == 0 {
		s.Milestones.Ready, s.ReadyWide, s.ReadyLive = never, 0, 0
	}
	if r.IntN(4) == 0 {
		s.Won = never
	}
	s.Forfeited = r.IntN(30) == 0
	for k := range s.Account {
		if r.IntN(5) == 0 {
			s.Account[k] = int32(few(r, 6)) << few(r, 4) * int32(1-2*r.IntN(2))
		}
	}
	return s
}

// writeRun stores made-up hands and returns them, a batch a part.
func writeRun(w *Writer, parts []sim.Part) ([]*sim.Batch, error) {
	r := rand.New(rand.NewPCG(1, 2))
	var batches []*sim.Batch
	for _, p := range parts {
		b := randomBatch(r, p.First, int(p.Hands))
		batches = append(batches, b)
		if err := writePart(w, p, b); err != nil {
			return nil, err
		}
	}
	return batches, w.Finish("digest of " + strconv.Itoa(len(parts)))
}

func writePart(w *Writer, p sim.Part, b *sim.Batch) error {
	sink, err := w.Begin(p)
	if err != nil {
		return err
	}
	if err := sink.Write(b); err != nil {
		sink.Abort()
		return err
	}
	return sink.Commit()
}
