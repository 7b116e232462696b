package sim

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// What a seed gives will never change. These values were computed by another
// program, from the published definitions of PCG-DXSM and SplitMix64 and the
// shuffle as Shuffle's comment has it.
var golden = []struct {
	seed      uint64
	hand      int64
	dealer    int
	direction rules.Direction
	policies  [engine.NumSeats]uint64
	wall      string
}{
	{1, 0, 3, rules.Opposite, [engine.NumSeats]uint64{0xd5159b73432a2795, 0x5e0e314529444bfe, 0x303878a2d91007f3, 0x51894710f16a51f},
		"9s1p3m9s4m5m1m7s8s 1m9p8m6m3p8p5p4p2p 6p1m8s4s6s5s1p6p5m 6p2m2s2s7m6m5p7m5s 9m4m7m3s8m3p4m9m3s 4s7s8s4s4p8p2p1p3s 4p6p7p4p5m6m7m3m2s 5s3p1s7p8p6s9s4s6s 5s9m7s7p2p5m3p7s1p 4m9p3s2m2m6s2p1s3m 2m8m8s5p9m2s9s5p6m 9p7p1m1s1s8m3m9p8p"},
	{1, 1, 2, rules.Opposite, [engine.NumSeats]uint64{0x671422de47bb5938, 0x13027522bc69b876, 0xf49233ec155161c7, 0xb60cf4f48d0a24c9},
		"7m7s9p6s1s2s4m9m3s 6p7m7s2m4s3p4s4p1p 8s6p8p6m7p6s1m2p8p 5p5m2m9s5m1s3p4m4m 9p3s7p6m3p2m5p7s6p 1m7p1p4m9p2p5s1m3s 6s5p6m3s1p8s2m3m9p 4p2s1p9m5m7p2s9s1s 8m4s7m8s5m8p2p1m1s 9m2p5s6p8s9s9m8m7m 8m4p4p3m8p2s5p5s7s 8m6m6s4s5s3m3m3p9s"},
	{1, 2, 3, rules.Right, [engine.NumSeats]uint64{0x8f3ed33abd58deb9, 0x30233fd95f1223a6, 0x37f86ffe4a61ec5, 0xe6bdb3be5e3a25f0},
		"6m5p9m7s1s1p6p8m9m 4s4s1s2p4m5m4p6p8p 6s9s8s2s9s9p3m3m1m 5s8s1s7s5s7s8p9m7m 2m9m8s8p6p3p3p6m7m 8m1m2s5s7p4m4p5s3p 1s2p9p2p7p6m9p1m2m 4m9s6s6s9s7p7s4p2m 7m1p8m5p3s7p5m3s8m 3m5p2s3m6s4s6p4p5m 4s4m1p2p7m3p5p2m2s 6m9p8s5m3s1m8p1p3s"},
	{2, 0, 3, rules.Opposite, [engine.NumSeats]uint64{0x7d0a63de773fd22d, 0x3e5a2ef4fb10fb5f, 0x78dc15d027832fb3, 0x590aee18d6458b5a},
		"8s4m2p6m5p2s4s2m1s 4m6s7s2m2p3s1s4m3p 6s9s6p2m5m9m3p6s1m 4p8s7s9s7m8p3s5m3s 8m2s8p6s7p5m5s5s1m 5p3m1p7m1p9m8s3p7m 3p5p9s6m5p5s8m4s2m 4p1s4m4p2s9m1p6m7s 3s8p1p9p1m6p9s7p4p 4s6m7p7s3m5m9p9m8m 8m2s9p6p6p3m9p8p1m 3m7p7m8s2p2p5s4s1s"},
	{9223372036854788153, 1099511627775, 2, rules.Opposite, [engine.NumSeats]uint64{0x45ecf114ac8f0d07, 0x388ae1ba9420d184, 0xaa29d4625e099f9a, 0x28472f8de0dd75c0},
		"9p4p8m4m7p4s1s5p9s 6s8p2s5p5m2s8s9s9s 6m4s5p5m7m5p8s1p6p 1s4p3m8s7s6s4m7p5m 3p2s1s1m8m7s4p7m2s 6m7m9m6m2p2m4s4m6p 1s3m6s6m6p8m3s9m5m 1p2p2m8p5s7p1m7p5s 4p8m5s3m2p3s8s4s1p 7s3s9m1m7m3p3p9p8p 4m9p3m3s2m3p2m8p9p 2p7s9m1p1m5s6p6s9s"},
}

