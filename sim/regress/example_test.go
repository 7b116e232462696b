package regress_test

import (
	"bytes"
	"context"
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/regress"
)

// A baseline is recorded, and checked after a change: here, with another bot.
func Example() {
	preset, _ := rules.Lookup("planet")
	fast, _ := policy.Parse("fast")
	timid, _ := policy.Parse("fast:win=min3")
	c := &sim.Config{Rules: preset, Seed: 1, Hands: 300, Seats: [engine.NumSeats]policy.Spec{fast, fast, fast, fast}}

	var file bytes.Buffer
	_ = regress.Record(context.Background(), &file, c, "v1", regress.Options{})
	baseline, _ := regress.Read(&file, policy.NewCatalog())

	same, _ := baseline.Check(context.Background(), nil, regress.Options{})
	fmt.Print(same.Text())

	specs := [engine.NumSeats]policy.Spec{timid, fast, fast, fast}
	other, _ := baseline.Check(context.Background(), &specs, regress.Options{})
	fmt.Println(other.Differ > 0, other.First.Seat, other.First.Before, other.First.Now)
	// Output:
	// all 300 hands are as they were
	// true 0 win pung
}
