package policy

import (
	"math"

	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

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
	seen        tile.Kinds
	dead        tile.Kinds // kinds without a tile that can come
	twice       tile.Kinds // kinds held twice or more
	roots       tile.Kinds // kinds owned four times, kongs aside

	targets [int(numUses) * int(numForms)]target
	n       int
	kept    tile.Kinds // what may go without leaving every target farther away
	useless int        // what a discard is worth that leaves every target farther away
}

// A target is a goal that is worth a closer look.
type target struct {
	goal
	kept    tile.Kinds // what may go without leaving it farther away
	missing int        // tiles lacking, at least one
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
	x.dead = bothSuits &^ (x.unseen[0].Kinds() | x.unseen[1].Kinds()<<tile.Ranks)
	var roots [2]tile.SuitWord
	for i, w := range x.words {
		roots[i] = w.AtLeast4() | w.AtLeast1()&h.pungs[x.suits[i]]
	}
	x.twice = x.words[0].AtLeast2().Marks() | x.words[1].AtLeast2().Marks()<<tile.Ranks
	x.roots = roots[0].Marks() | roots[1].Marks()<<tile.Ranks
	x.aim()
}

// aim finds the targets: the goals that are worth, with what they usually accept, at
// least half of the best. A complete hand counts as lacking one tile, which is what it
// lacks once it has discarded. Any groups of both suits are always among them if they
// are in reach, to tell what is ready.
func (x *assessment) aim() {
	usualOdds := &x.outlook.odds.win
	forms := numForms
	if x.melds > 0 || x.outlook.rules.SevenPairs == 0 {
		forms = pairs
	}
	lacks := x.lacks()
	var worths [len(x.targets)]int64
	best, n := int64(0), 0
	for u := range numUses {
		if !x.flush[u] {
			continue
		}
		for f := range forms {
			m := max(lacks[u][f], 1)
			if m > mostMissing {
				continue
			}
			t := &x.targets[n]
			t.goal, t.missing, t.accepted = goal{f, u}, m, -1
			t.most[0] = x.most(t.goal, m, x.roots)
			worths[n] = int64(t.most[0]) * int64(usualOdds[m-1][usual])
			best = max(best, worths[n])
			n++
		}
	}
	x.n = 0
	for i := range n {
		if t := &x.targets[i]; worths[i] >= best/2 || t.goal == (goal{anyGroups, both}) {
			if i != x.n {
				x.targets[x.n] = *t
			}
			x.n++
		}
	}
}

// lacks returns what all goals lack, as missing does of one.
func (x *assessment) lacks() [numUses][numForms]int {
	t, a, b, melds := x.tables, x.outlines[0], x.outlines[1], x.melds
	return [numUses][numForms]int{
		both:       {t.Missing(a, b, melds), t.PungsMissing(a.Counts()+b.Counts(), melds), t.PairsMissing(a, b)},
		onlyFirst:  {t.FlushMissing(a, melds), t.PungsMissing(a.Counts(), melds), t.PairsMissing(a, 0)},
		onlySecond: {t.FlushMissing(b, melds), t.PungsMissing(b.Counts(), melds), t.PairsMissing(b, 0)},
	}
}

// most returns what a goal would be worth were it as good as reached, with roots of the
// two suits.
func (x *assessment) most(g goal, missing int, roots tile.Kinds) int {
	if roots == 0 && x.hand.kongs == 0 {
		return x.outlook.plain[min(g.use, 1)][g.form%numForms][missing&7]
	}
	return x.mostWith(g, missing, roots)
}

// mostWith is most where there are kongs or roots.
func (x *assessment) mostWith(g goal, missing int, roots tile.Kinds) int {
	o := x.outlook
	fan := o.rules.Root * (x.hand.kongs + (roots&g.use.kinds()).Len()*x.valuer.roots/thousand)
	if g.use != both {
		fan += o.rules.FullFlush
	}
	return o.terms.most(o.rules, g, missing, fan)
}

