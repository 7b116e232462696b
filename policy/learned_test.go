package policy

import (
	"os"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/features"
	"xuezhan/policy/net"
)

// learnedSpec returns the bot that plays by the net among the results.
func learnedSpec(t testing.TB, options string) Spec {
	t.Helper()
	data, err := os.ReadFile("../results/bots/learned-wap-battle.json")
	if err != nil {
		t.Fatal(err)
	}
	n, err := net.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewCatalog().Learned(n, options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// oneFeature returns the bot that prizes one feature alone.
func oneFeature(t testing.TB, name string, weight float32) Policy {
	t.Helper()
	n, err := net.New([]string{name}, net.Weights{Linear: []float32{weight}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewCatalog().Learned(n, "")
	if err != nil {
		t.Fatal(err)
	}
	return s.New()
}

// What a net prizes, the bot does: it keeps shanten low if the net says so, and high
// if it says the contrary.
func TestLearnedFollowsItsNet(t *testing.T) {
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		t.Fatal(err)
	}
	fast, err := Parse("fast")
	if err != nil {
		t.Fatal(err)
	}
	low, high := oneFeature(t, "shanten", -1), oneFeature(t, "shanten", 1)
	x := newTable(t, r, fast)
	tried, differ := 0, 0
	for seed := range uint64(20) {
		d := randomDeck(seed, false)
		x.deal(&d, seed)
		for !x.h.Over() {
			a := x.next()
			v := x.e.View(&x.h, x.h.Asked())
			if held := v.Held(); len(x.legal) > 1 && v.Phase() == engine.PhaseTurn && !held.HasSuit(v.Void(v.Seat())) && a != engine.Win {
				p := features.NewProspect(v)
				tried++
				if b, c := low.Act(v, x.legal), high.Act(v, x.legal); shantenAfter(&p, b) > shantenAfter(&p, c) {
					t.Fatalf("%s: %s leaves more shanten than %s", held, b, c)
				} else if shantenAfter(&p, b) < shantenAfter(&p, c) {
					differ++
				}
			}
			x.e.Apply(&x.h, a)
		}
	}
	if tried < 100 || differ < tried/2 {
		t.Errorf("of %d turns %d make a difference", tried, differ)
	}
}

func shantenAfter(p *features.Prospect, a engine.Action) float32 {
	x := make([]float32, features.V1{}.Len())
	after := p.After(a)
	features.V1{}.EncodeProspect(x, &after)
	return x[features.V1{}.Schema().Index("shanten")]
}

// The spec names the net by its digest, and options replace parts; no catalog reads
// it back, and the error says why.
func TestLearnedSpec(t *testing.T) {
	plain, never := learnedSpec(t, ""), learnedSpec(t, "call=never")
	if name := plain.String(); !strings.HasPrefix(name, "learned@") || len(name) != len("learned@")+12 || never.String() != name+":call=never" {
		t.Errorf("got %s and %s", plain, never)
	}
	for _, text := range []string{"learned", plain.String(), never.String()} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), "learned@FILE") {
			t.Errorf("%s: got %v", text, err)
		}
	}
	n, err := net.New([]string{"left"}, net.Weights{Linear: []float32{1}})
	if err != nil {
		t.Fatal(err)
	}
	for options, want := range map[string]string{"speed=1": "unknown option", "call=slow": "unknown", "call": "not key=value"} {
		if _, err := NewCatalog().Learned(n, options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", options, err, want)
		}
	}
}

func TestLearnedAllocatesNothing(t *testing.T) {
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		t.Fatal(err)
	}
	x := newTable(t, r, learnedSpec(t, ""))
	seed := uint64(0)
	d := randomDeck(seed, false)
	if n := testing.AllocsPerRun(10, func() {
		x.deal(&d, seed)
		for !x.h.Over() {
			x.e.Apply(&x.h, x.next())
		}
		seed++
	}); n != 0 {
		t.Errorf("%v allocations a hand", n)
	}
}

