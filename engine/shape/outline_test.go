package shape_test

import (
	"testing"

	"xuezhan/engine/enginetest/oracle"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

// checkOutlines asks what two suits lack, and each by itself, of their outlines.
func checkOutlines(t *testing.T, tables *shape.Tables, slow *oracle.Oracle, held tile.Held, melds int, void tile.Suit) {
	t.Helper()
	first, second := (void+1)%tile.NumSuits, (void+2)%tile.NumSuits
	a, b := tables.OutlineOf(held[first]), tables.OutlineOf(held[second])
	check := func(what string, got, want int) {
		if got != want {
			t.Errorf("%v, %d melds, void %v, %s: got %d, want %d", held, melds, void, what, got, want)
		}
	}
	counts := oracle.Count(held)
	check("groups", tables.Missing(a, b, melds), slow.Standard(&counts, melds, void)+1)
	check("seven pairs", tables.PairsMissing(a, b), slow.Pairs(&counts, void)+1)
	check("flush", tables.FlushMissing(a, melds), tables.Distances(held[first])[1][tile.MaxMelds-melds])
	var alone tile.Held
	alone[first] = held[first]
	counts = oracle.Count(alone)
	check("seven pairs of one suit", tables.PairsMissing(a, 0), slow.Pairs(&counts, void)+1)
	if a.Counts() != shape.CountsOf(held[first]) {
		t.Errorf("%v: counts %b, want %b", alone, a.Counts(), shape.CountsOf(held[first]))
	}
}

func TestEmptyOutline(t *testing.T) {
	if o := shape.New().OutlineOf(0); o != 0 {
		t.Errorf("the outline of an empty suit is %b, want 0", o)
	}
}
