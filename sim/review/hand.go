package review

import (
	"xuezhan/engine"
	"xuezhan/sim/stats"
)

// A Hand is what a seat's choices in a hand were worth. Points are the seat's, from a
// choice to the end of the hand.
type Hand struct {
	Rules  string  `json:"rules"`
	Seed   *uint64 `json:"seed,string,omitempty"` // of the deck, if it has one
	Index  int64   `json:"hand"`                  // of the hand with this seed
	Seat   int     `json:"seat"`
	Player string  `json:"player"` // who sat there, as the record says
	Points int     `json:"points"` // that the seat had at the end
	By     string  `json:"by"`     // the judge
	Worlds int64   `json:"worlds"` // that measure each choice
	Level  float64 `json:"level"`

	// Given is what was given away in all, and Kept what playing each of these
	// choices otherwise would have gained with the tiles that all seats had, one at a
	// time; see Choice.
	Given    stats.Interval            `json:"given_away"`
	Kept     float64                   `json:"kept"`
	Mistakes int                       `json:"mistakes"`
	Luck     *[engine.NumSeats]float64 `json:"luck,omitempty"` // of each seat's draws, in points; nil if not known
	Choices  []Choice                  `json:"choices"`
}

// A Choice is one choice of the seat.
type Choice struct {
	Line   int    `json:"line"` // of the record, from 1: the event that shows the choice
	Turn   int    `json:"turn"` // 0 before the first
	Kind   string `json:"kind"` // exchange, void, turn, claim or rob
	Tiles  string `json:"tiles"`
	Left   int    `json:"left"`   // tiles of the wall
	Played string `json:"played"` // an option
	Best   string `json:"best"`   // the option that the first worlds chose

	// Given is the best option's points less those of the one played, null if that is
	// the best. Kept is the same with the tiles that all seats had, on average over
	// Walls orders of the tiles left in the wall, the first of them its own.
	Given   *stats.Interval `json:"given_away"`
	Kept    *float64        `json:"kept"`
	Verdict Verdict         `json:"verdict"`
	Options []Option        `json:"options"` // the best first, then by points; of many the better ones
	Tried   int             `json:"tried"`   // options that there were
}

// An Option is one thing that the seat could do.
type Option struct {
	Action     string          `json:"action"`
	Points     stats.Interval  `json:"points"`
	Difference *stats.Interval `json:"difference"` // less the points of the option played, null for that one
}

// A Verdict says how a choice is to be taken.
type Verdict string

// The verdicts.
const (
	Best    Verdict = "best"    // nothing else is clearly better
	Doubt   Verdict = "doubt"   // another option looked better; that it is is not established
	Mistake Verdict = "mistake" // another option is better
)
