package policy

import (
	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A threat is what is public of an opponent that may win on a discard.
type threat struct {
	seat  int
	void  tile.Suit
	safe  tile.Kinds         // discarded since its tiles last changed, and not won on
	stage int                // its melds, or that it has won and waits on
	lean  [tile.NumSuits]int // how much it goes for each suit
	loud  bool               // shows a big hand: a kong, or two melds of one suit
}

// The steps of what discards are judged by.
const (
	dangerWall   = 7 // steps of eight tiles of the wall
	dangerStages = 6 // none to four melds, or a winner that waits on
	dangerLeans  = 4 // how much an opponent goes for a suit
	dangerUnseen = 4 // copies of the tile that are not seen
	dangerRanks  = 3 // 1 and 9, 2 and 8, the rest
	winnerStage  = dangerStages - 1
)

// A dangers has the average cost of a discard to an opponent, in milli-points.
type dangers [dangerStages][dangerLeans][dangerUnseen][dangerRanks]uint16

// threats appends to dst what is public of the opponents that may still win.
func threats(v engine.View, dst []threat) []threat {
	var discards [engine.NumSeats][tile.NumSuits]int
	var since [engine.NumSeats]tile.Kinds
	for _, r := range v.River() {
		t, s := r.Tile(), r.Seat()
		discards[s][t.Suit()]++
		for other := range since {
			since[other] |= t.Bit()
		}
		since[s] = 0
	}
	for s := range engine.NumSeats {
		if s == v.Seat() || v.IsOut(s) {
			continue
		}
		m := v.Melds(s)
		x := threat{seat: s, void: v.Void(s), safe: since[s], stage: int(m.N)}
		if v.HasWon(s) {
			x.stage = winnerStage
		}
		x.loud = showsBig(&m)
		for suit := range tile.Suit(tile.NumSuits) {
			x.lean[suit] = leanTo(&discards[s], m.Kinds(), suit, x.void)
		}
		dst = append(dst, x)
	}
	return dst
}

// showsBig reports whether melds promise more than a plain win: a kong, or two
// melds or more that are all of one suit.
func showsBig(m *tile.Melds) bool {
	for _, x := range m.All() {
		if x.IsKong() {
			return true
		}
	}
	k := m.Kinds()
	return m.N >= 2 && k&^tile.SuitKinds(k.First().Suit()) == 0
}

// leanTo says how much an opponent goes for a suit: 3 if nothing speaks against
// a flush, else 2, 1 or 0 by what it discarded of the suit and of its other live
// one.
func leanTo(discards *[tile.NumSuits]int, melds tile.Kinds, s, void tile.Suit) int {
	own, other := discards[s], 0
	for x, n := range discards {
		if tile.Suit(x) != s && tile.Suit(x) != void {
			other += n
		}
	}
	switch {
	case melds&^tile.SuitKinds(s) == 0 && own <= 1 && other >= own+3:
		return 3
	case other >= own+2:
		return 2
	case own >= other+2:
		return 0
	}
	return 1
}

// rankStep tells ranks apart by how many groups they fit into.
func rankStep(t tile.Tile) int {
	r := t.Rank()
	return min(r-1, tile.Ranks-r, dangerRanks-1)
}

// cost returns what discarding a tile of which so many are not seen costs to an
// opponent on average, in milli-points.
func (x *threat) cost(d *dangers, t tile.Tile, unseen int) int {
	if t.Suit() == x.void || x.safe.Has(t) {
		return 0
	}
	return int(d[x.stage][x.lean[t.Suit()]][min(unseen, dangerUnseen-1)][rankStep(t)])
}

// risks returns what the discards of a set cost on average, in milli-points.
func (b *valuer) risks(o *outlook, among tile.Kinds) (risk [tile.Count]int) {
	if b.danger == 0 {
		return risk
	}
	step := min(o.view.Left()/8, dangerWall-1)
	d := &battleDangers[step]
	if o.rules.AfterWin == rules.Stay {
		d = &flowDangers[step]
	}
	var room [engine.NumSeats]threat
	list := threats(o.view, room[:0])
	for k := among; k != 0; k = k.Rest() {
		t := k.First()
		n := o.unseen.Count(t)
		for i := range list {
			cost := list[i].cost(d, t, n)
			if list[i].loud {
				cost += cost * b.loud / thousand
			}
			risk[t] += cost
		}
		risk[t] = risk[t] * b.danger / thousand
	}
	return risk
}
