package viewer_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/record"
	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/policy"
	"xuezhan/sim"
	"xuezhan/sim/viewer"
)

var tables = sync.OnceValue(shape.New)

// play records a hand of rare bots, which meet every rule.
func play(t *testing.T, r rules.Rules, seed uint64) *record.Record {
	t.Helper()
	spec, err := policy.Parse("rare")
	if err != nil {
		t.Fatal(err)
	}
	c := &sim.Config{Rules: r, Seed: seed, Hands: 1, Walls: sim.Shared, Seats: [engine.NumSeats]policy.Spec{spec, spec, spec, spec}}
	replayer, err := sim.NewReplayer(c, tables())
	if err != nil {
		t.Fatal(err)
	}
	h, err := replayer.Hand(0)
	if err != nil {
		t.Fatal(err)
	}
	rec := &record.Record{Rules: r, Deck: h.Deck, Visibility: record.Full, Events: slices.Clone(h.Events)}
	for s := range rec.Ledger {
		rec.Ledger[s] = h.Seats[s].Account
	}
	return rec
}

// A seat is a seat's state as a page puts it together from the frames.
type seat struct {
	Held, Void, Drawn string
	OpenVoid          string `json:"open_void"`
	Count, Points     int
	Melds, River      []string
	OpenMelds         []string `json:"open_melds"`
	Account           map[string]int32
	Shanten           *int
	Waits             []struct {
		Tile string
		Live int
	}
}

// states adds up what changes from frame to frame.
func states(t *testing.T, h *viewer.Hand) [][engine.NumSeats]seat {
	t.Helper()
	var list [][engine.NumSeats]seat
	fields := [engine.NumSeats]map[string]any{{}, {}, {}, {}}
	for _, f := range h.Frames {
		var all [engine.NumSeats]seat
		for s := range all {
			for name, value := range f.Seats[s] {
				fields[s][name] = value
			}
			text, err := json.Marshal(fields[s])
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &all[s]); err != nil {
				t.Fatal(err)
			}
		}
		list = append(list, all)
	}
	return list
}

