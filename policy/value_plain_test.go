package policy

import (
	"math/bits"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// This file has value in a plain way: it takes each discard away, works out what every
// goal then lacks and accepts, and adds up what they are worth.

// duo fills in the tiles of the two live suits.
func (h *hand) duo(d *duo) { d.read(h.tables, &h.held, h.void, h.melds, h.kinds) }

// roots counts the kinds of each suit that are owned four times, the kongs
// aside.
func (h *hand) roots(d *duo) (n [2]int) {
	for i, w := range d.words {
		n[i] = bits.OnesCount32(uint32(w.AtLeast4() | w.AtLeast1()&h.pungs[d.suits[i]]))
	}
	return n
}

// accepted weighs the unseen tiles of the kinds in a set; those in
// claimed may come from others' discards. It counts in sixteenths of a tile.
func (o *outlook) accepted(k, claimed tile.Kinds) int {
	n := 0
	for s := range tile.Suit(tile.NumSuits) {
		in := k & tile.SuitKinds(s)
		if in == 0 {
			continue
		}
		n += o.draw[s] * o.unseen.CountOf(in)
		if in &= claimed; in != 0 {
			n += o.claim[s] * o.unseen.CountOf(in)
		}
	}
	return n
}

// An aims is the goals that are worth a closer look at one decision, and what
// they then lack; 0 for those that are not.
type aims [numUses][numForms]int8

// aimsOf returns the goals that may matter for a hand: those that are worth,
// with what they usually accept, at least a quarter of the best. A complete hand
// counts as lacking one tile, which is what it lacks once it has discarded.
func (b *valuer) aimsOf(o *outlook, h *hand, d *duo) (in aims) {
	roots := h.roots(d)
	forms := numForms
	if h.melds > 0 || o.rules.SevenPairs == 0 {
		forms = pairs
	}
	var worths [numUses][numForms]int64
	best := int64(0)
	for u := range numUses {
		if !d.flush[u] {
			continue
		}
		fan := b.fan(o, h.kongs, roots, u)
		for f := range forms {
			m := max(d.missing(goal{f, u}), 1)
			if m > mostMissing {
				continue
			}
			w := int64(o.terms.most(o.rules, goal{f, u}, m, fan)) * int64(o.odds.win[m-1][usual])
			worths[u][f] = w
			best = max(best, w)
			in[u][f] = int8(m)
		}
	}
	for u := range in {
		for f := range in[u] {
			if worths[u][f] < best/2 {
				in[u][f] = 0
			}
		}
	}
	if m := d.missing(goal{anyGroups, both}); m <= mostMissing {
		in[both][anyGroups] = int8(max(m, 1)) // to tell what is ready
	}
	return in
}

// weigh is worth with the best goal, among goals and what they may lack.
func (b *valuer) weigh(o *outlook, h *hand, d *duo, in *aims) (plan, int) {
	var aim plan
	rest := 0
	add := func(p plan) {
		if p.worth > aim.worth {
			rest += aim.worth
			aim = p
		} else {
			rest += p.worth
		}
	}
	lacks, keeps := d.lacksOf(in)
	roots := h.roots(d)
	twice := h.held.Twice()
	near, nearAccepted := mostMissing, 0
	if h.held[h.void] == 0 && (lacks[both][anyGroups] == 1 || lacks[both][pairs] == 1) {
		near = 1
		add(plan{missing: 1, worth: b.plainReadyWorth(o, h)})
	}
	for u := range numUses {
		if in[u] == [numForms]int8{} {
			continue
		}
		fan := b.fan(o, h.kongs, roots, u)
		for f := range numForms {
			m := int(lacks[u][f])
			if m == 0 || m > mostMissing || m == 1 && near == 1 {
				continue
			}
			g := goal{f, u}
			most := o.terms.most(o.rules, g, m, fan)
			if !keeps { // nothing comes of it: a rough guess will do
				add(plan{g, m, fan, int(int64(most) * int64(o.odds.win[m-1][usual]) >> oddsBits)})
				continue
			}
			a := b.acceptedFor(o, d, g, m, twice)
			if u == both && f != pungs && m <= near {
				near, nearAccepted = m, max(a, nearAccepted)
			}
			add(plan{g, m, fan + formFan(o.rules, f), o.odds.share(&o.odds.win, m, a, most)})
		}
	}
	worth := aim.worth + rest*b.mix/thousand
	if n := h.held[h.void]; n != 0 {
		worth -= worth * min(n.Total(), 5) * b.voidTile / thousand
	}
	if near > 1 {
		worth -= o.odds.share(&o.odds.unready, near, nearAccepted, o.unready)
	}
	return aim, worth
}

// lacksOf returns what the goals lack, and whether one of them lacks no more than
// before. Goals that do not matter count as 0.
func (d *duo) lacksOf(in *aims) (lacks aims, keeps bool) {
	for u := range numUses {
		if in[u] == [numForms]int8{} {
			continue
		}
		for f, before := range in[u] {
			if before > 0 {
				lacks[u][f] = int8(max(d.missing(goal{form(f), u}), 1))
				keeps = keeps || lacks[u][f] <= before
			}
		}
	}
	return lacks, keeps
}

// acceptedFor weighs the tiles that bring a goal nearer. The last one may be any
// seat's discard; before it only what makes a pung with two held.
func (b *valuer) acceptedFor(o *outlook, d *duo, g goal, missing int, twice tile.Kinds) int {
	k := d.apart(d.accepts(g))
	switch {
	case missing == 1:
		return o.accepted(k, k&^o.seen)
	case g.form == pairs:
		twice = 0
	}
	n := o.accepted(k, twice)
	if missing == 2 {
		n -= o.accepted(o.deadEnds(d, g, k), twice) * (thousand - b.deadEnds) / thousand
	}
	return n
}

// deadEnds returns those of the kinds that a goal accepts after which no live tile
// completes it.
func (o *outlook) deadEnds(d *duo, g goal, accepted tile.Kinds) (ends tile.Kinds) {
	for k := accepted; k != 0; k = k.Rest() {
		e, t := *d, k.First()
		if o.unseen.Count(t) > 0 {
			if i := e.take(t, -1); e.words[i].Total() == mostInSuit {
				continue
			}
		}
		if o.unseen.Count(t) == 0 || o.unseen.CountOf(e.apart(e.accepts(g))) == 0 {
			ends |= t.Bit()
		}
	}
	return ends
}

// fan returns the fan that a goal has from the suits it uses and from kongs and
// other roots.
func (b *valuer) fan(o *outlook, kongs int, roots [2]int, u use) int {
	switch u {
	case onlyFirst:
		return o.rules.Root*(kongs+roots[0]*b.roots/thousand) + o.rules.FullFlush
	case onlySecond:
		return o.rules.Root*(kongs+roots[1]*b.roots/thousand) + o.rules.FullFlush
	}
	return o.rules.Root * (kongs + (roots[0]+roots[1])*b.roots/thousand)
}

// plainReadyWorth returns what tiles one from a win are worth: it tries every unseen
// tile.
func (b *valuer) plainReadyWorth(o *outlook, h *hand) int {
	weights, pays := 0, 0
	for k := o.unseen.Kinds() &^ tile.OwnsFour(&h.held, &h.all) &^ tile.SuitKinds(h.void); k != 0; k = k.Rest() {
		t := k.First()
		full := h.held.With(t)
		if r, ok := o.view.Engine().Scorer().Score(&full, &h.all, t, 0); ok {
			n := o.accepted(t.Bit(), t.Bit()&^o.seen)
			weights += n
			pays += n * o.pay[min(r.Fan, o.cap)]
		}
	}
	return o.odds.share(&o.odds.win, 1, weights, pays/max(weights, 1))
}

// plainWithout returns what a discard leaves.
func (b *valuer) plainWithout(o *outlook, h *hand, t tile.Tile) int {
	var d duo
	h.duo(&d)
	in := b.aimsOf(o, h, &d)
	rest := *h
	rest.held.Remove(t)
	d.take(t, 1)
	_, worth := b.weigh(o, &rest, &d, &in)
	return worth
}

// plainWorth returns what tiles are worth.
func (b *valuer) plainWorth(o *outlook, h *hand) int {
	var d duo
	h.duo(&d)
	in := b.aimsOf(o, h, &d)
	_, worth := b.weigh(o, h, &d, &in)
	return worth
}

// A checkedValue plays like value, and compares all that it makes of its tiles with
// the plain way.
type checkedValue struct {
	t *testing.T
	*valuer
	Policy
}

func (c *checkedValue) Act(v engine.View, legal []engine.Action) engine.Action {
	if v.Phase() > engine.PhaseVoid {
		c.check(v)
	}
	return c.Policy.Act(v, legal)
}

func (c *checkedValue) check(v engine.View) {
	o, h := c.outlook(v), ownHand(v)
	if v.Phase() != engine.PhaseTurn {
		if got, want := c.worth(&o, &h), c.plainWorth(&o, &h); got != want {
			c.t.Fatalf("%v, melds %v, void %v: worth %d, want %d", h.held, h.all, h.void, got, want)
		}
		return
	}
	if h.held[h.void] != 0 {
		return
	}
	var worths leavings
	c.leaves(&o, &h, h.held.Kinds(), &worths)
	for k := h.held.Kinds(); k != 0; k = k.Rest() {
		t := k.First()
		if got, want := worths[t], c.plainWithout(&o, &h, t); got != want {
			c.t.Fatalf("%v, melds %v, void %v: without %v worth %d, want %d", h.held, h.all, h.void, t, got, want)
		}
	}
}

// What value reads off tables is what the plain way finds, under every preset and with
// odd parameters.
func TestValueIsPlain(t *testing.T) {
	for _, p := range rules.Presets() {
		for _, text := range []string{
			"value", "value:flush=1500,flow_flush=2000,pungs=2000,pairs=1500,mix=300", "value:groups=300,roots=700,claim=40,void_draw=9",
		} {
			spec, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			x := newTable(t, p.Rules, spec)
			for s := range x.bots {
				b := newValuer(spec.values)
				x.bots[s] = &checkedValue{t, b, NewBot(b.bot())}
			}
			for seed := range uint64(30) {
				d := randomDeck(seed, false)
				for x.deal(&d, seed); !x.h.Over(); {
					x.e.Apply(&x.h, x.next())
				}
			}
		}
	}
}
