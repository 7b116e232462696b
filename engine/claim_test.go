package engine

import (
	"math/rand/v2"
	"testing"

	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// Hands that wait for 5m alone, worth no fan.
const (
	waits5mDots   = "46m123456789p22p"
	waits5mBamboo = "46m123456789s22s"
)

// C1: who punged a tile it could have won on may not win without a draw; the
// pass counts as the rules have it.
func TestC1PungInsteadOfWin(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"5m", "123456789p5588m", "", ""},
			void:  "ssss",
			draws: "8m 1s1s 2s 8m",
		}.start(t)
		g.play("A 5m")
		g.wantLegal("B", "win, pung, pass")
		g.play("B pung")
		g.wantLegal("B", "8m, 1p, 2p, 3p, 4p, 5p, 6p, 7p, 8p, 9p")
		g.play("B 8m", "C 8m")
		if among(p, "WB WF T") {
			g.wantLegal("B", "win, pass")
		} else {
			g.wantTurn("D") // locked: passed (P), own discard (S, M)
		}
		g.play("D 1s", "A 1s", "B 2s", "C 8m")
		if p == "S" {
			g.wantTurn("D")
		} else {
			g.wantLegal("B", "win, pass")
		}
	})
}

// C2: a win beats the pung that another seat has chosen instead of its own win,
// and that choice passes the win.
func TestC2WinBeatsPung(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"5m", "123456789p5588m", waits5mDots, ""},
			void:  "ssss",
			draws: "8m",
		}.start(t)
		g.play("A 5m", "B pung")
		g.wantLegal("C", "win, pass")
		g.play("C win")
		g.wantPoints(-1, 0, 1, 0)
		if m := g.h.Melds(1); m.N != 0 {
			t.Errorf("B has a meld although C won")
		}
		g.wantTurn("D")
		g.play("D 8m")
		if among(p, "P M") {
			g.wantLegal("B", "pung, pass")
		} else {
			g.wantLegal("B", "win, pung, pass")
		}
	})
}

// C3: all winners of a discard are paid, the tile is one tile, and the seat
// after the last winner draws.
func TestC3TwoWinners(t *testing.T) {
	for _, x := range []struct {
		dealer  string
		held    [NumSeats]string
		void    string
		winners []string
		points  [NumSeats]int
		next    string
	}{
		{"A", [NumSeats]string{"5m", waits5mDots, "", waits5mBamboo}, "sssp", []string{"B", "D"}, [NumSeats]int{-2, 1, 0, 1}, "A"},
		{"A", [NumSeats]string{"5m", waits5mDots, waits5mBamboo, ""}, "ssps", []string{"B", "C"}, [NumSeats]int{-2, 1, 1, 0}, "D"},
		{"C", [NumSeats]string{waits5mDots, "", "5m", waits5mBamboo}, "sssp", []string{"D", "A"}, [NumSeats]int{1, 0, -2, 1}, "B"},
	} {
		each(t, allPresets, func(t *testing.T, p string) {
			g := situation{rules: presetOf[p], dealer: x.dealer, held: x.held, void: x.void, draws: "9m"}.start(t)
			g.play(x.dealer + " 5m")
			for _, w := range x.winners {
				g.wantLegal(w, "win, pass")
				g.play(w + " win")
			}
			g.wantPoints(x.points[0], x.points[1], x.points[2], x.points[3])
			g.wantTurn(x.next)
			river := g.h.River()
			if len(river) != 1 || !river[0].Won() || river[0].Claimed() {
				t.Errorf("the river is %v", river)
			}
			for _, w := range x.winners {
				if got := g.h.WinOrder(seatOf(t, w)); got != 1 {
					t.Errorf("%s is winner %d, want 1", w, got)
				}
			}
			set, from := g.h.FirstWinners()
			if want := uint8(1<<seatOf(t, x.winners[0]) | 1<<seatOf(t, x.winners[1])); set != want || from != seatOf(t, x.dealer) {
				t.Errorf("first winners: got %04b from %d", set, from)
			}
		})
	}
	// Where only the nearest wins, the other keeps playing.
	r := lookup(t, "planet")
	r.MultipleWins = false
	s := situation{held: [NumSeats]string{"5m", waits5mDots, waits5mBamboo, ""}, void: "ssps"}
	g := s.startRules(t, r)
	g.play("A 5m", "B win", "C win")
	g.wantPoints(-1, 1, 0, 0)
	g.wantTurn("C")
}

