package engine

import (
	"testing"

	"xuezhan/engine/fan"
	"xuezhan/engine/tile"
)

// P1: a concealed kong, a flush drawn, a flower pig, and a seat that is not
// ready.
func TestP1KongFlushPigReadyCheck(t *testing.T) {
	want := map[string][NumSeats]int{
		"P":  {-21, -1, 15, 7},
		"WB": {-53, 7, 31, 15},
		"WF": {-53, 3, 35, 15}, // C collects the ready check from B too
		"T":  {-38, 10, 12, 16},
		"S":  {-9, -9, 15, 3},
		"M":  {-9, -9, 15, 3},
	}
	each(t, allPresets, func(t *testing.T, p string) {
		s := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"6666777788889s9s", "999p", "112233m46m78999m", "22m66m88m11s33s55s4s"},
			void:  "smpp",
			// C's last draw; then D, A and B in turn, C too where it stays.
			draws: "9p *1p 5m 1p2s7m 1p2s7m 1p1s8m 2p4s2p 3p9s3p",
		}
		if p == "WF" {
			s.draws = "9p *1p 5m 1p2s7m4p 1p2s7m4p 1p1s8m4p"
		}
		g := s.start(t)
		g.idle(54)
		g.play("B kong 9p")
		g.idleOther(tile.None)
		g.play("C win")
		g.wantLastWin(2, 4, fan.FullFlush)
		g.finish()
		w := want[p]
		g.wantPoints(w[0], w[1], w[2], w[3])
		for i, standing := range []Standing{FlowerPig, NotReady, Won, Ready} {
			if got := g.e.Standing(&g.h, i); got != standing {
				t.Errorf("%c is %s, want %s", 'A'+i, got, standing)
			}
		}
	})
}

// P2: kongs are paid at once, by those who are liable.
func TestP2KongPayments(t *testing.T) {
	for _, x := range []struct {
		held  [NumSeats]string
		draws string
		play  []string
		want  map[string][NumSeats]int // "" for all others
	}{
		{
			[NumSeats]string{"9p", "999p", "", ""}, "", []string{"A 9p", "B kong"},
			map[string][NumSeats]int{"": {-2, 2, 0, 0}, "S": {-1, 1, 0, 0}},
		},
		{
			[NumSeats]string{"1m", "9999p", "", ""}, "1p", []string{"A 1m", "B kong 9p"},
			map[string][NumSeats]int{"": {-2, 6, -2, -2}, "S": {-1, 3, -1, -1}},
		},
		{ // D is out, in blood flow it pays
			[NumSeats]string{"5m1m", "9999p", "", waits5mBamboo}, "9m1p", []string{"A 5m", "D win", "A 1m", "B kong 9p"},
			map[string][NumSeats]int{"": {-3, 4, -2, 1}, "S": {-2, 2, -1, 1}, "WF": {-3, 6, -2, -1}},
		},
	} {
		each(t, allPresets, func(t *testing.T, p string) {
			g := situation{rules: presetOf[p], held: x.held, void: "sssp", draws: x.draws}.start(t)
			g.play(x.play...)
			w, ok := x.want[p]
			if !ok {
				w = x.want[""]
			}
			g.wantPoints(w[0], w[1], w[2], w[3])
			g.wantTurn("B")
		})
	}
	// Blood flow: a winner that discards the tile of a kong pays for it.
	g := situation{
		rules: "wap-flow",
		held:  [NumSeats]string{"5m", "111m", "", waits5mBamboo},
		void:  "sssp",
		draws: "9m 9m 1s 1m",
	}.start(t)
	g.play("A 5m", "D win", "A 9m", "B 9m", "C 1s", "D 1m", "B kong")
	g.wantPoints(-1, 2, 0, -1)
}

