package policy

import (
	"math/bits"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A hand is what a seat may win with.
type hand struct {
	tiles
	all   tile.Melds
	kinds tile.Kinds // of the melds
	pungs tile.Held  // one tile of each pung, to which a fourth may be added
	kongs int
}

func ownHand(v engine.View) hand {
	h := hand{tiles: position(v), all: v.Melds(v.Seat())}
	h.readMelds()
	return h
}

// readMelds works out what depends on the melds.
func (h *hand) readMelds() {
	h.kinds, h.pungs, h.kongs = 0, tile.Held{}, 0
	for _, m := range h.all.All() {
		h.kinds |= m.Tile().Bit()
		if m.IsKong() {
			h.kongs++
		} else {
			h.pungs.Add(m.Tile())
		}
	}
}

// after returns the hand once a call was made, before a tile is drawn or
// discarded.
func (h *hand) after(a engine.Action, offered tile.Tile) hand {
	g := *h
	g.tiles = h.tiles.after(a, offered)
	switch a.Kind() {
	case engine.KindPung:
		g.all.Append(tile.MakeMeld(tile.Pung, offered))
	case engine.KindKong:
		g.all.Append(tile.MakeMeld(tile.ClaimedKong, offered))
	case engine.KindConcealedKong:
		g.all.Append(tile.MakeMeld(tile.ConcealedKong, a.Tile()))
	case engine.KindAddedKong:
		for i, m := range g.all.All() {
			if m.Tile() == a.Tile() {
				g.all.List[i] = tile.MakeMeld(tile.AddedKong, a.Tile())
			}
		}
	}
	g.readMelds()
	return g
}

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

// mostFan is the number of fan above which all payments are as high as there.
const mostFan = 16

// An outlook is what a seat's tiles are judged by: everything public.
type outlook struct {
	view   engine.View
	rules  *rules.Rules
	unseen tile.Held
	seen   tile.Kinds             // kinds that cannot be won on another's discard
	payers int                    // opponents still in the hand
	voids  [tile.NumSuits + 1]int // how many of them have named each suit

	odds  *odds
	reach *reach
	// shares are how much goals count, as in a valuer.
	shares *[2][numForms]int
	leave  int                // worth of having won, beside payments
	cap    int                // fan above which all pay the same
	pay    [mostFan + 1]int   // what a win of so many fan is worth
	draw   [tile.NumSuits]int // weight of an accepted tile of a suit, in sixteenths
	claim  [tile.NumSuits]int // further weight if another's discard can bring it
}

func (b *valuer) outlook(v engine.View) outlook {
	o := outlook{view: v, rules: v.Rules(), unseen: v.Unseen()}
	for s := range engine.NumSeats {
		if s != v.Seat() && !v.IsOut(s) {
			o.payers++
			o.voids[v.Void(s)]++
		}
	}
	if o.rules.SacredDiscard {
		o.seen = v.Discarded(v.Seat())
	}
	b.judge(&o, v.Left())
	return o
}

// judge works out what the parameters make of an outlook with so many tiles left
// in the wall.
func (b *valuer) judge(o *outlook, left int) {
	for s := range o.draw {
		o.draw[s] = 16 + b.voidDraw*o.voids[s]
		o.claim[s] = b.claim + b.voidClaim*o.voids[s]
	}
	o.odds, o.reach = oddsFor(o.rules.AfterWin, o.payers, left), reachFor(o.rules.AfterWin)
	o.shares = &b.flowShares
	if o.rules.AfterWin == rules.Leave {
		o.shares, o.leave = &b.shares, b.leave*left/fullWall
	}
	o.cap = min(o.rules.FanCap, mostFan)
	for fan := range o.pay[:o.cap+1] {
		o.pay[fan] = b.payment(o, fan)
	}
}

// fullWall is the number of tiles that the deal leaves, and one.
const fullWall = 56

// payment returns what a hand of so many fan pays on average, in milli-points,
// with what leaving the table is worth: nothing where it is no win.
func (b *valuer) payment(o *outlook, fan int) int {
	pay := 0
	if fan >= o.rules.MinFan {
		pay += (thousand-b.selfDraw)*o.rules.Points(fan) + o.leave
	}
	if self := fan + o.rules.SelfDrawFan; self >= o.rules.MinFan {
		pay += b.selfDraw * o.payers * (o.rules.Points(self) + o.rules.SelfDrawPoints)
	}
	return pay
}

// accepted weighs the unseen tiles of the kinds in a set, of which those in
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

// usual is the point of the scale of acceptance at which goals are compared
// before what they accept is known.
const usual = 6

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
			w := o.most(goal{f, u}, m, fan) * int64(o.odds.win[m-1][usual])
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

// most returns what a goal would be worth were it as good as reached.
func (o *outlook) most(g goal, missing, fan int) int64 {
	pay := o.pay[min(fan+formFan(o.rules, g.form), o.cap)]
	return int64(pay) * int64(o.shares[min(g.use, 1)][g.form]) / thousand * int64(o.reach.of(g, missing)) / thousand
}

// worth returns what the tiles after a discard are worth, in milli-points: of
// the goals in reach the one of most worth, and a share of the others.
func (b *valuer) worth(o *outlook, h *hand) int {
	var d duo
	h.duo(&d)
	in := b.aimsOf(o, h, &d)
	_, worth := b.weigh(o, h, &d, &in)
	return worth
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
		add(plan{missing: 1, worth: b.readyWorth(o, h)})
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
			most := int(o.most(g, m, fan))
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
		worth -= o.odds.share(&o.odds.unready, near, nearAccepted, b.unready)
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
	k := d.accepts(g)
	switch {
	case missing == 1:
		return o.accepted(k, k&^o.seen)
	case g.form == pairs:
		return o.accepted(k, 0)
	}
	return o.accepted(k, twice)
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

// readyWorth returns what tiles that are one tile from a win are worth, each
// wait with what it pays.
func (b *valuer) readyWorth(o *outlook, h *hand) int {
	e := o.view.Engine()
	k := e.Waits(&h.held, h.melds, h.void) &^ tile.OwnsFour(&h.held, &h.all)
	weights, pays := 0, 0
	for ; k != 0; k = k.Rest() {
		t := k.First()
		n := o.unseen.Count(t)
		if n == 0 {
			continue
		}
		w := o.draw[t.Suit()]
		if !o.seen.Has(t) {
			w += o.claim[t.Suit()]
		}
		full := h.held.With(t)
		r, ok := e.Scorer().Score(&full, &h.all, t, 0)
		if !ok {
			continue
		}
		weights += w * n
		pays += w * n * o.pay[min(r.Fan, o.cap)]
	}
	if weights == 0 {
		return 0
	}
	return o.odds.share(&o.odds.win, 1, weights, pays/weights)
}
