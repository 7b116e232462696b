package policy

import (
	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// A goal is a shape to play for: which suits may be used, and whether as any
// groups, as pungs or as seven pairs.
type goal struct {
	form form
	use  use
}

type form uint8

const (
	anyGroups form = iota
	pungs
	pairs
	numForms
)

// use says which of the two live suits a goal is made of.
type use uint8

const (
	both use = iota
	onlyFirst
	onlySecond
	numUses
)

// A plan is a goal with what it lacks and what that makes it worth.
type plan struct {
	goal
	missing, fan, worth int
}

// formFan returns the fan of a form.
func formFan(r *rules.Rules, f form) int {
	switch f {
	case pungs:
		return r.AllPungs
	case pairs:
		return r.SevenPairs
	}
	return 0
}

// A duo is a seat's tiles of its two live suits. It is filled in where it is
// used: as it is large and just written, a copy would have to wait for it.
type duo struct {
	tables   *shape.Tables
	words    [2]tile.SuitWord
	outlines [2]shape.Outline
	suits    [2]tile.Suit // in ascending order, but for ownTo
	melds    int
	flush    [numUses]bool // which uses the melds allow
}

// own fills in the tiles of the seat whose view it is.
func (d *duo) own(v engine.View) {
	h, m := v.Held(), v.Melds(v.Seat())
	d.read(v.Engine().Tables(), &h, v.Void(v.Seat()), int(m.N), m.Kinds())
}

// ownTo is own with the suits in the order of taste.
func (d *duo) ownTo(v engine.View, by taste) {
	d.own(v)
	if by.prefers(tile.Of(d.suits[1], 1), tile.Of(d.suits[0], 1)) {
		d.words[0], d.words[1] = d.words[1], d.words[0]
		d.outlines[0], d.outlines[1] = d.outlines[1], d.outlines[0]
		d.suits[0], d.suits[1] = d.suits[1], d.suits[0]
		d.flush[onlyFirst], d.flush[onlySecond] = d.flush[onlySecond], d.flush[onlyFirst]
	}
}

// read fills in the tiles of the two live suits beside the void suit. The melds
// rule out flushes of suits that they are not of.
func (d *duo) read(t *shape.Tables, h *tile.Held, void tile.Suit, melds int, declared tile.Kinds) {
	d.tables, d.melds = t, melds
	a, b := tile.Characters, tile.Dots
	switch void {
	case tile.Characters:
		a, b = tile.Dots, tile.Bamboo
	case tile.Dots:
		b = tile.Bamboo
	}
	d.suits = [2]tile.Suit{a, b}
	d.set(0, h[a])
	d.set(1, h[b])
	d.flush[both] = true
	d.flush[onlyFirst] = declared&^tile.SuitKinds(a) == 0
	d.flush[onlySecond] = declared&^tile.SuitKinds(b) == 0
}

// set changes the tiles of one of the suits.
func (d *duo) set(i int, w tile.SuitWord) {
	d.words[i], d.outlines[i] = w, d.tables.OutlineOf(w)
}

// call takes away the tiles of a pung or kong, before a tile is drawn or
// discarded. It rules out a flush of the other suit.
func (d *duo) call(a engine.Action, t tile.Tile) {
	n := tile.Copies
	switch a.Kind() {
	case engine.KindPung:
		n = 2
	case engine.KindKong:
		n = 3
	case engine.KindAddedKong:
		n = 1
	}
	if a.Kind() != engine.KindAddedKong {
		d.melds++
	}
	d.flush[onlySecond-use(d.take(t, n))] = false
}

// take takes away n copies of a tile of a live suit, and returns which suit it is.
func (d *duo) take(t tile.Tile, n int) (i int) {
	if t.Suit() == d.suits[1] {
		i = 1
	}
	d.set(i, d.words[i]-tile.SuitWord(n)*tile.Unit(t.Rank()-1))
	return i
}

// of returns the words of the suits that are used; the other is empty.
func (u use) of(a, b tile.SuitWord) (tile.SuitWord, tile.SuitWord) {
	switch u {
	case onlyFirst:
		b = 0
	case onlySecond:
		a = 0
	}
	return a, b
}

// missing returns how many tiles a goal lacks.
func (d *duo) missing(g goal) int {
	t, a, b := d.tables, d.outlines[0], d.outlines[1]
	switch g.use {
	case both:
		if g.form == anyGroups {
			return t.Missing(a, b, d.melds)
		}
	case onlyFirst:
		b = 0
	case onlySecond:
		a, b = b, 0
	}
	switch g.form {
	case pungs:
		return t.PungsMissing(a.Counts()+b.Counts(), d.melds)
	case pairs:
		return t.PairsMissing(a, b)
	}
	return t.FlushMissing(a, d.melds)
}

// accepts returns the kinds that bring a goal nearer, those of the second suit nine
// bits above those of the first.
func (d *duo) accepts(g goal) tile.Kinds {
	a, b := g.use.of(d.words[0], d.words[1])
	switch {
	case g.form == pungs:
		return d.tables.PungsAccepts(a, b, d.melds)
	case g.form == pairs:
		return shape.PairsAccepts(a, b) & g.use.kinds()
	case g.use == onlyFirst:
		return d.tables.FlushAccepts(d.outlines[0], d.melds)
	case g.use == onlySecond:
		return d.tables.FlushAccepts(d.outlines[1], d.melds) << tile.Ranks
	}
	return d.tables.Accepts(d.outlines[0], d.outlines[1], d.melds)
}

// mostInSuit is the most tiles of a suit that the tables know.
const mostInSuit = 14

// leading returns those of the kinds that a goal which lacks two tiles accepts after
// which some kind that is not dead completes it: the others lead nowhere. Two tiles that
// complete it do so in either order, so that what follows one of them leads on as well.
func (d *duo) leading(g goal, accepted, dead tile.Kinds) (k tile.Kinds) {
	words, outlines := d.words, d.outlines
	for rest := accepted; rest != 0; rest = rest.Rest() &^ k {
		one := rest &^ rest.Rest()
		i, r := 0, int(one.First())
		if r >= tile.Ranks {
			i, r = 1, r-tile.Ranks
		}
		if words[i].Total() == mostInSuit-1 {
			k |= one
			continue
		}
		d.set(i, words[i]+tile.Unit(r))
		if next := d.accepts(g) &^ dead; next != 0 {
			k |= next&accepted | one
		}
		d.words[i], d.outlines[i] = words[i], outlines[i]
	}
	return k
}

// keeps returns the held kinds that can lose a tile without leaving a goal farther
// away, side by side; others may be among them.
func (d *duo) keeps(g goal) tile.Kinds {
	a, b := g.use.of(d.words[0], d.words[1])
	unused := bothSuits &^ g.use.kinds()
	switch {
	case g.form == pungs:
		return d.tables.PungsKeeps(a, b, d.melds) | unused
	case g.form == pairs:
		return shape.PairsKeeps(a, b) | unused
	case g.use == onlyFirst:
		return d.tables.FlushKeeps(d.outlines[0], d.melds) | unused
	case g.use == onlySecond:
		return d.tables.FlushKeeps(d.outlines[1], d.melds)<<tile.Ranks | unused
	}
	return d.tables.Keeps(d.outlines[0], d.outlines[1], d.melds)
}

// The kinds of two suits side by side.
const (
	oneSuit   tile.Kinds = 1<<tile.Ranks - 1
	bothSuits            = oneSuit<<tile.Ranks | oneSuit
)

// kinds returns the kinds of the suits that are used, side by side.
func (u use) kinds() tile.Kinds {
	switch u {
	case onlyFirst:
		return oneSuit
	case onlySecond:
		return oneSuit << tile.Ranks
	}
	return bothSuits
}

// sideBySide puts the kinds of the two suits side by side, and drops others.
func (d *duo) sideBySide(k tile.Kinds) tile.Kinds {
	return k>>(uint(d.suits[0])*tile.Ranks)&oneSuit | k>>(uint(d.suits[1])*tile.Ranks)&oneSuit<<tile.Ranks
}

// apart puts kinds that stand side by side where they belong.
func (d *duo) apart(k tile.Kinds) tile.Kinds {
	return k&oneSuit<<(uint(d.suits[0])*tile.Ranks) | k>>tile.Ranks&oneSuit<<(uint(d.suits[1])*tile.Ranks)
}
