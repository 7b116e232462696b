package study_test

import (
	"context"
	"fmt"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim/study"
)

func ExampleRun() {
	fast, _ := policy.Parse("fast")
	chase, _ := policy.Parse(study.Chaser(1))
	c := study.Config{
		Question: study.FastVsBig(study.FastVsBigOptions{MaxFan: 1, MinLeft: 1, Chase: chase}),
		Studied:  study.AllSeats, Level: 0.95,
	}
	c.Rules, _ = rules.Lookup("wap-battle")
	c.Seed, c.Hands = 1, 500
	for s := range c.Seats {
		c.Seats[s] = fast
	}
	r, err := study.Run(context.Background(), &c, study.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	all := r.Contrasts[0]
	fmt.Printf("%d forks; %s less %s: %s points\n", r.Forks, all.A, all.B, all.Difference)
	// Output:
	// 1331 forks; take less decline: 1.311 [1.063, 1.559] points
}

// Kinds are the questions there are, with what each leaves open.
func ExampleKinds() {
	for _, k := range study.Kinds() {
		fmt.Print(k.Name, ": ", k.Short)
		for _, o := range k.Options {
			fmt.Print(" (", o.Name, ")")
		}
		fmt.Println()
	}
	// Output:
	// fast-vs-big: take a small win, or decline it and play for a bigger one? (max_fan) (min_left) (chase)
	// call: call a pung or a kong, or pass?
	// wait: what is a wait worth; narrow now, or wide a draw later?
	// exchange: which tiles to pass on in the exchange? (all)
	// void: which suit to give up?
	// plan: a fast win or a big hand: which goal to play a hand for?
}