// C4: with an empty wall a pung is legal, a kong is not, and a win on any
// discard is on the last one.
func TestC4PungOfTheLastDiscard(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"8m", "555p88m", "79m11m123456789s", "8m"},
			void:  "ssps",
			last:  "5p",
		}.start(t)
		g.idle(0)
		g.wantTurn("D")
		g.play("D 5p")
		g.wantLegal("B", "pung, pass")
		g.play("B pung")
		g.wantMay(false, "add 5p") // C6
		g.play("B 8m")
		g.wantLegal("C", "win, pass")
		g.play("C win")
		g.wantLastWin(1, 2, fan.LastDiscard)
		if got := g.moved(CauseDiscardWin); got != 2 {
			t.Errorf("B pays %d, want 2", got)
		}
		if !g.h.Over() || !g.h.Exhausted() {
			t.Errorf("the hand goes on: %s", g.where())
		}
	})
}

// C5: the fourth tile of a pung, on the turn it is drawn and later.
func TestC5AddedKong(t *testing.T) {
	held := [NumSeats]string{"5p", "55p1m", "", ""}
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{rules: presetOf[p], held: held, void: "ssss", draws: "1s2s1s 5p"}.start(t)
		g.play("A 5p", "B pung", "B 1m", "C 1s", "D 2s", "A 1s", "B add 5p")
		g.wantPoints(-1, 3, -1, -1)
		g.wantTurn("B")
	})
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{rules: presetOf[p], held: held, void: "ssss", draws: "1s2s1s 5p 3s3s3s 9m"}.start(t)
		g.play("A 5p", "B pung", "B 1m", "C 1s", "D 2s", "A 1s")
		g.wantMay(true, "add 5p")
		g.idleOther(tileOf(t, "5p"))
		g.play("C 3s", "D 3s", "A 3s")
		g.wantMay(true, "add 5p")
		g.play("B add 5p")
		if among(p, "S M") {
			g.wantPoints(0, 0, 0, 0)
		} else {
			g.wantPoints(-1, 3, -1, -1)
		}
		m := g.h.Melds(1)
		if got := m.List[0].String(); got != "[5555pa]" {
			t.Errorf("B's meld is %s", got)
		}
	})
	// On the very turn of the pung no kong of any kind is offered.
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"5p", "555p7777m1m", "", ""},
			void:  "ssss",
			draws: "1s2s1s 9m",
		}.start(t)
		g.play("A 5p", "B pung")
		g.wantMay(false, "add 5p")
		g.wantMay(false, "kong 7m")
		g.play("B 1m", "C 1s", "D 2s", "A 1s")
		g.wantMay(true, "add 5p")
		g.wantMay(true, "kong 7m")
	})
	// D has won before: in blood flow it pays too.
	each(t, allPresets, func(t *testing.T, p string) {
		s := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"5p5m", "55p1m", "", waits5mBamboo},
			void:  "sssp",
			draws: "9m 1s 1s 5p",
		}
		if p == "WF" {
			s.draws = "9m 1s 9p 1s 5p"
		}
		g := s.start(t)
		g.play("A 5m", "D win", "A 5p", "B pung", "B 1m", "C 1s")
		if p == "WF" {
			g.play("D 9p")
		}
		g.play("A 1s", "B add 5p")
		if p == "WF" {
			g.wantPoints(-2, 3, -1, 0)
		} else {
			g.wantPoints(-2, 2, -1, 1)
		}
	})
	// Rules may forbid the late one.
	r := lookup(t, "planet")
	r.LateAddedKong = rules.LateIllegal
	s := situation{held: held, void: "ssss", draws: "1s2s1s 5p 3s3s3s 9m"}
	g := s.startRules(t, r)
	g.play("A 5p", "B pung", "B 1m", "C 1s", "D 2s", "A 1s")
	g.wantMay(true, "add 5p")
	g.idleOther(tileOf(t, "5p"))
	g.play("C 3s", "D 3s", "A 3s")
	g.wantMay(false, "add 5p")
}

