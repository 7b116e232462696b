package features

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/fan"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

var tables = shape.New()

// newEngine returns an engine for a rules file.
func newEngine(t testing.TB, file string) *engine.Engine {
	t.Helper()
	r, err := rules.Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(r, tables)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func preset(t testing.TB, name string) *engine.Engine {
	return newEngine(t, `{"base":"`+name+`"}`)
}

func position(t testing.TB, own, seen, void string) Position {
	t.Helper()
	p := Position{Void: tile.NoSuit}
	var err error
	if p.Own, err = tile.Parse(own); err != nil {
		t.Fatal(err)
	}
	if p.Seen, err = tile.ParseHeld(seen); err != nil {
		t.Fatal(err)
	}
	if s, ok := tile.ParseSuit(void); ok {
		p.Void = s
	}
	return p
}

func analyse(t testing.TB, e *engine.Engine, p Position) Analysis {
	t.Helper()
	a, err := Analyse(e, p)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func waitsText(a Analysis) string {
	var b strings.Builder
	for _, w := range a.Waits {
		b.WriteString(w.Tile)
	}
	return b.String()
}

func TestPause(t *testing.T) {
	tests := []struct {
		name, rules, own, seen, void string
		shanten                      int
		ready                        bool
		waits, accepts               string
		live                         int
	}{
		{"nine gates", "planet", "1112345678999m", "", "", 0, true, "1m2m3m4m5m6m7m8m9m", "1m2m3m4m5m6m7m8m9m", 23},
		{"a seen wait is one, but not accepted", "planet", "123m456p789p55p23m", "4m4m4m4m1m1m1m", "s", 0, true, "1m4m", "", 0},
		{"a void tile held", "planet", "123456m123p99p4m1s", "", "s", 1, false, "", "1m2m3m4m5m6m7m9p", 23},
		{"a fifth copy in melds: owned", "planet", "111p9m[888m][999m][444p]", "", "", 0, false, "", "", 0},
		{"a fifth copy in melds: shape", "wap-battle", "111p9m[888m][999m][444p]", "", "", 0, true, "", "", 0},
		{"a fifth copy in melds: concealed", "mil", "111p9m[888m][999m][444p]", "", "", 0, true, "", "", 0},
		{"seven pairs", "planet", "1133m5577m1133p9p", "", "", 0, true, "9p", "9p", 3},
	}
	for _, tt := range tests {
		a := analyse(t, preset(t, tt.rules), position(t, tt.own, tt.seen, tt.void))
		if a.Turn != nil || a.Shanten != tt.shanten || a.Ready != tt.ready || waitsText(a) != tt.waits ||
			strings.Join(a.Acceptance, "") != tt.accepts || a.Live != tt.live {
			t.Errorf("%s: got shanten %d, ready %t, waits %s, accepts %v, live %d", tt.name,
				a.Shanten, a.Ready, waitsText(a), a.Acceptance, a.Live)
		}
	}
}

func TestTurn(t *testing.T) {
	tests := []struct {
		name, own, void string
		shanten         int
		win             bool
		discards        string
	}{
		{"a win", "11m222333444p555p", "", -1, true, "3p4p2p5p1m"},
		{"only the void suit may be discarded", "123456m123p99p1s2s4m", "s", 1, false, "1s2s"},
		{"complete but for the void suit", "11m222333444p555p", "m", 1, false, "1m"},
	}
	for _, tt := range tests {
		a := analyse(t, preset(t, "planet"), position(t, tt.own, "", tt.void))
		var discards string
		for _, d := range a.Discards {
			discards += d.Tile
		}
		if a.Pause != nil || a.Shanten != tt.shanten || (a.Win != nil) != tt.win || discards != tt.discards {
			t.Errorf("%s: got shanten %d, win %v, discards %s", tt.name, a.Shanten, a.Win, discards)
		}
	}
}

// Tiles after which nothing that can come completes the hand are in no acceptance.
func TestDeadEnds(t *testing.T) {
	r, _ := rules.Lookup("wap-battle")
	a, err := Eval(r, "234589p34568s[7777p]")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range a.Discards {
		want := map[string]int{"8p": 13, "9p": 13, "2p": 10, "5p": 10}[d.Tile]
		if d.Shanten == 1 && want > 0 && d.Live != want {
			t.Errorf("without %s %d live tiles, %v; want %d", d.Tile, d.Live, d.Acceptance, want)
		}
	}
}

func TestVoid(t *testing.T) {
	tests := []struct{ own, want string }{
		{"1112345678999m", "p"},      // the first absent one
		{"123m123s1234567p", "m"},    // the suit that costs least
		{"123456789p11s23m", "m"},    // fewest tiles of equal ones
		{"99s1234567p2m[111m]", "s"}, // never one of a meld, whatever it costs
	}
	for _, tt := range tests {
		if a := analyse(t, preset(t, "planet"), position(t, tt.own, "", "")); a.Void != tt.want {
			t.Errorf("%s: got void suit %s, want %s", tt.own, a.Void, tt.want)
		}
	}
}

func TestSituation(t *testing.T) {
	p := position(t, "11m222333444p55p", "", "")
	p.How = fan.BySelfDraw | fan.OnReplacement
	a := analyse(t, preset(t, "planet"), p)
	if waitsText(a) != "1m2p5p" || a.Waits[1].Fan != 2 || a.Waits[1].Points != 4 || len(a.Waits[1].Patterns) != 2 {
		t.Errorf("got %+v", a.Waits)
	}
}

// Discards are sorted: shanten, live tiles, tile.
func TestDiscardsAreSorted(t *testing.T) {
	e := preset(t, "planet")
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		p := Position{Void: tile.Bamboo}
		for _, n := range r.Perm(72)[:14] {
			p.Own.Held.Add(tile.Tile(n / 4))
		}
		a := analyse(t, e, p)
		if len(a.Discards) != p.Own.Held.Kinds().Len() {
			t.Fatalf("%s: got %d discards", a.Tiles, len(a.Discards))
		}
		for i := 1; i < len(a.Discards); i++ {
			if d, next := a.Discards[i-1], a.Discards[i]; !before(d, next) {
				t.Errorf("%s: got %+v before %+v", a.Tiles, d, next)
			}
		}
	}
}

func before(a, b Discard) bool {
	if a.Shanten != b.Shanten {
		return a.Shanten < b.Shanten
	}
	if a.Live != b.Live {
		return a.Live > b.Live
	}
	x, _ := tile.ParseTile(a.Tile)
	y, _ := tile.ParseTile(b.Tile)
	return x < y
}

// The winning tile, which a hand that need not be declared asks for, is the one
// written last.
func TestLastTileIsTheWinningOne(t *testing.T) {
	e := newEngine(t, `{"base":"planet","golden_requires_declared":false}`)
	for own, want := range map[string]int{"1m222333444p555p1m": 2, "11m222333444p555p": 1} {
		if a := analyse(t, e, position(t, own, "", "")); a.Win == nil || a.Win.Fan != want {
			t.Errorf("%s: got %+v, want %d fan", own, a.Win, want)
		}
	}
}

func TestAnalyseErrors(t *testing.T) {
	tests := []struct{ own, seen, void, want string }{
		{"123m", "", "", "3 tiles"},
		{"1112345678999m", "1m1m", "", "a fifth copy of 1m"},
		{"1112345678m[999p]", "", "p", "[999p] is of the void suit p"},
		{"1m[111m][222p][333s]1p2p3p", "", "", "melds of all three suits"},
	}
	for _, tt := range tests {
		_, err := Analyse(preset(t, "planet"), position(t, tt.own, tt.seen, tt.void))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.own, err, tt.want)
		}
	}
}

