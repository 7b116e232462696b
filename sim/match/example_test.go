package match_test

import (
	"context"
	"fmt"
	"slices"

	"xuezhan/engine"
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

// pick takes every win, and else the last of what is legal: the highest tile, or a
// pass.
func pick(v engine.View, legal []engine.Action) engine.Action {
	if slices.Contains(legal, engine.Win) {
		return engine.Win
	}
	return legal[len(legal)-1]
}

// A bot of one's own against timeout, over the same walls from both sides.
func ExampleRun_own() {
	r, _ := rules.Lookup("wap-battle")
	mine := policy.Own("mine", func() policy.Policy { return policy.Choice(pick) })
	c := &match.Config{
		Rules: r, Seed: 1, Walls: sim.Lanes,
		Bots:     []match.Bot{match.BotOf(mine, ""), bot("timeout")},
		Stopping: match.Stopping{Blocks: 200},
	}
	result, err := match.Run(context.Background(), c, match.Options{Workers: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %.2f points per hand\n", result.Verdict, result.Difference.Value)
	// Output:
	// better: 3.38 points per hand
}

// Three bots that have all played each other.
func ExamplePlayLadder() {
	r, _ := rules.Lookup("planet")
	c := &match.LadderConfig{Rules: r, Seed: 1, Walls: sim.Lanes, Rounds: 100, Bots: []match.Bot{bot("timeout"), bot("fast"), bot("random")}}
	ladder, err := match.PlayLadder(context.Background(), c, match.Options{Workers: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, rung := range ladder.Bots {
		fmt.Println(rung.Bot)
	}
	// Output:
	// fast
	// timeout
	// random
}
