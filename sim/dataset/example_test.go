package dataset_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
)

// A run is stored while it is played, and read back hand by hand.
func ExampleCreate() {
	temp, err := os.MkdirTemp("", "dataset")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(temp)
	preset, _ := rules.Lookup("wap-battle")
	fast, _ := policy.Parse("fast")
	c := sim.Config{Rules: preset, Seed: 1, Hands: 500}
	for s := range c.Seats {
		c.Seats[s] = fast
	}

	dir := filepath.Join(temp, "run")
	w, err := dataset.Create(dir, &c, "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer w.Close()
	result, err := sim.Run(context.Background(), &c, sim.Options{Sink: w})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := w.Finish(result.Digest); err != nil {
		fmt.Println(err)
		return
	}

	r, err := dataset.Open(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	wins := 0
	for _, p := range r.Parts() {
		for b, err := range r.Batches(p, 256) {
			if err != nil {
				fmt.Println(err)
				return
			}
			wins += len(b.Wins)
		}
	}
	in := r.Inputs()
	fmt.Println(in.Hands, "hands of", in.Bots[0].Spec, "with", wins, "wins")
	// Output:
	// 500 hands of fast with 1428 wins
}
