package dataset

import (
	"fmt"

	"github.com/parquet-go/parquet-go"

	"xuezhan/engine"
	"xuezhan/sim"
	"xuezhan/sim/store"
)

// A replayed hand is compared with what is stored through the columns that
// store it: each makes of the outcome the value that the row must have.

// asVectors returns rows as they are read back once they are stored.
func asVectors[R any](columns []column[R], rows []R) []Vector {
	vectors := make([]Vector, len(columns))
	values := make([]parquet.Value, len(rows))
	for i, c := range columns {
		c.get(values, rows)
		var l lexicon
		v := Vector{Column: c.Column}
		for _, x := range values {
			v.Values = append(v.Values, integerOf(x, &l))
		}
		v.Words = l.words
		vectors[i] = v
	}
	return vectors
}

// compare notes every value from a row of the sheet on that is not the one
// wanted.
func (s *sheet) compare(row int, want []Vector) {
	for i := range want {
		for k := range want[i].Values {
			if w := want[i].Text(k); s.vectors[i].Text(row+k) != w {
				s.fault(want[i].Column.Name, row+k, orNull(w, want[i].Column), "the hand played again")
			}
		}
	}
}

func orNull(text string, c Column) string {
	if text == "" && c.Nullable {
		return "null"
	}
	return text
}

// replayHands plays the chosen hands among those of the sheets again.
func (c *checker) replayHands(first int64) {
	end := first + int64(len(c.hands.column("hand")))
	for len(c.chosen) > 0 && c.chosen[0] < end {
		hand := c.chosen[0]
		c.chosen = c.chosen[1:]
		if hand < first {
			continue // of a part that was not read
		}
		again, err := c.audit.Replay(hand)
		if err != nil {
			c.findings.add(Fault{File: store.ManifestName, Hand: &hand, Stored: err.Error(), Want: "played", Why: "the hand is played again"})
			continue
		}
		c.findings.Replayed++
		c.compareHand(int(hand-first), &again)
	}
}

func (c *checker) compareHand(row int, again *sim.Replay) {
	o := again.Outcome
	c.hands.compare(row, asVectors(c.columns.hands, []*sim.Outcome{o}))
	var seats []seat
	for s := range o.Seats {
		seats = append(seats, seat{o, &o.Seats[s], s})
	}
	c.seats.compare(row*engine.NumSeats, asVectors(c.columns.seats, seats))
	c.again = append(c.again, o.Hand)
	c.replays = append(c.replays, again.Wins...)
}

// replayWins compares the wins of the hands that were played again.
func (c *checker) replayWins() {
	for row, hand := range c.wins.column("hand") {
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
		c.wins.say("hand", row, fmt.Sprint(hand), "no further win", "the hand played again")
		return
	}
	c.wins.compare(row, asVectors(c.columns.wins, []*sim.Win{&c.replays[0]}))
	c.replays = c.replays[1:]
}
