package solo

import "testing"

// A solver that has grown solves without allocating.
func TestSolveAllocates(t *testing.T) {
	s := newSolver(t, `{"base":"tsumo"}`)
	p := problem(t, "12345m1233p99p47m2s", "s", "", 3)
	solve := func() {
		if _, err := s.Solve(&p); err != nil {
			t.Fatal(err)
		}
	}
	solve()
	// One allocation of the runtime's own is tolerated.
	if n := testing.AllocsPerRun(3, solve); n > 0 {
		t.Errorf("got %v allocations, want 0", n)
	}
}
