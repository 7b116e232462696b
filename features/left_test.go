package features_test

import (
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/features"
)

// Discards tells in numbers what Analyse tells in text, under every preset, and takes no
// memory.
func TestDiscardsAreAnalysed(t *testing.T) {
	tables := shape.New()
	for _, p := range rules.Presets() {
		e, err := engine.New(p.Rules, tables)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"124457m12337899p", "1122m3344p556678p", "123m456p9912p7p[555p]", "1234m12p345678s99s", "11112222m333344m"} {
			own, err := tile.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			position := features.Position{Own: own, Void: tile.NoSuit}
			a, err := features.Analyse(e, position)
			if err != nil || a.Turn == nil {
				t.Fatalf("%s: %v", text, err)
			}
			var room [14]features.Left
			list, err := features.Discards(e, &position, room[:0])
			if err != nil || len(list) != len(a.Turn.Discards) {
				t.Fatalf("%s, %s: %d discards, want %d; %v", p.Rules.Name, text, len(list), len(a.Turn.Discards), err)
			}
			for i, want := range a.Turn.Discards {
				got := list[i]
				if got.Tile.String() != want.Tile || got.Shanten != want.Shanten || got.Live != want.Live || got.Accepts.Len() != len(want.Acceptance) {
					t.Errorf("%s, %s, place %d: got %+v, want %+v", p.Rules.Name, text, i, got, want)
				}
			}
			if n := testing.AllocsPerRun(10, func() { _, _ = features.Discards(e, &position, room[:0]) }); n != 0 {
				t.Errorf("%s, %s: %v allocations", p.Rules.Name, text, n)
			}
		}
	}
}