// P3: the owner of an added kong is not ready: its payment goes back to those
// who made it, in tsumo only to those that are ready or have won.
func TestP3AddedKongRefunded(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"5p" + waits5mBamboo, "55p1m", "", ""},
			void:  "psss",
			draws: "1s1s1p 5p *9m",
		}.start(t)
		g.play("A 5p", "B pung", "B 1m", "C 1s", "D 1s", "A 1p", "B add 5p")
		g.wantPoints(-1, 3, -1, -1)
		g.finish()
		if p == "T" {
			g.wantPoints(3, 1, -2, -2)
		} else {
			g.wantPoints(3, -1, -1, -1)
		}
	})
	// A seat that had won before the kong did not pay and gets nothing; one that
	// wins after it is paid back.
	each(t, "P WB T S M", func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"5p5m", "55p1m", "56s123456789m2m2m", waits5mBamboo},
			void:  "sspp",
			draws: "9m 1p 1s 5p *9p 4s",
		}.start(t)
		g.play("A 5m", "D win", "A 5p", "B pung", "B 1m", "C 1p", "A 1s", "B add 5p")
		g.wantPoints(-2, 2, -1, 1)
		g.idleOther(tile.None)
		g.play("C win")
		g.finish()
		win := 2 // a plain self-draw from each of A and B
		if p == "T" {
			win = 1
		}
		back := 1
		if p == "T" {
			back = 0 // A is not ready
		}
		g.wantPoints(-2-win+back, 2-win-1-back, -1+2*win+1, 1)
	})
}

// P4: of two kongs on a turn only the last is reversed, once, however many win
// on the discard.
func TestP4OnlyTheLastKongIsReversed(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"1111p9999p5m", "", waits5mBamboo, "46m123456789s33s"},
			void:  "sspp",
			draws: "*2p3p",
		}.start(t)
		g.play("A kong 1p", "A kong 9p", "A 5m", "C win", "D win")
		switch p {
		case "S":
			g.wantPoints(-1, -1, 1, 1)
		case "M":
			g.wantPoints(2, -2, 0, 0)
		default:
			g.wantPoints(10, -4, -3, -3)
		}
	})
}

// A reversed kong is not refunded once more.
func TestReversedKongIsNotRefunded(t *testing.T) {
	each(t, "S M", func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"9999p5m", "", waits5mBamboo, ""},
			void:  "ssps",
			draws: "*2p",
		}.start(t)
		g.play("A kong 9p", "A 5m", "C win")
		g.wantPoints(-2, 0, 2, 0)
		g.finish()
		g.wantPoints(-2, 0, 2, 0)
	})
}

// P5: the third win ends the hand: no flower pig, no ready check, no refund.
func TestP5ThirdWin(t *testing.T) {
	s := situation{
		held:  [NumSeats]string{"5m6m7m9999s", "46m112233456p77p", "46m112233456s77s", "46m789m345456p88p"},
		void:  "msps",
		draws: "*9m",
	}
	each(t, "P WB T S M", func(t *testing.T, p string) {
		s := s
		s.rules = presetOf[p]
		g := s.start(t)
		kong, value := 0, 1
		if among(p, "T S M") { // which allow a kong while the void suit is held
			g.play("A kong 9s")
			kong = 2
		}
		if among(p, "S M") { // and take its payment back for the shot after it
			kong, value = 0, 2
		}
		g.play("A 5m")
		for _, w := range []string{"B", "C", "D"} {
			g.wantLegal(w, "win, pass")
			g.play(w + " win")
		}
		g.wantPoints(3*kong-3*value, value-kong, value-kong, value-kong)
		if !g.h.Over() || g.h.Exhausted() || g.count(EventExhausted) != 0 {
			t.Error("the hand does not end with the third win")
		}
		if got := g.e.Standing(&g.h, 0); got != FlowerPig {
			t.Errorf("A is %s, want flower_pig", got)
		}
	})
	s.rules = "wap-flow"
	g := s.start(t)
	g.play("A 5m", "B win", "C win", "D win")
	g.wantTurn("A")
}

// AMB-26: the third win on the last tile ends the hand without a settlement.
func TestThirdWinOnTheLastTile(t *testing.T) {
	each(t, "P WB T S M", func(t *testing.T, p string) {
		// D and A are left after two wins; A draws the 54th and D the last.
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"5m", waits5mDots, waits5mBamboo, "79m123456m345p55p"},
			void:  "ssps",
			last:  "8m",
		}.start(t)
		g.play("A 5m", "B win", "C win")
		g.idle(0)
		g.wantTurn("D")
		g.play("D win")
		if !g.h.Over() || g.h.Exhausted() {
			t.Error("the third win on the last tile is settled as an exhausted wall")
		}
	})
}

