package policy

import "xuezhan/engine/tile"

// usual is the point of the scale of acceptance at which goals are compared
// before what they accept is known.
const usual = 6

// An assessment is a hand at one decision: its two live suits, and the goals that are
// worth a closer look. What a discard leaves is told by what it keeps: a tile less
// leaves a goal as far away as it was or one tile farther, so that the tables say it
// of all discards at once. Sets of kinds stand side by side, as duo has them.
type assessment struct {
	valuer  *valuer
	outlook *outlook
	hand    *hand
	duo

	// The unseen tiles of the live suits, and their weights.
	unseen      [2]tile.SuitWord
	draw, claim [2]int
	seen                tile.Kinds
	roots               tile.Kinds // kinds owned four times, kongs aside

	targets [int(numUses) * int(numForms)]target
	n       int
	kept    tile.Kinds // what may go without leaving every target farther away
	useless int        // what a discard is worth that leaves every target farther away
}

// A target is a goal that is worth a closer look.
type target struct {
	goal
	missing int        // tiles lacking, at least one
	kept    tile.Kinds // what may go without leaving it farther away
	// most is what it would be worth were it as good as reached, lacking as much as it
	// does, and one tile more.
	most [2]int
	// accepted is the weight of what it accepts after a discard of the suit that it has
	// no use for, which is the same for all of them; −1 before it is known.
	accepted int
}

// begin looks at the hand and chooses the targets.
func (x *assessment) begin() {
	o, h := x.outlook, x.hand
	x.read(h.tables, &h.held, h.void, h.melds, h.kinds)
	for i, s := range x.suits {
		x.unseen[i], x.draw[i], x.claim[i] = o.unseen[s], o.draw[s], o.claim[s]
	}
	x.seen = x.sideBySide(o.seen)
	var roots [2]tile.SuitWord
	for i, w := range x.words {
		roots[i] = w.AtLeast4() | w.AtLeast1()&h.pungs[x.suits[i]]
	}
	x.roots = roots[0].Kinds() | roots[1].Kinds()<<tile.Ranks
	x.aim()
}

// aim finds the targets: the goals that are worth, with what they usually accept, at
// least half of the best. A complete hand counts as lacking one tile, which is what it
// lacks once it has discarded. Any groups of both suits are always among them if they
// are in reach, to tell what is ready.
func (x *assessment) aim() {
	o := x.outlook
	forms := numForms
	if x.melds > 0 || o.rules.SevenPairs == 0 {
		forms = pairs
	}
	fans := x.fans(x.roots)
	var worths [len(x.targets)]int64
	best := int64(0)
	n := 0
	for u := range numUses {
		if !x.flush[u] {
			continue
		}
		for f := range forms {
			g := goal{f, u}
			m := max(x.missing(g), 1)
			if m > mostMissing {
				continue
			}
			t := &x.targets[n]
			t.goal, t.missing, t.accepted = g, m, -1
			t.most[0] = o.most(g, m, fans[u])
			worths[n] = int64(t.most[0]) * int64(o.odds.win[m-1][usual])
			best = max(best, worths[n])
			n++
		}
	}
	x.n = 0
	for i := range n {
		if t := &x.targets[i]; worths[i] >= best/2 || t.goal == (goal{anyGroups, both}) {
			x.targets[x.n] = *t
			x.n++
		}
	}
}

// fans returns the fan that goals have from the suits they use, and from kongs and
// other roots.
func (x *assessment) fans(roots tile.Kinds) [numUses]int {
	r, share := x.outlook.rules, x.valuer.roots
	first, second := (roots & oneSuit).Len(), (roots >> tile.Ranks).Len()
	return [numUses]int{
		both:       r.Root * (x.hand.kongs + (first+second)*share/thousand),
		onlyFirst:  r.Root*(x.hand.kongs+first*share/thousand) + r.FullFlush,
		onlySecond: r.Root*(x.hand.kongs+second*share/thousand) + r.FullFlush,
	}
}

// price works out what the targets would be worth, were they as good as reached, with
// these roots.
func (x *assessment) price(roots tile.Kinds) {
	fans := x.fans(roots)
	for i := range x.targets[:x.n] {
		t := &x.targets[i]
		for farther := range t.most {
			if m := t.missing + farther; m <= mostMissing {
				t.most[farther] = x.outlook.most(t.goal, m, fans[t.use])
			}
		}
	}
}

// expectDiscard works out what a discard may leave of the targets.
func (x *assessment) expectDiscard() {
	x.kept = 0
	for i := range x.targets[:x.n] {
		t := &x.targets[i]
		t.kept = bothSuits
		if x.missing(t.goal) > 0 {
			t.kept = x.keeps(t.goal)
		}
		x.kept |= t.kept
	}
	x.price(x.roots)
	x.useless = x.guess()
}

// without returns what the tiles are worth after a discard, in milli-points.
func (x *assessment) without(t tile.Tile) int {
	gone := x.side(t)
	if gone&x.roots == 0 {
		if gone&x.kept == 0 {
			return x.useless
		}
		return x.leaves(t, gone)
	}
	x.price(x.roots &^ gone) // its root goes with it
	worth := x.guess()
	if gone&x.kept != 0 {
		worth = x.leaves(t, gone)
	}
	x.price(x.roots)
	return worth
}

