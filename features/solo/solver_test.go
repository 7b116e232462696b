package solo

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
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

func solve(t testing.TB, s *Solver, p Problem) Result {
	t.Helper()
	res, err := s.Solve(&p)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// ways is the number of ways to choose k of n.
func ways(n, k int) float64 {
	c := 1.0
	for i := range k {
		c *= float64(n-i) / float64(i+1)
	}
	return c
}

// outs is the chance that k draws from n tiles have one of the outs.
func outs(live, n, k int) float64 { return 1 - ways(n-live, k)/ways(n, k) }

// unseen replaces the tiles that may be drawn.
func unseen(t testing.TB, p Problem, tiles string) Problem {
	t.Helper()
	var err error
	if p.Unseen, err = tile.ParseHeld(tiles); err != nil {
		t.Fatal(err)
	}
	return p
}

// Chances that are worked out by hand. The bamboo suit is void.
func TestByHand(t *testing.T) {
	const dead = "1111s2222s3333s4444s5555s6666s7777s8888s999s"
	tests := []struct {
		name, own, unseen string
		draws             int
		win, ready        float64
	}{
		{"one kind, 2 live of 37", "[111m][222m][333m]4445m", "55m" + dead, 3, outs(2, 37, 3), 1},
		{"a lone tile, 2 live of 37", "[111m][222m][333m][444m]9m", "99m" + dead, 4, outs(2, 37, 4), 1},
		{"two ends, 5 live of 7", "[111m][222m][333m]56p99p", "444p77p1s2s", 2, outs(5, 7, 2), 1},
		// 4p or 7p first leaves one tile to win on, 9p or 9m leaves two; a 1s
		// takes one of the two draws.
		{"one away", "[111m][222m][333m]5p6p9p9m", "4p7p9p9m1s", 2, 2./5*1/4*1 + 2./5*2/4, 1},
		{"one away, one draw", "[111m][222m][333m]5p6p9p9m", "4p7p9p9m1s", 1, 0, 4. / 5},
		{"none live", "[111m][222m][333m][444m]9m", "1s2s3s", 3, 0, 1},
		{"a void tile in the way", "[111m][222m][333m]55p9p1s", "9p9p9p1s1s", 1, 0, 3. / 5},
		{"nothing in reach", "[111m][222m]1m4m7m1p4p7p9p", "1111s", 1, 0, 0},
	}
	s := newSolver(t, `{"base":"planet"}`)
	for _, tt := range tests {
		p := unseen(t, problem(t, tt.own, "s", "", tt.draws), tt.unseen)
		got := solve(t, s, p).Curve[tt.draws]
		if math.Abs(got.Win-tt.win) > 1e-14 || math.Abs(got.Ready-tt.ready) > 1e-14 {
			t.Errorf("%s: got win %v, ready %v; want %v, %v", tt.name, got.Win, got.Ready, tt.win, tt.ready)
		}
	}
}

// A 5p makes all pungs with the golden hook, 2 fan; a pair of 6m the flush as
// well, at the cap of 3 fan. A self-draw adds a point. With three draws, the last
// of the three tiles always makes the flush, and a first 5p is declined; with two
// it is taken, and a first 6m is kept.
func TestDecline(t *testing.T) {
	s := newSolver(t, `{"base":"planet","self_draw_points":1}`)
	p := unseen(t, problem(t, "[111m][222m][333m][444m]5p", "s", "", 3), "5p66m")
	c := solve(t, s, p).Curve
	want := [...]float64{0, 3 * 5. / 3, 3 * (5. + 9) / 3, 3 * 9}
	for k, w := range want {
		if math.Abs(c[k].Points-w) > 1e-12 {
			t.Errorf("k=%d: got %v points, want %v", k, c[k].Points, w)
		}
	}
	if c[3].Win != 1 || c[3].Fan != 4 {
		t.Errorf("got chance %v and %v fan, want 1 and 4", c[3].Win, c[3].Fan)
	}
	p.Payers = 1
	if one := solve(t, s, p).Curve[3].Points; one != 9 {
		t.Errorf("got %v points of one payer, want 9", one)
	}
}

// What is not asked for is not solved, and the rest stays as it is.
func TestGoals(t *testing.T) {
	s := newSolver(t, `{"base":"wap-battle"}`)
	p := problem(t, "124457m12337899p", "s", "", 2)
	all := solve(t, s, p)
	p.Goals = Ready
	got := solve(t, s, p)
	if got.Curve[2] != (Chances{Ready: all.Curve[2].Ready}) || got.Best[2] != (Best{all.Best[2].Ready, tile.None, tile.None}) {
		t.Errorf("ready: got %+v, %v", got.Curve[2], got.Best[2])
	}
	p.Goals = Win
	got = solve(t, s, p)
	if got.Curve[2] != (Chances{Win: all.Curve[2].Win}) || got.Best[2] != (Best{tile.None, all.Best[2].Win, tile.None}) {
		t.Errorf("win: got %+v, %v", got.Curve[2], got.Best[2])
	}
}

func TestErrors(t *testing.T) {
	tests := []struct {
		name   string
		change func(p *Problem)
		want   string
	}{
		{"tiles", func(p *Problem) { p.Held.Remove(0) }, "12 tiles"},
		{"void", func(p *Problem) { p.Void = tile.NoSuit }, "no void suit"},
		{"meld", func(p *Problem) {
			p.Held = tile.Held{}
			for i := range tile.Tile(4) {
				p.Melds.Append(tile.MakeMeld(tile.Pung, 18+i))
			}
			p.Held.Add(0)
		}, "the meld [111s]"},
		{"copies", func(p *Problem) { p.Unseen.Add(0) }, "a fifth copy of 1m"},
		{"draws", func(p *Problem) { p.Draws = MaxDraws + 1 }, "0 to 8"},
		{"negative", func(p *Problem) { p.Draws = -1 }, "0 to 8"},
		{"wall", func(p *Problem) { p.Unseen = tile.Held{1}; p.Draws = 2 }, "2 draws from 1 unseen tiles"},
		{"payers", func(p *Problem) { p.Payers = 4 }, "4 payers"},
		{"goals", func(p *Problem) { p.Goals = 8 }, "unknown goals"},
	}
	s := newSolver(t, `{"base":"planet"}`)
	for _, tt := range tests {
		p := problem(t, "1112345678999m", "s", "", 2)
		tt.change(&p)
		if _, err := s.Solve(&p); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
	dear := newSolver(t, `{"base":"planet","fan_cap":16}`)
	p := problem(t, "1112345678999m", "s", "", 8)
	if _, err := dear.Solve(&p); err == nil || !strings.Contains(err.Error(), "do not fit in 64 bits") {
		t.Errorf("fan cap 16: got %v", err)
	}
	if _, err := NewSolver(s.search.engine, -1); err == nil {
		t.Error("a limit of -1: no error")
	}
}

// The limit is an error that names it, and the solver still works afterwards.
func TestLimit(t *testing.T) {
	e := newSolver(t, `{"base":"planet"}`).search.engine
	s, err := NewSolver(e, 20)
	if err != nil {
		t.Fatal(err)
	}
	p := problem(t, "1112345678999m", "s", "", 3)
	_, err = s.Solve(&p)
	var limit *LimitError
	if !errors.As(err, &limit) || *limit != (LimitError{20, 3}) || !strings.Contains(err.Error(), "3 draws need more than 20 states; ask for fewer draws") {
		t.Errorf("got %v", err)
	}
	p.Draws = 2
	if c := solve(t, s, p).Curve[2]; c.Win == 0 {
		t.Errorf("two draws after the limit: got %+v", c)
	}
}

// FuzzSolve demands of any problem what best play must obey.
func FuzzSolve(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, uint8(seed), seed%2 == 0)
	}
	s := newSolver(f, `{"base":"tsumo"}`)
	f.Fuzz(func(t *testing.T, seed uint64, draws uint8, full bool) {
		p := randomProblem(rand.New(rand.NewPCG(seed, 0)))
		if full {
			p.Unseen = UnseenBeside(&p.Held, &p.Melds, &tile.Held{})
		}
		p.Draws = min(int(draws%4), p.Unseen.Total())
		res := solve(t, s, p)
		checkCurve(t, &p, &res.Curve)
		for i := range res.Discards {
			checkCurve(t, &p, &res.Discards[i].Curve)
		}
	})
}

