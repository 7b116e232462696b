package sim

import (
	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/tile"
)

// An Outcome is the result of one hand, a value of fixed size. Its wins are kept in
// the Batch that has it.
type Outcome struct {
	Hand      int64 // index of the hand in the run; with the seed it fixes the wall
	Game      int64 // index of the game in the run; a hand played alone is a game
	InGame    int   // index of the hand in its game, from 0
	Dealer    int
	Direction int // seats further in turn order that exchanged tiles went, 0 without exchange
	Left      int // tiles left in the wall
	Exhausted bool
	Winners   int    // seats that have won
	Wins      int    // wins, more than Winners only in blood flow
	Actions   int    // actions played, forced ones included
	Trace     uint64 // hash of all actions in order
	Seats     [engine.NumSeats]SeatOutcome
}

// A SeatOutcome is one seat's part of a hand.
type SeatOutcome struct {
	Bot int // index into the run's bots

	// The tiles as dealt: the dealer's fourteen, the others' thirteen.
	StartShanten int // under the best void suit
	LongestSuit  int // tiles in the longest suit
	Pairs        int // pairs; four of a kind are two

	// The opening's decisions.
	ExchangeSuit tile.Suit // suit of the first tile passed on, NoSuit without exchange
	Void         tile.Suit
	VoidTiles    int // tiles of the void suit held when it was named
	VoidShanten  int // shanten when it was named, under it

	engine.Milestones

	Melds          int // of all kinds
	ConcealedKongs int
	ClaimedKongs   int
	AddedKongs     int
	WinsByDiscard  int
	WinsBySelfDraw int
	WinsByRobbing  int
	DealIns        int // wins of others on this seat's tiles, kongs robbed included
	WinOrder       int // 1 for the hand's first winner; winners of one tile share it; 0 for none
	Ending         engine.Standing
	GamePoints     int // running points of the game before the hand

	Account engine.Account // points by source

	Forfeited bool // its external bot failed, and timeout played the rest of the hand
}

// A Win is one win of a seat.
type Win struct {
	Hand      int64
	Order     int // place among the hand's wins, from 1
	Seat      int
	From      int // who discarded the tile or announced the kong; Seat for a self-draw
	Tile      tile.Tile
	Situation fan.Situation
	Patterns  fan.Patterns
	Fan       int // before the cap
	Points    int // base value
	Left      int // tiles left in the wall
	Draws     int // the seat's draws so far
}

// A Batch is the outcomes of hands that follow each other, and their wins in
// the order in which they happened.
type Batch struct {
	Outcomes []Outcome
	Wins     []Win
	// Actions are the actions of all hands in order, Outcome.Actions of each,
	// if they were asked for.
	Actions []engine.Action
}

// Reset empties the batch and keeps its room.
func (b *Batch) Reset() {
	b.Outcomes, b.Wins, b.Actions = b.Outcomes[:0], b.Wins[:0], b.Actions[:0]
}
