package study

import (
	"errors"
	"iter"
	"slices"
	"strconv"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
	"xuezhan/policy"
)

// The labels of Exchange.
const (
	labelShortest = iota
	labelMiddle
	labelLongest
	labelKeepPairs
	labelKeepRuns
	labelNearest
	labelOwn
	labelAny // only if all triples are tried
)

// The features of Exchange.
const (
	exchangeShortest = iota
	exchangeMiddle
	exchangeLongest
	exchangeDirection
	exchangeDealer
	exchangePairs
	exchangeBefore
	exchangeRank // and all after it are of the alternative
	exchangeGiven
	exchangeBroken
	exchangeAfter
)

// ExchangeOptions are what [Exchange] leaves open.
type ExchangeOptions struct {
	All bool // try every set of tiles too
}

// aboutExchange is what there is to know of asking [Exchange].
func aboutExchange() Kind {
	return Kind{
		Name:  "exchange",
		Short: "which tiles to pass on in the exchange?",
		Long: `study exchange forks every hand before each exchange of a studied seat. Rules of
thumb pick the tiles to pass on: the loosest of the shortest, middle or longest suit;
of the shortest suit those that keep pairs, or runs, together; of any suit those that
leave the lowest shanten; and the bot's own. Each different pick is played once and
counts for every rule that makes it, so a fork has one to seven alternatives; with
--all every set of tiles that may be passed on is played, some dozens a fork.

Rules are compared in those hands in which their picks differ. The answer is divided
by the lengths of the suits, by where the tiles go, and by pairs in the shortest suit
that can be passed on.`,
		Example: `  xuezhan study exchange --hands 2000
  xuezhan study exchange --all --hands 100 --studied 0 --json`,
		Options: []Option{
			{Name: "all", Type: Switch, Doc: "play every set of tiles that may be passed on"},
		},
		ask: func(v *Values) (*Question, error) {
			return Exchange(ExchangeOptions{All: v.Switch("all")}), v.err
		},
	}
}

// Exchange asks what the tiles are worth that a seat passes on in the exchange.
// Its moments are the exchanges of a seat, before the first tile; rules of thumb
// pick the alternatives, as many as they differ on, and the
// bot's own is one. With All every set of tiles that may be passed on is tried
// too. All play on as their own bot.
func Exchange(o ExchangeOptions) *Question {
	q := &Question{
		Name:    "exchange",
		Doc:     "which tiles to pass on?",
		Labels:  []string{"shortest", "middle", "longest", "keep pairs", "keep runs", "nearest", "own"},
		Phrases: []string{"passing on the shortest suit", "passing on the next"},
		Features: []Feature{
			{"shortest", "tiles", "tiles of the shortest suit"},
			{"middle", "tiles", "tiles of the next"},
			{"longest", "tiles", "tiles of the longest suit"},
			{"direction", "seats", "how many seats further in turn order the tiles go: 1 right, 2 opposite, 3 left"},
			{"dealer", "0 or 1", "1 for the dealer, who has fourteen tiles"},
			{"pairs", "kinds", "kinds held twice or more in the shortest suit that can be passed on"},
			{"shanten_before", "tiles", "shanten of the tiles dealt, with the best void suit"},
			{"rank", "code", "suit that is passed on: 0 the shortest of the three, 1 the next, 2 the longest"},
			{"length", "tiles", "tiles held of the suit that is passed on"},
			{"broken", "kinds", "kinds held twice or more with one tile or none kept"},
			{"shanten_after", "tiles", "shanten of the tiles that are kept, with the best void suit"},
		},
		Settings: []Setting{
			{"all", strconv.FormatBool(o.All)},
			{"shortest", "the loosest tiles of the shortest suit that can be passed on"},
			{"middle", "the loosest of the next one"},
			{"longest", "the loosest of the longest suit"},
			{"keep_pairs", "of the shortest, so that most copies stay, then most neighbours"},
			{"keep_runs", "of the shortest, so that most neighbours stay, then most copies"},
			{"nearest", "of any suit, for the lowest shanten of the rest, then most acceptance"},
		},
		Moment: exchangeMoment,
		Choose: func(m *Moment) { chooseExchanges(m, o.All) },
		Needs:  needsExchange,
		Contrasts: []Contrast{
			{labelShortest, labelMiddle}, {labelShortest, labelLongest}, {labelShortest, labelKeepPairs},
			{labelShortest, labelKeepRuns}, {labelShortest, labelNearest}, {labelShortest, labelOwn},
		},
		Main: Group{
			Text:  "hands whose shortest suit can be passed on and is shorter than the next",
			Holds: func(f *Features) bool { return f[exchangeShortest] < f[exchangeMiddle] },
		},
		Strata: []Strata{
			shapeStrata(exchangeShortest),
			Bins("tiles of the shortest suit", exchangeShortest, 0, 1, 2, 3, 4),
			Bins("tiles of the longest suit", exchangeLongest, 5, 6, 7, 8, 9),
			directionStrata(exchangeDirection),
			Bins("pairs in the suit passed on", exchangePairs, 0, 1, 2, 3),
			Named("turn", exchangeDealer, "others", "dealer"),
		},
		Map: &Map{
			Title:   "what passing on the shortest suit is worth more than the next",
			Rows:    Bins("tiles of the shortest suit", exchangeShortest, 1, 2, 3, 4),
			Columns: Bins("tiles of the next", exchangeMiddle, 3, 4, 5, 6),
		},
	}
	if o.All {
		q.Labels = append(q.Labels, "any")
	}
	return q
}

