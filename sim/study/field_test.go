package study

import (
	"context"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xuezhan/sim"
	"xuezhan/sim/column"
	"xuezhan/sim/store"
)

// fieldOf returns a field of bots of the same weight.
func fieldOf(t testing.TB, bots ...string) Field {
	var f Field
	for _, b := range bots {
		f = append(f, FieldBot{specOf(t, b), 1})
	}
	return f
}

// TestFieldSeats: a field of one bot is that bot at all seats but the studied one, and
// every studied seat has hands of its own among them.
func TestFieldSeats(t *testing.T) {
	c := configOf(t, "wap-battle", 20, Void(), "fast")
	c.Field = fieldOf(t, "timeout")
	c.Studied, c.Orders = 1|1<<2, 2
	_, got := mustRun(t, c, Options{Check: true})
	for _, seat := range []int{0, 2} {
		bots := []string{"timeout", "timeout", "timeout", "timeout"}
		bots[seat] = "fast"
		alone := configOf(t, "wap-battle", 20, Void(), bots...)
		alone.Studied, alone.Orders = 1<<seat, 2
		_, want := mustRun(t, alone, Options{})
		var rows []Row
		for _, r := range got {
			if r.Seat == seat {
				if r.Others != (Others{1, 1, 1}) {
					t.Fatalf("seat %d plays with %v", seat, r.Others)
				}
				r.Others = Others{}
				rows = append(rows, r)
			}
		}
		for i := range want {
			want[i].Bot, want[i].Fork = rows[i].Bot, rows[i].Fork
		}
		if !slices.Equal(rows, want) {
			t.Errorf("seat %d: %d rows among the field differ from %d of the same bots", seat, len(rows), len(want))
		}
	}
}

// TestFieldDraws: the field of a hand is a function of the seed and the hand, each seat
// draws for itself, and bots come as often as their weights say.
func TestFieldDraws(t *testing.T) {
	f := fieldOf(t, "fast", "value", "expert")
	f[0].Weight = 2
	var counts [3]int
	alike := 0
	const hands = 4000
	for hand := range int64(hands) {
		drawn := f.drawn(7, hand)
		if drawn != f.drawn(7, hand) {
			t.Fatal("the field of a hand is drawn otherwise the second time")
		}
		for _, bot := range drawn {
			counts[bot]++
		}
		if drawn[0] == drawn[1] {
			alike++
		}
	}
	for bot, want := range []int{2 * hands, hands, hands} {
		if n := counts[bot]; n < want-250 || n > want+250 {
			t.Errorf("bot %d is drawn %d times, want about %d", bot, n, want)
		}
	}
	if alike < hands*3/8-150 || alike > hands*3/8+150 {
		t.Errorf("two seats have the same bot in %d of %d hands, want 3 of 8", alike, hands)
	}
	if got := f.String(); got != "fast*2 value expert" {
		t.Errorf("the field is called %q", got)
	}
}

// TestFieldMixed: with bots that have memory and chance the bot's own choice is played
// again as the hand was, with any number of workers, and fork numbers ascend.
func TestFieldMixed(t *testing.T) {
	c := configOf(t, "wap-battle", 12, everything(t), "rare", "fast", "random", "value")
	c.Field = fieldOf(t, "rare", "random", "big")
	result, rows := mustRun(t, c, Options{Check: true})
	again, other := mustRun(t, c, Options{Workers: 3})
	if !slices.Equal(rows, other) || !reflect.DeepEqual(result, again) {
		t.Error("with three workers and no check the study is another")
	}
	fork := int64(-1)
	for _, r := range rows {
		if at := r.Hand<<16 | int64(r.Fork); at < fork {
			t.Fatalf("fork %d of hand %d is behind a later one", r.Fork, r.Hand)
		} else {
			fork = at
		}
	}
}

// TestFieldStored: a study with a field is stored with the names of its bots, comes back
// as it was, and is of another study than one of another field.
func TestFieldStored(t *testing.T) {
	c := configOf(t, "wap-battle", 1100, Void(), "fast")
	c.Field = fieldOf(t, "timeout", "random")
	c.Field[1].Weight = 3
	dir := filepath.Join(t.TempDir(), "study")
	w, err := Create(dir, c, "test")
	if err != nil {
		t.Fatal(err)
	}
	result, err := Run(context.Background(), c, Options{Tables: tables(), Workers: 2, Sink: w, Stored: w.Rows})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Finish(result.Parts, result.Digest); err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, want := mustRun(t, c, Options{})
	var got []Row
	for _, p := range r.Parts() {
		for rows, err := range r.Rows(sim.Part{Index: p.Index, First: p.First, Hands: p.Count}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, rows...)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d rows came back, %d were played, or they differ", len(got), len(want))
	}
	for _, name := range []string{"bot_next", "bot_across", "bot_before"} {
		if !slices.ContainsFunc(r.Table().Columns, func(c column.Column) bool { return c.Name == name }) {
			t.Errorf("there is no column %s", name)
		}
	}
	if found, err := r.Verify(context.Background(), store.Verification{}); err != nil || found.Count > 0 {
		t.Errorf("verified with %v, %v", found, err)
	}
	c.Field[1].Weight = 2
	if _, err := Resume(context.Background(), dir, c, "test"); err == nil || !strings.Contains(err.Error(), "field") {
		t.Errorf("resumed with another weight: %v", err)
	}
}

// TestFieldValidate names what no field can have.
func TestFieldValidate(t *testing.T) {
	many := make(Field, MaxField+1)
	for _, x := range []struct {
		field Field
		want  string
	}{
		{many, "17 bots"},
		{Field{{Weight: 1}}, "without a bot"},
		{Field{{specOf(t, "fast"), 0}}, "weight 0"},
		{Field{{specOf(t, "fast"), 1}, {specOf(t, "fast"), 2}}, "twice"},
	} {
		if err := x.field.Validate(); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%v: %v, want %q", x.field, err, x.want)
		}
	}
}
