package fan

import (
	"math/bits"

	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// A Pattern is a reason for fan.
type Pattern uint8

// The patterns: first the shapes, then roots, then how the win came about.
const (
	AllPungs Pattern = iota
	FullFlush
	SevenPairs
	DragonSevenPairs
	TerminalSevenPairs
	TerminalGroups
	JiangPungs
	GoldenHook
	Root
	Replacement
	Robbing
	LastTile
	LastDiscard
	ShotAfterKong
	SelfDraw
	Heavenly
	Earthly
	NumPatterns
)

// patterns has the name of each pattern and the fan that rules give it in a hand
// with that many roots.
var patterns = [NumPatterns]struct {
	name string
	fan  func(r *rules.Rules, roots int) int
}{
	AllPungs:           {"all_pungs", func(r *rules.Rules, _ int) int { return r.AllPungs }},
	FullFlush:          {"full_flush", func(r *rules.Rules, _ int) int { return r.FullFlush }},
	SevenPairs:         {"seven_pairs", func(r *rules.Rules, _ int) int { return r.SevenPairs }},
	DragonSevenPairs:   {"dragon_seven_pairs", func(r *rules.Rules, roots int) int { return r.SevenPairs + roots*r.Root }},
	TerminalSevenPairs: {"terminal_seven_pairs", func(r *rules.Rules, _ int) int { return r.TerminalSevenPairs }},
	TerminalGroups:     {"terminal_groups", func(r *rules.Rules, _ int) int { return r.TerminalGroups }},
	JiangPungs:         {"jiang_pungs", func(r *rules.Rules, _ int) int { return r.JiangPungs }},
	GoldenHook:         {"golden_hook", func(r *rules.Rules, _ int) int { return r.GoldenHook }},
	Root:               {"root", func(r *rules.Rules, roots int) int { return roots * r.Root }},
	Replacement:        {"replacement", func(r *rules.Rules, _ int) int { return r.Replacement }},
	Robbing:            {"robbing", func(r *rules.Rules, _ int) int { return r.Robbing }},
	LastTile:           {"last_tile", func(r *rules.Rules, _ int) int { return r.LastTile }},
	LastDiscard:        {"last_discard", func(r *rules.Rules, _ int) int { return r.LastDiscard }},
	ShotAfterKong:      {"shot_after_kong", func(r *rules.Rules, _ int) int { return r.ShotAfterKong }},
	SelfDraw:           {"self_draw", func(r *rules.Rules, _ int) int { return r.SelfDrawFan }},
	Heavenly:           {"heavenly", func(r *rules.Rules, _ int) int { return r.FanCap }},
	Earthly:            {"earthly", func(r *rules.Rules, _ int) int { return r.FanCap }},
}

// String returns the pattern's name as records and columns write it.
func (p Pattern) String() string { return patterns[p].name }

// fan returns the fan that rules give the pattern in a hand with that many roots.
func (p Pattern) fan(r *rules.Rules, roots int) int { return patterns[p].fan(r, roots) }

// Patterns is a set of patterns: bit p is set when p is in it.
type Patterns uint32

// Has reports whether p is in the set.
func (s Patterns) Has(p Pattern) bool { return s>>p&1 != 0 }

// Len returns the number of patterns in the set.
func (s Patterns) Len() int { return bits.OnesCount32(uint32(s)) }

// Of returns the set of the patterns given.
func Of(patterns ...Pattern) Patterns {
	var s Patterns
	for _, p := range patterns {
		s |= 1 << p
	}
	return s
}

// A Situation is how a win comes about: a set of the flags below.
type Situation uint8

// The flags of a Situation. A win without BySelfDraw is on another seat's
// tile.
const (
	BySelfDraw    Situation = 1 << iota // the winner drew the tile
	OnReplacement                       // it replaced a kong's fourth tile
	ByRobbing                           // it was being added to a pung
	WallEmpty                           // no tile is left in the wall
	AfterKong                           // it is the discard that follows a kong
	OnDeal                              // the dealer's opening tiles
	OnFirstDraw                         // another seat's first draw, nothing called before
)

// SituationNames returns the names of the flags by their bit, as records write them.
func SituationNames() []string {
	return []string{"self_draw", "replacement", "robbing", "wall_empty", "after_kong", "deal", "first_draw"}
}

// The facts about a winning hand on which its shape's fan depend.
const (
	isStandard  = 1 << iota // groups and a pair
	isPungs                 // and all groups are pungs or kongs
	isTerminal              // groups and a pair, each with a 1 or 9
	isGolden                // the golden hook's conditions hold
	isPairs                 // seven pairs
	isFlush                 // one suit
	allTerminal             // no tile but 1s and 9s
	allJiang                // no tile but 2s, 5s and 8s
	numFacts    = 1 << iota
)

// A value is fan and what they are for.
type value struct {
	fan      int8
	patterns Patterns
}

// add adds a pattern, of those that do not depend on roots, unless the rules
// turn it off.
func (v *value) add(r *rules.Rules, p Pattern) {
	if fan := p.fan(r, 0); fan > 0 {
		v.fan += int8(fan)
		v.patterns |= 1 << p
	}
}

// bestReading returns the most that the rules give for a shape with these
// facts. Of equal readings the first counts: pungs, then groups, then pairs.
func bestReading(r *rules.Rules, facts int) value {
	var readings []value
	if facts&isPungs != 0 {
		readings = append(readings, pungsReading(r, facts), pungsReading(r, facts&^isGolden))
		if facts&allJiang != 0 && r.JiangPungs > 0 {
			var jiang value
			jiang.add(r, JiangPungs)
			readings = append(readings, jiang)
		}
	}
	if facts&isStandard != 0 {
		var groups value
		if facts&isTerminal != 0 {
			groups.add(r, TerminalGroups)
		}
		readings = append(readings, groups)
	}
	if facts&isPairs != 0 {
		readings = append(readings, pairsReadings(r, facts)...)
	}
	var best value
	for i, v := range readings {
		if facts&isFlush != 0 {
			v.add(r, FullFlush)
		}
		if i == 0 || v.fan > best.fan {
			best = v
		}
	}
	return best
}

// pungsReading is four pungs with a pair, with the golden hook where its
// conditions hold.
func pungsReading(r *rules.Rules, facts int) value {
	var v value
	golden := facts&isGolden != 0 && r.GoldenHook > 0
	if golden {
		v.add(r, GoldenHook)
	}
	if !golden || r.GoldenStacks {
		v.add(r, AllPungs)
	}
	if facts&allTerminal != 0 {
		v.add(r, TerminalGroups)
	}
	return v
}

func pairsReadings(r *rules.Rules, facts int) []value {
	var pairs, terminal value
	pairs.add(r, SevenPairs)
	if facts&allTerminal == 0 || r.TerminalSevenPairs == 0 {
		return []value{pairs}
	}
	terminal.add(r, TerminalSevenPairs)
	return []value{pairs, terminal}
}

// situationValue returns what the rules give for how a win came about.
func situationValue(r *rules.Rules, how Situation) value {
	var v value
	if how&BySelfDraw != 0 {
		v.add(r, SelfDraw)
	}
	if how&OnReplacement != 0 {
		v.add(r, Replacement)
	}
	if how&ByRobbing != 0 {
		v.add(r, Robbing)
	}
	if how&AfterKong != 0 {
		v.add(r, ShotAfterKong)
	}
	if how&WallEmpty != 0 && how&BySelfDraw != 0 {
		v.add(r, LastTile)
	}
	if how&WallEmpty != 0 && how&BySelfDraw == 0 {
		v.add(r, LastDiscard)
	}
	return v
}

// The ranks that the terminal and jiang patterns ask for: all bits of their
// counts in a suit, and their kinds in every suit.
const (
	terminalRanks tile.SuitWord = 0o700000007
	jiangRanks    tile.SuitWord = 0o070070070
	terminalKinds tile.Kinds    = 0b100000001 * (1 | 1<<9 | 1<<18)
	jiangKinds    tile.Kinds    = 0b010010010 * (1 | 1<<9 | 1<<18)
)

// wantsRanks reports whether the rules have a pattern for which ranks count.
func wantsRanks(r *rules.Rules) bool {
	return r.TerminalGroups > 0 || r.TerminalSevenPairs > 0 || r.JiangPungs > 0
}

// rankFacts returns the facts about the ranks of all tiles: those held, the
// words of their suits laid over each other, and those of the melds.
func rankFacts(held tile.SuitWord, melds tile.Kinds, terminal bool) int {
	facts := 0
	if melds&^terminalKinds == 0 {
		if terminal {
			facts = isTerminal
		}
		if held&^terminalRanks == 0 {
			facts |= allTerminal
		}
	}
	if (held&^jiangRanks)|tile.SuitWord(melds&^jiangKinds) == 0 {
		facts |= allJiang
	}
	return facts
}