func needsExchange(r *rules.Rules) error {
	switch {
	case r.ExchangeTiles == 0:
		return errors.New("no tiles are exchanged under these rules")
	case !r.ExchangeOneSuit:
		return errors.New("the rules of thumb are of one suit, and these rules let any tiles be exchanged")
	}
	return nil
}

// directionStrata divide by where tiles go.
func directionStrata(feature int) Strata {
	s := Strata{Name: "where the tiles go", Of: func(f *Features) int { return int(f[feature]) - 1 }}
	for d := range engine.NumSeats - 1 {
		s.Classes = append(s.Classes, (rules.Right + rules.Direction(d)).String())
	}
	return s
}

// exchangeMoment recognises a seat that passes on its first tile.
func exchangeMoment(m *Moment) bool {
	v := m.View
	if v.Phase() != engine.PhaseExchange || v.PassedOn() != (tile.Held{}) {
		return false
	}
	held := v.Held()
	suits, n := byLength(&held), v.Rules().ExchangeTiles
	for i, s := range suits {
		m.Features[exchangeShortest+i] = int16(held[s].Total())
	}
	for _, s := range suits {
		if held[s].Total() >= n {
			m.Features[exchangePairs] = int16(pairsIn(held[s]))
			break
		}
	}
	m.Features[exchangeDirection] = int16(v.Direction())
	if v.Dealer() == v.Seat() {
		m.Features[exchangeDealer] = 1
	}
	m.Features[exchangeBefore] = int16(v.Engine().Tables().BestShanten(&held, 0))
	return true
}

// A gift is what a seat passes on: tiles of one suit.
type gift struct {
	suit  tile.Suit
	tiles tile.SuitWord
}

// chooseExchanges adds the picks of the rules of thumb, the bot's own first, and
// then all others if they are wanted. A gift that several pick bears their labels.
func chooseExchanges(m *Moment, all bool) {
	x := newExchange(m)
	own := gift{suit: m.Did[0].Tile().Suit()}
	for _, a := range m.Did[:x.n] {
		own.tiles += tile.Unit(a.Tile().Rank() - 1)
	}
	x.add(labelOwn, own)
	for rank := x.shortest; rank < len(x.suits); rank++ {
		label := labelShortest
		if rank > x.shortest {
			label += rank // labelMiddle or labelLongest
		}
		x.add(label, gift{x.suits[rank], policy.Loosest(x.word(rank), x.n)})
	}
	x.add(labelKeepPairs, x.keeping(stayTogether{copies: 100, neighbours: 1}))
	x.add(labelKeepRuns, x.keeping(stayTogether{copies: 1, neighbours: 100}))
	x.add(labelNearest, x.nearest())
	if all {
		for g := range x.gifts {
			x.add(labelAny, g)
		}
	}
}

// An exchange is a seat that passes on tiles.
type exchange struct {
	*Moment
	n        int // tiles to pass on
	held     tile.Held
	suits    [tile.NumSuits]tile.Suit // by their lengths
	shortest int                      // the first of them with enough tiles
	given    []gift                   // of the alternatives so far
}

func newExchange(m *Moment) *exchange {
	x := &exchange{Moment: m, n: m.View.Rules().ExchangeTiles, held: m.View.Held()}
	x.suits = byLength(&x.held)
	for x.word(x.shortest).Total() < x.n {
		x.shortest++
	}
	return x
}

