package command

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"xuezhan/policy"
)

const casesFile = "../../../engine/fan/testdata/eval.jsonl"

// expectation is what a case of the shared file demands.
type expectation struct {
	Win   json.RawMessage `json:"win"`
	Ready *bool           `json:"ready"`
	Waits json.RawMessage `json:"waits"`
}

func TestEvalCases(t *testing.T) {
	cases, err := os.ReadFile(casesFile)
	if err != nil {
		t.Fatal(err)
	}
	r := execute(t, string(cases), "eval", "-")
	if r.status != statusFine || r.errs != "" {
		t.Fatalf("got status %d, %s", r.status, r.errs)
	}
	in := strings.Split(strings.TrimSpace(string(cases)), "\n")
	out := strings.Split(strings.TrimSpace(r.out), "\n")
	if len(in) != len(out) {
		t.Fatalf("got %d lines for %d", len(out), len(in))
	}
	for i := range in {
		checkCase(t, in[i], out[i])
	}
}

func checkCase(t *testing.T, in, out string) {
	t.Helper()
	var c struct {
		ID, Rules string
		Expect    expectation
	}
	var got struct {
		ID, Rules string
		expectation
	}
	if err := json.Unmarshal([]byte(in), &c); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if got.ID != c.ID || got.Rules != c.Rules {
		t.Errorf("%s: got id %s and rules %s", c.ID, got.ID, got.Rules)
	}
	if c.Expect.Ready != nil && (got.Ready == nil || *got.Ready != *c.Expect.Ready) {
		t.Errorf("%s: got ready %v, want %v", c.ID, got.Ready, *c.Expect.Ready)
	}
	checkPart(t, c.ID, "win", c.Expect.Win, got.Win)
	checkPart(t, c.ID, "waits", c.Expect.Waits, got.Waits)
}

// checkPart compares what is expected with what was printed, which may say
// more.
func checkPart(t *testing.T, id, name string, want, got json.RawMessage) {
	t.Helper()
	if want == nil {
		return
	}
	var w, g any
	if err := json.Unmarshal(want, &w); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(got, &g); err != nil {
		t.Errorf("%s: %s: %v", id, name, err)
	}
	if !covers(g, w) {
		t.Errorf("%s: %s: got %s, want %s", id, name, got, want)
	}
}

