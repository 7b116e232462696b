package policy

import (
	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A threat is what is public of an opponent that may win on a discard.
type threat struct {
	seat  int
	kinds tile.Kinds // that it may win on: not its void suit, nor what it has just let pass
	stage int        // its melds, or that it has won and waits on
	loud  bool       // shows a big hand: a kong, or two melds of one suit

	shed  [tile.NumSuits]uint8 // its discards of each suit
	melds tile.Kinds
	void  tile.Suit
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
	safe := passed(v)
	for s := range engine.NumSeats {
		if s == v.Seat() || v.IsOut(s) {
			continue
		}
		m, void := v.Melds(s), v.Void(s)
		dst = append(dst, threat{})
		x := &dst[len(dst)-1]
		x.seat, x.kinds, x.stage = s, tile.AllKinds&^tile.SuitKinds(void)&^safe[s], int(m.N)
		if v.HasWon(s) {
			x.stage = winnerStage
		}
		x.loud = m.N > 0 && showsBig(&m)
		x.shed, x.melds, x.void = v.Shed(s), m.Kinds(), void
	}
	return dst
}

// passed returns the kinds that each opponent has let pass since its own last tile in
// the river: those behind it. The river is read from its end until all opponents in
// the hand are met.
func passed(v engine.View) (safe [engine.NumSeats]tile.Kinds) {
	var wanted uint
	for s := range engine.NumSeats {
		if s != v.Seat() && !v.IsOut(s) {
			wanted |= 1 << s
		}
	}
	river := v.River()
	var since tile.Kinds
	for i := len(river) - 1; i >= 0 && wanted != 0; i-- {
		r := river[i]
		if s := r.Seat(); wanted>>s&1 != 0 {
			safe[s] = since
			wanted &^= 1 << s
		}
		since |= r.Tile().Bit()
	}
	for s := range safe { // those without a tile there let all of it pass
		if wanted>>s&1 != 0 {
			safe[s] = since
		}
	}
	return safe
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

// lean says how much an opponent goes for a suit: 3 if nothing speaks against a
// flush, else 2, 1 or 0 by what it discarded of the suit and of its other live ones.
func (x *threat) lean(s tile.Suit) int {
	own, other := int(x.shed[s]), 0
	for i, n := range x.shed {
		if i := tile.Suit(i); i != s && i != x.void {
			other += int(n)
		}
	}
	if own <= 1 && other >= own+3 && x.melds&^tile.SuitKinds(s) == 0 {
		return 3
	}
	return leanBy(own, other)
}

// leanBy compares what was discarded of a suit and of others.
func leanBy(own, other int) int {
	switch {
	case other >= own+2:
		return 2
	case own >= other+2:
		return 0
	}
	return 1
}

// rankSteps tells kinds apart by how many groups they fit into.
var rankSteps = func() (steps [tile.Count]uint8) {
	for t := range steps {
		r := tile.Tile(t).Rank()
		steps[t] = uint8(min(r-1, tile.Ranks-r, dangerRanks-1))
	}
	return steps
}()

// cost returns what discarding a tile with n unseen copies costs to an
// opponent on average, in milli-points.
func (x *threat) cost(d *dangers, t tile.Tile, unseen int) int {
	if !x.kinds.Has(t) {
		return 0
	}
	return int(d[x.stage][x.lean(t.Suit())][min(unseen, dangerUnseen-1)][rankSteps[t]])
}

// A danger is what is public of the opponents at one decision, and what discards cost
// by it.
type danger struct {
	costs   *dangers
	threats [engine.NumSeats]threat
	n       int
}

// look looks at the opponents.
func (b *valuer) look(d *danger, o *outlook) {
	if b.danger == 0 {
		return
	}
	step := min(o.view.Left()/8, dangerWall-1)
	d.costs = &battleDangers[step]
	if o.rules.AfterWin == rules.Stay {
		d.costs = &flowDangers[step]
	}
	d.n = len(threats(o.view, d.threats[:0]))
}

// of returns what a discard costs on average, in milli-points.
func (d *danger) of(b *valuer, o *outlook, t tile.Tile) int {
	unseen, sum := o.unseen.Count(t), 0
	for i := range d.threats[:d.n] {
		x := &d.threats[i]
		cost := x.cost(d.costs, t, unseen)
		if x.loud {
			cost += cost * b.loud / thousand
		}
		sum += cost
	}
	return sum * b.danger / thousand
}
