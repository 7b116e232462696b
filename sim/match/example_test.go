package match_test

import (
	"context"
	"fmt"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/match"
)

func bot(text string) match.Bot {
	spec, err := policy.Parse(text)
	if err != nil {
		panic(err)
	}
	return match.Bot{Spec: spec.String(), New: spec.New}
}

func ExampleRun() {
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		panic(err)
	}
	c := &match.Config{
		Rules: r, Seed: 1, Walls: sim.Lanes,
		Bots:     []match.Bot{bot("fast"), bot("timeout")},
		Stopping: match.Stopping{Blocks: 200},
	}
	result, err := match.Run(context.Background(), c, match.Options{Workers: 2})
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Verdict, result.Difference.Value > 1, result.Faults)
	// Output: better true [0 0]
}
