package solo

import (
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
)

var tables = shape.New()

// newSolver returns a solver for a rules file.
func newSolver(t testing.TB, file string) *Solver {
	t.Helper()
	r, err := rules.Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(r, tables)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSolver(e, 0)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
