package eval_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"xuezhan/engine/rules"
	"xuezhan/engine/shape"
	"xuezhan/engine/tile"
	"xuezhan/features/eval"
	"xuezhan/features/solo"
)

func ExampleEvaluator() {
	v := eval.NewEvaluator(shape.New(), rules.Lookup, solo.DefaultMaxStates)
	a, err := v.Answer(eval.Case{Tiles: "123m11p456p77p[9999mc]", Rules: "tsumo"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range a.Waits {
		fmt.Println(w.Tile, w.Live, w.Fan, w.Points)
	}
	// Output:
	// 1p 2 1 2
	// 7p 2 1 2
}

// TestFailures demands an error that says what is wrong, and where in the tiles.
func TestFailures(t *testing.T) {
	v := eval.NewEvaluator(shape.New(), rules.Lookup, 100)
	for _, tt := range []struct {
		c        eval.Case
		want     string
		position int
	}{
		{eval.Case{Tiles: "123m", Rules: "mil"}, "13 or 14 tiles are wanted", 5},
		{eval.Case{Tiles: "11111m55p", Rules: "mil"}, "fifth", 5},
		{eval.Case{Tiles: "1112345678999m", Rules: "nowhere"}, "nowhere", 0},
		{eval.Case{Tiles: "1112345678999m", Void: "x", Rules: "mil"}, "unknown void suit", 0},
		{eval.Case{Tiles: "1112345678999m", How: "luck", Rules: "mil"}, "unknown situation", 0},
		{eval.Case{Tiles: "1112345678999m", Seen: "1111m", Rules: "mil"}, "the seat's own counted", 2},
		{eval.Case{Tiles: "1112345678999m", Draws: 99, Rules: "mil"}, "draws 99", 0},
		{eval.Case{Tiles: "124457m1233789p", Void: "s", Draws: 4, Rules: "mil"}, "states", 0},
	} {
		_, err := v.Answer(tt.c)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: got %v, want %q", tt.c, err, tt.want)
			continue
		}
		f := eval.NewFailure(7, json.RawMessage("1"), err)
		if f.Position != tt.position || f.Line != 7 {
			t.Errorf("%+v: got %+v, want position %d", tt.c, f, tt.position)
		}
		if syntax := (*tile.SyntaxError)(nil); errors.As(err, &syntax) != (tt.position > 0) {
			t.Errorf("%+v: %v has a position or lacks one", tt.c, err)
		}
	}
}

func TestReadCase(t *testing.T) {
	defaults := eval.Case{Rules: "mil", Void: "s"}
	c, err := eval.ReadCase(`{"tiles":"5m","void":"p","note":true}`, defaults)
	if err != nil || c.Tiles != "5m" || c.Void != "p" || c.Rules != "mil" {
		t.Errorf("got %+v, %v", c, err)
	}
	if c, err = eval.ReadCase("5m", defaults); err != nil || c.Tiles != "5m" || c.Void != "s" {
		t.Errorf("got %+v, %v", c, err)
	}
	if _, err = eval.ReadCase(`{"tiles":5}`, defaults); err == nil || !strings.HasPrefix(err.Error(), "case: ") {
		t.Errorf("got %v", err)
	}
}