// price works out what the targets would be worth, were they as good as reached, with
// these roots.
func (x *assessment) price(roots tile.Kinds) {
	for i := range x.targets[:x.n] {
		t := &x.targets[i]
		for farther := range t.most {
			if m := t.missing + farther; m <= mostMissing {
				t.most[farther] = x.most(t.goal, m, roots)
			}
		}
	}
}

// A leaving is what is left after a discard, or of a hand as it stands.
type leaving struct {
	outline shape.Outline
	word    tile.SuitWord
	gone    tile.Kinds // the tile that is gone, side by side
	twice   tile.Kinds // kinds left twice or more
	tile    tile.Tile  // that is gone, None if none is
	suit    uint8      // of the two live ones

	near         int8 // what any groups or seven pairs lack
	nearAccepted int  // and accept
	all, best    int  // worth of all targets, and of the best
}

// worths fills in what each discard of a set leaves, and returns the most. Only those
// that keep something of the targets, or a root, are weighed.
func (x *assessment) worths(among tile.Kinds, dst *leavings) int {
	x.expect()
	weighed := x.apart(x.kept|x.roots) & among
	most := math.MinInt
	for k := among &^ weighed; k != 0; k = k.Rest() {
		dst[k.First()], most = x.useless, x.useless
	}
	for k := weighed; k != 0; k = k.Rest() {
		var l leaving
		x.without(&l, k.First())
		worth := 0
		if l.gone&x.roots != 0 {
			worth = x.withoutRoot(&l)
		} else {
			worth = x.worth(&l)
		}
		dst[l.tile] = worth
		most = max(most, worth)
	}
	return most
}

// expect works out which discards leave the targets as near as they are.
func (x *assessment) expect() {
	x.kept = 0
	for i := range x.targets[:x.n] {
		t := &x.targets[i]
		t.kept = bothSuits
		if t.missing > 1 || x.missing(t.goal) != 0 {
			t.kept = x.keeps(t.goal)
		}
		x.kept |= t.kept
	}
	x.price(x.roots)
	x.useless = x.guess()
}

// maxHeld is the most tiles that a seat holds.
const maxHeld = 14

// without fills in a discard, not yet weighed.
func (x *assessment) without(l *leaving, t tile.Tile) {
	l.tile, l.near = t, mostMissing
	first := tile.Of(x.suits[1], 1)
	if t >= first {
		l.suit = 1
	} else {
		first = tile.Of(x.suits[0], 1)
	}
	rank := int(t - first)
	l.gone = 1 << rank << (tile.Ranks * l.suit)
	l.word = x.words[l.suit] - tile.Unit(rank)
	l.outline = x.tables.Uncounted(l.word)
	l.twice = x.twice
	if l.word.Rank(rank) == 1 {
		l.twice &^= l.gone
	}
}

// asItIs returns the hand as it stands, not yet weighed.
func (x *assessment) asItIs() leaving {
	return leaving{tile: tile.None, word: x.words[0], outline: x.outlines[0], twice: x.twice, near: mostMissing}
}

// withoutRoot returns what the tiles are worth after a discard of a kind owned four
// times.
func (x *assessment) withoutRoot(l *leaving) int {
	x.price(x.roots &^ l.gone)
	worth := x.guess()
	if l.gone&x.kept != 0 {
		worth = x.worth(l)
	}
	x.price(x.roots)
	return worth
}

// guess returns what a discard is worth that leaves all targets farther away: nothing
// comes of it, so that a rough guess will do.
func (x *assessment) guess() int {
	o := x.outlook
	var l leaving
	for i := range x.targets[:x.n] {
		if t := &x.targets[i]; t.missing < mostMissing {
			l.add(int(int64(t.most[1]) * int64(o.odds.win[t.missing][usual]) >> oddsBits))
		}
	}
	return l.worth(x.valuer.mix) - o.odds.share(&o.odds.unready, mostMissing, 0, o.unready)
}

func (l *leaving) add(worth int) {
	l.all += worth
	l.best = max(l.best, worth)
}

// worth returns the worth of the best target, and a share of the others.
func (l *leaving) worth(mix int) int { return l.best + (l.all-l.best)*mix/thousand }

