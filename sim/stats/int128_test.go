package stats

import (
	"math"
	"math/big"
	"testing"
)

// edges are the integers at which carries and signs go wrong.
var edges = []int64{0, 1, -1, 2, -2, 1 << 31, -1 << 31, 1<<32 - 1, 1 << 32, math.MaxInt64, math.MinInt64, math.MinInt64 + 1}

func TestInt128AgreesWithBig(t *testing.T) {
	r := source(1)
	operands := append([]int64{}, edges...)
	for range 200 {
		operands = append(operands, wild(r))
	}
	for _, x := range operands {
		if got := widen(x).big(); got.Cmp(big.NewInt(x)) != 0 {
			t.Fatalf("widen(%d) = %v", x, got)
		}
		for _, y := range operands {
			want := new(big.Int).Mul(big.NewInt(x), big.NewInt(y))
			if got := product(x, y).big(); got.Cmp(want) != 0 {
				t.Fatalf("product(%d, %d) = %v, want %v", x, y, got, want)
			}
			want.Add(want, big.NewInt(x))
			if got := product(x, y).plus(widen(x)).big(); got.Cmp(want) != 0 {
				t.Fatalf("product(%d, %d) + %d = %v, want %v", x, y, x, got, want)
			}
		}
	}
}

func TestInt128TimesKnowsItsLimit(t *testing.T) {
	r := source(2)
	limit := new(big.Int).Lsh(big.NewInt(1), 127)
	fits, over := 0, 0
	for range 10_000 {
		x, n := wild(r), wild(r)&math.MaxInt64
		want := new(big.Int).Mul(big.NewInt(x), big.NewInt(x))
		want.Mul(want, big.NewInt(n))
		got, ok := product(x, x).times(n)
		if ok != (want.Cmp(limit) < 0) {
			t.Fatalf("%d²·%d fits = %v", x, n, ok)
		}
		if !ok {
			over++
			continue
		}
		fits++
		if got.big().Cmp(want) != 0 {
			t.Fatalf("%d²·%d = %v, want %v", x, n, got.big(), want)
		}
	}
	if fits == 0 || over == 0 {
		t.Errorf("one side untested: %d fit, %d do not", fits, over)
	}
}
