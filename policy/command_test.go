package policy

import (
	"slices"
	"strings"
	"testing"

	"xuezhan/engine/rules"
)

// withNone is a catalog whose external bots cannot be opened.
func withNone() *Catalog {
	return NewCatalog().WithExternal(func([]string, *rules.Rules) Batch { panic("opened") })
}

func TestCommands(t *testing.T) {
	tests := []struct {
		text      string
		words     []string
		canonical string
	}{
		{"exec:bot", []string{"bot"}, "exec:bot"},
		{"exec:  ./bot   --flag=x:y@z  ", []string{"./bot", "--flag=x:y@z"}, "exec:./bot --flag=x:y@z"},
		{"exec:python3 'my bot.py' \"\"", []string{"python3", "my bot.py", ""}, "exec:python3 'my bot.py' ''"},
		{"exec:bot --layers=64','64", []string{"bot", "--layers=64,64"}, "exec:bot '--layers=64,64'"},
		{`exec:bot "it's" 'say "no"' \n`, []string{"bot", "it's", `say "no"`, `\n`}, `exec:bot 'it'"'s" 'say "no"' \n`},
		{`exec:"'"'"'`, []string{`'"`}, `exec:"'"'"'`},
	}
	for _, tt := range tests {
		s, err := withNone().Parse(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if !s.IsExternal() || !slices.Equal(s.command, tt.words) || s.String() != tt.canonical {
			t.Errorf("%s: got %q, %s; want %q, %s", tt.text, s.command, s, tt.words, tt.canonical)
		}
	}
}

func TestWrongCommands(t *testing.T) {
	for text, want := range map[string]string{
		"exec:":           "a command is missing",
		"exec:   ":        "a command is missing",
		"exec:''":         "a command is missing",
		"exec:bot 'x":     "a quote is not closed",
		`exec:bot "x'`:    "a quote is not closed",
		"exec:bot\n":      "no control characters",
		"exec:bot\x00":    "no control characters",
		"exec:bot \xff":   "valid UTF-8",
		"exec:bot\tx":     "no control characters",
		"exec:bot \u0085": "no control characters",
	} {
		if _, err := withNone().Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
	if _, err := Parse("exec:bot"); err == nil || !strings.Contains(err.Error(), "cannot play here") {
		t.Errorf("without an opener: %v", err)
	}
}

func TestCutExternal(t *testing.T) {
	for _, tt := range []struct {
		list, spec, rest string
		ok               bool
	}{
		{"exec:a b,fast", "exec:a b", "fast", true},
		{"exec:a 'b,c;d' ;fast", "exec:a 'b,c;d'", "fast", true},
		{`exec:a "b'",x`, `exec:a "b'"`, "x", true},
		{"exec:a", "exec:a", "", true},
		{"fast,exec:a", "", "fast,exec:a", false},
	} {
		spec, rest, ok := CutExternal(tt.list)
		if spec != tt.spec || rest != tt.rest || ok != tt.ok {
			t.Errorf("%s: got %q, %q, %v", tt.list, spec, rest, ok)
		}
	}
}

// FuzzCommand: a command has one text for all ways to write it, and a list of
// specs takes that text for one.
func FuzzCommand(f *testing.F) {
	for _, text := range []string{"exec:bot", `exec:a 'b c' "d'e"`, "exec:''x", "exec:a,b", `exec:'"'"'"`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := withNone().Parse(text)
		if err != nil || !s.IsExternal() {
			return
		}
		again, err := withNone().Parse(s.String())
		if err != nil || again.String() != s.String() || !slices.Equal(again.command, s.command) {
			t.Errorf("%q has the canonical text %q, which is %q, %v", text, s, again, err)
		}
		if spec, rest, ok := CutExternal(s.String() + ",fast"); !ok || spec != s.String() || rest != "fast" {
			t.Errorf("%q: a list takes %q and leaves %q", s, spec, rest)
		}
	})
}
