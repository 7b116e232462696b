package policy

import "testing"

// FuzzSpec: what parses has a canonical text that parses to the same.
func FuzzSpec(f *testing.F) {
	for _, text := range []string{"fast", "fast:win=min2,call=timeout", "big:min_fan=3", "fast:", "x=y", "fast:win=,", "random:win=random"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(spec.String())
		if err != nil || again.String() != spec.String() {
			t.Errorf("%q has the canonical text %q, which is %q, %v", text, spec, again, err)
		}
	})
}
