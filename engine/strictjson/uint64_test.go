package strictjson

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestUint64(t *testing.T) {
	type file struct {
		Seed Uint64 `json:"seed"`
	}
	for text, want := range map[string]Uint64{
		`{"seed":"9007199254740993"}`: 9007199254740993, `{"seed":9007199254740993}`: 9007199254740993,
		`{"seed":"0"}`: 0, `{"seed":18446744073709551615}`: 1<<64 - 1,
	} {
		var f file
		if err := Decode([]byte(text), &f); err != nil || f.Seed != want {
			t.Errorf("%s: got %d, %v; want %d", text, f.Seed, err, want)
		}
		out, err := json.Marshal(f)
		var again file
		if err != nil || !strings.Contains(string(out), `"seed":"`) || json.Unmarshal(out, &again) != nil || again != f {
			t.Errorf("%s: written as %s, %v", text, out, err)
		}
	}
	for _, text := range []string{`{"seed":"-1"}`, `{"seed":1.5}`, `{"seed":"x"}`, `{"seed":""}`, `{"seed":null}`, `{"seed":18446744073709551616}`, `{"seed":"+1"}`, `{"seed":true}`} {
		var f file
		if err := Decode([]byte(text), &f); err == nil || !strings.Contains(err.Error(), "is not a whole number 0 to 18446744073709551615") || !strings.Contains(err.Error(), "seed") {
			t.Errorf("%s: got %d, %v", text, f.Seed, err)
		}
	}
}
