package sim_test

import (
	"context"
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim"
)

// mean adds up the points of the bots of a run. A Tally needs no locks: each
// worker has one of its own.
type mean struct {
	hands  int
	points [engine.NumSeats]int
}

func (m *mean) Add(b *sim.Batch) {
	for i := range b.Outcomes {
		m.hands++
		for _, s := range b.Outcomes[i].Seats {
			m.points[s.Bot] += s.Account.Total()
		}
	}
}

// Two bots play a thousand hands over lanes, with the seating turning.
func ExampleRun() {
	preset, _ := rules.Lookup("wap-battle")
	fast, _ := policy.Parse("fast")
	timeout, _ := policy.Parse("timeout")
	c := sim.Config{
		Rules: preset, Seed: 7, Hands: 1000, Rotate: true, Walls: sim.Lanes,
		Seats: [engine.NumSeats]policy.Spec{fast, timeout, fast, timeout},
	}
	var total mean
	result, err := sim.Run(context.Background(), &c, sim.Options{
		Tables: shape.New(), Workers: 2,
		Tally: func() sim.Tally { return new(mean) },
		Merged: func(t sim.Tally) {
			m := t.(*mean)
			total.hands += m.hands
			for bot, points := range m.points {
				total.points[bot] += points
			}
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for bot, spec := range c.Bots() {
		fmt.Printf("%s %+d points in %d hands\n", spec, total.points[bot], total.hands)
	}
	fmt.Println(result.Hands == c.TotalHands())
	// Output:
	// fast +5153 points in 1000 hands
	// timeout -5153 points in 1000 hands
	// true
}
