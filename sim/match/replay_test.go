package match

import (
	"strings"
	"testing"

	"xuezhan/engine/record"
	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/sim"
)

// TestReplay compares blocks that are played again with the blocks of the match, and
// holds their records against the rules.
func TestReplay(t *testing.T) {
	for _, d := range []Design{Pairs, OneVsThree} {
		c := &Config{Rules: rules.Presets()[1].Rules, Seed: 9, Walls: sim.Lanes, Design: d, Stopping: Stopping{Blocks: 5}}
		for _, text := range []string{"big", "fast"} {
			spec, err := policy.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			c.Bots = append(c.Bots, BotOf(spec, ""))
		}
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		p, err := newPlayer(c, testTables())
		if err != nil {
			t.Fatal(err)
		}
		for number := range int64(5) {
			want, err := p.play(number)
			if err != nil {
				t.Fatal(err)
			}
			list, err := Replay(c, testTables(), number)
			if err != nil {
				t.Fatal(err)
			}
			if len(list) != want.Hands {
				t.Fatalf("%s: %d hands, want %d", d, len(list), want.Hands)
			}
			for i, r := range list {
				if err := record.Verify(r, testTables()); err != nil {
					t.Errorf("%s, block %d, hand %d: %v", d, number, i, err)
				}
				for s, got := range r.Ledger.Points() {
					if int32(got) != want.Points[i][s] {
						t.Errorf("%s, block %d, hand %d: seat %d has %d points, want %d", d, number, i, s, got, want.Points[i][s])
					}
				}
			}
		}
		if _, err := Replay(c, testTables(), 5); err == nil || !strings.Contains(err.Error(), "block 5 of 0 to 4") {
			t.Errorf("got %v", err)
		}
	}
}