// covers reports whether got has all of want: lists of the same length, objects
// with at least its keys.
func covers(got, want any) bool {
	switch w := want.(type) {
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return false
		}
		for i := range w {
			if !covers(g[i], w[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		g, ok := got.(map[string]any)
		for k := range w {
			ok = ok && covers(g[k], w[k])
		}
		return ok
	}
	return reflect.DeepEqual(got, want)
}

func TestEvalContract(t *testing.T) {
	turn := parsed(t, "eval", "678m12377p[9999m][4444pc]", "--rules", "planet", "--json")
	wantKeys(t, turn, "rules", "tiles", "melds", "shanten", "win", "discards")
	wantKeys(t, turn["discards"].([]any)[0].(map[string]any), "tile", "shanten", "acceptance", "live")
	win := turn["win"].(map[string]any)
	wantKeys(t, win, "fan", "points", "patterns")
	wantKeys(t, win["patterns"].([]any)[0].(map[string]any), "name", "fan")
	pause := parsed(t, "eval", "1112345678999m", "--json")
	wantKeys(t, pause, "rules", "tiles", "melds", "shanten", "ready", "waits")
	wantKeys(t, pause["waits"].([]any)[0].(map[string]any), "tile", "fan", "points", "patterns", "live")
	for key, object := range map[string]map[string]any{"win": pause, "discards": pause, "ready": turn, "waits": turn} {
		if _, ok := object[key]; ok {
			t.Errorf("key %q where it does not belong", key)
		}
	}
	lost := parsed(t, "eval", "1112345678999m1p", "--json")
	if w, ok := lost["win"]; !ok || w != nil {
		t.Errorf("without a win: got %v, want null", w)
	}
}

func TestEvalHow(t *testing.T) {
	tests := []struct {
		rules, how string
		fan        float64
	}{
		{"planet", "", 1},
		{"planet", "self-draw", 1},
		{"planet", "replacement", 2},
		{"planet", "self-draw,replacement,last", 3},
		{"planet", "robbing", 2},
		{"planet", "shot", 1},
		{"sbr", "shot", 2},
		{"mil", "shot,robbing", 3},
		{"planet", "last", 2},
		{"tsumo", "heavenly", 4},
		{"tsumo", "earthly", 4},
		{"planet", "heavenly", 1},
	}
	for _, tt := range tests {
		got := parsed(t, "eval", "11m222333444p555p", "--rules", tt.rules, "--how", tt.how, "--json")
		if fan := got["win"].(map[string]any)["fan"]; fan != tt.fan {
			t.Errorf("%s %q: got %v fan, want %v", tt.rules, tt.how, fan, tt.fan)
		}
	}
}

func TestEvalErrors(t *testing.T) {
	tests := []struct{ line, want string }{
		{"12x", "position 3: unknown suit 'x'"},
		{"0m", "position 1: unexpected '0'"},
		{"11111m", "position 5: a fifth copy of 1m"},
		{"1m[1111m]", "position 7: a fifth copy of 1m"},
		{"123m", "position 5: 13 or 14 tiles are wanted, a meld counting three; there are 3"},
		{"123456789m12345p[555s]", "position 17: 13 or 14 tiles are wanted, a meld counting three; there are 17"},
		{"1112345678999m --seen 11m", `seen: tiles "11m", position 2: a fifth copy of 1m, the seat's own counted`},
		{"1112345678999m --seen [555p]", "melds are not allowed here"},
		{"1112345678m[999m] --void m", "the meld [999m] is of the void suit m"},
		{"1m[111m][222p][333s]1p2p3p", "melds of all three suits"},
		{"11m222333444p555p --how heavenly,robbing", "xuezhan: a self-draw is no robbing"},
		{"11m222333444p555p --how shot,self-draw", "a self-draw is no shot"},
		{"11m222333444p555p --how robbing,shot", "under these rules robbing is no shot"},
		{"11m222333444p555p --how robbing,last", "no kong is declared"},
		{"11m222333444p555p --how heavenly,earthly", "heavenly for the dealer or earthly"},
		{"11m222333444p555p --how earthly,replacement", "before any kong"},
		{"11m222333444p555p --how earthly,last", "not drawn in a first turn"},
		{"11m222333444p[555p] --how earthly", "before any meld"},
		{"11m222333444p55p --how heavenly", "a heavenly win has 14 tiles"},
	}
	for _, tt := range tests {
		r := execute(t, "", append([]string{"eval"}, strings.Fields(tt.line)...)...)
		if r.status != statusUsage || !strings.Contains(r.errs, tt.want) {
			t.Errorf("%q: got status %d, %s; want %q", tt.line, r.status, r.errs, tt.want)
		}
	}
}

func TestEvalLines(t *testing.T) {
	tests := []struct {
		line string
		want string // a part of the answer
	}{
		{`1112345678999m`, `{"rules":"planet","tiles":"1112345678999m"`},
		{` 1112345678 999m `, `"tiles":"1112345678999m"`},
		{`12m`, `{"error":"tiles \"12m\", position 4: 13 or 14 tiles are wanted, a meld counting three; there are 2","line":3,"position":4}`},
		{``, `"line":4`},
		{`{"id":"a","tiles":"1112345678999m","rules":"sbr","why":["x"]}`, `{"id":"a","rules":"sbr"`},
		{`{"id":7,"tiles":"12m"}`, `{"id":7,"error":"tiles`},
		{`{"tiles":5}`, `{"error":"case: column 10: field `},
		{`{"tiles":`, `{"error":"case: column 10: the text ends`},
		{`{"tiles":"1112345678999m","rules":"nobody"}`, `{"error":"unknown rules`},
		{`{"tiles":"1112345678999m","void":"m"}`, `"void":"m","shanten":13`},
		{`{"tiles":"1112345678999m","seen":"5m5m"}`, `"live":21`},
		{`{"tiles":"1234567m","melds":["[999p]","[1111pc]"]}`, `"melds":["[999p]","[1111pc]"]`},
		{`{"tiles":"11m222333444p555p","how":"last"}`, `"win":{"fan":2,`},
		{`{"tiles":"11m222333444p555p","how":"lucky"}`, `"error":"unknown situation`},
	}
	var in strings.Builder
	for _, tt := range tests {
		in.WriteString(tt.line + "\n")
	}
	r := execute(t, strings.TrimSuffix(in.String(), "\n"), "eval", "-", "--rules", "planet")
	out := strings.Split(strings.TrimSuffix(r.out, "\n"), "\n")
	if r.status != statusFine || len(out) != len(tests) {
		t.Fatalf("got status %d and %d lines for %d: %s", r.status, len(out), len(tests), r.errs)
	}
	for i, tt := range tests {
		parseObject(t, out[i])
		if !strings.Contains(out[i], tt.want) {
			t.Errorf("%s: got %s, want %s", tt.line, out[i], tt.want)
		}
	}
}

func TestEvalNothing(t *testing.T) {
	if r := execute(t, "", "eval", "-"); r.status != statusFine || r.out != "" {
		t.Errorf("got status %d, %q", r.status, r.out)
	}
}

// A program that waits for each answer before it asks on gets it.
func TestEvalAnswersAtOnce(t *testing.T) {
	questions, ask := io.Pipe()
	answer, answers := io.Pipe()
	a := testApp(questions, answers, io.Discard, policy.NewCatalog())
	go func() {
		a.execute(context.Background(), []string{"eval", "-"})
		answers.Close()
	}()
	lines := bufio.NewScanner(answer)
	for range 3 {
		if _, err := io.WriteString(ask, "1112345678999m\n"); err != nil {
			t.Fatal(err)
		}
		if !lines.Scan() {
			t.Fatal("no answer")
		}
	}
	ask.Close()
	if lines.Scan() {
		t.Errorf("got %s, want no more", lines.Text())
	}
}

func TestEvalText(t *testing.T) {
	tests := []struct {
		line string
		want []string
	}{
		{"1112345678999m", []string{"ready    yes", "wait  live  fan  points  patterns", "1m    1     3    8       full_flush 2, root 1"}},
		{"[111m] [222m] 1234 567 p", []string{"ready    yes", "1p    3     0    1       no pattern"}},
		{"11m222333444p555p", []string{"win      1 fan, 2 points: all_pungs 1", "discard  shanten  live  accepts"}},
		{"1111m[222m][333m][444m]", []string{"[222m]"}},
		{"19m258p147s3469m2p", []string{"waits    none"}},
	}
	for _, tt := range tests {
		got := fine(t, append([]string{"eval"}, strings.Fields(tt.line)...)...)
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: got\n%swant %q", tt.line, got, want)
			}
		}
	}
}
