package fan

import "math/bits"

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

var patternNames = [NumPatterns]string{
	"all_pungs", "full_flush", "seven_pairs", "dragon_seven_pairs",
	"terminal_seven_pairs", "terminal_groups", "jiang_pungs", "golden_hook",
	"root", "replacement", "robbing", "last_tile", "last_discard",
	"shot_after_kong", "self_draw", "heavenly", "earthly",
}

// String returns the pattern's name as records and columns write it.
func (p Pattern) String() string { return patternNames[p] }

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
