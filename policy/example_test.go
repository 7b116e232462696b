package policy_test

import (
	"fmt"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/policy"
)

// A spec is read, and has one text for all ways to write it.
func ExampleParse() {
	spec, err := policy.Parse("fast:void_tile=12,win=min2,call=fast")
	fmt.Println(spec, err)
	_, err = policy.Parse("fats")
	fmt.Println(err != nil)
	// Output:
	// fast:win=min2 <nil>
	// true
}

// A bot of one's own replaces what it does better, and has the command line, the
// matches and the tuners once it is in the catalog that they are given.
func ExampleCatalog_Add() {
	bots := policy.NewCatalog()
	bots.Add(policy.Entry{
		Description: policy.Description{
			Name: "patient", Doc: "fast, but declines cheap wins while the wall is long",
			Params: []policy.Param{{Name: "wall", Doc: "tiles in the wall from which it is patient", Max: 55, Default: 40}},
		},
		New: func(v policy.Values) policy.Parts {
			fast, _ := policy.Parse("fast")
			parts := fast.Parts()
			parts.Win = policy.Choice(func(view engine.View, _ []engine.Action) engine.Action {
				if r, ok := view.WinResult(); ok && r.Fan == 0 && view.Left() >= v.Of("wall") {
					return engine.Pass
				}
				return engine.Win
			})
			return parts
		},
	})
	for _, text := range []string{"patient:wall=30", "big:win=patient", "patient:wall=56"} {
		spec, err := bots.Parse(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(spec)
	}
	// Output:
	// patient:wall=30
	// big:win=patient
	// policy "patient:wall=56": parameter "wall": "56" is not a whole number 0 to 55
}

// A bot answers for a seat: what it sees of a hand, and what it may do.
func ExampleSpec() {
	value, _ := policy.Parse("value")
	bot := value.New()
	planet, _ := rules.Lookup("planet")
	e, _ := engine.New(planet, shape.New())
	deck := engine.Deck{Direction: rules.Left}
	for i := range deck.Tiles {
		deck.Tiles[i] = tile.Tile(i * 31 % tile.Total / tile.Copies)
	}
	var h engine.Hand
	e.Deal(&h, &deck)
	bot.Start(0, 1)
	for range 3 { // the tiles that seat 0 passes on
		a := bot.Act(e.View(&h, h.Asked()), e.Legal(&h, nil))
		fmt.Print(a, "; ")
		e.Apply(&h, a)
	}
	fmt.Println("then seat", h.Asked())
	// Output:
	// exchange 4s; exchange 7s; exchange 8s; then seat 1
}
