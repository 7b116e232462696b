package policy

import (
	"math"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// newExpert plays like value, but where a net that was fitted to hands played on both
// ways says that another action is worth more.
func newExpert(p Values) Parts {
	e := &expert{valuer: newValuer(defaults(valueParams)), margin: p.Of("margin"), window: p.Of("window")}
	return e.parts()
}

// parts returns the parts that play by an expert.
func (e *expert) parts() Parts {
	parts := e.valuer.bot()
	parts.Discard = tasted{thinking{e.discard, e.think}, &e.taste}
	parts.Call = tasted{thinking{e.call, e.think}, &e.taste}
	parts.Win = tasted{thinking{e.win, nil}, &e.taste}
	return parts
}

var expertParams = []Param{
	{"margin", "points by which the net has to prefer another action to value's, in thousandths", 0, 10000, 250},
	{"window", "worth that an action may have less than value's to be looked at, in milli-points", 0, 10000, 2000},
}

// mostCandidates is the most actions that expert looks at.
const mostCandidates = 8

// mostDiscards is the most discards among them.
const mostDiscards = 5

// An expert has value, and the actions that it looks at in one decision.
type expert struct {
	*valuer
	margin, window int
	net            *expertNet // for the rules that are played
	played         *rules.Rules

	view   engine.View
	o      outlook
	h      hand
	danger danger
	base   traits // of the situation
	sums   netSums

	list [mostCandidates]candidate
	n    int
}

// A candidate is an action that is looked at.
type candidate struct {
	action engine.Action
	worth  int // value's, in milli-points
	traits traits
}

// begin looks at a decision.
func (e *expert) begin(v engine.View) {
	e.view, e.n = v, 0
	e.o, e.h, e.danger = e.outlook(v), ownHand(v), danger{}
	e.look(&e.danger, &e.o)
	e.base = traits{}
	e.base.situation(e.valuer, &e.o, &e.h, &e.danger)
}

// add adds an action of so much worth that pays so much at once.
func (e *expert) add(a engine.Action, worth, pay int) *candidate {
	c := &e.list[e.n]
	e.n++
	c.action, c.worth, c.traits = a, worth, e.base
	c.traits.points(traitWorth, worth)
	c.traits.action(a, pay)
	return c
}

// addStanding adds an action that leaves a hand as it stands.
func (e *expert) addStanding(a engine.Action, h *hand, pay, bonus int) *candidate {
	x := assessment{valuer: e.valuer, outlook: &e.o, hand: h}
	x.begin()
	for i := range x.targets[:x.n] {
		x.targets[i].kept = bothSuits
	}
	l := x.asItIs()
	weighed := l
	c := e.add(a, x.worth(&weighed)+pay+bonus, pay)
	x.traits(&l, &c.traits)
	return c
}

// addDiscards adds the best discards of a set, at most n, the best one first. All
// are added as one action if it is not Pass, and are worth so much more.
func (e *expert) addDiscards(h *hand, among tile.Kinds, as engine.Action, most, bonus int) {
	if among.First().Suit() == h.void {
		e.addVoid(h, among, as, bonus)
		return
	}
	x := assessment{valuer: e.valuer, outlook: &e.o, hand: h}
	x.begin()
	var worths leavings
	x.worths(among, &worths)
	var costs leavings
	for k := among; k != 0; k = k.Rest() {
		t := k.First()
		costs[t] = e.danger.of(e.valuer, &e.o, t)
		worths[t] += bonus - costs[t]
	}
	least := math.MinInt
	for range most {
		t := e.bestIn(among, &worths)
		if t == tile.None || worths[t] < least {
			break
		}
		if least == math.MinInt {
			least = worths[t] - e.window
		}
		among &^= t.Bit()
		a := as
		if a == engine.Pass {
			a = engine.Discard(t)
		}
		c := e.add(a, worths[t], 0)
		c.traits.discarded(e.valuer, &e.o, &e.danger, t, costs[t])
		var l leaving
		x.without(&l, t)
		if l.gone&x.roots != 0 {
			x.price(x.roots &^ l.gone)
		}
		x.traits(&l, &c.traits)
		if l.gone&x.roots != 0 {
			x.price(x.roots)
		}
	}
}

// bestIn returns the discard of most worth in a set, None if it is empty.
func (e *expert) bestIn(among tile.Kinds, worths *leavings) tile.Tile {
	best := tile.None
	for k := among; k != 0; k = k.Rest() {
		t := k.First()
		if best == tile.None || worths[t] > worths[best] || worths[t] == worths[best] && e.taste.prefers(t, best) {
			best = t
		}
	}
	return best
}

// addVoid adds the safest discard of the void suit.
func (e *expert) addVoid(h *hand, among tile.Kinds, as engine.Action, bonus int) {
	t, cost := e.safest(&e.o, among)
	if as == engine.Pass {
		as = engine.Discard(t)
	}
	rest := *h
	rest.held.Remove(t)
	c := e.addStanding(as, &rest, 0, bonus-cost)
	c.traits.discarded(e.valuer, &e.o, &e.danger, t, cost)
}

// turn looks at the discards and kongs of the seat's own turn.
func (e *expert) turn(v engine.View, legal []engine.Action) {
	e.begin(v)
	e.addDiscards(&e.h, v.Discards(), engine.Pass, mostDiscards, 0)
	for i := range legal {
		a := e.taste.nth(legal, i)
		if k := a.Kind(); (k == engine.KindConcealedKong || k == engine.KindAddedKong) && e.n < mostCandidates {
			after := e.h.after(a, tile.None)
			e.addStanding(a, &after, kongPay(&e.o, v, a), e.kong)
		}
	}
}

// claim looks at what may be done about another's tile.
func (e *expert) claim(v engine.View, legal []engine.Action) {
	e.begin(v)
	e.addStanding(engine.Pass, &e.h, 0, 0)
	for _, a := range legal {
		switch a {
		case engine.Pung:
			after := e.h.after(a, v.Offered())
			e.addDiscards(&after, after.discards(), a, 1, e.pung)
		case engine.Kong:
			after := e.h.after(a, v.Offered())
			e.addStanding(a, &after, kongPay(&e.o, v, a), e.kong)
		}
	}
}

// offered looks at a win that may be declined, and at what is best without it. It
// reports false for wins that are taken in any case.
func (e *expert) offered(v engine.View) bool {
	f, ok := e.offer(v)
	if !ok {
		return false
	}
	e.begin(v)
	r, _ := v.WinResult()
	points := thousand * r.Points
	if v.Phase() == engine.PhaseTurn {
		points = thousand * e.o.payers * (r.Points + e.o.rules.SelfDrawPoints)
	}
	c := e.add(engine.Win, f.taken, points)
	c.traits[traitWin] = unit
	c.traits.points(traitWinPay, thousand*r.Points/4)
	if v.Phase() == engine.PhaseTurn {
		e.addDiscards(&e.h, v.Discards(), engine.Pass, 1, 0)
	} else {
		e.addStanding(engine.Pass, &e.h, 0, 0)
	}
	e.list[1].worth = f.passed
	e.list[1].traits.points(traitWorth, f.passed)
	if e.isDeclined(&f) {
		e.list[0], e.list[1] = e.list[1], e.list[0]
	}
	return true
}

// win takes a win unless passing is better.
func (e *expert) win(v engine.View, _ []engine.Action) engine.Action {
	if !e.offered(v) {
		return engine.Win
	}
	if e.better(0) == engine.Win {
		return engine.Win
	}
	return engine.Pass
}

// usual returns which action value takes: the first of most worth.
func (e *expert) usual() int {
	best := 0
	for i := range e.list[:e.n] {
		if e.list[i].worth > e.list[best].worth {
			best = i
		}
	}
	return best
}

// best returns the best action.
func (e *expert) best() engine.Action { return e.better(e.usual()) }

// netForRules returns the net for the rules that are played, nil if there is none.
func (e *expert) netForRules() *expertNet {
	if e.played != e.o.rules { // the pointer kept stands for these rules as long as it is kept
		e.played, e.net = e.o.rules, netFor(e.o.rules)
	}
	return e.net
}

// better returns the action that the net prefers to the usual one, if it does so clearly.
func (e *expert) better(usual int) engine.Action {
	net := e.netForRules()
	if e.n < 2 || net == nil {
		return e.list[usual].action
	}
	best, most := usual, 0
	net.begin(&e.sums, &e.base)
	base := net.value(&e.sums, &e.list[usual].traits)
	for i := range e.list[:e.n] {
		if i == usual {
			continue
		}
		more := net.value(&e.sums, &e.list[i].traits) - base
		if more*thousand > int64(e.margin)*unit && int(more) > most {
			best, most = i, int(more)
		}
	}
	return e.list[best].action
}

// discard takes the best discard.
func (e *expert) discard(v engine.View, legal []engine.Action) engine.Action {
	among := kindsOf(legal)
	e.begin(v)
	if among.First().Suit() == e.h.void {
		t, _ := e.safest(&e.o, among)
		return engine.Discard(t)
	}
	e.addDiscards(&e.h, among, engine.Pass, mostDiscards, 0)
	return e.best()
}

// call makes the best call, if one is better than none.
func (e *expert) call(v engine.View, legal []engine.Action) engine.Action {
	if v.Phase() == engine.PhaseTurn {
		e.turn(v, legal)
	} else {
		e.claim(v, legal)
	}
	if a := e.best(); a.Kind() != engine.KindDiscard {
		return a
	}
	return engine.Pass
}

// think tells what the actions that are looked at are worth: value's worth of its own
// choice, and by how much the net prefers the others to it.
func (e *expert) think(v engine.View, among []engine.Action, dst []Opinion) {
	if v.Phase() == engine.PhaseTurn {
		e.turn(v, among)
	} else {
		e.claim(v, among)
	}
	net := e.netForRules()
	usual := &e.list[e.usual()]
	var base int64
	if net != nil {
		net.begin(&e.sums, &e.base)
		base = net.value(&e.sums, &usual.traits)
	}
	for i := range e.list[:e.n] {
		c := &e.list[i]
		at := slices.Index(among, c.action)
		if at < 0 {
			continue
		}
		worth := c.worth
		if net != nil {
			worth = usual.worth + int((net.value(&e.sums, &c.traits)-base)*thousand/unit)
		}
		dst[at].Worth = points(worth)
	}
}
