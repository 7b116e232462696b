package policy

import (
	"strings"
	"sync"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
)

var suitTables = sync.OnceValue(shape.New)

func TestParse(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"random", "random"},
		{"timeout", "timeout"},
		{"fast", "fast"},
		{"big", "big"},
		{"fast:win=min2", "fast:win=min2"},
		{"fast:win=big,call=timeout", "fast:call=timeout,win=big"},
		{"fast:call=timeout,win=big", "fast:call=timeout,win=big"},
		{"fast:win=fast", "fast"},
		{"fast:win=always", "fast:win=always"},
		{"big:min_fan=3,wall=30", "big:min_fan=3,wall=30"},
		{"big:wall=30,min_fan=3", "big:min_fan=3,wall=30"},
		{"big:wall=24", "big"}, // the default
		{"big:wall=007", "big:wall=7"},
		{"fast:void_tile=0,discard=random", "fast:discard=random,void_tile=0"},
		{"random:exchange=fast,void=fast,discard=fast,call=never,win=min1", "random:call=never,discard=fast,exchange=fast,void=fast,win=min1"},
	} {
		s, err := Parse(x.text)
		if err != nil {
			t.Errorf("%s: %v", x.text, err)
			continue
		}
		if got := s.String(); got != x.want {
			t.Errorf("%s: got %s, want %s", x.text, got, x.want)
		}
		again, err := Parse(s.String())
		if err != nil || again.String() != s.String() {
			t.Errorf("%s is read back as %s, %v", s, again, err)
		}
		if s.New() == nil || s.New() == s.New() {
			t.Errorf("%s: New does not make a new policy", x.text)
		}
	}
}

// Errors name what is wrong and list what there is.
func TestParseErrors(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"", `unknown bot ""; bots are random, timeout, fast, big`},
		{"slow", "rare, learned@FILE, exec:COMMAND"},
		{"slow", `unknown bot "slow"; bots are random, timeout, fast, big`},
		{"Fast", "unknown bot"},
		{" fast", "unknown bot"},
		{"fast:", "not key=value"},
		{"fast:win", `option "win" is not key=value`},
		{"fast:win=", "not key=value"},
		{"fast:=min2", "not key=value"},
		{"fast:win=min2,", "not key=value"},
		{"fast:win=min2,win=min2", `"win" is duplicated`},
		{"fast:win=slow", `part "win": unknown "slow"; there are random, timeout, fast, big`},
		{"fast:win=slow", "always, min1, min2, min3, min4"},
		{"fast:call=min2", `part "call": unknown "min2"`},
		{"fast:discard=never", `part "discard": unknown "never"`},
		{"fast:speed=3", "parts are exchange, void, discard, call, win; parameters of fast are void_tile, void_shanten"},
		{"random:void_tile=3", "parameters of random are none"},
		{"fast:void_tile=101", `"101" is not a whole number 0 to 100`},
		{"fast:void_tile=-1", `"-1" is not a whole number 0 to 100`},
		{"fast:void_tile=1.5", "not a whole number"},
		{"fast:void_tile=x", "not a whole number"},
		{"fast:void_tile=99999999999999999999", "not a whole number"},
		{"big:void_shanten=5", "unknown option"},
	} {
		if _, err := Parse(x.text); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%q: got %v, want %q", x.text, err, x.want)
		}
	}
}

func TestCatalog(t *testing.T) {
	names := map[string]bool{}
	for _, d := range NewCatalog().Bots() {
		if d.Name == "" || d.Doc == "" || names[d.Name] {
			t.Errorf("the entry %+v", d)
		}
		names[d.Name] = true
		for _, p := range d.Params {
			if p.Doc == "" || p.Min > p.Default || p.Default > p.Max {
				t.Errorf("%s: the parameter %+v", d.Name, p)
			}
		}
		if _, err := Parse(d.Name); err != nil {
			t.Error(err)
		}
	}
	for _, d := range Singles() {
		if _, err := Parse("random:" + d.Name); err != nil || d.Doc == "" {
			t.Errorf("%s: %v", d.Name, err)
		}
	}
}

