package dataset

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/sim"
	"xuezhan/sim/column"
	"xuezhan/sim/store"
)

// handReplayed is why a value should be another one than is stored.
const handReplayed = "the hand replayed"

// A replayed hand is compared with what is stored through the columns that
// store it: each makes of the outcome the value that the row must have.

// replayHands plays the chosen hands among those of the sheets again.
func (c *checker) replayHands(first int64) {
	end := first + int64(len(c.hands.Column("hand")))
	for len(c.chosen) > 0 && c.chosen[0] < end {
		hand := c.chosen[0]
		c.chosen = c.chosen[1:]
		if hand < first {
			continue // of a part that was not read
		}
		again, err := c.options.Replay(hand)
		if err != nil {
			c.findings.Add(store.Fault{File: store.ManifestName, Hand: &hand, Stored: err.Error(), Want: "played", Why: "the hand is replayed"})
			continue
		}
		if c.isLost(int(hand-first), &again) {
			c.findings.Lost++
			continue
		}
		c.findings.Replayed++
		c.compareHand(int(hand-first), &again)
	}
}

// isLost reports whether an external bot failed in the stored hand and does not when the hand is
// replayed alone: it may have failed on another hand of the same line, or have been
// late. Nothing can then be compared.
func (c *checker) isLost(row int, again *sim.Replay) bool {
	stored := c.seats.Column("forfeited")[row*engine.NumSeats:]
	for s := range again.Seats {
		seat := &again.Seats[s]
		if stored[s] == 1 && !seat.Forfeited && sim.IsProcess(c.bots[seat.Bot]) {
			return true
		}
	}
	return false
}

func (c *checker) compareHand(row int, again *sim.Replay) {
	o := again.Outcome
	c.hands.Compare(row, column.VectorsOf(c.columns.hands, []*sim.Outcome{o}), handReplayed)
	var seats []seat
	for s := range o.Seats {
		seats = append(seats, seat{o, &o.Seats[s], s})
	}
	c.seats.Compare(row*engine.NumSeats, column.VectorsOf(c.columns.seats, seats), handReplayed)
	c.again = append(c.again, o.Hand)
	c.replays = append(c.replays, again.Wins...)
}

// replayWins compares the wins of the hands that were played again.
func (c *checker) replayWins() {
	for row, hand := range c.wins.Column("hand") {
		for len(c.again) > 0 && c.again[0] < hand {
			c.again = c.again[1:]
		}
		if len(c.again) == 0 {
			return
		}
		if c.again[0] != hand {
			continue
		}
		c.compareWin(row, hand)
	}
}

func (c *checker) compareWin(row int, hand int64) {
	for len(c.replays) > 0 && c.replays[0].Hand < hand {
		c.replays = c.replays[1:]
	}
	if len(c.replays) == 0 || c.replays[0].Hand != hand {
		c.wins.Say("hand", row, fmt.Sprint(hand), "no further win", "the hand replayed")
		return
	}
	c.wins.Compare(row, column.VectorsOf(c.columns.wins, []*sim.Win{&c.replays[0]}), handReplayed)
	c.replays = c.replays[1:]
}
