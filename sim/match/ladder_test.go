package match

import (
	"math"
	"testing"

	"xuezhan/sim"
)

func ladderOf(t *testing.T, rounds int64, specs ...string) *LadderConfig {
	t.Helper()
	c := configOf(t, "wap-battle", Pairs, specs...)
	return &LadderConfig{Rules: c.Rules, Seed: 1, Walls: sim.Lanes, Bots: c.Bots, Rounds: rounds}
}

func TestLadder(t *testing.T) {
	want := ""
	for _, workers := range []int{1, 3} {
		l, err := PlayLadder(t.Context(), ladderOf(t, 150, quick()...), Options{Tables: testTables(), Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = jsonOf(t, l)
		}
		if got := jsonOf(t, l); got != want {
			t.Errorf("%d workers: got\n%s\nwant\n%s", workers, got, want)
		}
		checkLadder(t, l, len(quick()))
	}
}

func checkLadder(t *testing.T, l *Ladder, n int) {
	t.Helper()
	if l.Rounds != 150 || l.Hands != 150*int64(n*(n-1)) || len(l.Bots) != n || len(l.Pairs) != n*(n-1)/2 {
		t.Fatalf("got %s", jsonOf(t, l))
	}
	place := map[string]int{}
	for i, b := range l.Bots {
		place[b.Bot] = i
		if b.Provisional || b.Hands != 300*int64(n-1) || i > 0 && b.Points.Value > l.Bots[i-1].Points.Value {
			t.Errorf("got %+v at place %d", b, i)
		}
	}
	if !(place["fast"] < place["timeout"] && place["timeout"] < place["random"]) {
		t.Errorf("fast, timeout and random have the places %v", place)
	}
	if l.Bots[0].Rating < 1500 || l.Bots[n-1].Rating > 1500 {
		t.Errorf("ratings from %.0f to %.0f", l.Bots[0].Rating, l.Bots[n-1].Rating)
	}
}

// A ladder's pairs are matches of two over the same walls, when the splits agree.
func TestLadderPairIsAMatch(t *testing.T) {
	c := ladderOf(t, 90, "fast", "big")
	l, err := PlayLadder(t.Context(), c, Options{Tables: testTables()})
	if err != nil {
		t.Fatal(err)
	}
	m := c.match(c.Bots)
	r := run(t, m)
	if got, want := l.Pairs[0].Difference, r.Difference; got.Value != want.Value || got.Lo != want.Lo {
		t.Errorf("got %s, want %s", got, want)
	}
	if d := l.Bots[0].Points.Value - l.Bots[1].Points.Value; math.Abs(math.Abs(d)-math.Abs(r.Difference.Value)) > 1e-9 {
		t.Errorf("the bots' points are %v apart, want %v", d, r.Difference.Value)
	}
}

func TestLadderErrors(t *testing.T) {
	for _, c := range []*LadderConfig{ladderOf(t, 10, "fast"), ladderOf(t, 0, "fast", "big")} {
		if _, err := PlayLadder(t.Context(), c, Options{}); err == nil {
			t.Errorf("%d bots, %d rounds: no error", len(c.Bots), c.Rounds)
		}
	}
}

func TestRatings(t *testing.T) {
	r := newRatings(2)
	r.add(Seating{0, 0, 1, 1}, [4]int32{5, 5, -5, -5})
	// Each seat of 0 beats two seats, with ½ expected: 40/3·(½+½), twice.
	if want := 1500 + 80.0/3; math.Abs(r.value[0]-want) > 1e-9 || math.Abs(r.value[1]-(3000-want)) > 1e-9 {
		t.Errorf("got %v, want %v", r.value, want)
	}
	r = newRatings(2)
	r.add(Seating{0, 1, 0, 1}, [4]int32{0, 0, 0, 0})
	r.add(Seating{0, 1, 0, 1}, [4]int32{3, 3, -3, -3}) // each wins once, loses once, and shares twice
	if r.value[0] != 1500 || r.value[1] != 1500 {
		t.Errorf("after shared places: got %v", r.value)
	}
	for range 8 {
		if !r.isProvisional(0) {
			t.Error("not provisional within ten hands")
		}
		r.add(Seating{0, 1, 0, 1}, [4]int32{})
	}
	if r.isProvisional(0) || r.factor(0) != ratingFactor || r.hands[1] != 10 {
		t.Errorf("after ten hands: %+v", r)
	}
}
