package external

import (
	"encoding/json"
	"slices"
	"strconv"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/features"
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
	over := []policy.Over{{Table: 3, Hand: 9, Points: [engine.NumSeats]int{-4, 6, -2, 0}}, {Table: 7, IsDropped: true}}
	for _, name := range append(features.Names(), "") {
		w := newQuestionWriter(&hello{Protocol: Protocol3, Features: name})
		n := testing.AllocsPerRun(100, func() {
			buffer = w.appendAsk(buffer[:0], 7, over, requests)
			if _, err := parseAnswer(line, 7, ids[:0]); err != nil {
				t.Fatal(err)
			}
		})
		if n > 0 {
			t.Errorf("features %q: %v allocations", name, n)
		}
		if !json.Valid(buffer) {
			t.Errorf("features %q: not JSON: %s", name, buffer)
		}
	}
}

// TestFeatures: a view has the numbers that package features writes, to the last bit.
func TestFeatures(t *testing.T) {
	r := requestOf(t)
	for _, name := range features.Names() {
		w := newQuestionWriter(&hello{Protocol: Protocol1, Features: name})
		var got struct {
			Features []float32 `json:"features"`
		}
		if err := json.Unmarshal(w.appendView(nil, r), &got); err != nil {
			t.Fatal(err)
		}
		var want []float32
		if numbers := features.NumbersOf(name); numbers != nil {
			want = make([]float32, numbers.Len())
			numbers.Encode(want, r.View)
		} else {
			bytes := make([]uint8, features.Planes{}.Len())
			features.Planes{}.Encode(bytes, r.View)
			for _, x := range bytes {
				want = append(want, float32(x))
			}
		}
		if !slices.Equal(got.Features, want) {
			t.Errorf("%s: got %v, want %v", name, got.Features, want)
		}
	}
	for _, x := range []float32{0, -1, 0.1, 1 << 20, 1e-9, 1.0 / 3, -2.5} {
		if y, err := strconv.ParseFloat(string(appendNumber(nil, x)), 32); err != nil || float32(y) != x {
			t.Errorf("%v is written as %s", x, appendNumber(nil, x))
		}
	}
}

func BenchmarkView(b *testing.B) {
	r, buffer := requestOf(b), []byte(nil)
	w := newQuestionWriter(&hello{Protocol: Protocol2})
	for b.Loop() {
		buffer = w.appendView(buffer[:0], r)
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
