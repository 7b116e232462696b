//go:build unix

package external_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xuezhan/engine/rules"
	"xuezhan/policy"
	"xuezhan/policy/external"
	"xuezhan/sim"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// transcript plays a hand of a bot that speaks the protocol 1, as "transcript", or 2,
// as "transcript2", or 3 with features, as "transcript3", against three others and returns its lines,
// "> " before those it gets and "< " before its answers.
func transcript(t *testing.T, bot, preset string) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "pids")
	catalog := policy.NewCatalog().WithExternal(external.Open(time.Minute))
	r, err := rules.Lookup(preset)
	if err != nil {
		t.Fatal(err)
	}
	c := &sim.Config{Rules: r, Seed: 11, Hands: 2}
	for s, text := range []string{"exec:'" + os.Args[0] + "' bot " + bot + " " + file, "fast", "rare", "fast"} {
		if c.Seats[s], err = catalog.Parse(text); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := sim.Run(context.Background(), c, sim.Options{Tables: tables(), Check: true}); err != nil {
		t.Fatal(err)
	}
	return linesOf(t, file+".lines")
}

// TestTranscript holds all lines of two hands, both ways, under two presets, in
// all protocols.
func TestTranscript(t *testing.T) {
	for _, x := range []struct{ bot, preset, file string }{
		{"transcript", "wap-flow", "wap-flow.txt"}, {"transcript", "sbr", "sbr.txt"},
		{"transcript2", "wap-flow", "wap-flow.2.txt"}, {"transcript2", "sbr", "sbr.2.txt"},
		{"transcript3", "wap-flow", "wap-flow.3.txt"},
	} {
		path := filepath.Join("testdata", x.file)
		got := transcript(t, x.bot, x.preset)
		if *update {
			if err := os.WriteFile(path, []byte(strings.Join(got, "\n")+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want := linesOf(t, path)
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Fatalf("%s: line %d differs (-update rewrites the file):\ngot  %s\nwant %s", x.file, i+1, at(got, i), at(want, i))
			}
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(none)"
}

// TestExample: the lines of the package comment are real ones, but for the rules,
// which it does not show whole.
func TestExample(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var real []string
	for _, bot := range []string{"transcript", "transcript2", "transcript3"} {
		real = append(real, transcript(t, bot, "wap-flow")...)
	}
	shown := 0
	for line := range strings.Lines(string(text)) {
		line, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "//\t")
		if !ok || !strings.HasPrefix(line, "> ") && !strings.HasPrefix(line, "< ") {
			continue
		}
		shown++
		if !isIn(line, real) {
			t.Errorf("no such line: %s", line)
		}
	}
	if shown < 8 {
		t.Errorf("only %d lines are shown", shown)
	}
}

// isIn reports whether a line is among some, where … stands for any text.
func isIn(line string, lines []string) bool {
	before, after, _ := strings.Cut(line, "…")
	for _, l := range lines {
		if l == line || strings.Contains(line, "…") && strings.HasPrefix(l, before) && strings.HasSuffix(l, after) {
			return true
		}
	}
	return false
}