// C6: no kong with an empty wall.
func TestC6NoKongWithEmptyWall(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"3m99p", "", "", "7777m333m9p"},
			void:  "ssss",
			draws: "1m1m1m",
			last:  "6p",
		}.start(t)
		g.play("A 3m", "D pung", "D 9p", "A pung")
		g.idle(52)
		g.wantTurn("D")
		g.wantMay(true, "kong 7m")
		g.wantMay(true, "add 3m")
		g.idle(0)
		g.wantTurn("D")
		g.wantMay(false, "kong 7m")
		g.wantMay(false, "add 3m")
	})
	// A kong may take the last tile, and a win on it has the last-tile fan.
	each(t, allPresets, func(t *testing.T, p string) {
		s := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"", "", "46m123456p2p9999p", ""},
			void:  "ssss",
			draws: "*5m",
			last:  "2p",
		}
		if p == "M" {
			s.draws, s.last = "", "2p5m"
		}
		g := s.start(t)
		g.idle(1)
		g.wantTurn("C")
		g.play("C kong 9p", "C win")
		g.wantLastWin(3, 8, fan.Root, fan.Replacement, fan.LastTile)
		if !g.h.Over() || !g.h.Exhausted() {
			t.Errorf("the hand goes on: %s", g.where())
		}
	})
}

// robbery is a deal in which B pungs A's 4p and draws the fourth, for which C
// and D wait.
func robbery(p string) situation {
	return situation{
		rules: presetOf[p],
		held:  [NumSeats]string{"4p7p", "44p1m", "56p123456789s22s", "56p123456789s33s"},
		void:  "ssmm",
		draws: "1m2m9m 4p",
	}
}

