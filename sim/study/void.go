package study

import (
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/tile"
)

// The labels of Void: the first three are of the suits by their lengths.
const (
	labelVoidShortest = iota
	labelVoidNext
	labelVoidLongest
	labelVoidNearest
	labelVoidOwn
)

// The features of Void.
const (
	voidShortest = iota
	voidMiddle
	voidLongest
	voidShanten // with the shortest suit void, and then with the others
	voidShantenNext
	voidShantenLongest
	voidDealer
	voidRank // and all after it are of the alternative
	voidTiles
	voidPairs
	voidLoss
)

// aboutVoid is what there is to know of asking [Void].
func aboutVoid() Kind {
	return Kind{
		Name:  "void",
		Short: "which suit to give up?",
		Long: `study void forks every hand at each choice of a void suit by a studied seat, and
gives up each of the three suits. Where the rules have a first discard set aside with
it, that is the lowest tile, as the bots do it; the bot's own suit goes with its own
tile. The seat plays on as its own bot.

The answer is the price of naming the second-shortest suit, by the lengths of the
three suits, by how many tiles more the second has, and by what it does to shanten.`,
		Example: `  xuezhan study void --hands 2000
  xuezhan study void --rules sbr --hands 2000 --plots pictures`,
		ask: func(*Values) (*Question, error) { return Void(), nil },
	}
}

// Void asks what a void suit is worth. Its moments are the choices of it, its
// alternatives the three suits, with the lowest tile as the first discard where
// the rules commit one, as the bots do; the bot's own suit goes with its own tile.
// All play on as their own bot.
func Void() *Question {
	return &Question{
		Name:    "void",
		Doc:     "which suit to give up?",
		Labels:  []string{"shortest", "second", "longest", "nearest", "own"},
		Phrases: []string{"giving up the shortest suit", "giving up the second-shortest"},
		Features: []Feature{
			{"shortest", "tiles", "tiles of the shortest suit"},
			{"middle", "tiles", "tiles of the next"},
			{"longest", "tiles", "tiles of the longest suit"},
			{"shanten_shortest", "tiles", "shanten with the shortest suit void"},
			{"shanten_middle", "tiles", "shanten with the next void"},
			{"shanten_longest", "tiles", "shanten with the longest suit void"},
			{"dealer", "0 or 1", "1 for the dealer, who has fourteen tiles"},
			{"rank", "code", "void suit: 0 the shortest of the three, 1 the next, 2 the longest"},
			{"tiles", "tiles", "tiles held of the void suit"},
			{"pairs", "kinds", "kinds held twice or more of the void suit"},
			{"loss", "tiles", "how much higher shanten is than with the best void suit"},
		},
		Settings: []Setting{
			{"second", "the second-shortest suit"},
			{"nearest", "the suit with which shanten is lowest, of equal ones the shortest"},
		},
		Moment: voidMoment,
		Contrasts: []Contrast{
			{labelVoidShortest, labelVoidNext}, {labelVoidShortest, labelVoidLongest},
			{labelVoidShortest, labelVoidNearest}, {labelVoidShortest, labelVoidOwn},
		},
		Main: Group{
			Text:  "hands whose shortest suit is shorter than the second",
			Holds: func(f *Features) bool { return f[voidShortest] < f[voidMiddle] },
		},
		Strata: []Strata{
			shapeStrata(voidShortest),
			moreTiles(),
			moreShanten(),
			Bins("shanten with the shortest suit void", voidShanten, 0, 1, 2, 3, 4, 5),
			Named("turn", voidDealer, "others", "dealer"),
		},
		Map: &Map{Title: "what giving up the shortest suit is worth more than the second", Rows: moreTiles(), Columns: moreShanten()},
	}
}

// moreTiles divide by how many more tiles the second suit has than the shortest.
func moreTiles() Strata {
	return Strata{
		Name: "tiles more in the second suit", Classes: []string{"0", "1", "2", "3", "4", "5+"},
		Of: func(f *Features) int { return int(min(f[voidMiddle]-f[voidShortest], 5)) },
	}
}

// moreShanten divide by how much higher shanten is with the second suit void than
// with the shortest.
func moreShanten() Strata {
	return Strata{
		Name: "shanten more with the second void", Classes: []string{"-2 or less", "-1", "0", "1", "2", "3 or more"},
		Of: func(f *Features) int { return int(min(max(f[voidShantenNext]-f[voidShanten], -2), 3)) + 2 },
	}
}

// voidMoment recognises a choice of the void suit, at which a seat may always name
// any.
func voidMoment(m *Moment) bool {
	v := m.View
	if v.Phase() != engine.PhaseVoid {
		return false
	}
	held := v.Held()
	suits := byLength(&held)
	best := 0
	for i, s := range suits {
		m.Features[voidShortest+i] = int16(held[s].Total())
		m.Features[voidShanten+i] = int16(v.Engine().Tables().Shanten(&held, 0, s))
		if m.Features[voidShanten+i] < m.Features[voidShanten+best] {
			best = i
		}
	}
	if v.Dealer() == v.Seat() {
		m.Features[voidDealer] = 1
	}
	for i, s := range suits {
		a := m.Force(labelVoidShortest+i, 0, m.naming(s))
		if i == best {
			a.Labels |= 1 << labelVoidNearest
		}
		if m.Own.Suit() == s {
			a.Labels |= 1 << labelVoidOwn
		}
		f := &a.Features
		f[voidRank], f[voidTiles], f[voidPairs] = int16(i), int16(held[s].Total()), int16(pairsIn(held[s]))
		f[voidLoss] = f[voidShanten+i] - f[voidShanten+best]
	}
	return true
}

// naming returns the action that names a suit: the bot's own if it does, else the
// first, which commits the lowest tile where one is.
func (m *Moment) naming(s tile.Suit) engine.Action {
	if m.Own.Suit() == s {
		return m.Own
	}
	return m.Legal[slices.IndexFunc(m.Legal, func(a engine.Action) bool { return a.Suit() == s })]
}
