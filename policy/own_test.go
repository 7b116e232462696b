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
