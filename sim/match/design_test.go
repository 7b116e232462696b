package match

import "testing"

func seaterOf(d Design, bots int) seater {
	return newSeater(&Config{Design: d, Bots: make([]Bot, bots)})
}

func TestSeatings(t *testing.T) {
	tests := []struct {
		design Design
		bots   int
		block  int64
		want   []Seating
	}{
		{Pairs, 2, 0, []Seating{{0, 0, 1, 1}, {1, 1, 0, 0}}},
		{Pairs, 2, 1, []Seating{{0, 1, 0, 1}, {1, 0, 1, 0}}},
		{Pairs, 2, 5, []Seating{{0, 1, 1, 0}, {1, 0, 0, 1}}},
		{OneVsThree, 2, 7, []Seating{{0, 1, 1, 1}, {1, 0, 1, 1}, {1, 1, 0, 1}, {1, 1, 1, 0}}},
		{ThreeVsOne, 2, 7, []Seating{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}},
		{Field, 3, 0, []Seating{{0, 0, 1, 2}, {2, 0, 0, 1}, {1, 2, 0, 0}, {0, 1, 2, 0}}},
		{Field, 4, 1, []Seating{{0, 3, 2, 1}, {1, 0, 3, 2}, {2, 1, 0, 3}, {3, 2, 1, 0}}},
	}
	for _, tt := range tests {
		s := seaterOf(tt.design, tt.bots)
		got := s.seatings(nil, tt.block)
		for i := range tt.want {
			if len(got) != len(tt.want) || got[i] != tt.want[i] {
				t.Fatalf("%s of %d, block %d: got %v, want %v", tt.design, tt.bots, tt.block, got, tt.want)
			}
		}
	}
}

// Whoever plays in a block sits at every seat as often.
func TestSeatsAreBalancedInABlock(t *testing.T) {
	for bots := 2; bots <= 9; bots++ {
		d := Field
		if bots == 2 {
			d = Pairs
		}
		s := seaterOf(d, bots)
		for block := range int64(300) {
			var at [MaxBots][4]int
			for _, seating := range s.seatings(nil, block) {
				for seat, bot := range seating {
					at[bot][seat]++
				}
			}
			for bot := range bots {
				if c := at[bot]; c[0] != c[1] || c[1] != c[2] || c[2] != c[3] {
					t.Fatalf("%d bots, block %d: bot %d sits %v times at the seats", bots, block, bot, c)
				}
			}
		}
	}
}

// Over a whole cycle every bot plays as often, meets every other as often, and
// has every other as often at its right.
func TestFieldIsBalanced(t *testing.T) {
	for bots, cycle := range map[int]int64{3: 9, 4: 6, 5: 30, 6: 90, 7: 210, 9: 756} {
		s := seaterOf(Field, bots)
		var plays [MaxBots]int
		var meets, right [MaxBots][MaxBots]int
		for block := range cycle {
			for _, seating := range s.seatings(nil, block) {
				for i, bot := range seating {
					plays[bot]++
					right[bot][seating[(i+1)%4]]++
					for _, other := range seating {
						meets[bot][other]++
					}
				}
			}
		}
		for a := range bots {
			for b := range bots {
				if plays[a] != plays[0] || a != b && (meets[a][b] != meets[0][1] || right[a][b] != right[0][1]) {
					t.Fatalf("%d bots: %d and %d: %d and %d plays, %d meetings, %d at the right", bots, a, b, plays[a], plays[b], meets[a][b], right[a][b])
				}
			}
		}
	}
}

// After each cycle of companies all bots have played as often.
func TestCompaniesComeInCycles(t *testing.T) {
	for n := 4; n <= 12; n++ {
		list := companies(n)
		if want := n * (n - 1) * (n - 2) * (n - 3) / 24; len(list) != want {
			t.Fatalf("%d bots: got %d companies, want %d", n, len(list), want)
		}
		var plays [MaxBots]int
		balanced := 0
		for _, s := range list {
			for _, bot := range s {
				plays[bot]++
			}
			same := true
			for _, p := range plays[:n] {
				same = same && p == plays[0]
			}
			if same {
				balanced++
			}
		}
		if balanced < len(list)/n {
			t.Errorf("%d bots: balanced %d times in %d companies", n, balanced, len(list))
		}
	}
}

func TestParseDesign(t *testing.T) {
	for _, d := range []Design{Pairs, OneVsThree, ThreeVsOne, Field} {
		if got, err := ParseDesign(d.String()); err != nil || got != d {
			t.Errorf("%s: got %v, %v", d, got, err)
		}
	}
	if _, err := ParseDesign("2v2"); err == nil {
		t.Error("2v2 is a design")
	}
}
