package policy

import (
	"testing"

	"xuezhan/engine"
)

// first takes the first legal action.
type firstLegal struct{}

func (firstLegal) Start(int, uint64)                                      {}
func (firstLegal) Act(_ engine.View, legal []engine.Action) engine.Action { return legal[0] }

func TestOwn(t *testing.T) {
	s := Own("mine", func() Policy { return firstLegal{} })
	if _, ok := s.New().(firstLegal); !ok || s.String() != "mine" || !s.IsOwn() || s.IsExternal() || s.IsZero() || s.Net() != nil {
		t.Errorf("got %T, %q, own %v, external %v, zero %v", s.New(), s, s.IsOwn(), s.IsExternal(), s.IsZero())
	}
	if fast, _ := Parse("fast"); fast.IsOwn() || fast.IsZero() || !(Spec{}).IsZero() {
		t.Error("fast is taken for another kind of spec")
	}
	for what, f := range map[string]func(){
		"no name":     func() { Own("", func() Policy { return nil }) },
		"a colon":     func() { Own("fast:win=min2", func() Policy { return nil }) },
		"no function": func() { Own("mine", nil) },
		"its parts":   func() { s.Parts() },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", what)
				}
			}()
			f()
		}()
	}
}

func TestWithParts(t *testing.T) {
	s, err := Parse("value:flush=2,win=min2")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		parts map[string]string
		want  string
	}{
		{nil, "value:flush=2,win=min2"},
		{map[string]string{"call": "big"}, "value:call=big,flush=2,win=min2"},
		{map[string]string{"win": "value", "void": "value"}, "value:flush=2"},
	} {
		got, err := s.WithParts(c.parts)
		if err != nil || got.String() != c.want {
			t.Errorf("%v: got %s, %v, want %s", c.parts, got, err, c.want)
		}
	}
	if s.String() != "value:flush=2,win=min2" || s.Part("win") != "min2" || s.Part("call") != "value" || s.HasDefaults() {
		t.Errorf("afterwards: %s", s)
	}
	for slot, name := range map[string]string{"call": "nobody", "flush": "3"} {
		if _, err := s.WithParts(map[string]string{slot: name}); err == nil {
			t.Errorf("%s=%s: no error", slot, name)
		}
	}
}
