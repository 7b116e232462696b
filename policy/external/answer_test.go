package external

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestParseAnswer(t *testing.T) {
	tests := []struct {
		line string
		want []int
		err  string
	}{
		{`{"ask":7,"actions":[1,138]}`, []int{1, 138}, ""},
		{` { "actions" : [ 0 , 141 ] , "ask" : 7 } `, []int{0, 141}, ""},
		{"{\"ask\":7,\t\"actions\":[]}\r", nil, ""},
		{`{"ask":8,"actions":[1]}`, nil, "it is for question 8, expected 7"},
		{`{"ask":"7","actions":[1]}`, nil, "unexpected text, expected a number"},
		{`{"ask":7,"actions":[1,]}`, nil, "whole number"},
		{`{"ask":7,"actions":[1]`, nil, "ends too early"},
		{`{"ask":7,"actions":[1`, nil, "ends too early"},
		{`{"ask":7,"actions":`, nil, "ends too early"},
		{`{"ask":7`, nil, "ends too early"},
		{`{`, nil, "ends too early"},
		{``, nil, "empty"},
		{`{"ask":7,"actions":[1],}`, nil, "expected '\"'"},
		{`{"ask":7 "actions":[1]}`, nil, "expected ','"},
		{`{"ask":7,"actions":[1e2]}`, nil, "not whole"},
		{`{}`, nil, "missing"},
		{`{"a\nsk":7}`, nil, `key "a\\nsk"`},
	}
	for _, tt := range tests {
		got, err := parseAnswer([]byte(tt.line), 7, nil)
		switch {
		case tt.err == "" && (err != nil || !slices.Equal(got, tt.want)):
			t.Errorf("%s: got %v, %v; want %v", tt.line, got, err, tt.want)
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
			t.Errorf("%s: got %v, %v; want the error %q", tt.line, got, err, tt.err)
		}
	}
}

// FuzzAnswer: what is taken for an answer is JSON that says just that.
func FuzzAnswer(f *testing.F) {
	for _, line := range []string{`{"ask":7,"actions":[1,138]}`, ` {"actions":[],"ask":7}`, `{"ask":7,"actions":[01]}`, "{\"ask\":7,\"actions\":[1]}\x00", `{"ask":7,"actions":[1.0]}`, `{"ask":7,"actions":[1]}}`} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		got, err := parseAnswer(line, 7, nil)
		if err != nil {
			if len(err.Error()) > 600 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
			return
		}
		var want struct {
			Ask     int   `json:"ask"`
			Actions []int `json:"actions"`
		}
		if err := json.Unmarshal(line, &want); err != nil || want.Ask != 7 || !slices.Equal(got, want.Actions) {
			t.Errorf("%q: got %v; JSON has %+v, %v", line, got, want, err)
		}
	})
}

// TestQuotes: of an answer the beginning tells, of an error its end.
func TestQuotes(t *testing.T) {
	line := []byte(strings.Repeat("a", 300) + "b")
	if got, want := quoted(line), `"`+strings.Repeat("a", maxQuote)+`…"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := quotedEnd(line), `"…`+strings.Repeat("a", maxError-1)+`b"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for text, want := range map[string]string{"没有文件": `"没有文件"`, "\x1b[2J\u202e": `"\x1b[2J\u202e"`, "\xff": `"\xff"`} {
		if got := quotedEnd([]byte(text)); got != want || quoted([]byte(text)) != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// FuzzHello: whatever a bot says first, what is taken for a hello can be played
// with.
func FuzzHello(f *testing.F) {
	for _, line := range []string{`{"hello":{"protocol":1,"name":"x","version":"2","views":8}}`, `{"hello":null}`, `{"hello":{"protocol":1,"name":"x"}} `} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if h, err := parseHello(line); err == nil && (h.Views < 1 || h.Views > MaxViews || h.Name == "") {
			t.Errorf("%q: %+v", line, h)
		}
	})
}
