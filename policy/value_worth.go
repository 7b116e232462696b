package policy

import (
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

// mostFan is the number of fan above which all payments are as high as there.
const mostFan = 16

// An outlook is what a seat's tiles are judged by: everything public.
type outlook struct {
	view   engine.View
	rules  *rules.Rules
	unseen tile.Held
	seen   tile.Kinds             // kinds that cannot be won on another's discard
	payers int                    // opponents still in the hand
	left   int                    // tiles left in the wall
	owed   int                    // kong income that goes back if the wall ends and the hand is not ready
	voids  [tile.NumSuits + 1]int // how many of them have named each suit

	odds    *odds
	unready int // cost of ending not ready, in milli-points
	*terms
	draw  [tile.NumSuits]int // weight of an accepted tile of a suit, in sixteenths
	claim [tile.NumSuits]int // further weight if another's discard can bring it
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
	o.owed = v.Refundable(v.Seat())
	b.judge(&o, v.Left())
	return o
}

// judge works out what the parameters make of an outlook with n tiles left
// in the wall.
func (b *valuer) judge(o *outlook, left int) {
	o.left = left
	for s := range o.draw {
		o.draw[s] = 16 + b.voidDraw*o.voids[s]
		o.claim[s] = b.claim + b.voidClaim*o.voids[s]
	}
	o.odds = stepOddsFor(o.rules.AfterWin, o.payers, left)
	if b.fineOdds != 0 {
		o.odds = oddsFor(o.rules.AfterWin, o.payers, left)
	}
	o.unready = b.unready + b.refund*o.owed
	o.terms = b.termsFor(o.rules, o.payers, left)
}

// fullWall is the number of tiles that the deal leaves, and one.
const fullWall = 56

// Terms are what wins are worth with a number of opponents still in the hand and of
// tiles left in the wall: the same in every hand under the same rules.
type terms struct {
	known bool
	leave int              // worth of having won, beside payments
	cap   int              // fan above which all pay the same
	pay   [mostFan + 1]int // what a win of n fan is worth
	reach *reach
	// shares are how much goals count, as in a valuer.
	shares *[2][numForms]int
	// plain is what goals of two suits and of one would be worth were they as good as
	// reached, without kongs and roots, by what they lack.
	plain [2][numForms][mostMissing + 1]int
}

// termsFor returns the terms. They are worked out once.
func (b *valuer) termsFor(r *rules.Rules, payers, left int) *terms {
	if b.rules != r { // the pointer kept stands for these rules as long as it is kept
		b.rules, b.terms, b.waited = r, [engine.NumSeats][fullWall]terms{}, waitMemory{}
	}
	t := &b.terms[payers][left]
	if !t.known {
		b.settle(t, r, payers, left)
	}
	return t
}

// settle works out terms.
func (b *valuer) settle(t *terms, r *rules.Rules, payers, left int) {
	t.known, t.reach, t.shares = true, reachFor(r.AfterWin), &b.flowShares
	if r.AfterWin == rules.Leave {
		t.shares, t.leave = &b.shares, b.leave*left/fullWall
	}
	t.cap = min(r.FanCap, mostFan)
	for fan := range t.pay[:t.cap+1] {
		t.pay[fan] = b.payment(r, payers, t.leave, fan)
	}
	for u, fan := range [...]int{0, r.FullFlush} {
		for f := range numForms {
			for m := 1; m <= mostMissing; m++ {
				t.plain[u][f][m] = t.most(r, goal{f, use(u)}, m, fan)
			}
		}
	}
}

// payment returns what a hand of n fan pays on average, in milli-points,
// with what leaving the table is worth: nothing where it is no win.
func (b *valuer) payment(r *rules.Rules, payers, leave, fan int) int {
	pay := 0
	if fan >= r.MinFan {
		pay += (thousand-b.selfDraw)*r.Points(fan) + leave
	}
	if self := fan + r.SelfDrawFan; self >= r.MinFan {
		pay += b.selfDraw * payers * (r.Points(self) + r.SelfDrawPoints)
	}
	return pay
}

// most returns what a goal would be worth were it as good as reached, with n fan
// beside its form's.
func (t *terms) most(r *rules.Rules, g goal, missing, fan int) int {
	pay := t.pay[min(fan+formFan(r, g.form), t.cap)]
	return int(int64(pay) * int64(t.shares[min(g.use, 1)][g.form]) / thousand * int64(t.reach.of(g, missing)) / thousand)
}

// readyWorth returns what tiles that are one tile from a win are worth, each
// wait with what it pays.
func (b *valuer) readyWorth(o *outlook, h *hand) int {
	weights, pay := b.waits(o, h)
	return o.odds.share(&o.odds.win, 1, weights, pay)
}