// specs are all bots and a few mixtures.
func specs(t testing.TB) []Spec {
	t.Helper()
	var list []Spec
	texts := []string{"fast:win=min2", "big:call=never,win=min4", "fast:win=big,discard=random", "random:win=always,call=timeout"}
	for _, d := range NewCatalog().Bots() {
		texts = append(texts, quick(d.Name))
	}
	for _, text := range texts {
		s, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return append(list, learnedSpec(t, ""))
}

// A table plays one hand after the other with a policy at each seat.
type table struct {
	e     *engine.Engine
	h     engine.Hand
	bots  [engine.NumSeats]Policy
	legal []engine.Action
}

func newTable(t testing.TB, r rules.Rules, spec ...Spec) *table {
	t.Helper()
	e, err := engine.New(r, suitTables())
	if err != nil {
		t.Fatal(err)
	}
	x := &table{e: e, legal: make([]engine.Action, 0, engine.NumActions)}
	for s := range x.bots {
		x.bots[s] = spec[s%len(spec)].New()
	}
	return x
}

func (x *table) deal(d *engine.Deck, seed uint64) {
	for s, b := range x.bots {
		b.Start(s, seed<<8+uint64(s))
	}
	x.e.Deal(&x.h, d)
}

// next returns the action of the asked seat.
func (x *table) next() engine.Action {
	x.legal = x.e.Legal(&x.h, x.legal[:0])
	if len(x.legal) == 1 {
		return x.legal[0]
	}
	return x.bots[x.h.Asked()].Act(x.e.View(&x.h, x.h.Asked()), x.legal)
}

// Every bot plays every preset by the rules, and its hands are whole.
func TestBotsPlayByTheRules(t *testing.T) {
	n := uint64(150)
	if testing.Short() {
		n = 25
	}
	list := specs(t)
	for _, p := range rules.Presets() {
		for i, s := range list {
			x := newTable(t, p.Rules, s, list[(i+1)%len(list)], s, s)
			for seed := range n {
				d := randomDeck(seed, seed%2 == 0)
				x.deal(&d, seed)
				for !x.h.Over() {
					a := x.next()
					if err := x.e.Check(&x.h, a); err != nil {
						t.Fatalf("%s, %s, hand %d: %v", p.Rules.Name, s, seed, err)
					}
					x.e.Apply(&x.h, a)
					if err := x.e.Verify(&x.h); err != nil {
						t.Fatalf("%s, %s, hand %d: after %s: %v", p.Rules.Name, s, seed, a, err)
					}
				}
			}
		}
	}
}

// Bots are deterministic: the same seed and deck give the same hand, whatever
// was played before.
func TestBotsAreDeterministic(t *testing.T) {
	for _, p := range rules.Presets() {
		for _, s := range specs(t) {
			a, b := newTable(t, p.Rules, s), newTable(t, p.Rules, s)
			for seed := range uint64(5) {
				if seed%2 == 0 { // b has a past that a has not
					d := randomDeck(1000+seed, false)
					b.deal(&d, 77)
					for !b.h.Over() {
						b.e.Apply(&b.h, b.next())
					}
				}
				d := randomDeck(seed, false)
				a.deal(&d, seed)
				b.deal(&d, seed)
				for !a.h.Over() {
					x, y := a.next(), b.next()
					if x != y {
						t.Fatalf("%s, %s: %s and %s", p.Rules.Name, s, x, y)
					}
					a.e.Apply(&a.h, x)
					b.e.Apply(&b.h, y)
				}
			}
		}
	}
}

// No bot allocates while it plays.
func TestBotsDoNotAllocate(t *testing.T) {
	for _, p := range rules.Presets() {
		for _, s := range specs(t) {
			x := newTable(t, p.Rules, s)
			var decks [8]engine.Deck
			for i := range decks {
				decks[i] = randomDeck(uint64(i), false)
			}
			i := 0
			allocs := testing.AllocsPerRun(8, func() {
				x.deal(&decks[i%len(decks)], uint64(i))
				i++
				for !x.h.Over() {
					x.e.Apply(&x.h, x.next())
				}
			})
			if allocs != 0 {
				t.Errorf("%s, %s: %v allocations a hand", p.Rules.Name, s, allocs)
			}
		}
	}
}

// opening returns a table at A's first turn or exchange: A deals and holds the
// 14 tiles.
func opening(t testing.TB, preset, held, void string) *table {
	t.Helper()
	r, err := rules.Lookup(preset)
	if err != nil {
		t.Fatal(err)
	}
	if void != "" {
		r.ExchangeTiles = 0
	}
	timeout, err := Parse("timeout")
	if err != nil {
		t.Fatal(err)
	}
	x := newTable(t, r, timeout)
	d := deckWith(t, held)
	x.deal(&d, 1)
	if void == "" {
		return x
	}
	for i := range engine.NumSeats {
		suit, _ := tile.ParseSuit(void[i : i+1])
		x.e.Apply(&x.h, engine.NameVoid(suit))
	}
	return x
}

// deckWith returns a deck that deals A the 14 tiles.
func deckWith(t testing.TB, held string) engine.Deck {
	t.Helper()
	mine, err := tile.ParseHeld(held)
	if err != nil || mine.Total() != 14 {
		t.Fatalf("%s: %d tiles, %v", held, mine.Total(), err)
	}
	d := engine.Deck{Direction: rules.Right}
	var own, rest []tile.Tile
	for k := range tile.Tile(tile.Count) {
		for i := range tile.Copies {
			if i < mine.Count(k) {
				own = append(own, k)
			} else {
				rest = append(rest, k)
			}
		}
	}
	for i := range d.Tiles {
		if i%engine.NumSeats == 0 && i <= 52 {
			d.Tiles[i], own = own[0], own[1:]
		} else {
			d.Tiles[i], rest = rest[0], rest[1:]
		}
	}
	return d
}

// AMB-11: timeout passes on the first legal triple of a suit and names the suit
// it has the fewest of, in the order m, p, s.
func TestTimeoutOpening(t *testing.T) {
	for _, x := range []struct{ held, exchange string }{
		{"123456789m12345p", "1m 2m 3m"},
		{"99m1123456789p12s", "1p 1p 2p"},
		{"9m9p112233445566s", "1s 1s 2s"},
		{"778m9p1122334455s", "7m 7m 8m"},
		{"2222m9p112233445s", "2m 2m 2m"},
	} {
		p := opening(t, "planet", x.held, "")
		var got []string
		for range 3 {
			a := p.next()
			got = append(got, a.Tile().String())
			p.e.Apply(&p.h, a)
		}
		if s := strings.Join(got, " "); s != x.exchange {
			t.Errorf("%s: passes on %s, want %s", x.held, s, x.exchange)
		}
	}
	timeout, _ := Parse("timeout")
	for _, x := range []struct{ rules, held, void string }{
		{"sbr", "123456789m12345p", "name_void s"},
		{"sbr", "1234m12345p12345s", "commit_void 1m"},
		{"sbr", "12345m2345p12345s", "commit_void 2p"},
		{"sbr", "12345m12345p6789s", "commit_void 6s"},
		{"sbr", "3456m2345p123456s", "commit_void 3m"}, // a tie
		{"sbr", "123456m2345p6789s", "commit_void 2p"}, // a tie
		{"mil", "123456m2345p6789s", "name_void p"},
		{"mil", "123456789m12345p", "name_void s"},
		{"mil", "999m12345p123456s", "name_void m"},
	} {
		r, err := rules.Lookup(x.rules)
		if err != nil {
			t.Fatal(err)
		}
		p := newTable(t, r, timeout)
		d := deckWith(t, x.held)
		p.deal(&d, 1)
		if got := p.next().String(); got != x.void {
			t.Errorf("%s, %s: got %s, want %s", x.rules, x.held, got, x.void)
		}
	}
}

// AMB-11: timeout discards the drawn tile if it may, or else the last tile it
// may; it takes wins and passes calls.
func TestTimeoutPlay(t *testing.T) {
	for _, x := range []struct{ held, void, want string }{
		{"123456789m1235p2p", "smms", "discard 5p"},  // nothing drawn: the last
		{"1234567m12345p39s", "smms", "discard 9s"},  // the last of the void suit
		{"123456789m12355p", "smms", "win"},          // complete on the deal
		{"1111m23456m1235p9p", "smms", "discard 9p"}, // no kong
		{"1234567m12345p39s", "mmms", "discard 7m"},
	} {
		p := opening(t, "wap-battle", x.held, x.void)
		if got := p.next().String(); got != x.want {
			t.Errorf("%s, void %s: got %s, want %s", x.held, x.void[:1], got, x.want)
		}
	}
	// In play: whatever it draws it discards, unless it must not.
	list := specs(t)
	for _, preset := range rules.Presets() {
		timeout, _ := Parse("timeout")
		x := newTable(t, preset.Rules, timeout, list[len(list)-2])
		for seed := range uint64(30) {
			d := randomDeck(seed, false)
			x.deal(&d, seed)
			for !x.h.Over() {
				a := x.next()
				if s := x.h.Asked(); s%2 == 0 && x.h.Phase() >= engine.PhaseTurn {
					wantTimeout(t, x, a)
				}
				x.e.Apply(&x.h, a)
			}
		}
	}
}

func wantTimeout(t *testing.T, x *table, a engine.Action) {
	t.Helper()
	legal := x.e.Legal(&x.h, nil)
	want := engine.Pass
	for _, l := range legal { // discards come first, in ascending order
		if l.Kind() == engine.KindDiscard {
			want = l
		}
	}
	for _, l := range legal {
		if l.Kind() == engine.KindDiscard && l.Tile() == x.e.View(&x.h, x.h.Asked()).Drawn() {
			want = l
		}
	}
	for _, l := range legal {
		if l == engine.Win {
			want = l
		}
	}
	if a != want {
		t.Fatalf("got %s, want %s among %v", a, want, legal)
	}
}

// minN declines wins below N fan, but never asks for more than the cap.
func TestMinFan(t *testing.T) {
	for _, x := range []struct {
		rules, held string
		takes       string // the N of min1 … min4 that take it
	}{
		{"wap-battle", "123456789m12355p", ""},    // 0 fan
		{"wap-battle", "111333777m22299p", "1"},   // all pungs
		{"wap-battle", "12345678955789m", "12"},   // flush
		{"wap-battle", "1122335577m2266p", "12"},  // seven pairs
		{"wap-battle", "1122335577m2222p", "123"}, // and a root
		{"planet", "11223355779966m", "1234"},     // 4 fan, above the cap of 3
		{"wap-battle", "11223355779966m", "1234"}, // 4 fan
		{"planet", "1122335577m2222p", "1234"},    // 3 fan, the cap
	} {
		for _, n := range []string{"1", "2", "3", "4"} {
			p := opening(t, x.rules, x.held, "ssss")
			spec, err := Parse("timeout:win=min" + n)
			if err != nil {
				t.Fatal(err)
			}
			p.bots[0] = spec.New()
			if got, want := p.next() == engine.Win, strings.Contains(x.takes, n); got != want {
				t.Errorf("%s, %s: min%s takes the win: %t, want %t", x.rules, x.held, n, got, want)
			}
		}
	}
}

// Random plays every legal action equally often, also as it is asked part by
// part.
func TestRandomIsUniform(t *testing.T) {
	p := opening(t, "tsumo", "1111m234567m5588p", "ssss")
	legal := p.e.Legal(&p.h, nil)
	spec, _ := Parse("random")
	bot := spec.New()
	counts := map[engine.Action]int{}
	const rounds = 20000
	for seed := range uint64(rounds) {
		bot.Start(0, seed)
		counts[bot.Act(p.e.View(&p.h, 0), legal)]++
	}
	for _, a := range legal {
		want := rounds / len(legal)
		if n := counts[a]; n < want*9/10 || n > want*11/10 {
			t.Errorf("%s: %d times, want about %d", a, n, want)
		}
	}
}
