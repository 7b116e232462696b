package referee

import (
	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// playTurn judges one choice of the seat whose turn it is and what follows
// from it.
func (g *game) playTurn() {
	e := g.peek("turn", engine.Event{Kind: engine.EventDiscard, Seat: uint8(g.turn.seat), Tile: tile.None})
	if e.Kind != engine.EventWin && e.Kind != engine.EventMeld && e.Kind != engine.EventDiscard {
		g.fail("turn", "expected seat %d to win, declare a kong or discard, found %s", g.turn.seat, describe(e))
	}
	if int(e.Seat) != g.turn.seat {
		g.fail("turn", "it is seat %d's turn, found %s", g.turn.seat, describe(e))
	}
	g.at++
	switch e.Kind {
	case engine.EventWin:
		g.selfDraw(e)
	case engine.EventMeld:
		g.ownKong(e)
	case engine.EventDiscard:
		g.discard(e)
	}
}

// begin starts the turn of a seat that has to draw. An empty wall ends the
// hand instead.
func (g *game) begin(s int) {
	if g.wall.left() == 0 {
		g.exhaust()
		return
	}
	g.draw(s, false)
}

// draw judges a tile drawn. A replacement carries on the turn in which a kong
// was declared; any other draw begins one.
func (g *game) draw(s int, replacement bool) {
	t := g.wall.draw(s, replacement)
	g.must("draw", engine.Event{Kind: engine.EventDraw, Seat: uint8(s), Tile: t, Replacement: replacement})
	kong := noKong
	if replacement {
		kong = g.turn.kong
	}
	me := &g.seats[s]
	me.held[t]++
	me.draws++
	me.release()
	g.turn = turn{seat: s, drawn: t, replacement: replacement, kong: kong}
}

// complete reports whether the seat's tiles, with one more of t unless t is
// None, are a hand that may be won with: complete and without its void suit.
func (g *game) complete(s *seat, t tile.Tile) bool {
	if s.holdsVoid() {
		return false
	}
	held := s.held
	if t != tile.None {
		if t.Suit() == s.void {
			return false
		}
		held[t]++
	}
	return isComplete(g.rules, &held, len(s.melds))
}

// mayWinOwn reports whether the seat may win on its own turn. Something must
// have been drawn: a complete hand after a pung is no win. Nor is a hand of
// fewer fan than the rules ask of a win.
func (g *game) mayWinOwn() bool {
	me := &g.seats[g.turn.seat]
	if g.turn.afterPung() || !g.complete(me, tile.None) {
		return false
	}
	win := g.turn.drawn
	if g.turn.opening && !g.leaves() {
		win = g.openingTile(me)
	}
	return g.enough(best(g.rules, &hand{me.held, me.melds, win}, g.ownSituation()).fan)
}

// enough reports whether that many fan are enough to win, and counts refusals.
func (g *game) enough(fan int) bool {
	if fan < g.rules.MinFan {
		g.count("min_fan/refused")
		return false
	}
	return true
}

// selfDraw judges a win on the seat's own turn.
func (g *game) selfDraw(e engine.Event) {
	s := g.turn.seat
	me := &g.seats[s]
	if e.Other != e.Seat {
		g.fail("win", "a self-draw is from the winner itself, found %s", describe(e))
	}
	if !g.mayWinOwn() {
		g.fail("win", "seat %d may not win now", s)
	}
	g.checkOwnTile(e)
	g.checkWin(e, me.held, g.ownSituation())
	if !g.leaves() {
		me.held[e.Tile]-- // set aside: the other thirteen stay
	}
	amount := points(g.rules, int(e.Fan)) + g.rules.SelfDrawPoints
	g.pay(engine.CauseSelfDraw, s, same(g.liable(s), amount))
	g.count("self_draw")
	g.markWin(s)
	if !g.decided() {
		g.begin(g.after(s))
	}
}

// checkOwnTile judges on which tile a self-draw is won: the one drawn. The
// dealer's opening tiles have none: in blood flow it is the one taken out, in
// blood battle any held tile may be named.
func (g *game) checkOwnTile(e engine.Event) {
	me := &g.seats[g.turn.seat]
	want := g.turn.drawn
	if g.turn.opening && !g.leaves() {
		want = g.openingTile(me)
	}
	if want != tile.None && e.Tile != want {
		g.fail("win", "expected the win on %s, found %s", want, e.Tile)
	}
	if want == tile.None && e.Tile != tile.None && me.held[e.Tile] == 0 {
		g.fail("win", "%s is not held", e.Tile)
	}
}

// openingTile returns which of fourteen complete opening tiles leaves the
// hand in blood flow: the one without which most kinds win, then with most
// tiles of these not among the fourteen, then the lowest.
func (g *game) openingTile(me *seat) tile.Tile {
	best, bestKinds, bestLive := tile.None, -1, -1
	for t := range tile.Tile(tile.Count) {
		if me.held[t] == 0 {
			continue
		}
		held := me.held
		held[t]--
		kinds, live := 0, 0
		for _, w := range winningKinds(g.rules, &held, me.melds, me.void) {
			kinds++
			live += 4 - me.held[w]
		}
		if kinds > bestKinds || kinds == bestKinds && live > bestLive {
			best, bestKinds, bestLive = t, kinds, live
		}
	}
	return best
}

// ownSituation returns how a win on the seat's own turn comes about.
func (g *game) ownSituation() fan.Situation {
	s := fan.BySelfDraw | g.wallFlag()
	if g.turn.replacement {
		s |= fan.OnReplacement
	}
	if g.turn.opening {
		s |= fan.OnDeal
	}
	if g.turn.seat != g.deck.Dealer && g.seats[g.turn.seat].draws == 1 && !g.called {
		s |= fan.OnFirstDraw
	}
	return s
}

// wallFlag returns WallEmpty when no tile is left.
func (g *game) wallFlag() fan.Situation {
	if g.wall.left() == 0 {
		return fan.WallEmpty
	}
	return 0
}

// discardSituation returns how a win on the turn's discard comes about.
func (g *game) discardSituation() fan.Situation {
	s := g.wallFlag()
	if g.turn.kong != noKong {
		s |= fan.AfterKong
	}
	return s
}

// mayDiscard reports whether the seat whose turn it is may discard t, and if
// not why.
func (g *game) mayDiscard(t tile.Tile) (bool, string) {
	me := &g.seats[g.turn.seat]
	switch {
	case t == tile.None || me.held[t] == 0:
		return false, "it is not held"
	case me.committed != tile.None && t != me.committed:
		return false, "the tile set aside is the first discard"
	case t.Suit() != me.void && me.holdsVoid():
		return false, "the void suit is still held"
	case g.locked(g.turn.seat) && t != g.turn.drawn:
		return false, "after a win only the drawn tile may be discarded"
	}
	return true, ""
}

// discard judges a discard and what the others make of it.
func (g *game) discard(e engine.Event) {
	s := g.turn.seat
	me := &g.seats[s]
	if ok, why := g.mayDiscard(e.Tile); !ok {
		g.fail("discard", "seat %d may not discard %s: %s", s, e.Tile, why)
	}
	g.countDiscard()
	situation := g.discardSituation()
	g.ownWinGoesBy(me, e.Tile, situation)
	me.held[e.Tile]--
	me.committed = tile.None
	me.discarded[e.Tile] = true
	g.answerDiscard(e.Tile, situation)
}

// ownWinGoesBy keeps the books of rules under which a passed win allows only
// dearer ones. A seat that discards from complete tiles lets a winning tile
// go by: the same tiles wait on it. It counts as a win on that very discard
// would, whatever was drawn. The discard after a pung that left the tiles
// incomplete lifts the bar.
func (g *game) ownWinGoesBy(me *seat, t tile.Tile, situation fan.Situation) {
	if g.rules.PassedWin != rules.HigherFan {
		return
	}
	if g.complete(me, tile.None) {
		worth := best(g.rules, &hand{me.held, me.melds, t}, situation)
		me.passedFan = max(me.passedFan, g.capped(worth.fan))
		g.count("lock/higher_fan/own_discard")
	} else if g.turn.afterPung() {
		if me.passedFan != noFan {
			g.count("lock/higher_fan/released_by_pung")
		}
		me.passedFan = noFan
	}
}

// capped returns fan as far as they are paid.
func (g *game) capped(fan int) int { return min(fan, g.rules.FanCap) }

// kongAllowed reports whether the seat whose turn it is may declare a kong of
// t from its own tiles as far as wall and void suit go.
func (g *game) kongAllowed(t tile.Tile) (bool, string) {
	me := &g.seats[g.turn.seat]
	switch {
	case t == tile.None:
		return false, "there is no such tile"
	case g.wall.left() == 0:
		return false, "the wall is empty"
	case t.Suit() == me.void:
		return false, "it is of the void suit"
	case me.holdsVoid() && !g.rules.KongWithVoid:
		return false, "the void suit is still held"
	case g.turn.afterPung() && !g.rules.KongAfterPung:
		return false, "it is the turn of a pung"
	}
	return true, ""
}

// mayConcealedKong reports whether the seat may declare a concealed kong.
func (g *game) mayConcealedKong(t tile.Tile) (bool, string) {
	if ok, why := g.kongAllowed(t); !ok {
		return false, why
	}
	me := &g.seats[g.turn.seat]
	if me.held[t] != 4 {
		return false, "four are not held"
	}
	if !g.locked(g.turn.seat) {
		return true, ""
	}
	if t != g.turn.drawn {
		return false, "after a win the drawn tile must be in it"
	}
	if !g.sameWaits(me, t) {
		return false, "after a win the winning tiles must stay the same"
	}
	return true, ""
}

// sameWaits reports whether a kong of the drawn tile t leaves a locked seat
// the kinds that it could win on before it drew. A kind that it owns all
// four of does not count: before, by the tiles before the draw; after, with the
// kong.
func (g *game) sameWaits(me *seat, t tile.Tile) bool {
	before, after := me.held, me.held
	before[t]--
	after[t] -= 4
	melds := append(append([]tile.Meld(nil), me.melds...), tile.MakeMeld(tile.ConcealedKong, t))
	a := winningKinds(g.rules, &before, me.melds, me.void)
	b := winningKinds(g.rules, &after, melds, me.void)
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// mayAddKong reports whether the seat may add t to its pung.
func (g *game) mayAddKong(t tile.Tile) (bool, string) {
	if ok, why := g.kongAllowed(t); !ok {
		return false, why
	}
	me := &g.seats[g.turn.seat]
	switch {
	case me.pung(t) < 0 || me.held[t] == 0:
		return false, "there is no pung to add to, or no tile"
	case g.locked(g.turn.seat):
		return false, "after a win only concealed kongs may be declared"
	case t != g.turn.drawn && g.rules.LateAddedKong == rules.LateIllegal:
		return false, "the tile was not just drawn"
	}
	return true, ""
}

// ownKong judges a kong from the seat's own tiles.
func (g *game) ownKong(e engine.Event) {
	if e.Other != e.Seat {
		g.fail("kong", "a kong of one's own tiles is from the seat itself, found %s", describe(e))
	}
	t := e.Meld.Tile()
	var ok bool
	var why string
	switch e.Meld.Kind() {
	case tile.ConcealedKong:
		ok, why = g.mayConcealedKong(t)
	case tile.AddedKong:
		ok, why = g.mayAddKong(t)
	default:
		ok, why = false, "nothing was discarded"
	}
	if !ok {
		g.fail("kong", "seat %d may not declare %s: %s", g.turn.seat, e.Meld, why)
	}
	if g.cover != nil && g.mayWinOwn() {
		g.count("declined/self_draw_for_kong")
	}
	g.countKong(e.Meld.Kind(), t == g.turn.drawn)
	if e.Meld.Kind() == tile.ConcealedKong {
		g.concealedKong(t)
	} else {
		g.addedKong(t)
	}
}

func (g *game) concealedKong(t tile.Tile) {
	s := g.turn.seat
	me := &g.seats[s]
	me.held[t] -= 4
	me.melds = append(me.melds, tile.MakeMeld(tile.ConcealedKong, t))
	if g.locked(s) {
		g.count("flow/locked_kong")
	}
	g.payKong(engine.CauseConcealedKong, s, same(g.liable(s), g.rules.KongConcealed))
	g.draw(s, true)
}

func (g *game) addedKong(t tile.Tile) {
	s := g.turn.seat
	me := &g.seats[s]
	late := t != g.turn.drawn
	i := me.pung(t)
	me.held[t]--
	me.melds[i] = tile.MakeMeld(tile.AddedKong, t)
	if winners := g.answerKong(t); len(winners) > 0 {
		me.melds[i] = tile.MakeMeld(tile.Pung, t)
		g.must("robbing", engine.Event{Kind: engine.EventRobbed, Seat: uint8(s), Tile: t})
		g.othersWin(winners, t, g.robbingSituation())
		return
	}
	amount := g.rules.KongAdded
	if late && g.rules.LateAddedKong != rules.LatePaid {
		amount = 0
	}
	g.payKong(engine.CauseAddedKong, s, same(g.liable(s), amount))
	g.draw(s, true)
}

// payKong judges the payment of a kong, which is the turn's last one.
func (g *game) payKong(cause engine.Cause, s int, amounts [engine.NumSeats]int) {
	g.called = true
	g.pay(cause, s, amounts)
	me := &g.seats[s]
	g.turn.kong = len(me.kongs)
	me.kongs = append(me.kongs, kong{amounts})
	if g.wall.left() == 1 {
		g.count("kong/last_wall_tile")
	}
}

// robbingSituation returns how a win on the tile that the seat adds to its
// pung comes about. Where the rules say so, robbing a further kong of the same
// turn is a shot after the one before.
func (g *game) robbingSituation() fan.Situation {
	s := fan.ByRobbing | g.wallFlag()
	if g.rules.ShotByRobbing && g.turn.kong != noKong {
		s |= fan.AfterKong
	}
	return s
}
