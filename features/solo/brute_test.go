package solo

import (
	"math/rand/v2"
	"testing"

	"xuezhan/engine/fan"
	"xuezhan/engine/tile"
)

// A count is a heap of tiles as the brute force counts it.
type count [tile.Count]int8

func countOf(h tile.Held) count {
	var c count
	for t := range tile.Tile(tile.Count) {
		c[t] = int8(h.Count(t))
	}
	return c
}

func (c count) held() tile.Held {
	var h tile.Held
	for t, n := range c {
		h.AddN(tile.Tile(t), int(n))
	}
	return h
}

// A situation is all that a history leaves: nothing is left out of it, no
// discard is skipped, and no distance is known.
type situation struct {
	held, unseen count
	left         int
}

// A brute tries all draws and all discards. The values are sums over sequences
// of draws, as the solver's are.
type brute struct {
	problem Problem
	score   *fan.Scorer
	extra   int // points of a self-draw
	minFan  int // of a win
	noPairs bool
	noQuads bool
	won     map[situation]bruteValue
	readied map[situation]float64
}

type bruteValue struct{ chance, points, fan float64 }

func (v *bruteValue) add(w bruteValue, n float64) {
	v.chance += n * w.chance
	v.points += n * w.points
	v.fan += n * w.fan
}

func newBrute(p Problem, s *Solver) *brute {
	r := s.search.engine.Rules()
	return &brute{
		problem: p, score: s.search.engine.AnyFanScorer(), extra: r.SelfDrawPoints, minFan: r.MinFan,
		noPairs: r.SevenPairs == 0, noQuads: !r.SevenPairsQuads,
		won: map[situation]bruteValue{}, readied: map[situation]float64{},
	}
}

// complete reports whether a hand is won, by taking it apart.
func (b *brute) complete(c count) bool {
	return b.voidTiles(c) == 0 && (groupsAndPair(c) || b.sevenPairs(c))
}

// groupsAndPair tries each pair. One suit has two tiles too many for groups, the
// others none.
func groupsAndPair(c count) bool {
	var over [3]int8
	for t, n := range c {
		over[t/9] += n
	}
	if over[0]%3+over[1]%3+over[2]%3 != 2 || over[0]%3 == 1 || over[1]%3 == 1 {
		return false
	}
	for t := range c {
		if c[t] >= 2 {
			c[t] -= 2
			if onlyGroups(c) {
				return true
			}
			c[t] += 2
		}
	}
	return false
}

func onlyGroups(c count) bool {
	t := 0
	for ; t < len(c) && c[t] == 0; t++ {
	}
	if t == len(c) {
		return true
	}
	if c[t] >= 3 {
		c[t] -= 3
		if onlyGroups(c) {
			return true
		}
		c[t] += 3
	}
	if t%9 <= 6 && c[t+1] > 0 && c[t+2] > 0 {
		c[t]--
		c[t+1]--
		c[t+2]--
		return onlyGroups(c)
	}
	return false
}

func (b *brute) sevenPairs(c count) bool {
	if b.noPairs || b.problem.Melds.N > 0 {
		return false
	}
	for _, n := range c {
		if n%2 != 0 || n == 4 && b.noQuads {
			return false
		}
	}
	return true
}

func (b *brute) voidTiles(c count) int {
	n := 0
	for t := range c {
		if t/9 == int(b.problem.Void) {
			n += int(c[t])
		}
	}
	return n
}

func (c count) total() float64 {
	n := 0
	for _, x := range c {
		n += int(x)
	}
	return float64(n)
}

// discards calls try with the hand after each discard that is allowed.
func (b *brute) discards(c count, try func(t int, c count)) {
	void := b.voidTiles(c) > 0
	for t := range c {
		if c[t] > 0 && (!void || t/9 == int(b.problem.Void)) {
			c[t]--
			try(t, c)
			c[t]++
		}
	}
}

// win returns what 13 tiles come to.
func (b *brute) win(s situation) bruteValue {
	var v bruteValue
	if s.left == 0 {
		return v
	}
	if v, ok := b.won[s]; ok {
		return v
	}
	for t, n := range s.unseen {
		if n == 0 {
			continue
		}
		next := s
		next.held[t]++
		next.unseen[t]--
		next.left--
		v.add(b.drawn(next, tile.Tile(t)), float64(n))
	}
	b.won[s] = v
	return v
}

func (b *brute) drawn(s situation, t tile.Tile) bruteValue {
	on := b.discarded(s)
	if !b.complete(s.held) {
		return on
	}
	h := s.held.held()
	r, ok := b.score.Score(&h, &b.problem.Melds, t, fan.BySelfDraw)
	if !ok {
		panic("a win that has no score")
	}
	if r.Fan < b.minFan {
		return on
	}
	n := sequences(s.unseen.total(), s.left)
	won := bruteValue{n, n * float64(r.Points+b.extra), n * float64(r.Fan)}
	if on.points > won.points {
		won.points, won.fan = on.points, on.fan
	}
	return won
}

