package command

import (
	"testing"

	"xuezhan/policy"
)

func TestParameterDigest(t *testing.T) {
	specs := []string{"fast", "big", "fast:void_tile=13", "fast:win=big", "random"}
	seen := map[string]string{}
	for _, s := range specs {
		d := parameterDigest(policy.NewCatalog(), s)
		if len(d) != 16 || d != parameterDigest(policy.NewCatalog(), s) {
			t.Errorf("%s: got %q", s, d)
		}
		if other, ok := seen[d]; ok {
			t.Errorf("%s and %s have the same digest", s, other)
		}
		seen[d] = s
	}
}