func (x *exchange) word(rank int) tile.SuitWord { return x.held[x.suits[rank]] }

// gifts yields every gift of suits with enough tiles, those of the shortest suit
// first, and in a suit those of the lowest tiles first.
func (x *exchange) gifts(yield func(gift) bool) {
	for _, s := range x.suits[x.shortest:] {
		for w := range subsets(x.held[s], x.n) {
			if !yield(gift{s, w}) {
				return
			}
		}
	}
}

// subsets yields the ways to take n tiles of a suit, the lowest tiles first.
func subsets(w tile.SuitWord, n int) iter.Seq[tile.SuitWord] {
	return func(yield func(tile.SuitWord) bool) { takeFrom(w, 0, n, 0, yield) }
}

// takeFrom yields taken with n more tiles of the ranks from r on, and reports
// whether to go on.
func takeFrom(w tile.SuitWord, r, n int, taken tile.SuitWord, yield func(tile.SuitWord) bool) bool {
	if n == 0 {
		return yield(taken)
	}
	if r == tile.Ranks {
		return true
	}
	for k := min(n, w.Rank(r)); k >= 0; k-- {
		if !takeFrom(w, r+1, n-k, taken+tile.SuitWord(k)*tile.Unit(r), yield) {
			return false
		}
	}
	return true
}

// stayTogether says what it is worth that tiles are kept together.
type stayTogether struct{ copies, neighbours int }

// of returns the worth of a suit's tiles: of each copy of a kind beyond the first,
// and of each two kinds of neighbours; those with a gap count half.
func (s stayTogether) of(w tile.SuitWord) int {
	copies, near := 0, 0
	for r := range tile.Ranks {
		if w.Rank(r) == 0 {
			continue
		}
		copies += w.Rank(r) - 1
		for gap := 1; gap <= 2 && r+gap < tile.Ranks; gap++ {
			if w.Rank(r+gap) > 0 {
				near += 3 - gap
			}
		}
	}
	return 2*s.copies*copies + s.neighbours*near
}

// keeping returns the gift of the shortest suit that leaves the worthiest tiles;
// the loosest tiles are as good a gift as any that leaves no more.
func (x *exchange) keeping(worth stayTogether) gift {
	w := x.word(x.shortest)
	best := policy.Loosest(w, x.n)
	most := worth.of(w - best)
	for out := range subsets(w, x.n) {
		if v := worth.of(w - out); v > most {
			best, most = out, v
		}
	}
	return gift{x.suits[x.shortest], best}
}

// nearest returns the gift that leaves the lowest shanten with the best void suit,
// of equal ones that with the most tiles that would lower it.
func (x *exchange) nearest() gift {
	var best gift
	least, most := 99, -1
	unseen, tables := x.View.Unseen(), x.View.Engine().Tables()
	for g := range x.gifts {
		rest := x.held
		rest[g.suit] -= g.tiles
		for void := range tile.Suit(tile.NumSuits) {
			shanten, kinds := tables.Acceptance(&rest, 0, void)
			if live := unseen.CountOf(kinds); shanten < least || shanten == least && live > most {
				best, least, most = g, shanten, live
			}
		}
	}
	return best
}

// add adds a gift with a label, or the label to the gift if it is there.
func (x *exchange) add(label int, g gift) {
	if i := slices.Index(x.given, g); i >= 0 {
		x.alternatives[i].Labels |= 1 << label
		return
	}
	x.given = append(x.given, g)
	var actions [MaxForced]engine.Action
	n := 0
	for r := range tile.Ranks {
		for range g.tiles.Rank(r) {
			actions[n] = engine.Exchange(tile.Of(g.suit, r+1))
			n++
		}
	}
	a := x.Force(label, 0, actions[:n]...)
	x.describe(&a.Features, g)
}

// describe fills in what is particular to a gift.
func (x *exchange) describe(f *Features, g gift) {
	rest := x.held
	rest[g.suit] -= g.tiles
	f[exchangeRank] = int16(slices.Index(x.suits[:], g.suit))
	f[exchangeGiven] = int16(x.held[g.suit].Total())
	f[exchangeBroken] = int16(pairsIn(x.held[g.suit]) - pairsIn(rest[g.suit]))
	f[exchangeAfter] = int16(x.View.Engine().Tables().BestShanten(&rest, 0))
}