func (b *brute) discarded(s situation) bruteValue {
	var best bruteValue
	b.discards(s.held, func(_ int, c count) {
		v := b.win(situation{c, s.unseen, s.left})
		best.chance = max(best.chance, v.chance)
		if v.points > best.points || v.points == best.points && v.fan > best.fan {
			best.points, best.fan = v.points, v.fan
		}
	})
	return best
}

// isReady reports whether some fifth tile or other, of a kind not owned four
// times, completes 13 tiles.
func (b *brute) isReady(c count) bool {
	melds := countOf(b.problem.Melds.Tiles())
	for t := range c {
		if c[t]+melds[t] < 4 {
			c[t]++
			if b.complete(c) {
				return true
			}
			c[t]--
		}
	}
	return false
}

// ready returns the sum over sequences with which 13 tiles come to be ready.
func (b *brute) ready(s situation) float64 {
	if b.isReady(s.held) {
		return sequences(s.unseen.total(), s.left)
	}
	if s.left == 0 {
		return 0
	}
	if v, ok := b.readied[s]; ok {
		return v
	}
	sum := 0.0
	for t, n := range s.unseen {
		if n == 0 {
			continue
		}
		held, unseen, best := s.held, s.unseen, 0.0
		held[t]++
		unseen[t]--
		b.discards(held, func(_ int, c count) {
			best = max(best, b.ready(situation{c, unseen, s.left - 1}))
		})
		sum += float64(n) * best
	}
	b.readied[s] = sum
	return sum
}

// sequences returns the number of sequences of draws: a falling factorial. All
// sums of the small cases are below 2^53, and so exact.
func sequences(n float64, left int) float64 {
	product := 1.0
	for i := range left {
		product *= n - float64(i)
	}
	return product
}

func (b *brute) chances(c count, k int) Chances {
	s := situation{c, countOf(b.problem.Unseen), k}
	n := sequences(s.unseen.total(), k)
	w := b.win(s)
	return Chances{b.ready(s) / n, w.chance / n, 3 * w.points / n, w.fan / n}
}

// check solves the problem both ways. The brute force finds its own best
// discards.
func (b *brute) check(t *testing.T, s *Solver) {
	t.Helper()
	p := &b.problem
	res, err := s.Solve(p)
	if err != nil {
		t.Errorf("%v %v: %v", p.Held, p.Melds, err)
		return
	}
	for k := range p.Draws + 1 {
		want := Chances{}
		if p.size() == betweenTurns {
			want = b.chances(countOf(p.Held), k)
		} else {
			want = b.checkDiscards(t, res, k)
		}
		checkChances(t, b, "", k, res.Curve[k], want)
	}
}

// checkDiscards compares the curves and best discards at k, and returns the most
// of each chance.
func (b *brute) checkDiscards(t *testing.T, res Result, k int) Chances {
	t.Helper()
	var top Chances
	want := Best{tile.None, tile.None, tile.None}
	i := 0
	b.discards(countOf(b.problem.Held), func(x int, c count) {
		d := res.Discards[i]
		i++
		v := b.chances(c, k)
		checkChances(t, b, d.Tile.String(), k, d.Curve[k], v)
		if want.Ready == tile.None || v.Ready > top.Ready {
			top.Ready, want.Ready = v.Ready, tile.Tile(x)
		}
		if want.Win == tile.None || v.Win > top.Win {
			top.Win, want.Win = v.Win, tile.Tile(x)
		}
		if want.Points == tile.None || v.Points > top.Points || v.Points == top.Points && v.Fan > top.Fan {
			top.Points, top.Fan, want.Points = v.Points, v.Fan, tile.Tile(x)
		}
	})
	if i != len(res.Discards) || res.Best[k] != want {
		t.Errorf("%s: k=%d: got %d discards, best %v; want %d, %v", b, k, len(res.Discards), res.Best[k], i, want)
	}
	return top
}

func (b *brute) String() string {
	p := &b.problem
	set := tile.Set{Held: p.Held, Melds: p.Melds}
	return set.String() + " void " + p.Void.String() + " unseen " + p.Unseen.String()
}

func checkChances(t *testing.T, b *brute, discard string, k int, got, want Chances) {
	t.Helper()
	if got != want {
		t.Errorf("%s: discard %q, k=%d: got %+v, want %+v", b, discard, k, got, want)
	}
}

