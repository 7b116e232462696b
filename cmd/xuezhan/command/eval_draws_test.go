package command

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"xuezhan/features/eval"
)

// The curve of a wait: 7 live tiles of 95, and no better play within two draws.
func TestEvalDraws(t *testing.T) {
	got := parsed(t, "eval", "123m456p789p55p23m", "--draws", "2", "--json")
	curve := got["draws"].(map[string]any)["curve"].([]any)
	if len(curve) != 2 {
		t.Fatalf("got %d numbers of draws, want 2", len(curve))
	}
	second := curve[1].(map[string]any)
	wantKeys(t, second, "draws", "ready", "win", "points", "fan")
	if win, want := second["win"].(float64), 1-88.*87/(95*94); math.Abs(win-want) > 1e-12 {
		t.Errorf("got %v, want %v", win, want)
	}
	if _, ok := parsed(t, "eval", "123m456p789p55p23m", "--json")["draws"]; ok {
		t.Error("draws that were not asked for")
	}
}

// Tiles seen elsewhere are not drawn.
func TestEvalDrawsSeen(t *testing.T) {
	got := parsed(t, "eval", "123m456p789p55p23m", "--draws", "1", "--seen", "4444m11m", "--json")
	first := got["draws"].(map[string]any)["curve"].([]any)[0].(map[string]any)
	if win, want := first["win"].(float64), 1./89; math.Abs(win-want) > 1e-12 {
		t.Errorf("got %v, want %v", win, want)
	}
}

func TestEvalDrawsDiscards(t *testing.T) {
	got := parsed(t, "eval", "124457m12337899p", "--draws", "2", "--json")["draws"].(map[string]any)
	wantKeys(t, got, "curve", "best", "discards")
	if n := len(got["discards"].([]any)); n != 11 {
		t.Errorf("got %d discards, want 11", n)
	}
	best := got["best"].([]any)[1].(map[string]any)
	if best["draws"] != 2. || best["win"] != "3p" || best["ready"] != "3p" {
		t.Errorf("got best %v, want 3p", best)
	}
}

func TestEvalDrawsText(t *testing.T) {
	turn := fine(t, "eval", "124457m12337899p", "--draws", "2")
	for _, want := range []string{"chance to win within k draws\ndiscard  k=1    k=2", "3p       8.51%*  17.91%*", "9p       8.51%*  17.88%\n", "expected points within k draws"} {
		if !strings.Contains(turn, want) {
			t.Errorf("got\n%swant %q", turn, want)
		}
	}
	pause := fine(t, "eval", "123m456p789p55p23m", "--draws", "2")
	if want := "2      14.27%         100.00%             0.856            0.000"; !strings.Contains(pause, want) {
		t.Errorf("got\n%swant %q", pause, want)
	}
}

func TestEvalDrawsLines(t *testing.T) {
	in := `{"id":1,"tiles":"123m456p789p55p23m","draws":1}
{"tiles":"123m456p789p55p23m","draws":0}
{"tiles":"123m456p789p55p23m","draws":9}
{"tiles":"123m456p789p55p23m","draws":"many"}
123m456p789p55p23m
`
	wants := []string{`"id":1,`, `"waits":[`, `{"error":"draws 9 is not 0 to 8","line":3}`, `{"error":"case: column 39: field \"draws\": `, `"draws":{"curve":[{"draws":1,`}
	r := execute(t, in, "eval", "-", "--draws", "1")
	out := strings.Split(strings.TrimSpace(r.out), "\n")
	if r.status != statusFine || len(out) != len(wants) {
		t.Fatalf("got status %d, %d lines for %d: %s", r.status, len(out), len(wants), r.errs)
	}
	for i, want := range wants {
		if parseObject(t, out[i]); !strings.Contains(out[i], want) {
			t.Errorf("line %d: got %s, want %q", i+1, out[i], want)
		}
	}
	if strings.Contains(out[1], "draws") {
		t.Errorf("no draws: got %s", out[1])
	}
}

func TestEvalDrawsUsage(t *testing.T) {
	for _, draws := range []string{"-1", "9"} {
		r := execute(t, "", "eval", "1112345678999m", "--draws", draws)
		if want := "--draws " + draws + " is not 0 to 8"; r.status != statusUsage || !strings.Contains(r.errs, want) {
			t.Errorf("%s: got status %d, %s; want %q", draws, r.status, r.errs, want)
		}
	}
	if r := execute(t, "", "eval", "1112345678999m", "--max-states", "0"); r.status != statusUsage || !strings.Contains(r.errs, "--max-states 0 is below 1") {
		t.Errorf("no states: got status %d, %s", r.status, r.errs)
	}
}

// A hand that takes too many states fails; it is not wrong usage.
func TestEvalDrawsLimit(t *testing.T) {
	r := execute(t, "", "eval", "1112345678999m", "--draws", "3", "--max-states", "50")
	if want := "3 draws need more than 50 states; ask for fewer draws"; r.status != statusFailed || !strings.Contains(r.errs, want) || r.out != "" {
		t.Errorf("got status %d, %s, %s", r.status, r.errs, r.out)
	}
}

// FuzzEvalLine demands an answer or an error of any line.
func FuzzEvalLine(f *testing.F) {
	f.Add(`{"tiles":"123m456p789p55p23m","draws":1}`)
	f.Add(`{"tiles":"[111m]4p","melds":["[222p]"],"void":"s","draws":-3,"seen":"9p"}`)
	f.Add(`12345678m`)
	f.Fuzz(func(t *testing.T, line string) {
		// A case may name a file of rules, or ask for seconds of work.
		var c eval.Case
		if _ = json.Unmarshal([]byte(line), &c); c.Rules != "" || c.Draws > 2 || strings.ContainsAny(line, "\n\r") {
			return
		}
		r := execute(t, line, "eval", "-", "--draws", "1")
		if r.status != statusFine || line != "" && !strings.HasSuffix(r.out, "}\n") {
			t.Errorf("%q: got status %d, %s", line, r.status, r.out)
		}
	})
}
