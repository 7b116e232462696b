package record

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/engine/rules"
)

func TestDecksRoundTrip(t *testing.T) {
	var want []engine.Deck
	for seed := range uint64(12) {
		want = append(want, play(t, rules.Presets()[0].Rules, seed).Deck)
	}
	var b bytes.Buffer
	if err := WriteDecks(&b, want); err != nil {
		t.Fatal(err)
	}
	commented := "# decks\n\n" + strings.ReplaceAll(b.String(), "\n", " # a comment\r\n \t\n")
	for _, in := range []string{b.String(), commented, strings.TrimSpace(b.String())} {
		got, err := ReadDecks(strings.NewReader(in))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Error("read back they differ")
		}
	}
	if got, err := ReadDecks(strings.NewReader("")); len(got) != 0 || err != nil {
		t.Errorf("no decks: %v, %v", got, err)
	}
}

func TestDeckFaults(t *testing.T) {
	tiles := tilesText(&engine.Deck{Tiles: sortedTiles})
	tiles = strings.ReplaceAll(tiles, " ", "")
	const head = "dealer=1 direction=left "
	for _, c := range []struct {
		name, in     string
		line, column int
		msg          string
	}{
		{"five copies", head + "1m1m1m1m1m", 1, len(head) + 9, "tile 5 is a fifth copy of 1m"},
		{"too few", head + tiles[:214], 1, len(head) + 215, "107 tiles; a deck has 108"},
		{"too many", head + tiles + "1m", 1, len(head) + 217, "more than 108 tiles"},
		{"unknown suit", head + "1m2z", 1, len(head) + 4, `tile 2: unknown suit 'z'`},
		{"unknown rank", head + "1m0p", 1, len(head) + 3, "tile 2: a rank is 1-9"},
		{"half a tile", head + "1m5", 1, len(head) + 3, "tile 2: a tile is"},
		{"blank in a tile", head + "1 m", 1, len(head) + 2, "tile 1"},
		{"run of digits", head + "12m", 1, len(head) + 2, "tile 1"},
		{"no dealer", "direction=left " + tiles, 1, 16, "dealer= is missing"},
		{"no direction", "dealer=0 " + tiles, 1, 10, "direction= is missing"},
		{"nothing but tiles", tiles, 1, 1, "dealer= is missing"},
		{"seat 4", "dealer=4 direction=left " + tiles, 1, 1, "not a seat"},
		{"dealer east", "dealer=east direction=left " + tiles, 1, 1, "not a seat"},
		{"random direction", "dealer=0 direction=random " + tiles, 1, 10, "unknown direction"},
		{"direction up", "dealer=0  direction=up " + tiles, 1, 11, "unknown direction"},
		{"unknown walls", head + "walls=two " + tiles, 1, len(head) + 1, "unknown walls"},
		{"unknown option", head + "seed=2 " + tiles, 1, len(head) + 1, "unknown option"},
		{"option twice", head + "dealer=2 " + tiles, 1, len(head) + 1, "dealer is duplicated"},
		{"second line", head + tiles + "\n# fine\n\n" + head + "9x", 4, len(head) + 2, "unknown suit"},
		{"commented out", head + tiles[:100] + "#" + tiles[100:], 1, len(head) + 101, "50 tiles"},
	} {
		_, err := ReadDecks(strings.NewReader(c.in))
		var f *Fault
		if !errors.As(err, &f) || f.Line != c.line || f.Column != c.column || !strings.Contains(f.Msg, c.msg) {
			t.Errorf("%s: %v; want line %d, column %d: %s", c.name, err, c.line, c.column, c.msg)
		}
	}
}

func FuzzReadDecks(f *testing.F) {
	f.Add("dealer=0 direction=right walls=lanes 1m2m3m # x\n\n")
	var b bytes.Buffer
	_ = WriteDecks(&b, []engine.Deck{play(f, rules.Presets()[0].Rules, 2).Deck})
	f.Add(b.String())
	f.Fuzz(func(t *testing.T, in string) {
		decks, err := ReadDecks(strings.NewReader(in))
		if err != nil {
			var fault *Fault
			if !errors.As(err, &fault) || fault.Line < 1 {
				t.Fatalf("no place in %v", err)
			}
			return
		}
		for i := range decks {
			if err := decks[i].Validate(); err != nil {
				t.Fatal(err)
			}
		}
		var b bytes.Buffer
		_ = WriteDecks(&b, decks)
		again, err := ReadDecks(&b)
		if err != nil || !reflect.DeepEqual(again, decks) {
			t.Fatalf("written and read again they differ: %v", err)
		}
	})
}
