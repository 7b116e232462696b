package command

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"xuezhan/engine"
	"xuezhan/policy"
	"xuezhan/sim/dataset"
)

// panicking is a bot that panics when it has to discard with few tiles left.
func panicking(c *policy.Catalog) policy.Entry {
	e := policy.Entry{New: func(policy.Values) policy.Parts {
		fast, err := c.Parse("fast")
		if err != nil {
			panic(err)
		}
		parts := fast.Parts()
		usual := parts.Discard
		parts.Discard = policy.Choice(func(v engine.View, legal []engine.Action) engine.Action {
			if v.Left() < 2 {
				panic("I do not know what to do")
			}
			return usual.Choose(v, legal)
		})
		return parts
	}}
	e.Name, e.Doc = "nervous", "fast, but panics when the wall ends"
	return e
}

// executeNervous runs a command line that knows the bot that panics.
func executeNervous(t *testing.T, args ...string) result {
	t.Helper()
	var out, errs bytes.Buffer
	a := testApp(strings.NewReader(""), &out, &errs, testCatalog())
	status := a.execute(t.Context(), args)
	return result{status, out.String(), errs.String()}
}

// A bot that panics ends the run with the hand's name and a command that shows
// it again.
func TestPanicNamesTheHand(t *testing.T) {
	out := filepath.Join(t.TempDir(), "run")
	fault := regexp.MustCompile(`hand \d+ of seed 3: action \d+, seat \d \(nervous\): panic: I do not know what to do`)
	command := regexp.MustCompile(`this plays it again: (xuezhan replay .*)`)
	for _, more := range [][]string{{"--walls", "lanes", "--hands", "4000"}, {"--games", "500", "--rotate"}, {"--hands", "4000", "--out", out}} {
		args := append([]string{"run", "--seed", "3", "--seats", "fast,nervous,fast,nervous", "--workers", "1"}, more...)
		r := executeNervous(t, args...)
		want := fault.FindString(r.errs)
		if r.status != statusFailed || want == "" || r.out != "" || strings.Contains(r.errs, "goroutine") {
			t.Fatalf("%v: got status %d, %s%s", more, r.status, r.out, r.errs)
		}
		found := command.FindStringSubmatch(r.errs)
		if found == nil {
			t.Fatalf("%v: no command in %s", more, r.errs)
		}
		again := executeNervous(t, strings.Fields(found[1])[1:]...)
		if again.status != statusFailed || !strings.Contains(again.errs, want) || !strings.Contains(again.errs, "fault_test.go") {
			t.Errorf("%s: got status %d, %s, want %s and its stack", found[1], again.status, again.errs, want)
		}
	}
	if _, err := dataset.Open(out); err != nil {
		t.Error(err)
	}
}
