package report

import (
	"math/rand/v2"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/sim"
)

// play makes up hands from..to−1 of a run of games of perGame hands among bots,
// the same on every call. They are no mahjong, but their books balance: every
// transfer has two sides, and what is counted agrees with what was paid. Bots
// with a higher number win a little more.
func play(from, to, perGame, bots int) *sim.Batch {
	b := new(sim.Batch)
	for h := from; h < to; h++ {
		r := rand.New(rand.NewPCG(uint64(h), 7))
		playHand(b, r, h, perGame, bots)
	}
	return b
}

func playHand(b *sim.Batch, r *rand.Rand, h, perGame, bots int) {
	o := sim.Outcome{
		Hand: int64(h), Game: int64(h / perGame), InGame: h % perGame,
		Dealer: r.IntN(4), Left: r.IntN(20),
	}
	o.Exhausted = r.IntN(6) == 0
	for s := range o.Seats {
		o.Seats[s] = deal(r, (s+h/perGame)%bots)
	}
	order := 0
	for s := range o.Seats {
		if r.IntN(100) < 60+4*o.Seats[s].Bot && order < 3 {
			order++
			b.Wins = append(b.Wins, win(&o, r, s, order))
		}
	}
	o.Winners, o.Wins = order, order
	for s := range o.Seats {
		end(&o, r, s)
	}
	b.Outcomes = append(b.Outcomes, o)
}

func deal(r *rand.Rand, bot int) sim.SeatOutcome {
	s := sim.SeatOutcome{Bot: bot, LongestSuit: 5 + (r.IntN(4)+r.IntN(4))/2, Pairs: r.IntN(6), GamePoints: 100}
	s.StartShanten = (s.LongestSuit + s.Pairs) % 6
	s.Milestones = engine.Milestones{Draws: 14, Cleared: uint8(2 + r.IntN(6)), Ready: never, Won: never}
	if r.IntN(10) > 0 {
		s.Ready, s.ReadyWide, s.ReadyLive = uint8(5+r.IntN(9)), uint8(1+r.IntN(3)), uint8(r.IntN(9))
	}
	return s
}

// win has a seat win on a discard of another or by drawing.
func win(o *sim.Outcome, r *rand.Rand, s, order int) sim.Win {
	seat := &o.Seats[s]
	seat.WinOrder = order
	seat.Won = uint8(7 + r.IntN(8))
	w := sim.Win{Hand: o.Hand, Order: order, Seat: s, From: r.IntN(4), Fan: r.IntN(3) * r.IntN(3)}
	w.Points, w.Draws = 1<<w.Fan, int(seat.Won)
	w.Patterns = fan.Of(fan.Pattern(r.IntN(int(fan.NumPatterns))))
	if w.From != s {
		seat.WinsByDiscard++
		o.Seats[w.From].DealIns++
		transfer(o, w.From, s, w.Points, engine.FromDealIns, engine.FromDiscardWins)
		return w
	}
	seat.WinsBySelfDraw++
	w.Situation = fan.BySelfDraw
	for p := range o.Seats {
		if p != s {
			transfer(o, p, s, w.Points, engine.FromSelfDrawPaid, engine.FromSelfDraws)
		}
	}
	return w
}

// end has a seat declare a kong and stand somewhere.
func end(o *sim.Outcome, r *rand.Rand, s int) {
	seat := &o.Seats[s]
	if r.IntN(5) == 0 {
		seat.AddedKongs, seat.Melds = 1, 1
		transfer(o, (s+1)%4, s, 1, engine.FromKongsPaid, engine.FromKongs)
	}
	switch {
	case seat.WinOrder > 0:
		seat.Ending = engine.Won
	case seat.Ready != never:
		seat.Ending = engine.Ready
	default:
		seat.Ending = engine.Standing(2 + r.IntN(2))
	}
}

func transfer(o *sim.Outcome, payer, payee, points int, paid, received engine.Source) {
	o.Seats[payer].Account[paid] -= int32(points)
	o.Seats[payee].Account[received] += int32(points)
}
