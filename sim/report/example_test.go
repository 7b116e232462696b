package report_test

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/sim"
	"xuezhan/sim/report"
)

// Two workers tally a part each; the report does not depend on which is merged
// into which.
func ExampleTally() {
	config := report.Config{Bots: []string{"fast", "value"}, HandsPerGame: 1}
	var parts []*report.Tally
	for part := range int64(2) {
		t, err := report.New(config)
		if err != nil {
			fmt.Println(err)
			return
		}
		t.Add(part1000(part))
		parts = append(parts, t)
	}
	parts[0].Merge(parts[1])
	r := parts[0].Report(0.95)
	d := r.Differences[0]
	fmt.Printf("%d hands: %s less %s is %.3f [%.3f, %.3f], better: %s\n",
		r.Hands, d.A, d.B, d.Difference.Mean, d.Difference.Lo, d.Difference.Hi, d.Verdict)
	// Output: 2000 hands: fast less value is 1.000 [0.902, 1.098], better: a
}

// part1000 makes up a thousand hands in which fast, on the even seats, wins 0,
// 2, 4 or 6 points of value, on the odd ones, and gives two back.
func part1000(part int64) *sim.Batch {
	b := new(sim.Batch)
	for hand := part * 1000; hand < (part+1)*1000; hand++ {
		o := sim.Outcome{Hand: hand, Game: hand}
		for s := range o.Seats {
			o.Seats[s].Bot = s % 2
		}
		take := int32(hand * 7 % 4 * 2)
		o.Seats[0].Account[engine.FromDiscardWins] = take - 2
		o.Seats[1].Account[engine.FromDealIns] = 2 - take
		b.Outcomes = append(b.Outcomes, o)
	}
	return b
}
