package sim_test

import (
	"context"
	"fmt"
	"slices"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim"
)

// pick takes every win, and else the last of what is legal: the highest tile, or a
// pass.
func pick(v engine.View, legal []engine.Action) engine.Action {
	if slices.Contains(legal, engine.Win) {
		return engine.Win
	}
	return legal[len(legal)-1]
}

// Ten thousand hands with your own bot: two seats against two of the bot timeout,
// and what each was worth.
func ExampleRun() {
	preset, _ := rules.Lookup("wap-battle")
	other, _ := policy.Parse("timeout")
	mine := policy.Own("mine", func() policy.Policy { return policy.Choice(pick) })
	c := sim.Config{
		Rules: preset, Seed: 7, Hands: 10_000, Rotate: true,
		Seats: [engine.NumSeats]policy.Spec{mine, other, mine, other},
	}
	totals := sim.NewTotals(&c)
	_, err := sim.Run(context.Background(), &c, sim.Options{Workers: 2, Tally: totals.Tally, Merged: totals.Merge})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, bot := range totals.Bots() {
		fmt.Println(bot)
	}
	// Output:
	// mine +1.628 ± 0.062 points per hand in 20000
	// timeout -1.628 ± 0.062 points per hand in 20000
}

// A hand whose seat 0 is the caller's, and the other three of a bot.
func ExamplePlayer() {
	preset, _ := rules.Lookup("planet")
	e, err := engine.New(preset, shape.New())
	if err != nil {
		fmt.Println(err)
		return
	}
	timeout, _ := policy.Parse("timeout")
	p := sim.NewPlayer(e, sim.PlayerOptions{})
	for seat := 1; seat < engine.NumSeats; seat++ {
		p.Sit(seat, timeout.New())
	}
	deck := sim.Deck(1, 0, sim.FirstDealer(1, 0), sim.Shared)
	choices := 0
	for p.Deal(1, 0, &deck); p.Next(); choices++ {
		p.Answer(pick(p.View(), p.Legal()))
	}
	fmt.Println(choices, "choices of", len(p.Steps()), "actions, points", p.Hand().Ledger().Points(), p.Err())
	// Output:
	// 7 choices of 79 actions, points [1 0 0 -1] <nil>
}

// From one moment of a hand every discard is tried, and the hand played to its end.
func ExamplePlayer_Resume() {
	preset, _ := rules.Lookup("wap-battle")
	e, err := engine.New(preset, shape.New())
	if err != nil {
		fmt.Println(err)
		return
	}
	fast, _ := policy.Parse("fast")
	base, branch := sim.NewPlayer(e, sim.PlayerOptions{}), sim.NewPlayer(e, sim.PlayerOptions{})
	for seat := range engine.NumSeats {
		base.Sit(seat, fast.New())
		branch.Sit(seat, fast.New())
	}
	deck := sim.Deck(3, 0, 2, sim.Shared)
	base.Deal(3, 0, &deck)
	for len(base.Steps()) < 45 {
		base.Step()
	}
	moment := *base.Hand()
	seat := moment.Asked()
	for _, a := range e.Legal(&moment, nil) {
		branch.Resume(3, 0, &moment, sim.Past{})
		branch.Force(seat, []engine.Action{a})
		if err := branch.Finish(); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(a, branch.Hand().Ledger()[seat].Total())
	}
	// Output:
	// discard 7p 5
	// discard 8p 5
	// discard 1s 1
	// discard 3s 1
	// discard 5s 5
	// discard 6s 5
	// discard 7s 1
}

// Four hands in play at once, all of whose choices are the caller's.
func ExampleLockstep() {
	c := sim.Config{Hands: sim.MaxHands}
	c.Rules, _ = rules.Lookup("wap-flow")
	l, err := sim.NewLockstep(&c, sim.LockstepOptions{Rows: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = l.Reset(1)
	actions := make([]engine.Action, l.Rows())
	for ended := 0; ended < 4 && err == nil; {
		for i := range actions {
			actions[i] = pick(l.View(i), l.Legal(i))
		}
		err = l.Step(actions)
		for i := range actions {
			if l.Done(i) {
				ended++
				fmt.Println("hand", l.Ended(i).Index, l.Ended(i).Hand.Ledger().Points())
			}
		}
	}
	fmt.Println(err)
	// Output:
	// hand 0 [0 0 0 0]
	// hand 1 [-4 -4 12 -4]
	// hand 2 [0 0 0 0]
	// hand 3 [0 0 0 0]
	// <nil>
}
