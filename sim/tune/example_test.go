package tune_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/tune"
)

// Two weights of a bot are tuned.
func Example() {
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		panic(err)
	}
	bot, err := policy.Parse("big")
	if err != nil {
		panic(err)
	}
	dir, err := os.MkdirTemp("", "tune")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	c := &tune.Config{
		Method: tune.SPSA, Rules: r, Seed: 1, Walls: sim.Lanes, Bot: bot,
		Params: []string{"fan_worth", "tile_cost"}, Budget: 12_000,
	}
	if err := c.Validate(); err != nil {
		panic(err)
	}
	h, err := c.Header("", "")
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	t, err := tune.Open(ctx, filepath.Join(dir, "run"), c, h)
	if err != nil {
		panic(err)
	}
	defer t.Close()
	tables := shape.New()
	table, err := tune.NewTable(c, tables, 2)
	if err != nil {
		panic(err)
	}
	if err := t.Train(ctx, table, nil); err != nil {
		panic(err)
	}
	result, err := t.Finish(ctx, tune.Options{Tables: tables, Workers: 2})
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Bot, result.History.Holdout.Gain.Lo > 0)
	// Output: big true
}
