package match

import (
	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/record"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// LuckUnit is the unit of a block's luck: a millionth of a point.
const LuckUnit = 1e-6

// luckVersion names the value table below; records carry it.
const luckVersion = 1

const luckPerPoint = 1_000_000

// A luck sums up for each seat how much better its draws were than what could
// be expected.
//
// Before a draw, with all that has happened and all that anybody holds known, the
// tiles still in the wall are in any order with the same chance: the wall was
// shuffled once, and no policy has seen any of it. The drawn tile is then each of
// them with the same chance, also from a lane or from the wall's back, because the
// position that is drawn from depends only on what has happened. So with any
// function v of the seat's tiles and the drawn one,
//
//	v(drawn) − (mean of v over the tiles in the wall, the drawn one included)
//
// has mean zero given the past, whatever the bots do, and so has its sum over a
// hand. (The tiles that the seat does not see would not do: the others hold some
// of them, and they hold what they want to hold.) It is rounded to a LuckUnit.
//
// The value v is that of bringing the hand a step nearer: a function of shanten
// and of the tiles left, the same for all bots; and of a win by self-draw what
// would be paid.
type luck struct {
	engine *engine.Engine
	table  *valueTable
	wall   tile.Held // the tiles in the wall
	sums   [engine.NumSeats]int64
	wins   [tile.Count]int64 // room for winValues
}

func newLuck(e *engine.Engine) *luck { return &luck{engine: e, table: &frozen} }

// dealtTiles is the number of tiles that are dealt: the wall is what follows.
const dealtTiles = engine.NumSeats*13 + 1

// start begins a hand.
func (l *luck) start(d *engine.Deck) {
	l.wall, l.sums = tile.Held{}, [engine.NumSeats]int64{}
	for _, t := range d.Tiles[dealtTiles:] {
		l.wall.Add(t)
	}
}

// LuckOf returns for each seat how much better its draws of a recorded hand were than
// what could be expected, in points. The error is that of record.Verify.
func LuckOf(r *record.Record, t *shape.Tables) (points [engine.NumSeats]float64, err error) {
	e, err := engine.New(r.Rules, t)
	if err != nil {
		return points, err
	}
	l := newLuck(e)
	l.start(&r.Deck)
	watched := e.Observed(l, engine.Mask(engine.EventDraw))
	var h engine.Hand
	watched.Deal(&h, &r.Deck)
	if err := record.Decisions(r, t, func(_ *engine.Engine, _ *engine.Hand, a engine.Action) { watched.Apply(&h, a) }); err != nil {
		return points, err
	}
	for s := range points {
		points[s] = float64(l.sums[s]) * LuckUnit
	}
	return points, nil
}

// Observe takes a draw, which the hand has already seen.
func (l *luck) Observe(h *engine.Hand, e engine.Event) {
	seat := int(e.Seat)
	left := h.Left() + 1
	before := h.Held(seat).Without(e.Tile)
	values := l.values(h, seat, before, left)
	l.sums[seat] += values.surprise(e.Tile, l.wall, left)
	l.wall.Remove(e.Tile)
}

// drawValues are what a draw would be worth, in LuckUnits: of each kind in kinds
// its own value or, if win is nil, the same; of the others nothing.
type drawValues struct {
	kinds tile.Kinds
	step  int64
	win   *[tile.Count]int64
}

func (v *drawValues) of(t tile.Tile) int64 {
	switch {
	case !v.kinds.Has(t):
		return 0
	case v.win == nil:
		return v.step
	}
	return v.win[t]
}

// surprise returns the value of the drawn tile less the mean over the wall of n
// tiles, the drawn one among them.
func (v *drawValues) surprise(drawn tile.Tile, wall tile.Held, n int) int64 {
	sum := int64(0)
	if v.win == nil {
		sum = v.step * int64(wall.CountOf(v.kinds))
	} else {
		for k := v.kinds; k != 0; k = k.Rest() {
			sum += v.win[k.First()] * int64(wall.Count(k.First()))
		}
	}
	return v.of(drawn) - rounded(sum, int64(n))
}

// rounded returns sum/n to the nearest whole number, for sum ≥ 0.
func rounded(sum, n int64) int64 { return (sum + n/2) / n }

// values returns what a seat's next draw would be worth, with its held tiles
// before it and the number of tiles in the wall.
func (l *luck) values(h *engine.Hand, seat int, held tile.Held, left int) drawValues {
	m, void := h.Melds(seat), h.Void(seat)
	shanten, kinds := l.engine.Tables().Acceptance(&held, int(m.N), void)
	phase := left * luckPhases / (wallTiles + 1)
	if shanten > 0 || held.HasSuit(void) {
		return drawValues{kinds: kinds, step: l.table.step[phase][min(shanten, luckSteps-1)]}
	}
	return l.winValues(h, seat, held, &m, l.table.win[phase])
}

// winValues returns what wins by self-draw would be worth to a seat that is
// ready. They share one array: the next call overwrites it.
func (l *luck) winValues(h *engine.Hand, seat int, held tile.Held, m *tile.Melds, share int64) drawValues {
	v := drawValues{win: &l.wins}
	payers := int64(l.payers(h, seat))
	for k := h.Waits(seat); k != 0; k = k.Rest() {
		t := k.First()
		full := held.With(t)
		if r, ok := l.engine.Scorer().Score(&full, m, t, fan.BySelfDraw); ok {
			v.kinds |= t.Bit()
			v.win[t] = share * int64(r.Points+l.engine.Rules().SelfDrawPoints) * payers
		}
	}
	return v
}

// payers returns how many seats would pay for a self-draw.
func (l *luck) payers(h *engine.Hand, seat int) int {
	n := 0
	for s := range engine.NumSeats {
		if s != seat && (h.Wins(s) == 0 || l.engine.Rules().AfterWin == rules.Stay) {
			n++
		}
	}
	return n
}

const (
	wallTiles  = tile.Total - dealtTiles
	luckPhases = 3 // of the wall: its last third, its second, its first
	luckSteps  = 6 // shanten 0 (while tiles of the void suit are held) to 5 and more
)

// A valueTable is what draws are worth, in LuckUnits: a step nearer, by the
// phase of the wall and shanten before the draw, and of a self-draw the share of
// its payments that is gained by winning now.
type valueTable struct {
	step [luckPhases][luckSteps]int64
	win  [luckPhases]int64
}

// frozen was fitted once, by TestFitLuck, and stays as it is: with other values
// the mean would still be zero, but the luck in records would be another.
var frozen = valueTable{
	step: [luckPhases][luckSteps]int64{
		{0, 1_070_000, 530_000, 370_000, 0, 0},
		{0, 975_000, 485_000, 470_000, 90_000, 0},
		{0, 905_000, 595_000, 535_000, 470_000, 470_000},
	},
	win: [luckPhases]int64{720_000, 780_000, 760_000},
}
