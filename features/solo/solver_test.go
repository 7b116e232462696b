package solo

import (
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
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

// problem returns a problem in text.
func problem(t testing.TB, own, void, seen string, draws int) Problem {
	t.Helper()
	set, err := tile.Parse(own)
	if err != nil {
		t.Fatal(err)
	}
	out, err := tile.ParseHeld(seen)
	if err != nil {
		t.Fatal(err)
	}
	v, _ := tile.ParseSuit(void)
	p := Problem{Held: set.Held, Melds: set.Melds, Void: v, Draws: draws}
	p.Unseen = UnseenBeside(&p.Held, &p.Melds, &out)
	return p
}
