package sim

import "testing"

// What a seed gives for a purpose will never change. The values were computed by
// another program from the published definition of SplitMix64.
func TestPurposeSeedGolden(t *testing.T) {
	tests := []struct {
		seed    uint64
		purpose Purpose
		part    int64
		want    uint64
	}{
		{1, Train, 0, 0xfccd77c0d6f9a3da},
		{1, Train, 1, 0xc5c5a1bfa76dd04e},
		{1, Gate, 0, 0xf2f68ff2fbdd6ee6},
		{1, Holdout, 0, 0xfd7384528b0d1313},
		{2, Holdout, MaxPurposeParts - 1, 0xe1a88b7d5f96510c},
	}
	for _, tt := range tests {
		if got := PurposeSeed(tt.seed, tt.purpose, tt.part); got != tt.want {
			t.Errorf("seed %d, purpose %d, part %d: got %#x, want %#x", tt.seed, tt.purpose, tt.part, got, tt.want)
		}
	}
}

func TestPurposeSeedsDiffer(t *testing.T) {
	const seed = 7
	seen := map[uint64]bool{seed: true}
	for _, p := range []Purpose{Train, Gate, Holdout} {
		for part := range int64(10_000) {
			s := PurposeSeed(seed, p, part)
			if seen[s] {
				t.Fatalf("purpose %d, part %d has the seed of another", p, part)
			}
			seen[s] = true
		}
	}
	walls := map[string]bool{}
	for _, p := range []Purpose{Train, Gate, Holdout} {
		for part := range int64(20) {
			for hand := range int64(20) {
				w := Wall(PurposeSeed(seed, p, part), hand)
				text := ""
				for _, x := range w {
					text += string(rune('0' + x))
				}
				if walls[text] {
					t.Fatalf("purpose %d, part %d, hand %d has the wall of another", p, part, hand)
				}
				walls[text] = true
			}
		}
	}
}

func TestPurposeSeedPanics(t *testing.T) {
	for _, part := range []int64{-1, MaxPurposeParts} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("part %d: no panic", part)
				}
			}()
			PurposeSeed(1, Train, part)
		}()
	}
}
