package specfile_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"xuezhan/policy"
	"xuezhan/policy/specfile"
)

// reader returns a reader of some files' texts.
func reader(files map[string]string) *specfile.Reader {
	return &specfile.Reader{Bots: policy.NewCatalog(), Read: func(path string, most int64) ([]byte, error) {
		text, ok := files[path]
		if !ok {
			return nil, errors.New(path + ": no such file")
		}
		if int64(len(text)) > most {
			return nil, fmt.Errorf("%s: more than %d bytes", path, most)
		}
		return []byte(text), nil
	}}
}

func TestParse(t *testing.T) {
	r := reader(map[string]string{"big.json": `{"bot":"big","parameters":{"min_fan":3,"wall":30}}`})
	for text, want := range map[string]string{
		"fast":                   "fast",
		"big@big.json":           "big:min_fan=3,wall=30",
		"big@big.json:wall=20":   "big:min_fan=3,wall=20",
		"big@big.json:call=fast": "big:min_fan=3,wall=30,call=fast",
		"fast:win=min2,call=big": "fast:win=min2,call=big",
	} {
		want, err := policy.Parse(want)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.Parse(text); err != nil || got.String() != want.String() {
			t.Errorf("%s: got %s, %v, want %s", text, got, err, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	r := reader(map[string]string{
		"big.json":  `{"bot":"big","parameters":{"min_fan":99}}`,
		"fast.json": `{"bot":"fast","parameters":{}}`,
		"no.json":   `{`,
		"long.json": strings.Repeat(" ", specfile.MaxParameters+1),
	})
	for text, want := range map[string]string{
		"big@":              "the name of a file is missing",
		"big@none.json":     "none.json: no such file",
		"big@big.json":      "big.json",
		"big@fast.json":     `it is "fast", not "big"`,
		"big@no.json":       "no.json",
		"big@long.json":     "more than",
		"learned@none.json": "none.json: no such file",
		"learned@fast.json": "fast.json",
		"nobody@big.json":   "nobody",
	} {
		if got, err := r.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, %v, want %q", text, got, err, want)
		}
	}
}