// C7: every seat that may win on the added tile is asked; the pung stays one,
// nothing is paid for the kong, and its declarer pays each robber.
func TestC7Robbing(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		g := robbery(p).start(t)
		g.play("A 4p", "B pung", "B 1m", "C 1m", "D 2m")
		g.idleOther(tileOf(t, "7p"))
		g.play("B add 4p")
		g.wantLegal("C", "win, pass")
		if got := g.h.Phase(); got != PhaseRob {
			t.Errorf("phase %s, want rob", got)
		}
		g.play("C win")
		g.wantLegal("D", "win, pass")
		g.play("D win")
		g.wantPoints(0, -4, 2, 2)
		g.wantLastWin(1, 2, fan.Robbing)
		m := g.h.Melds(1)
		if got := m.List[0].String(); got != "[444p]" {
			t.Errorf("B's meld is %s, want [444p]", got)
		}
		if got := g.e.View(&g.h, 1).HeldCount(1); got != 10 {
			t.Errorf("B holds %d, want 10", got)
		}
		if r := g.h.River(); !r[len(r)-1].Robbed() || !r[len(r)-1].Won() || r[len(r)-1].Seat() != 1 {
			t.Errorf("the robbed tile is not in the river as such")
		}
		g.wantTurn("A")
	})
	// One declines: the other still robs.
	each(t, allPresets, func(t *testing.T, p string) {
		g := robbery(p).start(t)
		g.play("A 4p", "B pung", "B 1m", "C 1m", "D 2m")
		g.idleOther(tileOf(t, "7p"))
		g.play("B add 4p", "C pass", "D win")
		g.wantPoints(0, -2, 0, 2)
	})
	// Nobody robs: the kong stands and is paid.
	each(t, allPresets, func(t *testing.T, p string) {
		g := robbery(p).start(t)
		g.play("A 4p", "B pung", "B 1m", "C 1m", "D 2m")
		g.idleOther(tileOf(t, "7p"))
		g.play("B add 4p", "C pass", "D pass")
		g.wantPoints(-1, 3, -1, -1)
		g.wantTurn("B")
	})
	// A win passed since the last draw.
	each(t, allPresets, func(t *testing.T, p string) {
		g := robbery(p).start(t)
		g.play("A 4p", "B pung", "B 1m", "C 1m", "D 2m", "A 7p")
		g.wantAsked("C")
		g.play("C pass", "D pass", "B add 4p")
		if p == "P" {
			g.wantPoints(-1, 3, -1, -1)
			g.wantTurn("B")
		} else {
			g.wantLegal("C", "win, pass") // mil: robbing makes it dearer
		}
	})
	// Of its void suit C may not even rob a tile.
	each(t, allPresets, func(t *testing.T, p string) {
		s := robbery(p)
		s.held[2], s.void = "56p123456789s22p", "sspm"
		g := s.start(t)
		g.play("A 4p", "B pung", "B 1m")
		g.idleOther(tile.None)
		g.play("D 2m")
		g.idleOther(tileOf(t, "7p"))
		g.play("B add 4p")
		g.wantLegal("D", "win, pass")
	})
	// A discard of one's own is sacred against discards only.
	each(t, allPresets, func(t *testing.T, p string) {
		s := robbery(p)
		s.held[0] = "9m"
		s.draws = "1s 1m 4p 2m3m2m 4p"
		g := s.start(t)
		g.play("A 9m", "B 1s", "C 1m", "D 4p", "B pung", "B 1m", "C 2m", "D 3m", "A 2m", "B add 4p")
		g.wantLegal("C", "win, pass")
		g.play("C pass")
		g.wantLegal("D", "win, pass")
	})
	r := lookup(t, "sbr")
	r.SacredRobbing = true
	s := robbery("S")
	s.held[0] = "9m"
	s.draws = "1s 1m 4p 2m3m2m 4p"
	g := s.startRules(t, r)
	g.play("A 9m", "B 1s", "C 1m", "D 4p", "B pung", "B 1m", "C 2m", "D 3m", "A 2m", "B add 4p", "C pass")
	g.wantTurn("B")
}

// A concealed or claimed kong cannot be robbed.
func TestOnlyAddedKongsAreRobbed(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		s := robbery(p)
		s.held[1], s.draws = "444p1m", "4p *9m"
		s.held[0] = "9m"
		g := s.start(t)
		g.play("A 9m", "B kong 4p")
		g.wantTurn("B")
		s.held[0] = "4p"
		s.draws = "*9m"
		g = s.start(t)
		g.play("A 4p")
		g.wantLegal("B", "pung, kong, pass")
		g.play("B kong")
		g.wantLegal("C", "win, pass")
		g.play("C win", "D pass")
		g.wantPoints(-1, 0, 1, 0)
	})
}

// C8: a shot after a kong is one only on the very discard that follows it.
func TestC8ShotAfterKong(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"9999p5m", "", "55m8m", "79m11m123456789s"},
			void:  "sssp",
			draws: "*1m",
		}.start(t)
		g.play("A kong 9p", "A 5m", "C pung", "C 8m", "D win")
		if p == "S" {
			g.wantPoints(3, -1, -2, 0)
		} else {
			g.wantPoints(6, -2, -3, -1)
		}
		g.wantLastWin(0, 1)
		if g.moved(CauseKongReversal) != 0 {
			t.Error("the kong's payment went back")
		}
	})
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"9999p5m", "", waits5mBamboo, ""},
			void:  "ssps",
			draws: "*1m",
		}.start(t)
		g.play("A kong 9p", "A 5m", "C win")
		switch p {
		case "S", "M":
			g.wantPoints(-2, 0, 2, 0)
			g.wantLastWin(1, 2, fan.ShotAfterKong)
		default:
			g.wantPoints(5, -2, -1, -2)
			g.wantLastWin(0, 1)
		}
	})
}

