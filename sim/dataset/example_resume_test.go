package dataset_test

import (
	"context"
	"fmt"
	"os"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/dataset"
)

// A run is stored, left before its end, and resumed from what its directory says.
func ExampleResume() {
	dir, _ := os.MkdirTemp("", "run")
	defer os.RemoveAll(dir)
	preset, _ := rules.Lookup("wap-battle")
	c := &sim.Config{Rules: preset, Seed: 1, Hands: 3000}
	for s, bot := range []string{"fast", "timeout", "fast", "timeout"} {
		c.Seats[s], _ = policy.Parse(bot)
	}
	program := &sim.Program{Version: "mine 1.0", Bots: policy.NewCatalog()}

	w, err := dataset.Create(dir, c, program.Version)
	if err != nil {
		fmt.Println(err)
		return
	}
	stop := make(chan struct{})
	close(stop) // at once
	result, _ := sim.Run(context.Background(), c, sim.Options{Sink: w, Stop: stop})
	w.Close()
	fmt.Println("stopped:", result.Stopped())

	r, _ := dataset.Open(dir)
	c, err = r.Config(program)
	if err == nil {
		w, err = dataset.Resume(context.Background(), dir, c, program.Version)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	result, _ = sim.Run(context.Background(), c, sim.Options{Sink: w, Stored: w.Stored()})
	fmt.Println("hands:", result.Hands, w.Finish(result.Digest))

	_, err = dataset.Resume(context.Background(), dir, c, "mine 2.0")
	fmt.Println("another version is refused:", err != nil)
	// Output:
	// stopped: true
	// hands: 3000 <nil>
	// another version is refused: true
}
