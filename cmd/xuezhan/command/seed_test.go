package command

import (
	"path/filepath"
	"strings"
	"testing"
)

// seedLines are command lines that print an object with their seed, each cut short.
// DIR stands for a folder that they share.
var seedLines = []string{
	"run --hands 40 --out DIR/run",
	"match -a fast -b timeout --blocks 20 --out DIR/match",
	"ladder --bots fast,timeout --rounds 5 --out DIR/ladder",
	"tune spsa --bot big --params min_fan --budget 2000 --out DIR/tuned",
	"learn --hands 20 --holdout 20 --rounds 1 --hidden 0 -o DIR/net.json",
	"study call --hands 20",
	"study discard 123m456p7889p24m99p --void s --samples 20",
	"policies try fast --hands 5",
}

// TestSeedsAreTexts: a seed that no float64 holds comes back whole, from what is
// printed and from what is stored.
func TestSeedsAreTexts(t *testing.T) {
	const seed = "9007199254740993"
	dir := t.TempDir()
	check := func(what, text string) {
		t.Helper()
		text = strings.ReplaceAll(text, `": "`, `":"`)
		if !strings.Contains(text, `"seed":"`+seed+`"`) || strings.Contains(text, ":"+seed) {
			t.Errorf("%s: the seed is no text: %.2000s", what, text)
		}
	}
	for _, line := range seedLines {
		words := strings.Fields(strings.ReplaceAll(line, "DIR", dir))
		check(line, fine(t, append(words, "--seed", seed, "--json")...))
	}
	for _, name := range []string{"run", "match", "ladder", "tuned"} {
		check("report "+name, fine(t, "report", filepath.Join(dir, name), "--json"))
	}
	for _, name := range []string{"run/manifest.json", "match/manifest.json", "ladder/manifest.json", "tuned/manifest.json", "tuned/tuned.json", "net.json"} {
		check(name, string(read(t, filepath.Join(dir, name))))
	}
}
