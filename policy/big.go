package policy

import (
	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// newBig goes for valuable hands. At every decision it picks the goal whose fan
// are worth most against the tiles it still lacks, discards and calls towards
// it, and declines cheap wins while the wall leaves time.
func newBig(p values) Parts {
	b := &big{
		minFan: p.get("min_fan"), wall: p.get("wall"), reach: p.get("reach"),
		fanWorth: p.get("fan_worth"), tileCost: p.get("tile_cost"), haste: p.get("haste"),
		voidTile: p.get("void_tile"),
	}
	return Parts{
		Exchange: Choice(b.exchange),
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
	suit tile.Suit // the flush's suit, NoSuit for both live suits
}

type form uint8

const (
	anyGroups form = iota
	pungs
	pairs
	numForms
)

// A plan is a goal with what it lacks and what that makes it worth.
type plan struct {
	goal
	missing, fan, worth int
}

// best returns the plan of most worth; of equal ones the plainest.
func (b *big) best(v engine.View, p *tiles) plan {
	var best plan
	first := true
	melds := v.Melds(v.Seat())
	meldKinds := melds.Kinds()
	each := b.tileCost + b.haste/max(v.Left(), 1)
	for _, suit := range [...]tile.Suit{tile.NoSuit, 0, 1, 2} {
		if suit == p.void || suit != tile.NoSuit && meldKinds&^tile.SuitKinds(suit) != 0 {
			continue
		}
		for f := range numForms {
			if f == pairs && p.melds > 0 {
				continue
			}
			g := goal{f, suit}
			q := plan{goal: g, missing: p.missing(g), fan: goalFan(v, g)}
			q.worth = b.fanWorth*min(q.fan, v.Rules().FanCap) - each*q.missing
			if first || q.worth > best.worth {
				best, first = q, false
			}
		}
	}
	return best
}

// goalFan returns the fan that the goal's shape brings under the rules.
func goalFan(v engine.View, g goal) int {
	r := v.Rules()
	fan := 0
	if g.suit != tile.NoSuit {
		fan = r.FullFlush
	}
	switch g.form {
	case pungs:
		fan += r.AllPungs
	case pairs:
		fan += r.SevenPairs
	}
	return fan
}

// only returns the tiles that the goal can use.
func (p *tiles) only(s tile.Suit) tiles {
	q := *p
	q.held[p.void] = 0
	if s != tile.NoSuit {
		q.held = tile.Held{}
		q.held[s] = p.held[s]
	}
	return q
}

// missing returns how many tiles the goal lacks.
func (p *tiles) missing(g goal) int {
	q := p.only(g.suit)
	switch g.form {
	case pungs:
		return q.pungsMissing()
	case pairs:
		shanten, _ := shape.PairsAcceptance(q.held, p.void)
		return shanten + 1
	}
	return q.tables.Standard(q.held, q.melds, p.void) + 1
}

// pungsMissing returns how many tiles four pungs and a pair lack: the kinds
// held most often become the pungs, the next one the pair.
func (p *tiles) pungsMissing() int {
	twice, thrice := p.held.Twice().Len(), p.held.Thrice().Len()
	once := p.held.Kinds().Len() - twice
	twice -= thrice
	wanted := tile.MaxMelds - p.melds
	missing := 0
	for _, have := range [...]struct{ kinds, lack int }{{thrice, 0}, {twice, 1}, {once, 2}, {tile.Count, 3}} {
		n := min(wanted, have.kinds)
		missing += n * have.lack
		wanted -= n
		if wanted == 0 {
			return missing + pairLack(have.lack, have.kinds-n, twice, once)
		}
	}
	return missing
}

// pairLack returns what the pair lacks when the last pung lacked so many tiles
// and left so many kinds of its sort.
func pairLack(lack, left, twice, once int) int {
	switch {
	case lack == 0 && (left > 0 || twice > 0), lack == 1 && left > 0:
		return 0
	case lack <= 1 && once > 0, lack == 2 && left > 0:
		return 1
	}
	return 2
}

// accepts returns the kinds that bring the goal nearer.
func (p *tiles) accepts(g goal) tile.Kinds {
	q := p.only(g.suit)
	switch g.form {
	case pungs:
		return q.pungsAccept(g, p.void)
	case pairs:
		_, k := shape.PairsAcceptance(q.held, p.void)
		return k
	}
	_, k := q.tables.StandardAcceptance(q.held, q.melds, p.void)
	return g.within(k, p.void)
}

// within keeps the kinds that the goal can use.
func (g goal) within(k tile.Kinds, void tile.Suit) tile.Kinds {
	if g.suit != tile.NoSuit {
		return k & tile.SuitKinds(g.suit)
	}
	return k &^ tile.SuitKinds(void)
}

// pungsAccept returns the held kinds of which one more tile is nearer to four
// pungs and a pair.
func (p *tiles) pungsAccept(g goal, void tile.Suit) tile.Kinds {
	now := p.pungsMissing()
	var k tile.Kinds
	for c := g.within(p.held.Kinds(), void) &^ p.held.Thrice(); c != 0; c = c.Rest() {
		q := *p
		q.held.Add(c.First())
		if q.pungsMissing() < now {
			k |= c.First().Bit()
		}
	}
	return k
}

// discard keeps the best plan as near as it can be and then accepts the most
// live tiles for it.
func (b *big) discard(v engine.View, legal []engine.Action) engine.Action {
	p := position(v)
	if legal[0].Tile().Suit() == p.void {
		return legal[0]
	}
	aim := b.best(v, &p)
	unseen := v.Unseen()
	best, bestLive := legal[0], -1
	for _, a := range legal {
		rest := p
		rest.held.Remove(a.Tile())
		if rest.missing(aim.goal) > aim.missing {
			continue
		}
		if live := unseen.CountOf(rest.accepts(aim.goal)); live > bestLive {
			best, bestLive = a, live
		}
	}
	return best
}

// call makes every call that makes the best plan worth more. A kong counts its
// root.
func (b *big) call(v engine.View, legal []engine.Action) engine.Action {
	p := position(v)
	best, bestWorth := engine.Pass, b.best(v, &p).worth
	for _, a := range legal {
		var bonus int
		switch a.Kind() {
		case engine.KindPung:
		case engine.KindKong, engine.KindConcealedKong, engine.KindAddedKong:
			bonus = b.fanWorth * v.Rules().Root
		default:
			continue
		}
		after := p.after(a, v.Offered())
		if worth := b.worthAfter(v, &after, v.Offered()) + bonus; worth > bestWorth {
			best, bestWorth = a, worth
		}
	}
	return best
}

// worthAfter returns the worth of the best plan once a call of t was made. A
// meld of another suit rules out the flushes it is not part of.
func (b *big) worthAfter(v engine.View, after *tiles, t tile.Tile) int {
	best := b.best(v, after)
	if best.suit == tile.NoSuit || t == tile.None || t.Suit() == best.suit {
		return best.worth
	}
	mixed := *after
	each := b.tileCost + b.haste/max(v.Left(), 1)
	worth := -each * mixed.missing(goal{anyGroups, tile.NoSuit})
	return max(worth, b.fanWorth*v.Rules().AllPungs-each*mixed.missing(goal{pungs, tile.NoSuit}))
}

// win takes a win that is dear enough, or any when the wall runs short or no
// dearer goal is in reach.
func (b *big) win(v engine.View, _ []engine.Action) engine.Action {
	r, ok := v.WinResult()
	if !ok || r.Fan >= min(b.minFan, v.Rules().FanCap) || v.Left() < b.wall {
		return engine.Win
	}
	p := position(v)
	if aim := b.best(v, &p); aim.fan >= b.minFan && aim.missing <= b.reach {
		return engine.Pass
	}
	return engine.Win
}

// exchange passes on the tiles whose loss leaves the best plan.
func (b *big) exchange(v engine.View, legal []engine.Action) engine.Action {
	return exchangePlan(v, legal, func(h *tile.Held, s tile.Suit) int {
		rest := *h
		out := loosest(h, s, v.Rules().ExchangeTiles)
		for i := range rest {
			rest[i] -= out[i]
		}
		_, worth := b.bestVoid(v, rest)
		return worth
	})
}

// void names the suit without which the best plan is worth most.
func (b *big) void(v engine.View, legal []engine.Action) engine.Action {
	s, _ := b.bestVoid(v, v.Held())
	return voidAction(legal, s)
}

func (b *big) bestVoid(v engine.View, h tile.Held) (tile.Suit, int) {
	best, bestWorth := tile.NoSuit, 0
	for s := range tile.Suit(tile.NumSuits) {
		p := tiles{v.Engine().Tables(), h, 0, s}
		worth := b.best(v, &p).worth - b.voidTile*h[s].Total()
		if best == tile.NoSuit || worth > bestWorth {
			best, bestWorth = s, worth
		}
	}
	return best, bestWorth
}