// The next seat's discard, after a kong and a discard that nobody wanted, is no
// shot after that kong.
func TestNoShotOnTheNextTurn(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"9999p1m", "", waits5mBamboo, ""},
			void:  "ssps",
			draws: "*1m 5m",
		}.start(t)
		g.play("A kong 9p", "A 1m", "B 5m", "C win")
		g.wantLastWin(0, 1)
		if p == "S" {
			g.wantPoints(3, -2, 0, -1)
		} else {
			g.wantPoints(6, -3, -1, -2)
		}
	})
}

// mil: a further added kong that is robbed on the turn of a kong is a shot
// after that kong, whose payment goes back; the kong stands.
func TestShotByRobbing(t *testing.T) {
	each(t, "T S M", func(t *testing.T, p string) {
		s := robbery(p)
		s.held[1] = "44p9999m1m"
		s.draws = "1m2m3m 4p *3m"
		g := s.start(t)
		g.play("A 4p", "B pung", "B 1m", "C 1m", "D 2m")
		g.idleOther(tileOf(t, "7p"))
		g.play("B kong 9m", "B add 4p", "C win", "D pass")
		switch p {
		case "T":
			g.wantPoints(-2, 6-2, -2+2, -2)
		case "S":
			g.wantPoints(-1, 3-2, -1+2, -1)
		case "M":
			g.wantPoints(0, -4, 4, 0)
			g.wantLastWin(2, 4, fan.Robbing, fan.ShotAfterKong)
		}
	})
}

// planet: a passed pung may not be claimed again before the next draw; who
// answered pung has not passed, even when another won the tile.
func TestPassedPung(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"1m", "99p", "", ""},
			void:  "ssss",
			draws: "1s 9p9p",
		}.start(t)
		g.play("A 1m", "B 1s", "C 9p", "B pass", "D 9p")
		if p == "P" {
			g.wantTurn("A")
		} else {
			g.wantLegal("B", "pung, pass")
		}
	})
	for _, answer := range []string{"pung", "pass"} {
		each(t, allPresets, func(t *testing.T, p string) {
			g := situation{
				rules: presetOf[p],
				held:  [NumSeats]string{"9p", "99p", "78p123456789s22s", ""},
				void:  "ssms",
				draws: "9p",
			}.start(t)
			g.play("A 9p", "B "+answer, "C win", "D 9p")
			if p == "P" && answer == "pass" {
				g.wantTurn("A")
			} else {
				g.wantLegal("B", "pung, pass")
			}
		})
	}
}

// planet: a passed win forbids every win on others' tiles until the next draw;
// a self-draw stays allowed.
func TestPassedWin(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"1m", "", "56p123456789s22s", ""},
			void:  "ssms",
			draws: "1s 1m 4p 7p 1s 7p",
		}.start(t)
		g.play("A 1m", "B 1s", "C 1m", "D 4p")
		g.wantLegal("C", "win, pass")
		g.play("C pass", "A 7p")
		if among(p, "P M") {
			g.wantTurn("B")
		} else {
			g.wantLegal("C", "win, pass")
		}
		g.play("B 1s")
		g.wantTurn("C")
		g.wantMay(true, "win")
	})
}

// sbr: no win on a discard of a kind one has discarded oneself, nor of any
// other lock; other kinds are free, and so is a self-draw.
func TestSacredDiscard(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules:  presetOf[p],
			dealer: "D",
			held:   [NumSeats]string{"", "", "", "456p123456789s33s"},
			void:   "sssm",
			draws:  "4p 7p 1s 1m 4p",
		}.start(t)
		g.play("D 4p", "A 4p")
		if among(p, "S M") {
			g.wantTurn("B")
		} else {
			g.wantLegal("D", "win, pass")
		}
		g.play("B 7p")
		if among(p, "P M") { // the win on 4p was passed
			g.wantTurn("C")
		} else {
			g.wantLegal("D", "win, pass")
		}
	})
	s := situation{
		rules:  "sbr",
		dealer: "D",
		held:   [NumSeats]string{"9m", "", "", "456p123456789s33s"},
		void:   "sssm",
		draws:  "9m 1s 1s 4p",
	}
	g := s.start(t)
	g.play("D 4p", "A 9m", "B 1s", "C 1s")
	g.wantTurn("D")
	g.wantMay(true, "win")
}

