package report

import (
	"math/bits"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/sim"
)

// never is what the engine's milestones say of what did not happen.
const never = 255

// addTable takes what a hand has once for the whole table.
func (t *Tally) addTable(o *sim.Outcome) {
	u := &t.unit
	t.hands++
	t.winners[o.Winners]++
	u.hands++
	u.wins += o.Wins
	if o.Exhausted {
		u.exhausted++
	}
}

// addSeat takes one seat of a hand.
func (t *Tally) addSeat(o *sim.Outcome, seat int) {
	s := &o.Seats[seat]
	u := &t.unit.bots[s.Bot]
	total := u.sums.addAccount(&s.Account)
	u.starts.add(s, total)
	u.openings.addOpening(s, total)
	t.bots[s.Bot].gained[pointClass(total)]++
	u.sums.add(hands, 1)
	u.sums.addWins(s)
	u.sums.addPosition(o, seat, total)
	u.sums.add(concealedKongs, int64(s.ConcealedKongs))
	u.sums.add(claimedKongs, int64(s.ClaimedKongs))
	u.sums.add(addedKongs, int64(s.AddedKongs))
	if o.Exhausted {
		u.sums.addEnding(s.Ending)
	}
	if s.Forfeited {
		t.bots[s.Bot].forfeited++
	}
	t.bots[s.Bot].addMilestones(&u.sums, &s.Milestones)
}

// addAccount adds a seat's points by source and returns their total.
func (u *unitSums) addAccount(a *engine.Account) int64 {
	total := int64(0)
	for s, p := range a {
		total += int64(p)
		u.add(firstSource+measure(s), int64(p))
		if sum := groupSums[s]; sum != noSum {
			u.add(sum, int64(p))
		}
	}
	u.add(points, total)
	return total
}

// addWins adds how often a seat won, and others on its tiles.
func (u *unitSums) addWins(s *sim.SeatOutcome) {
	u.add(dealIns, int64(s.DealIns))
	if s.WinOrder == 0 {
		return
	}
	u.add(won, 1)
	u.add(discardWins, int64(s.WinsByDiscard))
	u.add(selfDraws, int64(s.WinsBySelfDraw))
	u.add(robbings, int64(s.WinsByRobbing))
	u.add(wins, int64(s.WinsByDiscard+s.WinsBySelfDraw+s.WinsByRobbing))
}

// addPosition adds a seat's points under its place at the table and its order
// among the winners.
func (u *unitSums) addPosition(o *sim.Outcome, seat int, total int64) {
	order := measure(o.Seats[seat].WinOrder)
	u.add(firstOrder+order, 1)
	u.add(firstOrderPoints+order, total)
	if seat == o.Dealer {
		u.add(dealers, 1)
		u.add(dealerPoints, total)
	} else {
		u.add(others, 1)
		u.add(otherPoints, total)
	}
}

// addEnding adds where a seat stands at exhaustion.
func (u *unitSums) addEnding(e engine.Standing) {
	if e == engine.Won {
		return
	}
	u.add(unwon, 1)
	switch e {
	case engine.Ready:
		u.add(unwonReady, 1)
	case engine.FlowerPig:
		u.add(pigs, 1)
	}
}

// addMilestones adds when a seat got where.
func (b *bot) addMilestones(u *unitSums, m *engine.Milestones) {
	if m.Cleared != never {
		u.add(cleared, 1)
		u.add(clearedDraws, int64(m.Cleared))
		b.cleared.Add(int(m.Cleared))
	}
	if m.Ready != never {
		u.add(ready, 1)
		u.add(readyDraws, int64(m.Ready))
		u.add(readyWide, int64(m.ReadyWide))
		u.add(readyLive, int64(m.ReadyLive))
		b.ready.Add(int(m.Ready))
	}
	if m.Won != never {
		u.add(wonDraws, int64(m.Won))
		b.won.Add(int(m.Won))
	}
}

// addWin takes one win of a bot.
func (t *Tally) addWin(b int, w *sim.Win) {
	u := &t.unit.bots[b].sums
	u.add(winFan, int64(w.Fan))
	u.add(winPoints, int64(w.Points))
	t.bots[b].fans[min(w.Fan, maxFan)]++
	t.bots[b].winDraws.Add(w.Draws)
	for p := uint32(w.Patterns); p != 0; p &= p - 1 {
		t.bots[b].patterns[bits.TrailingZeros32(p)]++
	}
}

// rank keeps where the game stands after a hand.
func (u *unit) rank(o *sim.Outcome, by rules.Ranking) {
	var gained [engine.NumSeats]int
	for s := range o.Seats {
		gained[s] = o.Seats[s].Account.Total()
		u.sitting[s] = o.Seats[s].Bot
		u.running[s] = o.Seats[s].GamePoints + gained[s]
	}
	if by != rules.ByPlacePoints {
		return
	}
	// First to fourth place of a hand are worth 4 to 1, twice 5 less the place;
	// equals share.
	for s := range gained {
		u.ranked[s] += 2*(engine.NumSeats+1) - doublePlace(&gained, s)
	}
}

// place takes the end of a game.
func (u *unit) place(by rules.Ranking) {
	score := &u.running
	if by == rules.ByPlacePoints {
		score = &u.ranked
	}
	for s, b := range u.sitting {
		sums := &u.bots[b].sums
		sums.add(games, 1)
		sums.add(finalPoints, int64(u.running[s]))
		sums.add(placeSum, int64(doublePlace(score, s)))
		sums.add(firstPlace+measure(above(score, s)), 1)
	}
}

// above returns how many seats score more than s.
func above(score *[engine.NumSeats]int, s int) int {
	n := 0
	for _, x := range score {
		if x > score[s] {
			n++
		}
	}
	return n
}

// doublePlace returns twice the place of seat s, where equals share the mean of
// their places: 2 for a sole first, 5 for all equal.
func doublePlace(score *[engine.NumSeats]int, s int) int {
	place := 1
	for _, x := range score {
		switch {
		case x > score[s]:
			place += 2
		case x == score[s]:
			place++ // s itself is among these
		}
	}
	return place
}
