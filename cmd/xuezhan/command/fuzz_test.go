package command

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"xuezhan/policy"
)

// FuzzSeats: four seats that are read are written as what reads the same.
func FuzzSeats(f *testing.F) {
	for _, text := range []string{"fast,big,fast,big", "fast:win=min2,call=timeout,big;fast big", ",", "big@none.json,fast,fast,fast", "win=min2,fast"} {
		f.Add(text)
	}
	a := &app{bots: policy.NewCatalog()}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "@") {
			return // which reads files
		}
		seats, err := a.parseSeats(text)
		if err != nil {
			return
		}
		var list []string
		for _, s := range seats {
			list = append(list, s.String())
		}
		again, err := a.parseSeats(strings.Join(list, ";"))
		for i := range again {
			if err != nil || again[i].String() != list[i] {
				t.Fatalf("%q: %q, then %v, %v", text, list, again, err)
			}
		}
	})
}

// FuzzCount: a number that is read is written as what reads the same.
func FuzzCount(f *testing.F) {
	for _, text := range []string{"1", "1e6", "1_000", "-5", "0x10", "9e15", "1e999", "NaN", "1.5", "9223372036854775807"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var c, again count
		if c.Set(text) != nil {
			return
		}
		if err := again.Set(c.String()); err != nil || again != c {
			t.Errorf("%q is %d, written %q, read %d, %v", text, c, c.String(), again, err)
		}
	})
}

// FuzzEvalLines: every line of the input has one line of JSON, with an error or
// with what the tiles are.
func FuzzEvalLines(f *testing.F) {
	for _, text := range []string{"1112345678999m", `{"tiles":"123m11p456p77p[9999mc]","how":"last","id":[1]}`, "x\n\n{", `{"tiles":5}`, `{"id":"a","void":"x"}`, `{"rules":"tsumo","tiles":"1m"}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "rules") && !strings.Contains(text, "tsumo") {
			return // which may read files
		}
		var out, errs bytes.Buffer
		a := testApp(strings.NewReader(text), &out, &errs, policy.NewCatalog())
		status := a.execute(t.Context(), []string{"eval", "-"})
		want := strings.Count(text, "\n")
		if text != "" && !strings.HasSuffix(text, "\n") {
			want++
		}
		lines := strings.Split(out.String(), "\n")
		if status != statusFine || len(lines) != want+1 {
			t.Fatalf("status %d, %d lines, want %d: %s", status, len(lines)-1, want, errs.String())
		}
		for _, line := range lines[:want] {
			if !json.Valid([]byte(line)) {
				t.Errorf("not JSON: %s", line)
			}
		}
	})
}