// leaves works out what the tiles are worth after a discard that keeps something.
func (x *assessment) leaves(t tile.Tile, gone tile.Kinds) int {
	i := 0
	if t.Suit() == x.suits[1] {
		i = 1
	}
	word, outline := x.words[i], x.outlines[i]
	x.words[i] -= tile.Unit(t.Rank() - 1)
	x.outlines[i] = x.tables.Uncounted(x.words[i])
	x.hand.held.Remove(t)
	worth := x.worth(gone)
	x.hand.held.Add(t)
	x.words[i], x.outlines[i] = word, outline
	return worth
}

// guess returns what a discard is worth that leaves all targets farther away: nothing
// comes of it, so that a rough guess will do.
func (x *assessment) guess() int {
	o := x.outlook
	var s sum
	for i := range x.targets[:x.n] {
		if t := &x.targets[i]; t.missing < mostMissing {
			s.add(int(int64(t.most[1]) * int64(o.odds.win[t.missing][usual]) >> oddsBits))
		}
	}
	return s.worth(x.valuer.mix) - o.odds.share(&o.odds.unready, mostMissing, 0, x.valuer.unready)
}

// A sum adds up what the targets are worth.
type sum struct{ all, best int }

func (s *sum) add(worth int) {
	s.all += worth
	s.best = max(s.best, worth)
}

// worth returns the worth of the best target, and a share of the others.
func (s *sum) worth(mix int) int { return s.best + (s.all-s.best)*mix/thousand }

// worth returns what the tiles are worth as they are now, of which one that is gone
// was there when the targets were chosen: of the goals in reach the one of most worth,
// and a share of the others.
func (x *assessment) worth(gone tile.Kinds) int {
	b, o, h := x.valuer, x.outlook, x.hand
	void := h.held[h.void]
	var s sum
	near, nearAccepted := mostMissing, 0
	if void == 0 && x.isReady(gone) {
		near = 1
		s.add(b.readyWorth(o, h))
	}
	twice := x.words[0].AtLeast2().Kinds() | x.words[1].AtLeast2().Kinds()<<tile.Ranks
	for i := range x.targets[:x.n] {
		t := &x.targets[i]
		farther := t.farther(gone)
		m := t.missing + farther
		if m > mostMissing || m == 1 && near == 1 {
			continue
		}
		a := x.accepted(t, m, gone, twice)
		if t.use == both && t.form != pungs && m <= near {
			near, nearAccepted = m, max(a, nearAccepted)
		}
		s.add(o.odds.share(&o.odds.win, m, a, t.most[farther]))
	}
	worth := s.worth(b.mix)
	if void != 0 {
		worth -= worth * min(void.Total(), 5) * b.voidTile / thousand
	}
	if near > 1 {
		worth -= o.odds.share(&o.odds.unready, near, nearAccepted, b.unready)
	}
	return worth
}

// farther returns how many tiles farther away the target is without a tile.
func (t *target) farther(gone tile.Kinds) int {
	if gone&^t.kept != 0 {
		return 1
	}
	return 0
}

// isReady reports whether any groups or seven pairs of both suits lack one tile.
func (x *assessment) isReady(gone tile.Kinds) bool {
	for i := range x.targets[:x.n] {
		t := &x.targets[i]
		if t.use != both {
			return false
		}
		if t.form != pungs && t.missing+t.farther(gone) == 1 {
			return true
		}
	}
	return false
}

// accepted weighs the unseen tiles that bring a target nearer. The last one may be any
// seat's discard; before it only what makes a pung with two held. It counts in
// sixteenths of a tile.
func (x *assessment) accepted(t *target, missing int, gone, twice tile.Kinds) int {
	if gone == 0 || gone&t.use.kinds() != 0 {
		return x.acceptedNow(t, missing, twice)
	}
	if t.accepted < 0 {
		t.accepted = x.acceptedNow(t, missing, twice)
	}
	return t.accepted
}

func (x *assessment) acceptedNow(t *target, missing int, twice tile.Kinds) int {
	k := x.accepts(t.goal)
	switch {
	case missing == 1:
		return x.count(k, k&^x.seen)
	case t.form == pairs:
		return x.count(k, 0)
	}
	return x.count(k, k&twice)
}

// count weighs the unseen tiles of a set of kinds, those claimed of which may come from
// others' discards.
func (x *assessment) count(k, claimed tile.Kinds) int {
	n := x.draw[0]*x.unseen[0].CountOf(k) + x.draw[1]*x.unseen[1].CountOf(k>>tile.Ranks)
	if claimed != 0 {
		n += x.claim[0]*x.unseen[0].CountOf(claimed) + x.claim[1]*x.unseen[1].CountOf(claimed>>tile.Ranks)
	}
	return n
}

// most returns what a goal would be worth were it as good as reached.
func (o *outlook) most(g goal, missing, fan int) int {
	pay := o.pay[min(fan+formFan(o.rules, g.form), o.cap)]
	return int(int64(pay) * int64(o.shares[min(g.use, 1)][g.form]) / thousand * int64(o.reach.of(g, missing)) / thousand)
}

// worth returns what the tiles after a discard are worth, in milli-points.
func (b *valuer) worth(o *outlook, h *hand) int {
	x := assessment{valuer: b, outlook: o, hand: h}
	x.begin()
	return x.worth(0)
}
