package policy

import (
	"math"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// newBig goes for valuable hands. At every decision it picks the goal whose fan
// are worth most against the tiles it still lacks, discards and calls towards
// it, and declines cheap wins while the wall leaves time.
func newBig(p Values) Parts {
	b := &big{
		minFan: p.Of("min_fan"), wall: p.Of("wall"), reach: p.Of("reach"),
		fanWorth: p.Of("fan_worth"), tileCost: p.Of("tile_cost"), haste: p.Of("haste"),
		voidTile: p.Of("void_tile"),
	}
	return Parts{
		Exchange: &exchanger{value: b.lossless},
		Void:     Choice(b.void),
		Discard:  Choice(b.discard),
		Call:     Choice(b.call),
		Win:      Choice(b.win),
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
}

// A goal is a shape to play for: which suits may be used, and whether as any
// groups, as pungs or as seven pairs.
type goal struct {
	form form
	use  use
}

type form uint8

const (
	anyGroups form = iota
	pungs
	pairs
	numForms
)

// use says which of the two live suits a goal is made of.
type use uint8

const (
	both use = iota
	onlyFirst
	onlySecond
	numUses
)

// A plan is a goal with what it lacks and what that makes it worth.
type plan struct {
	goal
	missing, fan, worth int
}

// A duo is a seat's tiles of its two live suits.
type duo struct {
	tables *shape.Tables
	words  [2]tile.SuitWord
	suits  [2]tile.Suit
	melds  int
	flush  [numUses]bool // which uses the melds allow
}

// duoOf returns the tiles of the two live suits beside p's void suit. The melds
// rule out flushes of suits that they are not of.
func duoOf(p *tiles, melds tile.Kinds) duo {
	d := duo{tables: p.tables, melds: p.melds}
	i := 0
	for s := range tile.Suit(tile.NumSuits) {
		if s == p.void {
			continue
		}
		d.words[i], d.suits[i] = p.held[s], s
		d.flush[onlyFirst+use(i)] = melds&^tile.SuitKinds(s) == 0
		i++
	}
	d.flush[both] = true
	return d
}

// lacks returns how many tiles every goal lacks.
func (d *duo) lacks() [numUses][numForms]int {
	a, b := shape.CountsOf(d.words[0]), shape.CountsOf(d.words[1])
	t := d.tables
	groups, sevens := t.Lacks(d.words[0], d.words[1], d.melds)
	return [numUses][numForms]int{
		both:       {groups[0], t.PungsMissing(a+b, d.melds), sevens[0]},
		onlyFirst:  {groups[1], t.PungsMissing(a, d.melds), sevens[1]},
		onlySecond: {groups[2], t.PungsMissing(b, d.melds), sevens[2]},
	}
}

// used returns the words of the suits that the goal uses; the other is empty.
func (d *duo) used(u use) (a, b tile.SuitWord) {
	a, b = d.words[0], d.words[1]
	switch u {
	case onlyFirst:
		b = 0
	case onlySecond:
		a = 0
	}
	return a, b
}

// missing returns how many tiles the words that a goal uses lack for it.
func (d *duo) missing(g goal, a, b tile.SuitWord) int {
	switch {
	case g.form == pungs:
		return d.tables.PungsMissing(shape.CountsOf(a)+shape.CountsOf(b), d.melds)
	case g.form == pairs:
		return d.tables.PairsMissing(a, b)
	case g.use == both:
		return d.tables.Missing(a, b, d.melds)
	}
	return d.tables.FlushMissing(a|b, d.melds)
}

// accepts returns the kinds that bring the words that a goal uses nearer to it.
func (d *duo) accepts(g goal, a, b tile.SuitWord) tile.Kinds {
	switch {
	case g.form == pungs:
		return d.pungsAccept(a, b)
	case g.form == anyGroups && g.use != both:
		s := d.suits[g.use-onlyFirst]
		return d.tables.FlushAccepts(a|b, s, d.melds)
	}
	var h tile.Held
	h[d.suits[0]], h[d.suits[1]] = a, b
	void := tile.NumSuits - d.suits[0] - d.suits[1]
	if g.form == anyGroups {
		_, k := d.tables.StandardAcceptance(&h, d.melds, void)
		return k
	}
	_, k := shape.PairsAcceptance(h, void)
	if g.use != both {
		k &= tile.SuitKinds(d.suits[g.use-onlyFirst])
	}
	return k
}

// pungsAccept returns the held kinds of which one more tile is nearer to pungs
// and a pair.
func (d *duo) pungsAccept(a, b tile.SuitWord) tile.Kinds {
	ca, cb := shape.CountsOf(a), shape.CountsOf(b)
	now := d.tables.PungsMissing(ca+cb, d.melds)
	return d.pungsAccepted(a, cb, d.suits[0], now) | d.pungsAccepted(b, ca, d.suits[1], now)
}

// pungsAccepted returns the kinds of one suit of which one more tile brings
// pungs nearer than now. The rest are the counts of the other suit.
func (d *duo) pungsAccepted(w tile.SuitWord, rest shape.Counts, s tile.Suit, now int) tile.Kinds {
	var k tile.Kinds
	for r := range tile.Ranks {
		if n := w.Rank(r); n == 1 || n == 2 {
			if d.tables.PungsMissing(shape.CountsOf(w+tile.Unit(r))+rest, d.melds) < now {
				k |= tile.Of(s, r+1).Bit()
			}
		}
	}
	return k
}

// best returns the plan of most worth; of equal ones the plainest.
func (b *big) best(v engine.View, d *duo) plan {
	r := v.Rules()
	fans := [numForms]int{anyGroups: 0, pungs: r.AllPungs, pairs: r.SevenPairs}
	forms := numForms
	if d.melds > 0 {
		forms = pairs // and with it all forms after it
	}
	each, lacks := b.cost(v), d.lacks()
	best := plan{worth: math.MinInt}
	for u := range numUses {
		flush := r.FullFlush
		if u == both {
			flush = 0
		} else if !d.flush[u] {
			continue
		}
		for f := range forms {
			fan := flush + fans[f]
			if worth := b.fanWorth*min(fan, r.FanCap) - each*lacks[u][f]; worth > best.worth {
				best = plan{goal{f, u}, lacks[u][f], fan, worth}
			}
		}
	}
	return best
}

// cost returns what a missing tile costs: the more, the shorter the wall.
func (b *big) cost(v engine.View) int { return b.tileCost + b.haste/max(v.Left(), 1) }

// own returns the seat's tiles.
func own(v engine.View) (tiles, duo) {
	p := position(v)
	m := v.Melds(v.Seat())
	return p, duoOf(&p, m.Kinds())
}

// discard keeps the best plan as near as it can be and then accepts the most
// live tiles for it.
func (b *big) discard(v engine.View, legal []engine.Action) engine.Action {
	p, d := own(v)
	if legal[0].Tile().Suit() == p.void {
		return legal[0]
	}
	aim := b.best(v, &d)
	if aim.form == anyGroups && aim.use == both {
		var room [14]shape.Option
		_, options := p.tables.StandardDiscards(&p.held, p.melds, p.void, kindsOf(legal), room[:0])
		return mostLive(v, legal, options)
	}
	return b.discardFor(v, legal, &d, aim)
}

// discardFor keeps a plan of some suits or forms as near as it is and then
// accepts the most live tiles for it. All discards for which the plan has no use
// are alike, and the first of them stands for all.
func (b *big) discardFor(v engine.View, legal []engine.Action, d *duo, aim plan) engine.Action {
	unseen := v.Unseen()
	best, bestLive := legal[0], -1
	tried := false // a discard without use for the plan
	words, other := d.used(aim.use)
	for _, a := range legal {
		t := a.Tile()
		w, o := words, other
		switch unit := tile.Unit(t.Rank() - 1); {
		case t.Suit() == d.suits[0] && aim.use != onlySecond:
			w -= unit
		case t.Suit() == d.suits[1] && aim.use != onlyFirst:
			o -= unit
		case tried:
			continue
		default:
			tried = true
		}
		if d.missing(aim.goal, w, o) > aim.missing {
			continue
		}
		if live := unseen.CountOf(d.accepts(aim.goal, w, o)); live > bestLive {
			best, bestLive = a, live
		}
	}
	return best
}

// call makes every call that makes the best plan worth more. A kong counts its
// root.
func (b *big) call(v engine.View, legal []engine.Action) engine.Action {
	p, d := own(v)
	m := v.Melds(v.Seat())
	best, bestWorth := engine.Pass, b.best(v, &d).worth
	for _, a := range legal {
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
		after := p.after(a, t)
		called := duoOf(&after, m.Kinds()|t.Bit())
		if worth := b.best(v, &called).worth + bonus; worth > bestWorth {
			best, bestWorth = a, worth
		}
	}
	return best
}

// win takes a win that is dear enough, or any when the wall runs short or no
// dearer goal is in reach.
func (b *big) win(v engine.View, _ []engine.Action) engine.Action {
	r, ok := v.WinResult()
	if !ok || r.Fan >= min(b.minFan, v.Rules().FanCap) || v.Left() < b.wall {
		return engine.Win
	}
	_, d := own(v)
	if aim := b.best(v, &d); aim.fan >= b.minFan && aim.missing <= b.reach {
		return engine.Pass
	}
	return engine.Win
}

// lossless is the value of passing on a suit for big: the worth of the best plan
// without its loosest tiles and with the suit void.
func (b *big) lossless(v engine.View, h tile.Held, s tile.Suit) int {
	h[s] -= Loosest(h[s], v.Rules().ExchangeTiles)
	return b.worthWithout(v, h, s)
}

// void names the suit without which the best plan is worth most.
func (b *big) void(v engine.View, legal []engine.Action) engine.Action {
	return voidAction(legal, b.bestVoid(v, v.Held()))
}

func (b *big) bestVoid(v engine.View, h tile.Held) tile.Suit {
	best, bestWorth := tile.NoSuit, 0
	for s := range tile.Suit(tile.NumSuits) {
		if worth := b.worthWithout(v, h, s); best == tile.NoSuit || worth > bestWorth {
			best, bestWorth = s, worth
		}
	}
	return best
}

// worthWithout returns the worth of the best plan with a suit void, less the
// cost of getting rid of its tiles.
func (b *big) worthWithout(v engine.View, h tile.Held, void tile.Suit) int {
	d := duoOf(&tiles{v.Engine().Tables(), h, 0, void}, 0)
	return b.best(v, &d).worth - b.voidTile*h[void].Total()
}
