package engine

import (
	"testing"

	"xuezhan/engine/rules"
)

// house returns a preset with changes.
func house(t testing.TB, name string, change func(r *rules.Rules)) rules.Rules {
	t.Helper()
	r := lookup(t, presetOf[name])
	change(&r)
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
	return r
}

// A least fan to win: a plain hand may win on the last tile, which is worth a
// fan, but not on a discard before, and not drawn.
func TestMinFan(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		for least, wantWin := range []bool{true, false, false} {
			r := house(t, p, func(r *rules.Rules) { r.MinFan = least })
			g := situation{
				held:  [NumSeats]string{"5m", "", "", waits5mBamboo},
				void:  "sssp",
				draws: "1s 1s 5m",
			}.startRules(t, r)
			if g.h.Waits(3) == 0 {
				t.Fatal("D does not wait")
			}
			g.play("A 5m")
			if wantWin {
				g.wantLegal("D", "win, pass")
				g.play("D pass")
			}
			g.play("B 1s", "C 1s")
			g.wantTurn("D")
			g.wantMay(wantWin || p == "T", "win") // an earthly hand pays the cap
		}
	})
}

// Passed wins lock only where there was a win to pass.
func TestMinFanPassesNothing(t *testing.T) {
	r := house(t, "P", func(r *rules.Rules) { r.MinFan = 2 })
	g := situation{
		held:  [NumSeats]string{"1m", "", "22223344m55667p", ""},
		void:  "ssss",
		draws: "1s2s 4p4p 7p",
	}.startRules(t, r)
	g.play("A 1m", "B 1s", "C 2s", "D 4p", "A 4p") // 4p makes a root alone
	g.play("B 7p")
	g.wantLegal("C", "win, pass") // seven pairs with a root
}

// Below the least fan a hand is as ready as ever: it collects the ready check
// and keeps its kongs.
func TestMinFanIsReady(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		var points [2][NumSeats]int
		for i, least := range []int{0, 2} {
			r := house(t, p, func(r *rules.Rules) { r.MinFan = least })
			g := situation{
				held: [NumSeats]string{"1m", "", "", waits5mBamboo},
				void: "sssp",
			}.startRules(t, r)
			g.finish()
			if got := g.e.Standing(&g.h, 3); got != Ready {
				t.Errorf("least %d: D is %s", least, got)
			}
			points[i] = g.h.Ledger().Points()
		}
		if points[0] != points[1] || points[0][3] == 0 {
			t.Errorf("points %v without, %v with a least fan", points[0], points[1])
		}
	})
}

// The dealer's opening tiles and a golden hook on the pair: what the win would
// be decides, not the shape alone.
func TestMinFanOnTheDeal(t *testing.T) {
	for _, x := range []struct {
		preset string
		least  int
		may    bool
	}{
		{"P", 0, true}, {"P", 1, false}, {"WF", 1, false},
		{"T", 1, true}, {"T", 4, true}, // heavenly pays the cap
	} {
		r := house(t, x.preset, func(r *rules.Rules) { r.MinFan = x.least })
		g := situation{
			held: [NumSeats]string{"123456789m23455p", "", "", ""},
			void: "ssss",
		}.startRules(t, r)
		g.wantTurn("A")
		g.wantMay(x.may, "win")
	}
}

// The pig pays a seat that is ready what its waits are worth, if that is more
// than the fixed amount, and the fixed amount to all others.
func TestLargerPig(t *testing.T) {
	for _, x := range []struct {
		fixed  int
		points [NumSeats]int // beyond those of the ready check
	}{
		{8, [NumSeats]int{-24, 8, 8, 8}},
		{2, [NumSeats]int{-12, 2, 8, 2}}, // C waits on a flush with a root, D on a plain hand
		{1, [NumSeats]int{-10, 1, 8, 1}},
		{0, [NumSeats]int{-9, 0, 8, 1}},
	} {
		play := func(amount rules.PigAmount) [NumSeats]int {
			r := house(t, "P", func(r *rules.Rules) {
				r.FlowerPig, r.PigAmount, r.ReadyCheck = x.fixed, amount, false
			})
			g := situation{
				held: [NumSeats]string{"66677788889999s", "", "1111234567899m", "123456789p2345s"},
				void: "sspm",
			}.startRules(t, r)
			g.settleNow()
			return g.h.Ledger().Points()
		}
		if got := play(rules.LargerPig); got != x.points {
			t.Errorf("fixed %d: got %v, want %v", x.fixed, got, x.points)
		}
		if got, want := play(rules.FixedPig), [NumSeats]int{-3 * x.fixed, x.fixed, x.fixed, x.fixed}; got != want {
			t.Errorf("fixed %d alone: got %v, want %v", x.fixed, got, want)
		}
	}
}

// settleNow ends the hand as if its wall were empty.
func (g *game) settleNow() {
	g.e.settle(&g.h)
}
