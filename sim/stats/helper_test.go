package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// near fails the test unless got is within tol of want.
func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %.12g, want %.12g ± %g", what, got, want, tol)
	}
}

// panics fails the test unless f panics with the text want.
func panics(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := recover(); got != want {
			t.Errorf("panic = %v, want %q", got, want)
		}
	}()
	f()
}

// source returns a generator that yields the same numbers on every run.
func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 20)) }

// wild returns an integer of random magnitude and sign.
func wild(r *rand.Rand) int64 {
	return int64(r.Uint64()) >> r.IntN(64)
}

// quiet fails the test if f allocates.
func quiet(t *testing.T, what string, f func()) {
	t.Helper()
	if got := testing.AllocsPerRun(100, f); got != 0 {
		t.Errorf("%s allocates %v times", what, got)
	}
}
