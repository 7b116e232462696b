package study

import (
	"slices"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

func heldOf(t *testing.T, text string) tile.Held {
	t.Helper()
	h, err := tile.ParseHeld(text)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// momentOf returns the first decision of seat 0, which deals the tiles given.
func momentOf(t *testing.T, preset, tiles string) *Moment {
	t.Helper()
	r, err := rules.Lookup(preset)
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(r, tables())
	if err != nil {
		t.Fatal(err)
	}
	d := deckOf(t, [engine.NumSeats]string{tiles[:strings.LastIndex(tiles, " ")], "", "", ""}, tiles[strings.LastIndex(tiles, " ")+1:])
	var h engine.Hand
	e.Deal(&h, &d)
	return &Moment{View: e.View(&h, 0), Legal: e.Legal(&h, nil), Own: e.Legal(&h, nil)[0]}
}

// picks returns the tiles that each label's alternative passes on.
func picks(m *Moment, labels []string) map[string]string {
	found := map[string]string{}
	for i := range m.alternatives {
		a := &m.alternatives[i]
		var gift tile.Held
		for _, x := range a.Forced[:a.NForced] {
			gift.Add(x.Tile())
		}
		s := tile.Set{Held: gift, Last: tile.None}
		for label, name := range labels {
			if a.Has(label) {
				found[name] = s.String()
			}
		}
	}
	return found
}

func TestExchangePicks(t *testing.T) {
	for _, c := range []struct {
		tiles, own string
		want       map[string]string
	}{
		// 4-4-6: the pair is kept, or the run is.
		{"1159m2468p13577s 9s", "1m 5m 9m", map[string]string{
			"shortest": "159m", "keep pairs": "159m", "keep runs": "159m", "own": "159m", "middle": "246p",
		}},
		{"1134m258p123456s 9s", "1m 3m 4m", map[string]string{
			"shortest": "258p", "keep pairs": "258p", "keep runs": "258p", "own": "134m", "middle": "134m",
		}},
		// The shortest suit has too few: the next can be passed on.
		{"12m33567p123457s 9s", "3p 3p 7p", map[string]string{
			"shortest": "567p", "keep pairs": "567p", "keep runs": "335p", "own": "337p",
		}},
	} {
		m := momentOf(t, "wap-battle", c.tiles)
		if !exchangeMoment(m) {
			t.Fatalf("%s: no moment", c.tiles)
		}
		for _, text := range strings.Fields(c.own) {
			x, err := tile.ParseTile(text)
			if err != nil {
				t.Fatal(err)
			}
			m.Did = append(m.Did, engine.Exchange(x))
		}
		chooseExchanges(m, false)
		got := picks(m, Exchange(ExchangeOptions{}).Labels)
		for label, want := range c.want {
			if got[label] != want {
				t.Errorf("%s: %s passes on %s, want %s", c.tiles, label, got[label], want)
			}
		}
		if _, has := got["middle"]; has != (c.want["middle"] != "") {
			t.Errorf("%s: there is a middle suit to pass on: %v", c.tiles, has)
		}
	}
}

// TestExchangeAll compares all that may be passed on with the engine's legal ways,
// and the nearest with a plain search over them.
func TestExchangeAll(t *testing.T) {
	const tiles = "1122m44569p2466s 8s"
	m := momentOf(t, "wap-battle", tiles)
	exchangeMoment(m)
	m.Did = []engine.Action{engine.Exchange(0), engine.Exchange(0), engine.Exchange(1)}
	chooseExchanges(m, true)
	var got []string
	for i := range m.alternatives {
		a := &m.alternatives[i]
		if !a.Has(labelAny) {
			t.Errorf("%v is not among all", a.Forced)
		}
		got = append(got, giftText(a.Forced[:a.NForced]))
	}
	slices.Sort(got)
	held := m.View.Held()
	var want []string
	bestShanten, bestLive := 99, -1
	unseen := m.View.Unseen()
	var walk func(rest tile.Held, taken []tile.Tile)
	walk = func(rest tile.Held, taken []tile.Tile) {
		if len(taken) == 3 {
			text := ""
			for _, x := range taken {
				text += x.String()
			}
			want = append(want, text)
			for void := range tile.Suit(tile.NumSuits) {
				s, k := tables().Acceptance(&rest, 0, void)
				if live := unseen.CountOf(k); s < bestShanten || s == bestShanten && live > bestLive {
					bestShanten, bestLive = s, live
				}
			}
			return
		}
		for x := range tile.Tile(tile.Count) {
			if rest.Count(x) > 0 && (len(taken) == 0 || x >= taken[len(taken)-1] && x.Suit() == taken[0].Suit()) {
				walk(rest.Without(x), append(slices.Clone(taken), x))
			}
		}
	}
	walk(held, nil)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("all that may be passed on is %v, want %v", got, want)
	}
	i := slices.IndexFunc(m.alternatives, func(a Alternative) bool { return a.Has(labelNearest) })
	if s := int(m.alternatives[i].Features[exchangeAfter]); s != bestShanten {
		t.Errorf("the nearest leaves shanten %d, want %d", s, bestShanten)
	}
}

func giftText(actions []engine.Action) string {
	text := ""
	for _, a := range actions {
		text += a.Tile().String()
	}
	return text
}

func TestVoidMoment(t *testing.T) {
	m := momentOf(t, "sbr", "12m34479p123456s 9s")
	m.Own = engine.CommitVoid(heldFirst(t, "4p"))
	if !voidMoment(m) {
		t.Fatal("no moment")
	}
	want := []struct {
		action engine.Action
		labels uint16
	}{
		{engine.CommitVoid(heldFirst(t, "1m")), 1<<labelVoidShortest | 1<<labelVoidNearest},
		{engine.CommitVoid(heldFirst(t, "4p")), 1<<labelVoidNext | 1<<labelVoidOwn},
		{engine.CommitVoid(heldFirst(t, "1s")), 1 << labelVoidLongest},
	}
	for i, w := range want {
		a := &m.alternatives[i]
		if a.Forced[0] != w.action || a.NForced != 1 || a.Labels != w.labels {
			t.Errorf("alternative %d: %s with labels %b, want %s with %b", i, a.Forced[0], a.Labels, w.action, w.labels)
		}
	}
	f := &m.alternatives[1].Features
	held := heldOf(t, "12m34479p123456s9s")
	loss := tables().Shanten(&held, 0, tile.Dots) - tables().Shanten(&held, 0, tile.Characters)
	if f[voidShortest] != 2 || f[voidMiddle] != 5 || f[voidLongest] != 7 || f[voidTiles] != 5 || f[voidPairs] != 1 || int(f[voidLoss]) != loss || f[voidDealer] != 1 {
		t.Errorf("features are %v, loss %d", *f, loss)
	}
	if got := shapeStrata(voidShortest).Of(f); shapeStrata(voidShortest).Classes[got] != "2-5-7" {
		t.Errorf("the shape is %s", shapeStrata(voidShortest).Classes[got])
	}
}

func heldFirst(t *testing.T, text string) tile.Tile {
	t.Helper()
	h := heldOf(t, text)
	return h.Kinds().First()
}

// TestShapes: the named shapes have 13 or 14 tiles, and each is found.
func TestShapes(t *testing.T) {
	s := shapeStrata(0)
	for i, name := range s.Classes[:len(s.Classes)-1] {
		var f Features
		n := 0
		for j, word := range strings.Split(name, "-") {
			f[j] = int16(word[0] - '0')
			n += int(f[j])
		}
		if got := s.Of(&f); got != i || n != 13 && n != 14 {
			t.Errorf("%s is in class %d, want %d; %d tiles", name, got, i, n)
		}
	}
}

// TestNeeds: rules without an exchange have no question of it.
func TestNeeds(t *testing.T) {
	c := configOf(t, "sbr", 10, Exchange(ExchangeOptions{}), "fast")
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "no tiles are exchanged") {
		t.Errorf("got %v", err)
	}
	c = configOf(t, "wap-battle", 10, Exchange(ExchangeOptions{}), "fast")
	c.Rules.ExchangeOneSuit = false
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "one suit") {
		t.Errorf("got %v", err)
	}
}
