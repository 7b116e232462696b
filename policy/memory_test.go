package policy

import "testing"

func TestHasMemory(t *testing.T) {
	for _, c := range []struct {
		spec string
		want bool
	}{
		{"fast", false}, {"big", false}, {"value", false}, {"guard", false}, {"timeout", false},
		{"fast:win=min2,call=never", false}, {"big:win=always", false},
		{"random", true}, {"rare", true}, {"search", true}, {"fast:discard=random", true},
	} {
		spec, err := Parse(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := HasMemory(spec.New()); got != c.want {
			t.Errorf("HasMemory(%s) = %v, want %v", c.spec, got, c.want)
		}
	}
	if !HasMemory(struct{ Policy }{}) {
		t.Error("a policy that does not say so has no memory")
	}
}
