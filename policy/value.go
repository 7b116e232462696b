package policy

import (
	"math"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// newValue plays for points: every choice is worth the chance to win by what it
// leaves, times what that win pays, less what it may cost.
func newValue(p Values) Parts {
	return newValuer(p).bot()
}

// bot returns the parts that play by a valuer.
func (b *valuer) bot() Parts {
	return Parts{
		Exchange: &exchanger{pick: b.passOn, think: b.thinkOfExchange, taste: &b.taste},
		Void:     tasted{thinking{b.void, b.thinkOfVoids}, &b.taste},
		Discard:  tasted{thinking{b.discard, b.thinkOfDiscards}, &b.taste},
		Call:     tasted{thinking{b.call, b.thinkOfCalls}, &b.taste},
		Win:      tasted{thinking{b.win, b.thinkOfWin}, &b.taste},
	}
}

// thousand is what weights and shares are counted in: thousandths.
const thousand = 1000

var valueParams = []Param{
	{"claim", "further weight of an accepted tile that others' discards can bring, in sixteenths of a tile", 0, 64, 16},
	{"void_draw", "further weight of an accepted tile for each opponent whose void suit it is of, in sixteenths", 0, 32, 2},
	{"void_claim", "the same for a tile that others' discards can bring, in sixteenths", 0, 32, 4},
	{"self_draw", "share of wins that are drawn oneself, in thousandths", 0, 1000, 400},
	{"leave", "worth of having won with a full wall, beside its payment: no more is paid to others; in milli-points", 0, 10000, 1000},
	{"groups", "weight of any groups of both suits among the goals, in thousandths", 0, 3000, 1000},
	{"flush", "chance of a flush against that of any groups which lack as much, in thousandths; 0 plays for none", 0, 3000, 700},
	{"flow_flush", "the same in blood flow, where a dear hand wins again, in thousandths", 0, 3000, 1000},
	{"pungs", "chance of four pungs against that of any groups which lack as much, in thousandths; 0 plays for none", 0, 3000, 1000},
	{"pairs", "chance of seven pairs against that of any groups which lack as much, in thousandths; 0 plays for none", 0, 3000, 500},
	{"roots", "share of its fan at which a root not declared yet counts, in thousandths", 0, 1000, 1000},
	{"mix", "share at which the goals beside the best count, in thousandths", 0, 1000, 100},
	{"unready", "cost of ending not ready with an empty wall, in milli-points", 0, 20000, 3000},
	{"refund", "weight of kong income that goes back where the wall ends and the hand is not ready, in thousandths", 0, 2000, 1000},
	{"fine_odds", "1 to read chances for every length of the wall, 0 for steps of four tiles", 0, 1, 1},
	{"dead_ends", "weight of an accepted tile that no live tile can follow to a win, in thousandths", 0, 1000, 0},
	{"danger", "weight of what a discard costs on average, in thousandths", 0, 4000, 300},
	{"patience", "weight of what a win passed leaves, in thousandths; 0 takes every win", 0, 2000, 1000},
	{"pass_fit", "1 to judge what a win passed leaves as fitted to hands, 0 as it is judged before a win", 0, 1, 1},
	{"pung", "worth of a pung beside what it leaves, in milli-points", -2000, 2000, 0},
	{"kong", "worth of a kong beside its payment and what it leaves, in milli-points", -4000, 4000, 200},
	{"void_tile", "worth lost for each tile of the void suit still held, in thousandths", 0, 200, 40},
}

// A valuer has the parameters of value.
type valuer struct {
	taste                      taste
	claim, voidDraw, voidClaim int
	selfDraw, leave            int
	shares, flowShares         [2][numForms]int // of goals' worth, of both suits and of one
	roots, mix                 int
	unready, refund            int
	fineOdds, deadEnds         int
	danger, patience, passFit  int
	pung, kong                 int
	voidTile                   int

	// The terms under the rules that are played, by the opponents in the hand and the
	// length of the wall, and what was waited on.
	rules  *rules.Rules
	terms  [engine.NumSeats][fullWall]terms
	waited waitMemory

	loud            int // of guard, for threats
	foldBelow, fold int // of guard: the worth below which danger counts so much
}

func newValuer(p Values) *valuer {
	b := &valuer{
		claim: p.Of("claim"), voidDraw: p.Of("void_draw"), voidClaim: p.Of("void_claim"),
		selfDraw: p.Of("self_draw"), leave: p.Of("leave"),
		roots: p.Of("roots"), mix: p.Of("mix"), unready: p.Of("unready"), refund: p.Of("refund"),
		fineOdds: p.Of("fine_odds"), deadEnds: p.Of("dead_ends"),
		danger: p.Of("danger"), patience: p.Of("patience"), passFit: p.Of("pass_fit"),
		pung: p.Of("pung"), kong: p.Of("kong"), voidTile: p.Of("void_tile"),
		foldBelow: math.MinInt,
	}
	b.shares = p.shares(p.Of("flush"))
	b.flowShares = p.shares(p.Of("flow_flush"))
	return b
}

// shares returns how much the goals of each form count, of both suits and of one.
func (v Values) shares(flush int) (shares [2][numForms]int) {
	shares[0] = [numForms]int{anyGroups: v.Of("groups"), pungs: v.Of("pungs"), pairs: v.Of("pairs")}
	shares[1] = [numForms]int{flush, flush * v.Of("pungs") / thousand, flush * v.Of("pairs") / thousand}
	return shares
}

// discard takes the tile whose loss leaves the most, its danger counted; of
// equal ones the lowest.
func (b *valuer) discard(v engine.View, legal []engine.Action) engine.Action {
	o, h := b.outlook(v), ownHand(v)
	among := kindsOf(legal)
	if among.First().Suit() == h.void {
		t, _ := b.safest(&o, among)
		return engine.Discard(t)
	}
	t, _ := b.bestDiscard(&o, &h, among)
	return engine.Discard(t)
}

// bestDiscard returns the best of the discards in a set, and what it leaves.
func (b *valuer) bestDiscard(o *outlook, h *hand, among tile.Kinds) (tile.Tile, int) {
	var worths leavings
	most := b.leaves(o, h, among, &worths)
	if among.First().Suit() == h.void {
		t, risk := b.safest(o, among)
		return t, most - risk
	}
	return b.bestOf(o, among, &worths, most)
}

// safest returns the discard that costs least, and what it costs.
func (b *valuer) safest(o *outlook, among tile.Kinds) (tile.Tile, int) {
	var d danger
	b.look(&d, o)
	best, least := tile.None, 0
	for k := among; k != 0; k = k.Rest() {
		if risk := d.of(b, o, k.First()); best == tile.None || risk < least || risk == least && b.taste.prefers(k.First(), best) {
			best, least = k.First(), risk
		}
	}
	return best, least
}

// leavings are what discards leave, by their kinds.
type leavings [tile.Count]int

// leaves fills in what each discard of a set leaves, and returns the most. Those of the
// void suit all leave the same.
func (b *valuer) leaves(o *outlook, h *hand, among tile.Kinds, worths *leavings) int {
	if t := among.First(); t.Suit() == h.void {
		h.held.Remove(t)
		worth := b.worth(o, h)
		h.held.Add(t)
		return worth
	}
	x := assessment{valuer: b, outlook: o, hand: h}
	x.begin()
	return x.worths(among, worths)
}

// bestOf returns the discard that leaves the most, its danger counted, and that. What
// leaves less than the best has without its danger need not be looked at.
func (b *valuer) bestOf(o *outlook, among tile.Kinds, worths *leavings, most int) (tile.Tile, int) {
	weight := thousand
	if most < b.foldBelow {
		weight = b.fold
	}
	var d danger
	b.look(&d, o)
	best, bestWorth := tile.None, math.MinInt
	consider := func(t tile.Tile) {
		worth := worths[t] - d.of(b, o, t)*weight/thousand
		if worth > bestWorth || worth == bestWorth && b.taste.prefers(t, best) {
			best, bestWorth = t, worth
		}
	}
	for k := among; k != 0; k = k.Rest() {
		if worths[k.First()] == most {
			consider(k.First())
		}
	}
	for k := among; k != 0; k = k.Rest() {
		if w := worths[k.First()]; w < most && w >= bestWorth {
			consider(k.First())
		}
	}
	return best, bestWorth
}

// call makes the call that is worth more than none, if there is one.
func (b *valuer) call(v engine.View, legal []engine.Action) engine.Action {
	o, h := b.outlook(v), ownHand(v)
	if v.Phase() == engine.PhaseTurn {
		return b.ownKong(v, legal, &o, &h)
	}
	best, bestWorth := engine.Pass, b.worth(&o, &h)
	for _, a := range legal {
		worth := 0
		switch a {
		case engine.Pung:
			after := h.after(a, v.Offered())
			worth = b.pungWorth(&o, &after, bestWorth)
		case engine.Kong:
			after := h.after(a, v.Offered())
			worth = b.worth(&o, &after) + b.kong + thousand*o.rules.KongClaimed
		default:
			continue
		}
		if worth > bestWorth {
			best, bestWorth = a, worth
		}
	}
	return best
}

// pungWorth returns what a pung is worth with its best discard, or some worth that is
// no more than least if it is not worth more than that.
func (b *valuer) pungWorth(o *outlook, h *hand, least int) int {
	among := h.held.Kinds()
	if h.held[h.void] != 0 {
		among &= tile.SuitKinds(h.void)
		_, worth := b.bestDiscard(o, h, among)
		return worth + b.pung
	}
	var worths leavings
	most := b.leaves(o, h, among, &worths)
	if most+b.pung <= least { // whatever its danger
		return most + b.pung
	}
	_, worth := b.bestOf(o, among, &worths, most)
	return worth + b.pung
}

// ownKong declares a kong in the seat's own turn if that is worth more than the
// best discard.
func (b *valuer) ownKong(v engine.View, legal []engine.Action, o *outlook, h *hand) engine.Action {
	_, bestWorth := b.bestDiscard(o, h, v.Discards())
	best := engine.Pass
	for i := range legal {
		a := b.taste.nth(legal, i)
		points := 0
		switch a.Kind() {
		case engine.KindConcealedKong:
			points = o.rules.KongConcealed
		case engine.KindAddedKong:
			points = o.rules.KongAdded
			if a.Tile() != v.Drawn() && o.rules.LateAddedKong == rules.LateUnpaid {
				points = 0
			}
		default:
			continue
		}
		after := h.after(a, tile.None)
		if worth := b.worth(o, &after) + b.kong + thousand*points*o.payers; worth > bestWorth {
			best, bestWorth = a, worth
		}
	}
	return best
}

// win takes a win unless what is left without it is worth more.
func (b *valuer) win(v engine.View, _ []engine.Action) engine.Action {
	if f, ok := b.offer(v); ok && b.isDeclined(&f) {
		return engine.Pass
	}
	return engine.Win
}

// An offer is a win that may be declined: what it is worth, and what is left without
// it, in milli-points.
type offer struct {
	taken, passed int
	measures      passMeasures
}

// offer judges the win on which the seat is to decide. It reports false for wins that
// are taken in any case.
func (b *valuer) offer(v engine.View) (f offer, ok bool) {
	r, ok := v.WinResult()
	own := v.Phase() == engine.PhaseTurn
	if !ok || v.IsLocked(v.Seat()) || own && v.Drawn() == tile.None {
		return f, false
	}
	o, h := b.outlook(v), ownHand(v)
	points := r.Points
	if own {
		var t tile.Tile
		points = o.payers * (r.Points + o.rules.SelfDrawPoints)
		t, f.passed = b.bestDiscard(&o, &h, v.Discards())
		f.taken = b.taken(&o, &h, v.Drawn(), points)
		h.held.Remove(t)
	} else {
		f.passed = b.worth(&o, &h)
		f.taken = b.taken(&o, &h, tile.None, points)
	}
	b.fitOffer(&f, &o, &h, points, own)
	return f, true
}

// fitOffer judges what a win passed leaves as fitted to hands, but for self-draws in
// blood battle, which there is hardly a reason to pass.
func (b *valuer) fitOffer(f *offer, o *outlook, h *hand, points int, own bool) {
	if b.passFit != 0 && !(own && o.rules.AfterWin == rules.Leave) {
		f.measures = b.measurePass(o, h, points, f.taken, f.passed)
		f.passed = f.taken + passingOf(o.rules, own).gain(&f.measures)
	}
}

// isDeclined reports whether more is left without the win than it is worth.
func (b *valuer) isDeclined(f *offer) bool { return f.passed*b.patience/thousand > f.taken }

// taken returns what a win of n points is worth with the 13 tiles it
// completes, those held without the drawn one: in blood flow they win on, else
// nothing more can be lost.
func (b *valuer) taken(o *outlook, h *hand, drawn tile.Tile, points int) int {
	if o.rules.AfterWin == rules.Leave {
		return thousand*points + o.leave
	}
	locked := *h
	if drawn != tile.None {
		locked.held.Remove(drawn)
	}
	return thousand*points + b.readyWorth(o, &locked)
}

// void names the suit without which the tiles are worth most.
func (b *valuer) void(v engine.View, legal []engine.Action) engine.Action {
	o, h := b.outlook(v), ownHand(v)
	s, _ := b.bestVoid(&o, &h)
	return b.taste.voidAction(legal, s)
}

func (b *valuer) bestVoid(o *outlook, h *hand) (tile.Suit, int) {
	best, bestWorth := tile.NoSuit, 0
	for _, s := range b.taste.suits() {
		without := *h
		without.void = s
		if worth := b.worth(o, &without); best == tile.NoSuit || worth > bestWorth {
			best, bestWorth = s, worth
		}
	}
	return best, bestWorth
}

// passOn names the suit without whose loosest tiles most is left.
func (b *valuer) passOn(v engine.View, held tile.Held, n int) tile.Suit {
	o, h := b.outlook(v), ownHand(v)
	return b.taste.dearest(&held, n, func(s tile.Suit) int {
		h.held = held
		h.held[s] -= b.taste.loosest(held[s], n)
		_, worth := b.bestVoid(&o, &h)
		return worth
	})
}