// R4: mil's passed win allows dearer ones only.
func TestR4HigherFan(t *testing.T) {
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"1m", "", "22223344m55667p", ""},
			void:  "ssss",
			draws: "1s2s 4p4p 7p",
		}.start(t)
		g.play("A 1m", "B 1s", "C 2s", "D 4p")
		g.wantLegal("C", "win, pass")
		g.play("C pass", "A 4p")
		if among(p, "P M") {
			g.wantTurn("B")
		} else {
			g.wantLegal("C", "win, pass")
		}
		g.play("B 7p")
		if p == "P" {
			g.wantTurn("C")
			return
		}
		g.wantLegal("C", "win, pass")
		g.play("C win")
		want := fan.Patterns(1<<fan.SevenPairs | 1<<fan.Root)
		points := 8
		if p == "T" {
			want = 1 << fan.DragonSevenPairs
		}
		if e := g.lastWin(); e.Fan != 3 || int(e.Points) != points || e.Patterns != want {
			t.Errorf("got %d fan, %d points, %v", e.Fan, e.Points, e.Patterns)
		}
	})
}

// mil: the discard after a pung releases the lock if the pung left no winning
// hand.
func TestPungReleasesLock(t *testing.T) {
	g := situation{
		rules: "mil",
		held:  [NumSeats]string{"1m", "", "56p123456s22s888s", ""},
		void:  "mmmm",
		draws: "1m1m 4p2s 7p",
	}.start(t)
	g.play("A 1m", "B 1m", "C 1m", "D 4p", "C pass", "A 2s")
	g.wantLegal("C", "pung, kong, pass")
	g.play("C pung", "C 8s", "D 7p")
	g.wantLegal("C", "win, pass")
	// C1 has the pung that leaves a winning hand. Here a win is passed for the
	// pung, which breaks the run that would have won.
	each(t, allPresets, func(t *testing.T, p string) {
		g := situation{
			rules: presetOf[p],
			held:  [NumSeats]string{"5m", "5546m123456789p", "", ""},
			void:  "ssss",
			draws: "6m",
		}.start(t)
		g.play("A 5m")
		g.wantLegal("B", "win, pung, pass")
		g.play("B pung", "B 4m", "C 6m")
		if p == "P" {
			g.wantTurn("D")
		} else {
			g.wantLegal("B", "win, pass")
		}
	})
}

// A seat that could answer a tile is never passed over: what it may answer is
// among its claims at any time outside its turn. And the pungs that are kept
// for added kongs are those among the melds.
func TestClaimsMissNothing(t *testing.T) {
	forRules(t, hands(10, 100), func(t *testing.T, r rules.Rules, rng *rand.Rand) {
		e, err := New(r, tables)
		if err != nil {
			t.Fatal(err)
		}
		for range hands(3, 20) {
			d := randomDeck(rng, false)
			var h Hand
			player{rng}.play(e, &h, &d, func([]Action) {
				for s := range uint8(NumSeats) {
					wantClaims(t, e, &h, s)
				}
			})
		}
	})
}

func wantClaims(t *testing.T, e *Engine, h *Hand, s uint8) {
	t.Helper()
	p, pungs := h.seat(s), tile.Kinds(0)
	for _, m := range p.melds.All() {
		if m.Kind() == tile.Pung {
			pungs |= m.Tile().Bit()
		}
	}
	if h.pungs[s] != pungs {
		t.Fatalf("seat %d: got the pungs %s, want %s", s, h.pungs[s], pungs)
	}
	if h.phase <= PhaseVoid || s == h.turn {
		return
	}
	for x := range tile.Tile(tile.Count) {
		for _, phase := range []Phase{PhaseClaim, PhaseRob} {
			if e.answersTo(h, p, phase, x) != 0 && !h.claims[s].Has(x) {
				t.Fatalf("seat %d is not asked about %s in the phase %s", s, x, phase)
			}
		}
	}
}