// Waits and acceptance are what trying every tile finds, on random tiles under
// rules with seven pairs, without, and without quads in them.
func TestAnalysisAgreesWithTrials(t *testing.T) {
	engines := []*engine.Engine{
		preset(t, "planet"), preset(t, "tsumo"),
		newEngine(t, `{"base":"planet","seven_pairs_fan":0}`),
		newEngine(t, `{"base":"planet","seven_pairs_quads":false}`),
	}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 2000 {
		p := Position{Own: tile.Set{Last: tile.None}, Void: tile.Bamboo, Seen: tile.Held{}}
		for _, n := range r.Perm(72 + i%36)[:13] {
			p.Own.Held.Add(tile.Tile(n / 4))
		}
		e := engines[i%len(engines)]
		checkTrials(t, e, p, analyse(t, e, p))
	}
}

func checkTrials(t *testing.T, e *engine.Engine, p Position, a Analysis) {
	t.Helper()
	var waits, accepts string
	for k := range tile.Tile(tile.Count) {
		if p.Own.Held.Count(k) == tile.Copies {
			continue
		}
		q := p
		q.Own.Held.Add(k)
		q.Own.Last = k
		b := analyse(t, e, q)
		if b.Shanten < a.Shanten {
			accepts += k.String()
		}
		if b.Win != nil {
			waits += k.String()
			if b.Shanten != -1 {
				t.Errorf("%s with %s: a win of shanten %d", a.Tiles, k, b.Shanten)
			}
		}
	}
	if got := waitsText(a); got != waits {
		t.Errorf("%s under %s: got waits %s, want %s", a.Tiles, a.Rules, got, waits)
	}
	if got := strings.Join(a.Acceptance, ""); got != accepts {
		t.Errorf("%s under %s: got acceptance %s, want %s", a.Tiles, a.Rules, got, accepts)
	}
}

func ExampleAnalyse() {
	e, err := engine.New(rules.Presets()[0].Rules, tables)
	if err != nil {
		panic(err)
	}
	own, err := tile.Parse("123m11p456p77p[9999mc]")
	if err != nil {
		panic(err)
	}
	a, err := Analyse(e, Position{Own: own, Void: tile.NoSuit})
	if err != nil {
		panic(err)
	}
	for _, w := range a.Waits {
		fmt.Println(w.Tile, w.Fan, "fan,", w.Points, "points,", w.Live, "live")
	}
	// Output:
	// 1p 1 fan, 2 points, 2 live
	// 7p 1 fan, 2 points, 2 live
}
