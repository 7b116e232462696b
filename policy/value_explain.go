package policy

import (
	"fmt"
	"math"

	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// thinkOfDiscards says what value thinks of discards.
func (b *valuer) thinkOfDiscards(v engine.View, among []engine.Action, dst []Opinion) {
	o, h := b.outlook(v), ownHand(v)
	b.opinions(&o, &h, kindsOf(among), func(t tile.Tile) *Opinion {
		for i, a := range among {
			if a.Tile() == t {
				return &dst[i]
			}
		}
		panic("policy: a discard that is not legal")
	})
}

// opinions fills in what value thinks of each discard of a set.
func (b *valuer) opinions(o *outlook, h *hand, among tile.Kinds, of func(t tile.Tile) *Opinion) {
	var worths leavings
	most := b.leaves(o, h, among, &worths)
	void := among.First().Suit() == h.void
	weight := thousand
	if most < b.foldBelow && !void {
		weight = b.fold
	}
	var d danger
	b.look(&d, o)
	x := assessment{valuer: b, outlook: o, hand: h}
	var list []leaving
	if !void {
		x.begin()
		for k := among; k != 0; k = k.Rest() {
			list = append(list, leaving{})
			x.without(&list[len(list)-1], k.First())
		}
		x.expect()
	}
	for i, k := 0, among; k != 0; i, k = i+1, k.Rest() {
		t := k.First()
		danger := d.of(b, o, t) * weight / thousand
		dst := of(t)
		if void {
			rest := *h
			rest.held.Remove(t)
			b.thinkOf(o, &rest, dst)
			dst.Worth = points(most - danger)
		} else {
			x.explain(&list[i], dst)
			dst.Worth = points(worths[t] - danger)
		}
		dst.Danger = points(danger)
	}
}

// thinkOf fills in the worth of a hand as it stands, the wins it promises and its
// best goal.
func (b *valuer) thinkOf(o *outlook, h *hand, dst *Opinion) {
	x := assessment{valuer: b, outlook: o, hand: h}
	x.begin()
	for i := range x.targets[:x.n] {
		x.targets[i].kept = bothSuits
	}
	l := x.asItIs()
	x.explain(&l, dst)
	dst.Worth = points(b.worth(o, h))
}

// explain fills in the best goal of what is left, and the wins that it promises.
func (x *assessment) explain(l *leaving, dst *Opinion) {
	o := x.outlook
	roots := x.roots &^ l.gone
	best, wins, goal := 0, 0.0, "nothing in reach"
	if x.hand.held[x.hand.void] == 0 && x.ready() != 0 && l.gone&^x.ready() == 0 {
		rest := *x.hand
		if l.tile != tile.None {
			rest.held.Remove(l.tile)
		}
		weights, pay := x.valuer.waits(o, &rest)
		best = o.odds.share(&o.odds.win, 1, weights, pay)
		wins, goal = float64(o.odds.chance(&o.odds.win, 1, weights))/(1<<oddsBits), "ready"
	}
	for i := range x.targets[:x.n] {
		t := &x.targets[i]
		m := t.missing
		if l.gone&^t.kept != 0 {
			m++
		}
		if m > mostMissing || m == 1 && goal == "ready" {
			continue
		}
		if worth := o.odds.share(&o.odds.win, m, x.accepted(t, m, l), x.most(t.goal, m, roots)); worth > best {
			fan := x.fan(t.goal, roots)
			best, wins = worth, float64(worth)/float64(o.pay[min(fan, o.cap)])
			goal = fmt.Sprintf("%s, %d missing, %d fan", t.text(&x.duo), m, fan)
		}
	}
	dst.Wins, dst.Goal = &wins, goal
}

// fan returns the fan of a goal with roots of the two suits.
func (x *assessment) fan(g goal, roots tile.Kinds) int {
	r := x.outlook.rules
	fan := formFan(r, g.form) + r.Root*(x.hand.kongs+(roots&g.use.kinds()).Len()*x.valuer.roots/thousand)
	if g.use != both {
		fan += r.FullFlush
	}
	return fan
}

// text says in words what a goal is.
func (g goal) text(d *duo) string {
	text := [...]string{anyGroups: "groups", pungs: "pungs", pairs: "seven pairs"}[g.form]
	if g.use != both {
		text += " of " + d.suits[g.use-onlyFirst].String() + " alone"
	}
	return text
}

// thinkOfCalls says what value thinks of kongs, or of pung, kong and pass.
func (b *valuer) thinkOfCalls(v engine.View, among []engine.Action, dst []Opinion) {
	o, h := b.outlook(v), ownHand(v)
	for i, a := range among {
		after := h.after(a, v.Offered())
		if a == engine.Pung {
			b.thinkOfPung(&o, &after, &dst[i])
			continue
		}
		b.thinkOf(&o, &after, &dst[i])
		if a != engine.Pass {
			*dst[i].Worth += float64(b.kong+thousand*KongPay(v, a)) / thousand
		}
	}
}

// thinkOfPung says what value thinks of a hand that has to discard after a pung.
func (b *valuer) thinkOfPung(o *outlook, h *hand, dst *Opinion) {
	action, chosen := dst.Action, dst.Choice
	most := math.Inf(-1)
	var all [tile.Count]Opinion
	among := h.discards()
	b.opinions(o, h, among, func(t tile.Tile) *Opinion { return &all[t] })
	for k := among; k != 0; k = k.Rest() {
		if x := &all[k.First()]; *x.Worth > most {
			most = *x.Worth
			*dst = *x
			dst.Goal = fmt.Sprintf("discards %s: %s", k.First(), x.Goal)
		}
	}
	dst.Action, dst.Choice = action, chosen
	*dst.Worth += float64(b.pung) / thousand
}

// discards returns the kinds that may be discarded.
func (h *hand) discards() tile.Kinds {
	k := h.held.Kinds()
	if void := k & tile.SuitKinds(h.void); void != 0 {
		return void
	}
	return k
}

// thinkOfWin says what value thinks of a win: what it pays and leaves.
func (b *valuer) thinkOfWin(v engine.View, _ []engine.Action, dst []Opinion) {
	f, ok := b.offer(v)
	if !ok {
		dst[0].Goal = "a win that is always taken"
		return
	}
	dst[0].Worth = points(f.taken)
	dst[0].Goal = fmt.Sprintf("passing is weighed as %.3f", float64(f.passed*b.patience/thousand)/thousand)
}

// thinkOfVoids says what value thinks of the tiles with each suit void.
func (b *valuer) thinkOfVoids(v engine.View, among []engine.Action, dst []Opinion) {
	o, h := b.outlook(v), ownHand(v)
	for i, a := range among {
		without := h
		without.void = a.Suit()
		b.thinkOf(&o, &without, &dst[i])
	}
}

// thinkOfExchange says what value thinks is left without the loosest tiles of each
// suit, of the first tile that is among them. Once one was passed on there is no choice.
func (b *valuer) thinkOfExchange(v engine.View, among []engine.Action, dst []Opinion) {
	if v.PassedOn() != (tile.Held{}) {
		return
	}
	n := v.Rules().ExchangeTiles
	o, held := b.outlook(v), v.Held()
	h := ownHand(v)
	for i, a := range among {
		s := a.Tile().Suit()
		if held[s].Total() < n {
			continue
		}
		plan := b.taste.loosest(held[s], n)
		if plan.Lowest()+1 != a.Tile().Rank() {
			continue
		}
		rest := h
		rest.held[s] -= plan
		rest.void, _ = b.bestVoid(&o, &rest)
		b.thinkOf(&o, &rest, &dst[i])
		var out tile.Held
		out[s] = plan
		dst[i].Goal = fmt.Sprintf("without %s, void %s: %s", out, rest.void, dst[i].Goal)
	}
}
