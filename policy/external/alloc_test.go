package external

import (
	"encoding/json"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/policy"
	"xuezhan/sim"
)

// requestOf deals a hand and returns the first decision of it.
func requestOf(t testing.TB) *policy.Request {
	t.Helper()
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(r, shape.New())
	if err != nil {
		t.Fatal(err)
	}
	var h engine.Hand
	deck := sim.Deck(1, 0, 0, sim.Shared)
	e.Deal(&h, &deck)
	return &policy.Request{Table: 1, Seed: 2, View: e.View(&h, h.Asked()), Legal: e.Legal(&h, nil)}
}

// TestNoAllocation: neither a question nor its answer allocates.
func TestNoAllocation(t *testing.T) {
	requests := []policy.Request{*requestOf(t), *requestOf(t)}
	line := []byte(`{"ask":7,"actions":[82,82]}`)
	buffer, ids := make([]byte, 0, 1<<16), make([]int, 0, 16)
	n := testing.AllocsPerRun(100, func() {
		buffer = appendAsk(buffer[:0], Protocol2, 7, nil, requests)
		if _, err := parseAnswer(line, 7, ids[:0]); err != nil {
			t.Fatal(err)
		}
	})
	if n > 0 {
		t.Errorf("%v allocations", n)
	}
	if !json.Valid(buffer) {
		t.Errorf("not JSON: %s", buffer)
	}
}

func BenchmarkView(b *testing.B) {
	r, buffer := requestOf(b), []byte(nil)
	for b.Loop() {
		buffer = appendView(buffer[:0], Protocol2, r)
	}
}

// TestMeldText: melds are written as the package tile writes them.
func TestMeldText(t *testing.T) {
	for kind := tile.Pung; kind <= tile.AddedKong; kind++ {
		for k := range tile.None + 1 {
			m := tile.MakeMeld(kind, k)
			if got := string(appendMeld(nil, m)); got != m.String() {
				t.Errorf("got %s, want %s", got, m)
			}
		}
	}
}
