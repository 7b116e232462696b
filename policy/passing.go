package policy

import "xuezhan/engine/rules"

// What a declined win is worth more or less than the win is a weighted sum of a few
// measures of the position, fitted to hands that were played on both ways from the
// same offer. All are counted in thousandths.
const (
	passOne    = iota // 1
	passPoints        // points offered, from each who pays
	passTaken         // worth of the win
	passReady         // worth of being ready
	passOver          // what is left without the win is worth so much more than that
	passGoal          // worth of the best goal for which more is lacking
	passMore          // as far as it is more than that of being ready
	passPay           // what a win of the waits pays on average
	passChance        // chance to win on them
	passChance2
	passLive // live tiles of the waits, those that others can discard counted twice or so
	passLeft // wall left, of a full one
	passLeft2
	passOthers // opponents still in the hand
	passOthers2
	passChancePoints // products of the above
	passChanceLeft
	passLeftPoints
	passLeftLive
	passLeftOthers
	passLeftGoal
	passLeftReady
	numPassing
)

// A passing has the weights of the measures, in thousandths.
type passing [numPassing]int64

// A passMeasures has the measures of one offer, in thousandths.
type passMeasures [numPassing]int64

// measurePass measures an offer of n points: the win is worth taken, the tiles
// are those that are left without it, and all that they may become is worth worth.
func (b *valuer) measurePass(o *outlook, h *hand, points, taken, worth int) (x passMeasures) {
	weights, pay := b.waits(o, h)
	ready := int64(o.odds.share(&o.odds.win, 1, weights, pay))
	chance := int64(o.odds.chance(&o.odds.win, 1, weights)) * thousand >> oddsBits
	left, others := int64(o.left)*thousand/fullWall, int64(o.payers)*thousand
	goal := int64(b.furtherGoal(o, h))
	live, offered := int64(weights)*10, int64(points)*thousand // in hundreds of sixteenths
	return passMeasures{
		passOne: thousand, passPoints: offered, passTaken: int64(taken),
		passReady: ready, passOver: int64(worth) - ready, passGoal: goal, passMore: max(goal-ready, 0),
		passPay: int64(pay), passChance: chance, passChance2: times(chance, chance), passLive: live,
		passLeft: left, passLeft2: times(left, left), passOthers: others, passOthers2: times(others, others),
		passChancePoints: times(chance, offered), passChanceLeft: times(chance, left),
		passLeftPoints: times(left, offered), passLeftLive: times(left, live), passLeftOthers: times(left, others),
		passLeftGoal: times(left, goal), passLeftReady: times(left, ready),
	}
}

// times multiplies thousandths.
func times(a, b int64) int64 { return a * b / thousand }

// gain returns by how much passing is worth more than taking, in milli-points.
func (w *passing) gain(x *passMeasures) int {
	sum := int64(0)
	for i := range x {
		sum += w[i] * x[i]
	}
	return int(sum / thousand)
}

// passingOf returns the weights for an offer under some rules. Without an exchange
// hands take longer, so that blood battle has weights of its own there.
func passingOf(r *rules.Rules, own bool) *passing {
	switch {
	case r.AfterWin == rules.Leave && r.ExchangeTiles == 0:
		return &slowPassing
	case r.AfterWin == rules.Leave:
		return &battlePassing
	case own:
		return &flowDrawnPassing
	}
	return &flowPassing
}

// furtherGoal returns the worth of the best goal but for being ready.
func (b *valuer) furtherGoal(o *outlook, h *hand) int {
	x := assessment{valuer: b, outlook: o, hand: h}
	x.begin()
	best, l := 0, x.asItIs()
	for i := range x.targets[:x.n] {
		if t := &x.targets[i]; t.goal != (goal{anyGroups, both}) {
			best = max(best, o.odds.share(&o.odds.win, t.missing, x.accepted(t, t.missing, &l), t.most[0]))
		}
	}
	return best
}
