package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
	"xuezhan/engine/tile"
)

// text writes a record.
func text(t testing.TB, r *Record) string {
	t.Helper()
	b, err := Append(nil, r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// seeds are those of hands that are played under all presets, some number and
// two with what is rare: a dealer's complete opening tiles, a robbed kong.
func seeds(n uint64) []uint64 {
	list := []uint64{2147, 3575}
	for seed := range n {
		list = append(list, seed)
	}
	return list
}

func TestRoundTrip(t *testing.T) {
	for _, preset := range rules.Presets() {
		for _, seed := range seeds(40) {
			want := play(t, preset.Rules, seed)
			written := text(t, want)
			got, err := Read(strings.NewReader(written))
			if err != nil {
				t.Fatalf("%s, seed %d: Read: %v", want.Rules.Name, seed, err)
			}
			if err := Verify(got, tables()); err != nil {
				t.Fatalf("%s, seed %d: Verify: %v", want.Rules.Name, seed, err)
			}
			if again := text(t, got); again != written {
				t.Fatalf("%s, seed %d: written again it differs", want.Rules.Name, seed)
			}
			got.first = 0
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, seed %d: read back it differs", want.Rules.Name, seed)
			}
		}
	}
}

// TestChangedRules records under rules that are no preset.
func TestChangedRules(t *testing.T) {
	r, err := rules.Parse([]byte(`{"base":"mil","fan_cap":5,"exchange_tiles":4,"passed_win":"none","multiple_wins":false}`))
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(strings.NewReader(text(t, play(t, r, 3))))
	if err != nil {
		t.Fatal(err)
	}
	if got.Rules != r {
		t.Errorf("rules read back differ: %v", rules.Diff(&r, &got.Rules))
	}
	if err := Verify(got, tables()); err != nil {
		t.Error(err)
	}
}

func TestManyRecordsInOneText(t *testing.T) {
	var all strings.Builder
	var lines []int
	for seed := range uint64(3) {
		lines = append(lines, 1+strings.Count(all.String(), "\n"))
		all.WriteString(text(t, play(t, rules.Presets()[0].Rules, seed)))
	}
	r := NewReader(strings.NewReader(all.String()))
	for seed, line := range lines {
		rec, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if rec.Seed != uint64(seed) || rec.Line(-1) != line {
			t.Errorf("record %d has seed %d and begins in line %d, not %d", seed, rec.Seed, rec.Line(-1), line)
		}
		rec.Ledger[0][0]++
		var f *Fault
		if err := Verify(rec, tables()); !errors.As(err, &f) || f.Line != rec.Line(len(rec.Events)) {
			t.Errorf("record %d: a wrong ledger: %v", seed, err)
		}
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("after the last record: %v, want io.EOF", err)
	}
	if _, err := Read(strings.NewReader(all.String())); err == nil {
		t.Error("Read takes a text of three records")
	}
}

var sights = []Visibility{Public, Seat(0), Seat(1), Seat(2), Seat(3)}

func TestRedactedRoundTrip(t *testing.T) {
	for _, preset := range rules.Presets() {
		for _, seed := range seeds(6) {
			full := play(t, preset.Rules, seed)
			for _, v := range sights {
				want := Redact(full, v)
				written := text(t, want)
				got, err := Read(strings.NewReader(written))
				if err != nil {
					t.Fatalf("%s, seed %d, %s: %v", full.Rules.Name, seed, v, err)
				}
				if again := text(t, got); again != written {
					t.Fatalf("%s, seed %d, %s: written again it differs", full.Rules.Name, seed, v)
				}
				if err := Verify(got, tables()); err != ErrNotFull {
					t.Fatalf("Verify: %v, want %v", err, ErrNotFull)
				}
				if again := Redact(got, v); !reflect.DeepEqual(again.Events, want.Events) {
					t.Fatalf("redacted twice it differs")
				}
			}
		}
	}
}

// TestRedactedIsView follows what is seen of a hand, event by event, and
// compares it at every decision of a seat with the engine's view.
func TestRedactedIsView(t *testing.T) {
	for _, preset := range rules.Presets() {
		for _, seed := range seeds(25) {
			full := play(t, preset.Rules, seed)
			for s := range engine.NumSeats {
				b := NewBoard(full, Seat(s))
				h := hider{rules: &full.Rules, sight: Seat(s)}
				at := 0
				err := replay(full, tables(), func(e *engine.Engine, hand *engine.Hand, _ []engine.Action, _ engine.Action, event int) {
					for at < event && decided(hand, full.Events[at]) {
						if ev := full.Events[at]; h.hide(&ev) {
							b.Apply(&ev)
						}
						at++
					}
					if hand.Asked() == s {
						compareBoard(t, b, e.View(hand, s))
					}
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			if t.Failed() {
				t.Fatalf("%s, seed %d", full.Rules.Name, seed)
			}
		}
	}
}

// decided reports whether an event before the one that shows a choice has
// happened already: seats that choose at the same time have not been told.
func decided(h *engine.Hand, e engine.Event) bool {
	switch h.Phase() {
	case engine.PhaseExchange:
		return e.Kind != engine.EventExchange
	case engine.PhaseVoid:
		return e.Kind != engine.EventVoid
	}
	return true
}

func compareBoard(t *testing.T, b *Board, v engine.View) {
	t.Helper()
	want := boardOf(v)
	passed := v.PassedOn()
	for s := range want.Seats {
		g, w := b.Seats[s], want.Seats[s]
		if s == v.Seat() {
			for suit := range passed {
				w.Held[suit] += passed[suit]
			}
		}
		if v.Phase() == engine.PhaseExchange && s != v.Seat() {
			w.Hidden = g.Hidden // the others' choices are not events yet
		}
		if v.Phase() == engine.PhaseVoid {
			w.Void = g.Void
		}
		if v.Phase() == engine.PhaseRob && s == v.Turn() {
			g.Hidden++ // announced, but it still counts as held
			w.Melds = g.Melds
		}
		if g.Held != w.Held || g.Hidden != w.Hidden || g.Void != w.Void || g.Points != w.Points ||
			g.riverText() != w.riverText() || g.meldsText() != w.meldsText() {
			t.Errorf("phase %s: seat %d sees of seat %d\n%+v, not\n%+v", v.Phase(), v.Seat(), s, g, w)
		}
	}
	if b.Left != want.Left {
		t.Errorf("%d tiles left, not %d", b.Left, want.Left)
	}
}

// TestRedactedHides looks for what must not be in a redacted record.
func TestRedactedHides(t *testing.T) {
	for _, preset := range rules.Presets() {
		full := play(t, preset.Rules, 11)
		for _, v := range sights {
			got := Redact(full, v)
			written := text(t, got)
			if strings.Contains(written, `"deck"`) || strings.Contains(written, `"seed"`) {
				t.Errorf("%s: shows the deck or the seed", v)
			}
			for _, e := range got.Events {
				own := v == Visibility(e.Seat)
				switch e.Kind {
				case engine.EventDeal, engine.EventDraw:
					if own == (e.Tile == tile.None) {
						t.Errorf("%s: %s", v, EventText(e))
					}
				case engine.EventExchange:
					if e.Tile != tile.None && !own && v != Visibility(e.Other) {
						t.Errorf("%s: %s", v, EventText(e))
					}
				case engine.EventAnswer:
					if !own {
						t.Errorf("%s: %s", v, EventText(e))
					}
				}
			}
		}
	}
}

// TestReadRefusesLeaks gives redacted records something that they may not show.
func TestReadRefusesLeaks(t *testing.T) {
	full := play(t, rules.Presets()[0].Rules, 1)
	leaky := Redact(full, Seat(1))
	for i := range leaky.Events {
		if e := leaky.Events[i]; e.Kind != engine.EventDeal || e.Seat == 1 {
			continue
		}
		leaky.Events[i].Tile = 4
		_, err := Read(strings.NewReader(text(t, leaky)))
		var f *Fault
		if !errors.As(err, &f) || f.Line != i+2 {
			t.Errorf("a deal of another seat in line %d: %v", i+2, err)
		}
		break
	}
}

func TestWriteRefuses(t *testing.T) {
	good := play(t, rules.Presets()[0].Rules, 1)
	for name, change := range map[string]func(*Record){
		"rules":      func(r *Record) { r.Rules.FanCap = 99 },
		"visibility": func(r *Record) { r.Visibility = 4 },
		"deck":       func(r *Record) { r.Deck.Tiles[0] = r.Deck.Tiles[1] ^ 1 },
		"dealer":     func(r *Record) { r.Deck.Dealer = 4 },
		"event":      func(r *Record) { r.Events[60].Seat = 4 },
		"kind":       func(r *Record) { r.Events[60].Kind = 40 },
	} {
		bad := *good
		bad.Events = append([]engine.Event(nil), good.Events...)
		change(&bad)
		var b bytes.Buffer
		if err := Write(&b, &bad); err == nil || b.Len() > 0 {
			t.Errorf("%s: written, error %v", name, err)
		}
		if err := Verify(&bad, tables()); err == nil {
			t.Errorf("%s: verified", name)
		}
	}
}

func TestVisibilityText(t *testing.T) {
	for _, v := range append(sights, Full) {
		if got, err := ParseVisibility(v.String()); got != v || err != nil {
			t.Errorf("ParseVisibility(%q) = %v, %v", v.String(), got, err)
		}
	}
	if _, err := ParseVisibility("seat 4"); err == nil {
		t.Error("seat 4 exists")
	}
}

func TestRedactPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Redact of one seat's record for another does not panic")
		}
	}()
	Redact(Redact(play(t, rules.Presets()[0].Rules, 1), Seat(1)), Seat(2))
}

// TestTurns holds the numbers of the turns against those that a reader sees.
func TestTurns(t *testing.T) {
	for _, preset := range rules.Presets() {
		full := play(t, preset.Rules, 11)
		for _, v := range sights {
			r := Redact(full, v)
			turns := Turns(r)
			steps, err := Steps(r, tables(), v)
			if err != nil {
				t.Fatal(err)
			}
			last := 0
			for _, s := range steps {
				if n := 0; strings.HasPrefix(s.Text, "turn ") {
					if _, err := fmt.Sscanf(s.Text, "turn %d:", &n); err != nil || n != last+1 {
						t.Errorf("%s, seen by %s: turn %d follows turn %d", preset.Rules.Name, v, n, last)
					}
					last = n
				}
			}
			if got := turns[len(turns)-1]; got != last {
				t.Errorf("%s, seen by %s: %d turns, the steps have %d", preset.Rules.Name, v, got, last)
			}
		}
	}
}