// layeredSpec returns the bot that plays by a net of several layers.
func layeredSpec(t testing.TB, schema string, inputs []string, layers []net.Layer) Spec {
	t.Helper()
	n, err := net.NewLayered(schema, inputs, layers)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewCatalog().Learned(n, "")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A net of two layers plays as the net of one layer that has the same hidden units, by
// v1 and by v2, whose first numbers are those of v1; the bot takes no memory.
func TestLearnedPlaysByLayers(t *testing.T) {
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		t.Fatal(err)
	}
	inputs := []string{"left", "shanten", "accepted_live", "own_1x"}
	hidden, bias := [][]float32{{0, -1, 0, 0.5}, {0.1, 0, 0.25, 0}}, []float32{9, 0}
	n, err := net.New(inputs, net.Weights{Linear: make([]float32, 4), HiddenBias: bias, Hidden: hidden, Output: []float32{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := NewCatalog().Learned(n, "")
	if err != nil {
		t.Fatal(err)
	}
	layers := []net.Layer{{Bias: bias, Weights: hidden}, {Bias: []float32{0}, Weights: [][]float32{{1, 2}}}}
	for _, schema := range []string{"v1", "v2"} {
		one, several := plain.New(), layeredSpec(t, schema, inputs, layers)
		other := several.New()
		x := newTable(t, r, several)
		tried := 0
		for seed := range uint64(20) {
			d := randomDeck(seed, false)
			x.deal(&d, seed)
			for !x.h.Over() {
				a := x.next()
				v := x.e.View(&x.h, x.h.Asked())
				if len(x.legal) > 1 {
					tried++
					if got, want := other.Act(v, x.legal), one.Act(v, x.legal); got != want {
						t.Fatalf("%s: the layers choose %s, one layer %s", schema, got, want)
					}
				}
				x.e.Apply(&x.h, a)
			}
		}
		if tried < 500 {
			t.Errorf("only %d choices were met", tried)
		}
		d := randomDeck(3, false)
		play := func() {
			x.deal(&d, 3)
			for !x.h.Over() {
				x.e.Apply(&x.h, x.next())
			}
		}
		if n := testing.AllocsPerRun(5, play); n != 0 {
			t.Errorf("%s: %v allocations a hand", schema, n)
		}
	}
}

// A net may read what only v2 tells, and its spec comes back through its file.
func TestLearnedReadsHistory(t *testing.T) {
	s := layeredSpec(t, "v2", []string{"shanten", "wins_next"}, []net.Layer{{Bias: []float32{0}, Weights: [][]float32{{-1, 0.5}}}})
	digest, file, err := s.NetFile()
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCatalog().WithNetsOf([]string{s.String()}, func(string) ([]byte, error) { return file, nil })
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Parse(s.String())
	if err != nil || got.Net().Digest() != digest || got.Net().Features() != "v2" {
		t.Errorf("got %s, %v", got, err)
	}
}

// KongPay is what the ledger says a kong pays at once.
func TestKongPayIsTheLedgers(t *testing.T) {
	met := 0
	for _, p := range rules.Presets() {
		rare, err := Parse("rare")
		if err != nil {
			t.Fatal(err)
		}
		x := newTable(t, p.Rules, rare)
		for seed := range uint64(60) {
			d := randomDeck(seed, false)
			x.deal(&d, seed)
			for !x.h.Over() {
				a := x.next()
				v := x.e.View(&x.h, x.h.Asked())
				seat, before, want := v.Seat(), v.Points(v.Seat()), KongPay(v, a)
				isKong := a == engine.Kong || a.Kind() == engine.KindConcealedKong || a.Kind() == engine.KindAddedKong
				melds := v.Melds(seat)
				x.e.Apply(&x.h, a)
				now := x.h.Melds(seat)
				if !isKong || now.KongKinds() == melds.KongKinds() || x.h.Over() {
					if !isKong && want != 0 {
						t.Fatalf("%s pays %d", a, want)
					}
					continue
				}
				met++
				if got := x.h.Ledger()[seat].Total() - before; got != want {
					t.Errorf("%s: %s paid %d, not %d", p.Rules.Name, a, got, want)
				}
			}
		}
	}
	if met < 50 {
		t.Errorf("only %d kongs were met", met)
	}
}

func BenchmarkLearned(b *testing.B) {
	r, err := rules.Lookup("wap-battle")
	if err != nil {
		b.Fatal(err)
	}
	x := newTable(b, r, learnedSpec(b, ""))
	d := randomDeck(1, false)
	x.deal(&d, 1)
	a := x.next()
	for x.h.Phase() != engine.PhaseTurn || len(x.legal) < 8 {
		x.e.Apply(&x.h, a)
		a = x.next()
	}
	bot := learnedSpec(b, "").Parts().Discard
	v := x.e.View(&x.h, x.h.Asked())
	b.Run("decision=discard", func(b *testing.B) {
		for b.Loop() {
			bot.Choose(v, x.legal)
		}
	})
	data, err := os.ReadFile("../results/bots/learned-wap-battle.json")
	if err != nil {
		b.Fatal(err)
	}
	n, err := net.Parse(data)
	if err != nil {
		b.Fatal(err)
	}
	p := features.NewProspect(v)
	after := p.After(x.legal[0])
	y := make([]float32, features.V1{}.Len())
	b.Run("decision=value", func(b *testing.B) {
		for b.Loop() {
			features.V1{}.EncodeProspect(y, &after)
			n.Value(y)
		}
	})
}

// A catalog that has the nets reads the specs of their bots.
func TestCatalogWithNets(t *testing.T) {
	own, err := net.New([]string{"left"}, net.Weights{Linear: []float32{1}})
	if err != nil {
		t.Fatal(err)
	}
	plain, never := learnedSpec(t, ""), learnedSpec(t, "call=never")
	c := NewCatalog().WithNets(own).WithNets(plain.Net())
	for _, want := range []Spec{plain, never} {
		got, err := c.Parse(want.String())
		if err != nil || got.String() != want.String() || got.Net().Digest() != want.Net().Digest() {
			t.Errorf("%s: got %s, %v", want, got, err)
		}
		if digest, ok := NetDigest(want.String()); !ok || digest != want.Net().Digest() {
			t.Errorf("%s: got the digest %s, %t", want, digest, ok)
		}
	}
	if _, err := c.Parse(plain.String() + ":speed=1"); err == nil || !strings.Contains(err.Error(), "unknown option") {
		t.Errorf("got %v", err)
	}
	for _, text := range []string{"fast", "fast:call=never"} {
		s, err := c.Parse(text)
		if _, ok := NetDigest(text); ok || err != nil || s.Net() != nil {
			t.Errorf("%s plays by a net; %v", text, err)
		}
	}
	if len(c.Bots()) != len(NewCatalog().Bots()) {
		t.Error("the catalog lists nets")
	}
}