// P6: a plain self-draw with one winner out.
func TestP6SelfDrawAfterAWin(t *testing.T) {
	want := map[string][NumSeats]int{
		"P": {-3, 1, -2, 4}, "WB": {-3, 1, -2, 4}, "S": {-3, 1, -2, 4}, "M": {-3, 1, -2, 4},
		"T":  {-2, 1, -1, 2},
		"WF": {-3, -1, -2, 6},
	}
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"5m", waits5mDots, "", waits5mBamboo},
			void:  "sssp",
			draws: "1s5m",
		}.start(t)
		g.play("A 5m", "B win", "C 1s", "D win")
		w := want[p]
		g.wantPoints(w[0], w[1], w[2], w[3])
	})
}

// P7: every seat that is not ready pays every one that is.
func TestP7ReadyCheck(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"", "", "111m333m777m55p77p", "22m66m88m11p44p66p9p"},
			void:  "ssss",
		}.start(t)
		g.finish()
		g.wantPoints(-6, -6, 4, 8)
		if got := g.moved(CauseReadyCheck); got != 12 {
			t.Errorf("the ready check moved %d, want 12", got)
		}
	})
}

// P8: a refund with one payer who is a flower pig, one not ready, one ready.
func TestP8RefundToWhom(t *testing.T) {
	want := map[string][NumSeats]int{
		"P":  {-24, 7, 7, 10},
		"WB": {-48, 15, 15, 18},
		"WF": {-48, 15, 15, 18},
		"T":  {-50, 19, 13, 18},
		"S":  {-1, -1, -1, 3},
		"M":  {-1, -1, -1, 3},
	}
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"6666777788889s9s", "999m", "", "46m123456789p22p"},
			void:  "ssss",
			draws: "9m *1m 1m3m 2s 7m",
		}.start(t)
		g.idle(54)
		g.play("B kong 9m")
		g.finish()
		w := want[p]
		g.wantPoints(w[0], w[1], w[2], w[3])
	})
}

// P9: with all seats ready, or none and no flower pig, the ready check pays
// nothing; kongs are refunded all the same, and a flow's winner collects.
func TestP9NothingToPay(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{waits5mBamboo + "9p", "999m123456789p5p", "46m123456789s11s", waits5mDots},
			void:  "psps",
			draws: "9m *3s",
		}.start(t)
		g.play("A 9p", "B kong 9m")
		g.finish()
		if p == "S" {
			g.wantPoints(-1, 3, -1, -1)
		} else {
			g.wantPoints(-2, 6, -2, -2)
		}
	})
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{rules: presetOf[p], held: [NumSeats]string{"1m", "999m", "", ""}, void: "ssss", draws: "9m *1s"}.start(t)
		g.play("A 1m", "B kong 9m")
		g.finish()
		if p == "T" {
			g.wantPoints(-2, 6, -2, -2) // nobody is entitled
		} else {
			g.wantPoints(0, 0, 0, 0)
		}
	})
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{rules: presetOf[p], held: [NumSeats]string{"5m", "", "", waits5mDots}, void: "ssss", draws: "9m"}.start(t)
		g.play("A 5m", "D win")
		g.finish()
		if p == "WF" {
			g.wantPoints(-2, -1, -1, 4)
		} else {
			g.wantPoints(-1, 0, 0, 1)
		}
	})
	r := lookup(t, "wap-flow")
	r.ReadyWinnersCollect = false
	s := situation{held: [NumSeats]string{"5m", "", "", waits5mDots}, void: "ssss", draws: "9m"}
	g := s.startRules(t, r)
	g.play("A 5m", "D win")
	g.finish()
	g.wantPoints(-1, 0, 0, 1)
}

// R3: after two early wins one of the two seats left draws 28 times.
func TestR3TwoSeatsLeft(t *testing.T) {
	each(t, "P WB T S M", func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"5m", waits5mDots, waits5mBamboo, ""},
			void:  "ssps",
		}.start(t)
		g.play("A 5m", "B win", "C win")
		g.finish()
		if a, d := g.h.Milestones(0).Draws, g.h.Milestones(3).Draws; a != 27 || d != 28 {
			t.Errorf("A draws %d times and D %d, want 27 and 28", a, d)
		}
		if got := len(g.h.River()); got != 1+55 {
			t.Errorf("%d discards, want 56", got)
		}
	})
}