// R1: the walls of hands 1, 2 and 3 of a seed, and of hand 1 of others.
func TestR1GoldenWalls(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range golden {
		var b strings.Builder
		for _, x := range Wall(g.seed, g.hand) {
			b.WriteString(x.String())
		}
		if got := b.String(); got != strings.ReplaceAll(g.wall, " ", "") {
			t.Errorf("seed %d, hand %d: got the wall %s", g.seed, g.hand, got)
		}
		seen[b.String()] = true
		if got := FirstDealer(g.seed, g.hand); got != g.dealer {
			t.Errorf("seed %d, hand %d: dealer %d, want %d", g.seed, g.hand, got, g.dealer)
		}
		if got := Direction(g.seed, g.hand); got != g.direction {
			t.Errorf("seed %d, hand %d: direction %s, want %s", g.seed, g.hand, got, g.direction)
		}
		for seat, want := range g.policies {
			if got := PolicySeed(g.seed, g.hand, seat); got != want {
				t.Errorf("seed %d, hand %d, seat %d: policy seed %#x, want %#x", g.seed, g.hand, seat, got, want)
			}
		}
	}
	if len(seen) != len(golden) {
		t.Errorf("%d walls differ, want %d", len(seen), len(golden))
	}
}

func TestDeckOf(t *testing.T) {
	d := Deck(1, 2, 2, Lanes)
	if d.Tiles != Wall(1, 2) || d.Dealer != 2 || d.Direction != Direction(1, 2) || !d.Lanes {
		t.Errorf("got %+v", d)
	}
	if Deck(1, 2, 2, Shared).Lanes {
		t.Error("shared walls have lanes")
	}
}

// Every wall is the 108 tiles, and no two of many are the same.
func TestWallsAreValid(t *testing.T) {
	seen := map[[tile.Total]tile.Tile]bool{}
	for seed := range uint64(20) {
		for hand := range int64(100) {
			d := Deck(seed, hand, 0, Shared)
			if err := d.Validate(); err != nil {
				t.Fatal(err)
			}
			if seen[d.Tiles] {
				t.Fatalf("seed %d, hand %d has the wall of another", seed, hand)
			}
			seen[d.Tiles] = true
		}
	}
}

// Shuffle puts every element at every place equally often: chi-square over all
// places for lengths of both parities.
func TestShuffleIsUniform(t *testing.T) {
	pcg := rand.NewPCG(3, 4)
	for _, n := range []int{0, 1, 2, 3, 8, 27} {
		const rounds = 40000
		counts := make([]int, n*n)
		w := make([]tile.Tile, n)
		for range rounds {
			for i := range w {
				w[i] = tile.Tile(i)
			}
			Shuffle(w, pcg)
			for place, x := range w {
				counts[place*n+int(x)]++
			}
		}
		if n < 2 {
			continue
		}
		chi, want := 0.0, float64(rounds)/float64(n)
		for _, c := range counts {
			chi += (float64(c) - want) * (float64(c) - want) / want
		}
		free := float64((n - 1) * (n - 1))
		if z := (chi - free) / math.Sqrt(2*free); z > 5 {
			t.Errorf("%d elements: chi-square %.1f with %.0f degrees of freedom", n, chi, free)
		}
	}
}

// Dealers and directions are even, and do not depend on each other.
func TestStreamsAreEven(t *testing.T) {
	var counts [engine.NumSeats][3]int
	const hands = 24000
	for hand := range int64(hands) {
		counts[FirstDealer(7, hand)][Direction(7, hand)-rules.Right]++
	}
	for dealer, row := range counts {
		for d, n := range row {
			if want := hands / 12; n < want-250 || n > want+250 {
				t.Errorf("dealer %d with direction %d: %d times of %d", dealer, d, n, hands)
			}
		}
	}
}
