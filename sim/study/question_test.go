package study

import (
	"errors"
	"slices"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/tile"
	"xuezhan/sim"
)

func TestBins(t *testing.T) {
	bins := Bins("x", 0, 1, 2, 5, 10)
	if want := []string{"1", "2-4", "5-9", "10+"}; !slices.Equal(bins.Classes, want) {
		t.Errorf("classes are %v, want %v", bins.Classes, want)
	}
	exactly := Exactly("x", 0, 1, 3)
	if want := []string{"1", "2", "3"}; !slices.Equal(exactly.Classes, want) {
		t.Errorf("classes are %v, want %v", exactly.Classes, want)
	}
	for _, c := range []struct {
		value         int16
		bin, exact, n int
	}{{0, -1, -1, 0}, {1, 0, 0, 1}, {2, 1, 1, -1}, {4, 1, -1, -1}, {5, 2, -1, -1}, {9, 2, -1, -1}, {10, 3, -1, -1}, {55, 3, -1, -1}} {
		f := Features{c.value}
		if got := bins.Of(&f); got != c.bin {
			t.Errorf("%d is in bin %d, want %d", c.value, got, c.bin)
		}
		if got := exactly.Of(&f); got != c.exact && c.value != 3 {
			t.Errorf("%d is in class %d, want %d", c.value, got, c.exact)
		}
		if got := Named("x", 0, "none", "one").Of(&f); got != c.n {
			t.Errorf("%d is named %d, want %d", c.value, got, c.n)
		}
	}
}

func TestFormOfWait(t *testing.T) {
	for _, c := range []struct {
		held string
		want int
	}{
		{"12m456m789m11s234s", formEdge},
		{"89m123m456m11s234s", formEdge},
		{"13m456m789m11s234s", formClosed},
		{"46m123m789m11s234s", formClosed},
		{"1m456m789m111s234s", formSingle},
		{"44m789m11s234s567s", formTwoPairs},
		{"23m789m11s234s567s", formOpen},
		{"2345m789m234s567s", formMore}, // 2 and 5, each a single
		{"23456m789m11s234s", formMore}, // 1, 4 and 7
		{"1133557799m22s4s", formPairs}, // 4s
		{"1122335566m77s8s", formPairs}, // the seventh pair, not groups
		{"5m", formSingle},              // four melds
		{"2233m", formTwoPairs},         // three melds
		{"24m11s", formClosed},          // three melds
		{"12m11s", formEdge},            // three melds
	} {
		held, err := tile.ParseHeld(c.held)
		if err != nil {
			t.Fatal(err)
		}
		melds := (13 - held.Total()) / 3
		waits := tables().Waits(&held, melds, absent(held))
		if got := formOf(tables(), held, waits); got != c.want {
			t.Errorf("%s, waiting on %s: form %d, want %d", c.held, waits, got, c.want)
		}
	}
}

// absent returns the first suit that there is no tile of.
func absent(h tile.Held) tile.Suit {
	for s := range tile.Suit(tile.NumSuits) {
		if h[s] == 0 {
			return s
		}
	}
	return tile.NoSuit
}

func TestMaxims(t *testing.T) {
	family := []Maxim{
		{"never holds", []Bound{{0, 5, 9}}},
		{"near", []Bound{{0, 0, 1}}},
		{"all", nil},
	}
	offers := []offer{
		{0, [MaxMaximFeatures]int16{1}, 0, 3}, {0, [MaxMaximFeatures]int16{3}, 1, -2}, {1, [MaxMaximFeatures]int16{1}, 0, -7},
		{2, [MaxMaximFeatures]int16{0}, 0, 4}, {3, [MaxMaximFeatures]int16{2}, 1, 6}, {3, [MaxMaximFeatures]int16{1}, 0, 2},
	}
	if got := bestMaxim(family, offers); got != 1 {
		t.Errorf("the best maxim is %d, want 1: it gains 7 on the even hands", got)
	}
	if got := bestMaxim(family[:1], offers); got != -1 {
		t.Errorf("the best maxim is %d where none gains", got)
	}
	x := tryMaxim(&family[1], []bool{false, true}, offers)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"maxim", x.maxim.Value(), -5.0 / 3}, {"map", x.cells.Value(), 6.0 / 3}, {"against", x.against.Value(), -11.0 / 3},
		{"used", x.used.Value(), 2.0 / 3}, {"hands", float64(x.maxim.N()), 2},
	} {
		if c.got != c.want {
			t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
		}
	}
	if cells := gainingCells(2, offers); slices.Contains(cells, true) {
		t.Error("a cell of a few hands counts as one that gains")
	}
}

func TestIdle(t *testing.T) {
	c := configOf(t, "wap-battle", 1, Call(), "timeout")
	e, err := engine.New(c.Rules, tables())
	if err != nil {
		t.Fatal(err)
	}
	var h engine.Hand
	d := c.Deck(0, 0)
	e.Deal(&h, &d)
	drawn := [engine.NumSeats]int{} // the seat's last discards, as drawn, in a row
	player := specOf(t, "timeout").New()
	for n := 0; !h.Over(); {
		legal := e.Legal(&h, nil)
		a := legal[0]
		if len(legal) > 1 {
			a = player.Act(e.View(&h, h.Asked()), legal)
		}
		e.Apply(&h, a)
		for ; n < len(h.River()); n++ {
			r := h.River()[n]
			drawn[r.Seat()]++
			if !r.AsDrawn() {
				drawn[r.Seat()] = 0
			}
		}
		for s, k := range drawn {
			if got, want := idle(h.River(), s), k >= 3; got != want {
				t.Fatalf("after %d discards seat %d is idle: %v, want %v", n, s, got, want)
			}
		}
	}
}

// A panic is an error that names the hand, whichever worker met it.
func TestPanic(t *testing.T) {
	q := Call()
	moment := q.Moment
	q.Moment = func(m *Moment) bool {
		if moment(m) && m.View.Left() < 20 {
			panic("no such thing")
		}
		return false
	}
	_, err := Run(t.Context(), configOf(t, "wap-battle", 50, q, "fast"), Options{Tables: tables(), Workers: 2})
	fault := (*sim.Fault)(nil)
	if !errors.As(err, &fault) || fault.Panic != "no such thing" || fault.Action == 0 || fault.Bot != "fast" || fault.Stack == "" {
		t.Errorf("got %v", err)
	}
}
