package match

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xuezhan/sim/stats"
)

// recordOf returns a record that an earlier program wrote.
func recordOf(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A record that an earlier program wrote says what it said, whole or cut off.
func TestReadRecord(t *testing.T) {
	text := recordOf(t, "test.jsonl")
	v, err := ReadRecord(t.Context(), bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if v.Result.Verdict != stats.Better || v.Result.Blocks != 41 || !v.Finished || len(v.Path) != 41 || v.Inputs.Bots[1].Spec != "timeout" || v.Inputs.Rules.Name != "planet" {
		t.Errorf("got %+v", v)
	}
	v, err = ReadRecord(t.Context(), bytes.NewReader(text[:2*len(text)/3]))
	if err != nil || v.Finished || v.Result.Blocks >= 41 || v.Result.Blocks == 0 {
		t.Errorf("two thirds of a record: got %+v, %v", v, err)
	}
	v, err = ReadRecord(t.Context(), bytes.NewReader(recordOf(t, "field.jsonl")))
	if err != nil || v.Result.Standings == nil || len(v.Result.Bots) != 5 || len(v.Path) > 0 {
		t.Errorf("a field: got %+v, %v", v, err)
	}
}

// What is wrong with a record is named, with its line.
func TestRecordErrors(t *testing.T) {
	whole := string(recordOf(t, "test.jsonl"))
	lines := strings.SplitAfter(whole, "\n")
	replaced := func(i int, text string) string {
		l := append([]string{}, lines...)
		l[i] = text
		return strings.Join(l, "")
	}
	tests := []struct{ name, data, want string }{
		{"empty", "", "not the header"},
		{"torn header", lines[0][:50], "not the header"},
		{"other file", "{}\n", "not the header"},
		{"nonsense", "nonsense\n", "line 1 is not the header"},
		{"little", "{\"match\":1,\"design\":\"pairs\"}\n", `field "version" is missing`},
		{"format", strings.Replace(lines[0], `"match":1`, `"match":9`, 1), "format 9"},
		{"missing block", replaced(5, ""), "line 6: block 5 where 4 is expected"},
		{"garbage", replaced(5, "xyz\n"), "line 6"},
		{"field", replaced(5, `{"block":4,"points":[[0,0,0,0],[0,0,0,0]],"more":1}`+"\n"), "line 6"},
		{"hands", replaced(5, `{"block":4,"points":[[0,0,0,0]]}`+"\n"), "not a block"},
		{"sum", replaced(5, `{"block":4,"points":[[1,0,0,0],[0,0,0,0]]}`+"\n"), "sum to 1"},
		{"fault", replaced(5, `{"block":4,"points":[[0,0,0,0],[0,0,0,0]],"faults":[{"hand":0,"seat":0,"bot":7,"action":0,"what":"x"}]}`+"\n"), "bot 7"},
		{"other points", replaced(5, `{"block":4,"points":[[2,-2,0,0],[0,0,0,0]]}`+"\n"), "another result"},
		{"other result", strings.Replace(whole, `"hands":82`, `"hands":83`, 1), "another result"},
		{"behind the result", whole + lines[5], "after the result"},
		{"rules", strings.Replace(whole, `"fan_cap":`, `"fan_cap":1`, 1), "rules"},
		{"design", strings.Replace(whole, `"design":"pairs"`, `"design":"x"`, 1), "unknown design"},
		{"walls", strings.Replace(whole, `"walls":"lanes"`, `"walls":"x"`, 1), "unknown walls"},
	}
	for _, tt := range tests {
		_, err := ReadRecord(t.Context(), strings.NewReader(tt.data))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got error %v, want %q", tt.name, err, tt.want)
		}
	}
}

func FuzzReadRecord(f *testing.F) {
	text := recordOf(f, "test.jsonl")
	header, rest, _ := bytes.Cut(text, []byte("\n"))
	f.Add(header, rest)
	f.Add(header, []byte(`{"result":{}}`+"\n"))
	f.Fuzz(func(t *testing.T, header, rest []byte) {
		v, err := ReadRecord(t.Context(), bytes.NewReader(append(append(append([]byte{}, header...), '\n'), rest...)))
		if err == nil && v.Result.Blocks > v.Inputs.Stopping.Blocks {
			t.Errorf("%d blocks", v.Result.Blocks)
		}
	})
}
