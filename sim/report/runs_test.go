package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"xuezhan/sim/stats"
)

// threeRuns are a long run, a short one and one of too few hands.
func threeRuns(t *testing.T) []Run {
	t.Helper()
	return []Run{
		{"a", "mil", "1", 1, 20000, "d1", tally(t, 2, 1, play(0, 20000, 1, 2)).Report(0.95)},
		{"b", "planet", "2", 1, 9000, "", tally(t, 2, 1, play(0, 300, 1, 2)).Report(0.95)},
		{"c", "mil", "1", 2, 10, "d3", tally(t, 2, 1, play(0, 10, 1, 2)).Report(0.95)},
	}
}

func TestCompareRuns(t *testing.T) {
	runs := threeRuns(t)
	c := CompareRuns(runs)
	for i, want := range []stats.Finding{stats.BetterB, stats.NoDifference, stats.TooFew} {
		got := c.Runs[i]
		if d := runs[i].Report.Differences[0]; got.Difference != d.Difference || got.Verdict != want || got.Hands != runs[i].Report.Hands {
			t.Errorf("run %d: got %+v, want %+v, %s", i, got, d.Difference, want)
		}
	}
	p := []float64{float64(c.Runs[0].P), float64(c.Runs[1].P)}
	if adjusted := stats.Holm(p); float64(c.Runs[0].PAdjusted) != adjusted[0] || c.Runs[2].PAdjusted.Defined() {
		t.Errorf("p of %v adjusted to %v and %v", p, c.Runs[0].PAdjusted, c.Runs[2].PAdjusted)
	}
}

func TestComparisonWrites(t *testing.T) {
	c := CompareRuns(threeRuns(t))
	var text, md bytes.Buffer
	if err := c.Page().Text(&text, 0); err != nil {
		t.Fatal(err)
	}
	if err := c.Page().Markdown(&md); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"A (fast) is better than B (value:flush=1.3) in 0 of 3 runs,", "and worse in 1.", "established in 1.", "better", "unfinished, of 9,000 hands", "too few"} {
		if !strings.Contains(text.String(), want) || !strings.Contains(md.String(), want) {
			t.Errorf("%q is missing in\n%s\n%s", want, &text, &md)
		}
	}
	data, err := json.Marshal(c)
	if err != nil || !bytes.Contains(data, []byte(`"runs":[{"run":"a","rules":"mil"`)) {
		t.Errorf("got %s, %v", data, err)
	}
}

// TestComparisonNamesRuns: a chart calls a run by its rules where these tell it
// apart, and by its name where they do not.
func TestComparisonNamesRuns(t *testing.T) {
	svg := pictures(t, CompareRuns(threeRuns(t)).Page())["runs"]
	for _, want := range []string{">planet<", ">a<", ">c<", "A fast is better", "no difference established"} {
		if !strings.Contains(svg, want) {
			t.Errorf("%q is missing", want)
		}
	}
}

func TestCompareRunsPanics(t *testing.T) {
	runs := threeRuns(t)
	runs[1].Report = tally(t, 1, 1, play(0, 10, 1, 1)).Report(0.95)
	defer func() {
		if p := recover(); p != "report: runs of different bots" {
			t.Errorf("got panic %v", p)
		}
	}()
	CompareRuns(runs)
}