// worth weighs a leaving, and returns what it is worth.
func (x *assessment) worth(l *leaving) int {
	if x.hand.held[x.hand.void] == 0 {
		if ready := x.ready(); ready != 0 && l.gone&^ready == 0 {
			l.near = 1
			l.add(x.readyWorth(l))
		}
	}
	for i := range x.targets[:x.n] {
		x.weighFor(&x.targets[i], l)
	}
	return x.total(l)
}

// ready returns the kinds without which any groups or seven pairs of both suits lack
// one tile; 0 if there are none.
func (x *assessment) ready() (k tile.Kinds) {
	for i := range x.targets[:x.n] {
		if t := &x.targets[i]; t.use == both && t.form != pungs && t.missing == 1 {
			k |= t.kept
		}
	}
	return k
}

// weighFor adds what a target is worth after a discard.
func (x *assessment) weighFor(t *target, l *leaving) {
	o := x.outlook
	farther := 0
	if l.gone&^t.kept != 0 {
		farther = 1
	}
	m := t.missing + farther
	if m > mostMissing || m == 1 && l.near == 1 {
		return
	}
	a := x.accepted(t, m, l)
	if t.use == both && t.form != pungs && m <= int(l.near) {
		l.near, l.nearAccepted = int8(m), max(a, l.nearAccepted)
	}
	l.add(o.odds.share(&o.odds.win, m, a, t.most[farther]))
}

// total returns what a discard leaves, once it was weighed: of the goals in reach the
// one of most worth, and a share of the others.
func (x *assessment) total(l *leaving) int {
	b, o, h := x.valuer, x.outlook, x.hand
	worth := l.worth(b.mix)
	if void := h.held[h.void]; void != 0 {
		worth -= worth * min(void.Total(), 5) * b.voidTile / thousand
	}
	if l.near > 1 {
		worth -= o.odds.share(&o.odds.unready, int(l.near), l.nearAccepted, o.unready)
	}
	return worth
}

// readyWorth returns what the tiles are worth that are one tile from a win.
func (x *assessment) readyWorth(l *leaving) int {
	if l.tile == tile.None {
		return x.valuer.readyWorth(x.outlook, x.hand)
	}
	x.hand.held.Remove(l.tile)
	worth := x.valuer.readyWorth(x.outlook, x.hand)
	x.hand.held.Add(l.tile)
	return worth
}

// accepted weighs the unseen tiles that bring a target nearer. The last one may be any
// seat's discard; before it only what makes a pung with two held. It counts in
// sixteenths of a tile.
func (x *assessment) accepted(t *target, missing int, l *leaving) int {
	if l.gone == 0 || l.gone&t.use.kinds() != 0 {
		return x.acceptedNow(t, missing, l)
	}
	if t.accepted < 0 {
		t.accepted = x.acceptedNow(t, missing, l)
	}
	return t.accepted
}

func (x *assessment) acceptedNow(t *target, missing int, l *leaving) int {
	i := l.suit & 1
	word, outline := x.words[i], x.outlines[i]
	x.words[i], x.outlines[i] = l.word, l.outline
	k := x.accepts(t.goal)
	ends := tile.Kinds(0)
	if missing == 2 && k&x.dead != 0 && x.valuer.deadEnds != thousand {
		ends = k &^ x.leading(t.goal, k&^x.dead, x.dead)
	}
	x.words[i], x.outlines[i] = word, outline
	claimed := k & l.twice
	switch {
	case missing == 1:
		claimed = k &^ x.seen
	case t.form == pairs:
		claimed = 0
	}
	n := x.count(k, claimed)
	if ends != 0 {
		n -= x.count(ends, claimed&ends) * (thousand - x.valuer.deadEnds) / thousand
	}
	return n
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

// worth returns what the tiles after a discard are worth, in milli-points.
func (b *valuer) worth(o *outlook, h *hand) int {
	x := assessment{valuer: b, outlook: o, hand: h}
	x.begin()
	for i := range x.targets[:x.n] {
		x.targets[i].kept = bothSuits
	}
	l := x.asItIs()
	return x.worth(&l)
}
