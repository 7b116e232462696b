package policy

import (
	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// newBig goes for valuable hands. At every decision it picks the goal whose fan
// are worth most against the tiles it still lacks, discards and calls towards
// it, and declines cheap wins while the wall leaves time.
func newBig(p Values) Parts {
	b := bigOf(p)
	return Parts{
		Exchange: &exchanger{pick: b.passOn, taste: &b.taste},
		Void:     tasted{thinking{Choice: b.void}, &b.taste},
		Discard:  tasted{thinking{Choice: b.discard}, &b.taste},
		Call:     tasted{thinking{Choice: b.call}, &b.taste},
		Win:      tasted{thinking{Choice: b.win}, &b.taste},
	}
}

var bigParams = []Param{
	{"min_fan", "wins of fewer fan are declined while there is time", 0, 16, 2},
	{"wall", "tiles in the wall below which every win is taken", 0, 55, 24},
	{"reach", "a win is declined only if a goal of min_fan lacks at most this many tiles", 0, 5, 2},
	{"fan_worth", "worth of a fan when goals are compared", 0, 5000, 1000},
	{"tile_cost", "cost of a missing tile when goals are compared", 0, 5000, 600},
	{"haste", "further cost of a missing tile, divided by the tiles left in the wall", 0, 100000, 12000},
	{"void_tile", "cost of a held tile of the suit when choosing the void suit", 0, 5000, 250},
}

type big struct {
	minFan, wall, reach       int
	fanWorth, tileCost, haste int
	voidTile                  int
	taste                     taste
}

func bigOf(p Values) *big {
	return &big{
		minFan: p.Of("min_fan"), wall: p.Of("wall"), reach: p.Of("reach"),
		fanWorth: p.Of("fan_worth"), tileCost: p.Of("tile_cost"), haste: p.Of("haste"),
		voidTile: p.Of("void_tile"),
	}
}

// A bid is a plan as one number, so that the better of two plans is the larger
// number: what it is worth; below that, to tell plans of equal worth apart, how
// plain its goal is; and in the lowest bits what it lacks.
type bid int

const (
	missingBits = 4
	plainBits   = 2 // each for the use and the form
	worthShift  = missingBits + 2*plainBits
)

func bidOf(u use, f form, worth, missing int) bid {
	return bid(worth)<<worthShift |
		bid(numUses-u)<<(missingBits+plainBits) | bid(numForms-f)<<missingBits | bid(missing)
}

func (x bid) worth() int   { return int(x >> worthShift) }
func (x bid) missing() int { return int(x & (1<<missingBits - 1)) }

func (x bid) goal() goal {
	const mask = 1<<plainBits - 1
	return goal{numForms - form(x>>missingBits&mask), numUses - use(x>>(missingBits+plainBits)&mask)}
}

// A scale says what fan and missing tiles are worth at one decision.
type scale struct {
	missing    int           // cost of a missing tile: the more, the shorter the wall
	fan, flush [numForms]int // worth of the fan of the forms, of both suits and of one
}

func (b *big) scale(v engine.View) scale {
	r := v.Rules()
	worth := func(fan int) int { return b.fanWorth * min(fan, r.FanCap) }
	return scale{
		missing: b.tileCost + b.haste/max(v.Left(), 1),
		fan:     [numForms]int{pungs: worth(r.AllPungs), pairs: worth(r.SevenPairs)},
		flush:   [numForms]int{worth(r.FullFlush), worth(r.FullFlush + r.AllPungs), worth(r.FullFlush + r.SevenPairs)},
	}
}

// best returns the plan of most worth; of equal ones the plainest.
func (x *scale) best(d *duo) bid {
	first, second := d.outlines[0], d.outlines[1]
	best := x.together(d.tables, first, second, d.melds)
	if d.flush[onlyFirst] {
		best = max(best, x.alone(d.tables, onlyFirst, first, d.melds))
	}
	if d.flush[onlySecond] {
		best = max(best, x.alone(d.tables, onlySecond, second, d.melds))
	}
	return best
}

// together returns the best plan of two suits.
func (x *scale) together(t *shape.Tables, first, second shape.Outline, melds int) bid {
	n := t.Missing(first, second, melds)
	best := bidOf(both, anyGroups, x.fan[anyGroups]-x.missing*n, n)
	n = t.PungsMissing(first.Counts()+second.Counts(), melds)
	best = max(best, bidOf(both, pungs, x.fan[pungs]-x.missing*n, n))
	if melds == 0 {
		n = t.PairsMissing(first, second)
		best = max(best, bidOf(both, pairs, x.fan[pairs]-x.missing*n, n))
	}
	return best
}

// alone returns the best plan of one suit.
func (x *scale) alone(t *shape.Tables, u use, o shape.Outline, melds int) bid {
	n := t.FlushMissing(o, melds)
	best := bidOf(u, anyGroups, x.flush[anyGroups]-x.missing*n, n)
	n = t.PungsMissing(o.Counts(), melds)
	best = max(best, bidOf(u, pungs, x.flush[pungs]-x.missing*n, n))
	if melds == 0 {
		n = t.PairsMissing(o, 0)
		best = max(best, bidOf(u, pairs, x.flush[pairs]-x.missing*n, n))
	}
	return best
}

// discard keeps the best plan as near as it can be and then accepts the most
// live tiles for it; of equal discards it takes the first to taste. Once no tile of the
// void suit is left, every tile held may be discarded.
func (b *big) discard(v engine.View, legal []engine.Action) engine.Action {
	if legal[0].Tile().Suit() == v.Void(v.Seat()) {
		return b.taste.firstOf(legal)
	}
	var d duo
	d.ownTo(v, b.taste)
	x := b.scale(v)
	aim := x.best(&d)
	switch g := aim.goal(); {
	case g == goal{anyGroups, both}:
		return b.groupsDiscard(v, legal)
	case g.use == onlySecond && d.words[0] != 0: // no discard accepts more than one without use
		return engine.Discard(tile.Of(d.suits[0], 1+b.taste.firstRank(d.words[0].AtLeast1())))
	case g.form == pairs:
		if a, ok := d.sevensDiscard(v, g.use, b.taste); ok {
			return a
		}
		return b.taste.firstOf(legal)
	default:
		return d.discardFor(v, legal, g, aim.missing(), b.taste)
	}
}

// groupsDiscard keeps any groups of both suits as near as they can be.
func (b *big) groupsDiscard(v engine.View, legal []engine.Action) engine.Action {
	p := position(v)
	var room [14]shape.Option
	shanten, options := p.tables.StandardDiscards(&p.held, p.melds, p.void, p.held.Kinds(), room[:0])
	return b.taste.mostLive(v, legal, &p, shanten, options, p.groupsAccept)
}

// discardFor keeps a goal of groups as near as it is and then accepts the most
// live tiles for it. All discards for which the goal has no use are alike: the
// first of them stands for all, and if there are any, they are of the second
// suit.
func (d *duo) discardFor(v engine.View, legal []engine.Action, g goal, missing int, by taste) engine.Action {
	unseen := v.Unseen()
	best, bestLive := tile.None, -1
	consider := func(i, r int) {
		t, live := tile.Of(d.suits[i], 1+r), unseen.CountOf(d.apart(d.accepts(g)))
		if live > bestLive || live == bestLive && by.prefers(t, best) {
			best, bestLive = t, live
		}
	}
	for i, w := range d.words {
		if i == 1 && g.use == onlyFirst || i == 0 && g.use == onlySecond {
			continue
		}
		for k := w.AtLeast1(); k != 0; k &= k - 1 {
			d.set(i, w-k&-k)
			if d.missing(g) == missing {
				consider(i, k.Lowest())
			}
		}
		d.set(i, w)
	}
	if other := d.words[1]; g.use == onlyFirst && other != 0 {
		consider(1, by.firstRank(other.AtLeast1()))
	}
	if best == tile.None {
		return by.firstOf(legal)
	}
	return engine.Discard(best)
}

// call makes every call that makes the best plan worth more. A kong counts its
// root.
func (b *big) call(v engine.View, legal []engine.Action) engine.Action {
	var d duo
	d.ownTo(v, b.taste)
	x := b.scale(v)
	best, bestWorth := engine.Pass, x.best(&d).worth()
	for i := range legal {
		a := b.taste.nth(legal, i)
		bonus, t := 0, v.Offered()
		switch a.Kind() {
		case engine.KindPung:
		case engine.KindKong:
			bonus = b.fanWorth * v.Rules().Root
		case engine.KindConcealedKong, engine.KindAddedKong:
			bonus, t = b.fanWorth*v.Rules().Root, a.Tile()
		default:
			continue
		}
		called := d
		called.call(a, t)
		if worth := x.best(&called).worth() + bonus; worth > bestWorth {
			best, bestWorth = a, worth
		}
	}
	return best
}

// win takes a win that is dear enough, or any when the wall runs short or no
// dearer goal is in reach.
func (b *big) win(v engine.View, _ []engine.Action) engine.Action {
	r := v.Rules()
	won, ok := v.WinResult()
	if !ok || won.Fan >= min(b.minFan, r.FanCap) || v.Left() < b.wall {
		return engine.Win
	}
	var d duo
	d.ownTo(v, b.taste)
	x := b.scale(v)
	aim := x.best(&d)
	g := aim.goal()
	fan := formFan(r, g.form)
	if g.use != both {
		fan += r.FullFlush
	}
	if fan >= b.minFan && aim.missing() <= b.reach {
		return engine.Pass
	}
	return engine.Win
}

// passOn names the suit without which the best plan is worth most. As many tiles
// less are then to be got rid of, whichever suit it is.
func (b *big) passOn(v engine.View, h tile.Held, n int) tile.Suit {
	worths := b.worthsWithout(v, &h)
	return b.taste.dearest(&h, n, func(s tile.Suit) int { return worths[s] })
}

// void names the suit without which the best plan is worth most.
func (b *big) void(v engine.View, legal []engine.Action) engine.Action {
	return b.taste.voidAction(legal, b.passOn(v, v.Held(), 0))
}

// worthsWithout returns the worth of the best plan with each suit void, less the
// cost of getting rid of its tiles.
func (b *big) worthsWithout(v engine.View, h *tile.Held) (worths [tile.NumSuits]int) {
	t, x := v.Engine().Tables(), b.scale(v)
	var outlines [tile.NumSuits]shape.Outline
	var flushes [tile.NumSuits]bid
	for s, w := range h {
		outlines[s] = t.OutlineOf(w)
		flushes[s] = x.alone(t, onlyFirst, outlines[s], 0)
	}
	for s, w := range h {
		a, c := (s+1)%tile.NumSuits, (s+2)%tile.NumSuits
		best := max(x.together(t, outlines[a], outlines[c], 0), flushes[a], flushes[c])
		worths[s] = best.worth() - b.voidTile*w.Total()
	}
	return worths
}
