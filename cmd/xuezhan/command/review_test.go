package command

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"xuezhan/sim/review"
)

// reviewOf runs review with --json.
func reviewOf(t *testing.T, args ...string) reviewResult {
	t.Helper()
	var r reviewResult
	if err := json.Unmarshal([]byte(fine(t, append([]string{"review", "--by", "fast", "--json"}, args...)...)), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestReviewSources reviews the same hand from a run, and from its record.
func TestReviewSources(t *testing.T) {
	t.Chdir(t.TempDir())
	fine(t, "run", "--seats", "fast,big,fast,big", "--hands", "8", "--out", "r")
	fine(t, "replay", "--run", "r", "--hand", "3", "-o", "hand.jsonl")
	a := reviewOf(t, "--run", "r", "--hand", "3", "--seat", "2", "--worlds", "60")
	b := reviewOf(t, "hand.jsonl", "--seat", "2", "--worlds", "60")
	if x, y := marshalled(t, a), marshalled(t, b); x != y {
		t.Errorf("the run says\n%s, the record\n%s", x, y)
	}
	h := a.Hands[0]
	if h.Player != "fast" || h.By != "fast" || h.Worlds != 40 || h.Luck == nil || len(h.Choices) == 0 {
		t.Errorf("got %+v", h)
	}
	if bots := reviewOf(t, "hand.jsonl", "--bot", "big", "--worlds", "60"); len(bots.Hands) != 2 || bots.Hands[0].Seat != 1 || bots.Hands[1].Seat != 3 {
		t.Errorf("--bot big: got %d reviews", len(bots.Hands))
	}
	text := fine(t, "review", "hand.jsonl", "--seat", "2", "--by", "fast", "--worlds", "60")
	for _, want := range []string{"3 of seed", "2, fast: ", "given away", "luck"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text has no %q:\n%s", want, text)
		}
	}
	page := fine(t, "review", "hand.jsonl", "--seat", "2", "--by", "fast", "--worlds", "60", "--format", "html")
	if !strings.Contains(page, `"review":{"rules"`) {
		t.Error("the page has no review")
	}
}

// TestReviewWorst finds the hands that cost most, and measures them with other worlds.
func TestReviewWorst(t *testing.T) {
	t.Chdir(t.TempDir())
	fine(t, "run", "--seats", "random,fast,fast,fast", "--hands", "5", "--out", "r")
	all := reviewOf(t, "--run", "r", "--hand", "0", "--hands", "5", "--bot", "random", "--worlds", "45")
	worst := reviewOf(t, "--run", "r", "--bot", "random", "--worst", "2", "--worlds", "225")
	want := review.Worst(all.Hands, 2)
	index := func(list []*review.Hand) (n []int64) {
		for _, h := range list {
			n = append(n, h.Index)
		}
		return n
	}
	if got := index(worst.Hands); !slices.Equal(got, index(want)) {
		t.Errorf("the worst hands are %v, want %v", got, index(want))
	}
	if worst.Hands[0].Worlds != 150 {
		t.Errorf("measured with %d worlds", worst.Hands[0].Worlds)
	}
}

func TestReviewMatch(t *testing.T) {
	t.Chdir(t.TempDir())
	fine(t, "match", "-a", "fast", "-b", "big", "--blocks", "2", "--out", "m")
	r := reviewOf(t, "--match", "m", "--block", "1", "--seat", "0", "--worlds", "45")
	if len(r.Hands) != 2 || r.Summary.Reviews != 2 {
		t.Errorf("a block has %d hands", len(r.Hands))
	}
}

func marshalled(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