// Whether a wait for a fifth copy makes ready at the check is for the rules. It
// never is one in play.
func TestReadyFifthCopy(t *testing.T) {
	for _, x := range []struct {
		d, ready string // D's tiles, and the presets in which it is ready
	}{
		{"5555m123456789p", "WB WF"}, // all four concealed
		{"5556m123456789p", allPresets},
	} {
		each(t, allPresets, func(t *testing.T, p string) {
			g := situation{rules: presetOf[p], held: [NumSeats]string{"1m", "", "", x.d}, void: "ssss"}.start(t)
			if waits := g.h.Waits(3); waits.Has(tileOf(t, "5m")) && x.ready != allPresets {
				t.Errorf("D waits for %s in play", waits)
			}
			g.finish()
			want := NotReady
			if among(p, x.ready) {
				want = Ready
			}
			if got := g.e.Standing(&g.h, 3); got != want {
				t.Errorf("D with %s is %s, want %s", x.d, got, want)
			}
		})
	}
	// A fourth copy in a meld: mil looks at the concealed tiles only. D pungs 9p,
	// holds the fourth and waits for another as its pair.
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"9p", "", "", "999p123456m1m2m3m8m"},
			void:  "ssss",
			draws: "1s1s1s",
		}.start(t)
		g.play("A 9p", "D pung", "D 8m")
		g.finish()
		want := NotReady
		if among(p, "WB WF M") {
			want = Ready
		}
		if got := g.e.Standing(&g.h, 3); got != want {
			t.Errorf("D with [999p]9p and three runs is %s, want %s", got, want)
		}
	})
}

// Blood flow: a winner's tiles are locked. It discards what it draws, wins again
// on the same kinds, and declares only a kong of the drawn tile that leaves its
// waits as they are.
func TestFlowLock(t *testing.T) {
	s := situation{
		rules: "wap-flow",
		held:  [NumSeats]string{"5m9p", "", "", "111m46m456789p22p"},
		void:  "ssss",
		draws: "9m 1s1s 9p 9m2s2s 5m 9m3s3s 1m *3p",
	}
	g := s.start(t)
	g.play("A 5m", "D win")
	g.wantPoints(-1, 0, 0, 1)
	g.play("A 9p", "B 1s", "C 1s")
	g.wantLegal("D", "9p")
	g.play("D 9p", "A 9m", "B 2s", "C 2s")
	g.wantLegal("D", "5m, win")
	g.play("D win")
	g.wantPoints(-3, -2, -2, 7)
	if got := g.e.View(&g.h, 3).HeldCount(3); got != 13 {
		t.Errorf("D holds %d after a self-draw, want 13", got)
	}
	if g.h.Wins(3) != 2 || g.h.WinOrder(3) != 1 {
		t.Errorf("D has %d wins, is winner %d", g.h.Wins(3), g.h.WinOrder(3))
	}
	g.play("A 9m", "B 3s", "C 3s")
	g.wantLegal("D", "1m, kong 1m")
	g.play("D kong 1m")
	g.wantPoints(-5, -4, -4, 13)
	g.wantLegal("D", "3p")

	// The kong would take the wait for 1m away.
	s.held[3] = "111m23m456789p22p"
	s.held[0] = "4m9p"
	s.draws = "9m 1s1s 1m"
	g = s.start(t)
	g.play("A 4m", "D win", "A 9p", "B 1s", "C 1s")
	g.wantLegal("D", "1m, win")

	// It claims nothing but wins.
	s.held[3] = "111m46m456789p22p"
	s.held[0] = "5m1m"
	s.draws = "9m"
	g = s.start(t)
	g.play("A 5m", "D win", "A 1m")
	g.wantTurn("B")
}

// AMB-42: the opening's winner in blood flow keeps the widest wait: most kinds,
// then most live tiles, then the lowest tile taken out.
func TestFlowOpeningKeepsWidestWait(t *testing.T) {
	g := situation{
		rules: "wap-flow",
		held:  [NumSeats]string{"234567m345678p99p", "", "", ""},
		void:  "ssss",
	}.start(t)
	g.play("A win")
	g.wantPoints(6, -2, -2, -2)
	if got := g.h.Waits(0).String(); got != "258m" {
		t.Errorf("A waits for %s, want 258m", got)
	}
	if got := g.h.Held(0).String(); got != "34567m34567899p" {
		t.Errorf("A keeps %s", got)
	}
}