// checkCurve demands that chances are chances, that more draws never hurt, that
// who wins was ready a draw before, and that points are at least those of winning
// as often as can be, each win paying a point or more.
func checkCurve(t *testing.T, p *Problem, c *Curve) {
	t.Helper()
	const slack = 1e-12
	if c[0].Win != 0 || c[0].Ready != 0 && c[0].Ready != 1 {
		t.Errorf("%v: got %+v before a draw", p.Held, c[0])
	}
	for k := 1; k <= p.Draws; k++ {
		a, b := c[k-1], c[k]
		if b.Ready < a.Ready-slack || b.Win < a.Win-slack || b.Points < a.Points-slack || b.Ready > 1 || b.Win > a.Ready+slack {
			t.Errorf("%v: k=%d: %+v after %+v", p.Held, k, b, a)
		}
		if b.Points < maxPayers*b.Win-slack {
			t.Errorf("%v: k=%d: %v points for a chance of %v", p.Held, k, b.Points, b.Win)
		}
	}
}

func ExampleSolver_Solve() {
	r, _ := rules.Lookup("wap-battle")
	e, _ := engine.New(r, shape.New())
	s, _ := NewSolver(e, 0)
	hand, _ := tile.Parse("123m456p789p55p23m")
	p := Problem{Held: hand.Held, Melds: hand.Melds, Void: tile.Bamboo, Draws: 3}
	p.Unseen = UnseenBeside(&p.Held, &p.Melds, &tile.Held{})
	res, err := s.Solve(&p)
	if err != nil {
		fmt.Println(err)
		return
	}
	for k, c := range res.Curve[:p.Draws+1] {
		fmt.Printf("%d draws: win %.4f, %.3f points\n", k, c.Win, c.Points)
	}
	// Output:
	// 0 draws: win 0.0000, 0.000 points
	// 1 draws: win 0.0737, 0.442 points
	// 2 draws: win 0.1427, 0.856 points
	// 3 draws: win 0.2072, 1.244 points
}
