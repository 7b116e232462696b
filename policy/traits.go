package policy

import (
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// Traits are what expert's net reads of a position that an action leads to, in 256ths
// of their units. They are taken from what value makes of it, so that the net has to
// learn only what value misjudges.
const (
	traitWorth  = iota // value's worth of the action, in points
	traitDanger        // as far as the worth counts it
	traitPay           // points paid at once
	traitBest          // worth of the best goal
	traitOthers        // and of all others
	traitEnd           // cost of ending not ready
	traitPass          // the action: 1 for what it is
	traitPung
	traitClaimed
	traitConcealed
	traitAdded
	traitEdge // rank of the discard, 1 for the end of its suit
	traitNext
	traitMiddle
	traitCopies   // copies of the discard that are not seen
	traitCost     // danger of the discard in full, in points
	traitWanted   // opponents that may win on it
	traitVoidKind // opponents whose void suit it is of
	traitNear     // what is lacking for any groups or pairs: one for each of 1 to 5
	traitAccepted = traitNear + 5
	traitLive     = traitAccepted + 1 // ready: weight of the waits, in tiles
	traitLivePay  = traitLive + 1     // what they pay, in points
	traitKinds    = traitLivePay + 1  // kinds of them
	traitWaiting  = traitKinds + 1    // tiles of them
	traitGoals    = traitWaiting + 1  // for each goal: worth, closeness, accepted, most
	numGoalTraits = 4
	traitPairs    = traitGoals + numGoalTraits*numTraitGoals
	traitTriplets = traitPairs + 1
	traitSingles  = traitTriplets + 1 // held once, without a neighbour
	traitLong     = traitSingles + 1  // tiles of the longer live suit, melds included
	traitShort    = traitLong + 1
	traitMelds    = traitShort + 1
	traitKongs    = traitMelds + 1
	traitRoots    = traitKongs + 1
	traitVoid     = traitRoots + 1   // tiles of the void suit still held
	traitBlocked  = traitVoid + 1    // dead kinds of the live suits
	traitFollow   = traitBlocked + 1 // live tiles two ahead
	traitImprove  = traitFollow + 1  // ready: live tiles by which others widen the waits
	traitWin      = traitImprove + 1 // the action is to win
	traitWinPay   = traitWin + 1
	// The rest is the same for all actions of a decision.
	traitLeft    = traitWinPay + 1
	traitLeft2   = traitLeft + 1
	traitDraws   = traitLeft2 + 1 // draws that the seat may still have
	traitPayers  = traitDraws + 1 // one for each number of opponents in the hand
	traitStage   = traitPayers + 3
	traitStages  = traitStage + 1
	traitLoud    = traitStages + 1
	traitWinners = traitLoud + 1
	traitLean    = traitWinners + 1 // how much opponents lean to the seat's live suits
	traitSameA   = traitLean + 1    // opponents whose void suit is the longer live suit
	traitSameB   = traitSameA + 1
	traitOwed    = traitSameB + 1
	traitLast    = traitOwed + 1   // fewer than five tiles are left
	traitSacred  = traitLast + 1   // live kinds that may not be won on a discard
	traitActive  = traitSacred + 1 // discards of opponents beside their void suits
	traitLate    = traitActive + 1 // opponents without such a discard
	traitTurn    = traitLate + 1   // how many seats ago the tile was offered
	numTraits    = traitTurn + 1
)

// The goals that traits describe: any groups, pungs and pairs of both suits, and any
// groups, pungs and pairs of one.
const numTraitGoals = 6

// traits is what the net reads of one action.
type traits [numTraits]int32

// unit is what traits are counted in.
const unit = 256

// points sets a trait to milli-points.
func (x *traits) points(i, milli int) {
	x[i] = int32(min(max(milli, -64*thousand), 64*thousand) * unit / thousand)
}

// count sets a trait to a number in units of n to one.
func (x *traits) count(i, n, of int) { x[i] = int32(n * unit / of) }

// situation fills in what is the same for all actions of a decision.
func (x *traits) situation(b *valuer, o *outlook, h *hand, d *danger) {
	x.count(traitLeft, o.left, fullWall)
	x.count(traitLeft2, o.left*o.left, fullWall*fullWall)
	x.count(traitDraws, o.left, 4*(o.payers+1))
	x[traitPayers+max(o.payers, 1)-1] = unit
	stage, stages, loud, winners, lean := 0, 0, 0, 0, 0
	for i := range d.threats[:d.n] {
		t := &d.threats[i]
		if t.stage == winnerStage {
			winners++
		} else {
			stage = max(stage, t.stage)
			stages += t.stage
		}
		if t.loud {
			loud++
		}
		for s := range tile.Suit(tile.NumSuits) {
			if s != h.void {
				lean += t.lean(s)
			}
		}
	}
	x.count(traitStage, stage, 2)
	x.count(traitStages, stages, 4)
	x.count(traitLoud, loud, 2)
	x.count(traitWinners, winners, 2)
	x.count(traitLean, lean, 8)
	x.points(traitOwed, thousand*o.owed/4)
	if o.left < 5 {
		x[traitLast] = unit
	}
	x.count(traitSacred, o.seen.Len(), 8)
	x.progress(o.view)
}

// progress fills in how far the opponents' discards say they are.
func (x *traits) progress(v engine.View) {
	active, late := 0, 0
	for s := range engine.NumSeats {
		if s == v.Seat() || v.IsOut(s) {
			continue
		}
		n := 0
		for suit, shed := range v.Shed(s) {
			if tile.Suit(suit) != v.Void(s) {
				n += int(shed)
			}
		}
		active += n
		if n == 0 {
			late++
		}
	}
	x.count(traitActive, active, 16)
	x.count(traitLate, late, 2)
	x.count(traitTurn, (v.Seat()-v.Turn())&3, 2)
}

// action fills in what the action is.
func (x *traits) action(a engine.Action, pay int) {
	switch a.Kind() {
	case engine.KindPass:
		x[traitPass] = unit
	case engine.KindPung:
		x[traitPung] = unit
	case engine.KindKong:
		x[traitClaimed] = unit
	case engine.KindConcealedKong:
		x[traitConcealed] = unit
	case engine.KindAddedKong:
		x[traitAdded] = unit
	}
	x.points(traitPay, pay)
}

// discarded fills in what is known of the tile that is discarded, which costs so much.
func (x *traits) discarded(b *valuer, o *outlook, d *danger, t tile.Tile, cost int) {
	x[traitEdge+int(rankSteps[t])] = unit
	x.count(traitCopies, o.unseen.Count(t), 2)
	x.points(traitDanger, cost)
	full, wanted := 0, 0
	for i := range d.threats[:d.n] {
		if p := &d.threats[i]; p.kinds.Has(t) {
			full += p.cost(d.costs, t, o.unseen.Count(t))
			wanted++
		}
	}
	x.points(traitCost, full)
	x.count(traitWanted, wanted, 2)
	x.count(traitVoidKind, o.voids[t.Suit()], 2)
}

// traits fills in what is left after a discard, or of the hand as it stands.
func (x *assessment) traits(l *leaving, dst *traits) {
	o, h := x.outlook, x.hand
	ready := h.held[h.void] == 0 && x.ready() != 0 && l.gone&^x.ready() == 0
	sum := *l
	if ready {
		sum.near = 1
		x.readyTraits(&sum, dst)
	}
	for i := range x.targets[:x.n] {
		t := &x.targets[i]
		before := sum.all
		x.weighFor(t, &sum)
		x.goalTraits(t, &sum, sum.all-before, dst)
	}
	dst.points(traitBest, sum.best)
	dst.points(traitOthers, (sum.all-sum.best)/4)
	dst[traitNear+min(int(sum.near), 5)-1] = unit
	dst.count(traitAccepted, sum.nearAccepted, 16*16)
	if sum.near > 1 {
		dst.points(traitEnd, o.odds.share(&o.odds.unready, int(sum.near), sum.nearAccepted, o.unready))
	}
	x.shapeTraits(l, dst)
}

// readyTraits fills in what a ready hand waits on, and adds what it is worth.
func (x *assessment) readyTraits(l *leaving, dst *traits) {
	o, h := x.outlook, x.hand
	if l.tile != tile.None {
		h.held.Remove(l.tile)
		defer h.held.Add(l.tile)
	}
	weights, pay := x.valuer.waits(o, h)
	l.add(o.odds.share(&o.odds.win, 1, weights, pay))
	k := o.view.Engine().Waits(&h.held, h.melds, h.void) &^ tile.OwnsFour(&h.held, &h.all) & o.unseen.Kinds()
	dst.count(traitLive, weights, 16*16)
	dst.points(traitLivePay, pay/4)
	dst.count(traitKinds, k.Len(), 4)
	dst.count(traitWaiting, o.unseen.CountOf(k), 8)
	dst.count(traitImprove, h.growth(o, k), 64)
}

// goalTraits fills in what a goal is worth after a discard, how near and how dear.
func (x *assessment) goalTraits(t *target, l *leaving, worth int, dst *traits) {
	slot := int(t.form)
	if t.use != both {
		slot += int(numForms)
	}
	at := traitGoals + numGoalTraits*slot
	m := t.missing
	if l.gone&^t.kept != 0 {
		m++
	}
	if m > mostMissing {
		return
	}
	other := [numGoalTraits]int32(dst[at : at+numGoalTraits])
	dst.points(at, worth)
	dst.count(at+1, mostMissing+1-m, 4)
	dst[at+2] = 0
	if m > 1 || l.near > 1 {
		dst.count(at+2, x.accepted(t, m, l), 16*16)
	}
	dst.points(at+3, t.most[m-t.missing]/8)
	// Of two flushes the better one counts, whichever suit comes first.
	if goal := dst[at : at+numGoalTraits]; other[1] != 0 && slices.Compare(other[:], goal) > 0 {
		copy(goal, other[:])
	}
}

// shapeTraits fills in what the tiles look like.
func (x *assessment) shapeTraits(l *leaving, dst *traits) {
	o, h := x.outlook, x.hand
	words := x.words
	words[l.suit&1] = l.word
	pairs, triplets, singles := 0, 0, 0
	var length [2]int
	for i, w := range words {
		one, two := w.AtLeast1(), w.AtLeast2()
		const rank = tile.RankBits
		near := one<<rank | one>>rank | one<<(2*rank) | one>>(2*rank)
		pairs += two.Marks().Len()
		triplets += w.AtLeast3().Marks().Len()
		singles += (one &^ two &^ near).Marks().Len()
		length[i] = w.Total()
	}
	for k := h.kinds; k != 0; k = k.Rest() {
		if s := k.First().Suit(); s == x.suits[0] {
			length[0] += 3
		} else {
			length[1] += 3
		}
	}
	long := 0 // of equal suits the one that more opponents do without
	if length[1] > length[0] || length[1] == length[0] && o.voids[x.suits[1]] > o.voids[x.suits[0]] {
		long = 1
	}
	dst.count(traitPairs, pairs, 4)
	dst.count(traitTriplets, triplets, 2)
	dst.count(traitSingles, singles, 4)
	dst.count(traitLong, length[long], 8)
	dst.count(traitShort, length[1-long], 8)
	dst.count(traitMelds, h.melds, 4)
	dst.count(traitKongs, h.kongs, 2)
	dst.count(traitRoots, (x.roots &^ l.gone).Len(), 1)
	dst.count(traitVoid, h.held[h.void].Total(), 4)
	dst.count(traitBlocked, x.dead.Len(), 8)
	dst.count(traitSameA, o.voids[x.suits[long]], 2)
	dst.count(traitSameB, o.voids[x.suits[1-long]], 2)
	dst.count(traitFollow, x.followed(l, words), 64)
}

// followed adds up, over the live tiles that bring any groups nearer, how many live
// tiles can follow each: what is accepted two tiles ahead.
func (x *assessment) followed(l *leaving, words [2]tile.SuitWord) int {
	before, outlines := x.words, x.outlines
	x.set(0, words[0])
	x.set(1, words[1])
	sum := 0
	now := x.duo
	g := goal{anyGroups, both}
	for k := x.accepts(g); k != 0; k = k.Rest() {
		i, r := 0, int(k.First())
		if r >= tile.Ranks {
			i, r = 1, r-tile.Ranks
		}
		n := x.unseen[i].Rank(r)
		if n == 0 {
			continue
		}
		x.set(i, now.words[i]+tile.Unit(r))
		next := x.accepts(g)
		sum += n * (x.unseen[0].CountOf(next) + x.unseen[1].CountOf(next>>tile.Ranks))
		x.words[i], x.outlines[i] = now.words[i], now.outlines[i]
	}
	x.words, x.outlines = before, outlines
	return sum
}

// kongPay returns the milli-points that a kong pays at once.
func kongPay(o *outlook, v engine.View, a engine.Action) int {
	r := o.rules
	switch a.Kind() {
	case engine.KindKong:
		return thousand * r.KongClaimed
	case engine.KindConcealedKong:
		return thousand * r.KongConcealed * o.payers
	case engine.KindAddedKong:
		if a.Tile() != v.Drawn() && r.LateAddedKong == rules.LateUnpaid {
			return 0
		}
		return thousand * r.KongAdded * o.payers
	}
	return 0
}

// growth adds up, over the live tiles that a ready hand does not wait on, by how many
// live tiles its waits may grow with each.
func (h *hand) growth(o *outlook, waits tile.Kinds) int {
	waiting := o.unseen.CountOf(waits)
	var room [maxHeld]shape.Option
	sum := 0
	for k := o.unseen.Kinds() &^ waits &^ tile.SuitKinds(h.void); k != 0; k = k.Rest() {
		t := k.First()
		h.held.Add(t)
		_, options := h.tables.BestDiscards(&h.held, h.melds, h.void, h.held.Kinds(), room[:0])
		h.held.Remove(t)
		most := 0
		for _, c := range options {
			most = max(most, o.unseen.CountOf(c.Kinds&^t.Bit())+max(o.unseen.CountOf(c.Kinds&t.Bit())-1, 0))
		}
		sum += o.unseen.Count(t) * max(most-waiting, 0)
	}
	return sum
}
