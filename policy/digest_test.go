package policy

import "testing"

func TestDigest(t *testing.T) {
	seen := map[string]string{}
	for _, text := range []string{"fast", "big", "fast:void_tile=13", "fast:win=big", "random"} {
		s, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		d := s.Digest()
		again, err := s.Identify(nil)
		if len(d) != 16 || d != again || err != nil {
			t.Errorf("%s: got %q, then %q, %v", text, d, again, err)
		}
		if other, ok := seen[d]; ok {
			t.Errorf("%s and %s have the same digest", text, other)
		}
		seen[d] = text
	}
}

// A changed default of any bot in a spec changes its digest, and no other's does.
func TestDigestDefaults(t *testing.T) {
	spec := func(change, text string) string {
		c := NewCatalog()
		for i := range c.entries {
			if c.entries[i].Name == change {
				params := append([]Param{}, c.entries[i].Params...)
				params[0].Default++
				c.entries[i].Params = params
			}
		}
		s, err := c.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return s.Digest()
	}
	for _, tt := range []struct {
		text, change string
		differs      bool
	}{
		{"fast", "fast", true}, {"fast", "big", false}, {"fast:win=big", "big", true}, {"fast:win=big", "value", false},
	} {
		if got := spec(tt.change, tt.text) != spec("", tt.text); got != tt.differs {
			t.Errorf("%s with other defaults of %s: differs %v", tt.text, tt.change, got)
		}
	}
}
