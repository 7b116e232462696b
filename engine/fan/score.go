package fan

import (
	"math/bits"

	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// A Result is what a winning hand is worth.
type Result struct {
	Fan      int      // before the cap
	Points   int      // the base value, 2 to the power of fan, capped
	Roots    int      // kinds owned four times
	Patterns Patterns // what the fan are for
}

// A Scorer scores hands under one rule system. It is read-only and may be
// shared.
type Scorer struct {
	tables *shape.Tables
	rules  rules.Rules
	shapes [numFacts]value
	ways   [1 << 7]value // by Situation
	points [maxFan + 1]int
	// Facts that no pattern of the rules asks for are not looked up.
	wantsRanks, wantsWinTile bool
}

// maxFan bounds the fan of any hand under any valid rules: every pattern at
// its highest and four roots.
const maxFan = 16*int(NumPatterns) + 16*4

// NewScorer returns a scorer for valid rules.
func NewScorer(r rules.Rules, t *shape.Tables) *Scorer {
	s := &Scorer{
		tables:       t,
		rules:        r,
		wantsRanks:   wantsRanks(&r),
		wantsWinTile: r.GoldenHook > 0 && !r.GoldenDeclared,
	}
	for facts := range s.shapes {
		s.shapes[facts] = bestReading(&r, facts)
	}
	for how := range s.ways {
		s.ways[how] = situationValue(&r, Situation(how))
	}
	for fan := range s.points {
		s.points[fan] = r.Points(fan)
	}
	return s
}

// twoSuits returns the words of two suits among which all held tiles are, false
// if there are tiles of three.
func twoSuits(h *tile.Held) (a, b tile.SuitWord, ok bool) {
	switch {
	case h[0] == 0:
		return h[1], h[2], true
	case h[1] == 0:
		return h[0], h[2], true
	}
	return h[0], h[1], h[2] == 0
}

// Score returns what a hand is worth, or false if it is no winning hand: one
// of at most two suits, melds included, in the standard form or as seven
// pairs, with as many fan as the rules ask of a win. The held tiles include the winning tile, 14 in all with three a meld,
// at most four of a kind. Where the seat's void suit matters the caller has
// made sure that no tile is of it. The winning tile may be tile.None where none
// was drawn: the dealer's opening tiles.
func (s *Scorer) Score(h *tile.Held, m *tile.Melds, win tile.Tile, how Situation) (Result, bool) {
	a, b, ok := twoSuits(h)
	if !ok {
		return Result{}, false
	}
	facts := 0
	standard, terminal := s.tables.CompleteSuits(a, b)
	switch {
	case standard:
		facts = isStandard | pungFacts(a, b)
	case m.N > 0 || (a|b)&oneEach != 0: // nor seven pairs
		return Result{}, false
	}
	return s.judge(h, m, win, how, facts, terminal)
}

// ScoreByShape is Score for a hand that may hold a fifth copy of a kind, as
// the ready check of some rules imagines it. It is slow.
func (s *Scorer) ScoreByShape(h *tile.Held, m *tile.Melds, win tile.Tile, how Situation) (Result, bool) {
	a, b, ok := twoSuits(h)
	if !ok {
		return Result{}, false
	}
	facts := 0
	standard, terminal := shape.CompleteByShape(a, b)
	if standard {
		facts = isStandard | pungFacts(fivesAsPairs(a), fivesAsPairs(b))
	}
	return s.judge(h, m, win, how, facts, terminal)
}

// judge adds the facts that do not depend on how suits are taken apart, and
// what they are worth.
func (s *Scorer) judge(h *tile.Held, m *tile.Melds, win tile.Tile, how Situation, facts int, terminal bool) (Result, bool) {
	if m.N == 0 && s.pairs(h) {
		facts |= isPairs
	}
	if facts == 0 {
		return Result{}, false
	}
	melds, roots := meldFacts(h, m)
	switch suitSet(h, melds) {
	case 7:
		return Result{}, false
	case 1, 2, 4:
		facts |= isFlush
	}
	if m.N == tile.MaxMelds {
		facts |= isGolden
	}
	if s.wantsRanks {
		facts |= rankFacts(h[0]|h[1]|h[2], melds, terminal)
	}
	if s.wantsWinTile && facts&isPungs != 0 && completesPair(h, win) {
		facts |= isGolden
	}
	r := s.value(facts, roots+heldRoots(h), how)
	if r.Fan < s.rules.MinFan {
		return Result{}, false
	}
	return r, true
}

// meldFacts returns the kinds declared, and how many of them are owned four
// times.
func meldFacts(h *tile.Held, m *tile.Melds) (kinds tile.Kinds, roots int) {
	for _, x := range m.All() {
		t := x.Tile()
		kinds |= t.Bit()
		if x.IsKong() || h.Count(t) > 0 {
			roots++
		}
	}
	return kinds, roots
}

// suitSet returns the set of the suits held or declared, bit s for suit s.
func suitSet(h *tile.Held, melds tile.Kinds) uint {
	const ranks = 1<<tile.Ranks - 1
	return nonzero(h[0]|tile.SuitWord(melds&ranks)) |
		nonzero(h[1]|tile.SuitWord(melds>>tile.Ranks&ranks))<<1 |
		nonzero(h[2]|tile.SuitWord(melds>>(2*tile.Ranks)))<<2
}

// nonzero returns 1 where w is not zero: −w has the top bit set for every
// word that has fewer than 31 bits, except zero.
func nonzero(w tile.SuitWord) uint { return uint(-w >> 31) }

// heldRoots counts the kinds held four times.
func heldRoots(h *tile.Held) int {
	const fours = oneEach << 2
	if (h[0]|h[1]|h[2])&fours == 0 {
		return 0
	}
	held := uint64(h[0]&fours) | uint64(h[1]&fours)<<27
	return bits.OnesCount64(held) + bits.OnesCount32(uint32(h[2]&fours))
}

// fivesAsPairs takes a pung out of every five of a kind: what remains of it
// is a pair, so that pungFacts sees pung and pair.
func fivesAsPairs(w tile.SuitWord) tile.SuitWord {
	return w - 3*(w>>2&w&oneEach)
}

// completesPair reports whether the winning tile's kind is the pair of a hand of
// pungs: held twice, or five times as a pung and the pair.
func completesPair(h *tile.Held, win tile.Tile) bool {
	return win < tile.Count && (h.Count(win) == 2 || h.Count(win) == 5)
}

// pairs reports whether 14 held tiles are seven pairs under the rules.
func (s *Scorer) pairs(h *tile.Held) bool {
	all := h[0] | h[1] | h[2]
	return all&oneEach == 0 && s.rules.SevenPairs > 0 &&
		(s.rules.SevenPairsQuads || all&(oneEach<<2) == 0)
}

// oneEach has the lowest bit of every rank.
const oneEach = 0o111111111

// pungFacts returns isPungs if no kind of a complete hand is held once or four
// times and just one twice. Groups of three and a pair are then pungs and a
// pair in one reading.
func pungFacts(a, b tile.SuitWord) int {
	const ones = oneEach | oneEach<<27
	both := uint64(a) | uint64(b)<<27
	once := both &^ (both >> 1) & ones
	fourTimes := both >> 2 & ones
	if twice := both >> 1 &^ both & ones; once|fourTimes == 0 && twice != 0 && twice&(twice-1) == 0 {
		return isPungs
	}
	return 0
}

// value adds up a winning hand's fan.
func (s *Scorer) value(facts, roots int, how Situation) Result {
	if s.rules.Heavenly && how&OnDeal != 0 {
		return s.limit(Heavenly, roots)
	}
	if s.rules.Earthly && how&OnFirstDraw != 0 {
		return s.limit(Earthly, roots)
	}
	shape, way := s.shapes[facts], s.ways[how]
	r := Result{
		Fan:      int(shape.fan) + int(way.fan) + roots*s.rules.Root,
		Roots:    roots,
		Patterns: shape.patterns | way.patterns,
	}
	switch {
	case roots == 0:
	case s.rules.DragonSevenPairs && shape.patterns.Has(SevenPairs):
		r.Patterns ^= 1<<SevenPairs | 1<<DragonSevenPairs
	case s.rules.Root > 0:
		r.Patterns |= 1 << Root
	}
	r.Points = s.points[r.Fan]
	return r
}

// limit is a win that pays the cap, whatever its shape.
func (s *Scorer) limit(p Pattern, roots int) Result {
	return Result{Fan: s.rules.FanCap, Points: s.points[s.rules.FanCap], Roots: roots, Patterns: 1 << p}
}

// An Item is one line of a hand's bill.
type Item struct {
	Name string `json:"name"`
	Fan  int    `json:"fan"`
}

// Items returns the patterns of a result with the fan of each, roots as one
// item. The fan add up to the result's.
func (s *Scorer) Items(r Result) []Item {
	items := []Item{}
	for p := range NumPatterns {
		if r.Patterns.Has(p) {
			items = append(items, Item{p.String(), p.fan(&s.rules, r.Roots)})
		}
	}
	return items
}
