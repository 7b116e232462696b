package policy

import (
	"fmt"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// newFast plays to win as soon as it can: it gives up what is cheapest, keeps
// shanten low and acceptance live, calls only where that brings it nearer and
// never declines.
func newFast(p Values) Parts {
	f := &fast{voidTile: p.Of("void_tile"), voidShanten: p.Of("void_shanten")}
	return f.bot()
}

// bot returns the parts that play so.
func (f *fast) bot() Parts {
	return Parts{
		Exchange: &exchanger{pick: f.passShortest, taste: &f.taste},
		Void:     tasted{thinking{f.void, f.thinkOfVoids}, &f.taste},
		Discard:  tasted{thinking{f.discard, thinkOfShanten}, &f.taste},
		Call:     tasted{thinking{f.call, thinkOfShanten}, &f.taste},
		Win:      Choice(always),
	}
}

var fastParams = []Param{
	{"void_tile", "price of a held tile of the suit when choosing the void suit", 0, 100, 12},
	{"void_shanten", "price of a step of shanten when choosing the void suit", 0, 100, 30},
}

type fast struct {
	voidTile, voidShanten int
	taste                 taste
}

// passShortest names the suit that fast passes on: the one with the fewest tiles.
func (f *fast) passShortest(_ engine.View, h tile.Held, n int) tile.Suit {
	return f.taste.dearest(&h, n, func(s tile.Suit) int { return -h[s].Total() })
}

// An exchanger passes on the loosest tiles of a suit. It decides on all tiles at
// once, and keeps the plan for as long as the seat's tiles, held and passed on,
// are the same, and no suit but the planned one was passed on.
type exchanger struct {
	// pick names a suit with at least n tiles, to pass on n of them.
	pick func(v engine.View, h tile.Held, n int) tile.Suit
	// think, where it is not nil, says what there is to pick from.
	think func(v engine.View, among []engine.Action, dst []Opinion)
	taste *taste // of the bot, nil for the zero one

	all  tile.Held // what the plan is for
	suit tile.Suit
	plan tile.SuitWord
}

// Start forgets the plan and draws the taste.
func (e *exchanger) Start(_ int, seed uint64) { e.setTaste(tasteOf(seed)) }

// setTaste sets the taste of the hand, and forgets the plan.
func (e *exchanger) setTaste(t taste) {
	e.all = tile.Held{}
	if e.taste != nil {
		*e.taste = t
	}
}

// by returns the taste of the hand.
func (e *exchanger) by() taste {
	if e.taste == nil {
		return 0
	}
	return *e.taste
}

// Choose returns the next tile of the plan.
func (e *exchanger) Choose(v engine.View, legal []engine.Action) engine.Action {
	passed := v.PassedOn()
	all := v.Held()
	for s := range all {
		all[s] += passed[s]
	}
	if all != e.all || passed != (tile.Held{}) && passed[e.suit] == 0 {
		e.makePlan(v, all, passed)
	}
	rest := e.plan - passed[e.suit] // tiles are passed on in ascending order
	a := engine.Exchange(tile.Of(e.suit, 1+rest.Lowest()))
	if !slices.Contains(legal, a) { // other tiles were passed on than planned
		return legal[0]
	}
	return a
}

// Think tells what the plans of the suits are worth, if that is known.
func (e *exchanger) Think(v engine.View, among []engine.Action, dst []Opinion) {
	if e.think != nil {
		e.think(v, among, dst)
	}
}

// makePlan chooses a suit, the one passed on already if there is one, and tiles.
func (e *exchanger) makePlan(v engine.View, all, passed tile.Held) {
	n := v.Rules().ExchangeTiles
	e.all = all
	if passed == (tile.Held{}) {
		e.suit = e.pick(v, all, n)
	} else {
		e.suit = passed.Kinds().First().Suit()
	}
	e.plan = e.by().loosest(all[e.suit], n)
}

// dearest returns the suit of the highest value among those with at least n
// tiles, of equal ones the first to taste. With at most four tiles to pass on there is
// always one.
func (t taste) dearest(h *tile.Held, n int, value func(s tile.Suit) int) tile.Suit {
	best, bestValue := tile.NoSuit, 0
	for _, s := range t.suits() {
		if h[s].Total() < n {
			continue
		}
		if x := value(s); best == tile.NoSuit || x > bestValue {
			best, bestValue = s, x
		}
	}
	return best
}

// Loosest returns the n tiles of a suit that hold least together, of equal ones
// the lowest. It takes one at a time, so that what a tile held together with
// counts no longer once it is gone.
func Loosest(w tile.SuitWord, n int) tile.SuitWord { return taste(0).loosest(w, n) }

// loosest is Loosest with equal ones in the order of taste.
func (t taste) loosest(w tile.SuitWord, n int) tile.SuitWord {
	var out tile.SuitWord
	for range n {
		k := loosest(w)
		k = tile.Unit(t.firstRank(k))
		w -= k
		out += k
	}
	return out
}

// loosest marks the tiles that hold least together with the others of their suit: a
// copy counts four, a neighbour two, a gap of one between them one.
//
// All ranks are counted at once, with the bits of their sums in words of their
// own. One tile in either gap and one on either side make x + 2y with x and y up
// to 2, so the sum of the neighbours has the bits x0, x1^y0 and y1 or the carry
// x1&y0, as y1 and y0 are never both set. To its third bit, worth four, the
// copies are added: one less than are held. Then those with the fewest are kept,
// bit by bit from the highest.
func loosest(w tile.SuitWord) tile.SuitWord {
	const rank = tile.RankBits
	held := w.AtLeast1()
	x0, x1 := held<<(2*rank)^held>>(2*rank), held<<(2*rank)&(held>>(2*rank))
	y0, y1 := held<<rank^held>>rank, held<<rank&(held>>rank)
	near := y1 | x1&y0
	even, three := held&^w, w.AtLeast3() // 2 and 4 held are 1 and 3 copies, 3 and 4 held 2 and 3
	carry := even & near
	for _, bit := range [...]tile.SuitWord{three & carry, three ^ carry, even ^ near, x1 ^ y0, x0} {
		if without := held &^ bit; without != 0 {
			held = without
		}
	}
	return held
}

// void names the suit that is cheapest to give up: few tiles, and little
// shanten lost.
func (f *fast) void(v engine.View, legal []engine.Action) engine.Action {
	h := v.Held()
	t := v.Engine().Tables()
	best, bestPrice := tile.NoSuit, 0
	for _, s := range f.taste.suits() {
		price := f.voidPrice(t, &h, s)
		if best == tile.NoSuit || price < bestPrice {
			best, bestPrice = s, price
		}
	}
	return f.taste.voidAction(legal, best)
}

// voidPrice returns what it costs to give up a suit.
func (f *fast) voidPrice(t *shape.Tables, h *tile.Held, s tile.Suit) int {
	return f.voidTile*h[s].Total() + f.voidShanten*t.Shanten(h, 0, s)
}

// thinkOfVoids tells the prices of the suits.
func (f *fast) thinkOfVoids(v engine.View, among []engine.Action, dst []Opinion) {
	h := v.Held()
	for i, a := range among {
		dst[i].Goal = fmt.Sprintf("price %d", f.voidPrice(v.Engine().Tables(), &h, a.Suit()))
	}
}

// thinkOfShanten tells how far the tiles are from ready after discards and calls,
// and how many live tiles bring them nearer.
func thinkOfShanten(v engine.View, among []engine.Action, dst []Opinion) {
	p, unseen := position(v), v.Unseen()
	for i, a := range among {
		q := p.after(a, v.Offered())
		if a.Kind() == engine.KindDiscard {
			q.held.Remove(a.Tile())
		}
		if q.held.Total()%3 == 2 { // a pung waits for its discard
			dst[i].Goal = fmt.Sprintf("shanten %d", q.shanten())
			continue
		}
		shanten, k := q.tables.Acceptance(&q.held, q.melds, q.void)
		dst[i].Goal = fmt.Sprintf("shanten %d, %d live", shanten, unseen.CountOf(k))
	}
}

// discard keeps shanten as low as it can be and then accepts the most live
// tiles; of equal discards it takes the first to taste. While the void suit is held
// there is little to choose; after that every tile held may be discarded.
func (f *fast) discard(v engine.View, legal []engine.Action) engine.Action {
	p := position(v)
	if legal[0].Tile().Suit() == p.void {
		return f.taste.firstOf(legal)
	}
	var room [14]shape.Option
	shanten, options := p.tables.BestDiscards(&p.held, p.melds, p.void, p.held.Kinds(), room[:0])
	return f.taste.mostLive(v, legal, &p, shanten, options, p.accepts)
}

// kindsOf returns the tiles of discards.
func kindsOf(discards []engine.Action) tile.Kinds {
	var k tile.Kinds
	for _, a := range discards {
		k |= a.Tile().Bit()
	}
	return k
}

// mostLive returns the discard whose option accepts the most tiles that the
// seat does not see, of equal ones the first to taste. One tile from ready it leaves out
// those that no other tile can follow. Without options, where all that
// would be one are forbidden, it returns the first legal discard.
func (t taste) mostLive(v engine.View, legal []engine.Action, p *tiles, shanten int, options []shape.Option, accepts func(h tile.Held) (int, tile.Kinds)) engine.Action {
	switch len(options) {
	case 0:
		return t.firstOf(legal)
	case 1:
		return engine.Discard(options[0].Tile)
	}
	unseen := v.Unseen()
	live := unseen.Kinds()
	look := shanten == 1 && live|tile.SuitKinds(p.void) != tile.AllKinds
	return engine.Discard(t.liveliest(&unseen, options, func(o shape.Option) tile.Kinds {
		if !look {
			return o.Kinds
		}
		return shape.LeadingOf(p.held.Without(o.Tile), shanten, o.Kinds, live, accepts)
	}))
}

// liveliest returns the discard of the option that accepts the most unseen tiles, of
// the kinds that lead returns. As these are never more than the option's own, it is
// asked only about an option that no other can surpass.
func (t taste) liveliest(unseen *tile.Held, options []shape.Option, lead func(o shape.Option) tile.Kinds) tile.Tile {
	// An option's rank has its live tiles first, then how early it comes to taste.
	var ranks [maxHeld]int
	places := &t.parting().place
	for i := range options {
		o := &options[i]
		ranks[i] = unseen.CountOf(o.Kinds)*tile.Count - int(places[o.Tile])
	}
	for {
		best := 0
		for i, r := range ranks[:len(options)] {
			if r > ranks[best] {
				best = i
			}
		}
		o := options[best]
		r := unseen.CountOf(lead(o))*tile.Count - int(places[o.Tile])
		if r == ranks[best] {
			return o.Tile
		}
		ranks[best] = r
	}
}

// call claims a pung that lowers shanten, and declares any kong that does not raise
// it, a concealed one before an added one.
func (f *fast) call(v engine.View, legal []engine.Action) engine.Action {
	c := position(v)
	now := c.shanten()
	for i := range legal {
		a := f.taste.nth(legal, i)
		switch a.Kind() {
		case engine.KindKong, engine.KindConcealedKong, engine.KindAddedKong:
			if after := c.after(a, v.Offered()); after.shanten() <= now {
				return a
			}
		}
	}
	for _, a := range legal {
		if a == engine.Pung {
			if after := c.after(a, v.Offered()); after.shanten() < now {
				return a
			}
		}
	}
	return engine.Pass
}

// A tiles is what a seat's shape depends on.
type tiles struct {
	tables *shape.Tables
	held   tile.Held
	melds  int
	void   tile.Suit
}

func position(v engine.View) tiles {
	m := v.Melds(v.Seat())
	return tiles{v.Engine().Tables(), v.Held(), int(m.N), v.Void(v.Seat())}
}

func (p *tiles) shanten() int { return p.tables.Shanten(&p.held, p.melds, p.void) }

// accepts returns the shanten of some tiles in place of those held, and the kinds that
// lower it.
func (p *tiles) accepts(h tile.Held) (int, tile.Kinds) {
	return p.tables.Acceptance(&h, p.melds, p.void)
}

// groupsAccept is accepts for any groups alone.
func (p *tiles) groupsAccept(h tile.Held) (int, tile.Kinds) {
	return p.tables.StandardAcceptance(&h, p.melds, p.void)
}

// after returns the tiles once a call was made, before a tile is drawn or
// discarded.
func (p *tiles) after(a engine.Action, offered tile.Tile) tiles {
	q := *p
	switch a.Kind() {
	case engine.KindPung:
		q.held.AddN(offered, -2)
		q.melds++
	case engine.KindKong:
		q.held.AddN(offered, -3)
		q.melds++
	case engine.KindConcealedKong:
		q.held.AddN(a.Tile(), -tile.Copies)
		q.melds++
	case engine.KindAddedKong:
		q.held.Remove(a.Tile())
	}
	return q
}
