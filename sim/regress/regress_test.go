package regress

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/stats"
)

var tables = sync.OnceValue(shape.New)

// changeLine is the change of a seat, as text has it.
var changeLine = regexp.MustCompile(`\n    seat 0  +[+-]\d\.\d{3} \[[+-]\d\.\d{3}, [+-]\d\.\d{3}\]\n`)

// Of one bot at all seats nothing is said but of the seats: it wins what it loses.
func TestTextOfOneBot(t *testing.T) {
	half := stats.Interval{Value: 0.5, Lo: 0.25, Hi: 0.75, N: 100, Level: level}
	r := Report{
		Hands: 100, Differ: 3, Level: level,
		Bots:  []Change{{"fast", stats.Interval{N: 100}}},
		Seats: []Change{{"seat 0", half}}, First: &Parting{Why: Points, Hand: 7, Action: 5},
	}
	if got, want := r.Text(), "3 of 100 hands differ from the baseline written by \"\"\n"+
		"change in points per hand, 95 % intervals\n    seat 0  +0.500 [+0.250, +0.750]\n"+
		"hand 7: the same 5 actions, but not the same points\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	r.Bots = append(r.Bots, Change{"value:pung=200", half})
	if text := r.Text(); !strings.Contains(text, "\n    fast            +0.000 [") || !strings.Contains(text, "\n    value:pung=200  +0.500 [") {
		t.Errorf("the columns do not align:\n%s", text)
	}
}

func options(workers int) Options { return Options{Tables: tables(), Workers: workers} }

func seats(t testing.TB, specs ...string) [engine.NumSeats]policy.Spec {
	t.Helper()
	var s [engine.NumSeats]policy.Spec
	for i := range s {
		spec, err := policy.Parse(specs[i%len(specs)])
		if err != nil {
			t.Fatal(err)
		}
		s[i] = spec
	}
	return s
}

