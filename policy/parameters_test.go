package policy

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestParseParameters(t *testing.T) {
	p, err := ParseParameters([]byte(`{"bot":"big","parameters":{"wall":30},"history":{"seed":1}} `))
	if err != nil || p.Bot != "big" || len(p.Values) != 1 || p.Values["wall"] != 30 || string(p.History) != `{"seed":1}` {
		t.Errorf("got %+v, %v", p, err)
	}
	for text, want := range map[string]string{
		``:              "JSON object",
		`[]`:            "JSON object",
		`{}`:            `field "bot" is missing`,
		`{"bot":"big"}`: `field "parameters" is missing`,
		`{"bot":3}`:     `field "bot"`,
		`{"bot":"big","parameters":{"wall":"x"}}`:  `field "parameters`,
		`{"bot":"big","parameters":{"wall":1e99}}`: `field "parameters`,
		`{"bot":"big","parameters":{},"more":1}`:   `unknown field "more"`,
		`{"bot":"big","parameters":{}} {}`:         "text after",
	} {
		if _, err := ParseParameters([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

func TestWith(t *testing.T) {
	s, err := Parse("big:wall=30,win=always")
	if err != nil {
		t.Fatal(err)
	}
	changed, err := s.With(Values{"min_fan": 4, "wall": 24})
	if err != nil || changed.String() != "big:min_fan=4,win=always" || s.String() != "big:wall=30,win=always" {
		t.Errorf("got %s from %s, %v", changed, s, err)
	}
	v := s.Values()
	v["wall"] = 1
	if s.Values().Of("wall") != 30 || s.Bot().Name != "big" {
		t.Error("the caller can change a spec")
	}
	for want, v := range map[string]Values{
		`unknown parameter "win"; parameters of big are min_fan, wall`: {"win": 1},
		`parameter "wall": 56 is not a whole number 0 to 55`:           {"wall": 56, "zzz": 0},
		`parameter "min_fan": -1`:                                      {"wall": 56, "min_fan": -1},
	} {
		if _, err := s.With(v); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %q", v, err, want)
		}
	}
}

func FuzzParseParameters(f *testing.F) {
	f.Add([]byte(`{"bot":"big","parameters":{"wall":30},"history":{}}`))
	f.Add([]byte(`{"bot":"","parameters":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := ParseParameters(data)
		if err != nil {
			return
		}
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseParameters(text)
		if err != nil || again.Bot != p.Bot || len(again.Values) != len(p.Values) {
			t.Errorf("%s: got %+v, %v", text, again, err)
		}
	})
}