// randomProblem makes a hand that is a few tiles from a win, and few unseen
// tiles: some that it lacks, some that it has, some of any kind.
func randomProblem(r *rand.Rand) Problem {
	p := Problem{Void: tile.Suit(r.IntN(tile.NumSuits))}
	all := randomWin(r, &p)
	kinds := []tile.Tile{}
	for range r.IntN(min(4, p.Held.Total())) {
		t := nth(p.Held, r.IntN(p.Held.Total()))
		p.Held.Remove(t)
		all.Remove(t)
		kinds = append(kinds, t)
	}
	for size := betweenTurns + r.IntN(2); p.size() < size; {
		if t := tile.Tile(r.IntN(tile.Count)); all.Count(t) < tile.Copies {
			p.Held.Add(t)
			all.Add(t)
		}
	}
	for p.size() > inTurn || p.size() < betweenTurns {
		p.Held.Remove(nth(p.Held, r.IntN(p.Held.Total())))
	}
	for range 1 + r.IntN(3) {
		kinds = append(kinds, tile.Tile(r.IntN(tile.Count)))
	}
	if r.IntN(2) == 0 {
		kinds = append(kinds, nth(p.Held, r.IntN(p.Held.Total())))
	}
	for _, t := range kinds {
		if room := tile.Copies - all.Count(t) - p.Unseen.Count(t); room > 0 {
			p.Unseen.AddN(t, 1+r.IntN(room))
		}
	}
	p.Draws = min(r.IntN(3), p.Unseen.Total())
	if kinds := p.Unseen.Kinds().Len(); p.size() == betweenTurns && p.Draws == 2 && kinds <= 4 && r.IntN(3) == 0 {
		p.Draws = min(6-kinds, p.Unseen.Total())
	}
	return p
}

func nth(h tile.Held, n int) tile.Tile {
	for t := range tile.Tile(tile.Count) {
		if n -= h.Count(t); n < 0 {
			return t
		}
	}
	return tile.None
}

// randomWin fills in melds and held tiles of a won hand, now and then of seven
// pairs, and returns them all.
func randomWin(r *rand.Rand, p *Problem) tile.Held {
	var all tile.Held
	place := func(tiles ...tile.Tile) bool {
		next := all
		for _, t := range tiles {
			next.Add(t)
			if next.Count(t) > tile.Copies || t.Suit() == p.Void {
				return false
			}
		}
		all = next
		return true
	}
	anyTile := func() tile.Tile { return tile.Tile(r.IntN(tile.Count)) }
	if r.IntN(4) == 0 {
		for all.Total() < 14 {
			t := anyTile()
			place(t, t)
		}
		p.Held = all
		return all
	}
	melds := max(0, r.IntN(7)-2)
	for range melds {
		for t := anyTile(); ; t = anyTile() {
			if place(t, t, t) {
				p.Melds.Append(tile.MakeMeld(tile.Pung, t))
				break
			}
		}
	}
	melded := all
	for groups := melds; groups < 4; {
		t := anyTile()
		if r.IntN(3) == 0 && place(t, t, t) || t.Rank() <= 7 && place(t, t+1, t+2) {
			groups++
		}
	}
	for t := anyTile(); !place(t, t); t = anyTile() {
	}
	p.Held = all
	for s := range p.Held {
		p.Held[s] -= melded[s]
	}
	return all
}

// Ten thousand small problems, under rules that differ in what a win is.
func TestBruteForce(t *testing.T) {
	problems := 11_700
	if testing.Short() {
		problems = 600
	}
	files := []string{
		`{"base":"wap-battle"}`, `{"base":"wap-flow"}`, `{"base":"planet"}`, `{"base":"tsumo"}`, `{"base":"sbr"}`, `{"base":"mil"}`,
		`{"base":"planet","seven_pairs_quads":false,"dragon_seven_pairs":false}`,
		`{"base":"planet","seven_pairs_fan":0}`,
		`{"base":"planet","min_fan":1}`, `{"base":"tsumo","min_fan":2,"self_draw_fan":1}`,
		`{"base":"tsumo","fan_cap":9,"golden_requires_declared":false,"self_draw_points":5}`,
	}
	r := rand.New(rand.NewPCG(1, 2))
	seen := struct{ curves, ready, won int }{}
	for i := range files {
		s := newSolver(t, files[i])
		for range problems / len(files) {
			b := newBrute(randomProblem(r), s)
			b.check(t, s)
			res, _ := s.Solve(&b.problem)
			last := res.Curve[b.problem.Draws]
			seen.curves++
			if last.Ready > 0 && last.Ready < 1 {
				seen.ready++
			}
			if last.Win > 0 && last.Win < 1 {
				seen.won++
			}
		}
		if t.Failed() {
			t.Fatalf("under %s", files[i])
		}
	}
	t.Logf("%d problems; the chance to be ready is neither 0 nor 1 in %d, the chance to win in %d", seen.curves, seen.ready, seen.won)
	if seen.ready < problems/10 || seen.won < problems/10 {
		t.Errorf("too few problems of interest: %+v", seen)
	}
}
