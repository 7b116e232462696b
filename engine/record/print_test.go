package record

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xuezhan/engine/rules"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestTranscripts compares what is printed of a hand with golden files: all of
// it, and what one seat saw of it.
func TestTranscripts(t *testing.T) {
	for _, c := range []struct {
		name, rules string
		seed        uint64
		sight       Visibility
	}{
		{"planet", "planet", 4645, Full},
		{"planet-seat", "planet", 4645, Seat(2)},
		{"sbr", "sbr", 4, Full},
		{"sbr-public", "sbr", 4, Public},
		{"flow", "wap-flow", 6, Full},
		{"mil-robbed", "mil", 3575, Seat(3)},
	} {
		r, err := rules.Lookup(c.rules)
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := Print(&got, play(t, r, c.seed), tables(), c.sight); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", c.name+".txt")
		if *update {
			if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != string(want) {
			t.Errorf("%s differs from %s; -update rewrites it", c.name, path)
		}
	}
}

// TestPrintRedacted prints from a redacted record what it prints from the full
// one, but for the actions that were legal and the seed.
func TestPrintRedacted(t *testing.T) {
	for _, preset := range rules.Presets() {
		full := play(t, preset.Rules, 9)
		for _, v := range sights {
			var a, b bytes.Buffer
			if err := Print(&a, full, tables(), v); err != nil {
				t.Fatal(err)
			}
			if err := Print(&b, Redact(full, v), tables(), v); err != nil {
				t.Fatal(err)
			}
			if got, want := withoutChoices(b.String()), withoutChoices(a.String()); got != want {
				t.Fatalf("%s, %s: printed from the redacted record:\n%s\nfrom the full one:\n%s", preset.Rules.Name, v, got, want)
			}
		}
	}
	full := play(t, rules.Presets()[0].Rules, 9)
	if err := Print(&bytes.Buffer{}, Redact(full, Public), tables(), Full); err == nil {
		t.Error("a public record can be printed in full")
	}
}

func withoutChoices(text string) string {
	var kept []string
	for _, l := range strings.Split(text, "\n") {
		word := strings.TrimLeft(l, " ")
		if !strings.HasPrefix(word, "may ") && !strings.HasPrefix(word, "holds ") && !strings.Contains(l, " may ") {
			kept = append(kept, l)
		}
	}
	return strings.Join(kept, "\n")
}
