package rules

import (
	"fmt"
	"strings"
)

// Direction is where the exchanged tiles go.
type Direction uint8

// The directions. Right passes to the next seat in turn order.
const (
	Random Direction = iota
	Right
	Opposite
	Left
)

// Steps returns how many seats further in turn order the tiles go. It is
// meant for the three definite directions.
func (d Direction) Steps() int { return int(d) }

// PassedWin says what a seat that lets a win go by may not do.
type PassedWin uint8

// The passed-win locks.
const (
	NoLock PassedWin = iota
	UntilDraw
	HigherFan
)

// AfterWin says what becomes of a winner.
type AfterWin uint8

// Leave is blood battle, Stay is blood flow.
const (
	Leave AfterWin = iota
	Stay
)

// WallEnd is an end of the wall.
type WallEnd uint8

// The ends of the wall; tiles are drawn from the front.
const (
	Back WallEnd = iota
	Front
)

// LateAdded says what a kong added with a tile that was not just drawn is.
type LateAdded uint8

// The treatments of a late added kong.
const (
	LatePaid LateAdded = iota
	LateUnpaid
	LateIllegal
)

// FifthCopy says whether waiting for a fifth copy makes ready at exhaustion.
type FifthCopy uint8

// The readings of a wait for a fifth copy.
const (
	ShapeOnly FifthCopy = iota
	ExcludeOwned
	ExcludeConcealed
)

// PigAmount says how much a flower pig pays.
type PigAmount uint8

// The amounts that a flower pig pays.
const (
	FixedPig PigAmount = iota
	LargerPig
)

// Refund says who gets back the kong payments of a seat that is not ready.
type Refund uint8

// The refunds.
const (
	NoRefund Refund = iota
	RefundPayers
	RefundReadyOrWon
)

// Dealer says who deals the next hand of a game.
type Dealer uint8

// The dealer successions.
const (
	FirstWinner Dealer = iota
	Rotate
	StayDealer
)

// Ranking says what decides a game.
type Ranking uint8

// The rankings.
const (
	ByPoints Ranking = iota
	ByPlacePoints
)

var (
	directionNames = []string{"random", "right", "opposite", "left"}
	passedWinNames = []string{"none", "until_draw", "higher_fan"}
	afterWinNames  = []string{"leave", "stay"}
	wallEndNames   = []string{"back", "front"}
	lateAddedNames = []string{"paid", "unpaid", "illegal"}
	fifthCopyNames = []string{"shape_only", "exclude_owned", "exclude_concealed"}
	pigAmountNames = []string{"fixed", "larger"}
	refundNames    = []string{"none", "payers", "ready_or_won"}
	dealerNames    = []string{"first_winner", "rotate", "stay"}
	rankingNames   = []string{"points", "place_points"}
)

// An enum is a field whose values have names.
type enum interface{ Names() []string }

// Names returns the allowed values in the order of their numbers; so do the
// Names of the other types here.
func (Direction) Names() []string { return directionNames }

// Names returns the allowed values.
func (PassedWin) Names() []string { return passedWinNames }

// Names returns the allowed values.
func (AfterWin) Names() []string { return afterWinNames }

// Names returns the allowed values.
func (WallEnd) Names() []string { return wallEndNames }

// Names returns the allowed values.
func (LateAdded) Names() []string { return lateAddedNames }

// Names returns the allowed values.
func (FifthCopy) Names() []string { return fifthCopyNames }

// Names returns the allowed values.
func (PigAmount) Names() []string { return pigAmountNames }

// Names returns the allowed values.
func (Refund) Names() []string { return refundNames }

// Names returns the allowed values.
func (Dealer) Names() []string { return dealerNames }

// Names returns the allowed values.
func (Ranking) Names() []string { return rankingNames }

// String returns the value's name; so do the others.
func (d Direction) String() string { return directionNames[d] }
func (p PassedWin) String() string { return passedWinNames[p] }
func (a AfterWin) String() string  { return afterWinNames[a] }
func (w WallEnd) String() string   { return wallEndNames[w] }
func (l LateAdded) String() string { return lateAddedNames[l] }
func (f FifthCopy) String() string { return fifthCopyNames[f] }
func (p PigAmount) String() string { return pigAmountNames[p] }
func (r Refund) String() string    { return refundNames[r] }
func (d Dealer) String() string    { return dealerNames[d] }
func (r Ranking) String() string   { return rankingNames[r] }

// index returns the number of a named value.
func index(names []string, name string) (int, error) {
	for i, n := range names {
		if n == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("unknown value %q; allowed are %s", name, strings.Join(names, ", "))
}