// recorded returns a baseline as text.
func recorded(t testing.TB, c *sim.Config, workers int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Record(context.Background(), &b, c, "test 1", options(workers)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(t testing.TB, text []byte) *Baseline {
	t.Helper()
	b, err := Read(bytes.NewReader(text), policy.NewCatalog())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func check(t testing.TB, b *Baseline, instead *[engine.NumSeats]policy.Spec) *Report {
	t.Helper()
	r, err := b.Check(context.Background(), instead, options(2))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCheckAfterRecord(t *testing.T) {
	for _, preset := range rules.Presets() {
		c := &sim.Config{
			Rules: preset.Rules, Seed: 3, Hands: 300, Rotate: true, Walls: sim.Lanes,
			Seats: seats(t, "random", "timeout", "fast", "big"),
		}
		text := recorded(t, c, 1)
		if again := recorded(t, c, 3); !bytes.Equal(again, text) {
			t.Errorf("%s: three workers write another file", preset.Rules.Name)
		}
		b := read(t, text)
		r := check(t, b, nil)
		if r.Differ != 0 || r.First != nil || r.Hands != 300 {
			t.Errorf("%s: %s", preset.Rules.Name, r.Text())
		}
		if again := recorded(t, b.Config(), 1); !bytes.Equal(again, text) {
			t.Errorf("%s: recorded again from the baseline the file differs", preset.Rules.Name)
		}
		t.Logf("%s: %d bytes a hand", preset.Rules.Name, len(text)/300)
	}
}

func TestManyBlocks(t *testing.T) {
	c := &sim.Config{Rules: rules.Presets()[5].Rules, Seed: 1, Hands: 5000, Seats: seats(t, "timeout")}
	text := recorded(t, c, 3)
	if !bytes.Equal(text, recorded(t, c, 1)) {
		t.Error("the number of workers changes the file")
	}
	b := read(t, text)
	if len(b.blocks) < 2 {
		t.Errorf("%d blocks", len(b.blocks))
	}
	if r := check(t, b, nil); r.Differ != 0 {
		t.Error(r.Text())
	}
}

// TestDecks records a run of a seed and a run of that seed's decks.
func TestDecks(t *testing.T) {
	c := &sim.Config{Rules: rules.Presets()[0].Rules, Seed: 9, Hands: 50, Walls: sim.Lanes, Seats: seats(t, "fast", "random")}
	bySeed := read(t, recorded(t, c, 1))
	d := *c
	d.Walls = sim.Shared
	for i := range c.Hands {
		d.Decks = append(d.Decks, c.Deck(i, sim.FirstDealer(c.Seed, i)))
	}
	byDecks := read(t, recorded(t, &d, 1))
	if got := byDecks.Config().Decks; len(got) != 50 || got[17] != d.Decks[17] {
		t.Error("the baseline does not have the decks")
	}
	a, b := check(t, bySeed, nil), check(t, byDecks, nil)
	if a.Differ != 0 || b.Differ != 0 || a.Digest != b.Digest {
		t.Errorf("digest %s by seed, %s by decks", a.Digest, b.Digest)
	}
}

func TestChangedParameter(t *testing.T) {
	c := &sim.Config{Rules: rules.Presets()[0].Rules, Seed: 1, Hands: 2000, Seats: seats(t, "fast", "big")}
	b := read(t, recorded(t, c, 2))
	changed := seats(t, "fast:void_tile=40", "big")
	r := check(t, b, &changed)
	if r.Differ == 0 || r.Differ == r.Hands {
		t.Fatalf("%d of %d hands differ", r.Differ, r.Hands)
	}
	p := r.First
	if p.Why != Choice || p.Seat%2 != 0 || !strings.HasPrefix(p.Before, "name_void") ||
		!strings.HasPrefix(p.Now, "name_void") || p.Before == p.Now {
		t.Errorf("the play parts at %+v", p)
	}
	for _, part := range []string{"phase void", "fast:void_tile=40", "13 tiles"} {
		if !strings.Contains(p.Known, part) {
			t.Errorf("what the seat knew lacks %q:\n%s", part, p.Known)
		}
	}
	if len(r.Bots) != 2 || r.Bots[0].Name != "fast" || r.Bots[0].Points.N != 2000 {
		t.Errorf("changes by bot: %+v", r.Bots)
	}
	if sum := r.Bots[0].Points.Value + r.Bots[1].Points.Value; sum > 1e-9 || sum < -1e-9 {
		t.Errorf("changes of two bots at two seats each sum to %g", sum)
	}
	if _, err := json.Marshal(r); err != nil {
		t.Error(err)
	}
	if text := r.Text(); !strings.Contains(text, "chose name_void") || !changeLine.MatchString(text) {
		t.Error(text)
	}
	one, err := b.Check(context.Background(), &changed, options(1))
	if err != nil || one.Text() != r.Text() {
		t.Errorf("one worker reports %v, %v", one, err)
	}
}

// tampered changes a hand of a baseline as if another program had written it.
func tampered(t *testing.T, text []byte, index int, change func(h *hand)) *Baseline {
	t.Helper()
	b := read(t, text)
	line, _, _ := bytes.Cut(text, []byte("\n"))
	out := append(line[:len(line):len(line)], '\n')
	hands, err := b.blocks[0].unpack(false)
	if err != nil || len(b.blocks) != 1 {
		t.Fatal(err)
	}
	change(&hands[index])
	return read(t, appendBlock(out, hands, false))
}

func TestPartings(t *testing.T) {
	c := &sim.Config{Rules: rules.Presets()[0].Rules, Seed: 1, Hands: 60, Seats: seats(t, "timeout")}
	text := recorded(t, c, 1)
	for _, x := range []struct {
		why    Why
		want   string
		change func(h *hand)
	}{
		{Illegal, "which is not legal now", func(h *hand) { h.actions[20] = engine.AddKong(3) }},
		{Shorter, "the hand is over now; before it went on", func(h *hand) { h.actions = append(h.actions, engine.Pass) }},
		{Longer, "the hand was over before; now seat", func(h *hand) { h.actions = h.actions[:30] }},
		{Points, "deal_ins: +7 before, ", func(h *hand) { h.ledger[2][engine.FromDealIns] = 7 }},
		{Wins, "the same", func(*hand) {}},
	} {
		b := tampered(t, text, 41, func(h *hand) { h.digest++; x.change(h) })
		r := check(t, b, nil)
		if r.Differ != 1 || r.First.Hand != 41 || r.First.Why != x.why || !strings.Contains(r.Text(), x.want) {
			t.Errorf("%s: %s", x.why, r.Text())
		}
	}
}

func TestReadRefuses(t *testing.T) {
	c := &sim.Config{Rules: rules.Presets()[0].Rules, Seed: 1, Hands: 20, Seats: seats(t, "timeout")}
	good := recorded(t, c, 1)
	line, rest, _ := bytes.Cut(good, []byte("\n"))
	for _, x := range []struct{ name, old, new, want string }{
		{"another file", Format, "parquet", "not a baseline"},
		{"later version", `"version":1`, `"version":2`, `written by "test 1": its format is version 2`},
		{"older version", `"version":1`, `"version":0`, `written by "test 1": its format is version 0`},
		{"unknown field", `"seed"`, `"sead"`, `written by "test 1": header: `},
		{"unknown bot", `"timeout"`, `"genius"`, `unknown bot "genius"`},
		{"unknown rules", `"base":"planet"`, `"base":"mars"`, `unknown rules "mars"`},
		{"changed rules", `"changes":{}`, `"changes":{"fan_cap":4}`, `hash`},
		{"unknown walls", `"shared"`, `"none"`, `unknown walls`},
		{"no hands", `"hands":20`, `"hands":0`, `field "hands" is 0`},
		{"too few hands", `"hands":20`, `"hands":21`, `block 1, from hand 20 on: it ends too early`},
		{"too many hands", `"hands":20`, `"hands":19`, `more than its 19 hands`},
		{"decks that are not there", `"decks":false`, `"decks":true`, `block 0`},
	} {
		bad := strings.Replace(string(line), x.old, x.new, 1) + "\n" + string(rest)
		_, err := Read(strings.NewReader(bad), policy.NewCatalog())
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v, want %q", x.name, err, x.want)
		}
	}
	for cut := range good {
		if _, err := Read(bytes.NewReader(good[:cut]), policy.NewCatalog()); err == nil {
			t.Fatalf("cut at byte %d: accepted", cut)
		}
	}
	if _, err := Read(strings.NewReader(string(good)+"x"), policy.NewCatalog()); err == nil {
		t.Error("bytes after the end: accepted")
	}
	for i := len(line) + 1; i < len(good); i += 7 {
		bad := bytes.Clone(good)
		bad[i] ^= 0x10
		if _, err := Read(bytes.NewReader(bad), policy.NewCatalog()); err == nil {
			t.Fatalf("byte %d changed: accepted", i)
		}
	}
}

func TestRecordRefuses(t *testing.T) {
	r := rules.Presets()[0].Rules
	for _, c := range []*sim.Config{
		{Rules: r, Games: 3, Seats: seats(t, "timeout")},
		{Rules: r, Hands: MaxHands + 1, Seats: seats(t, "timeout")},
		{Rules: r, Seats: seats(t, "timeout")},
	} {
		var b bytes.Buffer
		if err := Record(context.Background(), &b, c, "", options(1)); err == nil || b.Len() > 0 {
			t.Errorf("%d hands, %d games: %d bytes, %v", c.Hands, c.Games, b.Len(), err)
		}
	}
}

type fullDisk struct{ left int }

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.left -= len(p); d.left < 0 {
		return 0, fmt.Errorf("no space left")
	}
	return len(p), nil
}

func TestRecordOnFullDisk(t *testing.T) {
	c := &sim.Config{Rules: rules.Presets()[0].Rules, Seed: 1, Hands: 3000, Seats: seats(t, "timeout")}
	for _, left := range []int{10, 1000, 100_000} {
		if err := Record(context.Background(), &fullDisk{left}, c, "", options(2)); err == nil {
			t.Errorf("%d bytes were enough", left)
		}
	}
}

func FuzzRead(f *testing.F) {
	c := &sim.Config{Rules: rules.Presets()[0].Rules, Seed: 1, Hands: 3, Seats: seats(f, "timeout")}
	text := recorded(f, c, 1)
	f.Add(text)
	c.Decks = []engine.Deck{c.Deck(0, 1), c.Deck(1, 2), c.Deck(2, 3)}
	f.Add(recorded(f, c, 1))
	f.Fuzz(func(t *testing.T, in []byte) {
		b, err := Read(bytes.NewReader(in), policy.NewCatalog())
		if err != nil {
			return
		}
		if err := b.Config().Validate(); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzColumns fuzzes what stands behind checksum and compression.
func FuzzColumns(f *testing.F) {
	f.Add(appendColumns(nil, make([]hand, 2), false), 2, false)
	f.Fuzz(func(t *testing.T, in []byte, n int, decks bool) {
		if n < 1 || n > 64 {
			return
		}
		hands := make([]hand, n)
		c := columns{text: in}
		c.read(hands, decks)
		if c.err != nil || len(c.text) > 0 {
			return
		}
		again := columns{text: appendColumns(nil, hands, decks)}
		twice := make([]hand, n)
		if again.read(twice, decks); again.err != nil {
			t.Fatal(again.err)
		}
	})
}