// TestWaitsAreTheViews compares what a seat waits on, and how many of these tiles it
// does not see, with its view at each of its decisions between turns.
func TestWaitsAreTheViews(t *testing.T) {
	compared := 0
	for _, p := range rules.Presets() {
		for seed := range uint64(4) {
			r := play(t, p.Rules, seed)
			h, err := viewer.NewHand(r, tables())
			if err != nil {
				t.Fatal(err)
			}
			all := states(t, h)
			i := 0
			err = record.Decisions(r, tables(), func(e *engine.Engine, hand *engine.Hand, _ engine.Action) {
				v := e.View(hand, hand.Asked())
				if v.Phase() != engine.PhaseClaim && v.Phase() != engine.PhaseRob {
					return
				}
				for !strings.Contains(string(h.Frames[i].Event), `"event":"answer"`) {
					i++
				}
				if v.Phase() == engine.PhaseClaim && !v.IsLocked(v.Seat()) {
					compareWaits(t, v, &all[i-1][v.Seat()])
					compared++
				}
				i++
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

func compareWaits(t *testing.T, v engine.View, got *seat) {
	t.Helper()
	unseen := v.Unseen()
	var kinds tile.Kinds
	for _, w := range got.Waits {
		k, err := tile.ParseHeld(w.Tile)
		if err != nil {
			t.Fatal(err)
		}
		kinds |= k.Kinds()
		if want := unseen.Count(k.Kinds().First()); w.Live != want {
			t.Errorf("%s: %d of %s are live, want %d", v.Rules().Name, w.Live, w.Tile, want)
		}
	}
	if kinds != v.Waits() {
		t.Errorf("%s: seat %d waits on %s, want %s", v.Rules().Name, v.Seat(), kinds, v.Waits())
	}
}

// TestClosed compares what a page shows to a seat with the record of what it knew.
func TestClosed(t *testing.T) {
	for _, p := range rules.Presets() {
		r := play(t, p.Rules, 3)
		full, err := viewer.NewHand(r, tables())
		if err != nil {
			t.Fatal(err)
		}
		fullStates := states(t, full)
		for s := range engine.NumSeats {
			seen, err := viewer.NewHand(record.Redact(r, record.Seat(s)), tables())
			if err != nil {
				t.Fatal(err)
			}
			seenStates := states(t, seen)
			k := 0
			for i, f := range full.Frames {
				event, knows := shown(t, &f, s)
				if !knows {
					continue
				}
				if got := seen.Frames[k]; !bytes.Equal(got.Event, event) || got.Left != f.Left || got.Turn != f.Turn {
					t.Fatalf("%s, seat %d, frame %d: %s, want %s", p.Rules.Name, s, i, event, got.Event)
				}
				compareSeats(t, s, &fullStates[i], &seenStates[k])
				k++
			}
			if k != len(seen.Frames) || t.Failed() {
				t.Fatalf("%s, seat %d: %d frames, want %d", p.Rules.Name, s, k, len(seen.Frames))
			}
		}
	}
}

// shown returns a frame's event as a page shows it to a seat.
func shown(t *testing.T, f *viewer.Frame, s int) (json.RawMessage, bool) {
	t.Helper()
	var e struct {
		Event    string
		Seat, To int
	}
	if err := json.Unmarshal(f.Event, &e); err != nil {
		t.Fatal(err)
	}
	if f.Closed == nil || e.Seat == s || e.Event == "exchange" && e.To == s {
		return f.Event, true
	}
	return *f.Closed, string(*f.Closed) != "null"
}

func compareSeats(t *testing.T, own int, full, seen *[engine.NumSeats]seat) {
	t.Helper()
	for s := range full {
		g, w := full[s], seen[s]
		if s != own {
			g.Melds, g.Void, g.Held, g.Drawn, g.Shanten, g.Waits = g.OpenMelds, g.OpenVoid, "", "", nil, w.Waits
		}
		g.OpenMelds, g.OpenVoid, w.OpenMelds, w.OpenVoid = nil, "", nil, ""
		if !reflect.DeepEqual(g, w) {
			t.Errorf("seat %d sees of seat %d\n%+v, want\n%+v", own, s, g, w)
		}
	}
}

// TestLedger compares the last frame's accounts with the record's.
func TestLedger(t *testing.T) {
	for _, p := range rules.Presets() {
		for seed := range uint64(3) {
			r := play(t, p.Rules, seed)
			h, err := viewer.NewHand(r, tables())
			if err != nil {
				t.Fatal(err)
			}
			all := states(t, h)
			for s, got := range all[len(all)-1] {
				want := map[string]int32{}
				for source, points := range r.Ledger[s] {
					if points != 0 {
						want[engine.Source(source).String()] = points
					}
				}
				if !reflect.DeepEqual(got.Account, want) || got.Points != r.Ledger[s].Total() {
					t.Errorf("%s, seed %d, seat %d: %v, want %v", p.Rules.Name, seed, s, got.Account, want)
				}
			}
		}
	}
}

func TestRefusesWhatIsNotPlayed(t *testing.T) {
	r := play(t, rules.Presets()[0].Rules, 1)
	r.Ledger[0][0]++
	if _, err := viewer.NewHand(r, tables()); err == nil || !strings.Contains(err.Error(), "ledger") {
		t.Errorf("got %v", err)
	}
}

// TestPageEndsNoElement writes a page of a record whose policies look like markup.
func TestPageEndsNoElement(t *testing.T) {
	r := play(t, rules.Presets()[0].Rules, 2)
	r.Seats[1] = "</script><script>alert(1)</script>"
	h, err := viewer.NewHand(r, tables())
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := (&viewer.Page{Hands: []*viewer.Hand{h}}).Write(&b); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "alert(1)</script>") || strings.Count(b.String(), "<script") != 2 {
		t.Error("a name ends an element")
	}
	for _, remote := range []string{`src="http`, `url(`, `@import`, `<link`} {
		if strings.Contains(b.String(), remote) {
			t.Errorf("the page contains %q", remote)
		}
	}
}
